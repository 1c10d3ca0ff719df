// formula.c -- construction of formulas: flattening, sorting, placement of signs.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula.h"

#include "base/memory/memory.h"
#include "notation/formula/formula_measure.h"
#include "notation/print/number_text.h"
#include "symbolic/field/fingerprint.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- predicates

bool formula_is_negative(const Formula *f)
{
  if (f->kind == FORMULA_SUM) return formula_is_negative(f->parts[0]);
  if (f->kind == FORMULA_PRODUCT) return fmpq_sgn(f->expr->form->number) < 0;
  return formula_is_number(f) && fmpq_sgn(f->expr->form->number) < 0;
}

static bool is_multiple_of_sum(const Formula *f)
{
  return f->kind == FORMULA_PRODUCT && f->count == 1 && f->exponents[0] == 1 &&
         f->parts[0]->kind == FORMULA_SUM;
}

bool formula_is_opposite(const Formula *f)
{
  if (is_multiple_of_sum(f)) {
    return formula_is_opposite(f->parts[0]) != formula_is_negative(f);
  }
  if (f->kind != FORMULA_SUM) return formula_is_negative(f);
  const Formula *first = f->parts[0];
  for (int i = 1; i < f->count; i++) {
    if (formula_compare_terms(f->parts[i], first) < 0) first = f->parts[i];
  }
  return formula_is_negative(first);
}

static Precedence number_precedence(const Expr *number)
{
  if (fmpq_sgn(number->form->number) < 0) return PREC_SUM;
  return number_has_bottom(number->form->number) ? PREC_PRODUCT : PREC_ATOM;
}

Precedence formula_precedence(const Formula *f)
{
  switch (f->kind) {
  case FORMULA_ATOM: return expr_is_number(f->expr) ? number_precedence(f->expr) : PREC_ATOM;
  case FORMULA_SUM: return PREC_SUM;
  case FORMULA_CALL: return operator_info(f->op)->precedence;
  case FORMULA_PRODUCT: break;
  }
  if (fmpq_sgn(f->expr->form->number) < 0) return PREC_SUM;
  bool is_power = f->count == 1 && f->exponents[0] > 1 && expr_is_one(f->expr);
  return is_power ? PREC_POWER : PREC_PRODUCT;
}

// ---- atoms

static const Formula *finished(FormulaMaker maker, Formula draft)
{
  Formula *f = ARENA_NEW(maker.arena, Formula);
  *f = draft;
  formula_measure(f);
  return f;
}

const Formula *formula_atom(FormulaMaker maker, const Expr *leaf)
{
  assert(expr_arity(leaf) == 0 || leaf->form->op == OP_NAMED);
  if (expr_is_number(leaf)) leaf = expr_copy(maker.pool, leaf);
  return finished(maker, (Formula){ .kind = FORMULA_ATOM, .expr = leaf });
}

const char *formula_atom_name(const Formula *atom)
{
  const Form *form = atom->expr->form;
  if (form->op == OP_SYMBOL) return form->symbol->name;
  if (form->op == OP_POINTS) return form->points.name;
  return form->op == OP_NAMED ? form->named.name : operator_info((Operator)form->op)->text;
}

const Formula *formula_extract(FormulaMaker maker, const Expr *node, const Formula *whole)
{
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, 1);
  parts[0] = whole;
  return finished(maker,
                  (Formula){ .kind = FORMULA_ATOM, .expr = node, .parts = parts, .count = 1 });
}

// ---- sums

typedef struct Terms {
  FormulaList list;
  const Expr *number;  // sum of the numbers
} Terms;

void formula_push(FormulaList *list, const Formula *f)
{
  list->at = memory_room(list->at, list->count, &list->capacity, sizeof(const Formula *));
  list->at[list->count++] = f;
}

static void push_term(Terms *terms, const Formula *term)
{
  if (formula_is_number(term)) {
    terms->number = expr_add(terms->number, term->expr);
  } else {
    formula_push(&terms->list, term);
  }
}

