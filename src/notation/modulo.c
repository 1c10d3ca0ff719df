// modulo.c -- factors of fractions with multiples of relations added.
//
// Factors are sums of waves here: monomials with one sine or cosine at most. A relation is used
// where one of its terms, times a monomial, is a term of the sum: their difference has lost it. A
// beam of the shortest sums that such steps lead to is kept for each factor, and for all of them
// above and below the line together; one factor after the other takes the sum that leaves the
// whole shortest. What is no symbol of the relations, masses for example, is left out of that: its
// coefficients are shortened by themselves.
// SPDX-License-Identifier: MIT
#include "notation/modulo.h"

#include "base/memory.h"
#include "notation/condense.h"
#include "notation/fraction.h"
#include "notation/trig_form.h"

#include <stdlib.h>

enum {
  MOST_ZEROS = 6,
  MOST_RELATIONS = 200,
  MOST_STEPS = 12,
  MOST_TERMS = 60,
  MOST_VARIANTS = 40,
  MOST_FACTORS = 8,
  MOST_COEFFICIENTS = 12,
  BEAM = 6,
  MOST_COMBINATIONS = 64,
  MOST_FORMS = 250,
  MOST_ATOMS = 12
};

struct Relations {
  FormulaMaker maker;
  Memo *memo;
  int *left;  // forms that may still be tried
  const Formula *sums[MOST_RELATIONS];
  int count;
  int plain_count;  // of those that were given
  // The given ones in sines and cosines of angles that are no sums, and what these are made of.
  const Formula *basic[MOST_ZEROS];
  int basic_count;
  const Formula *atoms[MOST_ATOMS];
  int atom_count;
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

static const Formula *write_grouped(const Polynomial *p, void *memo)
{
  return formula_group(p, memo);
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

static void push_atoms(Relations *relations, const Formula *sum)
{
  for (int i = 0; i < formula_term_count(sum); i++) {
    const Formula *term = formula_term(sum, i);
    for (int k = 0; k < formula_factor_count(term); k++) {
      const Formula *atom = formula_factor_at(term, k);
      int place = 0;
      while (place < relations->atom_count && formula_compare(relations->atoms[place], atom) != 0)
        place++;
      if (formula_is_number(atom) || place < relations->atom_count) continue;
      if (relations->atom_count < MOST_ATOMS) relations->atoms[relations->atom_count++] = atom;
    }
  }
}

// zero = number * factor: a polynomial that does not fall apart.
static void push_basic(Relations *relations, const Expr *zero)
{
  FormulaMaker maker = relations->maker;
  PolynomialProduct fraction;
  const Formula *as_built = formula_of(zero, maker.arena);
  if (!fraction_of(as_built, maker, write_grouped, relations->memo, &fraction)) return;
  if (fraction.count == 1 && fraction.exponents[0] == 1) {
    const Formula *sum = formula_of_polynomial(&fraction.factors[0]);
    relations->basic[relations->basic_count++] = sum;
    push_atoms(relations, sum);
  }
  polynomial_product_clear(&fraction);
}

Relations *relations_new(const Expr *const zeros[], int count, Arena *arena)
{
  Relations *relations = ARENA_NEW(arena, Relations);
  relations->memo = memo_new(arena);
  relations->left = ARENA_NEW(arena, int);
  *relations->left = MOST_FORMS;
  if (count == 0 || count > MOST_ZEROS) return relations;
  relations->maker = (FormulaMaker){ expr_pool(zeros[0]), arena };
  Progress *progress = pool_pause(relations->maker.pool);
  for (int i = 0; i < count; i++)
    push_relation(relations, zeros[i], MOST_TERMS);
  for (int i = 0; i < count; i++)
    push_basic(relations, zeros[i]);
  relations->plain_count = relations->count;
  for (int r = 0; r < relations->plain_count; r++) {
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
  pool_go_on(relations->maker.pool, progress);
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
  Variants variants = { .count = 0 };
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

// The shortest sums that steps lead to, the shortest first.
typedef struct Beam {
  const Formula *at[BEAM];
  bool is_left[BEAM];  // were its variants looked at?
  int count;
} Beam;

static void enter_beam(Beam *beam, const Formula *sum)
{
  int place = beam->count;
  for (int i = 0; i < beam->count; i++) {
    if (formula_compare(beam->at[i], sum) == 0) return;
  }
  while (place > 0 && beam->at[place - 1]->score > sum->score)
    place--;
  if (place == BEAM) return;
  if (beam->count < BEAM) beam->count++;
  for (int i = beam->count - 1; i > place; i--) {
    beam->at[i] = beam->at[i - 1];
    beam->is_left[i] = beam->is_left[i - 1];
  }
  beam->at[place] = sum;
  beam->is_left[place] = false;
}

static Beam beam_of(const Relations *relations, const Formula *sum)
{
  Beam beam = { .at = { sum }, .count = 1 };
  int most = formula_term_count(sum);
  for (int n = 0; n < MOST_STEPS && most <= MOST_TERMS; n++) {
    int i = 0;
    while (i < beam.count && beam.is_left[i])
      i++;
    if (i == beam.count) break;
    beam.is_left[i] = true;
    Variants variants = variants_of(relations, beam.at[i], most);
    for (int k = 0; k < variants.count; k++)
      enter_beam(&beam, variants.at[k]);
  }
  return beam;
}

// ---- fractions

static uint32_t score_of(const Relations *relations, const Expr *e)
{
  (*relations->left)--;
  return condense_next(e, relations->maker.arena, relations->memo)->score;
}

// A fraction, and what each of its factors may be instead.
typedef struct Choices {
  const Expr *number;
  const Expr *factors[MOST_FACTORS];
  int exponents[MOST_FACTORS];
  Beam beams[MOST_FACTORS];
  int count;
} Choices;

static const Expr *whole_of(const Choices *choices)
{
  const Expr *whole = choices->number;
  for (int i = 0; i < choices->count; i++)
    whole = expr_mul(whole, expr_pow_integer(choices->factors[i], choices->exponents[i]));
  return whole;
}

static bool add_factor(const Relations *relations, const Polynomial *p, int exponent,
                       Choices *choices)
{
  bool is_short = choices->count < MOST_FACTORS && polynomial_term_count(p) <= MOST_TERMS;
  const Formula *sum = is_short ? waves_of_polynomial(p, relations->memo) : NULL;
  if (!sum) return false;
  choices->exponents[choices->count] = exponent;
  choices->beams[choices->count++] = beam_of(relations, sum);
  return true;
}

// All factors, each for itself.
static bool choices_of(const Relations *relations, const PolynomialProduct *fraction,
                       Choices *choices)
{
  *choices = (Choices){ .number = expr_fraction(relations->maker.pool, fraction->number) };
  for (int i = 0; i < fraction->count; i++) {
    if (!add_factor(relations, &fraction->factors[i], fraction->exponents[i], choices))
      return false;
  }
  return choices->count > 0;
}

// The factors above the line multiplied out, and those below.
static bool choices_of_sides(const Relations *relations, const PolynomialProduct *fraction,
                             Choices *choices)
{
  *choices = (Choices){ .number = expr_fraction(relations->maker.pool, fraction->number) };
  bool is_done = fraction->count > 2;  // otherwise they are the factors
  for (int sign = 1; sign >= -1 && is_done; sign -= 2) {
    Polynomial product = polynomial_like(&fraction->factors[0]);
    fmpq_mpoly_one(product.sum, product.ring->context);
    for (int i = 0; i < fraction->count; i++) {
      for (int n = sign * fraction->exponents[i]; n > 0 && is_done; n--) {
        fmpq_mpoly_mul(product.sum, product.sum, fraction->factors[i].sum, product.ring->context);
        is_done = polynomial_term_count(&product) <= MOST_TERMS;
      }
    }
    is_done = is_done && add_factor(relations, &product, sign, choices);
    polynomial_clear(&product);
  }
  return is_done;
}

// Beams so short that there are not too many combinations: those of the longest are cut first.
static int combinations_of(const Choices *choices, int sizes[])
{
  int total = 1;
  for (int i = 0; i < choices->count; i++) {
    sizes[i] = choices->beams[i].count;
    total *= sizes[i];
  }
  while (total > MOST_COMBINATIONS) {
    int longest = 0;
    for (int i = 1; i < choices->count; i++)
      longest = sizes[i] > sizes[longest] ? i : longest;
    total = total / sizes[longest] * (sizes[longest] - 1);
    sizes[longest]--;
  }
  return total;
}

// The shorter of e and what comes of the choices: something may cancel only if two factors change
// together.
static const Expr *shortest_choice(const Relations *relations, const Expr *e, Choices *choices)
{
  const Expr *best = e;
  uint32_t least = score_of(relations, e);
  int sizes[MOST_FACTORS], total = combinations_of(choices, sizes);
  for (int n = 0; n<total && * relations->left> 0; n++) {
    for (int i = 0, rest = n; i < choices->count; rest /= sizes[i++]) {
      const Formula *sum = choices->beams[i].at[rest % sizes[i]];
      choices->factors[i] = expr_of_formula(relations->maker.pool, sum);
    }
    const Expr *other = whole_of(choices);
    uint32_t score = score_of(relations, other);
    if (score >= least) continue;
    least = score;
    best = other;
  }
  return best;
}

static const Expr *shorten_fraction(const Relations *relations, const Expr *e)
{
  FormulaMaker maker = relations->maker;
  PolynomialProduct fraction;
  Choices choices;
  const Formula *as_built = formula_of(e, maker.arena);
  if (!fraction_of(as_built, maker, write_grouped, relations->memo, &fraction)) return e;
  const Expr *best = e;
  if (choices_of(relations, &fraction, &choices)) best = shortest_choice(relations, e, &choices);
  if (choices_of_sides(relations, &fraction, &choices))
    best = shortest_choice(relations, best, &choices);
  polynomial_product_clear(&fraction);
  return best;
}

// Again, as long as that helps: from a shorter fraction other steps lead on.
static const Expr *shorten_again(const Relations *relations, const Expr *e)
{
  enum { ROUNDS = 3 };
  for (int n = 0; n < ROUNDS; n++) {
    const Expr *shorter = shorten_fraction(relations, e);
    if (shorter == e) break;
    e = shorter;
  }
  return e;
}

// ---- relations solved

// A sum that vanishes, as coefficient*atom + rest.
typedef struct Linear {
  const Expr *coefficient, *rest;
} Linear;

// False if the sum is not of the first degree in the atom, or does not have it.
static bool linear_in(FormulaMaker maker, const Formula *sum, const Formula *atom, Linear *out)
{
  const Formula *inverse =
      formula_product(maker, expr_integer(maker.pool, 1), &atom, (const int[]){ -1 }, 1);
  *out = (Linear){ expr_integer(maker.pool, 0), expr_integer(maker.pool, 0) };
  for (int i = 0; i < formula_term_count(sum); i++) {
    const Formula *term = formula_term(sum, i);
    int degree = 0;
    for (int k = 0; k < formula_factor_count(term); k++) {
      if (formula_compare(formula_factor_at(term, k), atom) == 0)
        degree = formula_exponent_at(term, k);
    }
    if (degree > 1) return false;
    const Formula *pair[] = { term, inverse };
    const Formula *without = formula_product(maker, expr_integer(maker.pool, 1), pair, NULL, 2);
    const Expr **place = degree == 1 ? &out->coefficient : &out->rest;
    *place = expr_add(*place, expr_of_formula(maker.pool, degree == 1 ? without : term));
  }
  return !expr_is_zero(out->coefficient);
}

// Atoms with other expressions in their places.
typedef struct Replacement {
  const Formula *atoms[2];
  const Formula *by[2];
  const Expr *divisors[2];  // of what stands in the places
  int count;
} Replacement;

// NULL: something is divided by zero then.
static const Formula *replaced(FormulaMaker maker, const Formula *f, const Replacement *r)
{
  for (int i = 0; i < r->count; i++) {
    if (formula_compare(f, r->atoms[i]) == 0) return r->by[i];
  }
  if (f->kind != FORMULA_SUM && f->kind != FORMULA_PRODUCT) return f;
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, f->count);
  for (int i = 0; i < f->count; i++) {
    parts[i] = replaced(maker, f->parts[i], r);
    if (!parts[i]) return NULL;
    bool is_zero = formula_is_number(parts[i]) && expr_is_zero(parts[i]->expr);
    if (is_zero && f->kind == FORMULA_PRODUCT && f->exponents[i] < 0) return NULL;
  }
  return f->kind == FORMULA_SUM ? formula_sum(maker, parts, f->count)
                                : formula_product(maker, f->expr, parts, f->exponents, f->count);
}

static int term_count_of(const PolynomialProduct *fraction)
{
  int count = 0;
  for (int i = 0; i < fraction->count; i++)
    count += polynomial_term_count(&fraction->factors[i]);
  return count;
}

static bool stands_below(const PolynomialProduct *fraction, const Formula *factor)
{
  for (int i = 0; i < fraction->count; i++) {
    bool is_below = fraction->exponents[i] < 0;
    if (is_below && formula_compare(formula_of_polynomial(&fraction->factors[i]), factor) == 0)
      return true;
  }
  return false;
}

// Is something still divided by what the relations were divided by to solve them? Where that is
// zero there may be nothing wrong with the mechanism.
static bool is_divided_by(const Relations *relations, const PolynomialProduct *fraction,
                          const Expr *divisor)
{
  FormulaMaker maker = relations->maker;
  PolynomialProduct factors;
  const Formula *as_built = formula_of(divisor, maker.arena);
  if (expr_is_number(divisor)) return false;
  if (!fraction_of(as_built, maker, write_grouped, relations->memo, &factors)) return true;
  bool is_found = false;
  for (int i = 0; i < factors.count; i++)
    is_found = is_found || stands_below(fraction, formula_of_polynomial(&factors.factors[i]));
  polynomial_product_clear(&factors);
  return is_found;
}

// An expression whose atoms are to be replaced, and the best that came of it.
typedef struct Solving {
  const Relations *relations;
  const Formula *given;
  int size;
  const Expr *best;
  uint32_t least;
} Solving;

// Only what is one short fraction then is looked at any further.
static void try_replacement(Solving *solving, const Replacement *r)
{
  const Relations *relations = solving->relations;
  FormulaMaker maker = relations->maker;
  PolynomialProduct fraction;
  if ((*relations->left)-- <= 0) return;
  const Formula *other = replaced(maker, solving->given, r);
  if (!other || !fraction_of(other, maker, write_grouped, relations->memo, &fraction)) return;
  enum { SLACK = 2 };  // 1 - x^2 is (1 - x)*(1 + x) here
  bool is_better = term_count_of(&fraction) <= solving->size + SLACK;
  for (int i = 0; i < r->count && is_better; i++)
    is_better = !is_divided_by(relations, &fraction, r->divisors[i]);
  polynomial_product_clear(&fraction);
  const Expr *e = is_better ? expr_of_formula(maker.pool, other) : NULL;
  uint32_t score = e ? score_of(relations, e) : solving->least;
  if (score >= solving->least) return;
  solving->best = e;
  solving->least = score;
}

// One relation, solved for one atom.
static void try_atoms(Solving *solving, const Formula *sum)
{
  const Relations *relations = solving->relations;
  FormulaMaker maker = relations->maker;
  for (int k = 0; k < relations->atom_count; k++) {
    Linear line;
    if (!linear_in(maker, sum, relations->atoms[k], &line)) continue;
    const Expr *value = expr_neg(expr_div(line.rest, line.coefficient));
    Replacement r = { .atoms = { relations->atoms[k] },
                      .by = { formula_of(value, maker.arena) },
                      .divisors = { line.coefficient },
                      .count = 1 };
    try_replacement(solving, &r);
  }
}

// Two relations, solved for two symbols.
static void try_pairs(Solving *solving, const Formula *first, const Formula *second)
{
  const Relations *relations = solving->relations;
  FormulaMaker maker = relations->maker;
  for (int k = 0; k < relations->atom_count; k++) {
    for (int n = k + 1; n < relations->atom_count; n++) {
      const Formula *x = relations->atoms[k], *y = relations->atoms[n];
      Linear a, b, ay, by;
      if (x->kind == FORMULA_CALL || y->kind == FORMULA_CALL) continue;
      if (!linear_in(maker, first, x, &a) || !linear_in(maker, second, x, &b)) continue;
      // elimination of x leaves one equation for y
      const Expr *left = expr_sub(expr_mul(a.rest, b.coefficient), expr_mul(b.rest, a.coefficient));
      const Formula *sum = waves_of(maker, left, relations->memo);
      if (!sum || !linear_in(maker, sum, y, &ay)) continue;
      const Formula *rest = waves_of(maker, a.rest, relations->memo);
      if (!rest) continue;
      const Expr *value = expr_neg(expr_div(ay.rest, ay.coefficient));
      if (!linear_in(maker, rest, y, &by)) by = (Linear){ expr_integer(maker.pool, 0), a.rest };
      const Expr *other = expr_add(expr_mul(by.coefficient, value), by.rest);
      other = expr_neg(expr_div(other, a.coefficient));
      Replacement r = { .atoms = { x, y },
                        .by = { formula_of(other, maker.arena), formula_of(value, maker.arena) },
                        .divisors = { a.coefficient, ay.coefficient },
                        .count = 2 };
      try_replacement(solving, &r);
    }
  }
}

static const Formula *formula_of_fraction(FormulaMaker maker, const PolynomialProduct *fraction)
{
  const Formula **factors = ARENA_ARRAY(maker.arena, const Formula *, fraction->count + 1);
  for (int i = 0; i < fraction->count; i++)
    factors[i] = formula_of_polynomial(&fraction->factors[i]);
  const Expr *number = expr_fraction(maker.pool, fraction->number);
  return formula_product(maker, number, factors, fraction->exponents, fraction->count);
}

static const Expr *solve_relations(const Relations *relations, const Expr *e)
{
  enum { FEW = 8 };
  FormulaMaker maker = relations->maker;
  PolynomialProduct fraction;
  const Formula *as_built = formula_of(e, maker.arena);
  if (!fraction_of(as_built, maker, write_grouped, relations->memo, &fraction)) return e;
  Solving solving = { .relations = relations,
                      .given = formula_of_fraction(maker, &fraction),
                      .best = e,
                      .least = score_of(relations, e) };
  solving.size = term_count_of(&fraction);
  polynomial_product_clear(&fraction);
  for (int i = 0; i < relations->basic_count; i++) {
    if (formula_term_count(relations->basic[i]) == 2) try_atoms(&solving, relations->basic[i]);
    for (int j = i + 1; j < relations->basic_count && solving.size > FEW; j++)
      try_pairs(&solving, relations->basic[i], relations->basic[j]);
  }
  return solving.best;
}

static const Expr *shorten_whole(const Relations *relations, const Expr *e)
{
  return shorten_again(relations, solve_relations(relations, shorten_again(relations, e)));
}

// ---- coefficients of what stands in no relation

static bool has_symbol(const Formula *f, const Expr *symbol)
{
  if (f->kind == FORMULA_ATOM) return f->expr == symbol;
  for (int i = 0; i < f->count; i++) {
    if (has_symbol(f->parts[i], symbol)) return true;
  }
  return false;
}

static bool is_related(const Relations *relations, const Formula *f)
{
  if (f->kind == FORMULA_ATOM) {
    for (int r = 0; r < relations->plain_count; r++) {
      if (has_symbol(relations->sums[r], f->expr)) return true;
    }
    return false;
  }
  for (int i = 0; i < f->count; i++) {
    if (is_related(relations, f->parts[i])) return true;
  }
  return false;
}

// The sum of the shortened coefficients; NULL: there are not several, or too many.
static const Expr *shorten_coefficients(const Relations *relations, const Polynomial *p)
{
  Pool *pool = relations->maker.pool;
  const PolynomialRing *ring = p->ring;
  bool *is_kept = memory_new((size_t)ring->atom_count + 1, sizeof is_kept[0]);
  for (int k = 0; k < ring->atom_count; k++)
    is_kept[k] = !is_related(relations, ring->atoms[k].base);
  Collection collection = polynomial_collect(p, is_kept);
  const Expr *one = expr_integer(pool, 1);
  const Expr *sum =
      collection.count > 1 && collection.count <= MOST_COEFFICIENTS ? expr_integer(pool, 0) : NULL;
  for (int j = 0; j < collection.count && sum; j++) {
    const ulong *monomial = collection.monomials + (size_t)j * (size_t)ring->atom_count;
    const Formula *kept = formula_of_monomial(ring, one->form->number, monomial, NULL);
    const Formula *rest = formula_of_polynomial(&collection.cofactors[j]);
    const Expr *coefficient = shorten_whole(relations, expr_of_formula(pool, rest));
    sum = expr_add(sum, expr_mul(expr_of_formula(pool, kept), coefficient));
  }
  collection_clear(&collection);
  free(is_kept);
  return sum;
}

static const Expr *shortest_modulo(const Expr *e, const Relations *relations)
{
  FormulaMaker maker = relations->maker;
  const Expr *split = NULL;
  Polynomial p;
  if (relations->count == 0) return e;
  if (polynomial_of(condense_next(e, maker.arena, relations->memo), maker, LIMITS, &p)) {
    split = shorten_coefficients(relations, &p);
    polynomial_clear(&p);
  }
  // Of something short, the sum may be shorter as a whole than the sum of shortest coefficients.
  enum { SHORT = 120 };
  uint32_t score = score_of(relations, e);
  const Expr *whole = !split || score <= SHORT ? shorten_whole(relations, e) : e;
  return split && score_of(relations, split) < score_of(relations, whole) ? split : whole;
}

const Expr *expr_shorten_modulo(const Expr *e, const Relations *relations)
{
  Pool *pool = expr_pool(e);
  Progress *progress = pool_pause(pool);
  e = shortest_modulo(e, relations);
  pool_go_on(pool, progress);
  return e;
}
