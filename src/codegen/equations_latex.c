// equations_latex.c -- equations for a paper, with amsmath.
//
// A matrix whose rows fit on a line is a pmatrix; otherwise the entries of a quantity are the lines
// of an align environment, zeros left out.
// SPDX-License-Identifier: MIT
#include "codegen/equations_layout.h"
#include "symbolic/latex.h"

#include <string.h>

// Columns of plain text that fill a line of an A4 page; in a matrix, whose entries have no spaces
// between words, and many cosines, more of them fit.
enum { LINE = 70, MATRIX_LINE = 100, MATRIX_COLUMNS = 6 };

typedef struct Page {
  const EquationsPrint *print;
  CompactNames *names;  // NULL: nothing is abbreviated
  Arena *arena;
  Text *out;
} Page;

// The symbol for the kind of a key, H of "fk:tip"; NULL: the kind itself.
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
    { "lambda", "\\Lambda" },
    { "mu", "\\mu" },
  };
  for (size_t k = 0; k < sizeof KINDS / sizeof KINDS[0]; k++) {
    if (strlen(KINDS[k][0]) == length && strncmp(KINDS[k][0], key, length) == 0) return KINDS[k][1];
  }
  return NULL;
}

static void put_variable(const char *name, Text *out)
{
  bool is_rate = strcmp(name, "qd") == 0, is_second = strcmp(name, "qdd") == 0;
  latex_put_name(out, is_rate ? "q'" : is_second ? "q''" : name);
}

// M, \tau; of "dtau/dq" the quotient of differentials
static void put_plain_symbol(const Page *page, const char *key, Text *out)
{
  const char *stroke = strchr(key, '/');
  if (!stroke) {
    latex_put_name(out, key);
    return;
  }
  text_put(out, "(\\partial ");
  put_variable(arena_copy_text(page->arena, key + 1, (size_t)(stroke - key) - 1), out);
  text_put(out, "/\\partial ");
  put_variable(stroke + 2, out);
  text_put(out, ")");
}

// M, \tau; "fk:tip" becomes H_{\mathrm{tip}}, "jac:tip/R2" {}^{R_{2}}J_{\mathrm{tip}}.
static void put_symbol(const Page *page, const Quantity *quantity, Text *out)
{
  const char *colon = strchr(quantity->key, ':');
  if (!colon) {
    put_plain_symbol(page, quantity->key, out);
    return;
  }
  const char *name = colon + 1, *stroke = strchr(name, '/');
  if (stroke) {
    text_put(out, "{}^{");
    latex_put_name(out, stroke + 1);
    text_put(out, "}");
    name = arena_copy_text(page->arena, name, (size_t)(stroke - name));
  }
  size_t length = (size_t)(colon - quantity->key);
  const char *symbol = kind_symbol(quantity->key, length);
  if (symbol) {
    text_put(out, symbol);
  } else {
    latex_put_name(out, arena_copy_text(page->arena, quantity->key, length));
  }
  text_put(out, "_{");
  latex_put_name(out, name);
  text_put(out, "}");
}

static void put_index(const char *const labels[], int index, Text *out)
{
  if (!labels) {
    text_format(out, "%d", index + 1);
    return;
  }
  const char *bracket = strchr(labels[index], '[');  // tau[q1]
  if (bracket) {
    text_put(out, "\\tau_{");
    Text name = { 0 };
    text_put_bytes(&name, bracket + 1, strlen(bracket) - 2);
    latex_put_name(out, text_string(&name));
    text_free(&name);
    text_put(out, "}");
  } else {
    latex_put_name(out, labels[index]);
  }
}

static void put_label(const Page *page, const Quantity *quantity, int row, int column, Text *out)
{
  if (quantity->labels) {
    latex_put_name(out, quantity->labels[row * quantity->columns + column]);
    return;
  }
  size_t start = out->length;
  put_symbol(page, quantity, out);
  if (quantity->rows == 1 && quantity->columns == 1) return;
  bool is_subscripted = strchr(text_string(out) + start, '_') != NULL;
  text_put(out, is_subscripted ? "[" : "_{");
  put_index(quantity->row_labels, row, out);
  if (quantity->columns > 1) {
    text_put_char(out, ',');
    put_index(quantity->column_labels, column, out);
  }
  text_put(out, is_subscripted ? "]" : "}");
}

// One equation, begun behind `separator` (a line end after the first).
static void put_equation(const Page *page, const char *separator, const char *label,
                         const Formula *formula)
{
  text_format(page->out, "%s  %s &= ", separator, label);
  formula_latex_wrapped(formula, page->names, LINE, page->out);
}

// ---- a matrix

// The formulas of the entries, or NULL if the rows do not fit.
static const Formula **matrix_cells(const Page *page, const Quantity *quantity)
{
  int n = quantity->columns, total = 2 * n;
  if (n == 1 || n > MATRIX_COLUMNS || quantity->is_symmetric || layout_is_listed(quantity))
    return NULL;
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
      formula_latex(cells[i * quantity->columns + j], page->names, page->out);
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
      int index = row * quantity->columns + column;
      bool is_alone = quantity->rows * quantity->columns == 1;
      if (layout_is_mirrored(quantity, row, column)) continue;
      if (expr_is_zero(quantity->entries[index]) && !is_alone) continue;
      Text label = { 0 };
      put_label(page, quantity, row, column, &label);
      if (quantity->is_symmetric && row != column && !quantity->labels) {
        text_put(&label, " = ");
        put_label(page, quantity, column, row, &label);
      }
      put_equation(page, separator, text_string(&label),
                   layout_entry(page->print, quantity, index, page->arena));
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
                 layout_formula(page->print, values.nodes[i]->named.definition, page->arena));
    text_free(&label);
  }
  text_put(page->out, "\n\\end{align*}\n");
}

static void put_legend(const Page *page)
{
  Text legend = { 0 };
  if (page->names) latex_put_legend(page->names, &legend);
  if (legend.length > 0) {
    text_format(page->out, "\n%% with\n\\begin{align*}\n%s\n\\end{align*}\n", text_string(&legend));
  }
  text_free(&legend);
}

static void put_comment_lines(const Page *page, const char *lines)
{
  while (lines && *lines) {
    size_t length = strcspn(lines, "\n");
    text_put(page->out, length > 0 ? "% " : "%");
    text_put_bytes(page->out, lines, length);
    text_put_char(page->out, '\n');
    lines += length + (lines[length] == '\n');
  }
}

void equations_print_latex(const EquationsPrint *given, Text *out)
{
  Arena *arena = arena_new();
  EquationsPrint own = *given;
  own.memory = layout_memory_new(arena);
  const EquationsPrint *print = &own;
  Page page = { print, layout_compact_names(print, arena), arena, out };
  text_format(out, "%% %s; needs \\usepackage{amsmath}. Entries that are not listed are 0.\n",
              print->equations->name);
  put_comment_lines(&page, print->equations->note);
  for (int k = 0; k < print->key_count; k++) {
    put_quantity(&page, equations_find(print->equations, print->keys[k]));
  }
  put_definitions(&page);
  put_legend(&page);
  if (print->equations->omissions) text_put_char(out, '\n');
  put_comment_lines(&page, print->equations->omissions);
  arena_free(arena);
}