static int by_term_order(const void *a, const void *b)
{
  return formula_compare_terms(*(const Formula *const *)a, *(const Formula *const *)b);
}

// Moves the first positive term to the front: a - b, not -b + a.
static void positive_to_front(const Formula **terms, int count)
{
  int first = 0;
  while (first < count && formula_is_negative(terms[first]))
    first++;
  if (first == count) return;
  const Formula *leader = terms[first];
  for (int i = first; i > 0; i--)
    terms[i] = terms[i - 1];
  terms[0] = leader;
}

static const Expr *coefficient_of(FormulaMaker maker, const Formula *term)
{
  return term->kind == FORMULA_PRODUCT ? term->expr : expr_integer(maker.pool, 1);
}

// The sum of like terms, as a multiple of one of them.
static const Formula *sum_of_like(FormulaMaker maker, const Formula *a, const Formula *b)
{
  const Expr *first = coefficient_of(maker, a);
  const Expr *both = expr_add(first, coefficient_of(maker, b));
  return formula_product(maker, expr_div(both, first), &a, NULL, 1);
}

// Sorts terms and adds like terms.
static void join_terms(FormulaMaker maker, FormulaList *terms)
{
  if (terms->count < 2) return;
  qsort(terms->at, (size_t)terms->count, sizeof(const Formula *), by_term_order);
  int kept = 0;
  for (int i = 0; i < terms->count; i++) {
    const Formula *term = terms->at[i];
    if (kept == 0 || !formula_is_like(terms->at[kept - 1], term)) {
      terms->at[kept++] = term;
      continue;
    }
    terms->at[kept - 1] = sum_of_like(maker, terms->at[kept - 1], term);
    if (formula_is_number(terms->at[kept - 1])) kept--;  // they cancel
  }
  terms->count = kept;
}

// Builds the sum and frees the list.
static const Formula *sum_of_terms(FormulaMaker maker, Terms *terms)
{
  join_terms(maker, &terms->list);
  if (!expr_is_zero(terms->number) || terms->list.count == 0) {
    formula_push(&terms->list, formula_atom(maker, terms->number));
  }
  int count = terms->list.count;
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, count);
  memcpy(parts, terms->list.at, sizeof parts[0] * (size_t)count);
  free(terms->list.at);
  if (count == 1) return parts[0];
  for (int i = 0; i < count; i++) {  // 2 (a + b) - 3 (a + b): the sum of like terms is again a sum
    if (parts[i]->kind == FORMULA_SUM) return formula_sum(maker, parts, count);
  }
  positive_to_front(parts, count);
  return finished(maker, (Formula){ .kind = FORMULA_SUM, .parts = parts, .count = count });
}

const Formula *formula_sum(FormulaMaker maker, const Formula *const terms[], int count)
{
  Terms flat = { .number = expr_integer(maker.pool, 0) };
  for (int i = 0; i < count; i++) {
    const Formula *term = terms[i];
    if (term->kind != FORMULA_SUM) {
      push_term(&flat, term);
      continue;
    }
    for (int k = 0; k < term->count; k++)
      push_term(&flat, term->parts[k]);
  }
  return sum_of_terms(maker, &flat);
}

static const Formula *negative_sum(FormulaMaker maker, const Formula *sum)
{
  Terms terms = { .number = expr_integer(maker.pool, 0) };
  for (int i = 0; i < sum->count; i++)
    push_term(&terms, formula_negative(maker, sum->parts[i]));
  return sum_of_terms(maker, &terms);
}

// ---- products

typedef struct Power {
  const Formula *base;
  long exponent;
} Power;

typedef struct Factors {
  Power *at;
  int count;
  int capacity;
  const Expr *coefficient;
} Factors;

static void push_power(Factors *factors, const Formula *base, long exponent)
{
  if (exponent == 0) return;
  if (formula_is_number(base)) {
    const Expr *power = expr_pow_integer(base->expr, exponent);
    factors->coefficient = expr_mul(factors->coefficient, power);
    return;
  }
  factors->at = memory_room(factors->at, factors->count, &factors->capacity, sizeof factors->at[0]);
  factors->at[factors->count++] = (Power){ base, exponent };
}

