// angle.c -- values of sines, cosines, tangents and exponentials of linear forms.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "symbolic/order.h"
#include "symbolic/value.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// An atom's unit stands for this fraction of the atom, so that the usual fractions are powers.
enum { UNIT_FRACTION = 240 };

// Uses of the keyed hash; above those of value.c.
enum {
  DOMAIN_CIRCLE = 1000,
  DOMAIN_EXPONENTIAL = 2000,
  ATOM_SYMBOL = 1,
  ATOM_VALUE,
  ATOM_CONSTANT
};

void angle_init(Angle *angle)
{
  *angle = (Angle){ 0 };
  fmpq_init(angle->pi_part);
  fmpq_init(angle->number_part);
}

void angle_clear(Angle *angle)
{
  for (int i = 0; i < angle->count; i++)
    fmpq_clear(&angle->terms[i].coefficient);
  free(angle->terms);
  fmpq_clear(angle->pi_part);
  fmpq_clear(angle->number_part);
}

static bool same_atom(const AngleTerm *term, const char *symbol_name, Value atom_value)
{
  if (term->symbol_name && symbol_name) return strcmp(term->symbol_name, symbol_name) == 0;
  return !term->symbol_name && !symbol_name && value_equal(term->atom_value, atom_value);
}

// Fractions beyond 1/240 have a unit of their own, so parts of one atom must be added first. Whole
// multiples need no search: their units multiply.
static bool is_usual_fraction(const fmpq *coefficient)
{
  return fmpz_cmp_ui(fmpq_denref(coefficient), UNIT_FRACTION) <= 0 &&
         UNIT_FRACTION % fmpz_get_ui(fmpq_denref(coefficient)) == 0;
}

void angle_add_term(Angle *angle, const fmpq_t coefficient, const char *symbol_name,
                    Value atom_value)
{
  for (int i = 0; i < angle->count; i++) {
    AngleTerm *term = &angle->terms[i];
    if (is_usual_fraction(coefficient) && is_usual_fraction(&term->coefficient)) continue;
    if (!same_atom(term, symbol_name, atom_value)) continue;
    fmpq_add(&term->coefficient, &term->coefficient, coefficient);
    return;
  }
  if (angle->count == angle->capacity) {
    angle->capacity = 2 * angle->capacity + 4;
    angle->terms = memory_grow(angle->terms, (size_t)angle->capacity, sizeof angle->terms[0]);
  }
  AngleTerm *term = &angle->terms[angle->count++];
  *term = (AngleTerm){ .symbol_name = symbol_name, .atom_value = atom_value };
  fmpq_init(&term->coefficient);
  fmpq_set(&term->coefficient, coefficient);
}

// ---- units

// The unit of the fraction 1/(240 d) of an atom, d = 1 for the usual fractions.
static uint64_t unit_hash(int k, uint64_t seed, uint64_t domain, const void *atom, size_t length,
                          const fmpz_t divisor)
{
  uint64_t fraction = fmpz_fdiv_ui(divisor, FIELD[k].prime);
  return field_hash(FIELD[k], seed ^ (fraction * UINT64_C(0x9e3779b97f4a7c15)), domain, atom,
                    length);
}

static Value atom_unit(uint64_t seed, uint64_t domain, const AngleTerm *term, const fmpz_t divisor)
{
  Value unit;
  for (int k = 0; k < FIELD_COUNT; k++) {
    unit.at[k] = term->symbol_name ? unit_hash(k, seed, domain + ATOM_SYMBOL, term->symbol_name,
                                               strlen(term->symbol_name), divisor)
                                   : unit_hash(k, seed, domain + ATOM_VALUE, &term->atom_value,
                                               sizeof term->atom_value, divisor);
  }
  return unit;
}

// u^(240 r) for a usual fraction r, and (u_d)^(240 n) for r = n/d otherwise.
static Value unit_power(uint64_t seed, uint64_t domain, const AngleTerm *term)
{
  fmpz_t exponent, divisor;
  fmpz_init(exponent);
  fmpz_init_set_ui(divisor, 1);
  fmpz_mul_ui(exponent, fmpq_numref(&term->coefficient), UNIT_FRACTION);
  if (is_usual_fraction(&term->coefficient)) {
    fmpz_divexact(exponent, exponent, fmpq_denref(&term->coefficient));
  } else {
    fmpz_set(divisor, fmpq_denref(&term->coefficient));
  }
  Value value = value_power(atom_unit(seed, domain, term, divisor), exponent);
  fmpz_clear(exponent);
  fmpz_clear(divisor);
  return value;
}

static Value constant_unit(uint64_t seed, uint64_t domain, const char *name, const fmpq_t multiple)
{
  if (fmpq_is_zero(multiple)) return (Value){ { 1, 1 } };
  AngleTerm term = { .symbol_name = name };
  fmpq_init(&term.coefficient);
  fmpq_set(&term.coefficient, multiple);
  Value value = unit_power(seed, domain + ATOM_CONSTANT, &term);
  fmpq_clear(&term.coefficient);
  return value;
}

