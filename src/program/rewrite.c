// rewrite.c -- copying a draft, and reading its chains of sums and products.
// SPDX-License-Identifier: MIT
#include "program/rewrite.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- what is known of the old draft

static void count_uses(const Draft *draft, int uses[])
{
  for (int i = 0; i < draft->output_count; i++)
    uses[draft->outputs[i]]++;
  for (int i = 0; i < draft->count; i++) {
    for (int k = 0; k < MAX_ARITY; k++) {
      if (draft->nodes[i].arg[k] >= 0) uses[draft->nodes[i].arg[k]]++;
    }
  }
}

static void mark_linear_forms(const Draft *draft, bool is_pinned[])
{
  for (int i = draft->count - 1; i >= 0; i--) {
    const DraftNode *node = &draft->nodes[i];
    if (!operator_reads_linear_form(node->op) && !(is_pinned[i] && draft_is_linear(draft, i))) {
      continue;
    }
    for (int k = 0; k < operator_info(node->op)->arity; k++)
      is_pinned[node->arg[k]] = true;
  }
}

bool rewrite_is_private(const Rewrite *rewrite, int node)
{
  return rewrite->uses[node] == 1 && !rewrite->old->nodes[node].name && !rewrite->is_pinned[node];
}

static bool continues_chain(Operator user, Operator argument)
{
  return operator_is_sum(user) ? operator_is_sum(argument) : user == OP_MUL && argument == OP_MUL;
}

static void mark_links(Rewrite *rewrite)
{
  const Draft *old = rewrite->old;
  for (int i = 0; i < old->count; i++) {
    const DraftNode *node = &old->nodes[i];
    if (rewrite->is_pinned[i] || !draft_is_step(node)) continue;
    for (int k = 0; k < operator_info(node->op)->arity; k++) {
      int argument = node->arg[k];
      if (!continues_chain(node->op, old->nodes[argument].op)) continue;
      if (rewrite_is_private(rewrite, argument)) rewrite->is_link[argument] = true;
    }
  }
}

Rewrite rewrite_begin(const Draft *old)
{
  size_t count = (size_t)old->count;
  Rewrite rewrite = { .old = old, .draft = draft_new(old->pool, old->output_count) };
  rewrite.values = memory_new(count, sizeof rewrite.values[0]);
  rewrite.uses = memory_new(count, sizeof rewrite.uses[0]);
  rewrite.is_pinned = memory_new(count, sizeof rewrite.is_pinned[0]);
  rewrite.is_link = memory_new(count, sizeof rewrite.is_link[0]);
  rewrite.stack = memory_new(count + 2, sizeof rewrite.stack[0]);
  count_uses(old, rewrite.uses);
  mark_linear_forms(old, rewrite.is_pinned);
  mark_links(&rewrite);
  return rewrite;
}

Draft *rewrite_end(Rewrite *rewrite)
{
  Draft *draft = rewrite->draft;
  for (int i = 0; i < draft->output_count; i++) {
    draft->outputs[i] = draft_positive(draft, rewrite->values[rewrite->old->outputs[i]]);
  }
  draft_finish(draft);
  free(rewrite->values);
  free(rewrite->uses);
  free(rewrite->is_pinned);
  free(rewrite->is_link);
  free(rewrite->stack);
  return draft;
}

// ---- copying

Signed rewrite_plain(Rewrite *rewrite, int i)
{
  const DraftNode *node = &rewrite->old->nodes[i];
  if (node->leaf) return (Signed){ draft_leaf(rewrite->draft, node->leaf), false };
  Signed args[MAX_ARITY] = { { 0 } };
  for (int k = 0; k < operator_info(node->op)->arity; k++)
    args[k] = rewrite->values[node->arg[k]];
  bool is_atom = rewrite->is_pinned[i] && !draft_is_linear(rewrite->old, i);
  if (is_atom) return draft_apply_as_written(rewrite->draft, node->op, args);
  return draft_apply(rewrite->draft, node->op, args);
}

void rewrite_set(Rewrite *rewrite, int i, Signed value)
{
  const char *name = rewrite->old->nodes[i].name;
  if (name) {
    value = (Signed){ draft_positive(rewrite->draft, value), false };
    draft_set_name(rewrite->draft, value.node, name);
  }
  rewrite->values[i] = value;
}

// ---- chains

static void add_leaf(const Rewrite *rewrite, Chain *chain, int node, bool is_minus)
{
  if (chain->count == chain->capacity) {
    chain->capacity = 2 * chain->capacity + 16;
    chain->leaves = memory_grow(chain->leaves, (size_t)chain->capacity, sizeof chain->leaves[0]);
  }
  Signed value = rewrite->values[node];
  value.is_minus = value.is_minus != is_minus;
  chain->leaves[chain->count++] =
      (ChainLeaf){ rewrite->draft->nodes[value.node].stage, value, node };
}

// A waiting node is stored as itself, or as its complement when it comes with a minus.
bool chain_gather(const Rewrite *rewrite, int root, Chain *chain)
{
  const Draft *old = rewrite->old;
  Operator op = old->nodes[root].op;
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
    const DraftNode *link = &old->nodes[node];
    chain->steps_at[link->stage]++;
    bool flips = link->op == OP_SUB;
    rewrite->stack[depth++] = is_minus != flips ? ~link->arg[1] : link->arg[1];
    rewrite->stack[depth++] = is_minus ? ~link->arg[0] : link->arg[0];
  }
  return true;
}

void chain_free(Chain *chain)
{
  free(chain->leaves);
  *chain = (Chain){ 0 };
}
