// fingerprint.c -- the arithmetic of fingerprints: the effect of each operator.
// SPDX-License-Identifier: MIT
#include "symbolic/field/fingerprint.h"

#include "symbolic/calculus/table_function.h"

#include <flint/fmpz_factor.h>

#include <assert.h>
#include <string.h>

// Domains of the keyed hash.
enum { DOMAIN_SYMBOL = 1, DOMAIN_CONSTANT, DOMAIN_NUMBER, DOMAIN_POINTS, DOMAIN_OPERATOR };

// (a + a' sqrt n)(b + b' sqrt n) = a b + n a' b' + (a b' + a' b) sqrt n
Fingerprint fingerprint_mul_roots(Fingerprint a, Fingerprint b)
{
  Fingerprint product;
  for (int k = 0; k < FIELD_COUNT; k++) {
    Field f = FIELD[k];
    uint64_t both = field_mul(f, field_mul(f, a.root[k], b.root[k]), f.nonresidue);
    product.at[k] = field_add(f, field_mul(f, a.at[k], b.at[k]), both);
    product.root[k] =
        field_add(f, field_mul(f, a.at[k], b.root[k]), field_mul(f, a.root[k], b.at[k]));
  }
  return product;
}

// 1/(a + a' sqrt n) = (a - a' sqrt n) / (a^2 - n a'^2)
Fingerprint fingerprint_inverse(Fingerprint a)
{
  Fingerprint inverse;
  for (int k = 0; k < FIELD_COUNT; k++) {
    Field f = FIELD[k];
    uint64_t square = field_mul(f, field_mul(f, a.root[k], a.root[k]), f.nonresidue);
    uint64_t norm = field_sub(f, field_mul(f, a.at[k], a.at[k]), square);
    uint64_t scale = field_inverse(f, a.root[k] == 0 ? a.at[k] : norm);
    inverse.at[k] = a.root[k] == 0 ? scale : field_mul(f, a.at[k], scale);
    inverse.root[k] = field_mul(f, field_neg(f, a.root[k]), scale);
  }
  return inverse;
}

static Fingerprint power_by_squaring(Fingerprint a, const fmpz_t exponent)
{
  Fingerprint result = { { 1, 1 }, { 0, 0 } };
  if (fmpz_sgn(exponent) < 0) a = fingerprint_inverse(a);
  for (flint_bitcnt_t bit = fmpz_bits(exponent); bit-- > 0;) {
    result = fingerprint_mul(result, result);
    fmpz_t size;
    fmpz_init(size);
    fmpz_abs(size, exponent);
    if (fmpz_tstbit(size, bit)) result = fingerprint_mul(result, a);
    fmpz_clear(size);
  }
  return result;
}

Fingerprint fingerprint_power(Fingerprint a, const fmpz_t exponent)
{
  if (fingerprint_has_root(a)) return power_by_squaring(a, exponent);
  Fingerprint result = { 0 };
  for (int k = 0; k < FIELD_COUNT; k++) {
    // a^(p-1) = 1, so exponents, including negative ones, are reduced modulo p-1
    uint64_t reduced = fmpz_fdiv_ui(exponent, FIELD[k].prime - 1);
    result.at[k] = field_power(FIELD[k], a.at[k], reduced);
  }
  return result;
}

Fingerprint fingerprint_of_integer(long number)
{
  fmpq_t fraction;
  fmpq_init(fraction);
  fmpq_set_si(fraction, number, 1);
  Fingerprint value = fingerprint_of_fraction(fraction);
  fmpq_clear(fraction);
  return value;
}

// Divides both numerators by the powers of `factor`, a divisor of p - 1, that are in *bottom,
// without a modular inversion.
static inline void divide_by(uint64_t factor, uint64_t top[FIELD_COUNT], uint64_t *bottom)
{
  for (; *bottom % factor == 0; *bottom /= factor) {
    for (int k = 0; k < FIELD_COUNT; k++) {
      uint64_t inverse = FIELD[k].prime - (FIELD[k].prime - 1) / factor;
      top[k] = field_mul(FIELD[k], top[k], inverse);
    }
  }
}

