// draft.c -- the list of nodes and the table that finds a step again.
// SPDX-License-Identifier: MIT
#include "program/draft.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { FIRST_SLOTS = 256 };

// ---- life

static void clear_slots(Draft *draft, int slot_count)
{
  free(draft->slots);
  draft->slot_count = slot_count;
  draft->slots = memory_new((size_t)slot_count, sizeof draft->slots[0]);
  for (int i = 0; i < slot_count; i++)
    draft->slots[i] = -1;
}

Draft *draft_new(Pool *pool, int output_count)
{
  Draft *draft = memory_new(1, sizeof *draft);
  draft->pool = pool;
  draft->output_count = output_count;
  draft->outputs = memory_new((size_t)output_count, sizeof draft->outputs[0]);
  clear_slots(draft, FIRST_SLOTS);
  return draft;
}

void draft_free(Draft *draft)
{
  if (!draft) return;
  free(draft->nodes);
  free(draft->slots);
  free(draft->outputs);
  free(draft);
}

// ---- table

static bool is_commutative(Operator op)
{
  return op == OP_ADD || op == OP_MUL || op == OP_MIN || op == OP_MAX || op == OP_EQ || op == OP_NE;
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

static uint64_t node_hash(const DraftNode *node)
{
  uint64_t hash = mix(0, (uint64_t)node->op);
  if (node->leaf) return mix(hash, node->leaf->id);
  if (is_commutative(node->op)) {
    bool is_ordered = node->arg[0] < node->arg[1];
    hash = mix(hash, (uint64_t)node->arg[is_ordered ? 0 : 1]);
    return mix(hash, (uint64_t)node->arg[is_ordered ? 1 : 0]);
  }
  for (int k = 0; k < MAX_ARITY; k++)
    hash = mix(hash, (uint64_t)node->arg[k]);
  return hash;
}

static bool same_node(const DraftNode *a, const DraftNode *b)
{
  if (a->op != b->op || a->leaf != b->leaf) return false;
  bool is_same = a->arg[0] == b->arg[0] && a->arg[1] == b->arg[1] && a->arg[2] == b->arg[2];
  bool is_swapped = a->arg[0] == b->arg[1] && a->arg[1] == b->arg[0];
  return is_same || (is_swapped && is_commutative(a->op));
}

// The slot that holds such a node, or the empty one where it belongs.
static int find_slot(const Draft *draft, const DraftNode *node)
{
  assert(draft->slots && "a finished draft is only read");
  int mask = draft->slot_count - 1;
  int i = (int)(node_hash(node) & (uint64_t)mask);
  while (draft->slots[i] >= 0 && !same_node(&draft->nodes[draft->slots[i]], node)) {
    i = (i + 1) & mask;
  }
  return i;
}

static void grow_slots(Draft *draft)
{
  clear_slots(draft, 2 * draft->slot_count);
  for (int i = 0; i < draft->count; i++)
    draft->slots[find_slot(draft, &draft->nodes[i])] = i;
}

static int find_or_add(Draft *draft, const DraftNode *node)
{
  int slot = find_slot(draft, node);
  if (draft->slots[slot] >= 0) return draft->slots[slot];
  if (draft->count == draft->capacity) {
    draft->capacity = 2 * draft->capacity + 64;
    draft->nodes = memory_grow(draft->nodes, (size_t)draft->capacity, sizeof draft->nodes[0]);
  }
  draft->nodes[draft->count] = *node;
  draft->slots[slot] = draft->count++;
  if (2 * draft->count > draft->slot_count) grow_slots(draft);
  return draft->count - 1;
}

// ---- nodes

int draft_leaf(Draft *draft, const Expr *leaf)
{
  DraftNode node = { .op = leaf->form->op == OP_SYMBOL ? OP_SYMBOL : OP_NUMBER,
                     .arg = { -1, -1, -1 },
                     .stage = (Stage)leaf->form->stage,
                     .leaf = leaf };
  return find_or_add(draft, &node);
}

static DraftNode step_node(const Draft *draft, Operator op, const int args[])
{
  DraftNode node = { .op = op, .arg = { -1, -1, -1 }, .stage = STAGE_LITERAL };
  for (int k = 0; k < operator_info(op)->arity; k++) {
    node.arg[k] = args[k];
    Stage stage = draft->nodes[args[k]].stage;
    if (stage > node.stage) node.stage = stage;
  }
  return node;
}

int draft_step(Draft *draft, Operator op, const int args[])
{
  DraftNode node = step_node(draft, op, args);
  return find_or_add(draft, &node);
}

int draft_find_step(const Draft *draft, Operator op, const int args[])
{
  DraftNode node = step_node(draft, op, args);
  return draft->slots[find_slot(draft, &node)];
}

void draft_set_name(Draft *draft, int node, const char *name)
{
  DraftNode *named = &draft->nodes[node];
  if (draft_is_step(named) && !named->name) named->name = name;
}

bool draft_is_linear(const Draft *draft, int node)
{
  const DraftNode *it = &draft->nodes[node];
  if (it->op == OP_ADD || it->op == OP_SUB || it->op == OP_NEG) return true;
  return it->op == OP_MUL &&
         (draft_is_number(draft, it->arg[0]) || draft_is_number(draft, it->arg[1]));
}

// ---- dead code

static void mark_needed(const Draft *draft, int place[])
{
  for (int i = 0; i < draft->output_count; i++)
    place[draft->outputs[i]] = 1;
  for (int i = draft->count - 1; i >= 0; i--) {
    if (!place[i]) continue;
    for (int k = 0; k < MAX_ARITY; k++) {
      if (draft->nodes[i].arg[k] >= 0) place[draft->nodes[i].arg[k]] = 1;
    }
  }
}

void draft_finish(Draft *draft)
{
  int *place = memory_new((size_t)draft->count, sizeof place[0]);
  mark_needed(draft, place);
  int kept = 0;
  for (int i = 0; i < draft->count; i++) {
    if (!place[i]) continue;
    DraftNode node = draft->nodes[i];
    for (int k = 0; k < MAX_ARITY; k++) {
      if (node.arg[k] >= 0) node.arg[k] = place[node.arg[k]];
    }
    draft->nodes[kept] = node;
    place[i] = kept++;
  }
  draft->count = kept;
  for (int i = 0; i < draft->output_count; i++)
    draft->outputs[i] = place[draft->outputs[i]];
  free(place);
  free(draft->slots);
  draft->slots = NULL;
}

// ---- cost

DraftCost draft_cost(const Draft *draft)
{
  DraftCost cost = { 0 };
  for (int i = 0; i < draft->count; i++) {
    const DraftNode *node = &draft->nodes[i];
    if (!draft_is_step(node)) continue;
    long weight = (long)operator_info(node->op)->cost;
    if (node->stage > STAGE_PARAMETER) {
      cost.late += weight;
    } else {
      cost.once += weight;
    }
  }
  return cost;
}
