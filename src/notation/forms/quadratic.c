// quadratic.c -- represents products of rates by symbols while the rest is grouped.
// SPDX-License-Identifier: MIT
#include "notation/forms/quadratic.h"

#include "notation/forms/condense.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

// A product of two rates and the symbol that represents it.
typedef struct Pair {
  const Expr *symbol;
  const Expr *first;
  const Expr *second;
} Pair;

typedef struct Pairs {
  Pair *at;
  int count;
} Pairs;

// The formula with the symbols replaced by the products.
static const Formula *spelled(FormulaMaker maker, const Pairs *pairs, const Formula *f)
{
  for (int k = 0; f->kind == FORMULA_ATOM && k < pairs->count; k++) {
    if (f->expr != pairs->at[k].symbol) continue;
    const Formula *rates[] = { formula_atom(maker, pairs->at[k].first),
                               formula_atom(maker, pairs->at[k].second) };
    return formula_product(maker, expr_integer(maker.pool, 1), rates, NULL, 2);
  }
  if (f->kind != FORMULA_SUM && f->kind != FORMULA_PRODUCT) return f;
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, f->count);
  for (int i = 0; i < f->count; i++)
    parts[i] = spelled(maker, pairs, f->parts[i]);
  return f->kind == FORMULA_SUM ? formula_sum(maker, parts, f->count)
                                : formula_product(maker, f->expr, parts, f->exponents, f->count);
}

static bool depends_on_any(const Expr *e, const Expr *const symbols[], int count)
{
  for (int i = 0; i < count; i++) {
    if (expr_depends_on(e, symbols[i])) return true;
  }
  return false;
}

const Formula *condense_quadratic(const Expr *e, const Expr *const rates[], int count, Arena *arena,
                                  FormCache *memo)
{
  Pool *pool = expr_pool(e);
  FormulaMaker maker = { pool, arena };
  Pairs pairs = { ARENA_ARRAY(arena, Pair, count * (count + 1) / 2), 0 };
  const Expr *rest = e, *form = expr_integer(pool, 0);
  for (int i = 0; i < count; i++) {
    const Expr *slope = expr_derivative(e, rates[i]);
    for (int j = i; j < count; j++) {
      const Expr *second = expr_derivative(slope, rates[j]);
      const Expr *factor = i == j ? half(second) : second;
      if (is_zero(factor)) continue;
      if (depends_on_any(factor, rates, count)) return NULL;
      const char *name = arena_format(arena, "rates %d %d", i, j);
      const Expr *symbol = expr_symbol(pool, name, STAGE_VELOCITY);
      pairs.at[pairs.count++] = (Pair){ symbol, rates[i], rates[j] };
      form = sum(form, product(factor, symbol));
      rest = difference(rest, product(factor, product(rates[i], rates[j])));
    }
  }
  return spelled(maker, &pairs, condense_next(sum(form, rest), arena, memo));
}
