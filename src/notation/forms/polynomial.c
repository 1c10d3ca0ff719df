// polynomial.c -- rings of atoms, expansion, terms.
// SPDX-License-Identifier: MIT
#include "notation/forms/polynomial.h"

#include "base/memory/memory.h"

#include <stdlib.h>
#include <string.h>

// A product of a terms by b terms is computed if a*b is at most this multiple of the limit on
// terms.
enum { PRODUCT_WORK = 16, MAX_POWER = 64 };

// ---- rings

PolynomialRing *ring_new(FormulaMaker maker)
{
  PolynomialRing *ring = memory_new(1, sizeof *ring);
  ring->maker = maker;
  return ring;
}

static void ring_free(PolynomialRing *ring)
{
  free(ring->atoms);
  free(ring);
}

static int compare_atoms(PolynomialAtom a, PolynomialAtom b)
{
  if (a.is_inverse != b.is_inverse) return a.is_inverse ? 1 : -1;
  return formula_compare(a.base, b.base);
}

// The index of an atom, or the index where it would be inserted.
static int place_of(const PolynomialRing *ring, PolynomialAtom atom, bool *is_there)
{
  int low = 0, high = ring->atom_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    int order = compare_atoms(ring->atoms[middle], atom);
    *is_there = order == 0;
    if (order == 0) return middle;
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  *is_there = false;
  return low;
}

int polynomial_find_atom(const PolynomialRing *ring, const Formula *base, bool is_inverse)
{
  bool is_there = false;
  int place = place_of(ring, (PolynomialAtom){ base, is_inverse }, &is_there);
  return is_there ? place : -1;
}

static void add_atom(PolynomialRing *ring, const Formula *base, bool is_inverse)
{
  PolynomialAtom atom = { base, is_inverse };
  bool is_there = false;
  int place = place_of(ring, atom, &is_there);
  if (is_there) return;
  int count = ring->atom_count++;
  bool is_full = (count & (count + 1)) == 0;  // 0, 1, 3, 7 ...
  if (is_full) ring->atoms = memory_grow(ring->atoms, 2 * (size_t)count + 1, sizeof atom);
  memmove(ring->atoms + place + 1, ring->atoms + place, sizeof atom * (size_t)(count - place));
  ring->atoms[place] = atom;
}

void ring_add_atom(PolynomialRing *ring, const Formula *base) { add_atom(ring, base, false); }

Polynomial polynomial_in(PolynomialRing *ring)
{
  Polynomial zero = { .ring = ring };
  slong variables = ring->atom_count > 0 ? ring->atom_count : 1;
  if (ring->polynomial_count++ == 0) fmpq_mpoly_ctx_init(ring->context, variables, ORD_LEX);
  fmpq_mpoly_init(zero.sum, ring->context);
  return zero;
}

Polynomial polynomial_like(const Polynomial *p) { return polynomial_in(p->ring); }

Polynomial polynomial_copy(const Polynomial *p)
{
  Polynomial copy = polynomial_in(p->ring);
  fmpq_mpoly_set(copy.sum, p->sum, p->ring->context);
  return copy;
}

void polynomial_clear(Polynomial *p)
{
  fmpq_mpoly_clear(p->sum, p->ring->context);
  if (--p->ring->polynomial_count > 0) return;
  fmpq_mpoly_ctx_clear(p->ring->context);
  ring_free(p->ring);
}

// ---- expansion

typedef struct Expansion {
  PolynomialRing *ring;
  PolynomialLimits limits;
} Expansion;

// Returns true if a power is expanded, otherwise it is an atom.
static bool is_opened(const Formula *f, int exponent)
{
  return (f->kind == FORMULA_SUM || f->kind == FORMULA_PRODUCT) && exponent > 0;
}

