// pool.c -- chunks of nodes and the table from fingerprint to node.
// SPDX-License-Identifier: MIT
#include "symbolic/pool.h"

#include "base/memory.h"
#include "symbolic/value.h"

#include <assert.h>
#include <stdlib.h>

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
  Form pi = form_make(OP_PI, NULL), undefined = form_make(OP_UNDEFINED, NULL);
  pool->pi = pool_add(pool, value_of_pi(seed), &pi);
  pool->undefined = pool_add(pool, value_of_undefined(seed), &undefined);
  return pool;
}

void pool_free(Pool *pool)
{
  if (!pool) return;
  for (uint32_t id = 0; id < pool->node_count; id++) {
    const Expr *node = pool_node(pool, id);
    if (node->form->op != OP_NUMBER || node->is_hidden) continue;
    fmpz_clear((fmpz *)fmpq_numref(node->form->number));
    fmpz_clear((fmpz *)fmpq_denref(node->form->number));
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

// The same for v and -v, so that both lie in one run of slots. Its first bits are the place in the
// table and all of it stands in the slot: a table grows by one pass from front to back, without a
// look at the nodes.
static uint32_t table_key(Value value)
{
  uint64_t a = value.at[0], negative = field_neg(FIELD[0], a);
  return (uint32_t)(((a < negative ? a : negative) * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
}

static uint32_t first_slot(const Pool *pool, uint32_t key)
{
  return (uint32_t)(((uint64_t)key * pool->slot_count) >> 32);
}

static void table_insert(Pool *pool, uint32_t key, uint32_t id)
{
  uint32_t mask = pool->slot_count - 1, i = first_slot(pool, key);
  while (pool->slots[i] != 0)
    i = (i + 1) & mask;
  pool->slots[i] = (uint64_t)key << 32 | (id + 1);
  pool->used_slots++;
}

static void table_grow(Pool *pool)
{
  uint64_t *old = pool->slots;
  uint32_t old_count = pool->slot_count;
  pool->slot_count *= old_count < (1U << 20) ? 4 : 2;
  pool->used_slots = 0;
  pool->slots = memory_map(pool->slot_count * sizeof pool->slots[0]);
  for (uint32_t i = 0; i < old_count; i++) {
    if (old[i] != 0) table_insert(pool, (uint32_t)(old[i] >> 32), (uint32_t)old[i] - 1);
  }
  memory_unmap(old, old_count * sizeof pool->slots[0]);
}

// The node of `value`, or NULL; then *negative is the node of -value, if there is one.
static Expr *table_find(const Pool *pool, const Value *value, const Expr **negative)
{
  uint32_t key = table_key(*value), mask = pool->slot_count - 1;
  *negative = NULL;
  for (uint32_t i = first_slot(pool, key); pool->slots[i] != 0; i = (i + 1) & mask) {
    if (pool->slots[i] >> 32 != key) continue;
    Expr *node = pool_node(pool, (uint32_t)pool->slots[i] - 1);
    if (value_equal(node->value, *value)) return node;
    if (value_equal(node->value, value_neg(*value))) *negative = node;
  }
  return NULL;
}

// ---- forms

// Radicals are carried by products and quotients: sqrt(x)*y times sqrt(x)*z is x*y*z.
static bool is_radical(Operator op, const Expr *const args[])
{
  switch (op) {
  case OP_SQRT:
  case OP_ABS: return true;
  case OP_NEG: return args[0]->form->has_radical;
  case OP_MUL:
  case OP_DIV: return args[0]->form->has_radical || args[1]->form->has_radical;
  default: return false;
  }
}

// What no real value of its symbols makes negative.
static bool is_nonnegative(Operator op, const Expr *const args[])
{
  switch (op) {
  case OP_SQRT:
  case OP_ABS:
  case OP_EXP:
  case OP_ACOS:
  case OP_PI: return true;
  case OP_NAMED: return args[0]->is_nonnegative;
  case OP_MUL:
    if (args[0] == args[1]) return true;
    return args[0]->is_nonnegative && args[1]->is_nonnegative;
  case OP_ADD:
  case OP_DIV:
  case OP_MIN: return args[0]->is_nonnegative && args[1]->is_nonnegative;
  case OP_MAX: return args[0]->is_nonnegative || args[1]->is_nonnegative;
  default: return false;
  }
}

static uint32_t cost_of(Operator op, const Expr *const args[])
{
  const OperatorInfo *info = operator_info(op);
  uint64_t cost = info->cost;
  for (int k = 0; k < info->arity; k++)
    cost += args[k]->form->cost;
  return cost > UINT32_MAX ? UINT32_MAX : (uint32_t)cost;
}

Form form_make(Operator op, const Expr *const args[])
{
  int arity = operator_info(op)->arity;
  assert(args || arity == 0);
  Form form = { .op = (uint8_t)op, .stage = STAGE_LITERAL, .cost = cost_of(op, args) };
  for (int k = 0; k < arity; k++) {
    form.arg[k] = args[k];
    if (args[k]->form->stage > form.stage) form.stage = args[k]->form->stage;
  }
  form.has_radical = is_radical(op, args);
  form.is_nonnegative = is_nonnegative(op, args);
  return form;
}

void pool_set_form(const Expr *e, const Form *form)
{
  Form *kept = ARENA_NEW(e->pool->names, Form);
  *kept = *form;
  pool_node(e->pool, e->id)->form = kept;
}

// Costs only fall and a node costs more than each argument, so a cheaper form cannot contain the
// node it replaces: no cycles.
static void take_if_cheaper(const Expr *node, const Form *form)
{
  if (form->cost >= node->form->cost || form->stage > node->form->stage) return;
  if (node->is_frozen || expr_arity(node) == 0 || node->form->op == OP_NAMED) return;
  pool_set_form(node, form);
}

const Expr *pool_find(Pool *pool, const Value *value, Operator op, const Expr *const args[],
                      const Expr **negative)
{
  Expr *node = table_find(pool, value, negative);
  if (!node) return NULL;
  if (!node->is_nonnegative) node->is_nonnegative = is_nonnegative(op, args);
  if (!node->is_frozen && cost_of(op, args) < node->form->cost) {
    Form form = form_make(op, args);
    take_if_cheaper(node, &form);
  }
  return node;
}

// A huge page is cleared when it is first touched: too slow for the many small pools.
Expr *pool_new_chunk(uint32_t number)
{
  return number == 0 ? memory_new(CHUNK_NODES, sizeof(Expr))
                     : memory_map(CHUNK_NODES * sizeof(Expr));
}

Expr *pool_add_hidden(Pool *pool, Value value, const Form *form)
{
  if (pool->node_count == pool->chunk_count * CHUNK_NODES) {
    if (pool->chunk_count == pool->chunk_capacity) {
      pool->chunk_capacity = 2 * pool->chunk_capacity + 16;
      pool->chunks = memory_grow(pool->chunks, pool->chunk_capacity, sizeof pool->chunks[0]);
    }
    pool->chunks[pool->chunk_count] = pool_new_chunk(pool->chunk_count);
    pool->chunk_count++;
  }
  if (pool->node_count >= UINT32_MAX - 1) memory_exhausted();
  uint32_t id = pool->node_count++;
  Expr *node = pool_node(pool, id);
  node->value = value;
  node->pool = pool;
  node->id = id;
  node->is_hidden = true;
  node->first = *form;
  node->form = &node->first;
  node->is_nonnegative = form->is_nonnegative;
  return node;
}

const Expr *pool_add(Pool *pool, Value value, const Form *form)
{
  if (4 * (uint64_t)(pool->used_slots + 1) > 3 * (uint64_t)pool->slot_count) table_grow(pool);
  Expr *node = pool_add_hidden(pool, value, form);
  node->is_hidden = false;
  table_insert(pool, table_key(value), node->id);
  return node;
}

const Expr *pool_number(Pool *pool, fmpq_t number)
{
  Value value = value_of_fraction(number);
  const Expr *negative;
  const Expr *node = table_find(pool, &value, &negative);
  if (node && expr_is_number(node)) {
    if (!fmpq_equal(node->form->number, number)) {
      broken_invariant("two different numbers have the same value in both fields");
    }
    return node;
  }
  if (number_is_hashed(number)) pool->has_hashed_numbers = true;
  Form form = { .op = OP_NUMBER, .stage = STAGE_LITERAL };
  form.is_nonnegative = fmpq_sgn(number) >= 0;
  fmpq_init(form.number);
  fmpq_swap(form.number, number);
  if (!node) return pool_add(pool, value, &form);
  pool_set_form(node, &form);
  return node;
}

// A decimal of up to eight places times SCALE is an integer, the same in both fields: so
// (x + 0.3255) - (x - 0.1111) is seen to be a number whose value was not there before. One of 2^60
// other values looks like that, too; those are told apart at other points.
static bool looks_like_number(Value value, fmpq_t number)
{
  const uint64_t SCALE = UINT64_C(18900000000);  // 2^8 3^3 5^8 7
  if (value_has_root(value)) return false;
  uint64_t a = field_mul(FIELD[0], value.at[0], SCALE);
  uint64_t b = field_mul(FIELD[1], value.at[1], SCALE);
  bool is_positive = a == b;
  if (!is_positive && FIELD[0].prime - a != FIELD[1].prime - b) return false;
  fmpq_set_si(number, is_positive ? (slong)a : -(slong)(FIELD[0].prime - a), SCALE);
  return true;
}

static const Expr *recognise_number(const Expr *node)
{
  fmpq_t number;
  fmpq_init(number);
  if (looks_like_number(node->value, number)) {
    Value elsewhere;
    expr_values_at(&node, 1, ~node->pool->seed, &elsewhere);
    bool is_number = value_equal(elsewhere, value_of_fraction(number));
    if (is_number) node = pool_number(node->pool, number);
  }
  fmpq_clear(number);
  return node;
}

const Expr *pool_make(Pool *pool, Value value, const Form *form, const Expr *negative)
{
  if (!negative) return recognise_number(pool_add(pool, value, form));
  Form opposite = form_make(OP_NEG, &negative);
  return pool_add(pool, value, &opposite);
}

const Expr *pool_intern(Pool *pool, Value value, const Form *form)
{
  const Expr *negative;
  const Expr *node = pool_find(pool, &value, (Operator)form->op, form->arg, &negative);
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
    const Form *form = next->form;
    for (int k = 0; k < operator_info((Operator)form->op)->arity; k++) {
      if (depth == capacity) {
        capacity = 2 * capacity + 64;
        stack = memory_grow(stack, (size_t)capacity, sizeof stack[0]);
      }
      stack[depth++] = form->arg[k];
    }
  }
  free(stack);
}
