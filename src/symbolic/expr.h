// expr.h -- exact expressions: shared nodes in a pool, one node per value.
//
// Every node carries its fingerprint, its value at random points of two prime fields (field.h). The
// pool finds a node by its fingerprint, so two mathematically equal expressions are one node
// regardless of how they were built: equality is `a == b`, the zero test is a comparison, and
// sin(q)^2 + cos(q)^2 is the node 1. The probability that two different values have the same
// fingerprint is below 1e-18 for a million nodes of degree 1000 (Schwartz-Zippel at two points).
//
// A node consists of its value and a pointer to a *form*: an operator and its arguments. Forms are
// written once and never change. If a better form of the same value is built later, it becomes the
// node's form. A form is better if the names in it hide fewer operations that are undefined at some
// states or, if equally many, if it is cheaper: with n = 1/x the product n*x is cheap, but
// undefined at x = 0. expr_name() makes a name the form of a node. Code that requires the operator
// and the arguments to be consistent reads the pointer once: `const Form *form = e->form`.
//
// A pool belongs to one thread while nodes are built; while no thread builds nodes, any number of
// threads may read it. Nodes and forms have the lifetime of their pool. All operands of a call must
// belong to the same pool.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_EXPR_H
#define BIELLE_SYMBOLIC_EXPR_H

#include "base/messages/progress.h"

#include <flint/fmpq.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Pool Pool;
typedef struct Expr Expr;
typedef struct Symbol Symbol;
typedef struct TableFunction TableFunction;

typedef enum Operator {
#define OPERATOR(NAME, arity, precedence, text, c, latex, cost) OP_##NAME,
#include "symbolic/operators.def"
  OP_COUNT
} Operator;

// Binding strength of operators, loosest first.
typedef enum Precedence {
  PREC_COMPARE,
  PREC_SUM,
  PREC_PRODUCT,
  PREC_POWER,
  PREC_CALL,
  PREC_ATOM
} Precedence;

typedef struct OperatorInfo {
  const char *name;  // "ADD"
  int arity;
  Precedence precedence;
  const char *text;
  const char *c;
  const char *latex;
  uint32_t cost;
} OperatorInfo;

extern const OperatorInfo OPERATORS[OP_COUNT];
static inline const OperatorInfo *operator_info(Operator op) { return &OPERATORS[op]; }
// The operator that the description language writes as a function call with the name `text` ("sin",
// "min"), or OP_COUNT. Tables are called by their own names.
Operator operator_of_function(const char *text, size_t length);

// The latest kind of symbol on which a value depends, in the order in which a program can compute
// values.
typedef enum Stage {
  STAGE_LITERAL,
  STAGE_PARAMETER,
  STAGE_TIME,
  STAGE_POSITION,      // q
  STAGE_VELOCITY,      // qd
  STAGE_ACCELERATION,  // qdd
  STAGE_INPUT,         // external forces and torques
  STAGE_COUNT
} Stage;

struct Symbol {
  const char *name;            // owned by the pool
  const Expr *rate;            // time derivative; NULL for parameters and before expr_rate()
  uint8_t stage;               // a Stage
  uint8_t pending_rate_count;  // of a coordinate: the following indices are reserved for them
  int index;                   // order of creation in the pool
};

enum { MAX_ARITY = 3 };

// A fingerprint: the value at one random point of each of two prime fields, at + root*sqrt(n),
// where n is a number without a square root in the field. `root` is 0 if an expression has no roots
// of numbers.
typedef struct Fingerprint {
  uint64_t at[2];
  uint64_t root[2];
} Fingerprint;

