// formula.h -- expressions as people write them: sums of terms, products of powers, calls.
//
// Nodes of a pool are binary and shared; a Formula is what stands on paper. It is made in an
// arena, never changes, and may share parts. Its order is the printed order:
//   products  number, then by what a factor depends on (parameters, time, positions, velocities,
//             accelerations, inputs); within one of these symbols before names, calls, sums.
//             Parameters come as mechanics writes them, masses and inertias (short names that
//             begin with m, M, I or J), sums of such, then g, then the others, each in order of
//             creation.
//   sums      by the same stages, then short terms before long ones; numbers last; a positive
//             term first if there is one.
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
  Operator op;       // CALL: its operator, functions, comparisons and OP_POW
  const Expr *expr;  // ATOM: number, symbol, name, pi, or a part cut out; PRODUCT: its coefficient;
                     // CALL: its node, NULL until that was asked for
  const Formula *const *parts;  // terms, factors or arguments; of a part cut out: its definition
  const int *exponents;         // PRODUCT: of the factors, not zero
  int count;
  int depth;         // levels below
  int nesting;       // brackets inside of brackets, as it is printed
  uint32_t columns;  // of the text, 0 until they were asked for: formula_length()
  uint32_t score;    // effort of reading, the measure of condense.h; saturates
  uint32_t weight;   // factors of its largest term
  uint64_t hash;     // of its structure
  Stage stage;
};

// Where formulas are made: coefficients are numbers of the pool.
typedef struct FormulaMaker {
  Pool *pool;
  Arena *arena;
} FormulaMaker;

// No formula is deeper than this, so that its readers may recurse. formula_of() cuts deeper
// expressions: a part becomes an atom that stands for it. So does a part that is used several
// times and is longer than FORMULA_LONGEST_SHARED columns.
enum { FORMULA_DEEPEST = 200, FORMULA_LONGEST_SHARED = 10000 };

// Formulas one after the other, for instance the terms of a sum; `at` is to be freed.
typedef struct FormulaList {
  const Formula **at;
  int count;
  int capacity;
} FormulaList;
void formula_push(FormulaList *list, const Formula *f);

const Formula *formula_atom(FormulaMaker maker, const Expr *leaf);
// An atom that stands for `whole`, the formula of `node`.
const Formula *formula_extract(FormulaMaker maker, const Expr *node, const Formula *whole);
// Sums in sums are flattened, numbers and multiples of the same factors added, terms sorted.
const Formula *formula_sum(FormulaMaker maker, const Formula *const terms[], int count);
// coefficient * parts[0]^exponents[0] * ...; NULL exponents are all one. Products in products are
// flattened, powers of one base joined, factors sorted, signs brought to the front or into a sum.
const Formula *formula_product(FormulaMaker maker, const Expr *coefficient,
                               const Formula *const factors[], const int exponents[], int count);
const Formula *formula_negative(FormulaMaker maker, const Formula *f);
// sin(-x) of a linear form of atoms is -sin(x), which is a product, and sin(b - a) is -sin(a - b)
// if a is printed before b; likewise the other odd and even functions. The terms of linear forms are
// collected, however they are nested: sin(2*(a - b) + 2*b) is sin(2*a).
const Formula *formula_call(FormulaMaker maker, Operator op, const Formula *const arguments[]);
const Formula *formula_call_as_given(FormulaMaker maker, Operator op,
                                     const Formula *const arguments[]);

// The expression as built, flattened.
const Formula *formula_of(const Expr *e, Arena *arena);
// The same by another pool, which takes the numbers that are made: `e` is only read.
const Formula *formula_made(FormulaMaker maker, const Expr *e);
// The node of a formula: formula_of(e) gives e again.
const Expr *expr_of_formula(Pool *pool, const Formula *f);

// The value of what is written. No node of it is built, unlike by expr_of_formula(): a form that is
// only for paper would become the form of the expression.
Fingerprint formula_value(FormulaMaker maker, const Formula *f);

// Printed columns on one line; saturates.
uint32_t formula_length(const Formula *f);
static inline bool formula_is_number(const Formula *f)
{
  return f->kind == FORMULA_ATOM && expr_is_number(f->expr);
}
static inline bool formula_is_cut(const Formula *f)
{
  return f->kind == FORMULA_ATOM && f->count == 1;
}
// The terms of a formula, itself if it is no sum; its factors with their exponents likewise.
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
// The name of an atom that is neither a number nor a part cut out.
const char *formula_atom_name(const Formula *atom);
// Does the text begin with a minus?
bool formula_is_negative(const Formula *f);
// Of a sum and its negative, is this the one whose first term in the printed order is negative?
bool formula_is_opposite(const Formula *f);
// A sum of rational multiples of atoms, or a multiple of one?
bool formula_is_linear(const Formula *f);
// Is one of its terms a number or a multiple of pi?
bool formula_has_constant_term(const Formula *f);
// Term i of an angle without its number, which is stored; NULL: it is a constant.
const Formula *formula_angle_part(FormulaMaker maker, const Formula *angle, int i,
                                  const Expr **number);
// 2*(a - b) as 2*a - 2*b, and a - 2*(b - 3*(a - b)) as 7*a - 8*b; everything else as it is.
const Formula *formula_distributed(FormulaMaker maker, const Formula *f);
// How tightly the text of a formula holds together.
Precedence formula_precedence(const Formula *f);

// The printed order of factors; 0 if and only if the formulas are the same.
int formula_compare(const Formula *a, const Formula *b);
// The printed order of terms, signs apart.
int formula_compare_terms(const Formula *a, const Formula *b);
// Joins a word to a hash (multipliers and shifts of splitmix64).
static inline uint64_t hash_join(uint64_t hash, uint64_t word)
{
  hash = (hash + 1) * UINT64_C(0x9e3779b97f4a7c15) + word;
  hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  return hash ^ hash >> 31;
}
// Do two terms differ in their coefficients at most?
bool formula_is_like(const Formula *a, const Formula *b);

#endif
