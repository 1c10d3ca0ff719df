// polynomial_collect.c -- a polynomial as a polynomial in some of its atoms.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "notation/polynomial.h"

#include <stdlib.h>

typedef struct Key {
  const int *row;
  const bool *kept;
  int count;
  int place;
} Key;

static int compare_monomials(const Key *a, const Key *b)
{
  for (int k = 0; k < a->count; k++) {
    if (a->kept[k] && a->row[k] != b->row[k]) return b->row[k] - a->row[k];
  }
  return 0;
}

static int compare_keys(const void *a, const void *b)
{
  int order = compare_monomials(a, b);
  return order != 0 ? order : ((const Key *)a)->place - ((const Key *)b)->place;
}

static void open_group(Collection *collection, const Polynomial *p, const Key *key)
{
  fmpq_t one;
  fmpq_init(one);
  fmpq_one(one);
  int *row = polynomial_add_term(&collection->monomials, one);
  for (int k = 0; k < p->atom_count; k++)
    row[k] = key->kept[k] ? key->row[k] : 0;
  fmpq_clear(one);
  Polynomial *cofactor = &collection->cofactors[collection->monomials.term_count - 1];
  polynomial_init(cofactor, p->maker);
  polynomial_copy_atoms(cofactor, p);
}

static void add_to_group(Collection *collection, const Polynomial *p, const Key *key)
{
  Polynomial *cofactor = &collection->cofactors[collection->monomials.term_count - 1];
  int *row = polynomial_copy_term(cofactor, p, key->place);
  for (int k = 0; k < p->atom_count; k++) {
    if (key->kept[k]) row[k] = 0;
  }
}

Collection polynomial_collect(const Polynomial *p, const bool kept[])
{
  Collection collection = { .cofactors =
                                memory_new((size_t)p->term_count + 1, sizeof(Polynomial)) };
  polynomial_init(&collection.monomials, p->maker);
  polynomial_copy_atoms(&collection.monomials, p);
  Key *keys = memory_new((size_t)p->term_count + 1, sizeof keys[0]);
  for (int i = 0; i < p->term_count; i++) {
    keys[i] = (Key){ polynomial_row(p, i), kept, p->atom_count, i };
  }
  if (p->term_count > 1) qsort(keys, (size_t)p->term_count, sizeof keys[0], compare_keys);
  for (int i = 0; i < p->term_count; i++) {
    bool is_new = i == 0 || compare_monomials(&keys[i - 1], &keys[i]) != 0;
    if (is_new) open_group(&collection, p, &keys[i]);
    add_to_group(&collection, p, &keys[i]);
  }
  free(keys);
  return collection;
}

void collection_clear(Collection *collection)
{
  for (int i = 0; i < collection->monomials.term_count; i++) {
    polynomial_clear(&collection->cofactors[i]);
  }
  free(collection->cofactors);
  polynomial_clear(&collection->monomials);
}

// ---- by symbols

static bool is_among(const PolynomialAtom *atom, const Expr *const symbols[], int count)
{
  if (atom->is_inverse || atom->base->kind != FORMULA_ATOM) return false;
  for (int i = 0; i < count; i++) {
    if (atom->base->expr == symbols[i]) return true;
  }
  return false;
}

static const Formula *formula_of_collection(const Collection *collection)
{
  const Polynomial *monomials = &collection->monomials;
  FormulaMaker maker = monomials->maker;
  const Expr *one = expr_integer(maker.pool, 1);
  const Formula **terms = ARENA_ARRAY(maker.arena, const Formula *, monomials->term_count);
  for (int i = 0; i < monomials->term_count; i++) {
    const Formula *pair[] = { formula_of_term(monomials, i),
                              formula_of_polynomial(&collection->cofactors[i]) };
    terms[i] = formula_product(maker, one, pair, NULL, 2);
  }
  return formula_sum(maker, terms, monomials->term_count);
}

const Formula *formula_collect(const Expr *e, const Expr *const symbols[], int count, Arena *arena)
{
  const PolynomialLimits limits = { .terms = 20000, .atoms = 200 };
  FormulaMaker maker = { e->pool, arena };
  const Formula *f = formula_of(e, arena);
  Polynomial p;
  if (!polynomial_of(f, maker, limits, &p)) return f;
  bool *kept = ARENA_ARRAY(arena, bool, p.atom_count);
  for (int k = 0; k < p.atom_count; k++)
    kept[k] = is_among(&p.atoms[k], symbols, count);
  Collection collection = polynomial_collect(&p, kept);
  f = formula_of_collection(&collection);
  collection_clear(&collection);
  polynomial_clear(&p);
  return f;
}
