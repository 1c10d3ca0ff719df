// value.c -- the laws of values: what each operator does to fingerprints.
// SPDX-License-Identifier: MIT
#include "symbolic/value.h"

#include <flint/ulong_extras.h>

#include <assert.h>
#include <string.h>

// Uses of the keyed hash, kept apart.
enum { DOMAIN_SYMBOL = 1, DOMAIN_CONSTANT, DOMAIN_ROOT, DOMAIN_OPERATOR };

Value value_inverse(Value a)
{
  return (Value){ { field_inverse(FIELD[0], a.at[0]), field_inverse(FIELD[1], a.at[1]) } };
}

Value value_power(Value a, const fmpz_t exponent)
{
  Value result;
  for (int k = 0; k < FIELD_COUNT; k++) {
    // a^(p-1) = 1, so the exponent counts modulo p-1, negative ones too
    uint64_t reduced = fmpz_fdiv_ui(exponent, FIELD[k].prime - 1);
    result.at[k] = field_power(FIELD[k], a.at[k], reduced);
  }
  return result;
}

Value value_of_integer(long number)
{
  fmpq_t fraction;
  fmpq_init(fraction);
  fmpq_set_si(fraction, number, 1);
  Value value = value_of_fraction(fraction);
  fmpq_clear(fraction);
  return value;
}

// top / bottom. Halves, the most common fractions, need no inverse but that of 2, (p + 1)/2.
static uint64_t field_quotient(Field field, uint64_t top, uint64_t bottom)
{
  for (; bottom > 0 && bottom % 2 == 0; bottom /= 2)
    top = field_mul(field, top, (field.prime + 1) / 2);
  return bottom <= 1 ? top : field_mul(field, top, field_inverse(field, bottom));
}

Value value_of_fraction(const fmpq_t number)
{
  Value value;
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t top = fmpz_fdiv_ui(fmpq_numref(number), FIELD[k].prime);
    uint64_t bottom = fmpz_fdiv_ui(fmpq_denref(number), FIELD[k].prime);
    value.at[k] = field_quotient(FIELD[k], top, bottom);
  }
  return value;
}

static Value hashed(uint64_t seed, uint64_t domain, const void *bytes, size_t length)
{
  Value value;
  for (int k = 0; k < FIELD_COUNT; k++) {
    value.at[k] = field_hash(FIELD[k], seed, domain, bytes, length);
  }
  return value;
}

Value value_of_symbol(uint64_t seed, const char *name)
{
  return hashed(seed, DOMAIN_SYMBOL, name, strlen(name));
}

Value value_of_pi(uint64_t seed) { return hashed(seed, DOMAIN_CONSTANT, "pi", 2); }

Value value_of_undefined(uint64_t seed) { return hashed(seed, DOMAIN_CONSTANT, "undefined", 9); }

// e^{i pi n/120}: cosines of multiples of 1.5 degrees.
static uint64_t cosine_240(Field field, uint64_t n)
{
  uint64_t unit = field_power(field, field.root_240, n % 240);
  uint64_t sum = field_add(field, unit, field_inverse(field, unit));
  return field_mul(field, sum, (field.prime + 1) / 2);
}

// The square root of a prime, chosen once for each field. Those of 2, 3, 5 must agree with the
// cosines: 2 cos 45, 2 cos 30, 4 cos 36 - 1. The roots of different primes are independent, so for
// any other prime either root will do; where the field has none, a hash stands for it.
static uint64_t prime_root(Field field, uint64_t seed, uint64_t prime)
{
  if (prime == 2) return field_mul(field, 2, cosine_240(field, 30));
  if (prime == 3) return field_mul(field, 2, cosine_240(field, 20));
  if (prime == 5) return field_sub(field, field_mul(field, 4, cosine_240(field, 24)), 1);
  uint64_t root = n_sqrtmod(prime % field.prime, field.prime);
  return root != 0 ? root : field_hash(field, seed, DOMAIN_ROOT, &prime, sizeof prime);
}

static Value large_root(uint64_t seed, const fmpz_t radicand)
{
  Value reduced = { { fmpz_fdiv_ui(radicand, FIELD[0].prime),
                      fmpz_fdiv_ui(radicand, FIELD[1].prime) } };
  return hashed(seed, DOMAIN_ROOT, &reduced, sizeof reduced);
}

