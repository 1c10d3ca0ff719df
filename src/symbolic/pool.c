// pool.c -- chunks of nodes and the table from fingerprint to node.
// SPDX-License-Identifier: MIT
#include "symbolic/pool.h"

#include "base/memory.h"
#include "symbolic/value.h"

#include <assert.h>
#include <stdlib.h>

_Static_assert(sizeof(Expr) <= 64, "a node fills one cache line");

enum { FIRST_SLOTS = 1024 };

// ---- life

Pool *pool_new(uint64_t seed)
{
  Pool *pool = memory_new(1, sizeof *pool);
  pool->seed = seed;
  pool->names = arena_new();
  pool->slot_count = FIRST_SLOTS;
  pool->slots = memory_map(FIRST_SLOTS * sizeof pool->slots[0]);
  pool->zero = expr_integer(pool, 0);
  pool->one = expr_integer(pool, 1);
  pool->pi = pool_add(pool, value_of_pi(seed), &(Form){ .op = OP_PI });
  pool->undefined = pool_add(pool, value_of_undefined(seed), &(Form){ .op = OP_UNDEFINED });
  return pool;
}

void pool_free(Pool *pool)
{
  if (!pool) return;
  for (uint32_t id = 0; id < pool->node_count; id++) {
    Expr *node = pool_node(pool, id);
    if (node->op == OP_NUMBER) fmpq_clear(node->number);
  }
  free(pool->chunks[0]);
  for (uint32_t i = 1; i < pool->chunk_count; i++) {
    memory_unmap(pool->chunks[i], CHUNK_NODES * sizeof(Expr));
  }
  free(pool->chunks);
  memory_unmap(pool->slots, pool->slot_count * sizeof pool->slots[0]);
  free(pool->symbols);
  map_free(&pool->symbol_index);
  arena_free(pool->names);
  free(pool);
}

uint64_t pool_seed(const Pool *pool) { return pool->seed; }

size_t pool_node_count(const Pool *pool) { return pool->node_count; }

size_t pool_bytes(const Pool *pool)
{
  return sizeof *pool + (size_t)pool->chunk_count * CHUNK_NODES * sizeof(Expr) +
         (size_t)pool->slot_count * sizeof pool->slots[0] + arena_reserved(pool->names);
}

Expr *pool_node(const Pool *pool, uint32_t id)
{
  return &pool->chunks[id >> CHUNK_BITS][id & (CHUNK_NODES - 1)];
}

// ---- table

// The same for v and -v, so that both lie in one run of slots.
static uint64_t table_key(Value value)
{
  uint64_t a = value.at[0], negative = field_neg(FIELD[0], a);
  uint64_t key = (a < negative ? a : negative) * UINT64_C(0x9e3779b97f4a7c15);
  return key ^ (key >> 32);
}

static uint64_t slot_entry(uint64_t key, uint32_t id)
{
  return (key & UINT64_C(0xffffffff00000000)) | (id + 1);
}

static void table_insert(Pool *pool, uint64_t key, uint32_t id)
{
  uint32_t mask = pool->slot_count - 1;
  uint32_t i = (uint32_t)key & mask;
  while (pool->slots[i] != 0)
    i = (i + 1) & mask;
  pool->slots[i] = slot_entry(key, id);
  pool->used_slots++;
}

// Nodes are read in the order in which they lie in memory; only the writes are scattered.
static void table_grow(Pool *pool)
{
  memory_unmap(pool->slots, pool->slot_count * sizeof pool->slots[0]);
  pool->slot_count *= pool->slot_count < (1U << 20) ? 4 : 2;
  pool->used_slots = 0;
  pool->slots = memory_map(pool->slot_count * sizeof pool->slots[0]);
  for (uint32_t id = 0; id < pool->node_count; id++) {
    const Expr *node = pool_node(pool, id);
    if (!node->is_hidden) table_insert(pool, table_key(node->value), id);
  }
}

// The node of `value`, or NULL; then *negative is the node of -value, if there is one.
static Expr *table_find(const Pool *pool, Value value, const Expr **negative)
{
  uint64_t key = table_key(value);
  uint32_t mask = pool->slot_count - 1;
  *negative = NULL;
  for (uint32_t i = (uint32_t)key & mask; pool->slots[i] != 0; i = (i + 1) & mask) {
    if (((pool->slots[i] ^ key) >> 32) != 0) continue;
    Expr *node = pool_node(pool, (uint32_t)pool->slots[i] - 1);
    if (value_equal(node->value, value)) return node;
    if (value_equal(node->value, value_neg(value))) *negative = node;
  }
  return NULL;
}

// ---- forms

static uint32_t form_cost(const Form *form)
{
  const OperatorInfo *info = operator_info(form->op);
  uint64_t cost = info->cost;
  for (int k = 0; k < info->arity; k++)
    cost += form->arg[k]->cost;
  return cost > UINT32_MAX ? UINT32_MAX : (uint32_t)cost;
}

static uint8_t form_stage(const Form *form)
{
  uint8_t stage = STAGE_LITERAL;
  for (int k = 0; k < operator_info(form->op)->arity; k++) {
    assert(form->arg[k] && "an operator has all its arguments");
    if (form->arg[k]->stage > stage) stage = form->arg[k]->stage;
  }
  return stage;
}

// Radicals are carried by products: sqrt(x)*y times sqrt(x)*z is x*y*z.
static bool form_has_radical(const Form *form)
{
  if (form->op == OP_SQRT || form->op == OP_ABS) return true;
  if (form->op == OP_NEG) return form->arg[0]->has_radical;
  if (form->op == OP_MUL) return form->arg[0]->has_radical || form->arg[1]->has_radical;
  return false;
}

