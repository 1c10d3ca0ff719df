// group.c -- factors out common factors by a beam search over sums of products.
//
// A sum is a list of terms. A move selects a common divisor of some terms and replaces them by one
// term, divisor * (sum of the quotients), whose bracket is grouped separately and is an atom from
// then on; equal brackets are thus common factors in later moves. The few shortest sums are kept
// for the next round; the shortest sum of all rounds is the result, unless the factorisation by
// FLINT is shorter.
// SPDX-License-Identifier: MIT
#include "notation/forms/group.h"

#include "base/memory/memory.h"
#include "notation/formula/formula_measure.h"
#include "notation/print/number_text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
  WIDTH = 4,          // beam width
  MOVES = 6,          // moves tried on each sum
  SMALL = 24,         // maximum number of terms for trying all pairs and several moves
  MAX_FACTORED = 40,  // maximum number of terms for factorisation by FLINT
  MAX_FACTORED_ATOMS = 14,
  GROUPED = 1000,  // types of cache keys
  OPPOSITE,
};

typedef struct Power {
  int atom;
  int exponent;
} Power;

// atoms[...]^exponent...; the powers are ordered by the indices of the atoms.
typedef struct Monomial {
  const Power *powers;
  int count;
  uint64_t hash;       // independent of the indices of the atoms
  uint64_t signature;  // one bit for each power, determined by atom and sign; not unique
} Monomial;

// number * monomial
typedef struct Term {
  const Expr *number;
  Monomial monomial;
  long score;              // estimate without building the formula
  long brackets;           // additional score of its brackets
  const Formula *formula;  // NULL until it is requested
} Term;

typedef struct Sum {
  const Term *const *terms;
  int count;
  uint64_t hash;
  long score;  // sums over its terms
  long brackets;
} Sum;

typedef struct Grouping {
  FormulaMaker maker;
  Arena *scratch;  // holds terms and sums
  FormCache *memo;
  const Expr *one, *minus_one;
  const Formula **atoms;
  int atom_count;
  int atom_capacity;
  int *places;      // hash table of atoms: index + 1; 0: empty
  int place_count;  // a power of two
} Grouping;

static const Formula *group(Grouping *g, const Term *const terms[], int count);

// ---- atoms and terms

// The hash table entry of an atom, or the empty entry where it belongs.
static int *atom_place(const Grouping *g, const Formula *base)
{
  size_t mask = (size_t)g->place_count - 1;
  for (size_t i = (size_t)base->hash & mask;; i = (i + 1) & mask) {
    int number = g->places[i];
    if (number == 0) return &g->places[i];
    assert(g->atoms);
    const Formula *atom = g->atoms[number - 1];
    if (atom->hash == base->hash && formula_compare(atom, base) == 0) return &g->places[i];
  }
}

static void grow_places(Grouping *g)
{
  enum { FIRST = 64 };
  free(g->places);
  g->place_count = g->place_count == 0 ? FIRST : 2 * g->place_count;
  g->places = memory_new((size_t)g->place_count, sizeof(int));
  for (int i = 0; i < g->atom_count; i++)
    *atom_place(g, g->atoms[i]) = i + 1;
}

static int atom_number(Grouping *g, const Formula *base)
{
  if (2 * g->atom_count >= g->place_count) grow_places(g);
  int *place = atom_place(g, base);
  if (*place > 0) return *place - 1;
  g->atoms = memory_room(g->atoms, g->atom_count, &g->atom_capacity, sizeof(const Formula *));
  g->atoms[g->atom_count] = base;
  *place = ++g->atom_count;
  return *place - 1;
}

static uint64_t hash_of_power(const Grouping *g, Power power)
{
  return hash_join((uint64_t)power.exponent, g->atoms[power.atom]->hash);
}

static Monomial monomial_of(const Grouping *g, const Power powers[], int count)
{
  Monomial monomial = { .powers = powers, .count = count };
  for (int i = 0; i < count; i++) {
    monomial.hash += hash_of_power(g, powers[i]);
    monomial.signature |= UINT64_C(1) << (2 * powers[i].atom + (powers[i].exponent > 0)) % 64;
  }
  return monomial;
}

