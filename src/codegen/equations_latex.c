// equations_latex.c -- equations for a paper: align environments of amsmath, one per quantity.
// SPDX-License-Identifier: MIT
#include "codegen/equations_layout.h"
#include "symbolic/latex.h"

#include <string.h>

// Columns of plain text that fill a line of an A4 page.
enum { LINE = 70 };

typedef struct Page {
  const EquationsPrint *print;
  Arena *arena;
  Text *out;
} Page;

// M_{1,2}, \tau_{1}, T; "fk:tip" becomes H_{\mathrm{tip}}, "jac:tip" J_{\mathrm{tip}}.
static void put_symbol(const Quantity *quantity, Text *out)
{
  const char *colon = strchr(quantity->key, ':');
  if (!colon) {
    latex_put_name(out, quantity->key);
    return;
  }
  text_put(out, quantity->key[0] == 'f' ? "H_{" : "J_{");
  latex_put_name(out, colon + 1);
  text_put(out, "}");
}

static void put_label(const Quantity *quantity, int row, int column, Text *out)
{
  put_symbol(quantity, out);
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

static void put_quantity(const Page *page, const Quantity *quantity)
{
  text_format(page->out, "\n%% %s: %s\n\\begin{align*}\n", quantity->key, quantity->title);
  const char *separator = "";
  for (int row = 0; row < quantity->rows; row++) {
    for (int column = 0; column < quantity->columns; column++) {
      const Expr *entry = quantity->entries[row * quantity->columns + column];
      bool is_alone = quantity->rows * quantity->columns == 1;
      if (layout_is_mirrored(quantity, row, column)) continue;
      if (expr_is_zero(entry) && !is_alone) continue;
      Text label = { 0 };
      put_label(quantity, row, column, &label);
      if (quantity->is_symmetric && row != column) {
        text_put(&label, " = ");
        put_label(quantity, column, row, &label);
      }
      put_equation(page, separator, text_string(&label), entry);
      separator = " \\\\\n";
      text_free(&label);
    }
  }
  if (separator[0] == '\0') {
    put_symbol(quantity, page->out);
    text_put(page->out, " &= 0");
  }
  text_put(page->out, "\n\\end{align*}\n");
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
