// provenance_text.c -- explanations on a terminal.
//
//   M[1,2] = -m*l*cos(th)
//     force on x that a unit acceleration of th asks for, and torque on th that one of x does
//     [kg.m]
//
//     body bob, cart_pole.bl:7
//       body bob on pole : mass m, com [0, l, 0]
//       mass: m*v_x . v_th = -m*l*cos(th)
//         v_x = [1, 0, 0]   velocity of its centre of mass for x' = 1, axes of ground
// SPDX-License-Identifier: MIT
#include "codegen/pages/equations_text.h"
#include "codegen/pages/provenance_print.h"

#include <string.h>

enum { OF_ENTRY = 2, OF_SOURCE = 4, OF_PART = 6, OF_VECTOR = 8 };

static void put_words(const char *words, int indent, int width, Text *out)
{
  text_repeat(out, ' ', indent);
  text_put_words(words, indent, width, out);
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

// Puts "LEFT = FORMULA". A wide formula after a wide left side begins on a new line, and one that
// is too long to be useful is omitted.
static void put_equation(const char *left, const char *sign, const MathRow *row, int indent,
                         int width, Text *out)
{
  enum { WIDE = 24, MAX_LINES = 15 };
  int column = indent + text_columns(left, strlen(left)) + (int)strlen(sign);
  text_format(out, "%*s%s", indent, "", left);
  if (row && row->width > MAX_LINES * width) {
    text_format(out, "%s... (%d columns; --as json writes it out)\n", sign, row->width);
    return;
  }
  if (row && column > indent + WIDE && column + row->width > width) {
    text_format(out, "\n%*s", indent, "");
    column = indent + (int)strlen(sign);
  }
  text_put(out, sign);
  put_formula(row, column, width, out);
  text_put_char(out, '\n');
}

// ---- factors of parts

static int component_count(const ProvenanceFactor *factor) { return factor->axes ? 3 : 1; }

static bool is_zero_factor(const PageSection *section, const ProvenanceFactor *factor)
{
  for (int i = 0; i < component_count(factor); i++) {
    if (provenance_formula(section, factor->first + i)) return false;
  }
  return true;
}

static int factor_width(const PageSection *section, const ProvenanceFactor *factor)
{
  int width = factor->axes ? 6 : 0;  // brackets and commas
  for (int i = 0; i < component_count(factor); i++) {
    const MathRow *row = provenance_formula(section, factor->first + i);
    width += row ? row->width : 1;
  }
  return width;
}

static void put_components(const PageSection *section, const ProvenanceFactor *factor,
                           const char *between, int column, int width, Text *out)
{
  if (factor->axes) text_put_char(out, '[');
  for (int i = 0; i < component_count(factor); i++) {
    if (i > 0) text_put(out, between);
    put_formula(provenance_formula(section, factor->first + i), column, width, out);
  }
  if (factor->axes) text_put_char(out, ']');
}

// Puts the meaning of a factor; axes equal to those of the preceding factor are not repeated.
static void put_meaning(const ProvenancePart *part, int index, Text *out)
{
  const ProvenanceFactor *factor = &part->factors[index], *before = factor - 1;
  bool is_reported =
      index > 0 && before->axes && factor->axes && strcmp(before->axes, factor->axes) == 0;
  text_put(out, factor->meaning);
  if (factor->axes && !is_reported) text_format(out, ", axes of %s", factor->axes);
}

// Widths of the aligned names and values of a part's factors.
typedef struct FactorColumns {
  int name;
  int value;  // only of values followed by their meaning on the same line
} FactorColumns;

static bool has_room(int column, int value, const ProvenancePart *part, int index, int width)
{
  Text meaning = { 0 };
  put_meaning(part, index, &meaning);
  int columns = text_columns(meaning.bytes, meaning.length);
  text_free(&meaning);
  return column + value + 3 + columns <= width;
}

static int column_of_value(const FactorColumns *columns) { return OF_VECTOR + columns->name + 3; }

static FactorColumns factor_columns(const PageSection *section, const ProvenancePart *part,
                                    int width)
{
  FactorColumns columns = { 0 };
  for (int i = 0; i < part->factor_count; i++) {
    int name = text_columns(part->factors[i].name, strlen(part->factors[i].name));
    if (name > columns.name) columns.name = name;
  }
  for (int i = 0; i < part->factor_count; i++) {
    int value = factor_width(section, &part->factors[i]);
    bool is_aligned = has_room(column_of_value(&columns), value, part, i, width);
    if (is_aligned && value > columns.value) columns.value = value;
  }
  return columns;
}

// Puts a factor on one line with its meaning, on two lines, or with one component per line; it is
// omitted if it is too long to be useful.
static void put_factor(const PageSection *section, const ProvenancePart *part, int index,
                       const FactorColumns *columns, int width, Text *out)
{
  enum { MAX_LINES = 8 };
  const ProvenanceFactor *factor = &part->factors[index];
  int column = column_of_value(columns), value = factor_width(section, factor);
  int gap = columns->name - text_columns(factor->name, strlen(factor->name));
  text_format(out, "%*s%s%*s = ", OF_VECTOR, "", factor->name, gap, "");
  if (value > MAX_LINES * width) {
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
  Text meaning = { 0 };
  put_meaning(part, index, &meaning);
  if (has_room(column, value, part, index, width)) {
    if (has_room(column, columns->value, part, index, width)) value -= columns->value;
    text_format(out, "%*s%s\n", value < 0 ? 3 - value : 3, "", text_string(&meaning));
  } else {
    text_put_char(out, '\n');
    put_words(text_string(&meaning), column, width, out);
  }
  text_free(&meaning);
}

// ---- parts

// Puts a part. The formula of a part that is the whole entry has already been printed with the
// entry.
static void put_part(const PageSection *section, const ProvenancePart *part, int width, Text *out)
{
  Text left = { 0 };
  if (part->what) text_put(&left, part->what);
  if (part->rule) text_format(&left, "%s%s", left.length > 0 ? ": " : "", part->rule);
  if (part->value > 0) {
    put_equation(text_string(&left), part->rule ? " = " : ": ",
                 provenance_formula(section, part->value), OF_PART, width, out);
  } else if (left.length > 0) {
    text_format(out, "%*s%s\n", OF_PART, "", text_string(&left));
  }
  text_free(&left);
  FactorColumns columns = factor_columns(section, part, width);
  for (int i = 0; i < part->factor_count; i++) {
    if (!is_zero_factor(section, &part->factors[i]))
      put_factor(section, part, i, &columns, width, out);
  }
}

static void put_place(const ProvenanceSource *source, int width, Text *out)
{
  text_format(out, "\n%*s%s %s", OF_SOURCE, "", source->kind, source->name);
  if (source->element) text_format(out, ", element %s", source->element);
  if (!source->span.source) {
    text_put_char(out, '\n');
    return;
  }
  text_format(out, ", %s:%d\n", source->span.source->name, span_place(source->span).line);
  Text statement = { 0 };
  provenance_put_statement(source->span, &statement);
  put_words(text_string(&statement), OF_PART, width, out);
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

// Puts the sources without contribution: "body S1, S2; spring rear".
static void put_absent(const PageSection *section, const Provenance *entry, int width, Text *out)
{
  enum { MAX_NAMES = 8 };
  Text names = { 0 };
  const char *kind = NULL;
  int count = 0;
  for (int s = 0; s < entry->source_count; s++) {
    const ProvenanceSource *source = &entry->sources[s];
    if (source_has_part(section, source) || ++count > MAX_NAMES) continue;
    bool is_same = kind && strcmp(kind, source->kind) == 0;
    text_put(&names, names.length == 0 ? "no part in it: " : is_same ? ", " : "; ");
    if (!is_same) text_format(&names, "%s ", source->kind);
    text_put(&names, source->name);
    kind = source->kind;
  }
  if (count > MAX_NAMES) text_format(&names, ", and %d more", count - MAX_NAMES);
  if (count > 0) {
    text_put_char(out, '\n');
    put_words(text_string(&names), OF_SOURCE, width, out);
  }
  text_free(&names);
}

static void put_entry(const PageSection *section, const Provenance *entry, int width, Text *out)
{
  text_put_char(out, '\n');
  put_equation(entry->key, " = ", provenance_formula(section, 0), 0, width, out);
  Text meaning = { 0 };
  text_put(&meaning, entry->meaning);
  if (entry->unit[0] != '\0') text_format(&meaning, " [%s]", entry->unit);
  put_words(text_string(&meaning), OF_ENTRY, width, out);
  text_free(&meaning);
  for (int s = 0; s < entry->source_count; s++) {
    if (source_has_part(section, &entry->sources[s]))
      put_source(section, &entry->sources[s], width, out);
  }
  put_absent(section, entry, width, out);
}

// Replaces long entries by dots. The limit counts operations without sharing; about thirty make a
// line before a formula is condensed. Returns true if any entry was replaced.
static bool leave_out_long(Explanation *explanation)
{
  enum { MAX_OPERATIONS = 3000 };
  bool is_found = false;
  for (int k = 0; k < explanation->equations->quantity_count; k++) {
    const Quantity *quantity = &explanation->equations->quantities[k];
    for (int i = 0; i < quantity->rows; i++) {
      if (quantity->entries[i]->form->cost <= MAX_OPERATIONS) continue;
      quantity->entries[i] = expr_symbol(expr_pool(quantity->entries[i]), "...", STAGE_INPUT);
      is_found = true;
    }
  }
  return is_found;
}

void provenance_print_text(Explanation *explanation, int width, Text *out)
{
  bool has_dots = leave_out_long(explanation);
  Page *page = provenance_page(explanation, width);
  const PageSection *section = page->first;
  text_put_heading(page, out);
  if (has_dots) text_put(out, "...: too long to read; --as json writes it out\n");
  for (int i = 0; i < explanation->entry_count; i++, section = section->next)
    put_entry(section, &explanation->entries[i], width, out);
  for (; section; section = section->next) {
    text_format(out, "\n%s\n", section->title);
    text_put_lines(page, section, out);
  }
  page_free(page);
}
