// angle.c -- values of sines, cosines, tangents, exponentials and hyperbolic functions of linear
// forms.
//
// An atom x has a unit u, a random element that stands for e^{ix/7200}, so that e^{irx} is a power
// of u for r = n/d: the part of d that is made of 2, 3 and 5 divides 7200 for what people write,
// and the rest has an inverse modulo p - 1 (field.h). Sums and multiples of angles are thus
// products and powers of units, whatever their denominators are. Finer fractions are powers of
// another unit, which stands for e^{ix/30^30}; so are numbers of radians, all of one unit for the
// angle 1. Multiples of 0.0001 degree are roots of unity, in sums and multiples exact; what is
// finer, again of a unit of its own.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "symbolic/value.h"

#include <flint/ulong_extras.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Uses of the keyed hash; above those of value.c.
enum {
  DOMAIN_CIRCLE = 1000,
  DOMAIN_EXPONENTIAL = 2000,
  DOMAIN_FINE = 100,  // added for the units of fine fractions
  ATOM_SYMBOL = 1,
  ATOM_VALUE,
  ATOM_CONSTANT
};

static const Value ONE = { { 1, 1 }, { 0, 0 } };

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

// ---- exponents

enum { USUAL_PARTS = 7200 };  // 2^5 3^2 5^2

// The exponent parts*n/d modulo p - 1, for each field; false if d has no inverse in one.
static bool exponents_of(const fmpq *r, const fmpz_t parts, uint64_t exponents[FIELD_COUNT])
{
  fmpz_t common, above, below;
  fmpz_init(common);
  fmpz_init(above);
  fmpz_init(below);
  fmpz_gcd(common, fmpq_denref(r), parts);
  fmpz_divexact(above, parts, common);
  fmpz_mul(above, above, fmpq_numref(r));
  fmpz_divexact(below, fmpq_denref(r), common);
  bool are_there = true;
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t order = FIELD[k].prime - 1;
    uint64_t divisor = fmpz_fdiv_ui(below, order), inverse = 1;
    are_there = are_there && (divisor == 1 || n_gcdinv(&inverse, divisor, order) == 1);
    exponents[k] = n_mulmod2(fmpz_fdiv_ui(above, order), inverse, order);
  }
  fmpz_clear(below);
  fmpz_clear(above);
  fmpz_clear(common);
  return are_there;
}

// Most are positive and small.
static bool usual_exponents(const fmpq *r, uint64_t exponents[FIELD_COUNT])
{
  fmpz parts = USUAL_PARTS, above = *fmpq_numref(r), below = *fmpq_denref(r);
  bool is_small = above > 0 && above < INT32_MAX && below <= USUAL_PARTS;
  if (is_small && USUAL_PARTS % below == 0) {
    exponents[0] = exponents[1] = (uint64_t)(USUAL_PARTS / below * above);
    return true;
  }
  return exponents_of(r, &parts, exponents);
}

// Parts of one atom that have different units must be added first. The others need no search: their
// units multiply.
void angle_add_term(Angle *angle, const fmpq_t coefficient, const char *symbol_name,
                    Value atom_value)
{
  AngleTerm added = { .symbol_name = symbol_name, .atom_value = atom_value };
  added.is_usual = usual_exponents(coefficient, added.exponents);
  for (int i = 0; i < angle->count; i++) {
    AngleTerm *term = &angle->terms[i];
    if (added.is_usual && term->is_usual) continue;
    if (!same_atom(term, symbol_name, atom_value)) continue;
    fmpq_add(&term->coefficient, &term->coefficient, coefficient);
    term->is_usual = usual_exponents(&term->coefficient, term->exponents);
    return;
  }
  angle->terms = memory_room(angle->terms, angle->count, &angle->capacity, sizeof angle->terms[0]);
  fmpq_init(&added.coefficient);
  fmpq_set(&added.coefficient, coefficient);
  angle->terms[angle->count++] = added;
}

// ---- units

static Value atom_unit(uint64_t seed, uint64_t domain, const AngleTerm *term)
{
  Value unit = { 0 };
  for (int k = 0; k < FIELD_COUNT; k++) {
    unit.at[k] = term->symbol_name ? field_hash(FIELD[k], seed, domain + ATOM_SYMBOL,
                                                term->symbol_name, strlen(term->symbol_name))
                                   : field_hash(FIELD[k], seed, domain + ATOM_VALUE,
                                                &term->atom_value, sizeof term->atom_value);
  }
  return unit;
}