// Increase of a product's score due to these factors.
static long width_of(const Grouping *g, const Monomial *monomial)
{
  long width = 0;
  for (int i = 0; i < monomial->count; i++) {
    Power power = monomial->powers[i];
    bool is_power = abs(power.exponent) > 1;
    width += (long)g->atoms[power.atom]->score + READ_NODE + (is_power ? 2 * READ_NODE : 0);
  }
  return width;
}

static long brackets_of(const Grouping *g, const Monomial *monomial)
{
  long score = 0;
  for (int i = 0; i < monomial->count; i++) {
    const Formula *base = g->atoms[monomial->powers[i].atom];
    if (base->kind == FORMULA_SUM) score += READ_BRACKETS + (base->nesting > 0 ? READ_NESTED : 0);
  }
  return score;
}

// Copies the powers, which must be in order.
static const Term *new_term(const Grouping *g, const Expr *number, const Power powers[], int count)
{
  Term *term = ARENA_NEW(g->scratch, Term);
  Power *copy = ARENA_ARRAY(g->scratch, Power, count + 1);
  memcpy(copy, powers, sizeof copy[0] * (size_t)count);
  bool is_unit = number == g->one || number == g->minus_one;
  *term = (Term){ .number = number, .monomial = monomial_of(g, copy, count) };
  term->score = width_of(g, &term->monomial) + (is_unit ? 0 : 2 * READ_NODE);
  term->brackets = brackets_of(g, &term->monomial);
  return term;
}

static const Formula *formula_of_term(const Grouping *g, const Term *term)
{
  if (term->formula) return term->formula;
  int count = term->monomial.count;
  const Formula **bases = ARENA_ARRAY(g->scratch, const Formula *, count + 1);
  int *exponents = ARENA_ARRAY(g->scratch, int, count + 1);
  for (int i = 0; i < count; i++) {
    bases[i] = g->atoms[term->monomial.powers[i].atom];
    exponents[i] = term->monomial.powers[i].exponent;
  }
  ((Term *)term)->formula = formula_product(g->maker, term->number, bases, exponents, count);
  return term->formula;
}

static int by_atom(const void *a, const void *b)
{
  return ((const Power *)a)->atom - ((const Power *)b)->atom;
}

static void add_power(Power powers[], int *count, int atom, int exponent)
{
  int k = 0;
  while (k < *count && powers[k].atom != atom)
    k++;
  if (k == *count) powers[(*count)++] = (Power){ atom, 0 };
  powers[k].exponent += exponent;
}

// Term from powers in any order, some of which may have exponent zero.
static const Term *sorted_term(const Grouping *g, const Expr *number, Power powers[], int count)
{
  int kept = 0;
  for (int k = 0; k < count; k++) {
    if (powers[k].exponent != 0) powers[kept++] = powers[k];
  }
  qsort(powers, (size_t)kept, sizeof powers[0], by_atom);
  return new_term(g, number, powers, kept);
}

static const Formula *opposite(const Grouping *g, const Formula *f)
{
  uint64_t key = hash_join(OPPOSITE, f->hash);
  const MemoEntry *known = form_cache_find(g->memo, key);
  if (known) return known->result;
  const Formula *negative = formula_negative(g->maker, f);
  form_cache_put(g->memo, (MemoEntry){ .key = key, .result = negative });
  return negative;
}

// divisor * formula; the factors of the formula become atoms.
static const Term *term_times(Grouping *g, const Term *divisor, const Formula *f)
{
  const Expr *number = divisor->number;
  if (f->kind == FORMULA_PRODUCT || formula_is_number(f)) number = expr_mul(number, f->expr);
  int factor_count = formula_is_number(f) ? 0 : formula_factor_count(f);
  int count = divisor->monomial.count;
  Power *powers = ARENA_ARRAY(g->scratch, Power, count + factor_count + 1);
  memcpy(powers, divisor->monomial.powers, sizeof powers[0] * (size_t)count);
  for (int i = 0; i < factor_count; i++) {
    const Formula *base = formula_factor_at(f, i);
    int exponent = formula_exponent_at(f, i);
    if (formula_is_opposite(base)) {  // only one of a sum and its negative is used as an atom
      base = opposite(g, base);
      if (exponent % 2 != 0) number = expr_neg(number);
    }
    add_power(powers, &count, atom_number(g, base), exponent);
  }
  return sorted_term(g, number, powers, count);
}

