// equations_json.c -- equations for other programs: every entry as text of the language.
// SPDX-License-Identifier: MIT
#include "codegen/equations_layout.h"
#include "codegen/equations_recursive.h"
#include "notation/print.h"

#include <string.h>

static void put_string(Text *out, const char *string)
{
  text_put_json_string(out, string, strlen(string));
}

static void put_text_of(const Formula *formula, Text *out)
{
  Text text = { 0 };
  formula_print(formula, NULL, &text);
  text_put_json_string(out, text_string(&text), text.length);
  text_free(&text);
}

typedef struct Page {
  const EquationsPrint *print;
  const RecursiveForm *form;  // NULL: every entry is written in full
  Arena *arena;
  Text *out;
} Page;

static void put_formula(const Page *page, const Expr *e)
{
  put_text_of(layout_formula(page->print, e, page->arena), page->out);
}

static void put_entry(const Page *page, const Quantity *quantity, int index)
{
  const Expr *entry = quantity->entries[index];
  if (!page->form || expr_is_zero(entry)) {
    put_formula(page, entry);
    return;
  }
  int row = index / quantity->columns, column = index % quantity->columns;
  if (layout_is_mirrored(quantity, row, column)) index = column * quantity->columns + row;
  put_text_of(recursive_entry(page->form, quantity, index), page->out);
}

static void put_row(const Page *page, const Quantity *quantity, int first, int count)
{
  text_put_char(page->out, '[');
  for (int j = 0; j < count; j++) {
    if (j > 0) text_put(page->out, ", ");
    put_entry(page, quantity, first + j);
  }
  text_put_char(page->out, ']');
}

// The same shapes as numbers have in `bielle eval`.
static void put_quantity(const Page *page, const Quantity *quantity)
{
  if (quantity_is_number(quantity)) {
    put_entry(page, quantity, 0);
  } else if (quantity_is_vector(quantity)) {
    put_row(page, quantity, 0, quantity->rows);
  } else {
    text_put_char(page->out, '[');
    for (int i = 0; i < quantity->rows; i++) {
      if (i > 0) text_put(page->out, ", ");
      put_row(page, quantity, i * quantity->columns, quantity->columns);
    }
    text_put_char(page->out, ']');
  }
}

static void put_definitions(const Page *page)
{
  Text *out = page->out;
  NamedValues values = layout_named_values(page->print, true, page->arena);
  text_put(out, ",\n \"definitions\": {");
  for (int i = 0; i < values.count; i++) {
    if (i > 0) text_put(out, ", ");
    put_string(out, values.nodes[i]->form->named.name);
    text_put(out, ": ");
    put_formula(page, values.nodes[i]->form->named.definition);
  }
  text_put(out, "}");
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

// The steps in the order of computation, each with the section that it belongs to.
static void put_steps(const Page *page)
{
  Text *out = page->out;
  text_put(out, ",\n \"steps\": [");
  const char *section = "";
  for (int k = 0; k < page->form->count && page->form->lines[k].name; k++) {
    const RecursiveLine *line = &page->form->lines[k];
    if (line->title) section = line->title;
    text_put(out, k > 0 ? ",\n  {\"name\": " : "\n  {\"name\": ");
    put_string(out, line->name);
    text_put(out, ", \"value\": ");
    put_text_of(line->formula, out);
    text_put(out, ", \"section\": ");
    put_string(out, section);
    text_put_char(out, '}');
  }
  text_put_char(out, ']');
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

void equations_print_json(const EquationsPrint *given, Text *out)
{
  Arena *arena = arena_new();
  EquationsPrint print = *given;
  print.memory = layout_memory_new(arena);
  RecursiveForm form = { 0 };
  Page page = { &print, NULL, arena, out };
  put_heading(print.equations, out);
  if (print.form == FORM_RECURSIVE) {
    form = recursive_build(&print, ANGLES_AS_STEPS, arena);
    page.form = &form;
    put_steps(&page);
  } else {
    put_definitions(&page);
  }
  put_labels(&print, LABELS_OF_ENTRIES, "labels", out);
  put_labels(&print, LABELS_OF_ROWS, "rows", out);
  put_labels(&print, LABELS_OF_COLUMNS, "columns", out);
  for (int k = 0; k < print.key_count; k++) {
    text_put(out, ",\n ");
    put_string(out, print.keys[k]);
    text_put(out, ": ");
    put_quantity(&page, equations_find(print.equations, print.keys[k]));
  }
  put_lines("omissions", print.equations->omissions, out);
  text_put(out, "}\n");
  recursive_free(&form);
  arena_free(arena);
}
