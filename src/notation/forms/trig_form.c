// trig_form.c -- sin^2 + cos^2 = 1 and product-to-sum identities, tried on each trigonometric
// coefficient.
//
// The polynomial is collected by all atoms other than sines and cosines (masses, lengths, speeds).
// Each coefficient is a small polynomial in sines and cosines. Its candidate forms are scored
// (formula.h) after grouping, and the shortest is selected.
// SPDX-License-Identifier: MIT
#include "notation/forms/trig_form.h"

#include "base/memory/memory.h"
#include "notation/print/number_text.h"

#include <stdlib.h>

enum {
  MAX_ANGLES = 16,
  ALL_SUBSETS = 4,
  HIGHEST_DEGREE = 6,
  MAX_TERMS = 200,  // of a coefficient that is processed
  MAX_WORK = 2000,  // terms of a candidate before combining like terms
  WAVE = 2000,      // types of cache keys
  TRIGONOMETRY,
};

bool atom_is_circular(const PolynomialAtom *atom)
{
  const Formula *f = atom->base;
  return !atom->is_inverse && f->kind == FORMULA_CALL && (f->op == OP_SIN || f->op == OP_COS);
}

// ---- angles of the sines and cosines

typedef struct Angles {
  const Formula *parts[MAX_ANGLES];  // the different addends of all angles
  int count;
  uint32_t *mask;  // per atom: the addends of its angle; 0: not a sine or cosine
} Angles;

// Adds the addends of a call's angle. Returns false if there are too many.
static bool add_angle(Angles *angles, FormulaMaker maker, const Formula *angle, uint32_t *mask)
{
  for (int n = 0; n < formula_term_count(angle); n++) {
    const Expr *number;
    const Formula *part = formula_angle_part(maker, angle, n, &number);
    int i = 0;
    while (part && i < angles->count && formula_compare(angles->parts[i], part) != 0)
      i++;
    if (i == MAX_ANGLES) return false;
    if (part && i == angles->count) angles->parts[angles->count++] = part;
    if (part) *mask |= UINT32_C(1) << i;
  }
  return true;
}

// Returns false if there are too many angles; the masks must be freed in either case.
static bool find_angles(const Polynomial *p, Angles *angles)
{
  const PolynomialRing *ring = p->ring;
  int *is_used = memory_new((size_t)ring->atom_count + 1, sizeof is_used[0]);
  fmpq_mpoly_used_vars(is_used, p->sum, ring->context);
  *angles = (Angles){ .mask = memory_new((size_t)ring->atom_count + 1, sizeof(uint32_t)) };
  bool is_done = true;
  for (int k = 0; k < ring->atom_count && is_done; k++) {
    if (!atom_is_circular(&ring->atoms[k]) || !is_used[k]) continue;
    is_done = add_angle(angles, ring->maker, ring->atoms[k].base->parts[0], &angles->mask[k]);
  }
  free(is_used);
  return is_done;
}

// ---- products to sums

// A sum of coefficient * sin or cos of an angle.
typedef struct Wave {
  fmpq coefficient;
  Operator op;
  const Expr *angle;
} Wave;

typedef struct Waves {
  Wave at[1 << HIGHEST_DEGREE];
  int count;
} Waves;

// Combines like waves: a power of a cosine then has only as many waves as its binomial expansion
// has terms.
static void add_wave(Waves *waves, const fmpq *coefficient, int sign, Operator op,
                     const Expr *angle)
{
  int i = 0;
  while (i < waves->count && (waves->at[i].op != op || waves->at[i].angle != angle))
    i++;
  Wave *wave = &waves->at[i];
  if (i == waves->count) {
    waves->count++;
    fmpq_init(&wave->coefficient);
    wave->op = op;
    wave->angle = angle;
  }
  if (sign < 0) {
    fmpq_sub(&wave->coefficient, &wave->coefficient, coefficient);
  } else {
    fmpq_add(&wave->coefficient, &wave->coefficient, coefficient);
  }
}

static void clear_waves(Waves *waves)
{
  for (int i = 0; i < waves->count; i++)
    fmpq_clear(&waves->at[i].coefficient);
  waves->count = 0;
}

