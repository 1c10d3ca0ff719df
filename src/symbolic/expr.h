// expr.h -- exact expressions: shared nodes in a pool, one node per value.
//
// Every node carries its value at random points of two prime fields (field.h), its fingerprint.
// The pool finds a node by its fingerprint, so two expressions that are mathematically equal are
// one node however they were built: equality is `a == b`, the zero test is a comparison, and
// sin(q)^2 + cos(q)^2 is the node 1. The chance that two different values share a fingerprint is
// below 1e-18 for a million nodes of degree 1000 (Schwartz-Zippel at two points).
//
// A node is its value and a pointer to a *form*: operator and arguments. Forms are written once and
// never change. A better form of the same value that is built later becomes the node's form: a
// cheaper one, unless names hide in it more operations that have no value at some states. With
// n = 1/x the product n*x is cheap, but has no value at x = 0. expr_name() makes a name the form.
// Code that needs the operator and the arguments to agree takes the pointer once:
// `const Form *form = e->form`.
//
// A pool belongs to one thread while nodes are built; when nobody builds, any number of threads may
// read it. Nodes and forms live as long as their pool. Operands of one call must come from one
// pool.
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

// How tightly an operator binds, loosest first.
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
// The operator that the language spells `text` as a function call ("sin", "min"), or OP_COUNT.
// Tables have names of their own.
Operator operator_of_function(const char *text, size_t length);

// What a value depends on at most, in the order in which a program can compute things.
typedef enum Stage {
  STAGE_LITERAL,
  STAGE_PARAMETER,
  STAGE_TIME,
  STAGE_POSITION,      // q
  STAGE_VELOCITY,      // qd
  STAGE_ACCELERATION,  // qdd
  STAGE_INPUT,         // forces and torques given from outside
  STAGE_COUNT
} Stage;

struct Symbol {
  const char *name;  // owned by the pool
  const Expr *rate;  // its time derivative; NULL for parameters and until expr_rate() made it
  uint8_t stage;     // a Stage
  uint8_t pending_rate_count;  // of a coordinate: they have the places behind it in the order
  int index;                   // order of creation in the pool
};

enum { MAX_ARITY = 3 };

// A fingerprint: the value at one random point of each of two prime fields, at + root*sqrt(n) with
// a number n that has no root in the field. Without roots of numbers in an expression `root` is 0.
typedef struct Fingerprint {
  uint64_t at[2];
  uint64_t root[2];
} Fingerprint;

// How a value is written: an operator over nodes, or a leaf.
typedef struct Form {
  union {
    const Expr *arg[MAX_ARITY];  // operators
    Symbol symbol[1];            // OP_SYMBOL; its rate may come later
    fmpq number[1];              // OP_NUMBER
    struct {
      const Expr *definition;  // OP_NAMED: what the name stands for; same place as arg[0]
      const char *name;
    } named;
    struct {
      const TableFunction *table;  // OP_POINTS: of the pool
      const char *name;            // with a prime for each derivative
      int order;                   // of the derivative
    } points;
  };
  uint32_t cost;  // operations of the tree, weighted; saturates. More than that of each argument
  uint8_t op;     // an Operator
  uint8_t stage;  // a Stage
  // a factor is a root or an absolute value that may square away
  uint16_t has_radical : 1;
  uint16_t is_nonnegative : 1;  // wherever it has a value: a square, a sum of squares, ...
  uint16_t gaps : 7;            // operations of the tree without a value at some states; saturates
  uint16_t named_gaps : 7;      // those behind names
} Form;

enum { MAX_GAPS = 127 };