// e^{i pi r}. Multiples of 1.5 degrees are roots of unity; for the others, whole quarter turns are
// exact and the rest has a unit of its own.
static Value pi_unit(uint64_t seed, const fmpq_t r)
{
  fmpq_t quarters, rest;
  fmpq_init(quarters);
  fmpq_init(rest);
  fmpz_t steps;
  fmpz_init(steps);
  fmpq_mul_2exp(quarters, r, 1);
  if (is_usual_fraction(r) && 120 % fmpz_get_ui(fmpq_denref(r)) == 0) {
    fmpz_mul_ui(steps, fmpq_numref(r), 120);
    fmpz_divexact(steps, steps, fmpq_denref(r));
  } else {
    fmpz_fdiv_q(steps, fmpq_numref(quarters), fmpq_denref(quarters));
    fmpq_sub_fmpz(rest, quarters, steps);
    fmpz_mul_ui(steps, steps, 60);
  }
  Value roots = { { FIELD[0].root_240, FIELD[1].root_240 } };
  Value value = value_power(roots, steps);
  value = value_mul(value, constant_unit(seed, DOMAIN_CIRCLE, "pi", rest));
  fmpz_clear(steps);
  fmpq_clear(rest);
  fmpq_clear(quarters);
  return value;
}

static Value product_of_units(uint64_t seed, uint64_t domain, const Angle *angle)
{
  Value product = constant_unit(seed, domain, "1", angle->number_part);
  for (int i = 0; i < angle->count; i++) {
    product = value_mul(product, unit_power(seed, domain, &angle->terms[i]));
  }
  return product;
}

// -1/2 i, so that sin a = (e^{ia} - e^{-ia}) times this.
static Value minus_half_i(void)
{
  Value result;
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t i = field_power(FIELD[k], FIELD[k].root_240, 60);
    uint64_t half = (FIELD[k].prime + 1) / 2;
    result.at[k] = field_sub(FIELD[k], 0, field_mul(FIELD[k], half, i));
  }
  return result;
}

static Value half_of(Value v)
{
  const Value half = { { (FIELD[0].prime + 1) / 2, (FIELD[1].prime + 1) / 2 } };
  return value_mul(v, half);
}

Value value_of_angle(uint64_t seed, Operator op, const Angle *angle)
{
  if (op == OP_EXP) {
    Value whole = product_of_units(seed, DOMAIN_EXPONENTIAL, angle);
    return value_mul(whole, constant_unit(seed, DOMAIN_EXPONENTIAL, "pi", angle->pi_part));
  }
  Value unit = product_of_units(seed, DOMAIN_CIRCLE, angle);
  if (!fmpq_is_zero(angle->pi_part)) unit = value_mul(unit, pi_unit(seed, angle->pi_part));
  Value inverse = value_inverse(unit);
  Value cosine = half_of(value_add(unit, inverse));
  if (op == OP_COS) return cosine;
  Value sine = value_mul(value_sub(unit, inverse), minus_half_i());
  if (op == OP_SIN) return sine;
  assert(op == OP_TAN);
  return value_mul(sine, value_inverse(cosine));
}

// ---- linear form of an argument

static void add_leaf(Angle *angle, const Expr *node, const fmpq_t coefficient, const Value values[])
{
  if (fmpq_is_zero(coefficient)) return;
  if (node->op == OP_PI) {
    fmpq_add(angle->pi_part, angle->pi_part, coefficient);
  } else if (node->op == OP_NUMBER) {
    fmpq_addmul(angle->number_part, coefficient, node->number);
  } else {
    const char *name = node->op == OP_SYMBOL ? node->symbol->name : NULL;
    angle_add_term(angle, coefficient, name, values ? values[node->id] : node->value);
  }
}

// Hands coefficient `c` of a sum or a rational multiple down to its arguments; false for an atom.
static bool hand_down(const OrderItem *item, const fmpq_t c, fmpq *coefficients)
{
  const Expr *node = item->node;
  fmpq *first = item->arg[0] < 0 ? NULL : &coefficients[item->arg[0]];
  fmpq *second = item->arg[1] < 0 ? NULL : &coefficients[item->arg[1]];
  switch (node->op) {
  case OP_ADD:
    fmpq_add(first, first, c);
    fmpq_add(second, second, c);
    return true;
  case OP_SUB:
    fmpq_add(first, first, c);
    fmpq_sub(second, second, c);
    return true;
  case OP_NEG: fmpq_sub(first, first, c); return true;
  case OP_NAMED: fmpq_add(first, first, c); return true;
  case OP_MUL:
    if (!second) return false;
    fmpq_addmul(second, c, node->arg[0]->number);
    return true;
  default: return false;
  }
}

// Users come before arguments when the list is read backwards, so a coefficient is complete when
// its node is reached. Linear in the number of nodes, however much they share.
void angle_of(const Expr *argument, const Value values[], Angle *angle)
{
  if (argument->op == OP_SYMBOL) {
    fmpq_t whole;
    fmpq_init(whole);
    fmpq_one(whole);
    add_leaf(angle, argument, whole, values);
    fmpq_clear(whole);
    return;
  }
  Order order = order_of_linear_part(argument);
  fmpq *coefficients = memory_new((size_t)order.count, sizeof coefficients[0]);
  for (int i = 0; i < order.count; i++)
    fmpq_init(&coefficients[i]);
  fmpq_one(&coefficients[order.roots[0]]);
  for (int i = order.count - 1; i >= 0; i--) {
    if (fmpq_is_zero(&coefficients[i])) continue;
    if (hand_down(&order.items[i], &coefficients[i], coefficients)) continue;
    add_leaf(angle, order.items[i].node, &coefficients[i], values);
  }
  for (int i = 0; i < order.count; i++)
    fmpq_clear(&coefficients[i]);
  free(coefficients);
  order_free(&order);
}
