// substitute.c -- rebuilds expressions with some leaves replaced, or in another pool.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"
#include "symbolic/pool.h"
#include "symbolic/calculus/table_function.h"

#include <stdlib.h>

// The replacement of each step, by index; NULL: not replaced. free() the result.
static const Expr **replacements(const Steps *steps, const Expr *const from[],
                                 const Expr *const to[], int count)
{
  const Expr **given = memory_new((size_t)steps->count + 1, sizeof(*given));
  for (int i = count - 1; i >= 0; i--) {
    int place = steps_place(steps, from[i]);
    if (place >= 0 && steps->at[place].op != OP_NUMBER) given[place] = to[i];
  }
  return given;
}

// Rebuilds the node with new arguments. An unchanged node is returned as it is; a name whose
// definition changed is replaced by the new definition.
static const Expr *rebuild(const Steps *steps, const Step *step, const Expr *const built[])
{
  const Expr *args[MAX_ARITY] = { NULL };
  bool is_changed = false;
  for (int k = 0; k < operator_info(step->op)->arity; k++) {
    args[k] = built[step->arg[k]];
    is_changed = is_changed || args[k] != steps->at[step->arg[k]].node;
  }
  if (!is_changed) return step->node;
  return step->op == OP_NAMED ? args[0] : expr_apply(step->op, args);
}

void expr_substitute_all(const Expr *const e[], int expression_count, const Expr *const from[],
                         const Expr *const to[], int count, const Expr *out[])
{
  Steps steps = steps_of(e, expression_count);
  const Expr **built = replacements(&steps, from, to, count);
  for (int i = 0; i < steps.count; i++)
    if (!built[i]) built[i] = rebuild(&steps, &steps.at[i], built);
  for (int i = 0; i < expression_count; i++)
    out[i] = built[steps.roots[i]];
  free(built);
  steps_free(&steps);
}

const Expr *expr_substitute(const Expr *e, const Expr *const from[], const Expr *const to[],
                            int count)
{
  const Expr *result;
  expr_substitute_all(&e, 1, from, to, count, &result);
  return result;
}

static const Expr *copy_symbol(Pool *pool, const Symbol *symbol)
{
  const Expr *copy = expr_symbol(pool, symbol->name, symbol->stage);
  const Symbol *last = symbol;
  const Expr *copied = copy;
  while (last->rate && !copied->form->symbol->rate) {  // q -> q' -> q''
    last = last->rate->form->symbol;
    const Expr *rate = expr_symbol(pool, last->name, last->stage);
    expr_set_rate(copied, rate);
    copied = rate;
  }
  for (int i = last->pending_rate_count; i > 0 && !copied->form->symbol->rate; i--)
    copied = expr_rate(copied);
  return copy;
}

static const Expr *copy_form(Pool *pool, const Form *form, const Expr *const args[])
{
  switch (form->op) {
  case OP_NUMBER: return expr_fraction(pool, form->number);
  case OP_SYMBOL: return copy_symbol(pool, form->symbol);
  case OP_PI: return pool->pi;
  case OP_POINTS: return expr_points(pool, form->points.table, form->points.order);
  case OP_UNDEFINED: return pool->undefined;
  case OP_NAMED: return expr_name(form->named.name, args[0]);
  default: return expr_apply((Operator)form->op, args);
  }
}

static const Expr *copy_step(Pool *pool, const Step *step, const Expr *const built[])
{
  const Expr *args[MAX_ARITY] = { NULL };
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
    args[k] = built[step->arg[k]];
  return copy_form(pool, step->form, args);
}

// Copies a small expression recursively, without a list of steps. Returns NULL if it contains a
// name, because names of names may be deeply nested.
static const Expr *copy_small(Pool *pool, const Expr *e)
{
  const Expr *args[MAX_ARITY] = { NULL };
  if (e->form->op == OP_NAMED) return NULL;
  for (int k = 0; k < expr_arity(e); k++) {
    args[k] = copy_small(pool, e->form->arg[k]);
    if (!args[k]) return NULL;
  }
  return copy_form(pool, e->form, args);
}

const Expr *expr_copy_with(Pool *pool, const Expr *e, const Expr *const from[],
                           const Expr *const to[], int count)
{
  Steps steps = steps_of(&e, 1);
  const Expr **built = replacements(&steps, from, to, count);
  for (int i = 0; i < steps.count; i++)
    if (!built[i]) built[i] = copy_step(pool, &steps.at[i], built);
  const Expr *result = built[steps.roots[0]];
  free(built);
  steps_free(&steps);
  return result;
}

const Expr *expr_copy(Pool *pool, const Expr *e)
{
  enum { SMALL_COST = 20 };
  if (expr_pool(e) == pool) return e;
  const Expr *small = e->form->cost <= SMALL_COST ? copy_small(pool, e) : NULL;
  return small ? small : expr_copy_with(pool, e, NULL, NULL, 0);
}
