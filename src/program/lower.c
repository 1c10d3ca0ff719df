// lower.c -- conversion of expressions to steps: one per value, powers as products, names on
// operations.
// SPDX-License-Identifier: MIT
#include "program/program_impl.h"
#include "program/passes/rewrite.h"

#include <stdlib.h>

// ---- powers

enum { MAX_EXPONENT_BITS = 30 };  // beyond this, pow() of libm is faster

// Returns the exponent if the step is an integer power, otherwise NULL.
static const fmpz *integer_exponent(const Steps *listed, int place)
{
  const Step *step = &listed->at[place];
  const fmpq *exponent = step->op == OP_POW ? step_number(&listed->at[step->arg[1]]) : NULL;
  if (!exponent || !fmpz_is_one(fmpq_denref(exponent))) return NULL;
  return fmpz_bits(fmpq_numref(exponent)) <= MAX_EXPONENT_BITS ? fmpq_numref(exponent) : NULL;
}

static Signed power(Steps *steps, Signed base, long exponent)
{
  Signed one = signed_integer(steps, 1), result = one, square = base;
  for (long rest = labs(exponent); rest > 0; rest >>= 1) {
    if (rest & 1) result = signed_multiply(steps, result, square);
    if (rest > 1) square = signed_multiply(steps, square, square);
  }
  if (exponent > 0) return result;
  return signed_apply(steps, OP_DIV, (const Signed[MAX_ARITY]){ one, result });
}

// ---- names

// A derivation names values that other quantities may use as well. A name is ignored in quantities
// built before it was given: it counts only if a node built later uses the value. marks[i] is the
// newest node that uses step i.
static void mark_newest_users(Rewrite *rewrite)
{
  const Steps *listed = rewrite->old;
  uint32_t *newest = rewrite->marks, last = 0;
  for (int i = 0; i < listed->count; i++) {
    const Step *step = &listed->at[i];
    if (step->node->id > last) last = step->node->id;
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++) {
      if (step->node->id > newest[step->arg[k]]) newest[step->arg[k]] = step->node->id;
    }
  }
  for (int i = 0; i < listed->root_count; i++)
    newest[listed->roots[i]] = last;
}

static Signed lower_name(Rewrite *rewrite, int i)
{
  const Step *step = &rewrite->old->at[i];
  Signed value = rewrite->values[step->arg[0]];
  if (step->form->named.definition->id >= rewrite->marks[i]) return value;
  int place = signed_positive(&rewrite->steps, value);
  steps_set_name(&rewrite->steps, place, step->form->named.name);
  return (Signed){ place, false };
}

// ---- steps

static Signed lower_power(Rewrite *rewrite, int i, long exponent)
{
  Signed base = rewrite->values[rewrite->old->at[i].arg[0]];
  bool is_atom = rewrite->is_pinned[i] && !steps_is_linear(rewrite->old, i);
  if (is_atom) base = (Signed){ signed_positive(&rewrite->steps, base), false };
  return power(&rewrite->steps, base, exponent);
}

static Signed lower_step(Rewrite *rewrite, int i)
{
  const Step *step = &rewrite->old->at[i];
  if (steps_stage(rewrite->old, i) == STAGE_LITERAL || step->op == OP_SYMBOL)
    return rewrite_plain(rewrite, i);
  if (step->op == OP_NAMED) return lower_name(rewrite, i);
  const fmpz *exponent = integer_exponent(rewrite->old, i);
  return exponent ? lower_power(rewrite, i, fmpz_get_si(exponent)) : rewrite_operation(rewrite, i);
}

Steps program_lower(Pool *literals, const Expr *const roots[], int count)
{
  Steps listed = steps_of(roots, count);
  listed.literals = literals;
  Steps lowered = rewrite_list(&listed, mark_newest_users, lower_step);
  steps_free(&listed);
  return lowered;
}
