// trig_form.c -- Pythagoras and product-to-sum, tried on each trigonometric coefficient.
//
// The polynomial is collected by everything that is not a sine or cosine (masses, lengths, speeds).
// Each coefficient is a small polynomial in sines and cosines. Its candidates are counted in
// shorthand (formula.h) after grouping, and the shortest stays.
// SPDX-License-Identifier: MIT
#include "notation/trig_form.h"

#include "base/memory.h"

#include <stdlib.h>

enum { MOST_ANGLES = 16, ALL_SUBSETS = 4, HIGHEST_DEGREE = 6, MOST_TERMS = 200 };

bool atom_is_circular(const PolynomialAtom *atom)
{
  const Formula *f = atom->base;
  return !atom->is_inverse && f->kind == FORMULA_CALL && (f->op == OP_SIN || f->op == OP_COS);
}

// ---- which angles are in which sine or cosine

typedef struct Angles {
  const Formula *parts[MOST_ANGLES];  // the different addends of the angles
  int count;
  uint32_t *mask;  // of each atom: the addends of its angle; 0: no sine or cosine
} Angles;

// The part of an addend that makes it different from others: θ1 of -2*θ1; NULL for a number.
static const Formula *addend_part(const Formula *addend)
{
  if (formula_is_number(addend)) return NULL;
  bool is_multiple =
      addend->kind == FORMULA_PRODUCT && addend->count == 1 && addend->exponents[0] == 1;
  return is_multiple ? addend->parts[0] : addend;
}

// False if there are too many.
static bool add_part(Angles *angles, const Formula *addend, uint32_t *mask)
{
  const Formula *part = addend_part(addend);
  if (!part) return true;
  int i = 0;
  while (i < angles->count && formula_compare(angles->parts[i], part) != 0)
    i++;
  if (i == MOST_ANGLES) return false;
  if (i == angles->count) angles->parts[angles->count++] = part;
  *mask |= UINT32_C(1) << i;
  return true;
}

static bool add_angle(Angles *angles, const Formula *angle, uint32_t *mask)
{
  if (angle->kind != FORMULA_SUM) return add_part(angles, angle, mask);
  for (int i = 0; i < angle->count; i++) {
    if (!add_part(angles, angle->parts[i], mask)) return false;
  }
  return true;
}

static bool has_atom(const Polynomial *p, int atom)
{
  for (int i = 0; i < p->term_count; i++) {
    if (polynomial_exponent(p, i, atom) > 0) return true;
  }
  return false;
}

// False if there are too many angles; the masks are to be freed in any case.
static bool find_angles(const Polynomial *p, Angles *angles)
{
  *angles = (Angles){ .mask = memory_new((size_t)p->atom_count + 1, sizeof(uint32_t)) };
  for (int k = 0; k < p->atom_count; k++) {
    if (!atom_is_circular(&p->atoms[k]) || !has_atom(p, k)) continue;
    if (!add_angle(angles, p->atoms[k].base->parts[0], &angles->mask[k])) return false;
  }
  return true;
}

// ---- products into sums

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

static void add_wave(Waves *waves, const fmpq *coefficient, int sign, Operator op,
                     const Expr *angle)
{
  Wave *wave = &waves->at[waves->count++];
  fmpq_init(&wave->coefficient);
  fmpq_div_2exp(&wave->coefficient, coefficient, 1);
  if (sign < 0) fmpq_neg(&wave->coefficient, &wave->coefficient);
  wave->op = op;
  wave->angle = angle;
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
    const Wave *wave = &waves->at[i];
    bool is_cosine = wave->op == op;
    int difference_sign = wave->op == OP_COS && op == OP_SIN ? -1 : 1;
    int sum_sign = wave->op == OP_SIN && op == OP_SIN ? -1 : 1;
    Operator result = is_cosine ? OP_COS : OP_SIN;
    add_wave(&product, &wave->coefficient, difference_sign, result, expr_sub(wave->angle, angle));
    add_wave(&product, &wave->coefficient, sum_sign, result, expr_add(wave->angle, angle));
  }
  clear_waves(waves);
  *waves = product;
}

static void start_waves(Waves *waves, const fmpq *coefficient, const Expr *zero)
{
  waves->count = 1;
  waves->at[0].op = OP_COS;
  waves->at[0].angle = zero;
  fmpq_init(&waves->at[0].coefficient);
  fmpq_set(&waves->at[0].coefficient, coefficient);
}

// Sines and cosines that were built before: most waves come again and again.
typedef struct Calls {
  const Expr **angles;
  Operator *ops;
  const Formula **formulas;
  int count;
  int capacity;
} Calls;

