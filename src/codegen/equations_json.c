// equations_json.c -- equations for other programs: every entry as text of the language.
// SPDX-License-Identifier: MIT
#include "codegen/equations_page.h"

#include <string.h>

static void put_string(Text *out, const char *string)
{
  text_put_json_string(out, string, strlen(string));
}

static void put_row(const MathRow *row, Text *out)
{
  text_put_json_string(out, text_string(&row->text), row->text.length);
}

// Mirrored entries are told at their mirrored places, and what is not told is zero.
static void put_entry(const PageSection *section, int index, Text *out)
{
  int n = section->quantity->columns;
  if (layout_is_mirrored(section->quantity, index)) index = index % n * n + index / n;
  const PageLine *line = section->lines, *end = line + section->count;
  while (line < end && line->index != index)
    line++;
  if (line < end) {
    put_row(&line->formula, out);
  } else {
    text_put(out, "\"0\"");
  }
}

static void put_entries(const PageSection *section, int first, int count, Text *out)
{
  text_put_char(out, '[');
  for (int j = 0; j < count; j++) {
    if (j > 0) text_put(out, ", ");
    put_entry(section, first + j, out);
  }
  text_put_char(out, ']');
}

// The same shapes as numbers have in `bielle eval`.
static void put_quantity(const PageSection *section, Text *out)
{
  const Quantity *quantity = section->quantity;
  if (quantity_is_number(quantity)) {
    put_entry(section, 0, out);
  } else if (quantity_is_vector(quantity)) {
    put_entries(section, 0, quantity->rows, out);
  } else {
    for (int i = 0; i < quantity->rows; i++) {
      text_put(out, i == 0 ? "[" : ", ");
      put_entries(section, i * quantity->columns, quantity->columns, out);
    }
    text_put_char(out, ']');
  }
}

// The steps in the order of computation, each with the section that it belongs to.
static void put_steps(const Page *page, Text *out)
{
  const char *between = "\n";
  text_put(out, ",\n \"steps\": [");
  for (const PageSection *section = page->first; section; section = section->next) {
    for (int i = 0; !section->quantity && i < section->count; i++) {
      text_format(out, "%s  {\"name\": ", between);
      put_row(&section->lines[i].label, out);
      text_put(out, ", \"value\": ");
      put_row(&section->lines[i].formula, out);
      text_put(out, ", \"section\": ");
      put_string(out, section->title);
      text_put_char(out, '}');
      between = ",\n";
    }
  }
  text_put_char(out, ']');
}

static void put_definitions(const Page *page, Text *out)
{
  text_put(out, ",\n \"definitions\": {");
  for (const PageSection *section = page->first; section; section = section->next) {
    for (int i = 0; !section->quantity && i < section->count; i++) {
      if (i > 0) text_put(out, ", ");
      put_row(&section->lines[i].label, out);
      text_put(out, ": ");
      put_row(&section->lines[i].formula, out);
    }
  }
  text_put_char(out, '}');
}

// What names mean that nobody gave, by name.
static void put_meanings(const Page *page, Text *out)
{
  int count = 0;
  for (const PageSection *section = page->first; section; section = section->next) {
    for (int i = 0; i < section->count; i++) {
      const PageLine *line = &section->lines[i];
      if (!line->meaning) continue;
      text_put(out, count++ == 0 ? ",\n \"meanings\": {" : ", ");
      put_row(&line->label, out);
      text_put(out, ": ");
      put_string(out, line->meaning);
    }
  }
  if (count > 0) text_put_char(out, '}');
}

static void put_list(const char *key, const char *const labels[], int count, Text *out)
{
  put_string(out, key);
  for (int i = 0; i < count; i++) {
    text_put(out, i == 0 ? ": [" : ", ");
    put_string(out, labels[i]);
  }
  text_put(out, "]");
}

// What entries of lists, rows or columns of matrices are called: a list for each quantity.
typedef enum LabelKind { LABELS_OF_ENTRIES, LABELS_OF_ROWS, LABELS_OF_COLUMNS } LabelKind;

static const char *const *labels_of(const Quantity *quantity, LabelKind kind)
{
  switch (kind) {
  case LABELS_OF_ROWS: return quantity->row_labels;
  case LABELS_OF_COLUMNS: return quantity->column_labels;
  default: return quantity->columns > 1 ? NULL : quantity->labels;
  }
}

static void put_labels(const EquationsPrint *print, LabelKind kind, const char *word, Text *out)
{
  bool is_first = true;
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    const char *const *labels = labels_of(quantity, kind);
    if (!labels) continue;
    if (is_first) {
      text_format(out, ",\n \"%s\": {", word);
    } else {
      text_put(out, ", ");
    }
    is_first = false;
    int count = kind == LABELS_OF_COLUMNS ? quantity->columns : quantity->rows;
    put_list(quantity->key, labels, count, out);
  }
  if (!is_first) text_put(out, "}");
}

// "word": a list of the lines.
static void put_lines(const char *word, const char *lines, Text *out)
{
  if (!lines) return;
  text_format(out, ",\n \"%s\": [", word);
  for (const char *line = lines; *line;) {
    size_t length = strcspn(line, "\n");
    if (line != lines) text_put(out, ", ");
    text_put_json_string(out, line, length);
    line += length + (line[length] == '\n');
  }
  text_put(out, "]");
}

static void put_heading(const Equations *equations, Text *out)
{
  text_put(out, "{\"name\": ");
  put_string(out, equations->name);
  text_put(out, ",\n \"coordinates\": [");
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (i > 0) text_put(out, ", ");
    put_string(out, equations->coordinates[i].name);
  }
  text_put(out, "]");
  put_lines("note", equations->note, out);
}

void equations_print_json(const EquationsPrint *print, Text *out)
{
  static const PageStyle STYLE = { .medium = &PLAIN_TEXT, .is_complete = true };
  Page *page = page_new(print, &STYLE);
  put_heading(print->equations, out);
  if (print->form == FORM_RECURSIVE) {
    put_steps(page, out);
  } else {
    put_definitions(page, out);
  }
  put_meanings(page, out);
  put_labels(print, LABELS_OF_ENTRIES, "labels", out);
  put_labels(print, LABELS_OF_ROWS, "rows", out);
  put_labels(print, LABELS_OF_COLUMNS, "columns", out);
  for (const PageSection *section = page->first; section; section = section->next) {
    if (!section->quantity) continue;
    text_put(out, ",\n ");
    put_string(out, section->quantity->key);
    text_put(out, ": ");
    put_quantity(section, out);
  }
  put_lines("omissions", print->equations->omissions, out);
  text_put(out, "}\n");
  page_free(page);
}