// In both fields at once: neither waits for the products of the other.
static Value power_of(Value unit, const uint64_t exponents[FIELD_COUNT])
{
  Value power = ONE;
  for (uint64_t a = exponents[0], b = exponents[1]; (a | b) > 0; a >>= 1, b >>= 1) {
    if (a & 1) power.at[0] = field_mul(FIELD[0], power.at[0], unit.at[0]);
    if (b & 1) power.at[1] = field_mul(FIELD[1], power.at[1], unit.at[1]);
    unit.at[0] = field_mul(FIELD[0], unit.at[0], unit.at[0]);
    unit.at[1] = field_mul(FIELD[1], unit.at[1], unit.at[1]);
  }
  return power;
}

// The power of the fine unit. Where a large prime of p - 1 divides the denominator, the fraction
// itself has a unit.
static Value fine_power(uint64_t seed, uint64_t domain, const AngleTerm *term)
{
  fmpz_t parts;
  fmpz_init_set_ui(parts, 30);
  fmpz_pow_ui(parts, parts, 30);
  uint64_t exponents[FIELD_COUNT];
  bool is_power = exponents_of(&term->coefficient, parts, exponents);
  fmpz_clear(parts);
  if (is_power) return power_of(atom_unit(seed, domain + DOMAIN_FINE, term), exponents);
  AngleTerm fraction = { .atom_value = value_of_fraction(&term->coefficient) };
  Value own = atom_unit(seed, domain + DOMAIN_FINE, &fraction);
  return value_mul(own, atom_unit(seed, domain, term));
}

static Value unit_power(uint64_t seed, uint64_t domain, const AngleTerm *term)
{
  if (!term->is_usual) return fine_power(seed, domain, term);
  return power_of(atom_unit(seed, domain, term), term->exponents);
}

static Value constant_unit(uint64_t seed, uint64_t domain, const char *name, const fmpq_t multiple)
{
  if (fmpq_is_zero(multiple)) return ONE;
  AngleTerm term = { .coefficient = multiple[0], .symbol_name = name };
  return fine_power(seed, domain + ATOM_CONSTANT, &term);
}

// e^{i pi r}: a root of unity up to the next multiple of 0.0001 degree, a unit for the rest.
static Value pi_unit(uint64_t seed, const fmpq_t r)
{
  fmpq_t rest;
  fmpz_t steps;
  fmpq_init(rest);
  fmpz_init(steps);
  fmpz_mul_ui(steps, fmpq_numref(r), UNITY_ORDER / 2);
  fmpz_fdiv_q(steps, steps, fmpq_denref(r));
  fmpz_set(fmpq_numref(rest), steps);
  fmpz_set_ui(fmpq_denref(rest), UNITY_ORDER / 2);
  fmpq_canonicalise(rest);
  fmpq_sub(rest, r, rest);
  Value roots = { { FIELD[0].unity, FIELD[1].unity }, { 0, 0 } };
  Value value = value_power(roots, steps);
  value = value_mul(value, constant_unit(seed, DOMAIN_CIRCLE, "pi", rest));
  fmpz_clear(steps);
  fmpq_clear(rest);
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
  Value result = { 0 };
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t half = (FIELD[k].prime + 1) / 2;
    result.at[k] = field_sub(FIELD[k], 0, field_mul(FIELD[k], half, FIELD[k].i));
  }
  return result;
}

static Value half_of(Value v)
{
  const Value half = { { (FIELD[0].prime + 1) / 2, (FIELD[1].prime + 1) / 2 }, { 0, 0 } };
  return value_mul(v, half);
}

static Value exponential(uint64_t seed, const Angle *angle)
{
  Value whole = product_of_units(seed, DOMAIN_EXPONENTIAL, angle);
  return value_mul(whole, constant_unit(seed, DOMAIN_EXPONENTIAL, "pi", angle->pi_part));
}