static void clear_calls(Calls *calls)
{
  free(calls->angles);
  free(calls->ops);
  free(calls->formulas);
}

// Has the angle parts that are numbers, whose sine may be known?
static bool has_constant_part(const Formula *angle)
{
  bool is_sum = angle->kind == FORMULA_SUM;
  for (int i = 0; i < (is_sum ? angle->count : 1); i++) {
    const Formula *part = addend_part(is_sum ? angle->parts[i] : angle);
    if (!part || part->expr->form->op == OP_PI) return true;
  }
  return false;
}

// The node may still have the long form that is to be shortened; the call is written down as it is.
static const Formula *formula_of_wave(const Wave *wave, FormulaMaker maker)
{
  const Expr *node = expr_call(wave->op, wave->angle);
  const Formula *angle = formula_of(wave->angle, maker.arena);
  bool is_plain =
      formula_is_linear(angle) && !has_constant_part(angle) && node->form->op != OP_NAMED;
  return is_plain ? formula_call(maker, wave->op, &angle) : formula_of(node, maker.arena);
}

static const Formula *wave_formula(Calls *calls, const Wave *wave, FormulaMaker maker)
{
  for (int i = 0; i < calls->count; i++) {
    if (calls->angles[i] == wave->angle && calls->ops[i] == wave->op) return calls->formulas[i];
  }
  if (calls->count == calls->capacity) {
    calls->capacity = 2 * calls->capacity + 16;
    size_t capacity = (size_t)calls->capacity;
    calls->angles = memory_grow(calls->angles, capacity, sizeof(const Expr *));
    calls->ops = memory_grow(calls->ops, capacity, sizeof calls->ops[0]);
    calls->formulas = memory_grow(calls->formulas, capacity, sizeof(const Formula *));
  }
  const Formula *formula = formula_of_wave(wave, maker);
  calls->angles[calls->count] = wave->angle;
  calls->ops[calls->count] = wave->op;
  calls->formulas[calls->count++] = formula;
  return formula;
}

// Adds the waves, each times the factors of `row` that are left.
static void put_waves(Polynomial *out, const Waves *waves, const Polynomial *rest, Calls *calls)
{
  FormulaMaker maker = out->maker;
  const Formula *others = formula_of_term(rest, 0);
  for (int i = 0; i < waves->count; i++) {
    const Formula *pair[] = { others, wave_formula(calls, &waves->at[i], maker) };
    const Formula *product = formula_product(maker, expr_integer(maker.pool, 1), pair, NULL, 2);
    polynomial_add_product(out, &waves->at[i].coefficient, product);
  }
}

static bool is_inside(uint32_t mask, uint32_t set) { return mask != 0 && (mask & ~set) == 0; }

static int degree_in(const Polynomial *p, int term, const Angles *angles, uint32_t set)
{
  int degree = 0;
  for (int k = 0; k < p->atom_count; k++) {
    if (is_inside(angles->mask[k], set)) degree += polynomial_exponent(p, term, k);
  }
  return degree;
}

static void term_into_waves(const Polynomial *p, int term, const Angles *angles, uint32_t set,
                            Calls *calls, Polynomial *out)
{
  Pool *pool = p->maker.pool;
  Polynomial rest;
  polynomial_init(&rest, p->maker);
  polynomial_copy_atoms(&rest, p);
  int *row = polynomial_copy_term(&rest, p, term);
  fmpq_one(&rest.coefficients[0]);
  Waves waves;
  start_waves(&waves, &p->coefficients[term], expr_integer(pool, 0));
  for (int k = 0; k < p->atom_count; k++) {
    if (!is_inside(angles->mask[k], set)) continue;
    const Formula *call = p->atoms[k].base;
    const Expr *angle = expr_of_formula(pool, call->parts[0]);
    for (; row[k] > 0; row[k]--)
      multiply_waves(&waves, call->op, angle);
  }
  put_waves(out, &waves, &rest, calls);
  clear_waves(&waves);
  polynomial_clear(&rest);
}

// Products of sines and cosines whose angles lie in `set` become sums; false if there are none, or
// too many.
static bool product_to_sum(const Polynomial *p, const Angles *angles, uint32_t set, Calls *calls,
                           Polynomial *out)
{
  polynomial_init(out, p->maker);
  int highest = 0;
  for (int i = 0; i < p->term_count; i++) {
    int degree = degree_in(p, i, angles, set);
    if (degree > highest) highest = degree;
  }
  if (highest < 2 || highest > HIGHEST_DEGREE) return false;
  polynomial_copy_atoms(out, p);
  for (int i = 0; i < p->term_count; i++) {
    if (degree_in(p, i, angles, set) < 2) {
      polynomial_copy_term(out, p, i);
    } else {
      term_into_waves(p, i, angles, set, calls, out);
    }
  }
  polynomial_normalise(out);
  return true;
}

