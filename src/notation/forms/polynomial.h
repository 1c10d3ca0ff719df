// polynomial.h -- expressions as polynomials over atoms, with rational coefficients.
//
// Atoms are symbols, names, function calls, and inverses 1/d of denominators; what they contain is
// not looked at. They are the variables of a ring; the polynomials over it are FLINT's sparse ones,
// terms in lexicographic order. Work is bounded: conversion fails rather than expand beyond its
// limits, which are looked at before anything is multiplied.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_POLYNOMIAL_H
#define BIELLE_NOTATION_FORMS_POLYNOMIAL_H

#include "notation/formula/formula.h"

#include <flint/fmpq_mpoly.h>

typedef struct PolynomialAtom {
  const Formula *base;
  bool is_inverse;  // the atom is 1/base
} PolynomialAtom;

// What the variables stand for, in the order of formula_compare(), inverses last.
typedef struct PolynomialRing {
  FormulaMaker maker;  // lives as long as its arena and pool
  PolynomialAtom *atoms;
  int atom_count;
  int polynomial_count;  // it goes with the last of its polynomials
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

// ---- made of formulas

// The expanded polynomial of a formula; false, and nothing to clear, beyond the limits.
bool polynomial_of(const Formula *f, FormulaMaker maker, PolynomialLimits limits, Polynomial *out);
// A ring of atoms that are added before the first polynomial, with which it is closed.
PolynomialRing *ring_new(FormulaMaker maker);
void ring_add_atom(PolynomialRing *ring, const Formula *base);
// Zero.
Polynomial polynomial_in(PolynomialRing *ring);
// Zero, over the same ring.
Polynomial polynomial_like(const Polynomial *p);
Polynomial polynomial_copy(const Polynomial *p);
void polynomial_clear(Polynomial *p);

// The sum of some terms, whose factors become atoms, even if they are sums. Frees the list.
Polynomial polynomial_of_terms(FormulaMaker maker, FormulaList *terms);
// The same polynomial over a ring of the atoms that it has, and of one more unless that is NULL; an
// atom and its inverse cancel.
Polynomial polynomial_renewed(const Polynomial *p, const Formula *atom);

// ---- terms

static inline int polynomial_term_count(const Polynomial *p) { return (int)p->sum->zpoly->length; }
static inline int polynomial_atom_count(const Polynomial *p) { return p->ring->atom_count; }
// The exponents of all terms, one row of atom_count for each; to be freed.
ulong *polynomial_exponents(const Polynomial *p);
// Appends the coefficient of term i of p with other exponents. Terms must come in order; the last
// one is followed by polynomial_reduce().
void polynomial_push(Polynomial *out, const Polynomial *p, int i, const ulong exponents[]);
void polynomial_reduce(Polynomial *p);
// The place of an atom in the ring; -1: it is none.
int polynomial_find_atom(const PolynomialRing *ring, const Formula *base, bool is_inverse);

// ---- back to formulas

// coefficient * monomial * factor; NULL: there is no factor more.
const Formula *formula_of_monomial(const PolynomialRing *ring, const fmpq_t coefficient,
                                   const ulong exponents[], const Formula *factor);
const Formula *formula_of_polynomial(const Polynomial *p);

// ---- factors

// number * factors[0]^exponents[0] * ..., over one ring; exponents below zero divide.
typedef struct PolynomialProduct {
  fmpq_t number;
  Polynomial *factors;
  int *exponents;
  int count;
} PolynomialProduct;

// The factors of p, irreducible over the rationals; false, and nothing to clear, if FLINT gave up.
bool polynomial_factor(const Polynomial *p, PolynomialProduct *out);
void polynomial_product_clear(PolynomialProduct *product);

typedef const Formula *(*PolynomialWriter)(const Polynomial *p, void *context);

// The product of the factors of p, irreducible over the rationals, each as `write` writes it; NULL
// if there is but one, or if FLINT gave up.
const Formula *polynomial_factored(const Polynomial *p, PolynomialWriter write, void *context);

// ---- collection

// p = sum over j of monomial j * cofactor j: monomials in the `kept` atoms, cofactors in the
// others.
typedef struct Collection {
  ulong *monomials;  // their exponents, a row of atom_count for each
  Polynomial *cofactors;
  int count;
} Collection;

Collection polynomial_collect(const Polynomial *p, const bool kept[]);
void collection_clear(Collection *collection);

// ---- on expressions, within generous limits; beyond them as built

// All brackets multiplied out; the product of the irreducible factors if there are several.
const Formula *formula_expand(const Expr *e, Arena *arena);
const Formula *formula_factor(const Expr *e, Arena *arena);

#endif