// cos a cos b = (cos(a-b) + cos(a+b))/2     sin a sin b = (cos(a-b) - cos(a+b))/2
// sin a cos b = (sin(a-b) + sin(a+b))/2     cos a sin b = (sin(a+b) - sin(a-b))/2
static void multiply_waves(Waves *waves, Operator op, const Expr *angle)
{
  Waves product = { .count = 0 };
  for (int i = 0; i < waves->count; i++) {
    Wave *wave = &waves->at[i];
    int difference_sign = wave->op == OP_COS && op == OP_SIN ? -1 : 1;
    int sum_sign = wave->op == OP_SIN && op == OP_SIN ? -1 : 1;
    Operator result = wave->op == op ? OP_COS : OP_SIN;
    const Expr *difference = expr_sub(wave->angle, angle);
    const Expr *sum = expr_add(wave->angle, angle);
    fmpq_div_2exp(&wave->coefficient, &wave->coefficient, 1);
    add_wave(&product, &wave->coefficient, difference_sign, result, difference);
    add_wave(&product, &wave->coefficient, sum_sign, result, sum);
  }
  clear_waves(waves);
  *waves = product;
}

// The node may still have the long form that is being shortened, so the call is built directly.
static const Formula *formula_of_wave(const Wave *wave, FormulaMaker maker)
{
  const Expr *node = expr_call(wave->op, wave->angle);
  const Formula *angle = formula_distributed(maker, formula_of(wave->angle, maker.arena));
  bool is_plain =
      formula_is_linear(angle) && !formula_has_constant_term(angle) && node->form->op != OP_NAMED;
  return is_plain ? formula_call(maker, wave->op, &angle) : formula_of(node, maker.arena);
}

// Cached version of formula_of_wave(); most waves recur.
static const Formula *known_wave(const Wave *wave, FormulaMaker maker, FormCache *memo)
{
  uint64_t key = hash_join(hash_join(WAVE, wave->angle->id), (uint64_t)wave->op);
  const MemoEntry *known = form_cache_find(memo, key);
  if (known) return known->result;
  const Formula *result = formula_of_wave(wave, maker);
  form_cache_put(memo, (MemoEntry){ .key = key, .result = result });
  return result;
}

static bool is_inside(uint32_t mask, uint32_t set) { return mask != 0 && (mask & ~set) == 0; }

static ulong degree_in(const ulong exponents[], int count, const Angles *angles, uint32_t set)
{
  ulong degree = 0;
  for (int k = 0; k < count; k++) {
    if (is_inside(angles->mask[k], set)) degree += exponents[k];
  }
  return degree;
}

// Conversion of a polynomial's products of sines and cosines to sums.
typedef struct Spread {
  const Angles *angles;
  uint32_t set;  // the angles that are converted
  FormCache *memo;
  const PolynomialRing *ring;
  FormulaList terms;
} Spread;

// Appends the waves of a term, each multiplied by the remaining factors; `exponents` is reduced to
// these.
static void put_waves(Spread *spread, const fmpq_t coefficient, ulong exponents[])
{
  const PolynomialRing *ring = spread->ring;
  FormulaMaker maker = ring->maker;
  Waves waves = { .count = 0 };
  add_wave(&waves, coefficient, 1, OP_COS, expr_integer(maker.pool, 0));
  for (int k = 0; k < ring->atom_count; k++) {
    if (!is_inside(spread->angles->mask[k], spread->set)) continue;
    const Formula *call = ring->atoms[k].base;
    const Expr *angle = exponents[k] > 0 ? expr_of_formula(maker.pool, call->parts[0]) : NULL;
    for (; exponents[k] > 0; exponents[k]--)
      multiply_waves(&waves, call->op, angle);
  }
  for (int i = 0; i < waves.count; i++) {
    const Formula *call = known_wave(&waves.at[i], maker, spread->memo);
    formula_push(&spread->terms,
                 formula_of_monomial(ring, &waves.at[i].coefficient, exponents, call));
  }
  clear_waves(&waves);
}

// Returns true if the products of sines and cosines are few and short enough, and at least one has
// `least` factors.
static bool can_spread(const Spread *spread, const Polynomial *p, const ulong table[], ulong least)
{
  ulong count = 0, highest = 0;  // terms before combining like ones; factors
  for (int i = 0; i < polynomial_term_count(p); i++, table += p->ring->atom_count) {
    ulong degree = degree_in(table, p->ring->atom_count, spread->angles, spread->set);
    if (degree > HIGHEST_DEGREE) return false;
    if (degree > highest) highest = degree;
    count += UINT64_C(1) << degree;
  }
  return highest >= least && count <= MAX_WORK;
}