// Representation of a value: an operator with its arguments, or a leaf.
typedef struct Form {
  union {
    const Expr *arg[MAX_ARITY];  // operators
    Symbol symbol[1];            // OP_SYMBOL; its rate may be set later
    fmpq number[1];              // OP_NUMBER
    struct {
      const Expr *definition;  // OP_NAMED: the named expression; same address as arg[0]
      const char *name;
    } named;
    struct {
      const TableFunction *table;  // OP_POINTS: owned by the pool
      const char *name;            // with a prime for each derivative
      int order;                   // of the derivative
    } points;
  };
  uint32_t cost;  // weighted operation count; saturates; greater than for each argument
  uint8_t op;     // an Operator
  uint8_t stage;  // a Stage
  // a factor is a root or an absolute value, which may cancel with an equal one
  uint16_t has_radical : 1;
  uint16_t is_nonnegative : 1;  // wherever it is defined: a square, a sum of squares, ...
  uint16_t gaps : 7;        // operations of the tree that are undefined at some states; saturates
  uint16_t named_gaps : 7;  // those inside named definitions
} Form;

enum { MAX_GAPS = 127 };

// A node occupies one cache line. Nodes are stored in aligned chunks, whose first word is the pool.
struct Expr {
  uint64_t at[2];    // of its fingerprint; use expr_value()
  const Form *form;  // the best form so far
  Form first;        // the form with which the node was created
  uint32_t id;       // increases in order of creation
  bool has_root;     // the fingerprint has a part with roots of numbers, which the pool stores
  bool is_frozen;    // the form cannot be replaced: it defines a name or is a function's argument
  bool is_hidden;    // not found by look-ups: the definition of a name
  bool is_nonnegative;  // known from any of its forms
};

enum { CHUNK_BYTES = 1 << 16 };

static inline Pool *expr_pool(const Expr *e)
{
  return *(Pool *const *)((const char *)e - (uintptr_t)e % CHUNK_BYTES);
}

Fingerprint expr_value_with_root(const Expr *e);
static inline Fingerprint expr_value(const Expr *e)
{
  return e->has_root ? expr_value_with_root(e) : (Fingerprint){ .at = { e->at[0], e->at[1] } };
}

// ---- pool

// `seed` selects the random points: the same seed yields the same fingerprints in every pool and
// every run.
Pool *pool_new(uint64_t seed);
void pool_free(Pool *pool);  // NULL is allowed
// pool_copy() returns a pool with the same nodes in the same forms; pool_counterpart() returns the
// node of the copy that corresponds to a node of the original.
Pool *pool_copy(const Pool *pool);
const Expr *pool_counterpart(const Pool *copy, const Expr *e);
uint64_t pool_seed(const Pool *pool);
// Sets the listener that can cancel long work in a pool: after cancellation every operation returns
// `undefined`, so that loops terminate soon. NULL: no listener.
void pool_set_progress(Pool *pool, Progress *progress);
Progress *pool_progress(const Pool *pool);
// The listener is removed between pool_pause() and pool_resume_progress(), for work that relies on
// its results.
Progress *pool_pause(Pool *pool);
void pool_resume_progress(Pool *pool, Progress *progress);
size_t pool_node_count(const Pool *pool);
size_t pool_bytes(const Pool *pool);  // memory of nodes, forms and tables, in bytes
// Returns true if the pool has met a number of more than 60 bits that is congruent to another one
// in the fields, for example modulo one of their primes. Sums and products with such numbers have
// hashed fingerprints.
bool pool_has_hashed_numbers(const Pool *pool);

// ---- leaves

const Expr *expr_integer(Pool *pool, long value);
const Expr *expr_rational(Pool *pool, long numerator, long denominator);  // denominator != 0
const Expr *expr_fraction(Pool *pool, const fmpq_t value);
// Reads a decimal literal such as "9.81" or "1e-3" exactly. The lexer must have verified `text`.
const Expr *expr_decimal(Pool *pool, const char *text, size_t length);
// Product of a literal and a number, such as the factor of a unit; no node is created for the
// literal alone.
const Expr *expr_decimal_times(const char *text, size_t length, const Expr *number);
const Expr *expr_pi(Pool *pool);
// The node of an undefined value, such as 1/0; every operation on it returns it again.
const Expr *expr_undefined(Pool *pool);

