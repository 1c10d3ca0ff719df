// reduce_by_relations.c -- shortens the factors of fractions by adding multiples of relations.
//
// Factors are represented as sums of waves: monomials with at most one sine or cosine. A relation
// is applied if one of its terms, times a monomial, is a term of the sum, so that this term cancels
// in the difference. A beam of the shortest sums reached by such steps is kept for each factor, and
// for the expanded numerator and denominator; the combination with the shortest result is selected.
// Atoms that do not occur in relations, such as masses, are separated: their coefficients are
// shortened individually. The divisors introduced by these steps are equal to existing ones; those
// introduced by solving relations must be checked (reduce_by_relations_solve.c).
// SPDX-License-Identifier: MIT
#include "notation/forms/reduce_by_relations_impl.h"

#include "base/memory/memory.h"
#include "notation/forms/condense.h"
#include "notation/forms/trig_form.h"

#include <stdlib.h>

enum {
  MAX_STEPS = 12,
  MAX_TERMS = 60,
  MAX_VARIANTS = 40,
  MAX_FACTORS = 8,
  MAX_COEFFICIENTS = 12,
  MAX_COMBINATIONS = 64,
  MAX_FORMS = 250,
};

static const PolynomialLimits LIMITS = { .terms = MAX_TERMS, .atoms = 40 };

// ---- sums of waves

const Formula *modulo_waves_of_polynomial(const Polynomial *p, FormCache *memo)
{
  Polynomial waves;
  if (!trig_products_to_sums(p, memo, &waves)) return NULL;
  const Formula *sum = formula_of_polynomial(&waves);
  polynomial_clear(&waves);
  return sum;
}

// Returns NULL if the expression is not a polynomial, or is too long.
const Formula *modulo_waves(FormulaMaker maker, const Expr *e, FormCache *memo)
{
  Polynomial p;
  if (!polynomial_of(formula_of(e, maker.arena), maker, LIMITS, &p)) return NULL;
  bool has_inverse = false;
  for (int k = 0; k < p.ring->atom_count; k++)
    has_inverse = has_inverse || p.ring->atoms[k].is_inverse;
  const Formula *sum = has_inverse ? NULL : modulo_waves_of_polynomial(&p, memo);
  polynomial_clear(&p);
  return sum;
}

static const Formula *write_grouped(const Polynomial *p, void *memo)
{
  return formula_group(p, memo);
}

bool modulo_fraction(const Relations *relations, const Formula *f, PolynomialProduct *out)
{
  return fraction_of(f, relations->maker, write_grouped, relations->memo, out);
}

// The sine or cosine of a term; NULL if it has none.
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
  if (relations->count == MODULO_RELATIONS || expr_is_zero(zero)) return;
  const Formula *sum = modulo_waves(relations->maker, zero, relations->memo);
  if (!sum || formula_term_count(sum) > most_terms || formula_term_count(sum) < 2) return;
  relations->sums[relations->count++] = sum;
}

// Adds a cos(w) + b sin(w), a sin(w) - b cos(w), and the same with -b, if they have at most
// `most_terms` terms.
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
      if (relations->atom_count < MODULO_ATOMS) relations->atoms[relations->atom_count++] = atom;
    }
  }
}

// Adds zero = number * factor if the polynomial is irreducible.
static void push_basic(Relations *relations, const Expr *zero)
{
  FormulaMaker maker = relations->maker;
  PolynomialProduct fraction;
  const Formula *as_built = formula_of(zero, maker.arena);
  if (!modulo_fraction(relations, as_built, &fraction)) return;
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
  relations->memo = form_cache_new(arena);
  relations->left = ARENA_NEW(arena, int);
  *relations->left = MAX_FORMS;
  if (count == 0 || count > MODULO_ZEROS) return relations;
  relations->maker = (FormulaMaker){ expr_pool(zeros[0]), arena };
  Progress *progress = pool_pause(relations->maker.pool);
  for (int i = 0; i < count; i++)
    push_relation(relations, zeros[i], MAX_TERMS);
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
  pool_resume_progress(relations->maker.pool, progress);
  return relations;
}

// ---- steps

// term / other, if it is a monomial without sine or cosine; otherwise NULL.
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

// All sums reachable from `sum` by subtracting one multiple of one relation, limited to `most`
// terms.
typedef struct Variants {
  const Formula *at[MAX_VARIANTS];
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
      if (!factor || variants.count == MAX_VARIANTS) continue;
      const Formula *other = less(relations->maker, sum, factor, relation);
      if (formula_term_count(other) <= most && !formula_is_number(other))
        variants.at[variants.count++] = other;
    }
  }
  return variants;
}

static void enter_beam(ModuloBeam *beam, const Formula *sum)
{
  int place = beam->count;
  for (int i = 0; i < beam->count; i++) {
    if (formula_compare(beam->at[i], sum) == 0) return;
  }
  while (place > 0 && beam->at[place - 1]->score > sum->score)
    place--;
  if (place == MODULO_BEAM) return;
  if (beam->count < MODULO_BEAM) beam->count++;
  for (int i = beam->count - 1; i > place; i--) {
    beam->at[i] = beam->at[i - 1];
    beam->is_left[i] = beam->is_left[i - 1];
  }
  beam->at[place] = sum;
  beam->is_left[place] = false;
}