// ---- divisors

// The common power of two exponents: the one closer to zero if their signs agree, otherwise 0.
static int common_exponent(int a, int b)
{
  if ((a > 0) != (b > 0)) return 0;
  return abs(a) < abs(b) ? a : b;
}

// Writes the common powers; `out` may be the powers of either monomial.
static int common_powers(const Monomial *a, const Monomial *b, Power out[])
{
  int count = 0;
  if ((a->signature & b->signature) == 0) return 0;
  for (int i = 0, j = 0; i < a->count && j < b->count;) {
    Power power = a->powers[i], other = b->powers[j];
    i += power.atom <= other.atom;
    j += other.atom <= power.atom;
    if (power.atom != other.atom) continue;
    power.exponent = common_exponent(power.exponent, other.exponent);
    if (power.exponent != 0) out[count++] = power;
  }
  return count;
}

static bool divides(const Monomial *divisor, const Term *term)
{
  const Monomial *whole = &term->monomial;
  if ((divisor->signature & ~whole->signature) != 0) return false;
  int i = 0;
  for (int j = 0; j < whole->count && i < divisor->count; j++) {
    if (whole->powers[j].atom != divisor->powers[i].atom) continue;
    int exponent = divisor->powers[i].exponent;
    if (common_exponent(exponent, whole->powers[j].exponent) != exponent) return false;
    i++;
  }
  return i == divisor->count;
}

static const Term *quotient(const Grouping *g, const Term *term, const Term *divisor)
{
  const Monomial *whole = &term->monomial, *part = &divisor->monomial;
  Power *powers = ARENA_ARRAY(g->scratch, Power, whole->count + 1);
  int count = 0;
  for (int i = 0, k = 0; i < whole->count; i++) {
    Power power = whole->powers[i];
    if (k < part->count && part->powers[k].atom == power.atom) {
      power.exponent -= part->powers[k++].exponent;
    }
    if (power.exponent != 0) powers[count++] = power;
  }
  return new_term(g, expr_div(term->number, divisor->number), powers, count);
}

static int most_powers(const Term *const terms[], int count)
{
  int most = 0;
  for (int i = 0; i < count; i++)
    most = terms[i]->monomial.count > most ? terms[i]->monomial.count : most;
  return most;
}

typedef struct Divisor {
  const Term *term;
  int count;  // number of terms that it divides
  long gain;  // estimated
} Divisor;

typedef struct Divisors {
  Divisor at[MOVES];
  int count;
} Divisors;

// Inserts a divisor if it is among those with the largest gain; duplicates are ignored.
static void enter_divisor(Grouping *g, Divisors *best, const Sum *sum, const Power powers[],
                          int count, int most)
{
  if (count == 0) return;
  Monomial monomial = monomial_of(g, powers, count);
  long width = width_of(g, &monomial);
  if (best->count == most && (sum->count - 1) * width <= best->at[most - 1].gain) return;
  for (int i = 0; i < best->count; i++) {
    if (best->at[i].term->monomial.hash == monomial.hash) return;
  }
  int users = 0;
  for (int i = 0; i < sum->count; i++)
    users += divides(&monomial, sum->terms[i]);
  long gain = (users - 1) * width;
  int place = best->count;
  while (place > 0 && best->at[place - 1].gain < gain)
    place--;
  if (place == most) return;
  if (best->count < most) best->count++;
  for (int i = best->count - 1; i > place; i--)
    best->at[i] = best->at[i - 1];
  best->at[place] = (Divisor){ new_term(g, g->one, powers, count), users, gain };
}

