// equations_text.c -- equations on a terminal.
//
// A matrix whose rows fit on a line is drawn as a matrix; otherwise its entries are listed, zeros
// left out, mirrored entries named once. Entries with labels (B112) or with names for their rows or
// columns are always listed.
// SPDX-License-Identifier: MIT
#include "codegen/equations_layout.h"
#include "codegen/equations_recursive.h"
#include "notation/print.h"

#include <string.h>

enum { INDENT = 2 };

typedef struct Page {
  const EquationsPrint *print;
  Shorthand *names;
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

static void put_entry(const Page *page, const Quantity *quantity, int index, const Formula *formula)
{
  int row = index / quantity->columns, column = index % quantity->columns;
  Text label = { 0 };
  put_label(quantity, row, column, &label);
  if (quantity->is_symmetric && row != column && !quantity->labels) {
    text_put(&label, " = ");
    put_label(quantity, column, row, &label);
  }
  put_equation(page, text_string(&label), formula);
  text_free(&label);
}

static void put_zeros(const Page *page, const Quantity *quantity, int zeros, int shown)
{
  if (zeros == 0) return;
  text_repeat(page->out, ' ', INDENT);
  if (quantity->rows * quantity->columns == 1) {
    text_format(page->out, "%s = 0\n", quantity->key);
  } else {
    text_put(page->out, shown == 0 ? "all entries are 0\n" : "all other entries are 0\n");
  }
}

static void put_entries(const Page *page, const Quantity *quantity)
{
  int shown = 0;
  for (int i = 0; i < quantity->rows * quantity->columns; i++) {
    if (!layout_is_shown(quantity, i)) continue;
    put_entry(page, quantity, i, layout_short_entry(page->print, quantity, i, page->arena));
    shown++;
  }
  put_zeros(page, quantity, layout_zero_count(quantity), shown);
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
  NamedValues values = layout_named_values(page->print, false, page->arena);
  if (values.count == 0) return;
  text_put(page->out, "\nwhere\n");
  for (int i = 0; i < values.count; i++) {
    const Expr *definition = values.nodes[i]->form->named.definition;
    put_equation(page, values.nodes[i]->form->named.name,
                 layout_formula(page->print, definition, page->arena));
  }
}

static void put_legend(const Page *page)
{
  if (!page->names) return;
  Text legend = { 0 };
  shorthand_put_legend(page->names, &legend);
  if (legend.length > 0) text_format(page->out, "\nwith\n%s", text_string(&legend));
  text_free(&legend);
}

static void put_title(const Page *page, const Quantity *quantity)
{
  text_format(page->out, "\n%s: %s", quantity->key, quantity->title);
  if (quantity->unit[0] != '\0') text_format(page->out, " [%s]", quantity->unit);
  text_put_char(page->out, '\n');
}

static void put_quantities(const Page *page)
{
  for (int k = 0; k < page->print->key_count; k++) {
    const Quantity *quantity = equations_find(page->print->equations, page->print->keys[k]);
    put_title(page, quantity);
    if (!put_matrix(page, quantity)) put_entries(page, quantity);
  }
  put_definitions(page);
  put_legend(page);
}

// ---- a sequence of named results

static void put_step(const Page *page, const RecursiveLine *line)
{
  if (line->title) text_format(page->out, "\n%s\n", line->title);
  put_equation(page, line->name, line->formula);
}

static void put_results(const Page *page, const RecursiveForm *form, const Quantity *quantity)
{
  put_title(page, quantity);
  int shown = 0;
  for (int k = 0; k < form->count; k++) {
    const RecursiveLine *line = &form->lines[k];
    if (line->quantity != quantity) continue;
    put_entry(page, quantity, line->index, line->formula);
    shown++;
  }
  put_zeros(page, quantity, layout_zero_count(quantity), shown);
}

static void put_angles(const Page *page)
{
  const char *name;
  const Formula *call = page->names ? shorthand_entry(page->names, 0, &name) : NULL;
  if (call) text_put(page->out, "\nsines and cosines\n");
  for (int i = 1; call; i++) {
    text_format(page->out, "%*s%s = ", INDENT, "", name);
    formula_print(call, NULL, page->out);
    text_put_char(page->out, '\n');
    call = shorthand_entry(page->names, i, &name);
  }
}

// Sines and cosines are computed first, so they are told first.
static void put_recursive(const Page *given)
{
  const EquationsPrint *print = given->print;
  RecursiveAngles angles = print->is_compact ? ANGLES_WRITTEN_OUT : ANGLES_AS_STEPS;
  RecursiveForm form = recursive_build(print, angles, given->arena);
  Text body = { 0 };
  Page page = { print, form.names, given->arena, &body };
  for (int k = 0; k < form.count; k++) {
    if (form.lines[k].name) put_step(&page, &form.lines[k]);
  }
  for (int k = 0; k < print->key_count; k++)
    put_results(&page, &form, equations_find(print->equations, print->keys[k]));
  page.out = given->out;
  put_angles(&page);
  text_put(given->out, text_string(&body));
  text_free(&body);
  recursive_free(&form);
}

void equations_print_text(const EquationsPrint *given, Text *out)
{
  Arena *arena = arena_new();
  EquationsPrint own = *given;
  own.memory = layout_memory_new(arena);
  const EquationsPrint *print = &own;
  Page page = { print, layout_compact_names(print, arena), arena, out };
  put_heading(&page);
  if (print->form == FORM_RECURSIVE) {
    put_recursive(&page);
  } else {
    put_quantities(&page);
  }
  if (print->equations->omissions) text_format(out, "\n%s", print->equations->omissions);
  arena_free(arena);
}