static void set_form(Expr *node, const Form *form, uint32_t cost, uint8_t stage)
{
  node->op = (uint8_t)form->op;
  for (int k = 0; k < operator_info(form->op)->arity; k++)
    node->arg[k] = form->arg[k];
  node->cost = cost;
  node->stage = stage;
  node->has_radical = form_has_radical(form);
}

// Costs only fall and a node costs more than each argument, so a cheaper form cannot contain the
// node it replaces: no cycles.
static void take_if_cheaper(Expr *node, const Form *form)
{
  if (node->is_frozen || expr_arity(node) == 0 || node->op == OP_NAMED) return;
  uint32_t cost = form_cost(form);
  if (cost >= node->cost) return;
  uint8_t stage = form_stage(form);
  if (stage <= node->stage) set_form(node, form, cost, stage);
}

const Expr *pool_find(Pool *pool, Value value, const Form *form, const Expr **negative)
{
  Expr *node = table_find(pool, value, negative);
  if (node) take_if_cheaper(node, form);
  return node;
}

Expr *pool_add_hidden(Pool *pool, Value value)
{
  if (pool->node_count == pool->chunk_count * CHUNK_NODES) {
    if (pool->chunk_count == pool->chunk_capacity) {
      pool->chunk_capacity = 2 * pool->chunk_capacity + 16;
      pool->chunks = memory_grow(pool->chunks, pool->chunk_capacity, sizeof pool->chunks[0]);
    }
    // A huge page is cleared when it is first touched: too slow for the many small pools.
    pool->chunks[pool->chunk_count] = pool->chunk_count == 0
                                          ? memory_new(CHUNK_NODES, sizeof(Expr))
                                          : memory_map(CHUNK_NODES * sizeof(Expr));
    pool->chunk_count++;
  }
  assert(pool->node_count < UINT32_MAX - 1 && "a pool holds at most 2^32 - 2 nodes");
  uint32_t id = pool->node_count++;
  Expr *node = pool_node(pool, id);
  node->value = value;
  node->pool = pool;
  node->id = id;
  node->is_hidden = true;
  return node;
}

static Expr *add_to_table(Pool *pool, Value value)
{
  if (4 * (uint64_t)(pool->used_slots + 1) > 3 * (uint64_t)pool->slot_count) table_grow(pool);
  Expr *node = pool_add_hidden(pool, value);
  node->is_hidden = false;
  table_insert(pool, table_key(value), node->id);
  return node;
}

const Expr *pool_add(Pool *pool, Value value, const Form *form)
{
  Expr *node = add_to_table(pool, value);
  set_form(node, form, form_cost(form), form_stage(form));
  return node;
}

const Expr *pool_number(Pool *pool, fmpq_t number)
{
  Value value = value_of_fraction(number);
  const Expr *negative;
  Expr *node = table_find(pool, value, &negative);
  if (node && node->op == OP_NUMBER) return node;
  if (!node) node = add_to_table(pool, value);
  node->op = OP_NUMBER;
  node->cost = 0;
  node->stage = STAGE_LITERAL;
  node->has_radical = false;
  fmpq_init(node->number);
  fmpq_swap(node->number, number);
  return node;
}

// A number of small height has the same image in both fields: n/d times 504000 is a small integer
// for every usual d. (2x + 3) - (2x - 4) is thus the number 7 even if no 7 was there before.
static const Expr *recognise_number(Pool *pool, Value value)
{
  const uint64_t scale = 504000;  // 2^6 3^2 5^3 7
  const uint64_t limit = UINT64_C(1) << 44;
  uint64_t a = field_mul(FIELD[0], value.at[0], scale);
  uint64_t b = field_mul(FIELD[1], value.at[1], scale);
  bool is_positive = a == b && a < limit;
  bool is_negative = FIELD[0].prime - a == FIELD[1].prime - b && FIELD[0].prime - a < limit;
  if (!is_positive && !is_negative) return NULL;
  fmpq_t number;
  fmpq_init(number);
  fmpq_set_si(number, is_positive ? (slong)a : -(slong)(FIELD[0].prime - a), scale);
  const Expr *node = pool_number(pool, number);
  fmpq_clear(number);
  return node;
}

const Expr *pool_make(Pool *pool, Value value, const Form *form, const Expr *negative)
{
  if (negative) return pool_add(pool, value, &(Form){ OP_NEG, { negative } });
  const Expr *number = recognise_number(pool, value);
  return number ? number : pool_add(pool, value, form);
}

const Expr *pool_intern(Pool *pool, Value value, const Form *form)
{
  const Expr *negative;
  const Expr *node = pool_find(pool, value, form, &negative);
  return node ? node : pool_make(pool, value, form, negative);
}

// ---- frozen forms

void pool_freeze(const Expr *e)
{
  int depth = 0, capacity = 0;
  const Expr **stack = NULL;
  for (const Expr *next = e; next; next = depth > 0 ? stack[--depth] : NULL) {
    if (next->is_frozen) continue;
    pool_node(next->pool, next->id)->is_frozen = true;
    for (int k = 0; k < expr_arity(next); k++) {
      if (depth == capacity) {
        capacity = 2 * capacity + 64;
        stack = memory_grow(stack, (size_t)capacity, sizeof stack[0]);
      }
      stack[depth++] = next->arg[k];
    }
  }
  free(stack);
}
