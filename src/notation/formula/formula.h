// formula.h -- expressions in the form in which they are printed: sums of terms, products of
// powers, calls.
//
// Nodes of a pool are binary and shared; a Formula represents the printed expression. It is
// allocated in an arena, never changes, and may share parts. Its parts are in the printed order:
//
//   products  number, then by the stage of a factor (parameters, time, positions, velocities,
//             accelerations, inputs); within a stage symbols before names, calls, sums.
//             Parameters follow the convention of mechanics: masses and inertias (short names that
//             begin with m, M, I or J), sums of such, then g, then the others, each in order of
//             creation.
//   sums      by the same stages, then short terms before long ones; numbers last; a positive
//             term first if there is one.
//
// Quotients are products with negative exponents.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_FORMULA_H
#define BIELLE_NOTATION_FORMULA_FORMULA_H

#include "base/memory/arena.h"
#include "symbolic/expr.h"

typedef enum FormulaKind { FORMULA_ATOM, FORMULA_SUM, FORMULA_PRODUCT, FORMULA_CALL } FormulaKind;

typedef struct Formula Formula;
struct Formula {
  FormulaKind kind;
  Operator op;       // CALL: functions, comparisons and OP_POW
  const Expr *expr;  // ATOM: number, symbol, name, pi, or an extracted part; PRODUCT: coefficient;
                     // CALL: its node, NULL until it is requested
  const Formula *const *parts;  // terms, factors or arguments; of an extracted part its definition
  const int *exponents;         // PRODUCT: of the factors, never zero
  int count;
  int depth;         // number of levels below
  int nesting;       // depth of nested brackets, as printed
  uint32_t columns;  // of the text; 0 until computed by formula_length()
  uint32_t score;    // reading effort, the measure of condense.h; saturates
  uint32_t weight;   // number of factors of its largest term
  uint64_t hash;     // of its structure
  Stage stage;
};

// The pool and arena in which formulas are built: coefficients are numbers of the pool.
typedef struct FormulaMaker {
  Pool *pool;
  Arena *arena;
} FormulaMaker;

// Maximum depth of a formula, so that functions on formulas may recurse. formula_of() extracts
// parts of deeper expressions: a part is replaced by an atom that represents it. The same is done
// for a part that is used several times and is longer than FORMULA_LONGEST_SHARED columns.
enum { FORMULA_DEEPEST = 200, FORMULA_LONGEST_SHARED = 10000 };

// A list of formulas, for example the terms of a sum; free() `at`.
typedef struct FormulaList {
  const Formula **at;
  int count;
  int capacity;
} FormulaList;
void formula_push(FormulaList *list, const Formula *f);

const Formula *formula_atom(FormulaMaker maker, const Expr *leaf);
// Returns an atom that represents `whole`, the formula of `node`.
const Formula *formula_extract(FormulaMaker maker, const Expr *node, const Formula *whole);
// Returns a sum. Nested sums are flattened, numbers and multiples of the same factors added, terms
// sorted.
const Formula *formula_sum(FormulaMaker maker, const Formula *const terms[], int count);
// Returns coefficient * factors[0]^exponents[0] * ...; with `exponents` NULL all are one. Nested
// products are flattened, powers of equal bases combined, factors sorted, and signs moved to the
// front or into a sum.
const Formula *formula_product(FormulaMaker maker, const Expr *coefficient,
                               const Formula *const factors[], const int exponents[], int count);
const Formula *formula_negative(FormulaMaker maker, const Formula *f);
// Returns a function call. sin(-x) of a linear form of atoms becomes -sin(x), which is a product,
// and sin(b - a) becomes -sin(a - b) if a is printed before b; likewise for the other odd and even
// functions. The terms of nested linear forms are collected: sin(2*(a - b) + 2*b) becomes sin(2*a).
const Formula *formula_call(FormulaMaker maker, Operator op, const Formula *const arguments[]);
const Formula *formula_call_as_given(FormulaMaker maker, Operator op,
                                     const Formula *const arguments[]);

// Returns the expression as built, flattened.
const Formula *formula_of(const Expr *e, Arena *arena);
// Same as formula_of(), but new numbers are created in the pool of `maker`; the pool of `e` is only
// read.
const Formula *formula_made(FormulaMaker maker, const Expr *e);
// Returns the node of a formula: for formula_of(e) it is e.
const Expr *expr_of_formula(Pool *pool, const Formula *f);

// Returns the fingerprint of a formula without building nodes, unlike expr_of_formula(): otherwise
// a form intended only for display would become the form of the expression.
Fingerprint formula_value(FormulaMaker maker, const Formula *f);

// Width in columns when printed on one line; saturates.
uint32_t formula_length(const Formula *f);
static inline bool formula_is_number(const Formula *f)
{
  return f->kind == FORMULA_ATOM && expr_is_number(f->expr);
}
static inline bool formula_is_cut(const Formula *f)
{
  return f->kind == FORMULA_ATOM && f->count == 1;
}
// The terms of a formula, or the formula itself if it is not a sum; its factors with their
// exponents likewise.
static inline int formula_term_count(const Formula *f)
{
  return f->kind == FORMULA_SUM ? f->count : 1;
}
static inline const Formula *formula_term(const Formula *f, int i)
{
  return f->kind == FORMULA_SUM ? f->parts[i] : f;
}
static inline int formula_factor_count(const Formula *f)
{
  return f->kind == FORMULA_PRODUCT ? f->count : 1;
}
static inline const Formula *formula_factor_at(const Formula *f, int i)
{
  return f->kind == FORMULA_PRODUCT ? f->parts[i] : f;
}
static inline int formula_exponent_at(const Formula *f, int i)
{
  return f->kind == FORMULA_PRODUCT ? f->exponents[i] : 1;
}
// The name of an atom that is neither a number nor an extracted part.
const char *formula_atom_name(const Formula *atom);
// Returns true if the text begins with a minus.
bool formula_is_negative(const Formula *f);
// Returns true for whichever of a sum and its negative has a negative first term in the printed
// order.
bool formula_is_opposite(const Formula *f);
// Returns true for a sum of rational multiples of atoms, or a multiple of one atom.
bool formula_is_linear(const Formula *f);
// Returns true if a term is a number or a multiple of pi.
bool formula_has_constant_term(const Formula *f);
// Returns term i of an angle without its coefficient, which is stored in *number; NULL if the term
// is constant.
const Formula *formula_angle_part(FormulaMaker maker, const Formula *angle, int i,
                                  const Expr **number);
// Multiplies numbers into brackets: 2*(a - b) becomes 2*a - 2*b, and a - 2*(b - 3*(a - b)) becomes
// 7*a - 8*b; other formulas are returned unchanged.
const Formula *formula_distributed(FormulaMaker maker, const Formula *f);
// Precedence of the outermost operator in the text of a formula.
Precedence formula_precedence(const Formula *f);

// Printed order of factors; 0 if and only if the formulas are the same.
int formula_compare(const Formula *a, const Formula *b);
// Printed order of terms, ignoring signs.
int formula_compare_terms(const Formula *a, const Formula *b);
// Combines a hash with a word (multipliers and shifts of splitmix64).
static inline uint64_t hash_join(uint64_t hash, uint64_t word)
{
  hash = (hash + 1) * UINT64_C(0x9e3779b97f4a7c15) + word;
  hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  return hash ^ hash >> 31;
}
// Returns true if two terms differ at most in their coefficients.
bool formula_is_like(const Formula *a, const Formula *b);

#endif