// Tries, for each power of an atom, the common factor of all terms that contain it.
static void enter_atoms(Grouping *g, Divisors *best, const Sum *sum, Power scratch[], int most)
{
  bool *is_done = ARENA_ARRAY(g->scratch, bool, 2 * g->atom_count);
  for (int i = 0; i < sum->count; i++) {
    for (int k = 0; k < sum->terms[i]->monomial.count; k++) {
      Power power = sum->terms[i]->monomial.powers[k];
      bool *is_known = &is_done[2 * power.atom + (power.exponent > 0)];
      if (*is_known) continue;
      *is_known = true;
      power.exponent = power.exponent > 0 ? 1 : -1;
      Monomial single = monomial_of(g, &power, 1), common = sum->terms[i]->monomial;
      int users = 1;
      for (int n = i + 1; n < sum->count; n++) {
        if (!divides(&single, sum->terms[n])) continue;
        int count = common_powers(&common, &sum->terms[n]->monomial, scratch);
        common = monomial_of(g, scratch, count);
        users++;
      }
      if (users > 1) enter_divisor(g, best, sum, common.powers, common.count, most);
    }
  }
}

static Divisors divisors_of(Grouping *g, const Sum *sum)
{
  Divisors best = { .count = 0 };
  bool is_small = sum->count <= SMALL;
  Power *scratch = ARENA_ARRAY(g->scratch, Power, most_powers(sum->terms, sum->count) + 1);
  if (!is_small) enter_atoms(g, &best, sum, scratch, 1);
  for (int i = 0; i < sum->count && is_small; i++) {
    for (int j = i + 1; j < sum->count; j++) {
      int count = common_powers(&sum->terms[i]->monomial, &sum->terms[j]->monomial, scratch);
      enter_divisor(g, &best, sum, scratch, count, MOVES);
    }
  }
  return best;
}

// ---- sums

static uint64_t key_of_term(const Term *term)
{
  return hash_join(term->monomial.hash, term->number->id);
}

static Sum new_sum(const Term *const terms[], int count)
{
  Sum sum = { .terms = terms, .count = count };
  for (int i = 0; i < count; i++) {
    sum.hash += key_of_term(terms[i]);
    sum.score += terms[i]->score;
    sum.brackets += terms[i]->brackets;
  }
  return sum;
}

static const Formula *formula_of_sum(const Grouping *g, const Term *const terms[], int count)
{
  const Formula **parts = ARENA_ARRAY(g->scratch, const Formula *, count + 1);
  for (int i = 0; i < count; i++)
    parts[i] = formula_of_term(g, terms[i]);
  return formula_sum(g->maker, parts, count);
}

// Returns true if a term is a sum that would be expanded, so that its terms may combine with
// others.
static bool has_open_sum(const Grouping *g, const Sum *sum)
{
  for (int i = 0; i < sum->count; i++) {
    const Monomial *monomial = &sum->terms[i]->monomial;
    if (monomial->count != 1 || monomial->powers[0].exponent != 1) continue;
    if (g->atoms[monomial->powers[0].atom]->kind == FORMULA_SUM) return true;
  }
  return false;
}

// Returns the shorter of `best` and the sum. The sum's formula is built only if it may be shorter:
// digits and a leading sign are not yet in its score, and one sign between terms is counted in
// excess.
static const Formula *shorter(const Grouping *g, const Formula *best, const Sum *sum)
{
  long least = sum->score + sum->brackets - READ_NODE;
  if (least >= (long)best->score && !has_open_sum(g, sum)) return best;
  const Formula *f = formula_of_sum(g, sum->terms, sum->count);
  return f->score < best->score ? f : best;
}

// Key of term/divisor without building the quotient: the hash of a monomial is a sum.
static uint64_t key_of_quotient(const Grouping *g, const Term *term, const Monomial *divisor)
{
  const Power *powers = term->monomial.powers;
  uint64_t hash = term->monomial.hash - divisor->hash;
  for (int i = 0, k = 0; k < divisor->count; i++) {
    if (powers[i].atom != divisor->powers[k].atom) continue;
    Power part = divisor->powers[k++];
    if (powers[i].exponent == part.exponent) continue;
    Power rest = { part.atom, powers[i].exponent - part.exponent };
    hash += hash_of_power(g, part) + hash_of_power(g, rest) - hash_of_power(g, powers[i]);
  }
  return hash_join(hash, term->number->id);
}

