// rewrite.c -- copies a list of steps, and collects its chains of sums and products.
// SPDX-License-Identifier: MIT
#include "program/passes/rewrite.h"

#include "base/memory/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- properties of the old list

bool rewrite_is_private(const Rewrite *rewrite, int place)
{
  return rewrite->uses[place] == 1 && !steps_name(rewrite->old, place) &&
         !rewrite->is_pinned[place];
}

static bool continues_chain(Operator user, Operator argument)
{
  return operator_is_sum(user) ? operator_is_sum(argument) : user == OP_MUL && argument == OP_MUL;
}

static void mark_links(Rewrite *rewrite)
{
  const Steps *old = rewrite->old;
  for (int i = 0; i < old->count; i++) {
    const Step *step = &old->at[i];
    for (int k = 0; !rewrite->is_pinned[i] && k < MAX_ARITY && step->arg[k] >= 0; k++) {
      int argument = step->arg[k];
      if (!continues_chain(step->op, old->at[argument].op)) continue;
      if (rewrite_is_private(rewrite, argument)) rewrite->is_link[argument] = true;
    }
  }
}

// ---- copying

Signed rewrite_operation(Rewrite *rewrite, int i)
{
  const Step *step = &rewrite->old->at[i];
  Signed args[MAX_ARITY] = { { 0 } };
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
    args[k] = rewrite->values[step->arg[k]];
  bool is_atom = rewrite->is_pinned[i] && !steps_is_linear(rewrite->old, i);
  if (is_atom) return signed_as_written(&rewrite->steps, step->op, args);
  return signed_apply(&rewrite->steps, step->op, args);
}

Signed rewrite_plain(Rewrite *rewrite, int i)
{
  const Expr *leaf = rewrite->old->at[i].node;
  if (leaf) return (Signed){ steps_leaf(&rewrite->steps, leaf), false };
  return rewrite_operation(rewrite, i);
}

// Sets the value of an old step and transfers its name.
static void set_value(Rewrite *rewrite, int i, Signed value)
{
  const char *name = steps_name(rewrite->old, i);
  if (name) {
    value = (Signed){ signed_positive(&rewrite->steps, value), false };
    steps_set_name(&rewrite->steps, value.place, name);
  }
  rewrite->values[i] = value;
}

static void rewrite_free(Rewrite *rewrite)
{
  free(rewrite->values);
  free(rewrite->uses);
  free(rewrite->is_pinned);
  free(rewrite->is_link);
  free(rewrite->stack);
  free(rewrite->chain.leaves);
  free(rewrite->product.leaves);
  free(rewrite->marks);
}

Steps rewrite_list(const Steps *old, void (*prepare)(Rewrite *rewrite), RewriteStep step)
{
  size_t count = (size_t)old->count;
  Rewrite rewrite = { .old = old, .steps = steps_new(old->literals, old->root_count) };
  steps_expect(&rewrite.steps, old->count);
  rewrite.values = memory_new(count, sizeof rewrite.values[0]);
  rewrite.uses = steps_uses(old);
  rewrite.is_pinned = steps_in_linear_forms(old);
  rewrite.is_link = memory_new(count, sizeof rewrite.is_link[0]);
  rewrite.stack = memory_new(count + 2, sizeof rewrite.stack[0]);
  rewrite.marks = memory_new(count, sizeof rewrite.marks[0]);
  mark_links(&rewrite);
  if (prepare) prepare(&rewrite);
  for (int i = 0; i < old->count; i++)
    set_value(&rewrite, i, step(&rewrite, i));
  for (int i = 0; i < old->root_count; i++)
    rewrite.steps.roots[i] = signed_positive(&rewrite.steps, rewrite.values[old->roots[i]]);
  steps_finish(&rewrite.steps);
  rewrite_free(&rewrite);
  return rewrite.steps;
}

// ---- chains

static void add_leaf(const Rewrite *rewrite, Chain *chain, int node, bool is_minus)
{
  chain->leaves =
      memory_room(chain->leaves, chain->count, &chain->capacity, sizeof chain->leaves[0]);
  Signed value = rewrite->values[node];
  value.is_minus = value.is_minus != is_minus;
  chain->leaves[chain->count++] =
      (ChainLeaf){ steps_stage(&rewrite->steps, value.place), value, node };
}

// A pending node is stored as its index, or as the complement of the index if its sign is negative.
bool chain_collect(const Rewrite *rewrite, int root, Chain *chain)
{
  const Steps *old = rewrite->old;
  Operator op = old->at[root].op;
  if (!operator_is_sum(op) && op != OP_MUL) return false;
  if (rewrite->is_pinned[root] || rewrite->is_link[root]) return false;
  chain->count = 0;
  memset(chain->steps_at, 0, sizeof chain->steps_at);
  int depth = 0;
  rewrite->stack[depth++] = root;
  while (depth > 0) {
    int next = rewrite->stack[--depth];
    bool is_minus = next < 0;
    int node = is_minus ? ~next : next;
    if (node != root && !rewrite->is_link[node]) {
      add_leaf(rewrite, chain, node, is_minus);
      continue;
    }
    const Step *link = &old->at[node];
    chain->steps_at[steps_stage(old, node)]++;
    bool flips = link->op == OP_SUB;
    rewrite->stack[depth++] = is_minus != flips ? ~link->arg[1] : link->arg[1];
    rewrite->stack[depth++] = is_minus ? ~link->arg[0] : link->arg[0];
  }
  return true;
}

static int compare_leaves(const void *a, const void *b)
{
  const ChainLeaf *left = a, *right = b;
  if (left->stage != right->stage) return left->stage < right->stage ? -1 : 1;
  return (left->value.place > right->value.place) - (left->value.place < right->value.place);
}

void chain_sort(Chain *chain)
{
  qsort(chain->leaves, (size_t)chain->count, sizeof chain->leaves[0], compare_leaves);
}