// Converts products of sines and cosines whose angles are in `set` to sums. Returns false if no
// product has `least` factors, or if there are too many.
static bool product_to_sum(const Polynomial *p, const Angles *angles, uint32_t set, ulong least,
                           FormCache *memo, Polynomial *out)
{
  const PolynomialRing *ring = p->ring;
  Spread spread = { angles, set, memo, ring, { 0 } };
  ulong *table = polynomial_exponents(p), *row = table;
  bool is_done = can_spread(&spread, p, table, least);
  fmpq_t coefficient;
  fmpq_init(coefficient);
  for (int i = 0; i < polynomial_term_count(p) && is_done; i++, row += ring->atom_count) {
    fmpq_mpoly_get_term_coeff_fmpq(coefficient, p->sum, i, ring->context);
    if (degree_in(row, ring->atom_count, angles, set) < 2) {
      formula_push(&spread.terms, formula_of_monomial(ring, coefficient, row, NULL));
    } else {
      put_waves(&spread, coefficient, row);
    }
  }
  fmpq_clear(coefficient);
  if (is_done) *out = polynomial_of_terms(ring->maker, &spread.terms);
  free(table);
  return is_done;
}

bool trig_products_to_sums(const Polynomial *p, FormCache *memo, Polynomial *out)
{
  Angles angles;
  bool is_done = find_angles(p, &angles);
  uint32_t all = is_done ? (UINT32_C(1) << angles.count) - 1 : 0;
  is_done = is_done && product_to_sum(p, &angles, all, 0, memo, out);
  free(angles.mask);
  return is_done;
}

// ---- sin^2 + cos^2 = 1

// Returns the cosine for a sine, and the sine for a cosine, of the same angle.
static const Formula *other_function(const PolynomialRing *ring, int f)
{
  const Formula *call = ring->atoms[f].base;
  return formula_call(ring->maker, call->op == OP_SIN ? OP_COS : OP_SIN, call->parts);
}

// Replaces all squares of the atom f by f^2n = (1 - g^2)^n, where g is the other function of the
// same angle. Returns false if there are none, or if the result would be too long.
static bool without_squares(const Polynomial *p, int f, Polynomial *out)
{
  const fmpq_mpoly_ctx_struct *context = p->ring->context;
  slong degree = fmpq_mpoly_degree_si(p->sum, f, context);
  if (degree < 2 || (degree / 2 + 1) * polynomial_term_count(p) > MAX_WORK) return false;
  const Formula *other = other_function(p->ring, f);
  int g = polynomial_find_atom(p->ring, other, false);
  if (g < 0) {
    Polynomial wide = polynomial_renewed(p, other);
    int place = polynomial_find_atom(wide.ring, p->ring->atoms[f].base, false);
    bool is_done = place >= 0 && without_squares(&wide, place, out);  // may cancel an inverse
    polynomial_clear(&wide);
    return is_done;
  }
  *out = polynomial_like(p);
  Polynomial part = polynomial_like(p), root = polynomial_like(p), square = polynomial_like(p);
  fmpq_mpoly_gen(root.sum, f, context);
  fmpq_mpoly_gen(square.sum, g, context);
  fmpq_mpoly_pow_ui(square.sum, square.sum, 2, context);
  fmpq_mpoly_scalar_mul_si(square.sum, square.sum, -1, context);
  fmpq_mpoly_add_si(square.sum, square.sum, 1, context);
  const slong place[] = { f };
  for (ulong k = 0; k <= (ulong)degree; k++) {
    fmpq_mpoly_get_coeff_vars_ui(part.sum, p->sum, place, &k, 1, context);
    if (k % 2 == 1) fmpq_mpoly_mul(part.sum, part.sum, root.sum, context);
    for (ulong n = 0; n < k / 2; n++)
      fmpq_mpoly_mul(part.sum, part.sum, square.sum, context);
    fmpq_mpoly_add(out->sum, out->sum, part.sum, context);
  }
  polynomial_reduce(out);
  polynomial_clear(&square);
  polynomial_clear(&root);
  polynomial_clear(&part);
  if (polynomial_find_atom(p->ring, other, true) >= 0) {
    Polynomial reduced = polynomial_renewed(out, NULL);
    polynomial_clear(out);
    *out = reduced;
  }
  return true;
}