// The recursion is at most FORMULA_DEEPEST levels deep.
static bool find_atoms(Expansion *expansion, const Formula *f, int exponent)
{
  if (formula_is_number(f)) return true;
  if (!is_opened(f, exponent)) {
    add_atom(expansion->ring, f, exponent < 0);
    return expansion->ring->atom_count <= expansion->limits.atoms;
  }
  if (exponent > MAX_POWER) return false;
  for (int i = 0; i < f->count; i++) {
    int power = f->kind == FORMULA_PRODUCT ? f->exponents[i] : 1;
    if (!find_atoms(expansion, f->parts[i], power)) return false;
  }
  return true;
}

static bool expand(Expansion *expansion, const Formula *f, fmpq_mpoly_t out);

// a := a*b
static bool multiply(Expansion *expansion, fmpq_mpoly_t a, const fmpq_mpoly_t b)
{
  const fmpq_mpoly_ctx_struct *context = expansion->ring->context;
  slong work = fmpq_mpoly_length(a, context) * fmpq_mpoly_length(b, context);
  if (work > (slong)PRODUCT_WORK * expansion->limits.terms) return false;
  fmpq_mpoly_mul(a, a, b, context);
  return fmpq_mpoly_length(a, context) <= expansion->limits.terms;
}

static bool multiply_power(Expansion *expansion, fmpq_mpoly_t product, const Formula *base,
                           int exponent)
{
  fmpq_mpoly_t factor;
  fmpq_mpoly_init(factor, expansion->ring->context);
  bool is_done = expand(expansion, base, factor);
  for (int i = 0; i < exponent && is_done; i++)
    is_done = multiply(expansion, product, factor);
  fmpq_mpoly_clear(factor, expansion->ring->context);
  return is_done;
}

static bool expand_product(Expansion *expansion, const Formula *f, fmpq_mpoly_t out)
{
  const PolynomialRing *ring = expansion->ring;
  ulong *exponents = memory_new((size_t)ring->atom_count + 1, sizeof exponents[0]);
  for (int i = 0; i < f->count; i++) {
    if (is_opened(f->parts[i], f->exponents[i])) continue;
    int atom = polynomial_find_atom(ring, f->parts[i], f->exponents[i] < 0);
    exponents[atom] = (ulong)abs(f->exponents[i]);
  }
  fmpq_mpoly_push_term_fmpq_ui(out, f->expr->form->number, exponents, ring->context);
  free(exponents);
  for (int i = 0; i < f->count; i++) {
    if (!is_opened(f->parts[i], f->exponents[i])) continue;
    if (!multiply_power(expansion, out, f->parts[i], f->exponents[i])) return false;
  }
  return true;
}

// The halves of the terms are added recursively, so that a long sum costs n log n.
static bool expand_terms(Expansion *expansion, const Formula *const terms[], int count,
                         fmpq_mpoly_t out)
{
  const fmpq_mpoly_ctx_struct *context = expansion->ring->context;
  if (count == 0) return true;
  if (count == 1) return expand(expansion, terms[0], out);
  fmpq_mpoly_t second;
  fmpq_mpoly_init(second, context);
  bool is_done = expand_terms(expansion, terms, count / 2, out) &&
                 expand_terms(expansion, terms + count / 2, count - count / 2, second);
  if (is_done) fmpq_mpoly_add(out, out, second, context);
  fmpq_mpoly_clear(second, context);
  return is_done && fmpq_mpoly_length(out, context) <= expansion->limits.terms;
}

// Expands into `out`, which must be zero. The recursion is at most FORMULA_DEEPEST levels deep.
static bool expand(Expansion *expansion, const Formula *f, fmpq_mpoly_t out)
{
  const PolynomialRing *ring = expansion->ring;
  if (formula_is_number(f)) {
    fmpq_mpoly_set_fmpq(out, f->expr->form->number, ring->context);
    return true;
  }
  if (f->kind == FORMULA_SUM) return expand_terms(expansion, f->parts, f->count, out);
  if (f->kind == FORMULA_PRODUCT) return expand_product(expansion, f, out);
  fmpq_mpoly_gen(out, polynomial_find_atom(ring, f, false), ring->context);
  return true;
}

