// reassociate.c -- orders the operands of products and sums by stage, and cancels terms.
//
// (p1*q)*p2 with parameters p and a coordinate q costs two products for every state; (p1*p2)*q
// costs one, and the other is computed once per parameter set. Combined by stage, the leaves of a
// chain need the fewest steps in every later stage; the total is unchanged. Chains without a gain
// keep their order.
// SPDX-License-Identifier: MIT
#include "program/program_impl.h"
#include "program/passes/rewrite.h"

#include <string.h>

// In stage order, every leaf except the first costs one step of its own stage.
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

// Removes pairs x and -x from a sum, which occur when recursions subtract earlier terms. Returns
// true if there were any.
static bool cancel_terms(Chain *chain)
{
  int before = chain->count;
  for (int i = 0; i < chain->count; i++) {
    for (int k = i + 1; k < chain->count; k++) {
      Signed one = chain->leaves[i].value, other = chain->leaves[k].value;
      if (one.place != other.place || one.is_minus == other.is_minus) continue;
      size_t between = (size_t)(k - i - 1), behind = (size_t)(chain->count - k - 1);
      memmove(chain->leaves + i, chain->leaves + i + 1, between * sizeof chain->leaves[0]);
      memmove(chain->leaves + k - 1, chain->leaves + k + 1, behind * sizeof chain->leaves[0]);
      chain->count -= 2;
      i--;
      break;
    }
  }
  return chain->count < before;
}

static Signed combine_leaves(Rewrite *rewrite, Operator op, const Chain *chain)
{
  if (chain->count == 0) return signed_integer(&rewrite->steps, 0);
  Signed result = chain->leaves[0].value;
  for (int i = 1; i < chain->count; i++) {
    result = op == OP_MUL ? signed_multiply(&rewrite->steps, result, chain->leaves[i].value)
                          : signed_add(&rewrite->steps, result, chain->leaves[i].value);
  }
  return result;
}

static Signed reassociated(Rewrite *rewrite, int i)
{
  Chain *chain = &rewrite->chain;
  Operator op = rewrite->old->at[i].op;
  if (!chain_collect(rewrite, i, chain)) return rewrite_plain(rewrite, i);
  bool is_shorter = op != OP_MUL && cancel_terms(chain);
  bool is_earlier = chain->count > 0 && gains_from_order(chain);
  if (!is_shorter && !is_earlier) return rewrite_plain(rewrite, i);
  if (is_earlier) chain_sort(chain);
  return combine_leaves(rewrite, op, chain);
}

static Signed reassociate_product(Rewrite *rewrite, int i)
{
  bool is_product = rewrite->old->at[i].op == OP_MUL;
  return is_product ? reassociated(rewrite, i) : rewrite_plain(rewrite, i);
}

static Signed reassociate_sum(Rewrite *rewrite, int i)
{
  bool is_sum = operator_is_sum(rewrite->old->at[i].op);
  return is_sum ? reassociated(rewrite, i) : rewrite_plain(rewrite, i);
}

Steps pass_products(const Steps *old) { return rewrite_list(old, NULL, reassociate_product); }

Steps pass_sums(const Steps *old) { return rewrite_list(old, NULL, reassociate_sum); }

// marks[i] is the number of divisions by step i.
static void count_divisions(Rewrite *rewrite)
{
  const Steps *old = rewrite->old;
  for (int i = 0; i < old->count; i++) {
    if (old->at[i].op == OP_DIV) rewrite->marks[old->at[i].arg[1]]++;
  }
}

// x/p = x*(1/p): a reciprocal of an earlier stage is computed there once, and a divisor that is
// used several times is inverted once.
static Signed multiply_by_reciprocal(Rewrite *rewrite, int i)
{
  const Steps *old = rewrite->old;
  const int *arg = old->at[i].arg;
  bool is_division = old->at[i].op == OP_DIV && !rewrite->is_pinned[i];
  bool is_late = is_division && steps_stage(old, arg[0]) > steps_stage(old, arg[1]);
  bool is_shared = is_division && rewrite->marks[arg[1]] > 1;
  if (!is_late && !is_shared) return rewrite_plain(rewrite, i);
  Signed parts[MAX_ARITY] = { signed_integer(&rewrite->steps, 1), rewrite->values[arg[1]] };
  Signed reciprocal = signed_apply(&rewrite->steps, OP_DIV, parts);
  return signed_multiply(&rewrite->steps, rewrite->values[arg[0]], reciprocal);
}

Steps pass_reciprocals(const Steps *old)
{
  return rewrite_list(old, count_divisions, multiply_by_reciprocal);
}
