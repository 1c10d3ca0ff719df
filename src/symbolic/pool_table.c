// pool_table.c -- hash table from fingerprints to nodes.
//
// Most look-ups in a large pool are for values that it does not hold, and a table of a hundred
// megabytes answers each of them from main memory. Therefore there are two tables: recently created
// nodes are in a small one, whose entries are moved to the large one in the order of their keys
// when it is full. A bit filter (`sieve`) with a few bits for each slot of the large table rejects
// most absent values without an access to that table.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "base/random.h"
#include "symbolic/pool.h"
#include "symbolic/field/fingerprint.h"

#include <string.h>

enum {
  FIRST_SLOTS = 1 << 10,
  RECENT_SLOTS = 1 << 14,
  FIRST_SETTLED_SLOTS = 1 << 18,
  SIEVE_BITS = 4,  // per slot
  AHEAD = 32       // prefetch distance: slots of the source table
};

// The smaller one of a and -a.
static uint64_t without_sign(uint64_t a)
{
  uint64_t negative = field_neg(FIELD[0], a);
  return a < negative ? a : negative;
}

// The key is the same for v and -v, so that both are in one run of slots.
static uint32_t key_of(const Fingerprint *value)
{
  uint64_t key = without_sign(value->at[0]);
  if (value->root[0] != 0) key ^= random_mix(without_sign(value->root[0]));
  return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

static uint32_t key_in(uint64_t slot) { return (uint32_t)(slot >> 32); }

static uint64_t *first_slot(const Table *table, uint32_t key)
{
  return &table->slots[((uint64_t)key * table->slot_count) >> 32];
}

static Table table_new(uint32_t slot_count)
{
  return (Table){ memory_map_table(slot_count * sizeof(uint64_t)), slot_count, 0 };
}

static void table_free(Table *table)
{
  if (table->slots) memory_unmap(table->slots, table->slot_count * sizeof(uint64_t));
}

static bool is_full(const Table *table, uint32_t more)
{
  return 4 * ((uint64_t)table->used + more) > 3 * (uint64_t)table->slot_count;
}

static void insert(Table *table, uint64_t entry)
{
  uint64_t *end = table->slots + table->slot_count, *slot = first_slot(table, key_in(entry));
  while (*slot != 0)
    slot = slot + 1 == end ? table->slots : slot + 1;
  *slot = entry;
  table->used++;
}

// Index of the filter bit of a key.
static uint64_t sieve_place(const Table *table, uint32_t key)
{
  return ((uint64_t)key * table->slot_count * SIEVE_BITS) >> 32;
}

static size_t sieve_bytes(const Table *table) { return (size_t)table->slot_count * SIEVE_BITS / 8; }

// Entries are visited in the order of their keys, which is also the order of their slots in the
// other table.
static void insert_all(Table *table, uint64_t *sieve, const Table *from)
{
  for (uint32_t i = 0; i < from->slot_count; i++) {
    if (i + AHEAD < from->slot_count) {
      uint32_t key = key_in(from->slots[i + AHEAD]);
      __builtin_prefetch(first_slot(table, key), 1);
      if (sieve) __builtin_prefetch(&sieve[sieve_place(table, key) / 64], 1);
    }
    if (from->slots[i] == 0) continue;
    insert(table, from->slots[i]);
    if (!sieve) continue;
    uint64_t place = sieve_place(table, key_in(from->slots[i]));
    sieve[place / 64] |= UINT64_C(1) << place % 64;
  }
}

// ---- moving entries to the large table

// Makes room in the large table for the entries of the small one.
static void make_room(Pool *pool)
{
  Table *settled = &pool->settled;
  if (pool->sieve && !is_full(settled, pool->recent.used)) return;
  // grow by one half, rounded to whole words of the filter
  uint32_t more = (settled->slot_count / 2 + 63) / 64 * 64;
  Table larger = table_new(pool->sieve ? settled->slot_count + more : FIRST_SETTLED_SLOTS);
  uint64_t *sieve = memory_map_table(sieve_bytes(&larger));
  insert_all(&larger, sieve, settled);
  if (pool->sieve) memory_unmap(pool->sieve, sieve_bytes(settled));
  table_free(settled);
  pool->settled = larger;
  pool->sieve = sieve;
}

static void settle(Pool *pool)
{
  make_room(pool);
  insert_all(&pool->settled, pool->sieve, &pool->recent);
  memset(pool->recent.slots, 0, pool->recent.slot_count * sizeof pool->recent.slots[0]);
  pool->recent.used = 0;
}

static bool may_be_settled(const Pool *pool, uint32_t key)
{
  if (!pool->sieve) return false;
  uint64_t place = sieve_place(&pool->settled, key);
  return (pool->sieve[place / 64] >> place % 64 & 1) != 0;
}

// ---- functions for the pool

void pool_table_init(Pool *pool) { pool->recent = table_new(FIRST_SLOTS); }

void pool_table_free(Pool *pool)
{
  if (pool->sieve) memory_unmap(pool->sieve, sieve_bytes(&pool->settled));
  table_free(&pool->settled);
  table_free(&pool->recent);
}

static Table table_copy(const Table *from)
{
  Table copy = table_new(from->slot_count);
  memcpy(copy.slots, from->slots, from->slot_count * sizeof copy.slots[0]);
  copy.used = from->used;
  return copy;
}

void pool_table_copy(Pool *pool, const Pool *from)
{
  pool->recent = table_copy(&from->recent);
  if (!from->sieve) return;
  pool->settled = table_copy(&from->settled);
  pool->sieve = memory_map_table(sieve_bytes(&pool->settled));
  memcpy(pool->sieve, from->sieve, sieve_bytes(&pool->settled));
}

size_t pool_table_bytes(const Pool *pool)
{
  size_t slots = (size_t)pool->recent.slot_count + pool->settled.slot_count;
  return slots * sizeof(uint64_t) + sieve_bytes(&pool->settled);
}

static bool has_value(const Expr *node, const Fingerprint *value)
{
  if (node->at[0] != value->at[0] || node->at[1] != value->at[1]) return false;
  return node->has_root ? fingerprint_equal(expr_value(node), *value)
                        : !fingerprint_has_root(*value);
}

static Expr *find_in(const Pool *pool, const Table *table, uint32_t key, const Fingerprint *value,
                     const Expr **negative)
{
  const uint64_t *end = table->slots + table->slot_count;
  for (const uint64_t *slot = first_slot(table, key); *slot != 0;) {
    if (key_in(*slot) == key) {
      Expr *node = pool_node(pool, (uint32_t)*slot - 1);
      if (has_value(node, value)) return node;
      Fingerprint opposite = fingerprint_neg(*value);
      if (has_value(node, &opposite)) *negative = node;
    }
    slot = slot + 1 == end ? table->slots : slot + 1;
  }
  return NULL;
}

Expr *pool_table_find(const Pool *pool, const Fingerprint *value, const Expr **negative)
{
  uint32_t key = key_of(value);
  *negative = NULL;
  if (pool->sieve) __builtin_prefetch(&pool->sieve[sieve_place(&pool->settled, key) / 64]);
  Expr *node = find_in(pool, &pool->recent, key, value, negative);
  if (node || !may_be_settled(pool, key)) return node;
  return find_in(pool, &pool->settled, key, value, negative);
}

static void grow_recent(Pool *pool)
{
  Table larger = table_new(4 * pool->recent.slot_count);
  insert_all(&larger, NULL, &pool->recent);
  table_free(&pool->recent);
  pool->recent = larger;
}

void pool_table_insert(Pool *pool, const Fingerprint *value, uint32_t id)
{
  if (is_full(&pool->recent, 1)) {
    if (pool->recent.slot_count < RECENT_SLOTS) {
      grow_recent(pool);
    } else {
      settle(pool);
    }
  }
  insert(&pool->recent, (uint64_t)key_of(value) << 32 | (id + 1));
}