// ---- Pythagoras

// The other function of the same angle.
static const Formula *counterpart(const Polynomial *p, int atom)
{
  const Formula *call = p->atoms[atom].base;
  return formula_call(p->maker, call->op == OP_SIN ? OP_COS : OP_SIN, call->parts);
}

// f^2 = 1 - g^2 wherever a square of the atom f occurs; false if none does.
static bool without_squares(const Polynomial *p, int atom, Polynomial *out)
{
  polynomial_init(out, p->maker);
  bool is_changed = false;
  for (int i = 0; i < p->term_count && !is_changed; i++) {
    is_changed = polynomial_exponent(p, i, atom) > 1;
  }
  if (!is_changed) return false;
  polynomial_copy_atoms(out, p);
  int other = polynomial_atom(out, counterpart(p, atom), false);
  for (int i = 0; i < p->term_count; i++)
    polynomial_copy_term(out, p, i);
  for (int i = 0; i < out->term_count; i++) {
    while (polynomial_exponent(out, i, atom) > 1) {
      polynomial_row(out, i)[atom] -= 2;
      fmpq_t negative;
      fmpq_init(negative);
      fmpq_neg(negative, &out->coefficients[i]);
      polynomial_add_term(out, negative);
      for (int k = 0; k < out->atom_count; k++) {
        polynomial_row(out, out->term_count - 1)[k] = polynomial_exponent(out, i, k);
      }
      polynomial_row(out, out->term_count - 1)[other] += 2;
      fmpq_clear(negative);
    }
  }
  polynomial_normalise(out);
  return true;
}

// ---- the shortest form of one coefficient

typedef struct Search {
  Grouping grouping;
  Calls *calls;
  Polynomial form;      // the shortest so far
  const Formula *best;  // grouped
} Search;

// Takes over `candidate`; true if it is shorter.
static bool consider(Search *search, Polynomial *candidate)
{
  const Formula *grouped = formula_group(candidate, search->grouping);
  bool is_shorter = grouped->score < search->best->score;
  if (is_shorter) {
    polynomial_clear(&search->form);
    search->form = *candidate;
    search->best = grouped;
  } else {
    polynomial_clear(candidate);
  }
  return is_shorter;
}

static void copy_polynomial(const Polynomial *p, Polynomial *copy)
{
  polynomial_init(copy, p->maker);
  polynomial_copy_atoms(copy, p);
  for (int i = 0; i < p->term_count; i++)
    polynomial_copy_term(copy, p, i);
}

static void consider_squares(Search *search)
{
  for (int k = 0; k < search->form.atom_count; k++) {
    if (!atom_is_circular(&search->form.atoms[k])) continue;
    Polynomial candidate;
    if (without_squares(&search->form, k, &candidate)) {
      consider(search, &candidate);
    } else {
      polynomial_clear(&candidate);
    }
  }
}

static void consider_sums(Search *search, const Polynomial *p)
{
  Angles angles;
  if (find_angles(p, &angles)) {
    uint32_t all = (UINT32_C(1) << angles.count) - 1;
    bool tries_every_subset = angles.count <= ALL_SUBSETS;
    for (uint32_t set = all; set > 0; set--) {
      bool is_pair = (set & (set - 1) & ((set & (set - 1)) - 1)) == 0;  // one or two angles
      if (set != all && !tries_every_subset && !is_pair) continue;
      Polynomial candidate;
      if (product_to_sum(p, &angles, set, search->calls, &candidate)) {
        consider(search, &candidate);
      } else {
        polynomial_clear(&candidate);
      }
    }
  }
  free(angles.mask);
}

static const Formula *shortest_form(const Polynomial *p, Grouping grouping, Calls *calls)
{
  Search search = { .grouping = grouping, .calls = calls, .best = formula_group(p, grouping) };
  copy_polynomial(p, &search.form);
  if (p->term_count > 1 && p->term_count <= MOST_TERMS) {
    consider_sums(&search, p);
    consider_squares(&search);
  }
  polynomial_clear(&search.form);
  return search.best;
}

// ---- all coefficients

// Coefficients that were shortened before, up to a number in front.
typedef struct Memory {
  Polynomial *seen;
  const Formula **forms;
  int count;
  int capacity;
  Calls calls;
} Memory;

