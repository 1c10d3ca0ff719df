// fusion.c -- orders sums for fused multiply-add and for short dependency chains.
//
// A product that is added to an existing value is one operation of a processor with fused
// multiply-add; the sum of two products takes two, and a sum in parentheses one more. Therefore a
// term that is not a product comes first. The number of operations is unchanged; some move between
// the stages of q, qd and qdd.
//
// Programs that are limited by latency rather than by throughput, such as those of arms, add the
// other terms in the order in which they become available: then one operation instead of a whole
// sum separates two values of a recursion. In other programs the terms keep their order, so that
// similar sums stay similar (codegen/routine/routine_product.c); unless the program is long, the
// whole sum keeps it. Programs of up to a page are not reordered, for readability.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "program/program_impl.h"
#include "program/passes/rewrite.h"

#include <stdlib.h>

enum {
  PAGE = 200,  // steps
  LONG_PROGRAM = 3000,
  // Operations in flight needed for full throughput: a processor issues two per cycle with a
  // latency of four cycles, and a fused operation counts as two.
  UNDER_WAY = 16,
};

static bool is_product(const Rewrite *rewrite, int place)
{
  return rewrite->old->at[place].op == OP_MUL && rewrite_is_private(rewrite, place);
}

static void move_leaf(Chain *chain, int from, int to)
{
  ChainLeaf leaf = chain->leaves[from];
  for (int k = from; k > to; k--)
    chain->leaves[k] = chain->leaves[k - 1];
  chain->leaves[to] = leaf;
}

static Signed add_leaves(Rewrite *rewrite, const Chain *chain)
{
  Signed result = chain->leaves[0].value;
  for (int k = 1; k < chain->count; k++)
    result = signed_add(&rewrite->steps, result, chain->leaves[k].value);
  return result;
}

// ---- in order of availability

static bool is_late(Stage stage) { return stage > STAGE_PARAMETER; }

// Returns the latency of an operation in units of an addition.
static uint32_t operations_in_a_row(Operator op)
{
  enum { OF_QUOTIENT = 4, OF_CALL = 12 };
  switch (op) {
  case OP_NUMBER:
  case OP_SYMBOL:
  case OP_NEG: return 0;
  case OP_DIV:
  case OP_SQRT: return OF_QUOTIENT;
  case OP_ADD:
  case OP_SUB:
  case OP_MUL: return 1;
  default: return operator_info(op)->precedence == PREC_COMPARE ? 1 : OF_CALL;
  }
}

// marks[i] is the time at which value i is available: the length of the longest dependency chain.
// Values of the parameter stage are available from the start.
static uint32_t arguments_arrive(const Rewrite *rewrite, int place)
{
  const Step *step = &rewrite->old->at[place];
  uint32_t last = 0;
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++) {
    uint32_t at = rewrite->marks[step->arg[k]];
    if (at > last) last = at;
  }
  return last;
}

// Returns when a sum can add a term; for a product, when its factors are available.
static uint32_t arrival(const Rewrite *rewrite, const ChainLeaf *leaf)
{
  if (!is_late(leaf->stage)) return 0;
  return is_product(rewrite, leaf->old) ? arguments_arrive(rewrite, leaf->old)
                                        : rewrite->marks[leaf->old];
}

static bool comes_before(const Rewrite *rewrite, const ChainLeaf *a, const ChainLeaf *b)
{
  if (!is_late(a->stage) || !is_late(b->stage)) return a->stage < b->stage;
  return arrival(rewrite, a) < arrival(rewrite, b);
}

// Compilers fuse the first of the first two products in a sum of products, so the one that is
// available later is placed first.
static void order_by_arrival(const Rewrite *rewrite, Chain *chain)
{
  for (int i = 1; i < chain->count; i++) {
    int to = i;
    while (to > 0 && comes_before(rewrite, &chain->leaves[i], &chain->leaves[to - 1]))
      to--;
    move_leaf(chain, i, to);
  }
  if (!is_late(chain->leaves[0].stage)) return;
  int first = 0;
  while (first < chain->count && is_product(rewrite, chain->leaves[first].old))
    first++;
  move_leaf(chain, first < chain->count ? first : 1, 0);
}

static uint32_t sum_arrives(const Rewrite *rewrite, const Chain *chain)
{
  uint32_t at = is_late(chain->leaves[0].stage) ? rewrite->marks[chain->leaves[0].old] : 0;
  for (int k = 1; k < chain->count; k++) {
    uint32_t next = arrival(rewrite, &chain->leaves[k]);
    at = (next > at ? next : at) + is_late(chain->leaves[k].stage);
  }
  return at;
}

static Signed as_it_arrives(Rewrite *rewrite, int i)
{
  Chain *chain = &rewrite->chain;
  Operator op = rewrite->old->at[i].op;
  if (!is_late(steps_stage(rewrite->old, i))) return rewrite_plain(rewrite, i);
  rewrite->marks[i] = arguments_arrive(rewrite, i) + operations_in_a_row(op);
  if (!operator_is_sum(op) || !chain_collect(rewrite, i, chain)) return rewrite_plain(rewrite, i);
  if (chain->count > 2) order_by_arrival(rewrite, chain);
  rewrite->marks[i] = sum_arrives(rewrite, chain);
  return add_leaves(rewrite, chain);
}

// Returns true if the program is limited by latency: fewer operations per unit of latency than the
// processor can execute in parallel.
static bool waits_for_values(const Steps *steps)
{
  uint32_t *arrives = memory_new((size_t)steps->count, sizeof arrives[0]), last = 0;
  uint32_t operations = 0;
  for (int i = 0; i < steps->count; i++) {
    const Step *step = &steps->at[i];
    if (!is_late(steps_stage(steps, i))) continue;
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++) {
      if (arrives[step->arg[k]] > arrives[i]) arrives[i] = arrives[step->arg[k]];
    }
    arrives[i] += operations_in_a_row(step->op);
    if (arrives[i] > last) last = arrives[i];
    operations += !operator_is_leaf(step->op);
  }
  free(arrives);
  return operations < UNDER_WAY * last;
}

// ---- long programs

// marks[i] is the number of sums in a chain, in its original order, that can be fused with a
// product.
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

// Sorts by stage; in the first stage, a term that is not a product is moved to the front.
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
  if (!operator_is_sum(rewrite->old->at[i].op) || !chain_collect(rewrite, i, chain))
    return rewrite_plain(rewrite, i);
  order_leaves(rewrite, chain);
  uint32_t products = 0;
  for (int k = 1; k < chain->count; k++)
    products += is_product(rewrite, chain->leaves[k].old);
  if (products <= rewrite->marks[i]) return rewrite_plain(rewrite, i);
  return add_leaves(rewrite, chain);
}

Steps pass_fusion(const Steps *old)
{
  if (old->count > LONG_PROGRAM) return rewrite_list(old, count_fused, fused);
  bool is_slow = old->count > PAGE && waits_for_values(old);
  return rewrite_list(old, NULL, is_slow ? as_it_arrives : rewrite_plain);
}
