// equations_layout.c -- choices that all printers of equations share.
// SPDX-License-Identifier: MIT
#include "codegen/equations_layout.h"

#include "symbolic/condense.h"
#include "symbolic/order.h"
#include "symbolic/polynomial.h"

// Is it the value of a printed quantity that people want to see as a product?
static bool is_wanted_factored(const EquationsPrint *print, const Expr *e)
{
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    if (quantity->is_factored && quantity->entries[0] == e) return true;
  }
  return false;
}

// The irreducible factors, each in its shortest form.
static const Formula *condense_factors(const Expr *e, Arena *arena)
{
  FormulaMaker maker = { e->pool, arena };
  const Formula *whole = formula_factor(e, arena);
  if (whole->kind != FORMULA_PRODUCT) return condense(e, arena);
  const Formula **factors = ARENA_ARRAY(arena, const Formula *, whole->count);
  for (int i = 0; i < whole->count; i++) {
    factors[i] = condense(expr_of_formula(e->pool, whole->parts[i]), arena);
  }
  return formula_product(maker, whole->expr, factors, whole->exponents, whole->count);
}

const Formula *layout_formula(const EquationsPrint *print, const Expr *e, Arena *arena)
{
  if (print->form == FORM_EXPANDED) return formula_expand(e, arena);
  return is_wanted_factored(print, e) ? condense_factors(e, arena) : condense(e, arena);
}

// The entries of all printed quantities, one behind the other.
static const Expr **all_entries(const EquationsPrint *print, Arena *arena, int *count)
{
  *count = 0;
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    *count += quantity->rows * quantity->columns;
  }
  const Expr **entries = ARENA_ARRAY(arena, const Expr *, *count);
  int next = 0;
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    for (int i = 0; i < quantity->rows * quantity->columns; i++) {
      entries[next++] = quantity->entries[i];
    }
  }
  return entries;
}

NamedValues layout_named_values(const EquationsPrint *print, Arena *arena)
{
  int entry_count;
  const Expr **entries = all_entries(print, arena, &entry_count);
  Order order = order_of(entries, entry_count);
  NamedValues values = { ARENA_ARRAY(arena, const Expr *, order.count), 0 };
  for (int i = 0; i < order.count; i++) {
    const Expr *node = order.items[i].node;
    if (node->op == OP_NAMED) values.nodes[values.count++] = node;
  }
  order_free(&order);
  return values;
}

CompactNames *layout_compact_names(const EquationsPrint *print, Arena *arena)
{
  if (!print->is_compact) return NULL;
  const Equations *equations = print->equations;
  const Expr **symbols = ARENA_ARRAY(arena, const Expr *, equations->coordinate_count);
  for (int i = 0; i < equations->coordinate_count; i++) {
    symbols[i] = equations->coordinates[i].symbol;
  }
  return compact_new(arena, symbols, NULL, equations->coordinate_count);
}

bool layout_is_mirrored(const Quantity *quantity, int row, int column)
{
  return quantity->is_symmetric && column < row;
}
