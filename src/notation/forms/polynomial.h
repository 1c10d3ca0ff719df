// polynomial.h -- expressions as polynomials over atoms, with rational coefficients.
//
// Atoms are symbols, names, function calls, and inverses 1/d of denominators; their contents are
// not expanded. They are the variables of a ring; polynomials are FLINT's sparse ones, with terms
// in lexicographic order. The amount of work is bounded: conversion fails instead of expanding
// beyond its limits, which are checked before each multiplication.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_POLYNOMIAL_H
#define BIELLE_NOTATION_FORMS_POLYNOMIAL_H

#include "notation/formula/formula.h"

#include <flint/fmpq_mpoly.h>

typedef struct PolynomialAtom {
  const Formula *base;
  bool is_inverse;  // the atom is 1/base
} PolynomialAtom;

// The atoms represented by the variables, in the order of formula_compare(), inverses last.
typedef struct PolynomialRing {
  FormulaMaker maker;  // must outlive the ring
  PolynomialAtom *atoms;
  int atom_count;
  int polynomial_count;  // the ring is freed with the last of its polynomials
  fmpq_mpoly_ctx_t context;
} PolynomialRing;

typedef struct Polynomial {
  fmpq_mpoly_t sum;
  PolynomialRing *ring;
} Polynomial;

typedef struct PolynomialLimits {
  int terms;
  int atoms;
} PolynomialLimits;

// ---- construction from formulas

// Expands a formula to a polynomial. Returns false, with nothing to clear, if the limits are
// exceeded.
bool polynomial_of(const Formula *f, FormulaMaker maker, PolynomialLimits limits, Polynomial *out);
// A ring to which atoms are added before the first polynomial is created; after that it is fixed.
PolynomialRing *ring_new(FormulaMaker maker);
void ring_add_atom(PolynomialRing *ring, const Formula *base);
// The zero polynomial.
Polynomial polynomial_in(PolynomialRing *ring);
// The zero polynomial over the same ring.
Polynomial polynomial_like(const Polynomial *p);
Polynomial polynomial_copy(const Polynomial *p);
void polynomial_clear(Polynomial *p);

// The sum of terms whose factors become atoms, even if they are sums. Frees the list.
Polynomial polynomial_of_terms(FormulaMaker maker, FormulaList *terms);
// The same polynomial over a ring that contains only the atoms that occur in it, plus `atom` unless
// it is NULL; an atom and its inverse cancel.
Polynomial polynomial_renewed(const Polynomial *p, const Formula *atom);

// ---- terms

static inline int polynomial_term_count(const Polynomial *p) { return (int)p->sum->zpoly->length; }
static inline int polynomial_atom_count(const Polynomial *p) { return p->ring->atom_count; }
// The exponents of all terms, one row of atom_count for each; free() the result.
ulong *polynomial_exponents(const Polynomial *p);
// Appends a term with the coefficient of term i of p and other exponents. Terms must be in order;
// call polynomial_reduce() after the last one.
void polynomial_push(Polynomial *out, const Polynomial *p, int i, const ulong exponents[]);
void polynomial_reduce(Polynomial *p);
// The index of an atom in the ring; -1 if it is not in the ring.
int polynomial_find_atom(const PolynomialRing *ring, const Formula *base, bool is_inverse);

// ---- back to formulas

// coefficient * monomial * factor; `factor` NULL: no additional factor.
const Formula *formula_of_monomial(const PolynomialRing *ring, const fmpq_t coefficient,
                                   const ulong exponents[], const Formula *factor);
const Formula *formula_of_polynomial(const Polynomial *p);

// ---- factors

// number * factors[0]^exponents[0] * ..., over one ring; factors with negative exponents are
// divisors.
typedef struct PolynomialProduct {
  fmpq_t number;
  Polynomial *factors;
  int *exponents;
  int count;
} PolynomialProduct;

// Factors p into factors irreducible over the rationals. Returns false, with nothing to clear, if
// FLINT fails.
bool polynomial_factor(const Polynomial *p, PolynomialProduct *out);
void polynomial_product_clear(PolynomialProduct *product);

typedef const Formula *(*PolynomialWriter)(const Polynomial *p, void *context);

// Returns the product of the factors of p, irreducible over the rationals, each written by `write`;
// NULL if there is only one, or if FLINT fails.
const Formula *polynomial_factored(const Polynomial *p, PolynomialWriter write, void *context);

// ---- collection

// p = sum over j of monomial j * cofactor j, where monomials consist of the `kept` atoms and
// cofactors of the others.
typedef struct Collection {
  ulong *monomials;  // exponents, one row of atom_count for each monomial
  Polynomial *cofactors;
  int count;
} Collection;

Collection polynomial_collect(const Polynomial *p, const bool kept[]);
void collection_clear(Collection *collection);

// ---- on expressions, within generous limits; if they are exceeded the form as built is returned

// Expand all brackets; return the product of the irreducible factors if there are several.
const Formula *formula_expand(const Expr *e, Arena *arena);
const Formula *formula_factor(const Expr *e, Arena *arena);

#endif