// By e^a and e^{-a}.
static Value hyperbolic(uint64_t seed, Operator op, const Angle *angle)
{
  Value growing = exponential(seed, angle), falling = value_inverse(growing);
  Value sine = half_of(value_sub(growing, falling));
  if (op == OP_SINH) return sine;
  Value cosine = half_of(value_add(growing, falling));
  return op == OP_COSH ? cosine : value_mul(sine, value_inverse(cosine));
}

static Value circular(uint64_t seed, Operator op, const Angle *angle)
{
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

Value value_of_angle(uint64_t seed, Operator op, const Angle *angle)
{
  if (op == OP_EXP) return exponential(seed, angle);
  bool is_circular = op == OP_SIN || op == OP_COS || op == OP_TAN;
  return is_circular ? circular(seed, op, angle) : hyperbolic(seed, op, angle);
}

// ---- linear form of an argument

AngleReader angle_reader_new(const Steps *steps, uint64_t seed, const Value values[])
{
  size_t count = (size_t)steps->count;
  AngleReader reader = { .steps = steps, .seed = seed, .values = values };
  reader.coefficients = memory_new(count, sizeof reader.coefficients[0]);
  for (size_t i = 0; i < count; i++)
    fmpq_init(&reader.coefficients[i]);
  reader.reached = memory_new(count, sizeof reader.reached[0]);
  return reader;
}

void angle_reader_free(AngleReader *reader)
{
  for (int i = 0; i < reader->steps->count; i++)
    fmpq_clear(&reader->coefficients[i]);
  free(reader->coefficients);
  free(reader->reached);
}

// How many arguments of a sum or a rational multiple the form goes on to, from *first; 0: an atom.
static int linear_arguments(const Steps *steps, int place, int *first)
{
  *first = steps_multiplied(steps, place);
  if (*first >= 0) return 1;
  *first = 0;
  if (!steps_is_linear(steps, place)) return 0;
  return steps->at[place].arg[1] >= 0 ? 2 : 1;
}

static int descending(const void *a, const void *b)
{
  int left = *(const int *)a, right = *(const int *)b;
  return (left < right) - (left > right);
}

// The steps of the form, users before arguments. A coefficient of one marks what is reached.
static int reach(AngleReader *reader, int place)
{
  int count = 0;
  reader->reached[count++] = place;
  fmpq_one(&reader->coefficients[place]);
  for (int i = 0; i < count; i++) {
    const Step *step = &reader->steps->at[reader->reached[i]];
    int first, arguments = linear_arguments(reader->steps, reader->reached[i], &first);
    for (int k = first; k < first + arguments; k++) {
      if (!fmpq_is_zero(&reader->coefficients[step->arg[k]])) continue;
      fmpq_one(&reader->coefficients[step->arg[k]]);
      reader->reached[count++] = step->arg[k];
    }
  }
  for (int i = 0; i < count; i++)
    fmpq_zero(&reader->coefficients[reader->reached[i]]);
  qsort(reader->reached, (size_t)count, sizeof reader->reached[0], descending);
  return count;
}

static void hand_down(AngleReader *reader, int place, const fmpq *c)
{
  const Step *step = &reader->steps->at[place];
  int multiplied = steps_multiplied(reader->steps, place);
  fmpq *first = &reader->coefficients[step->arg[0]];
  fmpq *second = step->arg[1] < 0 ? NULL : &reader->coefficients[step->arg[1]];
  switch (step->op) {
  case OP_NEG: fmpq_sub(first, first, c); break;
  case OP_MUL:
    fmpq_addmul(multiplied == 0 ? first : second, c,
                step_number(&reader->steps->at[step->arg[1 - multiplied]]));
    break;
  case OP_SUB: fmpq_sub(second, second, c);  // fall through
  default:
    fmpq_add(first, first, c);
    if (step->op == OP_ADD) fmpq_add(second, second, c);
  }
}

// acos(u) is pi/2 - asin(u), so that either is read alike.
static void add_arc_cosine(Angle *angle, const fmpq *c, uint64_t seed, Value arc)
{
  fmpq_t scaled;
  fmpq_init(scaled);
  fmpq_div_2exp(scaled, c, 1);
  fmpq_add(angle->pi_part, angle->pi_part, scaled);
  Value quarter = half_of(value_of_pi(seed));
  fmpq_neg(scaled, c);
  angle_add_term(angle, scaled, NULL, value_sub(quarter, arc));
  fmpq_clear(scaled);
}

// c times a literal of any form, such as pi/6 + sqrt(2).
static void add_literal(Angle *angle, const fmpq *c, uint64_t seed, const Expr *literal)
{
  Angle part;
  fmpq_t scaled;
  angle_init(&part);
  fmpq_init(scaled);
  angle_at(literal, seed, &part);
  fmpq_addmul(angle->pi_part, c, part.pi_part);
  fmpq_addmul(angle->number_part, c, part.number_part);
  for (int i = 0; i < part.count; i++) {
    fmpq_mul(scaled, c, &part.terms[i].coefficient);
    angle_add_term(angle, scaled, NULL, part.terms[i].atom_value);
  }
  fmpq_clear(scaled);
  angle_clear(&part);
}

static void add_atom(const AngleReader *reader, int place, Angle *angle)
{
  const Step *step = &reader->steps->at[place];
  const fmpq *c = &reader->coefficients[place];
  if (step->op == OP_PI) {
    fmpq_add(angle->pi_part, angle->pi_part, c);
  } else if (step_number(step)) {
    fmpq_addmul(angle->number_part, c, step_number(step));
  } else if (step->op == OP_NUMBER) {
    add_literal(angle, c, reader->seed, step->node);
  } else if (step->op == OP_ACOS) {
    add_arc_cosine(angle, c, reader->seed, reader->values[place]);
  } else {
    bool is_symbol = step->op == OP_SYMBOL && step->node != reader->moved;
    const char *name = is_symbol ? step->form->symbol->name : NULL;
    angle_add_term(angle, c, name, reader->values[place]);
  }
}

// Users come before arguments, so a coefficient is complete when its step is reached. Linear in the
// number of steps, however much they share.
void angle_read(AngleReader *reader, int place, Angle *angle)
{
  int count = reach(reader, place);
  fmpq_one(&reader->coefficients[place]);
  for (int i = 0; i < count; i++) {
    int reached = reader->reached[i];
    fmpq *c = &reader->coefficients[reached];
    if (fmpq_is_zero(c)) continue;
    if (steps_is_linear(reader->steps, reached)) {
      hand_down(reader, reached, c);
    } else {
      add_atom(reader, reached, angle);
    }
    fmpq_zero(c);
  }
}

// The symbol that `e` is, or is a multiple of, and the multiple; NULL: it is none.
static const Expr *multiple_of_symbol(const Expr *e, fmpq *multiple)
{
  const Form *form = e->form;
  bool has_number = form->op == OP_MUL && expr_is_number(form->arg[0]);
  *multiple = has_number ? form->arg[0]->form->number[0] : (fmpq){ 1, 1 };
  const Expr *symbol = has_number ? form->arg[1] : e;
  return symbol->form->op == OP_SYMBOL ? symbol : NULL;
}

// x, 2*x, x + 3*y: the most angles, which need no list.
static bool is_short_angle(const Expr *argument, Angle *angle)
{
  const Form *form = argument->form;
  bool is_sum = form->op == OP_ADD;
  fmpq first, second;
  const Expr *x = multiple_of_symbol(is_sum ? form->arg[0] : argument, &first);
  const Expr *y = is_sum ? multiple_of_symbol(form->arg[1], &second) : NULL;
  if (!x || (is_sum && !y)) return false;
  angle_add_term(angle, &first, x->form->symbol->name, expr_value(x));
  if (y) angle_add_term(angle, &second, y->form->symbol->name, expr_value(y));
  return true;
}

void angle_of(const Expr *argument, Angle *angle)
{
  if (is_short_angle(argument, angle)) return;
  Steps steps = steps_of_linear_part(argument);
  Value *values = memory_new((size_t)steps.count, sizeof values[0]);
  for (int i = 0; i < steps.count; i++)
    values[i] = expr_value(steps.at[i].node);
  AngleReader reader = angle_reader_new(&steps, pool_seed(expr_pool(argument)), values);
  angle_read(&reader, steps.roots[0], angle);
  angle_reader_free(&reader);
  free(values);
  steps_free(&steps);
}
