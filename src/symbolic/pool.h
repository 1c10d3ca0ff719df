// pool.h -- storage of nodes and the look-up of nodes by value. Internal header of symbolic/.
//
// Nodes are stored in chunks and never move. Tables are keyed by the fingerprint up to sign, so
// that one look-up finds a value or its negative.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_POOL_H
#define BIELLE_SYMBOLIC_POOL_H

#include "base/memory/arena.h"
#include "base/memory/map.h"
#include "symbolic/expr.h"

enum { CHUNK_NODES = CHUNK_BYTES / sizeof(Expr) - 1 };

typedef struct Chunk {
  Pool *pool;           // read by expr_pool()
  uint64_t padding[7];  // nodes are aligned to cache lines
  Expr nodes[CHUNK_NODES];
} Chunk;

_Static_assert(sizeof(Chunk) <= CHUNK_BYTES, "a chunk fits its place");

// The part of a node's fingerprint that comes from roots of numbers.
typedef struct RootPart {
  uint32_t id;
  uint64_t root[2];
} RootPart;

// Hash table with open addressing; the slot index of an entry increases with its key.
typedef struct Table {
  uint64_t *slots;  // upper half: key, lower half: id + 1; 0: empty
  uint32_t slot_count;
  uint32_t used;
} Table;

// Cache entry for a sine or another function of a linear form whose argument is a number; rotations
// by the same few angles are frequent.
typedef struct TrigCacheEntry {
  const Expr *argument;
  const Expr *value;
  Operator op;
} TrigCacheEntry;

enum { KNOWN_FUNCTIONS = 64, KNOWN_RESULTS = 1 << 11 };

// Cache entry for the sum, difference or product of two numbers, or the root of one number (a and b
// are then the same).
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
  RootPart *root_parts;  // sorted by id
  int root_part_count;
  int root_part_capacity;
  Table recent;     // recently created nodes: small enough for the L1 cache
  Table settled;    // all other nodes
  uint64_t *sieve;  // a bit is set if `settled` has a key with these leading bits
  bool has_hashed_numbers;
  bool has_names;      // expr_name() was called
  bool is_cancelled;   // work was cancelled: results are no longer used
  Progress *progress;  // reports cancellation; NULL: no listener
  int rule_depth;      // current nesting depth of arithmetic rules
  Arena *names;        // also holds forms that replaced others
  int symbol_count;    // includes reserved rates of coordinates
  const TableFunction **tables;
  int table_count;
  int table_capacity;
  Map table_places;  // digest -> index in `tables`
  const Expr *zero;
  const Expr *one;
  const Expr *pi;
  const Expr *undefined;
  const Expr *divisor;                    // of the last quotient, NULL: none
  Fingerprint inverse;                    // of the divisor's fingerprint
  const Expr *axes[3][3];                 // the unit vectors x, y, z
  TrigCacheEntry known[KNOWN_FUNCTIONS];  // indexed by the argument's id
  NumberCacheEntry *known_results;        // NULL for a pool with few numbers
  int result_count;                       // requests counted until the cache is created
};

// Stores zero, one and the unit vectors of the axes, which consist of them.
void pool_set_units(Pool *pool, const Expr *zero, const Expr *one);
// Returns this pool's copy of the given table, which may belong to any pool (table_function.c).
const TableFunction *pool_own_table(Pool *pool, const TableFunction *table);

// Returns the form of an operator applied to nodes, with its cost and stage.
Form form_make(Operator op, const Expr *const args[]);

// Returns the node of `value`, or NULL. If `form` is better than the node's present form, it
// replaces it. If there is no node, *negative is the node of -value, or NULL.
const Expr *pool_find(Pool *pool, const Fingerprint *value, const Form *form,
                      const Expr **negative);
// Returns a node for a value that pool_find() did not find: the negation of `negative`, a number if
// the value is recognised as one, or a new node of that form.
const Expr *pool_make(Pool *pool, Fingerprint value, const Form *form, const Expr *negative);
// Returns a new node for a value that is not yet in the pool.
const Expr *pool_add(Pool *pool, Fingerprint value, const Form *form);
// Returns the node of a number; an existing node of this value in another form becomes a number.
// The pool takes ownership of the contents of `number`.
const Expr *pool_number(Pool *pool, fmpq_t number);
// Same as pool_number() if the expected fingerprint `value` is available from arithmetic; it is
// verified.
const Expr *pool_number_of(Pool *pool, fmpq_t number, Fingerprint value);
// Cache entry for op(a, b) of two numbers, to be read or filled; NULL if the pool has no cache yet.
NumberCacheEntry *pool_known_result(Pool *pool, Operator op, const Expr *a, const Expr *b);
// Calls pool_find(), then pool_make() if necessary.
const Expr *pool_intern(Pool *pool, Fingerprint value, const Form *form);
// Returns a new node of that form that no look-up finds.
Expr *pool_add_hidden(Pool *pool, Fingerprint value, const Form *form);
// Replaces the form of `e`.
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
// Returns the node of `value`, or NULL; in that case *negative is the node of -value, or NULL.
Expr *pool_table_find(const Pool *pool, const Fingerprint *value, const Expr **negative);
void pool_table_insert(Pool *pool, const Fingerprint *value, uint32_t id);
// Prevents the forms of `e` and of all its descendants from being replaced.
void pool_freeze(const Expr *e);

#endif