Polynomial trig_without_squares(const Polynomial *p)
{
  Polynomial best = polynomial_copy(p);
  for (int k = 0; k < best.ring->atom_count; k++) {
    Polynomial other;
    if (!atom_is_circular(&best.ring->atoms[k]) || !without_squares(&best, k, &other)) continue;
    if (polynomial_term_count(&other) < polynomial_term_count(&best)) {
      polynomial_clear(&best);
      best = other;
      k = -1;  // restart, because the ring has changed
    } else {
      polynomial_clear(&other);
    }
  }
  return best;
}

// ---- sums to products

// Returns the call of a term number*call, or cos(0) for a number; NULL for any other term.
static const Formula *wave_of_term(FormulaMaker maker, const Formula *term, const Expr **number)
{
  const Formula *zero = formula_atom(maker, expr_integer(maker.pool, 0));
  *number = expr_integer(maker.pool, 1);
  if (formula_is_number(term)) {
    *number = term->expr;
    return formula_call_as_given(maker, OP_COS, &zero);
  }
  bool is_multiple = term->kind == FORMULA_PRODUCT && term->count == 1 && term->exponents[0] == 1;
  if (is_multiple) *number = term->expr;
  const Formula *call = is_multiple ? term->parts[0] : term;
  bool is_wave = call->kind == FORMULA_CALL && (call->op == OP_SIN || call->op == OP_COS);
  return is_wave && formula_is_linear(call->parts[0]) ? call : NULL;
}

static const Formula *half_sum(FormulaMaker maker, const Formula *a, const Formula *b, long sign)
{
  a = formula_product(maker, expr_rational(maker.pool, 1, 2), &a, NULL, 1);
  b = formula_product(maker, expr_rational(maker.pool, sign, 2), &b, NULL, 1);
  const Formula *terms[] = { formula_distributed(maker, a), formula_distributed(maker, b) };
  return formula_sum(maker, terms, 2);
}

// sin a + sin b = 2 sin((a+b)/2) cos((a-b)/2)     cos a + cos b = 2 cos((a+b)/2) cos((a-b)/2)
// sin a - sin b = 2 cos((a+b)/2) sin((a-b)/2)     cos a - cos b = -2 sin((a+b)/2) sin((a-b)/2)
static const Formula *product_of_sum(FormulaMaker maker, const Formula *sum)
{
  const Expr *number[2];
  if (sum->kind != FORMULA_SUM || sum->count != 2) return NULL;
  const Formula *first = wave_of_term(maker, sum->parts[0], &number[0]);
  const Formula *second = wave_of_term(maker, sum->parts[1], &number[1]);
  if (!first || !second || first->op != second->op) return NULL;
  bool is_sum = expr_is_multiple(number[0], number[1], 1, 1);
  if (!is_sum && !expr_is_multiple(number[0], number[1], -1, 1)) return NULL;
  bool is_sine = first->op == OP_SIN;
  const Formula *half[] = { half_sum(maker, first->parts[0], second->parts[0], 1),
                            half_sum(maker, first->parts[0], second->parts[0], -1) };
  const Formula *calls[] = { formula_call(maker, is_sine == is_sum ? OP_SIN : OP_COS, &half[0]),
                             formula_call(maker, is_sum ? OP_COS : OP_SIN, &half[1]) };
  const Expr *two = expr_integer(maker.pool, !is_sine && !is_sum ? -2 : 2);
  return formula_product(maker, expr_mul(number[0], two), calls, NULL, 2);
}

// ---- shortest form of one coefficient

typedef struct Search {
  FormCache *memo;
  Polynomial form;      // the shortest so far
  const Formula *best;  // grouped
} Search;

static void consider_product(Search *search, const Polynomial *sum)
{
  if (polynomial_term_count(sum) != 2) return;
  const Formula *product = product_of_sum(sum->ring->maker, formula_of_polynomial(sum));
  if (product && product->score < search->best->score) search->best = product;
}

// Takes ownership of `candidate`.
static void consider(Search *search, Polynomial *candidate)
{
  if (polynomial_term_count(candidate) > polynomial_term_count(&search->form)) {
    polynomial_clear(candidate);
    return;
  }
  const Formula *grouped = formula_group(candidate, search->memo);
  consider_product(search, candidate);
  if (grouped->score < search->best->score) {
    Polynomial longer = search->form;
    search->form = *candidate;
    *candidate = longer;
    search->best = grouped;
  }
  polynomial_clear(candidate);
}

