// lower.c -- expressions to a draft: one node per value, powers as products, names on steps.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "program/program_impl.h"
#include "symbolic/steps.h"

#include <stdlib.h>

typedef struct Lowering {
  const Steps *steps;
  Draft *draft;
  Signed *values;   // of the steps
  bool *is_pinned;  // part of a linear form, or an atom of one
} Lowering;

// ---- linear forms

static bool is_linear(const Expr *node)
{
  if (node->form->op == OP_MUL) return expr_is_number(node->form->arg[0]);
  return node->form->op == OP_ADD || node->form->op == OP_SUB || node->form->op == OP_NEG ||
         node->form->op == OP_NAMED;
}

// Users come first when the list is read backwards.
static void mark_linear_forms(const Steps *steps, bool is_pinned[])
{
  for (int i = steps->count - 1; i >= 0; i--) {
    const Step *item = &steps->at[i];
    bool reads_form = operator_reads_linear_form((Operator)item->node->form->op);
    if (!reads_form && !(is_pinned[i] && is_linear(item->node))) continue;
    for (int k = 0; k < MAX_ARITY; k++) {
      if (item->arg[k] >= 0) is_pinned[item->arg[k]] = true;
    }
  }
}

// ---- powers

enum { LONGEST_EXPONENT = 30 };  // bits; beyond, libm's pow is the shorter way

static bool is_integer_power(const Expr *node)
{
  if (node->form->op != OP_POW || !expr_is_number(node->form->arg[1])) return false;
  const fmpq *exponent = node->form->arg[1]->form->number;
  return fmpz_is_one(fmpq_denref(exponent)) && fmpz_bits(fmpq_numref(exponent)) <= LONGEST_EXPONENT;
}

static Signed power(Draft *draft, Signed base, long exponent)
{
  Signed one = { draft_leaf(draft, expr_integer(draft->pool, 1)), false };
  Signed result = one, square = base;
  for (long rest = labs(exponent); rest > 0; rest >>= 1) {
    if (rest & 1) result = draft_multiply(draft, result, square);
    if (rest > 1) square = draft_multiply(draft, square, square);
  }
  if (exponent > 0) return result;
  return draft_apply(draft, OP_DIV, (const Signed[MAX_ARITY]){ one, result });
}

// ---- nodes

static Signed lower_operation(const Lowering *lowering, int i)
{
  const Step *item = &lowering->steps->at[i];
  const Expr *node = item->node;
  Signed args[MAX_ARITY] = { { 0 } };
  for (int k = 0; k < expr_arity(node); k++)
    args[k] = lowering->values[item->arg[k]];
  if (is_integer_power(node)) {
    if (lowering->is_pinned[i]) args[0].node = draft_positive(lowering->draft, args[0]);
    if (lowering->is_pinned[i]) args[0].is_minus = false;
    return power(lowering->draft, args[0],
                 fmpz_get_si(fmpq_numref(node->form->arg[1]->form->number)));
  }
  bool is_atom = lowering->is_pinned[i] && !is_linear(node);
  if (is_atom) return draft_apply_as_written(lowering->draft, (Operator)node->form->op, args);
  return draft_apply(lowering->draft, (Operator)node->form->op, args);
}

static Signed lower_node(const Lowering *lowering, int i)
{
  const Step *item = &lowering->steps->at[i];
  const Expr *node = item->node;
  if (node->form->stage == STAGE_LITERAL || node->form->op == OP_SYMBOL) {
    return (Signed){ draft_leaf(lowering->draft, node), false };
  }
  if (node->form->op != OP_NAMED) return lower_operation(lowering, i);
  int definition = draft_positive(lowering->draft, lowering->values[item->arg[0]]);
  draft_set_name(lowering->draft, definition, node->form->named.name);
  return (Signed){ definition, false };
}

Draft *program_lower(Pool *pool, const Expr *const roots[], int count)
{
  Steps steps = steps_of(roots, count);
  Lowering lowering = { .steps = &steps, .draft = draft_new(pool, count) };
  lowering.values = memory_new((size_t)steps.count, sizeof lowering.values[0]);
  lowering.is_pinned = memory_new((size_t)steps.count, sizeof lowering.is_pinned[0]);
  mark_linear_forms(&steps, lowering.is_pinned);
  for (int i = 0; i < steps.count; i++)
    lowering.values[i] = lower_node(&lowering, i);
  for (int i = 0; i < count; i++) {
    lowering.draft->outputs[i] = draft_positive(lowering.draft, lowering.values[steps.roots[i]]);
  }
  draft_finish(lowering.draft);
  free(lowering.values);
  free(lowering.is_pinned);
  steps_free(&steps);
  return lowering.draft;
}