// The symbol of that name, created at the first call. Later calls must pass the same stage.
const Expr *expr_symbol(Pool *pool, const char *name, Stage stage);
// Same as expr_symbol() with STAGE_POSITION. The indices of its rates q' and q'' follow its own;
// the rates are created by expr_rate() on first use, because most descriptions never need them.
const Expr *expr_coordinate(Pool *pool, const char *name);
const Expr *expr_find_symbol(Pool *pool, const char *name);  // NULL if it does not exist
// All indices of symbols are below this count, including those reserved for rates.
int pool_symbol_count(const Pool *pool);
// Iterates over the symbols in order of creation: returns the first if `last` is NULL, otherwise
// the one after `last`; NULL after the last.
const Expr *pool_next_symbol(const Pool *pool, const Expr *last);
// Time derivative of a symbol: q -> q' -> q'' (parameters: 0, t: 1, inputs: u'; smooth inputs have
// STAGE_TIME like t, and so have their rates).
const Expr *expr_rate(const Expr *symbol);
// Declares the symbol `rate` to be the time derivative of `symbol`.
void expr_set_rate(const Expr *symbol, const Expr *rate);

// Gives `value` a name, which is then its form in all expressions that contain it. Numbers, symbols
// and values that already have a name are not changed. Returns the node, now named.
const Expr *expr_name(const char *name, const Expr *value);
// Returns the named node with this fingerprint; NULL if there is none.
const Expr *pool_find_name(const Pool *pool, Fingerprint value);
bool pool_has_names(const Pool *pool);

// ---- operations: equal values yield the same node

const Expr *expr_add(const Expr *a, const Expr *b);
const Expr *expr_sub(const Expr *a, const Expr *b);
const Expr *expr_neg(const Expr *a);
const Expr *expr_mul(const Expr *a, const Expr *b);
const Expr *expr_div(const Expr *a, const Expr *b);  // undefined if b is zero
const Expr *expr_pow(const Expr *base, const Expr *exponent);
const Expr *expr_pow_integer(const Expr *base, long exponent);
// Applies any operator from OP_SQRT on, or an arithmetic operator, to its one, two or three
// arguments.
const Expr *expr_apply(Operator op, const Expr *const args[]);
const Expr *expr_call(Operator op, const Expr *a);                  // one argument
const Expr *expr_call2(Operator op, const Expr *a, const Expr *b);  // two arguments
const Expr *expr_if(const Expr *condition, const Expr *then, const Expr *otherwise);

// ---- predicates

static inline Operator expr_op(const Expr *e) { return (Operator)e->form->op; }
static inline int expr_arity(const Expr *e) { return operator_info(expr_op(e))->arity; }
bool expr_is_zero(const Expr *e);
bool expr_is_one(const Expr *e);
bool expr_is_integer(const Expr *e, long value);  // is it the number `value`?
static inline bool expr_is_number(const Expr *e) { return e->form->op == OP_NUMBER; }
static inline bool expr_is_undefined(const Expr *e) { return e->form->op == OP_UNDEFINED; }
// Equality across pools of the same seed: compares fingerprints.
bool expr_same_value(const Expr *a, const Expr *b);
// Returns true if a = numerator/denominator * b. Compares fingerprints; no node is built.
bool expr_is_multiple(const Expr *a, const Expr *b, long numerator, long denominator);
// Nearest double of a number node.
double expr_number_value(const Expr *number);
// Sign of a number node: -1, 0, 1.
int expr_number_sign(const Expr *number);
// The same expression in another pool, including names; symbols keep name, stage and rate.
const Expr *expr_copy(Pool *pool, const Expr *e);
// Returns true if the value of `e` depends on `symbol`, also through names.
bool expr_depends_on(const Expr *e, const Expr *symbol);

#endif