// The sum after a move. Most brackets are found in the cache.
static Sum moved(Grouping *g, const Sum *sum, const Divisor *divisor)
{
  const Monomial *monomial = &divisor->term->monomial;
  const Term **others = ARENA_ARRAY(g->scratch, const Term *, sum->count + 1);
  const Term **inside = ARENA_ARRAY(g->scratch, const Term *, divisor->count);
  int other_count = 0, inside_count = 0;
  uint64_t key = GROUPED;
  for (int i = 0; i < sum->count; i++) {
    const Term *term = sum->terms[i];
    if (divides(monomial, term)) {
      inside[inside_count++] = term;
      key += key_of_quotient(g, term, monomial);
    } else {
      others[other_count++] = term;
    }
  }
  const MemoEntry *known = form_cache_find(g->memo, key);
  for (int i = 0; i < inside_count && !known; i++)
    inside[i] = quotient(g, inside[i], divisor->term);
  const Formula *bracket = known ? known->result : group(g, inside, inside_count);
  const Term *joined = term_times(g, divisor->term, bracket);
  if (!expr_is_zero(joined->number)) others[other_count++] = joined;  // brackets may cancel
  return new_sum(others, other_count);
}

// ---- the search

typedef struct Beam {
  Sum at[WIDTH];
  int count;
} Beam;

static void enter_sum(Beam *beam, Sum sum, int most)
{
  for (int i = 0; i < beam->count; i++) {
    if (beam->at[i].hash == sum.hash) return;
  }
  int place = beam->count;
  while (place > 0 && beam->at[place - 1].score > sum.score)
    place--;
  if (place == most) return;
  if (beam->count < most) beam->count++;
  for (int i = beam->count - 1; i > place; i--)
    beam->at[i] = beam->at[i - 1];
  beam->at[place] = sum;
}

// ---- collection by masses

// The exponent of an atom; 0 if it does not occur.
static int exponent_in(const Term *term, int atom)
{
  for (int i = 0; i < term->monomial.count; i++) {
    if (term->monomial.powers[i].atom == atom) return term->monomial.powers[i].exponent;
  }
  return 0;
}

// Returns true if the atom occurs in one of the first `count` terms.
static bool is_before(const Term *const terms[], int count, int atom)
{
  for (int i = 0; i < count; i++) {
    if (exponent_in(terms[i], atom) != 0) return true;
  }
  return false;
}

// Returns true if the sum is linear in an atom that occurs in several terms, none of which is taken
// yet. Marks these terms as taken.
static bool takes_terms(const Sum *sum, int atom, bool is_taken[])
{
  int count = 0;
  for (int i = 0; i < sum->count; i++) {
    int exponent = exponent_in(sum->terms[i], atom);
    if (exponent != 0 && (exponent != 1 || is_taken[i])) return false;
    count += exponent;
  }
  for (int i = 0; i < sum->count && count > 1; i++)
    is_taken[i] = is_taken[i] || exponent_in(sum->terms[i], atom) == 1;
  return count > 1;
}

// m1*(..) + m2*(..) + ..: factors out at once all parameters in which the sum is linear, such as
// masses and inertias; a search by gain would start with other factors. Returns false if there are
// fewer than two.
static bool collect(Grouping *g, Sum *sum)
{
  int found = 0;
  bool *is_taken = ARENA_ARRAY(g->scratch, bool, sum->count + 1);
  int *atoms = ARENA_ARRAY(g->scratch, int, sum->count + 1);
  for (int i = 0; i < sum->count; i++) {
    for (int k = 0; k < sum->terms[i]->monomial.count; k++) {
      Power power = sum->terms[i]->monomial.powers[k];
      const Formula *atom = g->atoms[power.atom];
      bool is_parameter = atom->kind == FORMULA_ATOM && atom->stage <= STAGE_PARAMETER;
      if (!is_parameter || is_taken[i] || is_before(sum->terms, i, power.atom)) continue;
      if (takes_terms(sum, power.atom, is_taken)) atoms[found++] = power.atom;
    }
  }
  for (int i = 0; i < found && found > 1; i++) {
    const Power power = { atoms[i], 1 };
    Divisor divisor = { new_term(g, g->one, &power, 1), 0, 0 };
    for (int n = 0; n < sum->count; n++)
      divisor.count += divides(&divisor.term->monomial, sum->terms[n]);
    *sum = moved(g, sum, &divisor);
  }
  return found > 1;
}