static bool same_terms(const Polynomial *a, const Polynomial *b)
{
  if (a->term_count != b->term_count) return false;
  for (int i = 0; i < a->term_count; i++) {
    if (!fmpq_equal(&a->coefficients[i], &b->coefficients[i])) return false;
    for (int k = 0; k < a->atom_count; k++) {
      if (polynomial_exponent(a, i, k) != polynomial_exponent(b, i, k)) return false;
    }
  }
  return true;
}

static void remember(Memory *memory, const Polynomial *p, const Formula *form)
{
  if (memory->count == memory->capacity) {
    memory->capacity = 2 * memory->capacity + 8;
    memory->seen = memory_grow(memory->seen, (size_t)memory->capacity, sizeof memory->seen[0]);
    memory->forms = memory_grow(memory->forms, (size_t)memory->capacity, sizeof(const Formula *));
  }
  copy_polynomial(p, &memory->seen[memory->count]);
  memory->forms[memory->count++] = form;
}

// Divides by the first coefficient, which goes to `lead`.
static void make_monic(Polynomial *p, fmpq_t lead)
{
  fmpq_set(lead, &p->coefficients[0]);
  for (int i = 0; i < p->term_count; i++) {
    fmpq_div(&p->coefficients[i], &p->coefficients[i], lead);
  }
}

// Also of other expressions, if there is a memory for all of them.
static const Formula *shortest_of_all(const Polynomial *p, Grouping grouping, Calls *calls)
{
  if (!grouping.memory) return shortest_form(p, grouping, calls);
  Grouping purpose = grouping;
  purpose.priority = (GroupPriority)GROUPED_TRIGONOMETRY;
  const Formula *key = formula_of_polynomial(p);
  const Formula *form = grouping_recall(purpose, key);
  if (form) return form;
  int budget = *grouping.factor_budget;
  form = shortest_form(p, grouping, calls);
  if (*grouping.factor_budget > 0) {
    grouping_remember(purpose, key, budget - *grouping.factor_budget, form);
  }
  return form;
}

static const Formula *shortest_known_form(Memory *memory, Polynomial *p, Grouping grouping)
{
  fmpq_t lead;
  fmpq_init(lead);
  make_monic(p, lead);
  const Formula *form = NULL;
  for (int i = 0; i < memory->count && !form; i++) {
    if (same_terms(&memory->seen[i], p)) form = memory->forms[i];
  }
  if (!form) {
    form = shortest_of_all(p, grouping, &memory->calls);
    remember(memory, p, form);
  }
  const Expr *number = expr_fraction(p->maker.pool, lead);
  fmpq_clear(lead);
  return formula_product(p->maker, number, &form, NULL, 1);
}

static void put_product(Polynomial *out, const Formula *monomial, const Formula *form)
{
  const Formula *pair[] = { monomial, form };
  const Expr *one = expr_integer(out->maker.pool, 1);
  polynomial_add_product(out, one->form->number, formula_product(out->maker, one, pair, NULL, 2));
}

static void begin_like(Polynomial *out, const Polynomial *p)
{
  polynomial_init(out, p->maker);
  polynomial_copy_atoms(out, p);
}

// Adds monomial * form to both.
static void put_coefficient(ShortTrig *shortest, const Formula *monomial, const Formula *form)
{
  bool is_sum = form->kind == FORMULA_SUM;
  put_product(&shortest->kept, monomial, form);
  for (int i = 0; i < (is_sum ? form->count : 1); i++)
    put_product(&shortest->spread, monomial, is_sum ? form->parts[i] : form);
}

ShortTrig trig_shorten(const Polynomial *p, Grouping grouping)
{
  bool *kept = memory_new((size_t)p->atom_count + 1, sizeof kept[0]);
  for (int k = 0; k < p->atom_count; k++)
    kept[k] = !atom_is_circular(&p->atoms[k]);
  Collection collection = polynomial_collect(p, kept);
  free(kept);
  ShortTrig shortest;
  begin_like(&shortest.spread, p);
  begin_like(&shortest.kept, p);
  Memory memory = { 0 };
  for (int j = 0; j < collection.monomials.term_count; j++) {
    const Formula *monomial = formula_of_term(&collection.monomials, j);
    const Formula *form = shortest_known_form(&memory, &collection.cofactors[j], grouping);
    put_coefficient(&shortest, monomial, form);
  }
  polynomial_normalise(&shortest.spread);
  polynomial_normalise(&shortest.kept);
  for (int i = 0; i < memory.count; i++)
    polynomial_clear(&memory.seen[i]);
  free(memory.seen);
  free(memory.forms);
  clear_calls(&memory.calls);
  collection_clear(&collection);
  return shortest;
}

void short_trig_clear(ShortTrig *shortest)
{
  polynomial_clear(&shortest->spread);
  polynomial_clear(&shortest->kept);
}
