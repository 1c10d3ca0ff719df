// fusion.c -- sums in an order in which processors add their products for nothing.
//
// A product that is added to what is there already is one operation of a processor that fuses both;
// the sum of two products takes two, and a sum in parentheses one more. So a term that is no product
// comes first. Numbers of operations stay, stage by stage. Short programs wait for results, not for
// operations, and keep their sums.
// SPDX-License-Identifier: MIT
#include "program/program_impl.h"
#include "program/rewrite.h"

enum { SHORT_PROGRAM = 3000 };  // steps

static bool is_product(const Rewrite *rewrite, int place)
{
  return rewrite->old->at[place].op == OP_MUL && rewrite_is_private(rewrite, place);
}

// Marks are how many sums of a chain, as written, have a product to fuse with.
static void count_fused(Rewrite *rewrite)
{
  const Steps *old = rewrite->old;
  for (int i = 0; i < old->count; i++) {
    if (!operator_is_sum(old->at[i].op)) continue;
    const int *arg = old->at[i].arg;
    rewrite->marks[i] = is_product(rewrite, arg[0]) || is_product(rewrite, arg[1]);
    for (int k = 0; k < 2; k++) {
      if (rewrite->is_link[arg[k]]) rewrite->marks[i] += rewrite->marks[arg[k]];
    }
  }
}

static void move_leaf(Chain *chain, int from, int to)
{
  ChainLeaf leaf = chain->leaves[from];
  for (int k = from; k > to; k--)
    chain->leaves[k] = chain->leaves[k - 1];
  chain->leaves[to] = leaf;
}

// By stage; of the first one, a term that is no product before all others.
static void order_leaves(const Rewrite *rewrite, Chain *chain)
{
  for (int i = 1; i < chain->count; i++) {
    int to = i;
    while (to > 0 && chain->leaves[i].stage < chain->leaves[to - 1].stage)
      to--;
    move_leaf(chain, i, to);
  }
  for (int i = 0; i < chain->count && chain->leaves[i].stage == chain->leaves[0].stage; i++) {
    if (is_product(rewrite, chain->leaves[i].old)) continue;
    move_leaf(chain, i, 0);
    return;
  }
}

static Signed fused(Rewrite *rewrite, int i)
{
  Chain *chain = &rewrite->chain;
  if (!operator_is_sum(rewrite->old->at[i].op) || !chain_gather(rewrite, i, chain))
    return rewrite_plain(rewrite, i);
  order_leaves(rewrite, chain);
  uint32_t products = 0;
  for (int k = 1; k < chain->count; k++)
    products += is_product(rewrite, chain->leaves[k].old);
  if (products <= rewrite->marks[i]) return rewrite_plain(rewrite, i);
  Signed result = chain->leaves[0].value;
  for (int k = 1; k < chain->count; k++)
    result = signed_add(&rewrite->steps, result, chain->leaves[k].value);
  return result;
}

Steps pass_fusion(const Steps *old)
{
  return rewrite_list(old, count_fused, old->count > SHORT_PROGRAM ? fused : rewrite_plain);
}