static void consider_squares(Search *search)
{
  for (int k = 0; k < search->form.ring->atom_count; k++) {
    Polynomial candidate;
    bool is_circular = atom_is_circular(&search->form.ring->atoms[k]);
    if (is_circular && without_squares(&search->form, k, &candidate)) consider(search, &candidate);
  }
}

static void consider_sums(Search *search, const Polynomial *p)
{
  Angles angles;
  bool is_done = find_angles(p, &angles);
  uint32_t all = is_done ? (UINT32_C(1) << angles.count) - 1 : 0;
  bool tries_every_subset = angles.count <= ALL_SUBSETS;
  for (uint32_t set = all; set > 0; set--) {
    bool is_pair = (set & (set - 1) & ((set & (set - 1)) - 1)) == 0;  // one or two angles
    if (set != all && !tries_every_subset && !is_pair) continue;
    Polynomial candidate;
    if (product_to_sum(p, &angles, set, 2, search->memo, &candidate)) consider(search, &candidate);
  }
  free(angles.mask);
}

static const Formula *shortest_form(const Polynomial *p, FormCache *memo)
{
  Search search = { memo, polynomial_copy(p), formula_group(p, memo) };
  if (polynomial_term_count(p) > 1 && polynomial_term_count(p) <= MAX_TERMS) {
    consider_sums(&search, p);
    consider_squares(&search);
    consider_product(&search, p);
  }
  polynomial_clear(&search.form);
  return search.best;
}

// ---- all coefficients

// Cached version of shortest_form() for the polynomial made monic: most coefficients recur up to a
// factor. Decimals are not divided out, except for the sign, because their ratios are not readable
// numbers.
static const Formula *shortest_known_form(Polynomial *p, FormCache *memo)
{
  const PolynomialRing *ring = p->ring;
  fmpq_t lead;
  fmpq_init(lead);
  fmpq_mpoly_get_term_coeff_fmpq(lead, p->sum, 0, ring->context);
  if (number_is_decimal(lead)) fmpq_set_si(lead, fmpq_sgn(lead), 1);
  const Expr *number = expr_fraction(ring->maker.pool, lead);
  fmpq_mpoly_scalar_div_fmpq(p->sum, p->sum, lead, ring->context);
  fmpq_clear(lead);
  uint64_t key = hash_join(formula_of_polynomial(p)->hash, TRIGONOMETRY);
  const MemoEntry *known = form_cache_find(memo, key);
  const Formula *form = known ? known->result : shortest_form(p, memo);
  if (!known) form_cache_put(memo, (MemoEntry){ .key = key, .result = form });
  return formula_product(ring->maker, number, &form, NULL, 1);
}

ShortTrig trig_shorten(const Polynomial *p, FormCache *memo)
{
  const PolynomialRing *ring = p->ring;
  const Expr *one = expr_integer(ring->maker.pool, 1);
  bool *is_kept = memory_new((size_t)ring->atom_count + 1, sizeof is_kept[0]);
  for (int k = 0; k < ring->atom_count; k++)
    is_kept[k] = !atom_is_circular(&ring->atoms[k]);
  Collection collection = polynomial_collect(p, is_kept);
  FormulaList spread = { 0 }, kept = { 0 };
  for (int j = 0; j < collection.count; j++) {
    const ulong *monomial = collection.monomials + j * ring->atom_count;
    const Formula *form = shortest_known_form(&collection.cofactors[j], memo);
    formula_push(&kept, formula_of_monomial(ring, one->form->number, monomial, form));
    for (int i = 0; i < formula_term_count(form); i++) {
      const Formula *term = formula_term(form, i);
      formula_push(&spread, formula_of_monomial(ring, one->form->number, monomial, term));
    }
  }
  ShortTrig shortest = { polynomial_of_terms(ring->maker, &spread),
                         polynomial_of_terms(ring->maker, &kept) };
  free(is_kept);
  collection_clear(&collection);
  return shortest;
}

void short_trig_clear(ShortTrig *shortest)
{
  polynomial_clear(&shortest->spread);
  polynomial_clear(&shortest->kept);
}
