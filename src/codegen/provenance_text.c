// provenance_text.c -- explanations on a terminal.
//
//   M[1,2] = -m*l*cos(th)   [kg.m]
//     force on x that a unit acceleration of th asks for, and torque on th that one of x does
//
//     body bob, cart_pole.bl:7
//       body bob on pole : mass m, com [0, l, 0]
//       mass: m*v_x . v_th = -m*l*cos(th)
//         v_x = [1, 0, 0]   velocity of its centre of mass for x' = 1, axes of ground
// SPDX-License-Identifier: MIT
#include "codegen/equations_text.h"
#include "codegen/provenance_print.h"

#include <string.h>

enum { OF_ENTRY = 2, OF_SOURCE = 4, OF_PART = 6, OF_VECTOR = 8 };

// Words in lines that begin in `indent`; the first goes on behind `column` columns.
static void put_words(const char *words, int indent, int column, int width, Text *out)
{
  while (*words) {
    size_t length = strcspn(words, " ");
    int columns = text_columns(words, length);
    if (column > indent && column + 1 + columns > width) {
      text_put_char(out, '\n');
      column = 0;
    }
    if (column == 0) {
      text_repeat(out, ' ', indent);
      column = indent;
    } else if (column > indent) {
      text_put_char(out, ' ');
      column++;
    }
    text_put_bytes(out, words, length);
    column += columns;
    words += length + (words[length] == ' ');
  }
  text_put_char(out, '\n');
}

static void put_formula(const MathRow *row, int column, int width, Text *out)
{
  if (row) {
    row_wrap(row, column, width, out);
  } else {
    text_put_char(out, '0');
  }
}

// "LEFT = FORMULA"; a wide formula behind a wide left side begins a line of its own.
static void put_equation(const char *left, const MathRow *row, int indent, int width, Text *out)
{
  enum { WIDE = 24 };
  int column = indent + text_columns(left, strlen(left)) + 3;
  text_format(out, "%*s%s", indent, "", left);
  if (row && column > indent + WIDE && column + row->width > width) {
    text_format(out, "\n%*s", indent, "");
    column = indent + 3;
  }
  text_put(out, column == indent + 3 ? " = " : " = ");
  put_formula(row, column, width, out);
}

// ---- what parts are made of

static int factor_width(const PageSection *section, const ProvenanceFactor *factor)
{
  int count = factor->axes ? 3 : 1, width = factor->axes ? 6 : 0;  // brackets and commas
  for (int i = 0; i < count; i++) {
    const MathRow *row = provenance_formula(section, factor->first + i);
    width += row ? row->width : 1;
  }
  return width;
}

static void put_components(const PageSection *section, const ProvenanceFactor *factor,
                           const char *between, int column, int width, Text *out)
{
  int count = factor->axes ? 3 : 1;
  if (factor->axes) text_put_char(out, '[');
  for (int i = 0; i < count; i++) {
    if (i > 0) text_put(out, between);
    put_formula(provenance_formula(section, factor->first + i), column, width, out);
  }
  if (factor->axes) text_put_char(out, ']');
}

// On one line with its meaning behind it, on two, or with a component on each; not at all where
// nobody would read it.
static void put_factor(const PageSection *section, const ProvenanceFactor *factor, int width,
                       Text *out)
{
  enum { MOST_LINES = 6 };
  Text meaning = { 0 };
  text_put(&meaning, factor->meaning);
  if (factor->axes) text_format(&meaning, ", axes of %s", factor->axes);
  int column = OF_VECTOR + text_columns(factor->name, strlen(factor->name)) + 3;
  int value = factor_width(section, factor);
  bool has_room = column + value + 3 + text_columns(meaning.bytes, meaning.length) <= width;
  text_format(out, "%*s%s = ", OF_VECTOR, "", factor->name);
  if (value > MOST_LINES * width) {
    text_put(out, "...");
  } else if (column + value <= width) {
    put_components(section, factor, ", ", column, width, out);
  } else {
    Text between = { 0 };
    text_format(&between, ",\n%*s", column + 1, "");
    put_components(section, factor, text_string(&between), column + (factor->axes ? 1 : 0), width,
                   out);
    text_free(&between);
  }
  if (has_room) {
    text_format(out, "   %s\n", text_string(&meaning));
  } else {
    text_put_char(out, '\n');
    put_words(text_string(&meaning), column, 0, width, out);
  }
  text_free(&meaning);
}

// ---- parts

static void put_part(const PageSection *section, const ProvenancePart *part, int width, Text *out)
{
  Text left = { 0 };
  text_format(&left, "%s%s%s", part->what ? part->what : "", part->what ? ": " : "", part->rule);
  put_equation(text_string(&left), provenance_formula(section, part->value), OF_PART, width, out);
  text_put_char(out, '\n');
  text_free(&left);
  for (int i = 0; i < part->factor_count; i++)
    put_factor(section, &part->factors[i], width, out);
}

static void put_place(const ProvenanceSource *source, int width, Text *out)
{
  text_format(out, "\n%*s%s %s", OF_SOURCE, "", source->kind, source->name);
  if (!source->span.source) {
    text_put_char(out, '\n');
    return;
  }
  text_format(out, ", %s:%d\n", source->span.source->name, span_place(source->span).line);
  Text statement = { 0 };
  bool is_whole;
  provenance_put_statement(source->span, &statement, &is_whole);
  if (!is_whole) text_put(&statement, " ...");
  put_words(text_string(&statement), OF_PART, 0, width, out);
  text_free(&statement);
}

static void put_source(const PageSection *section, const ProvenanceSource *source, int width,
                       Text *out)
{
  put_place(source, width, out);
  for (int p = 0; p < source->part_count; p++) {
    if (provenance_formula(section, source->parts[p].value))
      put_part(section, &source->parts[p], width, out);
  }
}

// ---- entries

static void put_absent(const PageSection *section, const Provenance *entry, int width, Text *out)
{
  Text names = { 0 };
  for (int s = 0; s < entry->source_count; s++) {
    const ProvenanceSource *source = &entry->sources[s];
    if (source_has_part(section, source)) continue;
    text_format(&names, "%s%s %s", names.length == 0 ? "no part in it: " : ", ", source->kind,
                source->name);
  }
  if (names.length > 0) {
    text_put_char(out, '\n');
    put_words(text_string(&names), OF_SOURCE, 0, width, out);
  }
  text_free(&names);
}

static void put_entry(const PageSection *section, const Provenance *entry, int width, Text *out)
{
  text_put_char(out, '\n');
  put_equation(entry->key, provenance_formula(section, 0), 0, width, out);
  text_put_char(out, '\n');
  Text meaning = { 0 };
  text_put(&meaning, entry->meaning);
  if (entry->unit[0] != '\0') text_format(&meaning, " [%s]", entry->unit);
  put_words(text_string(&meaning), OF_ENTRY, 0, width, out);
  text_free(&meaning);
  for (int s = 0; s < entry->source_count; s++) {
    if (source_has_part(section, &entry->sources[s]))
      put_source(section, &entry->sources[s], width, out);
  }
  put_absent(section, entry, width, out);
}

void provenance_print_text(const Explanation *explanation, int width, Text *out)
{
  Page *page = provenance_page(explanation, width);
  const PageSection *section = page->first;
  text_put_heading(explanation->equations, out);
  for (int i = 0; i < explanation->entry_count; i++, section = section->next)
    put_entry(section, &explanation->entries[i], width, out);
  for (; section; section = section->next) {
    text_format(out, "\n%s\n", section->title);
    text_put_lines(page, section, out);
  }
  page_free(page);
}