bool polynomial_of(const Formula *f, FormulaMaker maker, PolynomialLimits limits, Polynomial *out)
{
  Expansion expansion = { ring_new(maker), limits };
  if (!find_atoms(&expansion, f, 1)) {
    ring_free(expansion.ring);
    return false;
  }
  Polynomial p = polynomial_in(expansion.ring);
  bool is_done = expand(&expansion, f, p.sum);
  if (is_done) {
    polynomial_reduce(&p);  // addition leaves common factors in the coefficients
    *out = p;
  } else {
    polynomial_clear(&p);
  }
  return is_done;
}

// ---- sums of products

static int factor_count(const Formula *f)
{
  return formula_is_number(f) ? 0 : formula_factor_count(f);
}

// Appends a product to p; all its factors must be atoms of the ring.
static void push_product(Polynomial *p, const Formula *f)
{
  const PolynomialRing *ring = p->ring;
  ulong *row = memory_new((size_t)ring->atom_count + 1, sizeof row[0]);
  for (int i = 0; i < factor_count(f); i++) {
    int exponent = formula_exponent_at(f, i);
    row[polynomial_find_atom(ring, formula_factor_at(f, i), exponent < 0)] = (ulong)abs(exponent);
  }
  bool has_number = formula_is_number(f) || f->kind == FORMULA_PRODUCT;
  const Expr *number = has_number ? f->expr : expr_integer(ring->maker.pool, 1);
  fmpq_mpoly_push_term_fmpq_ui(p->sum, number->form->number, row, ring->context);
  free(row);
}

Polynomial polynomial_of_terms(FormulaMaker maker, FormulaList *terms)
{
  PolynomialRing *ring = ring_new(maker);
  for (int i = 0; i < terms->count; i++) {
    const Formula *f = terms->at[i];
    for (int n = 0; n < factor_count(f); n++)
      add_atom(ring, formula_factor_at(f, n), formula_exponent_at(f, n) < 0);
  }
  Polynomial p = polynomial_in(ring);
  for (int i = 0; i < terms->count; i++)
    push_product(&p, terms->at[i]);
  fmpq_mpoly_sort_terms(p.sum, ring->context);
  fmpq_mpoly_combine_like_terms(p.sum, ring->context);
  free(terms->at);
  return p;
}

// ---- terms

ulong *polynomial_exponents(const Polynomial *p)
{
  size_t terms = (size_t)polynomial_term_count(p), atoms = (size_t)polynomial_atom_count(p);
  ulong *table = memory_new(terms * atoms + 1, sizeof table[0]);  // FLINT has at least one variable
  for (size_t i = 0; i < terms; i++)
    fmpq_mpoly_get_term_exp_ui(table + i * atoms, p->sum, (slong)i, p->ring->context);
  return table;
}

void polynomial_push(Polynomial *out, const Polynomial *p, int i, const ulong exponents[])
{
  fmpq_set(out->sum->content, p->sum->content);
  fmpz_mpoly_push_term_fmpz_ui(out->sum->zpoly, &p->sum->zpoly->coeffs[i], exponents,
                               out->ring->context->zctx);
}

void polynomial_reduce(Polynomial *p) { fmpq_mpoly_reduce(p->sum, p->ring->context); }

const Formula *formula_of_monomial(const PolynomialRing *ring, const fmpq_t coefficient,
                                   const ulong exponents[], const Formula *factor)
{
  size_t size = (size_t)ring->atom_count + 1;
  const Formula **factors = memory_new(size, sizeof(const Formula *));
  int *powers = memory_new(size, sizeof powers[0]);
  int count = 0;
  for (int k = 0; k < ring->atom_count; k++) {
    if (exponents[k] == 0) continue;
    factors[count] = ring->atoms[k].base;
    powers[count++] = ring->atoms[k].is_inverse ? -(int)exponents[k] : (int)exponents[k];
  }
  if (factor) {
    factors[count] = factor;
    powers[count++] = 1;
  }
  const Expr *number = expr_fraction(ring->maker.pool, coefficient);
  const Formula *f = formula_product(ring->maker, number, factors, powers, count);
  free(powers);
  free(factors);
  return f;
}