static bool exponents_stay_small(const Formula *product, long exponent)
{
  const long limit = 1 << 24;
  for (int i = 0; i < product->count; i++) {
    if (labs(exponent * product->exponents[i]) > limit) return false;
  }
  return true;
}

static void push_flat(Factors *factors, const Formula *base, long exponent)
{
  if (base->kind != FORMULA_PRODUCT || !exponents_stay_small(base, exponent)) {
    push_power(factors, base, exponent);
    return;
  }
  const Expr *power = expr_pow_integer(base->expr, exponent);
  factors->coefficient = expr_mul(factors->coefficient, power);
  for (int i = 0; i < base->count; i++) {
    push_power(factors, base->parts[i], exponent * base->exponents[i]);
  }
}

static bool is_all_negative(const Formula *sum)
{
  for (int i = 0; i < sum->count; i++) {
    if (!formula_is_negative(sum->parts[i])) return false;
  }
  return true;
}

static bool is_all_positive(const Formula *sum)
{
  for (int i = 0; i < sum->count; i++) {
    if (formula_is_negative(sum->parts[i])) return false;
  }
  return true;
}

static void negate_base(FormulaMaker maker, Factors *factors, int i)
{
  Power *power = &factors->at[i];
  power->base = negative_sum(maker, power->base);
  if (power->exponent % 2 != 0) factors->coefficient = expr_neg(factors->coefficient);
}

// Writes a factor -a - b as -(a + b), then moves a leading minus into a difference if there is one:
// -x*(a - b) = x*(b - a).
static void place_signs(FormulaMaker maker, Factors *factors)
{
  for (int i = 0; i < factors->count; i++) {
    const Formula *base = factors->at[i].base;
    if (base->kind == FORMULA_SUM && is_all_negative(base)) negate_base(maker, factors, i);
  }
  for (int i = 0; i < factors->count; i++) {
    if (expr_number_sign(factors->coefficient) >= 0) return;
    const Formula *base = factors->at[i].base;
    bool is_odd = factors->at[i].exponent % 2 != 0;
    if (base->kind == FORMULA_SUM && is_odd && !is_all_positive(base)) {
      negate_base(maker, factors, i);
    }
  }
}

static int by_factor_order(const void *a, const void *b)
{
  return formula_compare(((const Power *)a)->base, ((const Power *)b)->base);
}

// Sorts factors and combines powers of the same base.
static void join_powers(Factors *factors)
{
  if (factors->count == 0) return;
  qsort(factors->at, (size_t)factors->count, sizeof factors->at[0], by_factor_order);
  int kept = 0;
  for (int i = 0; i < factors->count; i++) {
    Power *last = kept > 0 ? &factors->at[kept - 1] : NULL;
    if (last && formula_compare(last->base, factors->at[i].base) == 0) {
      last->exponent += factors->at[i].exponent;
    } else {
      factors->at[kept++] = factors->at[i];
    }
    if (factors->at[kept - 1].exponent == 0) kept--;
  }
  factors->count = kept;
}

static const Formula *product_of_factors(FormulaMaker maker, const Factors *factors)
{
  const Expr *coefficient = factors->coefficient;
  int count = factors->count;
  if (count == 0 || expr_is_zero(coefficient)) return formula_atom(maker, coefficient);
  const Power *first = &factors->at[0];
  if (count == 1 && first->exponent == 1) {
    if (expr_is_one(coefficient)) return first->base;
    bool is_minus_sum = first->base->kind == FORMULA_SUM && expr_is_integer(coefficient, -1);
    if (is_minus_sum) return negative_sum(maker, first->base);
  }
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, count);
  int *exponents = ARENA_ARRAY(maker.arena, int, count);
  for (int i = 0; i < count; i++) {
    parts[i] = factors->at[i].base;
    exponents[i] = (int)factors->at[i].exponent;
  }
  return finished(maker, (Formula){ .kind = FORMULA_PRODUCT,
                                    .expr = coefficient,
                                    .parts = parts,
                                    .exponents = exponents,
                                    .count = count });
}