static const Formula *search(Grouping *g, const Term *const terms[], int count)
{
  int width = count <= SMALL ? WIDTH : 1;
  Beam beam = { .at = { new_sum(terms, count) }, .count = 1 };
  const Formula *best = formula_of_sum(g, terms, count);
  Sum collected = beam.at[0];
  if (width > 1 && collect(g, &collected)) {
    best = shorter(g, best, &collected);
    beam.at[beam.count++] = collected;
  }
  while (beam.count > 0) {
    Beam next = { .count = 0 };
    for (int i = 0; i < beam.count; i++) {
      const Sum *sum = &beam.at[i];
      Divisors divisors = divisors_of(g, sum);
      for (int k = 0; k < divisors.count; k++) {
        // The common factor of all terms was already factored out by group().
        if (sum->count == count && divisors.at[k].count == count) continue;
        enter_sum(&next, moved(g, sum, &divisors.at[k]), width);
      }
    }
    for (int i = 0; i < next.count; i++)
      best = shorter(g, best, &next.at[i]);
    beam = next;
  }
  return best;
}

// ---- factors

// A polynomial of first degree in an atom factors only if its two coefficients have a common
// factor, which the search finds as a bracket. Remaining candidates are squares of sums and
// differences of squares.
static bool may_factor(const Grouping *g, const Term *const terms[], int count)
{
  if (count > MAX_FACTORED) return false;
  int *degrees = memory_new((size_t)g->atom_count + 1, sizeof degrees[0]);
  bool is_linear = false;
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < terms[i]->monomial.count; k++) {
      Power power = terms[i]->monomial.powers[k];
      if (abs(power.exponent) > degrees[power.atom]) degrees[power.atom] = abs(power.exponent);
    }
  }
  for (int k = 0; k < g->atom_count; k++)
    is_linear = is_linear || degrees[k] == 1;
  free(degrees);
  return !is_linear;
}

static const Formula *group_polynomial(Grouping *g, const Polynomial *p);

static const Formula *group_factor(const Polynomial *p, void *context)
{
  return group_polynomial(context, p);
}

// Returns the product of grouped factors; NULL if the sum is irreducible.
static const Formula *factored(Grouping *g, const Term *const terms[], int count)
{
  if (!may_factor(g, terms, count)) return NULL;
  Polynomial p;
  const PolynomialLimits limits = { .terms = MAX_FACTORED, .atoms = MAX_FACTORED_ATOMS };
  if (!polynomial_of(formula_of_sum(g, terms, count), g->maker, limits, &p)) return NULL;
  const Formula *product = polynomial_factored(&p, group_factor, g);
  polynomial_clear(&p);
  return product;
}

// ---- squares

static const Term *term_product(const Grouping *g, const Expr *number, const Term *a, const Term *b)
{
  int count = a->monomial.count;
  Power *powers = ARENA_ARRAY(g->scratch, Power, count + b->monomial.count + 1);
  memcpy(powers, a->monomial.powers, sizeof powers[0] * (size_t)count);
  for (int i = 0; i < b->monomial.count; i++)
    add_power(powers, &count, b->monomial.powers[i].atom, b->monomial.powers[i].exponent);
  number = expr_mul(number, expr_mul(a->number, b->number));
  return sorted_term(g, number, powers, count);
}

// Removes the term equal to `term` from the list. Returns false if there is none.
static bool cancel_term(const Term *terms[], int *count, const Term *term)
{
  for (int i = 0; i < *count; i++) {
    bool is_like = terms[i]->monomial.hash == term->monomial.hash;
    if (!is_like || !expr_is_multiple(terms[i]->number, term->number, 1, 1)) continue;
    terms[i] = terms[--*count];
    return true;
  }
  return false;
}

// Removes the terms of a*(sum of parts)^2 from `rest`. Returns false if some are missing.
static bool cancel_square(Grouping *g, const Term *a, const Term *const parts[], int count,
                          const Term *rest[], int *rest_count)
{
  for (int i = 0; i < count; i++) {
    for (int k = i; k < count; k++) {
      const Expr *number = expr_integer(g->maker.pool, i == k ? 1 : 2);
      const Term *part = term_product(g, number, parts[i], parts[k]);
      if (!cancel_term(rest, rest_count, term_product(g, g->one, a, part))) return false;
    }
  }
  return true;
}