// top / bottom for a non-zero bottom that is the same in both fields; decimals, halves, thirds and
// twelfths are the most frequent.
static void divide_by_word(uint64_t top[FIELD_COUNT], uint64_t bottom)
{
  if (bottom > 1) divide_by(100000, top, &bottom);
  if (bottom > 1) divide_by(10, top, &bottom);
  if (bottom > 1) divide_by(2, top, &bottom);
  if (bottom > 1) divide_by(5, top, &bottom);
  if (bottom > 1) divide_by(3, top, &bottom);
  for (int k = 0; bottom > 1 && k < FIELD_COUNT; k++)
    top[k] = field_mul(FIELD[k], top[k], field_inverse(FIELD[k], bottom));
}

static Fingerprint hashed(uint64_t seed, uint64_t domain, const void *bytes, size_t length)
{
  Fingerprint value = { 0 };
  for (int k = 0; k < FIELD_COUNT; k++) {
    value.at[k] = field_hash(FIELD[k], seed, domain, bytes, length);
  }
  return value;
}

enum { UNIQUE_BITS = 60 };

// Longer integers are stored indirectly by FLINT; their fmpz word looks like a number of more than
// 61 bits.
static bool is_unique(const fmpz *n)
{
  return *n < WORD(1) << UNIQUE_BITS && *n > -(WORD(1) << UNIQUE_BITS);
}

static uint64_t residue_of(const fmpz *n, Field field)
{
  if (!is_unique(n)) return fmpz_fdiv_ui(n, field.prime);
  return *n < 0 ? field.prime - (uint64_t) - *n : (uint64_t)*n;
}

// Inverse of the first prime modulo the second.
static const uint64_t PRIME_INVERSE = UINT64_C(1296042792016580874);

// Returns true if a fraction with numerator and denominator of at most 40 bits has this value.
// Euclid's algorithm on the product of the primes and the residue r that has this value modulo
// both: among its remainders n = d r the first of at most 40 bits has the smallest d (J. von zur
// Gathen, J. Gerhard, Modern Computer Algebra, section 5.10). Most quotients are 1.
static bool is_of_small_fraction(Fingerprint value)
{
  const FieldProduct bound = (FieldProduct)1 << 40;
  uint64_t apart = field_sub(FIELD[1], value.at[1], value.at[0] % FIELD[1].prime);
  FieldProduct before = (FieldProduct)FIELD[0].prime * FIELD[1].prime, old_d = 0, d = 1;
  FieldProduct n =
      value.at[0] + (FieldProduct)FIELD[0].prime * field_mul(FIELD[1], apart, PRIME_INVERSE);
  while (n > bound && d <= bound) {
    FieldProduct quotient = before - n < n ? 1 : before / n;
    FieldProduct next = before - quotient * n, next_d = old_d + quotient * d;
    before = n;
    n = next;
    old_d = d;
    d = next_d;
  }
  return n <= bound && d <= bound;
}

// Residues of the number; 0 in a field in which the denominator is 0.
static Fingerprint residues_of(const fmpq_t number)
{
  const fmpz *above = fmpq_numref(number), *below = fmpq_denref(number);
  Fingerprint value = { { residue_of(above, FIELD[0]), residue_of(above, FIELD[1]) }, { 0, 0 } };
  if (is_unique(below)) {
    divide_by_word(value.at, (uint64_t)*below);
    return value;
  }
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t bottom = residue_of(below, FIELD[k]);
    value.at[k] = field_mul(FIELD[k], value.at[k], field_inverse(FIELD[k], bottom));
  }
  return value;
}

// Fractions with numerators and denominators of at most 60 bits have different residues modulo the
// product of the primes if they differ (|n d' - n' d| < p p'). A larger fraction could be
// constructed to collide: one that is congruent to a fraction of 40 bits, such as p to 0, or that
// has no residue or no inverse, such as 1/p. It is represented by a hash, and arithmetic identities
// that involve it are not recognised. Among all others, two of a million collide with a probability
// of 1e-25; pool_number() compares the fractions.
static bool is_unique_fraction(const fmpq_t number)
{
  return is_unique(fmpq_numref(number)) && is_unique(fmpq_denref(number));
}

static bool passes_for_another(const fmpq_t number, Fingerprint residues)
{
  if (is_unique_fraction(number)) return false;
  for (int k = 0; k < FIELD_COUNT; k++) {
    if (residues.at[k] == 0) return true;
  }
  return is_of_small_fraction(residues);
}

bool number_is_hashed(const fmpq_t number)
{
  return !is_unique_fraction(number) && passes_for_another(number, residues_of(number));
}

