// equations_listing.c -- the dynamic pages of the 1980 report's listing (its sections 4.3 to 4.5).
//
// Constants of augmented bodies, torques of gravity, coefficients A, B and C, each under a heading,
// zeros too where the report prints them. Quantities that the report does not have get a page under
// their title.
// SPDX-License-Identifier: MIT
#include "codegen/equations_layout.h"
#include "notation/print.h"

#include <ctype.h>
#include <string.h>

enum { LINE_WIDTH = 84 };  // of the report

typedef struct Page {
  const EquationsPrint *print;
  Shorthand *names;
  Arena *arena;
  Text *out;
} Page;

static void put_heading(const Page *page, const Quantity *quantity)
{
  static const char *const HEADINGS[][2] = {
    { "constants", "CONSTANT MASSES AND INERTIAS OF AUGMENTED BODIES" },
    { "Q", "TORQUES OF GRAVITY" },
    { "A", "COEFFICIENTS AIJ OF THE TORQUES OF INERTIA" },
    { "B", "COEFFICIENTS BIJK OF THE TORQUES OF CORIOLIS" },
    { "Cc", "COEFFICIENTS CIJ OF THE CENTRIFUGAL TORQUES" },
  };
  text_put(page->out, "\n");
  for (size_t i = 0; i < sizeof HEADINGS / sizeof HEADINGS[0]; i++) {
    if (strcmp(quantity->key, HEADINGS[i][0]) != 0) continue;
    text_format(page->out, "%s\n", HEADINGS[i][1]);
    return;
  }
  for (const char *c = quantity->title; *c; c++)
    text_put_char(page->out, (char)toupper((unsigned char)*c));
  text_put_char(page->out, '\n');
}

static void put_line(const Page *page, const char *label, const Formula *formula)
{
  text_format(page->out, "  %s = ", label);
  int column = 2 + text_columns(label, strlen(label)) + 3;
  formula_print_wrapped(formula, page->names, column, LINE_WIDTH, page->out);
  text_put_char(page->out, '\n');
}

// Labels of the report, or row and column.
static const char *label_of(const Page *page, const Quantity *quantity, int index)
{
  if (quantity->labels) return quantity->labels[index];
  int row = index / quantity->columns + 1, column = index % quantity->columns + 1;
  if (quantity->columns > 1) {
    return arena_format(page->arena, "%s(%d,%d)", quantity->key, row, column);
  }
  return quantity->rows > 1 ? arena_format(page->arena, "%s(%d)", quantity->key, row)
                            : quantity->key;
}

// The report shows which A and Q are zero; the many C that are zero it does not.
static bool is_shown(const Quantity *quantity, int index)
{
  if (layout_is_mirrored(quantity, index / quantity->columns, index % quantity->columns)) {
    return false;
  }
  bool shows_zeros = quantity->is_symmetric || quantity->columns == 1;
  return shows_zeros || !expr_is_zero(quantity->entries[index]);
}

// Entries that hold others as terms come behind them: from the last to the first.
static void put_quantity(const Page *page, const Quantity *quantity)
{
  put_heading(page, quantity);
  int count = quantity->rows * quantity->columns;
  for (int i = 0; i < count; i++) {
    int index = quantity->reused ? count - 1 - i : i;
    if (!is_shown(quantity, index)) continue;
    put_line(page, label_of(page, quantity, index),
             layout_entry(page->print, quantity, index, page->arena));
  }
}

static void put_definitions(const Page *page)
{
  NamedValues values = layout_named_values(page->print, false, page->arena);
  if (values.count > 0) text_put(page->out, "\nCONSTANTS\n");
  for (int i = 0; i < values.count; i++) {
    const Expr *definition = values.nodes[i]->form->named.definition;
    put_line(page, values.nodes[i]->form->named.name,
             layout_formula(page->print, definition, page->arena));
  }
}

void equations_print_listing(const EquationsPrint *given, Text *out)
{
  Arena *arena = arena_new();
  EquationsPrint own = *given;
  own.memory = layout_memory_new(arena);
  own.is_compact = true;
  Page page = { &own, layout_compact_names(&own, arena), arena, out };
  for (int k = 0; k < own.key_count; k++)
    put_quantity(&page, equations_find(own.equations, own.keys[k]));
  put_definitions(&page);
  Text legend = { 0 };
  shorthand_put_legend(page.names, &legend);
  if (legend.length > 0) text_format(out, "\nSINES AND COSINES\n%s", text_string(&legend));
  text_free(&legend);
  arena_free(arena);
}
