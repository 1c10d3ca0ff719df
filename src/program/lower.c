// lower.c -- expressions to steps: one per value, powers as products, names on operations.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "program/program_impl.h"

#include <stdlib.h>

typedef struct Lowering {
  const Steps *listed;  // the expressions
  Steps steps;          // what becomes of them
  Signed *values;       // of what is listed
  bool *is_pinned;      // part of a linear form, or an atom of one
  uint32_t *newest;     // of the nodes that use each listed step, the one built last
} Lowering;

// ---- powers

enum { LONGEST_EXPONENT = 30 };  // bits; beyond, libm's pow is the shorter way

// The exponent of an integer power; NULL: it is none.
static const fmpz *integer_exponent(const Steps *listed, int place)
{
  const Step *step = &listed->at[place];
  const fmpq *exponent = step->op == OP_POW ? step_number(&listed->at[step->arg[1]]) : NULL;
  if (!exponent || !fmpz_is_one(fmpq_denref(exponent))) return NULL;
  return fmpz_bits(fmpq_numref(exponent)) <= LONGEST_EXPONENT ? fmpq_numref(exponent) : NULL;
}

static Signed power(Steps *steps, Signed base, long exponent)
{
  Signed one = signed_one(steps), result = one, square = base;
  for (long rest = labs(exponent); rest > 0; rest >>= 1) {
    if (rest & 1) result = signed_multiply(steps, result, square);
    if (rest > 1) square = signed_multiply(steps, square, square);
  }
  if (exponent > 0) return result;
  return signed_apply(steps, OP_DIV, (const Signed[MAX_ARITY]){ one, result });
}

// ---- names

// A derivation names values that other quantities may use as well. In those that were built before,
// nobody knows the name: it counts where something built later uses the value.
static uint32_t *newest_users(const Steps *listed)
{
  uint32_t *newest = memory_new((size_t)listed->count, sizeof newest[0]), last = 0;
  for (int i = 0; i < listed->count; i++) {
    const Step *step = &listed->at[i];
    if (step->node->id > last) last = step->node->id;
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++) {
      if (step->node->id > newest[step->arg[k]]) newest[step->arg[k]] = step->node->id;
    }
  }
  for (int i = 0; i < listed->root_count; i++)
    newest[listed->roots[i]] = last;
  return newest;
}

static Signed lower_name(Lowering *lowering, int i)
{
  const Step *step = &lowering->listed->at[i];
  Signed value = lowering->values[step->arg[0]];
  if (step->form->named.definition->id >= lowering->newest[i]) return value;
  int place = signed_positive(&lowering->steps, value);
  steps_set_name(&lowering->steps, place, step->form->named.name);
  return (Signed){ place, false };
}

// ---- steps

static Signed lower_operation(Lowering *lowering, int i)
{
  const Step *step = &lowering->listed->at[i];
  Steps *steps = &lowering->steps;
  Signed args[MAX_ARITY] = { { 0 } };
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
    args[k] = lowering->values[step->arg[k]];
  bool is_atom = lowering->is_pinned[i] && !steps_is_linear(lowering->listed, i);
  const fmpz *exponent = integer_exponent(lowering->listed, i);
  if (exponent) {
    if (is_atom) args[0] = (Signed){ signed_positive(steps, args[0]), false };
    return power(steps, args[0], fmpz_get_si(exponent));
  }
  return is_atom ? signed_as_written(steps, step->op, args) : signed_apply(steps, step->op, args);
}

static Signed lower_step(Lowering *lowering, int i)
{
  const Step *step = &lowering->listed->at[i];
  if (steps_stage(lowering->listed, i) == STAGE_LITERAL || step->op == OP_SYMBOL) {
    return (Signed){ steps_leaf(&lowering->steps, step->node), false };
  }
  return step->op == OP_NAMED ? lower_name(lowering, i) : lower_operation(lowering, i);
}

Steps program_lower(Pool *literals, const Expr *const roots[], int count)
{
  Steps listed = steps_of(roots, count);
  Lowering lowering = { .listed = &listed, .steps = steps_new(literals, count) };
  lowering.values = memory_new((size_t)listed.count, sizeof lowering.values[0]);
  lowering.is_pinned = steps_in_linear_forms(&listed);
  lowering.newest = newest_users(&listed);
  for (int i = 0; i < listed.count; i++)
    lowering.values[i] = lower_step(&lowering, i);
  for (int i = 0; i < count; i++) {
    lowering.steps.roots[i] = signed_positive(&lowering.steps, lowering.values[listed.roots[i]]);
  }
  steps_finish(&lowering.steps);
  free(lowering.values);
  free(lowering.is_pinned);
  free(lowering.newest);
  steps_free(&listed);
  return lowering.steps;
}
