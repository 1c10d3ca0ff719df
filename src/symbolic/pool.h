// pool.h -- where nodes live and how a value finds its node. For the files of symbolic/ only.
//
// Nodes lie in chunks and never move. The table is keyed by the fingerprint up to sign, so one
// look-up finds a value or its negative.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_POOL_H
#define BIELLE_SYMBOLIC_POOL_H

#include "base/arena.h"
#include "base/map.h"
#include "symbolic/expr.h"

enum { CHUNK_BITS = 15, CHUNK_NODES = 1 << CHUNK_BITS };

struct Pool {
  uint64_t seed;
  Expr **chunks;
  uint32_t chunk_count;
  uint32_t chunk_capacity;
  uint32_t node_count;
  uint64_t *slots;      // high half: part of the key, low half: id + 1; 0 is empty
  uint32_t slot_count;  // a power of two
  uint32_t used_slots;
  bool has_hashed_numbers;
  int rule_depth;  // rules of arithmetic that are waiting for each other
  Arena *names;    // and forms that replaced others
  Map symbol_index;
  Symbol **symbols;
  int symbol_count;
  int symbol_capacity;
  const Expr *zero;
  const Expr *one;
  const Expr *pi;
  const Expr *undefined;
};

// A form of one operator over nodes, with its cost and stage.
Form form_make(Operator op, const Expr *const args[]);

// The node of `value`, or NULL. If the form op(args) is cheaper than the one it has, it takes it.
// When there is none, *negative is the node of -value, or NULL.
const Expr *pool_find(Pool *pool, const Value *value, Operator op, const Expr *const args[],
                      const Expr **negative);
// A node for a value that pool_find() did not find: the negation of `negative`, a number if the
// value is recognised as one, or a new node of that form.
const Expr *pool_make(Pool *pool, Value value, const Form *form, const Expr *negative);
// A new node for a value that the pool does not hold yet.
const Expr *pool_add(Pool *pool, Value value, const Form *form);
// The node of a number; a node that had the value in another form takes this one. The pool
// takes over what `number` holds.
const Expr *pool_number(Pool *pool, fmpq_t number);
// pool_find(), then pool_make().
const Expr *pool_intern(Pool *pool, Value value, const Form *form);
// A node of that form that no look-up finds.
Expr *pool_add_hidden(Pool *pool, Value value, const Form *form);
// From now on `form` is how `e` is written.
void pool_set_form(const Expr *e, const Form *form);

Expr *pool_node(const Pool *pool, uint32_t id);
Expr *pool_new_chunk(uint32_t number);  // room for CHUNK_NODES nodes
// Keeps the forms of `e` and of everything below from being replaced.
void pool_freeze(const Expr *e);

#endif
