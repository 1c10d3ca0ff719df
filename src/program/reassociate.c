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

static int compare_leaves(const void *a, const void *b)
{
  const ChainLeaf *left = a, *right = b;
  if (left->stage != right->stage) return left->stage < right->stage ? -1 : 1;
  return (left->value.node > right->value.node) - (left->value.node < right->value.node);
}

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
    result = op == OP_MUL ? draft_multiply(rewrite->draft, result, chain->leaves[i].value)
                          : draft_add(rewrite->draft, result, chain->leaves[i].value);
  }
  return result;
}

static Draft *reassociate(const Draft *old, bool is_for_products)
{
  Rewrite rewrite = rewrite_begin(old);
  Chain chain = { 0 };
  for (int i = 0; i < old->count; i++) {
    Operator op = old->nodes[i].op;
    bool is_subject = is_for_products ? op == OP_MUL : operator_is_sum(op);
    if (is_subject && chain_gather(&rewrite, i, &chain) && gains_from_order(&chain)) {
      qsort(chain.leaves, (size_t)chain.count, sizeof chain.leaves[0], compare_leaves);
      rewrite_set(&rewrite, i, combine_leaves(&rewrite, op, &chain));
    } else {
      rewrite_set(&rewrite, i, rewrite_plain(&rewrite, i));
    }
  }
  chain_free(&chain);
  return rewrite_end(&rewrite);
}

Draft *pass_products(const Draft *draft, void *context)
{
  (void)context;
  return reassociate(draft, true);
}

Draft *pass_sums(const Draft *draft, void *context)
{
  (void)context;
  return reassociate(draft, false);
}

// Divisions by each node.
static int *count_divisions(const Draft *draft)
{
  int *divisions = memory_new((size_t)draft->count, sizeof divisions[0]);
  for (int i = 0; i < draft->count; i++) {
    if (draft->nodes[i].op == OP_DIV) divisions[draft->nodes[i].arg[1]]++;
  }
  return divisions;
}

// x/p = x*(1/p): the reciprocal of an earlier stage is computed there, once; one that several are
// divided by is computed once for all of them.
Draft *pass_reciprocals(const Draft *old, void *context)
{
  (void)context;
  Rewrite rewrite = rewrite_begin(old);
  int *divisions = count_divisions(old);
  for (int i = 0; i < old->count; i++) {
    const DraftNode *node = &old->nodes[i];
    bool is_division = node->op == OP_DIV && !rewrite.is_pinned[i];
    bool is_late = is_division && old->nodes[node->arg[0]].stage > old->nodes[node->arg[1]].stage;
    bool is_shared = is_division && divisions[node->arg[1]] > 1;
    if (!is_late && !is_shared) {
      rewrite_set(&rewrite, i, rewrite_plain(&rewrite, i));
      continue;
    }
    Signed one = { draft_leaf(rewrite.draft, expr_integer(old->pool, 1)), false };
    Signed parts[MAX_ARITY] = { one, rewrite.values[node->arg[1]] };
    Signed reciprocal = draft_apply(rewrite.draft, OP_DIV, parts);
    rewrite_set(&rewrite, i,
                draft_multiply(rewrite.draft, rewrite.values[node->arg[0]], reciprocal));
  }
  free(divisions);
  return rewrite_end(&rewrite);
}