// Completes the square: a*x^2 + b*x + c = a*(x + b/(2*a))^2 + rest, where x^2 occurs in one term
// and c contains all terms of b^2/(4*a). Returns NULL if this is not possible.
static const Formula *with_square(Grouping *g, const Term *const terms[], int count, int atom)
{
  const Term *square = NULL;
  const Term **half = ARENA_ARRAY(g->scratch, const Term *, count + 1);
  const Term **rest = ARENA_ARRAY(g->scratch, const Term *, count + 1);
  int half_count = 0, rest_count = 0;
  for (int i = 0; i < count; i++) {
    int degree = exponent_in(terms[i], atom);
    if (degree < 0 || degree > 2 || (degree == 2 && square)) return NULL;
    if (degree == 2) square = terms[i];
    if (degree == 1) half[half_count++] = terms[i];
    if (degree == 0) rest[rest_count++] = terms[i];
  }
  if (!square || half_count == 0 || half_count * (half_count + 1) / 2 > rest_count) return NULL;
  const Power once = { atom, 1 };
  const Term *x = new_term(g, g->one, &once, 1);
  const Term *a = quotient(g, quotient(g, square, x), x);
  const Term *twice = term_product(g, expr_integer(g->maker.pool, 2), a, x);
  for (int i = 0; i < half_count; i++) {
    if (!divides(&twice->monomial, half[i])) return NULL;
    half[i] = quotient(g, half[i], twice);
  }
  if (!cancel_square(g, a, half, half_count, rest, &rest_count)) return NULL;
  half[half_count++] = x;
  const Formula *factors[] = { formula_of_term(g, a), group(g, half, half_count) };
  const int exponents[] = { 1, 2 };
  const Formula *parts[] = { formula_product(g->maker, g->one, factors, exponents, 2),
                             rest_count > 0 ? group(g, rest, rest_count) : NULL };
  return rest_count > 0 ? formula_sum(g->maker, parts, 2) : parts[0];
}

// The shortest form with a completed square; NULL if there is none.
static const Formula *with_squares(Grouping *g, const Term *const terms[], int count)
{
  const Formula *best = NULL;
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < terms[i]->monomial.count; k++) {
      Power power = terms[i]->monomial.powers[k];
      bool has_linear = false;
      for (int n = 0; n < count && power.exponent == 2; n++)
        has_linear = has_linear || exponent_in(terms[n], power.atom) == 1;
      const Formula *other = has_linear ? with_square(g, terms, count, power.atom) : NULL;
      if (other && (!best || other->score < best->score)) best = other;
    }
  }
  return best;
}

// ---- complete sums

// The greatest number whose quotients are coprime integers; decimals, as in 0.3*x + 0.7*y, are not
// factored out.
static const Expr *common_number(const Grouping *g, const Term *const terms[], int count)
{
  fmpq_t common;
  fmpq_init(common);
  bool is_negative = true, is_one_size = true;
  for (int i = 0; i < count; i++) {
    const fmpq *number = terms[i]->number->form->number;
    fmpq_gcd(common, common, number);
    is_negative = is_negative && fmpq_sgn(number) < 0;
    is_one_size = is_one_size && fmpz_cmpabs(fmpq_numref(number),
                                             fmpq_numref(terms[0]->number->form->number)) == 0;
  }
  if (number_is_decimal(common) && !is_one_size) fmpq_one(common);
  if (is_negative) fmpq_neg(common, common);
  const Expr *number = expr_fraction(g->maker.pool, common);
  fmpq_clear(common);
  return number;
}

static const Term *common_factor(const Grouping *g, const Term *const terms[], int count)
{
  Monomial common = terms[0]->monomial;
  Power *powers = ARENA_ARRAY(g->scratch, Power, common.count + 1);
  for (int i = 1; i < count && common.count > 0; i++)
    common = monomial_of(g, powers, common_powers(&common, &terms[i]->monomial, powers));
  return new_term(g, common_number(g, terms, count), common.powers, common.count);
}

