// negations.c -- removes remaining sign changes: -(2*x) is (-2)*x, -(a*(b - c)) is a*(c - b).
//
// Runs after the other passes. For each NEG step, searches a private chain of products for a
// literal or a difference that can absorb the sign.
// SPDX-License-Identifier: MIT
#include "program/program_impl.h"
#include "program/passes/rewrite.h"

static bool can_flip(const Rewrite *rewrite, int node)
{
  const Step *it = &rewrite->old->at[node];
  if (it->op == OP_NUMBER) return true;
  return it->op == OP_SUB && rewrite_is_private(rewrite, node);
}

static bool is_private_product(const Rewrite *rewrite, int node)
{
  Operator op = rewrite->old->at[node].op;
  return (op == OP_MUL || op == OP_DIV) && rewrite_is_private(rewrite, node);
}

// Returns the product below `node` that contains a factor able to absorb the sign, and which factor
// it is; -1 if there is none.
static int find_carrier(const Rewrite *rewrite, int node, int *which)
{
  while (is_private_product(rewrite, node)) {
    const Step *it = &rewrite->old->at[node];
    for (int k = 0; k < 2; k++) {
      *which = k;
      if (can_flip(rewrite, it->arg[k])) return node;
    }
    node = is_private_product(rewrite, it->arg[0]) ? it->arg[0] : it->arg[1];
  }
  return -1;
}

// marks[i] is 1 + the index of the factor of step i that absorbs a sign; 0: none.
static void mark_carriers(Rewrite *rewrite)
{
  const Steps *old = rewrite->old;
  for (int i = 0; i < old->count; i++) {
    if (old->at[i].op != OP_NEG || rewrite->is_pinned[i]) continue;
    int which = 0;
    int carrier = find_carrier(rewrite, old->at[i].arg[0], &which);
    if (carrier >= 0) rewrite->marks[carrier] = (uint32_t)which + 1;
  }
}

// Rewrites a product that absorbs a sign: the sign of the factor is changed and the negative of the
// product is returned, so that the minus propagates up the chain and cancels the NEG.
static Signed flip_carrier(Rewrite *rewrite, int i)
{
  const Step *node = &rewrite->old->at[i];
  if (rewrite->marks[i] == 0) return rewrite_plain(rewrite, i);
  Signed args[MAX_ARITY] = { rewrite->values[node->arg[0]], rewrite->values[node->arg[1]] };
  Signed *carrier = &args[rewrite->marks[i] - 1];
  carrier->is_minus = !carrier->is_minus;
  *carrier = (Signed){ signed_positive(&rewrite->steps, *carrier), false };
  Signed value = signed_apply(&rewrite->steps, node->op, args);
  value.is_minus = !value.is_minus;
  return value;
}

Steps pass_negations(const Steps *old) { return rewrite_list(old, mark_carriers, flip_carrier); }