Value value_of_number_root(uint64_t seed, const fmpz_t radicand)
{
  assert(fmpz_sgn(radicand) > 0);
  if (fmpz_bits(radicand) > 40) return large_root(seed, radicand);  // too slow to factor
  n_factor_t factors;
  n_factor_init(&factors);
  n_factor(&factors, fmpz_get_ui(radicand), 1);
  Value value = { { 1, 1 } };
  for (int i = 0; i < factors.num; i++) {
    for (int k = 0; k < FIELD_COUNT; k++) {
      uint64_t whole = field_power(FIELD[k], factors.p[i], (uint64_t)factors.exp[i] / 2);
      value.at[k] = field_mul(FIELD[k], value.at[k], whole);
      if (factors.exp[i] % 2 == 0) continue;
      value.at[k] = field_mul(FIELD[k], value.at[k], prime_root(FIELD[k], seed, factors.p[i]));
    }
  }
  return value;
}

// Of the two values v and -v one is chosen, for even and odd functions. Returns -1 if it was -v.
static int canonical_sign(Value *v)
{
  if (v->at[0] <= FIELD[0].prime / 2) return 1;
  *v = value_neg(*v);
  return -1;
}

static Value hashed_call(uint64_t seed, Operator op, const Value args[], int count)
{
  return hashed(seed, DOMAIN_OPERATOR + (uint64_t)op, args, sizeof args[0] * (size_t)count);
}

static Value even(uint64_t seed, Operator op, Value a)
{
  canonical_sign(&a);
  return hashed_call(seed, op, &a, 1);
}

static Value odd(uint64_t seed, Operator op, Value a)
{
  if (value_is_zero(a)) return a;
  int sign = canonical_sign(&a);
  Value value = hashed_call(seed, op, &a, 1);
  return sign < 0 ? value_neg(value) : value;
}

// cos 18 and sin 36 are nested roots, sqrt((5 + sqrt 5)/8) and sqrt((5 - sqrt 5)/8): their squares
// are known by their values, the same at every point.
static Value square_root(uint64_t seed, Value a)
{
  for (uint64_t n = 12; n <= 36; n += 24) {  // 18 and 54 degrees: cos 54 = sin 36
    Value cosine = { { cosine_240(FIELD[0], n), cosine_240(FIELD[1], n) } };
    if (value_equal(value_mul(cosine, cosine), a)) return cosine;
  }
  return hashed_call(seed, OP_SQRT, &a, 1);
}

// Symmetric in its arguments: hashed by sum and product.
static Value minimum(uint64_t seed, const Value args[])
{
  Value symmetric[2] = { value_add(args[0], args[1]), value_mul(args[0], args[1]) };
  return hashed_call(seed, OP_MIN, symmetric, 2);
}

static Value arc_cosine(uint64_t seed, Value a)
{
  Value quarter_turn = value_mul(value_of_pi(seed), value_inverse(value_of_integer(2)));
  return value_sub(quarter_turn, odd(seed, OP_ASIN, a));
}

static Value less_than(uint64_t seed, Value a, Value b)
{
  Value difference = value_sub(a, b);
  return hashed_call(seed, OP_LT, &difference, 1);
}

Value value_of_operator(uint64_t seed, Operator op, const Value args[])
{
  const Value one = { { 1, 1 } };
  switch (op) {
  case OP_ADD: return value_add(args[0], args[1]);
  case OP_SUB: return value_sub(args[0], args[1]);
  case OP_NEG: return value_neg(args[0]);
  case OP_MUL: return value_mul(args[0], args[1]);
  case OP_DIV: return value_mul(args[0], value_inverse(args[1]));
  case OP_SQRT: return square_root(seed, args[0]);
  case OP_ASIN:
  case OP_ATAN:
  case OP_SIGN: return odd(seed, op, args[0]);
  case OP_ACOS: return arc_cosine(seed, args[0]);
  case OP_ABS: return even(seed, op, args[0]);
  case OP_MIN: return minimum(seed, args);
  case OP_MAX: return value_sub(value_add(args[0], args[1]), minimum(seed, args));
  case OP_LT: return less_than(seed, args[0], args[1]);
  case OP_LE: return value_sub(one, less_than(seed, args[1], args[0]));
  case OP_EQ: return even(seed, OP_EQ, value_sub(args[0], args[1]));
  case OP_NE: return value_sub(one, even(seed, OP_EQ, value_sub(args[0], args[1])));
  case OP_POW:
  case OP_ATAN2: return hashed_call(seed, op, args, 2);
  case OP_LOG: return hashed_call(seed, op, args, 1);
  case OP_IF: return hashed_call(seed, op, args, 3);
  case OP_NUMBER:
  case OP_SYMBOL:
  case OP_NAMED:
  case OP_PI:
  case OP_UNDEFINED:
  case OP_SIN:
  case OP_COS:
  case OP_TAN:
  case OP_EXP:
  case OP_COUNT: break;
  }
  assert(false && "an operator whose value needs more than its arguments' values");
  return one;
}
