// term_list.c -- splits expressions into terms by means of polynomials.
// SPDX-License-Identifier: MIT
#include "notation/forms/term_list.h"

#include "notation/forms/polynomial.h"
#include "notation/forms/trig_form.h"

static const PolynomialLimits LIMITS = { .terms = MAX_TERMS, .atoms = 100 };

static Term *terms_of(const Polynomial *p, Arena *arena, int *count)
{
  Pool *pool = p->ring->maker.pool;
  bool *is_moving = ARENA_ARRAY(arena, bool, p->ring->atom_count + 1);
  for (int k = 0; k < p->ring->atom_count; k++)
    is_moving[k] = p->ring->atoms[k].base->stage >= STAGE_TIME;
  Collection collection = polynomial_collect(p, is_moving);
  *count = collection.count;
  Term *terms = ARENA_ARRAY(arena, Term, *count + 1);
  for (int i = 0; i < *count; i++) {
    const Formula *constant = formula_of_polynomial(&collection.cofactors[i]);
    terms[i].constant = expr_of_formula(pool, constant);
    const ulong *monomial = collection.monomials + i * p->ring->atom_count;
    const Expr *one = expr_integer(pool, 1);
    terms[i].function =
        expr_of_formula(pool, formula_of_monomial(p->ring, one->form->number, monomial, NULL));
  }
  collection_clear(&collection);
  return terms;
}

static bool has_value(const Term terms[], int count, const Expr *e)
{
  const Expr *sum = expr_integer(expr_pool(e), 0);
  for (int i = 0; i < count; i++) {
    const Expr *term = expr_mul(terms[i].constant, terms[i].function);
    sum = expr_add(sum, term);
  }
  return expr_same_value(sum, e);
}

// Returns the terms after rewriting sines and cosines, if that yields fewer.
static Term *fewest_terms(const Polynomial *p, Arena *arena, int *count)
{
  Term *terms = terms_of(p, arena, count);
  int other_count = 0;
  ShortTrig shortest = trig_shorten(p, form_cache_new(arena));
  const Formula *shortened = formula_of_polynomial(&shortest.spread);
  short_trig_clear(&shortest);
  Polynomial spread;
  if (!polynomial_of(shortened, p->ring->maker, LIMITS, &spread)) return terms;
  Term *others = terms_of(&spread, arena, &other_count);
  polynomial_clear(&spread);
  if (other_count >= *count) return terms;
  *count = other_count;
  return others;
}

Term *expr_terms(const Expr *e, Arena *arena, int *count)
{
  FormulaMaker maker = { expr_pool(e), arena };
  const Formula *f = formula_of(e, arena);
  Polynomial p;
  if (polynomial_of(f, maker, LIMITS, &p)) {
    Term *terms = fewest_terms(&p, arena, count);
    polynomial_clear(&p);
    if (has_value(terms, *count, e)) return terms;
  }
  Term *whole = ARENA_NEW(arena, Term);
  *whole = (Term){ expr_integer(expr_pool(e), 1), e };
  *count = 1;
  return whole;
}
