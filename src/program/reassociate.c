// reassociate.c -- earlier stages first within products and sums.
//
// (p1*q)*p2 with parameters p and a coordinate q costs two products at every pose; (p1*p2)*q costs
// one, the other runs once per robot. Taken by stage, the leaves of a chain need the fewest steps
// in every later stage; the total stays. Chains that gain nothing stay as written.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "program/program_impl.h"
#include "program/rewrite.h"

#include <stdlib.h>

// With the leaves in order, every leaf but the first is one step of its own stage.
static bool gains_from_order(const Chain *chain)
{
  int leaves_at[STAGE_COUNT] = { 0 };
  for (int i = 0; i < chain->count; i++)
    leaves_at[chain->leaves[i].stage]++;
  int stage = 0;
  while (leaves_at[stage] == 0)
    stage++;
  leaves_at[stage]--;
  for (stage = STAGE_COUNT - 1; stage > 0; stage--) {
    if (leaves_at[stage] != chain->steps_at[stage])
      return leaves_at[stage] < chain->steps_at[stage];
  }
  return false;
}

static Signed combine_leaves(Rewrite *rewrite, Operator op, const Chain *chain)
{
  Signed result = chain->leaves[0].value;
  for (int i = 1; i < chain->count; i++) {
    result = op == OP_MUL ? signed_multiply(&rewrite->steps, result, chain->leaves[i].value)
                          : signed_add(&rewrite->steps, result, chain->leaves[i].value);
  }
  return result;
}

static Steps reassociate(const Steps *old, bool is_for_products)
{
  Rewrite rewrite = rewrite_begin(old);
  Chain chain = { 0 };
  for (int i = 0; i < old->count; i++) {
    Operator op = old->at[i].op;
    bool is_subject = is_for_products ? op == OP_MUL : operator_is_sum(op);
    if (is_subject && chain_gather(&rewrite, i, &chain) && gains_from_order(&chain)) {
      chain_sort(&chain);
      rewrite_set(&rewrite, i, combine_leaves(&rewrite, op, &chain));
    } else {
      rewrite_set(&rewrite, i, rewrite_plain(&rewrite, i));
    }
  }
  chain_free(&chain);
  return rewrite_end(&rewrite);
}

Steps pass_products(const Steps *old) { return reassociate(old, true); }

Steps pass_sums(const Steps *old) { return reassociate(old, false); }

// Divisions by each node.
static int *count_divisions(const Steps *steps)
{
  int *divisions = memory_new((size_t)steps->count, sizeof divisions[0]);
  for (int i = 0; i < steps->count; i++) {
    if (steps->at[i].op == OP_DIV) divisions[steps->at[i].arg[1]]++;
  }
  return divisions;
}

// x/p = x*(1/p): the reciprocal of an earlier stage is computed there, once; one that several are
// divided by is computed once for all of them.
Steps pass_reciprocals(const Steps *old)
{
  Rewrite rewrite = rewrite_begin(old);
  int *divisions = count_divisions(old);
  for (int i = 0; i < old->count; i++) {
    const Step *node = &old->at[i];
    bool is_division = node->op == OP_DIV && !rewrite.is_pinned[i];
    bool is_late = is_division && steps_stage(old, node->arg[0]) > steps_stage(old, node->arg[1]);
    bool is_shared = is_division && divisions[node->arg[1]] > 1;
    if (!is_late && !is_shared) {
      rewrite_set(&rewrite, i, rewrite_plain(&rewrite, i));
      continue;
    }
    Signed parts[MAX_ARITY] = { signed_one(&rewrite.steps), rewrite.values[node->arg[1]] };
    Signed reciprocal = signed_apply(&rewrite.steps, OP_DIV, parts);
    rewrite_set(&rewrite, i,
                signed_multiply(&rewrite.steps, rewrite.values[node->arg[0]], reciprocal));
  }
  free(divisions);
  return rewrite_end(&rewrite);
}
