// modulo.c -- numerators and denominators with multiples of relations added.
//
// Everything is a sum of waves here: monomials with one sine or cosine at most. A relation is used
// where one of its terms, times a monomial, is a term of the sum: their difference has lost it. The
// step that leaves the shortest sum is taken, as long as there is one that shortens.
// SPDX-License-Identifier: MIT
#include "notation/modulo.h"

#include "base/memory.h"
#include "notation/condense.h"
#include "notation/fraction.h"
#include "notation/trig_form.h"

#include <stdlib.h>

enum { MOST_ZEROS = 6, MOST_RELATIONS = 200, MOST_STEPS = 12, MOST_TERMS = 60, MOST_VARIANTS = 40 };

struct Relations {
  FormulaMaker maker;
  Memo *memo;
  const Formula *sums[MOST_RELATIONS];
  int count;
};

static const PolynomialLimits LIMITS = { .terms = MOST_TERMS, .atoms = 40 };

// ---- sums of waves

static const Formula *waves_of_polynomial(const Polynomial *p, Memo *memo)
{
  Polynomial waves;
  if (!trig_waves(p, memo, &waves)) return NULL;
  const Formula *sum = formula_of_polynomial(&waves);
  polynomial_clear(&waves);
  return sum;
}

// NULL: it is no polynomial, or too long a one.
static const Formula *waves_of(FormulaMaker maker, const Expr *e, Memo *memo)
{
  Polynomial p;
  if (!polynomial_of(formula_of(e, maker.arena), maker, LIMITS, &p)) return NULL;
  bool has_inverse = false;
  for (int k = 0; k < p.ring->atom_count; k++)
    has_inverse = has_inverse || p.ring->atoms[k].is_inverse;
  const Formula *sum = has_inverse ? NULL : waves_of_polynomial(&p, memo);
  polynomial_clear(&p);
  return sum;
}

// The sine or cosine of a term; NULL: it has none.
static const Formula *wave_of(const Formula *term)
{
  for (int i = 0; i < formula_factor_count(term); i++) {
    const Formula *factor = formula_factor_at(term, i);
    bool is_call = factor->kind == FORMULA_CALL;
    if (is_call && (factor->op == OP_SIN || factor->op == OP_COS)) return factor;
  }
  return NULL;
}

// ---- relations

static void push_relation(Relations *relations, const Expr *zero, int most_terms)
{
  if (relations->count == MOST_RELATIONS || expr_is_zero(zero)) return;
  const Formula *sum = waves_of(relations->maker, zero, relations->memo);
  if (!sum || formula_term_count(sum) > most_terms || formula_term_count(sum) < 2) return;
  relations->sums[relations->count++] = sum;
}

// a cos(w) + b sin(w), a sin(w) - b cos(w), and the same with -b, if no longer than a and b.
static void push_turned(Relations *relations, const Expr *a, const Expr *b, const Expr *angle,
                        int most_terms)
{
  const Expr *c = expr_call(OP_COS, angle), *s = expr_call(OP_SIN, angle);
  push_relation(relations, expr_add(expr_mul(a, c), expr_mul(b, s)), most_terms);
  push_relation(relations, expr_sub(expr_mul(a, c), expr_mul(b, s)), most_terms);
  push_relation(relations, expr_add(expr_mul(a, s), expr_mul(b, c)), most_terms);
  push_relation(relations, expr_sub(expr_mul(a, s), expr_mul(b, c)), most_terms);
}

Relations *relations_new(const Expr *const zeros[], int count, Arena *arena)
{
  Relations *relations = ARENA_NEW(arena, Relations);
  relations->memo = memo_new(arena);
  if (count == 0 || count > MOST_ZEROS) return relations;
  relations->maker = (FormulaMaker){ expr_pool(zeros[0]), arena };
  for (int i = 0; i < count; i++)
    push_relation(relations, zeros[i], MOST_TERMS);
  int plain_count = relations->count;
  for (int r = 0; r < plain_count; r++) {
    const Formula *sum = relations->sums[r];
    for (int t = 0; t < formula_term_count(sum); t++) {
      const Formula *wave = wave_of(formula_term(sum, t));
      if (!wave) continue;
      const Expr *angle = expr_of_formula(relations->maker.pool, wave->parts[0]);
      for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++)
          push_turned(relations, zeros[i], zeros[j], angle, formula_term_count(sum) + 1);
      }
    }
  }
  return relations;
}

// ---- steps

// term / other, if that is a monomial without sine or cosine; else NULL.
static const Formula *multiplier(FormulaMaker maker, const Formula *term, const Formula *other)
{
  const Formula *wave = wave_of(term), *others = wave_of(other);
  if ((wave == NULL) != (others == NULL)) return NULL;
  if (wave && formula_compare(wave, others) != 0) return NULL;
  const Formula *pair[] = { term, other };
  const int exponents[] = { 1, -1 };
  const Formula *quotient = formula_product(maker, expr_integer(maker.pool, 1), pair, exponents, 2);
  for (int i = 0; i < formula_factor_count(quotient); i++) {
    if (formula_exponent_at(quotient, i) < 0) return NULL;
  }
  return quotient;
}