static Fingerprint hashed_number(const fmpq_t number)
{
  char *text = fmpq_get_str(NULL, 36, number);
  Fingerprint value = hashed(0, DOMAIN_NUMBER, text, strlen(text));
  flint_free(text);
  return value;
}

bool fingerprint_is_of_fraction(Fingerprint value, const fmpq_t number)
{
  bool is_it = is_unique_fraction(number) && !fingerprint_has_root(value);
  for (int k = 0; is_it && k < FIELD_COUNT; k++) {
    uint64_t below = (uint64_t)*fmpq_denref(number);
    is_it = field_mul(FIELD[k], value.at[k], below) == residue_of(fmpq_numref(number), FIELD[k]);
  }
  return is_it;
}

Fingerprint fingerprint_of_fraction(const fmpq_t number)
{
  Fingerprint residues = residues_of(number);
  return passes_for_another(number, residues) ? hashed_number(number) : residues;
}

// Independent of expr_decimal(), which is verified against it.
void fraction_of_decimal(const char *text, size_t length, fmpq_t out)
{
  enum { FEW = 18 };  // digits that fit into a machine word
  const char *at = text, *end = at + length;
  long exponent = 0, written = 0, sign = 1;
  ulong word = 0, tens = 1;
  bool is_fraction = false;
  fmpq_zero(out);
  for (int digits = 0; at < end && *at != 'e' && *at != 'E'; at++) {
    if (*at == '.') {
      is_fraction = true;
      continue;
    }
    word = 10 * word + (ulong)(*at - '0');
    tens *= 10;
    exponent -= is_fraction;
    if (++digits % FEW != 0) continue;
    fmpz_mul_ui(fmpq_numref(out), fmpq_numref(out), tens);
    fmpz_add_ui(fmpq_numref(out), fmpq_numref(out), word);
    word = 0;
    tens = 1;
  }
  fmpz_mul_ui(fmpq_numref(out), fmpq_numref(out), tens);
  fmpz_add_ui(fmpq_numref(out), fmpq_numref(out), word);
  for (at += at < end; at < end; at++) {  // after the e
    if (*at == '-') sign = -1;
    if (*at >= '0' && *at <= '9') written = 10 * written + (*at - '0');
  }
  exponent += sign * written;
  if (exponent == 0) return;
  fmpq_t power;
  fmpq_init(power);
  fmpq_set_si(power, 10, 1);
  fmpq_pow_si(power, power, exponent);
  fmpq_mul(out, out, power);
  fmpq_clear(power);
}

bool fingerprint_of_decimal(const char *text, size_t length, Fingerprint *digits, Fingerprint *tens)
{
  enum { MOST = 18 };  // 10^18 is below both primes
  uint64_t whole = 0, power = 1;
  bool is_fraction = false;
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '.') {
      is_fraction = true;
    } else if (text[i] < '0' || text[i] > '9' || length > MOST) {
      return false;
    } else {
      whole = 10 * whole + (uint64_t)(text[i] - '0');
      if (is_fraction) power *= 10;
    }
  }
  *digits = (Fingerprint){ { whole, whole }, { 0, 0 } };
  *tens = (Fingerprint){ { power, power }, { 0, 0 } };
  return true;
}

Fingerprint fingerprint_of_symbol(uint64_t seed, const char *name)
{
  return hashed(seed, DOMAIN_SYMBOL, name, strlen(name));
}

Fingerprint fingerprint_of_pi(uint64_t seed) { return hashed(seed, DOMAIN_CONSTANT, "pi", 2); }

Fingerprint fingerprint_of_undefined(uint64_t seed)
{
  return hashed(seed, DOMAIN_CONSTANT, "undefined", 9);
}

Fingerprint fingerprint_of_points(uint64_t seed, const TableFunction *table, int order)
{
  const uint64_t key[] = { table->digest[0], table->digest[1], (uint64_t)order };
  return hashed(seed, DOMAIN_POINTS, key, sizeof key);
}

static Fingerprint cosine_of_degrees(uint64_t degrees)
{
  Fingerprint value = { 0 };
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t unit = field_power(FIELD[k], FIELD[k].unity, degrees * (UNITY_ORDER / 360));
    uint64_t sum = field_add(FIELD[k], unit, field_inverse(FIELD[k], unit));
    value.at[k] = field_mul(FIELD[k], sum, (FIELD[k].prime + 1) / 2);
  }
  return value;
}

