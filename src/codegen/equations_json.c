// equations_json.c -- equations for other programs: every entry as text of the language.
// SPDX-License-Identifier: MIT
#include "codegen/equations_layout.h"
#include "symbolic/print.h"

#include <string.h>

static void put_string(Text *out, const char *string)
{
  text_put_json_string(out, string, strlen(string));
}

static void put_formula(const EquationsPrint *print, const Expr *e, Arena *arena, Text *out)
{
  Text text = { 0 };
  formula_print(layout_formula(print, e, arena), NULL, &text);
  text_put_json_string(out, text_string(&text), text.length);
  text_free(&text);
}

static void put_row(const EquationsPrint *print, const Expr *const row[], int count, Arena *arena,
                    Text *out)
{
  text_put_char(out, '[');
  for (int j = 0; j < count; j++) {
    if (j > 0) text_put(out, ", ");
    put_formula(print, row[j], arena, out);
  }
  text_put_char(out, ']');
}

// The same shapes as numbers have in `bielle eval`.
static void put_quantity(const EquationsPrint *print, const Quantity *quantity, Arena *arena,
                         Text *out)
{
  if (quantity->rows == 1 && quantity->columns == 1) {
    put_formula(print, quantity->entries[0], arena, out);
  } else if (quantity->columns == 1) {
    put_row(print, quantity->entries, quantity->rows, arena, out);
  } else {
    text_put_char(out, '[');
    for (int i = 0; i < quantity->rows; i++) {
      if (i > 0) text_put(out, ", ");
      put_row(print, quantity->entries + i * quantity->columns, quantity->columns, arena, out);
    }
    text_put_char(out, ']');
  }
}

static void put_definitions(const EquationsPrint *print, Arena *arena, Text *out)
{
  NamedValues values = layout_named_values(print, arena);
  text_put(out, ",\n \"definitions\": {");
  for (int i = 0; i < values.count; i++) {
    if (i > 0) text_put(out, ", ");
    put_string(out, values.nodes[i]->named.name);
    text_put(out, ": ");
    put_formula(print, values.nodes[i]->named.definition, arena, out);
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

void equations_print_json(const EquationsPrint *given, Text *out)
{
  Arena *arena = arena_new();
  EquationsPrint own = *given;
  own.memory = layout_memory_new(arena);
  const EquationsPrint *print = &own;
  const Equations *equations = print->equations;
  text_put(out, "{\"name\": ");
  put_string(out, equations->name);
  text_put(out, ",\n \"coordinates\": [");
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (i > 0) text_put(out, ", ");
    put_string(out, equations->coordinates[i].name);
  }
  text_put(out, "]");
  put_lines("note", equations->note, out);
  put_definitions(print, arena, out);
  put_labels(print, LABELS_OF_ENTRIES, "labels", out);
  put_labels(print, LABELS_OF_ROWS, "rows", out);
  put_labels(print, LABELS_OF_COLUMNS, "columns", out);
  for (int k = 0; k < print->key_count; k++) {
    text_put(out, ",\n ");
    put_string(out, print->keys[k]);
    text_put(out, ": ");
    put_quantity(print, equations_find(equations, print->keys[k]), arena, out);
  }
  put_lines("omissions", equations->omissions, out);
  text_put(out, "}\n");
  arena_free(arena);
}
