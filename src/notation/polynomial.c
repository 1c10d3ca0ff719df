// polynomial.c -- tables of terms: atoms, rows, joining.
// SPDX-License-Identifier: MIT
#include "notation/polynomial.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void polynomial_init(Polynomial *p, FormulaMaker maker) { *p = (Polynomial){ .maker = maker }; }

void polynomial_clear(Polynomial *p)
{
  for (int i = 0; i < p->term_count; i++)
    fmpq_clear(&p->coefficients[i]);
  free(p->coefficients);
  free(p->exponents);
  free(p->atoms);
  *p = (Polynomial){ .maker = p->maker };
}

// ---- atoms

// Makes room for another column.
static void widen(Polynomial *p)
{
  int stride = 2 * p->stride + 8;
  int *wide = memory_new((size_t)p->term_capacity * (size_t)stride, sizeof wide[0]);
  for (int i = 0; i < p->term_count; i++) {
    memcpy(wide + (size_t)i * (size_t)stride, polynomial_row(p, i),
           sizeof wide[0] * (size_t)p->stride);
  }
  free(p->exponents);
  p->exponents = wide;
  p->stride = stride;
}

static int append_atom(Polynomial *p, PolynomialAtom atom)
{
  if (p->atom_count == p->atom_capacity) {
    p->atom_capacity = 2 * p->atom_capacity + 8;
    p->atoms = memory_grow(p->atoms, (size_t)p->atom_capacity, sizeof p->atoms[0]);
  }
  if (p->atom_count == p->stride) widen(p);
  p->atoms[p->atom_count] = atom;
  return p->atom_count++;
}

int polynomial_atom(Polynomial *p, const Formula *base, bool is_inverse)
{
  for (int i = 0; i < p->atom_count; i++) {
    const PolynomialAtom *atom = &p->atoms[i];
    if (atom->is_inverse == is_inverse && formula_compare(atom->base, base) == 0) return i;
  }
  return append_atom(p, (PolynomialAtom){ base, is_inverse });
}

void polynomial_copy_atoms(Polynomial *p, const Polynomial *from)
{
  assert(p->atom_count == 0);
  for (int i = 0; i < from->atom_count; i++)
    append_atom(p, from->atoms[i]);
}

// ---- terms

int *polynomial_add_term(Polynomial *p, const fmpq_t coefficient)
{
  if (p->term_count == p->term_capacity) {
    int capacity = 2 * p->term_capacity + 8;
    p->coefficients = memory_grow(p->coefficients, (size_t)capacity, sizeof p->coefficients[0]);
    p->exponents = memory_grow(p->exponents, (size_t)capacity * (size_t)(p->stride + 1),
                               sizeof p->exponents[0]);
    p->term_capacity = capacity;
  }
  fmpq_init(&p->coefficients[p->term_count]);
  fmpq_set(&p->coefficients[p->term_count], coefficient);
  int *row = polynomial_row(p, p->term_count++);
  memset(row, 0, sizeof row[0] * (size_t)p->stride);
  return row;
}

int *polynomial_copy_term(Polynomial *p, const Polynomial *from, int i)
{
  int *row = polynomial_add_term(p, &from->coefficients[i]);
  memcpy(row, polynomial_row(from, i), sizeof row[0] * (size_t)from->atom_count);
  return row;
}

int polynomial_exponent(const Polynomial *p, int term, int atom)
{
  return polynomial_row(p, term)[atom];
}

static void multiply_term(Polynomial *p, int term, const Formula *base, int exponent)
{
  int atom = polynomial_atom(p, base, exponent < 0);
  polynomial_row(p, term)[atom] += abs(exponent);
}

void polynomial_add_product(Polynomial *p, const fmpq_t coefficient, const Formula *f)
{
  int term = p->term_count;
  polynomial_add_term(p, coefficient);
  fmpq *own = &p->coefficients[term];
  if (formula_is_number(f)) {
    fmpq_mul(own, own, f->expr->form->number);
  } else if (f->kind != FORMULA_PRODUCT) {
    multiply_term(p, term, f, 1);
  } else {
    fmpq_mul(own, own, f->expr->form->number);
    for (int i = 0; i < f->count; i++)
      multiply_term(p, term, f->parts[i], f->exponents[i]);
  }
}

// ---- joining

typedef struct Row {
  const int *exponents;
  int count;
  int place;
} Row;

// Higher powers of earlier atoms first.
static int compare_rows(const void *a, const void *b)
{
  const Row *first = a, *second = b;
  for (int k = 0; k < first->count; k++) {
    int difference = second->exponents[k] - first->exponents[k];
    if (difference != 0) return difference;
  }
  return 0;
}

void polynomial_normalise(Polynomial *p)
{
  Row *rows = memory_new((size_t)p->term_count + 1, sizeof rows[0]);
  for (int i = 0; i < p->term_count; i++) {
    rows[i] = (Row){ polynomial_row(p, i), p->atom_count, i };
  }
  if (p->term_count > 1) qsort(rows, (size_t)p->term_count, sizeof rows[0], compare_rows);
  Polynomial joined;
  polynomial_init(&joined, p->maker);
  polynomial_copy_atoms(&joined, p);
  for (int i = 0; i < p->term_count;) {
    int last = joined.term_count;
    polynomial_copy_term(&joined, p, rows[i].place);
    int next = i + 1;
    for (; next < p->term_count && compare_rows(&rows[i], &rows[next]) == 0; next++) {
      fmpq_add(&joined.coefficients[last], &joined.coefficients[last],
               &p->coefficients[rows[next].place]);
    }
    if (fmpq_is_zero(&joined.coefficients[last]))
      fmpq_clear(&joined.coefficients[--joined.term_count]);
    i = next;
  }
  free(rows);
  polynomial_clear(p);
  *p = joined;
}

// ---- formulas

const Formula *formula_of_term(const Polynomial *p, int i)
{
  const Formula **factors = memory_new((size_t)p->atom_count + 1, sizeof(const Formula *));
  int *exponents = memory_new((size_t)p->atom_count + 1, sizeof exponents[0]);
  int count = 0;
  for (int k = 0; k < p->atom_count; k++) {
    int exponent = polynomial_exponent(p, i, k);
    if (exponent == 0) continue;
    factors[count] = p->atoms[k].base;
    exponents[count++] = p->atoms[k].is_inverse ? -exponent : exponent;
  }
  const Expr *coefficient = expr_fraction(p->maker.pool, &p->coefficients[i]);
  const Formula *f = formula_product(p->maker, coefficient, factors, exponents, count);
  free(exponents);
  free(factors);
  return f;
}

const Formula *formula_of_polynomial(const Polynomial *p)
{
  const Formula **terms = memory_new((size_t)p->term_count + 1, sizeof(const Formula *));
  for (int i = 0; i < p->term_count; i++)
    terms[i] = formula_of_term(p, i);
  const Formula *sum = formula_sum(p->maker, terms, p->term_count);
  free(terms);
  return sum;
}
