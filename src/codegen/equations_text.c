// equations_text.c -- equations on a terminal.
//
// A matrix whose rows fit on a line is drawn as a matrix; otherwise its entries are listed, zeros
// left out, mirrored entries named once. Entries with labels (B112) or with names for their rows or
// columns are always listed.
// SPDX-License-Identifier: MIT
#include "codegen/equations_layout.h"
#include "symbolic/print.h"

#include <string.h>

enum { INDENT = 2 };

typedef struct Page {
  const EquationsPrint *print;
  CompactNames *names;
  Arena *arena;
  Text *out;
} Page;

static void put_index(const char *const labels[], int index, Text *out)
{
  if (labels) {
    text_put(out, labels[index]);
  } else {
    text_format(out, "%d", index + 1);
  }
}

static void put_label(const Quantity *quantity, int row, int column, Text *out)
{
  if (quantity->labels) {
    text_put(out, quantity->labels[row * quantity->columns + column]);
    return;
  }
  text_put(out, quantity->key);
  if (quantity->rows == 1 && quantity->columns == 1) return;
  text_put_char(out, '[');
  put_index(quantity->row_labels, row, out);
  if (quantity->columns > 1) {
    text_put_char(out, ',');
    put_index(quantity->column_labels, column, out);
  }
  text_put_char(out, ']');
}

static void put_equation(const Page *page, const char *label, const Formula *formula)
{
  Text *out = page->out;
  text_repeat(out, ' ', INDENT);
  text_format(out, "%s = ", label);
  int column = INDENT + text_columns(label, strlen(label)) + 3;
  formula_print_wrapped(formula, page->names, column, page->print->width, out);
  text_put_char(out, '\n');
}

// ---- entries one by one

static void put_entry(const Page *page, const Quantity *quantity, int row, int column)
{
  Text label = { 0 };
  put_label(quantity, row, column, &label);
  if (quantity->is_symmetric && row != column && !quantity->labels) {
    text_put(&label, " = ");
    put_label(quantity, column, row, &label);
  }
  int index = row * quantity->columns + column;
  put_equation(page, text_string(&label), layout_entry(page->print, quantity, index, page->arena));
  text_free(&label);
}

static void put_entries(const Page *page, const Quantity *quantity)
{
  int zeros = 0, shown = 0;
  for (int row = 0; row < quantity->rows; row++) {
    for (int column = 0; column < quantity->columns; column++) {
      if (layout_is_mirrored(quantity, row, column)) continue;
      if (expr_is_zero(quantity->entries[row * quantity->columns + column])) {
        zeros++;
      } else {
        put_entry(page, quantity, row, column);
        shown++;
      }
    }
  }
  if (zeros == 0) return;
  text_repeat(page->out, ' ', INDENT);
  if (quantity->rows * quantity->columns == 1) {
    text_format(page->out, "%s = 0\n", quantity->key);
  } else {
    text_put(page->out, shown == 0 ? "all entries are 0\n" : "all other entries are 0\n");
  }
}

// ---- a drawn matrix

// The entries as texts; returns the columns that a row takes.
static int print_cells(const Page *page, const Quantity *quantity, Text cells[], int widths[])
{
  int total = INDENT + 4;
  for (int j = 0; j < quantity->columns; j++) {
    widths[j] = 0;
    for (int i = 0; i < quantity->rows; i++) {
      Text *cell = &cells[i * quantity->columns + j];
      const Expr *entry = quantity->entries[i * quantity->columns + j];
      formula_print(layout_formula(page->print, entry, page->arena), page->names, cell);
      int width = text_columns(text_string(cell), cell->length);
      if (width > widths[j]) widths[j] = width;
    }
    total += widths[j] + 2;
  }
  return total;
}

static void put_rows(const Page *page, const Quantity *quantity, const Text cells[],
                     const int widths[])
{
  for (int i = 0; i < quantity->rows; i++) {
    text_repeat(page->out, ' ', INDENT);
    text_put(page->out, "[");
    for (int j = 0; j < quantity->columns; j++) {
      const Text *cell = &cells[i * quantity->columns + j];
      text_put(page->out, "  ");
      text_put(page->out, text_string(cell));
      text_repeat(page->out, ' ', widths[j] - text_columns(text_string(cell), cell->length));
    }
    text_put(page->out, "  ]\n");
  }
}

// Draws the matrix if its rows fit.
static bool put_matrix(const Page *page, const Quantity *quantity)
{
  if (quantity->columns == 1 || quantity->is_symmetric || layout_is_listed(quantity)) return false;
  int count = quantity->rows * quantity->columns;
  Text *cells = ARENA_ARRAY(page->arena, Text, count);
  int *widths = ARENA_ARRAY(page->arena, int, quantity->columns);
  bool fits = print_cells(page, quantity, cells, widths) <= page->print->width;
  if (fits) put_rows(page, quantity, cells, widths);
  for (int i = 0; i < count; i++)
    text_free(&cells[i]);
  return fits;
}

// ---- the page

static void put_heading(const Page *page)
{
  const Equations *equations = page->print->equations;
  text_put(page->out, equations->name);
  if (equations->title[0] != '\0') text_format(page->out, ": %s", equations->title);
  text_put(page->out, "\nq = (");
  for (int i = 0; i < equations->coordinate_count; i++) {
    text_format(page->out, "%s%s", i == 0 ? "" : ", ", equations->coordinates[i].name);
  }
  text_put(page->out, ")\n");
  if (equations->note) text_put(page->out, equations->note);
}

static void put_definitions(const Page *page)
{
  NamedValues values = layout_named_values(page->print, page->arena);
  if (values.count == 0) return;
  text_put(page->out, "\nwhere\n");
  for (int i = 0; i < values.count; i++) {
    const Expr *definition = values.nodes[i]->named.definition;
    put_equation(page, values.nodes[i]->named.name,
                 layout_formula(page->print, definition, page->arena));
  }
}

static void put_legend(const Page *page)
{
  if (!page->names) return;
  Text legend = { 0 };
  compact_put_legend(page->names, &legend);
  if (legend.length > 0) text_format(page->out, "\nwith\n%s", text_string(&legend));
  text_free(&legend);
}

void equations_print_text(const EquationsPrint *given, Text *out)
{
  Arena *arena = arena_new();
  EquationsPrint own = *given;
  own.memory = layout_memory_new(arena);
  const EquationsPrint *print = &own;
  Page page = { print, layout_compact_names(print, arena), arena, out };
  put_heading(&page);
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    text_format(out, "\n%s: %s", quantity->key, quantity->title);
    if (quantity->unit[0] != '\0') text_format(out, " [%s]", quantity->unit);
    text_put_char(out, '\n');
    if (!put_matrix(&page, quantity)) put_entries(&page, quantity);
  }
  put_definitions(&page);
  put_legend(&page);
  if (print->equations->omissions) text_format(out, "\n%s", print->equations->omissions);
  arena_free(arena);
}
