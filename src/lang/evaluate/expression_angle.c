// expression_angle.c -- numbers with units, and arguments of sines, as exact fractions of the text.
//
// The fingerprint of a sine requires more than that of its argument: a linear form over atoms with
// rational coefficients (symbolic/field/fingerprint.h). Here it is read from the syntax tree.
// SPDX-License-Identifier: MIT
#include "lang/evaluate/expression_check.h"
#include "lang/evaluate/units.h"

// ---- literals

static void multiply_by_power(fmpq_t number, long base, long exponent)
{
  fmpq_t power;
  fmpq_init(power);
  fmpq_set_si(power, base, 1);
  fmpq_pow_si(power, power, exponent);
  fmpq_mul(number, number, power);
  fmpq_clear(power);
}

// Multiplies `number` by the unit without its powers of pi; returns the exponent of pi.
static int multiply_by_unit(fmpq_t number, const UnitFactor *unit)
{
  int pi_power = 0;
  for (; unit; unit = unit->next) {
    Unit one;
    if (!unit_find(span_bytes(unit->name), unit->name.length, &one)) continue;
    if (one.numerator != 1) multiply_by_power(number, one.numerator, unit->exponent);
    if (one.denominator != 1) multiply_by_power(number, one.denominator, -unit->exponent);
    if (one.ten_power != 0) multiply_by_power(number, 10, one.ten_power * unit->exponent);
    if (one.has_pi) pi_power += unit->exponent;
  }
  return pi_power;
}

int unit_of(const UnitFactor *unit, fmpq_t out)
{
  fmpq_one(out);
  return multiply_by_unit(out, unit);
}

// The number in SI without powers of pi; returns the exponent of pi.
static int literal_of(const Node *e, fmpq_t out)
{
  fraction_of_decimal(span_bytes(node_text(e)), node_text(e).length, out);
  return multiply_by_unit(out, node_unit(e));
}

// ---- sine, cosine, tangent, exponential: the argument as a linear form

static void add_angle(Walk *w, const Node *e, const fmpq_t factor, Angle *angle);

// Adds factor*node, where `node` is the value of a name.
static void add_named_angle(const Expr *node, const fmpq_t factor, Angle *angle)
{
  fmpq_t coefficient;
  fmpq_init(coefficient);
  Angle one;
  angle_init(&one);
  angle_of(node, &one);
  for (int i = 0; i < one.count; i++) {
    fmpq_mul(coefficient, factor, &one.terms[i].coefficient);
    angle_add_term(angle, coefficient, one.terms[i].symbol_name, one.terms[i].atom_value);
  }
  fmpq_addmul(angle->pi_part, factor, one.pi_part);
  fmpq_addmul(angle->number_part, factor, one.number_part);
  angle_clear(&one);
  fmpq_clear(coefficient);
}

// Returns true if `e` is a number without powers of pi; *factor is then multiplied or divided by
// it.
static bool is_rational(const Node *e, fmpq_t factor)
{
  bool is_negative = e->kind == NODE_NEGATE;
  const Node *literal_part = is_negative ? e->first : e;
  if (literal_part->kind != NODE_NUMBER) return false;
  fmpq_t number;
  fmpq_init(number);
  bool is_plain = literal_of(literal_part, number) == 0;
  if (is_negative) fmpq_neg(number, number);
  if (is_plain && e->mark == TOKEN_DIVIDE) {
    is_plain = !fmpq_is_zero(number);
    if (is_plain) fmpq_div(factor, factor, number);
  } else if (is_plain) {
    fmpq_mul(factor, factor, number);
  }
  fmpq_clear(number);
  return is_plain;
}

// Adds a product of numbers and at most one other factor as a multiple of that factor. Returns
// false if `e` is not of this form.
static bool add_multiple(Walk *w, const Node *e, const fmpq_t factor, Angle *angle)
{
  const Node *other = NULL;
  fmpq_t multiple;
  fmpq_init(multiple);
  fmpq_set(multiple, factor);
  bool is_multiple = true;
  for (const Node *part = e->first; part && is_multiple; part = part->next) {
    bool is_first = part == e->first;
    if (is_rational(part, multiple)) continue;
    is_multiple = !other && (is_first || part->mark == TOKEN_TIMES);
    other = part;
  }
  if (is_multiple && other) add_angle(w, other, multiple, angle);
  if (is_multiple && !other) fmpq_add(angle->number_part, angle->number_part, multiple);
  fmpq_clear(multiple);
  return is_multiple;
}

static bool add_number(const Node *e, const fmpq_t factor, Angle *angle)
{
  fmpq_t number;
  fmpq_init(number);
  int pi_power = literal_of(e, number);
  if (pi_power == 0) fmpq_addmul(angle->number_part, factor, number);
  if (pi_power == 1) fmpq_addmul(angle->pi_part, factor, number);
  fmpq_clear(number);
  return pi_power == 0 || pi_power == 1;
}

static bool add_name(Walk *w, const Node *e, const fmpq_t factor, Angle *angle)
{
  Word word = node_word(e);
  if (word == WORD_PI) {
    fmpq_add(angle->pi_part, angle->pi_part, factor);
    return true;
  }
  if (word != WORD_NONE) {
    angle_add_term(angle, factor, "t", fingerprint_of_symbol(w->seed, "t"));
    return true;
  }
  const char *text = resolver_name(w->resolver, e);
  const Name *found = scope_declared(w->resolver->scope, SPACE_VALUES, text);
  Quantity value = found ? name_value(found) : quantity_none();
  if (value.shape != SHAPE_NUMBER) return false;
  add_named_angle(value.at[0], factor, angle);
  return true;
}

static bool add_sum(Walk *w, const Node *e, const fmpq_t factor, Angle *angle)
{
  fmpq_t opposite;
  fmpq_init(opposite);
  fmpq_neg(opposite, factor);
  for (const Node *term = e->first; term; term = term->next) {
    bool is_minus = e->kind == NODE_NEGATE || (term != e->first && term->mark == TOKEN_MINUS);
    add_angle(w, term, is_minus ? opposite : factor, angle);
  }
  fmpq_clear(opposite);
  return true;
}

static bool add_linear(Walk *w, const Node *e, const fmpq_t factor, Angle *angle)
{
  if (e->primes > 0) return false;
  switch ((int)e->kind) {
  case NODE_NUMBER: return add_number(e, factor, angle);
  case NODE_NAME: return add_name(w, e, factor, angle);
  case NODE_SUM:
  case NODE_NEGATE: return add_sum(w, e, factor, angle);
  case NODE_PRODUCT: return add_multiple(w, e, factor, angle);
  default: return false;
  }
}

static void add_angle(Walk *w, const Node *e, const fmpq_t factor, Angle *angle)
{
  if (fmpq_is_zero(factor) || add_linear(w, e, factor, angle)) return;
  angle_add_term(angle, factor, NULL, expression_value(w, e));
}

Fingerprint value_at_argument(Walk *w, Operator op, const Node *argument)
{
  fmpq_t whole;
  fmpq_init(whole);
  fmpq_one(whole);
  Angle angle;
  angle_init(&angle);
  add_angle(w, argument, whole, &angle);
  Fingerprint value = fingerprint_of_angle(w->seed, op, &angle);
  angle_clear(&angle);
  fmpq_clear(whole);
  return value;
}