// A number shared by all terms is factored out only if that is shorter: (a + b)*x/2 + c, and not
// (a*x + b*x + 2*c)/2.
static const Formula *group_primitive(Grouping *g, const Term *const terms[], int count)
{
  const Formula *result = search(g, terms, count);
  const Formula *product = factored(g, terms, count);
  if (product && product->score < result->score) result = product;
  const Formula *completed = count <= SMALL ? with_squares(g, terms, count) : NULL;
  return completed && completed->score < result->score ? completed : result;
}

// Factors out the common factor of all terms if that is shorter.
static const Formula *group_shared(Grouping *g, const Term *const terms[], int count,
                                   const Term *common)
{
  const Term **inside = ARENA_ARRAY(g->scratch, const Term *, count);
  for (int i = 0; i < count; i++)
    inside[i] = quotient(g, terms[i], common);
  const Formula *pair[] = { formula_of_term(g, common), group(g, inside, count) };
  const Formula *product = formula_product(g->maker, g->one, pair, NULL, 2);
  const Formula *other = common->monomial.count == 0 && expr_number_sign(common->number) > 0
                             ? group_primitive(g, terms, count)
                             : formula_of_sum(g, terms, count);
  return other->score < product->score ? other : product;
}

static const Formula *group(Grouping *g, const Term *const terms[], int count)
{
  if (count == 1) return formula_of_term(g, terms[0]);
  uint64_t key = GROUPED;
  for (int i = 0; i < count; i++)
    key += key_of_term(terms[i]);
  const MemoEntry *known = form_cache_find(g->memo, key);
  if (known) return known->result;
  const Term *common = common_factor(g, terms, count);
  const Formula *result;
  if (common->monomial.count > 0 || !expr_is_one(common->number)) {
    result = group_shared(g, terms, count, common);
  } else {
    result = group_primitive(g, terms, count);
  }
  form_cache_put(g->memo, (MemoEntry){ .key = key, .result = result });
  return result;
}

static const Formula *group_polynomial(Grouping *g, const Polynomial *p)
{
  int count = polynomial_term_count(p), atom_count = polynomial_atom_count(p);
  if (count == 0) return formula_of_polynomial(p);
  const Term **terms = memory_new((size_t)count + 1, sizeof(const Term *));
  Power *powers = memory_new((size_t)atom_count + 1, sizeof powers[0]);
  int *numbers = memory_new((size_t)atom_count + 1, sizeof numbers[0]);
  bool *is_turned = memory_new((size_t)atom_count + 1, sizeof is_turned[0]);
  for (int k = 0; k < atom_count; k++) {
    const Formula *base = p->ring->atoms[k].base;
    is_turned[k] = formula_is_opposite(base);
    numbers[k] = atom_number(g, is_turned[k] ? opposite(g, base) : base);
  }
  ulong *table = polynomial_exponents(p), *row = table;
  fmpq_t coefficient;
  fmpq_init(coefficient);
  for (int i = 0; i < count; i++, row += atom_count) {
    int power_count = 0;
    fmpq_mpoly_get_term_coeff_fmpq(coefficient, p->sum, i, p->ring->context);
    for (int k = 0; k < atom_count; k++) {
      int sign = p->ring->atoms[k].is_inverse ? -1 : 1;
      if (row[k] > 0) add_power(powers, &power_count, numbers[k], sign * (int)row[k]);
      if (is_turned[k] && row[k] % 2 == 1) fmpq_neg(coefficient, coefficient);
    }
    terms[i] = sorted_term(g, expr_fraction(g->maker.pool, coefficient), powers, power_count);
  }
  const Formula *result = group(g, terms, count);
  fmpq_clear(coefficient);
  free(table);
  free(is_turned);
  free(numbers);
  free(powers);
  free(terms);
  return result;
}

const Formula *formula_group(const Polynomial *p, FormCache *memo)
{
  FormulaMaker maker = p->ring->maker;
  Grouping g = { .maker = maker,
                 .scratch = arena_new(),
                 .memo = memo,
                 .one = expr_integer(maker.pool, 1),
                 .minus_one = expr_integer(maker.pool, -1) };
  const Formula *result = group_polynomial(&g, p);
  arena_free(g.scratch);
  free(g.atoms);
  free(g.places);
  return result;
}