const Formula *formula_product(FormulaMaker maker, const Expr *coefficient,
                               const Formula *const factors[], const int exponents[], int count)
{
  Factors flat = { .coefficient = coefficient };
  for (int i = 0; i < count; i++)
    push_flat(&flat, factors[i], exponents ? exponents[i] : 1);
  assert(expr_is_number(flat.coefficient));
  place_signs(maker, &flat);
  join_powers(&flat);
  const Formula *product = product_of_factors(maker, &flat);
  free(flat.at);
  return product;
}

const Formula *formula_negative(FormulaMaker maker, const Formula *f)
{
  if (f->kind == FORMULA_SUM) return negative_sum(maker, f);
  return formula_product(maker, expr_integer(maker.pool, -1), &f, NULL, 1);
}

// ---- calls

const Formula *formula_call_as_given(FormulaMaker maker, Operator op,
                                     const Formula *const arguments[])
{
  int count = operator_info(op)->arity;
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, count);
  for (int i = 0; i < count; i++)
    parts[i] = arguments[i];
  return finished(maker,
                  (Formula){ .kind = FORMULA_CALL, .op = op, .parts = parts, .count = count });
}

static bool is_multiple_of_atom(const Formula *f)
{
  if (f->kind == FORMULA_ATOM) return true;
  return f->kind == FORMULA_PRODUCT && f->count == 1 && f->exponents[0] == 1 &&
         f->parts[0]->kind == FORMULA_ATOM;
}

static bool has_sum_inside(const Formula *f)
{
  for (int i = 0; i < formula_term_count(f); i++) {
    if (is_multiple_of_sum(formula_term(f, i))) return true;
  }
  return false;
}

// Appends the terms of number * f; multiples of sums are expanded recursively.
static void push_multiple(FormulaMaker maker, const Formula *f, const Expr *number,
                          FormulaList *terms)
{
  for (int i = 0; i < formula_term_count(f); i++) {
    const Formula *term = formula_term(f, i);
    if (is_multiple_of_sum(term)) {
      push_multiple(maker, term->parts[0], expr_mul(number, term->expr), terms);
    } else {
      formula_push(terms, formula_product(maker, number, &term, NULL, 1));
    }
  }
}

const Formula *formula_distributed(FormulaMaker maker, const Formula *f)
{
  if (!has_sum_inside(f)) return f;
  FormulaList terms = { 0 };
  push_multiple(maker, f, expr_integer(maker.pool, 1), &terms);
  const Formula *sum = formula_sum(maker, terms.at, terms.count);
  free(terms.at);
  return sum;
}

const Formula *formula_angle_part(FormulaMaker maker, const Formula *angle, int i,
                                  const Expr **number)
{
  const Formula *term = formula_term(angle, i);
  *number = expr_integer(maker.pool, 1);
  if (term->stage == STAGE_LITERAL) return NULL;
  if (term->kind != FORMULA_PRODUCT) return term;
  const Formula *part = formula_product(maker, *number, term->parts, term->exponents, term->count);
  *number = term->expr;
  return part;
}

bool formula_is_linear(const Formula *f)
{
  if (is_multiple_of_sum(f)) f = f->parts[0];
  if (f->kind != FORMULA_SUM) return is_multiple_of_atom(f);
  for (int i = 0; i < f->count; i++) {
    if (!is_multiple_of_atom(f->parts[i])) return false;
  }
  return true;
}

bool formula_has_constant_term(const Formula *f)
{
  for (int i = 0; i < formula_term_count(f); i++) {
    if (formula_term(f, i)->stage == STAGE_LITERAL) return true;
  }
  return false;
}