static FormulaList terms_of(const Polynomial *p)
{
  FormulaList terms = { 0 };
  ulong *table = polynomial_exponents(p), *row = table;
  fmpq_t coefficient;
  fmpq_init(coefficient);
  for (int i = 0; i < polynomial_term_count(p); i++, row += p->ring->atom_count) {
    fmpq_mpoly_get_term_coeff_fmpq(coefficient, p->sum, i, p->ring->context);
    formula_push(&terms, formula_of_monomial(p->ring, coefficient, row, NULL));
  }
  fmpq_clear(coefficient);
  free(table);
  return terms;
}

Polynomial polynomial_renewed(const Polynomial *p, const Formula *atom)
{
  FormulaList terms = terms_of(p);
  if (atom) {  // add the atom to the ring; its terms cancel
    formula_push(&terms, atom);
    formula_push(&terms, formula_negative(p->ring->maker, atom));
  }
  return polynomial_of_terms(p->ring->maker, &terms);
}

const Formula *formula_of_polynomial(const Polynomial *p)
{
  FormulaList terms = terms_of(p);
  const Formula *sum = formula_sum(p->ring->maker, terms.at, terms.count);
  free(terms.at);
  return sum;
}

// ---- collection

static bool is_same_monomial(const ulong a[], const ulong b[], const bool kept[], int count)
{
  for (int k = 0; k < count; k++) {
    if (kept[k] && a[k] != b[k]) return false;
  }
  return true;
}

Collection polynomial_collect(const Polynomial *p, const bool kept[])
{
  int term_count = polynomial_term_count(p), atom_count = polynomial_atom_count(p);
  size_t size = (size_t)term_count + 1;
  Collection collection = { memory_new(size * (size_t)atom_count + 1, sizeof(ulong)),
                            memory_new(size, sizeof(Polynomial)), 0 };
  ulong *table = polynomial_exponents(p), *row = table;
  for (int i = 0; i < term_count; i++, row += atom_count) {
    int j = 0;
    ulong *monomial = collection.monomials;
    while (j < collection.count && !is_same_monomial(monomial, row, kept, atom_count)) {
      monomial += atom_count;
      j++;
    }
    if (j == collection.count) collection.cofactors[collection.count++] = polynomial_like(p);
    for (int k = 0; k < atom_count; k++) {
      if (!kept[k]) continue;
      monomial[k] = row[k];
      row[k] = 0;
    }
    polynomial_push(&collection.cofactors[j], p, i, row);
  }
  for (int i = 0; i < collection.count; i++)
    polynomial_reduce(&collection.cofactors[i]);
  free(table);
  return collection;
}

void collection_clear(Collection *collection)
{
  for (int i = 0; i < collection->count; i++)
    polynomial_clear(&collection->cofactors[i]);
  free(collection->cofactors);
  free(collection->monomials);
}

// ---- on expressions

static const PolynomialLimits GENEROUS = { .terms = 20000, .atoms = 200 };

// A form is used only if it has the value of the expression.
static const Formula *checked(const Formula *form, const Expr *e, const Formula *as_built)
{
  return expr_same_value(expr_of_formula(expr_pool(e), form), e) ? form : as_built;
}

const Formula *formula_expand(const Expr *e, Arena *arena)
{
  const Formula *as_built = formula_of(e, arena);
  Polynomial p;
  if (!polynomial_of(as_built, (FormulaMaker){ expr_pool(e), arena }, GENEROUS, &p))
    return as_built;
  const Formula *f = formula_of_polynomial(&p);
  polynomial_clear(&p);
  return checked(f, e, as_built);
}

static const Formula *write_expanded(const Polynomial *p, void *context)
{
  (void)context;
  return formula_of_polynomial(p);
}

const Formula *formula_factor(const Expr *e, Arena *arena)
{
  const Formula *as_built = formula_of(e, arena);
  Polynomial p;
  if (!polynomial_of(as_built, (FormulaMaker){ expr_pool(e), arena }, GENEROUS, &p))
    return as_built;
  const Formula *product = polynomial_factored(&p, write_expanded, NULL);
  polynomial_clear(&p);
  return product ? checked(product, e, as_built) : as_built;
}