// A square root of n in each field: an element of the field, or a multiple of the root of its
// nonresidue.
static Fingerprint any_root(const fmpz_t n)
{
  Fingerprint value = { 0 };
  for (int k = 0; k < FIELD_COUNT; k++) {
    Field f = FIELD[k];
    uint64_t residue = fmpz_fdiv_ui(n, f.prime);
    value.at[k] = field_root(f, residue);
    if (value.at[k] != 0) continue;
    uint64_t rest = field_mul(f, residue, field_inverse(f, f.nonresidue));
    value.root[k] = field_root(f, rest);
  }
  return value;
}

// The square root of a prime, chosen once for each field. Those of 2, 3, 5 must agree with the
// cosines: 2 cos 45 deg, 2 cos 30 deg, 4 cos 36 deg - 1. The roots of different primes are
// independent, so either root may be chosen for any other prime.
static Fingerprint new_prime_root(const fmpz_t prime)
{
  if (fmpz_equal_ui(prime, 2))
    return fingerprint_mul(fingerprint_of_integer(2), cosine_of_degrees(45));
  if (fmpz_equal_ui(prime, 3))
    return fingerprint_mul(fingerprint_of_integer(2), cosine_of_degrees(30));
  if (fmpz_equal_ui(prime, 5)) {
    return fingerprint_sub(fingerprint_mul(fingerprint_of_integer(4), cosine_of_degrees(36)),
                           fingerprint_of_integer(1));
  }
  return any_root(prime);
}

// Cached per thread: many lengths are composed of few primes.
static Fingerprint prime_root(const fmpz_t prime)
{
  enum { PLACES = 1024 };
  static _Thread_local struct {
    fmpz prime;
    Fingerprint root;
  } places[PLACES];
  if (COEFF_IS_MPZ(*prime)) return new_prime_root(prime);  // stored elsewhere
  int place = (int)(*prime / 2 % PLACES);                  // most primes are odd
  if (places[place].prime != *prime) {
    places[place].root = new_prime_root(prime);
    places[place].prime = *prime;
  }
  return places[place].root;
}

// A cofactor of more than 64 bits without small factors is treated as one prime, because factoring
// it would take too long.
static void factor_radicand(fmpz_factor_t factors, const fmpz_t radicand)
{
  enum { TRIAL_PRIMES = 1000 };
  if (fmpz_bits(radicand) <= FLINT_BITS) {
    fmpz_factor(factors, radicand);
    return;
  }
  if (fmpz_factor_trial(factors, radicand, TRIAL_PRIMES)) return;
  // the last factor is the unfactored rest
  slong last = factors->num - 1;
  if (fmpz_bits(factors->p + last) > FLINT_BITS) return;
  fmpz_factor_t rest;
  fmpz_factor_init(rest);
  fmpz_factor(rest, factors->p + last);
  _fmpz_factor_set_length(factors, last);
  _fmpz_factor_concat(factors, rest, 1);
  fmpz_factor_clear(rest);
}

Fingerprint fingerprint_of_number_root(const fmpz_t radicand)
{
  assert(fmpz_sgn(radicand) > 0);
  fmpz_factor_t factors;
  fmpz_factor_init(factors);
  factor_radicand(factors, radicand);
  Fingerprint value = { { 1, 1 }, { 0, 0 } };
  for (slong i = 0; i < factors->num; i++) {
    Fingerprint root = prime_root(factors->p + i);
    for (ulong e = 0; e < factors->exp[i]; e++)
      value = fingerprint_mul(value, root);
  }
  fmpz_factor_clear(factors);
  return value;
}

// Selects one of v and -v for even and odd functions. Returns -1 if v was negated.
static int canonical_sign(Fingerprint *v)
{
  const uint64_t words[] = { v->at[0], v->at[1], v->root[0], v->root[1] };
  int first = 0;
  while (first < 3 && words[first] == 0)
    first++;
  if (words[first] <= FIELD[first % FIELD_COUNT].prime / 2) return 1;
  *v = fingerprint_neg(*v);
  return -1;
}

static Fingerprint hashed_call(uint64_t seed, Operator op, const Fingerprint args[], int count)
{
  return hashed(seed, DOMAIN_OPERATOR + (uint64_t)op, args, sizeof args[0] * (size_t)count);
}

static Fingerprint even(uint64_t seed, Operator op, Fingerprint a)
{
  canonical_sign(&a);
  return hashed_call(seed, op, &a, 1);
}

