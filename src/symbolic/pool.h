// pool.h -- where nodes live and how a value finds its node. For the files of symbolic/ only.
//
// Nodes lie in chunks and never move. Tables are keyed by the fingerprint up to sign, so one
// look-up finds a value or its negative.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_POOL_H
#define BIELLE_SYMBOLIC_POOL_H

#include "base/memory/arena.h"
#include "base/memory/map.h"
#include "symbolic/expr.h"

enum { CHUNK_NODES = CHUNK_BYTES / sizeof(Expr) - 1 };

typedef struct Chunk {
  Pool *pool;           // read by expr_pool()
  uint64_t padding[7];  // nodes lie on lines of the cache
  Expr nodes[CHUNK_NODES];
} Chunk;

_Static_assert(sizeof(Chunk) <= CHUNK_BYTES, "a chunk fits its place");

// The part of a node's value that roots of numbers bring.
typedef struct RootPart {
  uint32_t id;
  uint64_t root[2];
} RootPart;

// Open addressing; the place of an entry grows with its key.
typedef struct Table {
  uint64_t *slots;  // high half: the key, low half: id; 0 is empty
  uint32_t slot_count;
  uint32_t used;
} Table;

// A sine or another function that reads its argument as a linear form, of a number: turns by the
// same few angles are many.
typedef struct TrigCacheEntry {
  const Expr *argument;
  const Expr *value;
  Operator op;
} TrigCacheEntry;

enum { KNOWN_FUNCTIONS = 64, KNOWN_RESULTS = 1 << 11 };

// A sum, a difference or a product of two numbers, or the root of one, which is both.
typedef struct NumberCacheEntry {
  const Expr *a, *b;
  const Expr *value;
  Operator op;
} NumberCacheEntry;

struct Pool {
  uint64_t seed;
  Chunk **chunks;
  int chunk_count;
  int chunk_capacity;
  uint32_t node_count;
  RootPart *root_parts;  // by id
  int root_part_count;
  int root_part_capacity;
  Table recent;     // nodes that were made last: small enough for the nearest cache
  Table settled;    // all others
  uint64_t *sieve;  // a bit is set if `settled` has a key with these first bits
  bool has_hashed_numbers;
  bool has_names;      // expr_name() gave one
  bool is_cancelled;   // nobody wants what is computed from now on
  Progress *progress;  // asked whether it is; NULL: it is not
  int rule_depth;      // rules of arithmetic that are waiting for each other
  Arena *names;        // and forms that replaced others
  int symbol_count;    // with rates of coordinates that are not made yet
  const TableFunction **tables;
  int table_count;
  int table_capacity;
  Map table_places;  // digest -> place in `tables`
  const Expr *zero;
  const Expr *one;
  const Expr *pi;
  const Expr *undefined;
  const Expr *divisor;                    // of the last quotient, NULL: none
  Fingerprint inverse;                    // of its value
  const Expr *axes[3][3];                 // the unit vectors x, y, z
  TrigCacheEntry known[KNOWN_FUNCTIONS];  // by the argument's id
  NumberCacheEntry *known_results;        // of a pool with many numbers; else NULL
  int result_count;                       // that were asked for, up to then
};

// Notes zero, one and the axes, which are made of them.
void pool_set_units(Pool *pool, const Expr *zero, const Expr *one);
// The table of this pool that equals the given one, which may be of any pool (table_function.c).
const TableFunction *pool_own_table(Pool *pool, const TableFunction *table);

// A form of one operator over nodes, with its cost and stage.
Form form_make(Operator op, const Expr *const args[]);

// The node of `value`, or NULL. If `form` is better than the one it has, it takes it. When there
// is none, *negative is the node of -value, or NULL.
const Expr *pool_find(Pool *pool, const Fingerprint *value, const Form *form,
                      const Expr **negative);
// A node for a value that pool_find() did not find: the negation of `negative`, a number if the
// value is recognised as one, or a new node of that form.
const Expr *pool_make(Pool *pool, Fingerprint value, const Form *form, const Expr *negative);
// A new node for a value that the pool does not hold yet.
const Expr *pool_add(Pool *pool, Fingerprint value, const Form *form);
// The node of a number; a node that had the value in another form takes this one. The pool
// takes over what `number` holds.
const Expr *pool_number(Pool *pool, fmpq_t number);
// The same of a number that has the value, if laws of arithmetic hold for it: it is proved.
const Expr *pool_number_of(Pool *pool, fmpq_t number, Fingerprint value);
// Where op(a, b) of two numbers is, if it is known, or else is to be put; NULL: nowhere.
NumberCacheEntry *pool_known_result(Pool *pool, Operator op, const Expr *a, const Expr *b);
// pool_find(), then pool_make().
const Expr *pool_intern(Pool *pool, Fingerprint value, const Form *form);
// A node of that form that no look-up finds.
Expr *pool_add_hidden(Pool *pool, Fingerprint value, const Form *form);
// From now on `form` is how `e` is written.
void pool_set_form(const Expr *e, const Form *form);

static inline Expr *pool_node(const Pool *pool, uint32_t id)
{
  return &pool->chunks[id / CHUNK_NODES]->nodes[id % CHUNK_NODES];
}
void pool_add_chunk(Pool *pool);

// ---- table (pool_table.c)

void pool_table_init(Pool *pool);
void pool_table_free(Pool *pool);
void pool_table_copy(Pool *pool, const Pool *from);
size_t pool_table_bytes(const Pool *pool);
// The node of `value`, or NULL; then *negative is the node of -value, if there is one.
Expr *pool_table_find(const Pool *pool, const Fingerprint *value, const Expr **negative);
void pool_table_insert(Pool *pool, const Fingerprint *value, uint32_t id);
// Keeps the forms of `e` and of everything below from being replaced.
void pool_freeze(const Expr *e);

#endif