ModuloBeam modulo_beam(const Relations *relations, const Formula *sum)
{
  ModuloBeam beam = { .at = { sum }, .count = 1 };
  int most = formula_term_count(sum);
  for (int n = 0; n < MAX_STEPS && most <= MAX_TERMS; n++) {
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

uint32_t modulo_score(const Relations *relations, const Expr *e)
{
  (*relations->left)--;
  return condense_next(e, relations->maker.arena, relations->memo)->score;
}

// A fraction, and the alternatives for each of its factors.
typedef struct Choices {
  const Expr *number;
  const Expr *factors[MAX_FACTORS];
  int exponents[MAX_FACTORS];
  ModuloBeam beams[MAX_FACTORS];
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
  bool is_short = choices->count < MAX_FACTORS && polynomial_term_count(p) <= MAX_TERMS;
  const Formula *sum = is_short ? modulo_waves_of_polynomial(p, relations->memo) : NULL;
  if (!sum) return false;
  choices->exponents[choices->count] = exponent;
  choices->beams[choices->count++] = modulo_beam(relations, sum);
  return true;
}

// Finds the alternatives for each factor.
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

// Finds the alternatives for the expanded numerator and denominator.
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
        is_done = polynomial_term_count(&product) <= MAX_TERMS;
      }
    }
    is_done = is_done && add_factor(relations, &product, sign, choices);
    polynomial_clear(&product);
  }
  return is_done;
}

// Truncates the beams, longest first, until the product of their sizes is within the combination
// limit. Returns that product.
static int combinations_of(const Choices *choices, int sizes[])
{
  int total = 1;
  for (int i = 0; i < choices->count; i++) {
    sizes[i] = choices->beams[i].count;
    total *= sizes[i];
  }
  while (total > MAX_COMBINATIONS) {
    int longest = 0;
    for (int i = 1; i < choices->count; i++)
      longest = sizes[i] > sizes[longest] ? i : longest;
    total = total / sizes[longest] * (sizes[longest] - 1);
    sizes[longest]--;
  }
  return total;
}

// Returns the shortest of e and all combinations of the choices: some factors cancel only if two of
// them change together.
static const Expr *shortest_choice(const Relations *relations, const Expr *e, Choices *choices)
{
  const Expr *best = e;
  uint32_t least = modulo_score(relations, e);
  int sizes[MAX_FACTORS], total = combinations_of(choices, sizes);
  for (int n = 0; n<total && * relations->left> 0; n++) {
    for (int i = 0, rest = n; i < choices->count; rest /= sizes[i++]) {
      const Formula *sum = choices->beams[i].at[rest % sizes[i]];
      choices->factors[i] = expr_of_formula(relations->maker.pool, sum);
    }
    const Expr *other = whole_of(choices);
    uint32_t score = modulo_score(relations, other);
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
  if (!modulo_fraction(relations, as_built, &fraction)) return e;
  const Expr *best = e;
  if (choices_of(relations, &fraction, &choices)) best = shortest_choice(relations, e, &choices);
  if (choices_of_sides(relations, &fraction, &choices))
    best = shortest_choice(relations, best, &choices);
  polynomial_product_clear(&fraction);
  return best;
}

// Repeats the steps while they shorten the fraction: a shorter fraction permits other steps.
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

// ---- symbols of relations

static bool has_symbol(const Formula *f, const Expr *symbol)
{
  if (f->kind == FORMULA_ATOM) return f->expr == symbol;
  for (int i = 0; i < f->count; i++) {
    if (has_symbol(f->parts[i], symbol)) return true;
  }
  return false;
}

static bool is_in_relations(const Relations *relations, const Expr *leaf)
{
  for (int r = 0; r < relations->plain_count; r++) {
    if (has_symbol(relations->sums[r], leaf)) return true;
  }
  return false;
}

static bool is_related(const Relations *relations, const Formula *f)
{
  if (f->kind == FORMULA_ATOM) return is_in_relations(relations, f->expr);
  for (int i = 0; i < f->count; i++) {
    if (is_related(relations, f->parts[i])) return true;
  }
  return false;
}

// Returns true if f changes with the symbols of the relations.
static bool is_moved(const Relations *relations, const Formula *f)
{
  if (f->stage <= STAGE_PARAMETER) return false;
  if (f->kind == FORMULA_ATOM)
    return expr_op(f->expr) != OP_SYMBOL || is_in_relations(relations, f->expr);
  for (int i = 0; i < f->count; i++) {
    if (is_moved(relations, f->parts[i])) return true;
  }
  return false;
}

// Constant ratios are not replaced by equal quotients of coordinates.
static const Expr *shorten_whole(const Relations *relations, const Expr *e)
{
  if (!is_moved(relations, formula_of(e, relations->maker.arena))) return e;
  return shorten_again(relations, modulo_solve(relations, shorten_again(relations, e)));
}

// ---- coefficients of atoms that do not occur in relations

// The sum of the shortened coefficients; NULL if there are fewer than two, or too many.
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
      collection.count > 1 && collection.count <= MAX_COEFFICIENTS ? expr_integer(pool, 0) : NULL;
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
  // If the expression is short, the sum may be shorter as a whole than the sum of the shortest
  // coefficients.
  enum { SHORT = 120 };
  uint32_t score = modulo_score(relations, e);
  const Expr *whole = !split || score <= SHORT ? shorten_whole(relations, e) : e;
  return split && modulo_score(relations, split) < modulo_score(relations, whole) ? split : whole;
}

const Expr *expr_shorten_modulo(const Expr *e, const Relations *relations)
{
  Pool *pool = expr_pool(e);
  Progress *progress = pool_pause(pool);
  e = shortest_modulo(e, relations);
  pool_resume_progress(pool, progress);
  return e;
}
