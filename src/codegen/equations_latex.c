// equations_latex.c -- equations for a paper, with amsmath.
//
// A matrix whose rows fit on a line is a pmatrix; otherwise the entries of a quantity are the lines
// of an align environment, zeros left out.
// SPDX-License-Identifier: MIT
#include "codegen/equations_layout.h"
#include "symbolic/latex.h"

#include <assert.h>
#include <string.h>

// Columns of plain text that fill a line of an A4 page; in a matrix, whose entries have no spaces
// between words, and many cosines, more of them fit.
enum { LINE = 70, MATRIX_LINE = 100, MATRIX_COLUMNS = 6 };

typedef struct Page {
  const EquationsPrint *print;
  Arena *arena;
  Text *out;
} Page;

// The symbol for the kind of a key: H of "fk:tip".
static const char *kind_symbol(const char *key, size_t length)
{
  static const char *const KINDS[][2] = {
    { "fk", "H" },
    { "pos", "p" },
    { "jac", "J" },
    { "jacdot", "\\dot{J}" },
    { "twist", "\\mathcal{V}" },
    { "accel", "\\dot{\\mathcal{V}}" },
    { "det", "\\det J" },
  };
  for (size_t k = 0; k < sizeof KINDS / sizeof KINDS[0]; k++) {
    if (strlen(KINDS[k][0]) == length && strncmp(KINDS[k][0], key, length) == 0) return KINDS[k][1];
  }
  assert(false && "every kind of key has its symbol");
  return "";
}

// M, \tau; "fk:tip" becomes H_{\mathrm{tip}}, "jac:tip/R2" {}^{R_{2}}J_{\mathrm{tip}}.
static void put_symbol(const Page *page, const Quantity *quantity, Text *out)
{
  const char *colon = strchr(quantity->key, ':');
  if (!colon) {
    latex_put_name(out, quantity->key);
    return;
  }
  const char *name = colon + 1, *stroke = strchr(name, '/');
  if (stroke) {
    text_put(out, "{}^{");
    latex_put_name(out, stroke + 1);
    text_put(out, "}");
    name = arena_copy_text(page->arena, name, (size_t)(stroke - name));
  }
  text_format(out, "%s_{", kind_symbol(quantity->key, (size_t)(colon - quantity->key)));
  latex_put_name(out, name);
  text_put(out, "}");
}

static void put_label(const Page *page, const Quantity *quantity, int row, int column, Text *out)
{
  put_symbol(page, quantity, out);
  if (quantity->rows == 1 && quantity->columns == 1) return;
  bool is_subscripted = strchr(quantity->key, ':') != NULL;
  text_format(out, is_subscripted ? "[%d" : "_{%d", row + 1);
  if (quantity->columns > 1) text_format(out, ",%d", column + 1);
  text_put(out, is_subscripted ? "]" : "}");
}

// One equation, begun behind `separator` (a line end after the first).
static void put_equation(const Page *page, const char *separator, const char *label, const Expr *e)
{
  text_format(page->out, "%s  %s &= ", separator, label);
  formula_latex_wrapped(layout_formula(page->print, e, page->arena), LINE, page->out);
}

// ---- a matrix

// The formulas of the entries, or NULL if the rows do not fit.
static const Formula **matrix_cells(const Page *page, const Quantity *quantity)
{
  int n = quantity->columns, total = 2 * n;
  if (n == 1 || n > MATRIX_COLUMNS || quantity->is_symmetric) return NULL;
  const Formula **cells = ARENA_ARRAY(page->arena, const Formula *, quantity->rows *n);
  for (int j = 0; j < n; j++) {
    uint32_t widest = 0;
    for (int i = 0; i < quantity->rows; i++) {
      const Formula *cell = layout_formula(page->print, quantity->entries[i * n + j], page->arena);
      if (formula_length(cell) > widest) widest = formula_length(cell);
      cells[i * n + j] = cell;
    }
    if (widest > MATRIX_LINE) return NULL;
    total += (int)widest;
  }
  return total <= MATRIX_LINE ? cells : NULL;
}

static void put_matrix(const Page *page, const Quantity *quantity, const Formula *const cells[])
{
  text_put(page->out, "\\begin{equation*}\n  ");
  put_symbol(page, quantity, page->out);
  text_put(page->out, " = \\begin{pmatrix}\n");
  for (int i = 0; i < quantity->rows; i++) {
    for (int j = 0; j < quantity->columns; j++) {
      text_put(page->out, j == 0 ? "    " : " & ");
      formula_latex(cells[i * quantity->columns + j], page->out);
    }
    text_put(page->out, i + 1 < quantity->rows ? " \\\\\n" : "\n");
  }
  text_put(page->out, "  \\end{pmatrix}\n\\end{equation*}\n");
}

// ---- entries one by one

static void put_entries(const Page *page, const Quantity *quantity)
{
  text_put(page->out, "\\begin{align*}\n");
  const char *separator = "";
  for (int row = 0; row < quantity->rows; row++) {
    for (int column = 0; column < quantity->columns; column++) {
      const Expr *entry = quantity->entries[row * quantity->columns + column];
      bool is_alone = quantity->rows * quantity->columns == 1;
      if (layout_is_mirrored(quantity, row, column)) continue;
      if (expr_is_zero(entry) && !is_alone) continue;
      Text label = { 0 };
      put_label(page, quantity, row, column, &label);
      if (quantity->is_symmetric && row != column) {
        text_put(&label, " = ");
        put_label(page, quantity, column, row, &label);
      }
      put_equation(page, separator, text_string(&label), entry);
      separator = " \\\\\n";
      text_free(&label);
    }
  }
  if (separator[0] == '\0') {
    put_symbol(page, quantity, page->out);
    text_put(page->out, " &= 0");
  }
  text_put(page->out, "\n\\end{align*}\n");
}

static void put_quantity(const Page *page, const Quantity *quantity)
{
  text_format(page->out, "\n%% %s: %s\n", quantity->key, quantity->title);
  const Formula **cells = matrix_cells(page, quantity);
  if (cells) {
    put_matrix(page, quantity, cells);
  } else {
    put_entries(page, quantity);
  }
}

static void put_definitions(const Page *page)
{
  NamedValues values = layout_named_values(page->print, page->arena);
  if (values.count == 0) return;
  text_put(page->out, "\n% where\n\\begin{align*}\n");
  for (int i = 0; i < values.count; i++) {
    Text label = { 0 };
    latex_put_name(&label, values.nodes[i]->named.name);
    put_equation(page, i == 0 ? "" : " \\\\\n", text_string(&label),
                 values.nodes[i]->named.definition);
    text_free(&label);
  }
  text_put(page->out, "\n\\end{align*}\n");
}

void equations_print_latex(const EquationsPrint *print, Text *out)
{
  Arena *arena = arena_new();
  Page page = { print, arena, out };
  text_format(out, "%% %s; needs \\usepackage{amsmath}. Entries that are not listed are 0.\n",
              print->equations->name);
  for (int k = 0; k < print->key_count; k++) {
    put_quantity(&page, equations_find(print->equations, print->keys[k]));
  }
  put_definitions(&page);
  arena_free(arena);
}