// sum - factor * relation
static const Formula *less(FormulaMaker maker, const Formula *sum, const Formula *factor,
                           const Formula *relation)
{
  int count = 1 + formula_term_count(relation);
  const Formula **terms = memory_new((size_t)count, sizeof(const Formula *));
  terms[0] = sum;
  for (int i = 1; i < count; i++) {
    const Formula *pair[] = { factor, formula_term(relation, i - 1) };
    terms[i] = formula_product(maker, expr_integer(maker.pool, -1), pair, NULL, 2);
  }
  const Formula *result = formula_sum(maker, terms, count);
  free(terms);
  return result;
}

// What one step makes of a sum, those that are no longer than `most` terms.
typedef struct Variants {
  const Formula *at[MOST_VARIANTS];
  int count;
} Variants;

static Variants variants_of(const Relations *relations, const Formula *sum, int most)
{
  Variants variants = { .at = { sum }, .count = 1 };
  for (int r = 0; r < relations->count; r++) {
    const Formula *relation = relations->sums[r];
    for (int k = 0; k < formula_term_count(sum) * formula_term_count(relation); k++) {
      const Formula *factor =
          multiplier(relations->maker, formula_term(sum, k / formula_term_count(relation)),
                     formula_term(relation, k % formula_term_count(relation)));
      if (!factor || variants.count == MOST_VARIANTS) continue;
      const Formula *other = less(relations->maker, sum, factor, relation);
      if (formula_term_count(other) <= most && !formula_is_number(other))
        variants.at[variants.count++] = other;
    }
  }
  return variants;
}

static const Formula *reduced(const Relations *relations, const Formula *sum)
{
  for (int n = 0; n < MOST_STEPS && formula_term_count(sum) <= MOST_TERMS; n++) {
    Variants variants = variants_of(relations, sum, formula_term_count(sum));
    const Formula *next = sum;
    for (int i = 0; i < variants.count; i++) {
      if (variants.at[i]->score < next->score) next = variants.at[i];
    }
    if (next == sum) break;
    sum = next;
  }
  return sum;
}

// ---- fractions

static const Formula *write_grouped(const Polynomial *p, void *memo)
{
  return formula_group(p, memo);
}

// The product of the factors above (sign 1) or below (-1) the line, as waves.
static const Formula *side_of(const Relations *relations, const PolynomialProduct *fraction,
                              int sign)
{
  Polynomial product = polynomial_like(&fraction->factors[0]);
  fmpq_mpoly_one(product.sum, product.ring->context);
  bool is_short = true;
  for (int i = 0; i < fraction->count; i++) {
    for (int n = sign * fraction->exponents[i]; n > 0 && is_short; n--) {
      fmpq_mpoly_mul(product.sum, product.sum, fraction->factors[i].sum, product.ring->context);
      is_short = polynomial_term_count(&product) <= MOST_TERMS;
    }
  }
  const Formula *sum = is_short ? waves_of_polynomial(&product, relations->memo) : NULL;
  polynomial_clear(&product);
  return sum;
}

// The shorter of e and number*top/bottom. What stands above may take one more step that makes it no
// shorter by itself: something may cancel then.
static const Expr *shortest_of(const Relations *relations, const Expr *e, const Expr *number,
                               const Formula *top, const Formula *bottom)
{
  enum { FEW = 2 };
  FormulaMaker maker = relations->maker;
  const Expr *best = e, *below = expr_of_formula(maker.pool, bottom);
  uint32_t least = condense_next(e, maker.arena, relations->memo)->score;
  Variants tops =
      variants_of(relations, top, formula_term_count(top) <= FEW ? formula_term_count(top) : 0);
  for (int i = 0; i < tops.count; i++) {
    const Expr *above = expr_mul(number, expr_of_formula(maker.pool, tops.at[i]));
    const Expr *other = expr_div(above, below);
    uint32_t score = condense_next(other, maker.arena, relations->memo)->score;
    if (score >= least) continue;
    least = score;
    best = other;
  }
  return best;
}

const Expr *expr_shorten_modulo(const Expr *e, const Relations *relations)
{
  FormulaMaker maker = relations->maker;
  PolynomialProduct fraction;
  if (relations->count == 0) return e;
  if (!fraction_of(formula_of(e, maker.arena), maker, write_grouped, relations->memo, &fraction))
    return e;
  const Formula *top = fraction.count > 0 ? side_of(relations, &fraction, 1) : NULL;
  const Formula *bottom = top ? side_of(relations, &fraction, -1) : NULL;
  const Expr *number = expr_fraction(maker.pool, fraction.number);
  polynomial_product_clear(&fraction);
  if (!bottom) return e;
  return shortest_of(relations, e, number, reduced(relations, top), reduced(relations, bottom));
}