const Formula *formula_call(FormulaMaker maker, Operator op, const Formula *const arguments[])
{
  bool is_odd = op == OP_SIN || op == OP_TAN || op == OP_SINH || op == OP_TANH;
  bool has_parity = is_odd || op == OP_COS || op == OP_COSH;
  if (!has_parity) return formula_call_as_given(maker, op, arguments);
  const Formula *angle = formula_distributed(maker, arguments[0]);
  if (!formula_is_linear(angle)) return formula_call_as_given(maker, op, arguments);
  // With a constant part the sign is taken from the text: the fields do not represent that negating
  // an angle negates its constant part, too.
  bool is_turned =
      formula_has_constant_term(angle) ? formula_is_negative(angle) : formula_is_opposite(angle);
  if (!is_turned) return formula_call_as_given(maker, op, &angle);
  angle = formula_negative(maker, angle);
  const Formula *call = formula_call_as_given(maker, op, &angle);
  return is_odd ? formula_negative(maker, call) : call;
}

// ---- conversion to nodes

static const Expr *node_of_product(Pool *pool, const Formula *f)
{
  const Expr *top = f->expr, *bottom = expr_integer(pool, 1);
  for (int i = 0; i < f->count; i++) {
    const Expr *base = expr_of_formula(pool, f->parts[i]);
    int exponent = f->exponents[i];
    if (exponent > 0) {
      top = expr_mul(top, expr_pow_integer(base, exponent));
    } else {
      bottom = expr_mul(bottom, expr_pow_integer(base, -exponent));
    }
  }
  return expr_div(top, bottom);
}

static const Expr *node_of_sum(Pool *pool, const Formula *f)
{
  const Expr *sum = expr_of_formula(pool, f->parts[0]);
  for (int i = 1; i < f->count; i++)
    sum = expr_add(sum, expr_of_formula(pool, f->parts[i]));
  return sum;
}

// The recursion is at most FORMULA_DEEPEST levels deep.
const Expr *expr_of_formula(Pool *pool, const Formula *f)
{
  switch (f->kind) {
  case FORMULA_ATOM: return f->expr;
  case FORMULA_SUM: return node_of_sum(pool, f);
  case FORMULA_PRODUCT: return node_of_product(pool, f);
  case FORMULA_CALL: break;
  }
  if (f->expr) return f->expr;
  const Expr *arguments[MAX_ARITY];
  for (int i = 0; i < f->count; i++)
    arguments[i] = expr_of_formula(pool, f->parts[i]);
  const Expr *node = expr_apply(f->op, arguments);
  ((Formula *)f)->expr = node;
  return node;
}

// ---- fingerprints

static Fingerprint product_value(FormulaMaker maker, const Formula *f)
{
  Fingerprint value = expr_value(f->expr);
  for (int i = 0; i < f->count; i++) {
    Fingerprint part = formula_value(maker, f->parts[i]);
    if (f->exponents[i] < 0 && fingerprint_is_zero(part)) {
      return fingerprint_of_undefined(pool_seed(maker.pool));
    }
    const fmpz exponent = f->exponents[i];  // a small integer is its own fmpz
    value = fingerprint_mul(value, fingerprint_power(part, &exponent));
  }
  return value;
}

static Fingerprint tangent_value(FormulaMaker maker, const Formula *f)
{
  Angle angle;
  angle_init(&angle);
  angle_of(expr_of_formula(maker.pool, f->parts[0]), &angle);
  Fingerprint value = fingerprint_of_angle(pool_seed(maker.pool), OP_TAN, &angle);
  angle_clear(&angle);
  return value;
}

// The recursion is at most FORMULA_DEEPEST levels deep.
Fingerprint formula_value(FormulaMaker maker, const Formula *f)
{
  if (f->kind == FORMULA_PRODUCT) return product_value(maker, f);
  if (f->kind == FORMULA_CALL && f->op == OP_TAN) return tangent_value(maker, f);
  if (f->kind != FORMULA_SUM) return expr_value(expr_of_formula(maker.pool, f));
  Fingerprint value = fingerprint_of_integer(0);
  for (int i = 0; i < f->count; i++)
    value = fingerprint_add(value, formula_value(maker, f->parts[i]));
  return value;
}