// One line of the processor's cache. Nodes lie in aligned chunks, whose first word is the pool.
struct Expr {
  uint64_t at[2];       // of its value, expr_value()
  const Form *form;     // the cheapest so far
  Form first;           // the form that it was made with
  uint32_t id;          // grows in order of creation
  bool has_root;        // the value has a part with roots of numbers, which the pool keeps
  bool is_frozen;       // the form is kept: it defines a name or is a function's argument
  bool is_hidden;       // no look-up finds it: the definition behind a name
  bool is_nonnegative;  // known from one of its forms
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

// `seed` chooses the random points: same seed, same fingerprints, in every pool and every run.
Pool *pool_new(uint64_t seed);
void pool_free(Pool *pool);  // NULL is allowed
// The same nodes in the same forms, and the node of the copy for a node of the first.
Pool *pool_copy(const Pool *pool);
const Expr *pool_counterpart(const Pool *copy, const Expr *e);
uint64_t pool_seed(const Pool *pool);
// Long work in a pool ends when its listener says so: from then on whatever is computed is
// `undefined`, so that loops come to their end soon. NULL: nobody listens.
void pool_set_progress(Pool *pool, Progress *progress);
Progress *pool_progress(const Pool *pool);
// Between pool_pause() and pool_resume_progress() nobody listens: for work that relies on what it computes.
Progress *pool_pause(Pool *pool);
void pool_resume_progress(Pool *pool, Progress *progress);
size_t pool_node_count(const Pool *pool);
size_t pool_bytes(const Pool *pool);  // memory of nodes, forms and table
// Has it met a number of more than 60 bits that passes for another one in the fields, such as a
// multiple of their primes? Sums and products with it have values of their own.
bool pool_has_hashed_numbers(const Pool *pool);

// ---- leaves

const Expr *expr_integer(Pool *pool, long value);
const Expr *expr_rational(Pool *pool, long numerator, long denominator);  // denominator != 0
const Expr *expr_fraction(Pool *pool, const fmpq_t value);
// A decimal literal such as "9.81" or "1e-3", read exactly; `text` must be one (the lexer's task).
const Expr *expr_decimal(Pool *pool, const char *text, size_t length);
// The product with a number, such as that of a unit: there is no node for the literal alone.
const Expr *expr_decimal_times(const char *text, size_t length, const Expr *number);
const Expr *expr_pi(Pool *pool);
// The node that stands for "no value", such as 1/0; every operation on it gives it again.
const Expr *expr_undefined(Pool *pool);

// The symbol of that name; made at the first call. A later call must give the same stage.
const Expr *expr_symbol(Pool *pool, const char *name, Stage stage);
// The same of STAGE_POSITION; its rates q' and q'' follow it in the order of symbols, though most
// descriptions are read without them: expr_rate() makes them.
const Expr *expr_coordinate(Pool *pool, const char *name);
const Expr *expr_find_symbol(Pool *pool, const char *name);  // NULL if there is none
// All indices of symbols are below that, those of rates to come, too.
int pool_symbol_count(const Pool *pool);
// Symbols in the order in which they were made: the first, the one behind `last`; NULL: no more.
const Expr *pool_next_symbol(const Pool *pool, const Expr *last);
// Time derivative of a symbol: q -> q' -> q'' (parameters: 0, t: 1, inputs: u'; smooth ones are of
// STAGE_TIME like t, and so are their rates).
const Expr *expr_rate(const Expr *symbol);
// Declares `rate` (a symbol) to be the time derivative of `symbol`.
void expr_set_rate(const Expr *symbol, const Expr *rate);

// Gives `value` a name. From now on the name is the form of that value wherever it turns up.
// Numbers, symbols and values that have a name already keep it. Returns the node, now named.
const Expr *expr_name(const char *name, const Expr *value);
// The value that has a name, NULL: none. Is there any?
const Expr *pool_find_name(const Pool *pool, Fingerprint value);
bool pool_has_names(const Pool *pool);

// ---- operations: equal values give the same node

const Expr *expr_add(const Expr *a, const Expr *b);
const Expr *expr_sub(const Expr *a, const Expr *b);
const Expr *expr_neg(const Expr *a);
const Expr *expr_mul(const Expr *a, const Expr *b);
const Expr *expr_div(const Expr *a, const Expr *b);  // undefined if b is zero
const Expr *expr_pow(const Expr *base, const Expr *exponent);
const Expr *expr_pow_integer(const Expr *base, long exponent);
// Any function of one, two or three arguments by its operator, OP_SQRT and above, arithmetic too.
const Expr *expr_apply(Operator op, const Expr *const args[]);
const Expr *expr_call(Operator op, const Expr *a);                  // one argument
const Expr *expr_call2(Operator op, const Expr *a, const Expr *b);  // two
const Expr *expr_if(const Expr *condition, const Expr *then, const Expr *otherwise);

// ---- questions

static inline Operator expr_op(const Expr *e) { return (Operator)e->form->op; }
static inline int expr_arity(const Expr *e) { return operator_info(expr_op(e))->arity; }
bool expr_is_zero(const Expr *e);
bool expr_is_one(const Expr *e);
bool expr_is_integer(const Expr *e, long value);  // is it this number?
static inline bool expr_is_number(const Expr *e) { return e->form->op == OP_NUMBER; }
static inline bool expr_is_undefined(const Expr *e) { return e->form->op == OP_UNDEFINED; }
// Equality across pools of one seed: compares fingerprints.
bool expr_same_value(const Expr *a, const Expr *b);
// Is a = numerator/denominator times b? By fingerprints: no node is built.
bool expr_is_multiple(const Expr *a, const Expr *b, long numerator, long denominator);
// Nearest double of a number node.
double expr_number_value(const Expr *number);
// Sign of a number node: -1, 0, 1.
int expr_number_sign(const Expr *number);
// The same expression in another pool, names included; symbols keep name, stage and rate.
const Expr *expr_copy(Pool *pool, const Expr *e);
// Does the value of `e` (through names) contain `symbol`?
bool expr_depends_on(const Expr *e, const Expr *symbol);

#endif