static Fingerprint odd(uint64_t seed, Operator op, Fingerprint a)
{
  if (fingerprint_is_zero(a)) return a;
  int sign = canonical_sign(&a);
  Fingerprint value = hashed_call(seed, op, &a, 1);
  return sign < 0 ? fingerprint_neg(value) : value;
}

// cos 18 deg and sin 36 deg are nested roots, sqrt((5 + sqrt 5)/8) and sqrt((5 - sqrt 5)/8): their
// squares a are recognised by their values, which are the same at every point. (8 a - 5)^2 = 5
// holds for both.
static Fingerprint square_root(uint64_t seed, Fingerprint a)
{
  const Fingerprint five = { { 5, 5 }, { 0, 0 } }, eight = { { 8, 8 }, { 0, 0 } };
  Fingerprint root = fingerprint_sub(fingerprint_mul(eight, a), five);
  bool may_be_nested = fingerprint_equal(fingerprint_mul(root, root), five);
  for (uint64_t degrees = 18; may_be_nested && degrees <= 54; degrees += 36) {  // cos 54 = sin 36
    Fingerprint cosine = cosine_of_degrees(degrees);
    if (fingerprint_equal(fingerprint_mul(cosine, cosine), a)) return cosine;
  }
  return hashed_call(seed, OP_SQRT, &a, 1);
}

// Symmetric in its arguments: the sum and the product are hashed.
static Fingerprint minimum(uint64_t seed, const Fingerprint args[])
{
  Fingerprint symmetric[2] = { fingerprint_add(args[0], args[1]),
                               fingerprint_mul(args[0], args[1]) };
  return hashed_call(seed, OP_MIN, symmetric, 2);
}

static Fingerprint arc_cosine(uint64_t seed, Fingerprint a)
{
  return fingerprint_sub(fingerprint_half(fingerprint_of_pi(seed)), odd(seed, OP_ASIN, a));
}

static Fingerprint less_than(uint64_t seed, Fingerprint a, Fingerprint b)
{
  Fingerprint difference = fingerprint_sub(a, b);
  return hashed_call(seed, OP_LT, &difference, 1);
}

Fingerprint fingerprint_of_operator(uint64_t seed, Operator op, const Fingerprint args[])
{
  const Fingerprint one = { { 1, 1 }, { 0, 0 } };
  switch (op) {
  case OP_ADD: return fingerprint_add(args[0], args[1]);
  case OP_SUB: return fingerprint_sub(args[0], args[1]);
  case OP_NEG: return fingerprint_neg(args[0]);
  case OP_MUL: return fingerprint_mul(args[0], args[1]);
  case OP_DIV: return fingerprint_mul(args[0], fingerprint_inverse(args[1]));
  case OP_SQRT: return square_root(seed, args[0]);
  case OP_ASIN:
  case OP_ATAN:
  case OP_SIGN: return odd(seed, op, args[0]);
  case OP_ACOS: return arc_cosine(seed, args[0]);
  case OP_ABS: return square_root(seed, fingerprint_mul(args[0], args[0]));  // |x| is sqrt(x^2)
  case OP_MIN: return minimum(seed, args);
  case OP_MAX: return fingerprint_sub(fingerprint_add(args[0], args[1]), minimum(seed, args));
  case OP_LT: return less_than(seed, args[0], args[1]);
  case OP_LE: return fingerprint_sub(one, less_than(seed, args[1], args[0]));
  case OP_EQ: return even(seed, OP_EQ, fingerprint_sub(args[0], args[1]));
  case OP_NE: return fingerprint_sub(one, even(seed, OP_EQ, fingerprint_sub(args[0], args[1])));
  case OP_POW:
  case OP_ATAN2:
  case OP_TABLE: return hashed_call(seed, op, args, 2);
  case OP_LOG:
  case OP_FLOOR: return hashed_call(seed, op, args, 1);
  case OP_IF: return hashed_call(seed, op, args, 3);
  case OP_NUMBER:
  case OP_SYMBOL:
  case OP_NAMED:
  case OP_PI:
  case OP_POINTS:
  case OP_UNDEFINED:
  case OP_SIN:
  case OP_COS:
  case OP_TAN:
  case OP_EXP:
  case OP_SINH:
  case OP_COSH:
  case OP_TANH:
  case OP_COUNT: break;
  }
  assert(false && "an operator whose value needs more than its arguments' values");
  return one;
}
