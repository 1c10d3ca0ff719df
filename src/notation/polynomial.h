// polynomial.h -- expressions as polynomials over atoms, with rational coefficients.
//
// Atoms are symbols, names, function calls, and inverses 1/d of denominators; what they contain is
// not looked at. A Polynomial is a plain table of exponents, so that other files can regroup it;
// products, division and factoring go through FLINT. Work is bounded: conversion fails rather than
// expand beyond its limits.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_POLYNOMIAL_H
#define BIELLE_NOTATION_POLYNOMIAL_H

#include "notation/formula.h"

typedef struct PolynomialAtom {
  const Formula *base;
  bool is_inverse;  // the atom is 1/base
} PolynomialAtom;

typedef struct Polynomial {
  FormulaMaker maker;  // lives as long as its arena and pool
  PolynomialAtom *atoms;
  int atom_count;
  int atom_capacity;
  int *exponents;  // term_count rows of `stride` columns, one for each atom; none is negative
  int stride;      // at least atom_count
  fmpq *coefficients;
  int term_count;
  int term_capacity;
} Polynomial;

typedef struct PolynomialLimits {
  int terms;
  int atoms;
} PolynomialLimits;

// ---- tables

void polynomial_init(Polynomial *p, FormulaMaker maker);
void polynomial_clear(Polynomial *p);
// The column of an atom; made if it is new.
int polynomial_atom(Polynomial *p, const Formula *base, bool is_inverse);
// Copies the atoms of `from` into an empty polynomial.
void polynomial_copy_atoms(Polynomial *p, const Polynomial *from);
// A new term without factors; returns its row. Equal rows are joined by polynomial_normalise().
int *polynomial_add_term(Polynomial *p, const fmpq_t coefficient);
// A copy of term i of `from`, whose atoms are the first of those of p.
int *polynomial_copy_term(Polynomial *p, const Polynomial *from, int i);
// The term coefficient * f of a formula: a product is taken apart into its factors.
void polynomial_add_product(Polynomial *p, const fmpq_t coefficient, const Formula *f);
// Joins equal terms, drops zeros, sorts.
void polynomial_normalise(Polynomial *p);
static inline int *polynomial_row(const Polynomial *p, int i)
{
  return p->exponents + (size_t)i * (size_t)p->stride;
}
int polynomial_exponent(const Polynomial *p, int term, int atom);

// ---- conversion

// The expanded polynomial of a formula; false, and an empty one, beyond the limits.
bool polynomial_of(const Formula *f, FormulaMaker maker, PolynomialLimits limits, Polynomial *out);
// Term i, and the whole, as formulas.
const Formula *formula_of_term(const Polynomial *p, int i);
const Formula *formula_of_polynomial(const Polynomial *p);

// ---- factors

typedef struct PolynomialFactor {
  Polynomial base;
  int exponent;
} PolynomialFactor;

// p = constant * product of base^exponent, irreducible over the rationals. Returns the number of
// factors in an array to be freed by polynomial_free_factors(), or 0 if FLINT gave up.
int polynomial_factor(const Polynomial *p, fmpq_t constant, PolynomialFactor **factors);
void polynomial_free_factors(PolynomialFactor *factors, int count);

// ---- collection

// p = sum over j of monomial j * cofactor j: monomials in the `kept` atoms, cofactors in the
// others.
typedef struct Collection {
  Polynomial monomials;   // term j, with coefficient one
  Polynomial *cofactors;  // one for each monomial
} Collection;

Collection polynomial_collect(const Polynomial *p, const bool kept[]);
void collection_clear(Collection *collection);

// ---- on expressions, within generous limits; beyond them as built (or NULL)

// All brackets multiplied out; the product of the irreducible factors. Both are e again as nodes.
const Formula *formula_expand(const Expr *e, Arena *arena);
const Formula *formula_factor(const Expr *e, Arena *arena);
// a/b if b divides a as a polynomial in their atoms, otherwise NULL.
const Expr *expr_divide_exactly(const Expr *a, const Expr *b);
// e as a polynomial in the given symbols: the sum of coefficient * monomial, a formula.
const Formula *formula_collect(const Expr *e, const Expr *const symbols[], int count, Arena *arena);

#endif
