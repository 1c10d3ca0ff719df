// angle.c -- fingerprints of sines, cosines, tangents, exponentials and hyperbolic functions of
// linear forms.
//
// An atom x has a unit u, a random field element that represents e^{ix/7200}, so that e^{irx} is a
// power of u for r = n/d: for the denominators that occur in practice, the part of d made of 2, 3
// and 5 divides 7200, and the rest has an inverse modulo p - 1 (field.h). Sums and multiples of
// angles are thus products and powers of units, whatever their denominators are. Finer fractions
// are powers of another unit, which represents e^{ix/30^30}; the same holds for numbers of radians,
// which are all powers of one unit for the angle 1. Multiples of 0.0001 deg are roots of unity,
// so sums and multiples of them are exact; finer fractions of pi again have their own unit.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "base/random.h"
#include "symbolic/field/fingerprint.h"

#include <flint/ulong_extras.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Domains of the keyed hash; they are above those of fingerprint.c.
enum {
  DOMAIN_CIRCLE = 1000,
  DOMAIN_EXPONENTIAL = 2000,
  DOMAIN_FINE = 100,  // added for the units of fine fractions
  ATOM_SYMBOL = 1,
  ATOM_VALUE,
  ATOM_CONSTANT
};

static const Fingerprint ONE = { { 1, 1 }, { 0, 0 } };

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

static bool same_atom(const AngleTerm *term, const char *symbol_name, Fingerprint atom_value)
{
  if (term->symbol_name && symbol_name) return strcmp(term->symbol_name, symbol_name) == 0;
  return !term->symbol_name && !symbol_name && fingerprint_equal(term->atom_value, atom_value);
}

// ---- exponents

enum { DEFAULT_PARTS = 7200 };  // 2^5 3^2 5^2

// Computes the exponents parts*n/d modulo p - 1, for each field. Returns false if d has no inverse
// in one of them.
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

// Exponents of |r|, which is small in most cases. The result for any other r is cached, because it
// is requested again when the parsed text is verified.
static bool usual_exponents(const fmpq *r, uint64_t exponents[FIELD_COUNT])
{
  static _Thread_local struct {
    fmpq of;
    uint64_t exponents[FIELD_COUNT];
    bool are_there;
  } last;
  fmpz parts = DEFAULT_PARTS, above = *fmpq_numref(r), below = *fmpq_denref(r);
  fmpz size = above < 0 ? -above : above;
  bool is_small = above != 0 && size < INT32_MAX && below <= DEFAULT_PARTS;
  if (is_small && DEFAULT_PARTS % below == 0) {
    exponents[0] = exponents[1] = (uint64_t)(DEFAULT_PARTS / below * size);
    return true;
  }
  bool is_word = !COEFF_IS_MPZ(above) && !COEFF_IS_MPZ(below);
  if (is_word && last.of.num == above && last.of.den == below) {
    memcpy(exponents, last.exponents, sizeof last.exponents);
    return last.are_there;
  }
  bool are_there = exponents_of(r, &parts, exponents);
  for (int k = 0; k < FIELD_COUNT && fmpq_sgn(r) < 0; k++)
    exponents[k] = FIELD[k].prime - 1 - exponents[k];
  if (is_word) {
    last.of = *r;
    memcpy(last.exponents, exponents, sizeof last.exponents);
    last.are_there = are_there;
  }
  return are_there;
}

// Coefficients of the same atom that use different units must be added first. For all others no
// search is needed because their units multiply.
void angle_add_term(Angle *angle, const fmpq_t coefficient, const char *symbol_name,
                    Fingerprint atom_value)
{
  AngleTerm added = { .symbol_name = symbol_name, .atom_value = atom_value };
  added.is_default = usual_exponents(coefficient, added.exponents);
  for (int i = 0; i < angle->count; i++) {
    AngleTerm *term = &angle->terms[i];
    if (added.is_default && term->is_default) continue;
    if (!same_atom(term, symbol_name, atom_value)) continue;
    fmpq_add(&term->coefficient, &term->coefficient, coefficient);
    term->is_default = usual_exponents(&term->coefficient, term->exponents);
    return;
  }
  angle->terms = memory_room(angle->terms, angle->count, &angle->capacity, sizeof angle->terms[0]);
  fmpq_init(&added.coefficient);
  fmpq_set(&added.coefficient, coefficient);
  angle->terms[angle->count++] = added;
}

// ---- units

static Fingerprint atom_unit(uint64_t seed, uint64_t domain, const AngleTerm *term)
{
  Fingerprint unit = { 0 };
  for (int k = 0; k < FIELD_COUNT; k++) {
    unit.at[k] = term->symbol_name ? field_hash(FIELD[k], seed, domain + ATOM_SYMBOL,
                                                term->symbol_name, strlen(term->symbol_name))
                                   : field_hash(FIELD[k], seed, domain + ATOM_VALUE,
                                                &term->atom_value, sizeof term->atom_value);
  }
  return unit;
}

// Both fields are processed in one loop, so that neither waits for the products of the other.
static Fingerprint power_of(Fingerprint unit, const uint64_t exponents[FIELD_COUNT])
{
  Fingerprint power = ONE;
  for (uint64_t a = exponents[0], b = exponents[1]; (a | b) > 0; a >>= 1, b >>= 1) {
    if (a & 1) power.at[0] = field_mul(FIELD[0], power.at[0], unit.at[0]);
    if (b & 1) power.at[1] = field_mul(FIELD[1], power.at[1], unit.at[1]);
    unit.at[0] = field_mul(FIELD[0], unit.at[0], unit.at[0]);
    unit.at[1] = field_mul(FIELD[1], unit.at[1], unit.at[1]);
  }
  return power;
}

// Exponents of a multiple r of the fine unit, which represents e^{ix/30^30}. Returns false if they
// do not exist.
static bool fine_exponents(const fmpq *r, uint64_t exponents[FIELD_COUNT])
{
  fmpz_t parts;
  fmpz_init_set_ui(parts, 30);
  fmpz_pow_ui(parts, parts, 30);
  bool are_there = exponents_of(r, parts, exponents);
  fmpz_clear(parts);
  return are_there;
}

// If a large prime factor of p - 1 divides the denominator, the fraction gets its own unit.
static Fingerprint own_unit(uint64_t seed, uint64_t domain, const AngleTerm *term)
{
  AngleTerm fraction = { .atom_value = fingerprint_of_fraction(&term->coefficient) };
  Fingerprint own = atom_unit(seed, domain + DOMAIN_FINE, &fraction);
  return fingerprint_mul(own, atom_unit(seed, domain, term));
}

// Fingerprint of a term that is not a power of the default unit.
static Fingerprint fine_power(uint64_t seed, uint64_t domain, const AngleTerm *term)
{
  uint64_t exponents[FIELD_COUNT];
  if (!fine_exponents(&term->coefficient, exponents)) return own_unit(seed, domain, term);
  return power_of(atom_unit(seed, domain + DOMAIN_FINE, term), exponents);
}

// e^{ia} and e^{-ia}. For a number the second is computed as a power, too, which is cheaper than an
// inverse.
typedef struct UnitPair {
  Fingerprint forward, backward;
} UnitPair;

static UnitPair pair_of(Fingerprint unit) { return (UnitPair){ unit, fingerprint_inverse(unit) }; }

static UnitPair pair_mul(UnitPair a, UnitPair b)
{
  return (UnitPair){ fingerprint_mul(a.forward, b.forward),
                     fingerprint_mul(a.backward, b.backward) };
}

// Power of the default unit for |r|, cached per thread: the same few multiples of the same
// coordinates occur in most angles.
static UnitPair usual_power(uint64_t seed, uint64_t domain, const AngleTerm *term)
{
  enum { PLACES = 256, WORDS = 8 };
  static _Thread_local struct {
    uint64_t key[WORDS];
    UnitPair units;
  } places[PLACES];
  const Fingerprint *x = &term->atom_value;
  const uint64_t key[WORDS] = { seed,
                                domain + (term->symbol_name ? ATOM_SYMBOL : ATOM_VALUE),
                                x->at[0],
                                x->at[1],
                                x->root[0],
                                x->root[1],
                                term->exponents[0],
                                term->exponents[1] };
  uint64_t place = random_mix(x->at[0] ^ random_mix(term->exponents[0] + domain)) % PLACES;
  if (memcmp(places[place].key, key, sizeof key) != 0) {
    places[place].units = pair_of(power_of(atom_unit(seed, domain, term), term->exponents));
    memcpy(places[place].key, key, sizeof key);
  }
  return places[place].units;
}

static UnitPair term_units(uint64_t seed, uint64_t domain, const AngleTerm *term)
{
  if (!term->is_default) return pair_of(fine_power(seed, domain, term));
  UnitPair units = usual_power(seed, domain, term);
  bool is_back = fmpq_sgn(&term->coefficient) < 0;
  return is_back ? (UnitPair){ units.backward, units.forward } : units;
}

// The pair `units` multiplied by the units of all terms.
static UnitPair with_terms(UnitPair units, uint64_t seed, uint64_t domain, const Angle *angle)
{
  for (int i = 0; i < angle->count; i++)
    units = pair_mul(units, term_units(seed, domain, &angle->terms[i]));
  return units;
}

// ---- units of numbers

// Units of which all numbers are powers.
typedef enum Constant {
  CIRCLE_TURN,  // a root of unity
  CIRCLE_NUMBER,
  CIRCLE_PI,
  EXPONENTIAL_NUMBER,
  EXPONENTIAL_PI,
  CONSTANT_COUNT
} Constant;

enum { DIGIT_BITS = 6, DIGITS = 66 / DIGIT_BITS, RADIX = 1 << DIGIT_BITS };

// Powers of a unit for all exponents with a single non-zero digit; any power is a product of them.
typedef struct PowerTable {
  bool is_there;
  uint64_t seed;
  uint64_t at[DIGITS][RADIX][FIELD_COUNT];
} PowerTable;

static void tabulate(PowerTable *table, Fingerprint unit)
{
  for (int digit = 0; digit < DIGITS; digit++) {
    Fingerprint power = ONE;
    for (int k = 0; k < RADIX; k++) {
      memcpy(table->at[digit][k], power.at, sizeof power.at);
      power = fingerprint_mul(power, unit);
    }
    unit = power;
  }
}

static AngleTerm constant_term(Constant constant, const fmpq *multiple)
{
  bool is_number = constant == CIRCLE_NUMBER || constant == EXPONENTIAL_NUMBER;
  return (AngleTerm){ .coefficient = *multiple, .symbol_name = is_number ? "1" : "pi" };
}

static uint64_t constant_domain(Constant constant)
{
  bool is_circular = constant < EXPONENTIAL_NUMBER;
  return (is_circular ? DOMAIN_CIRCLE : DOMAIN_EXPONENTIAL) + ATOM_CONSTANT;
}

// Cached per thread: a description needs as many powers as it has numbers, all at one point.
static const PowerTable *power_table(uint64_t seed, Constant constant)
{
  static _Thread_local PowerTable tables[CONSTANT_COUNT];
  PowerTable *table = &tables[constant];
  bool is_root = constant == CIRCLE_TURN;  // the same at every point
  if (table->is_there && (is_root || table->seed == seed)) return table;
  AngleTerm one = constant_term(constant, &(fmpq){ 1, 1 });
  const Fingerprint root = { { FIELD[0].unity, FIELD[1].unity }, { 0, 0 } };
  tabulate(table, is_root ? root : atom_unit(seed, constant_domain(constant) + DOMAIN_FINE, &one));
  table->is_there = true;
  table->seed = seed;
  return table;
}

static Fingerprint tabulated_power(const PowerTable *table, uint64_t a, uint64_t b)
{
  Fingerprint power = ONE;
  for (int digit = 0; (a | b) > 0; digit++, a >>= DIGIT_BITS, b >>= DIGIT_BITS) {
    power.at[0] = field_mul(FIELD[0], power.at[0], table->at[digit][a % RADIX][0]);
    power.at[1] = field_mul(FIELD[1], power.at[1], table->at[digit][b % RADIX][1]);
  }
  return power;
}

static UnitPair constant_units(uint64_t seed, Constant constant, const fmpq_t multiple)
{
  uint64_t exponents[FIELD_COUNT];
  if (fmpq_is_zero(multiple)) return (UnitPair){ ONE, ONE };
  if (!fine_exponents(multiple, exponents)) {
    AngleTerm term = constant_term(constant, multiple);
    return pair_of(own_unit(seed, constant_domain(constant), &term));
  }
  const PowerTable *table = power_table(seed, constant);
  uint64_t a = exponents[0], b = exponents[1];
  return (UnitPair){ tabulated_power(table, a, b),
                     tabulated_power(table, FIELD[0].prime - 1 - a, FIELD[1].prime - 1 - b) };
}

// e^{i pi r}: a root of unity for the multiple of 0.0001 degree below r, times a power of a unit
// for the rest.
static UnitPair pi_units(uint64_t seed, const fmpq_t r)
{
  fmpq_t rest;
  fmpz_t steps;
  fmpq_init(rest);
  fmpz_init(steps);
  fmpz_mul_ui(steps, fmpq_numref(r), UNITY_ORDER / 2);
  fmpz_fdiv_qr(steps, fmpq_numref(rest), steps, fmpq_denref(r));
  if (!fmpq_is_zero(rest)) {
    fmpz_mul_ui(fmpq_denref(rest), fmpq_denref(r), UNITY_ORDER / 2);
    fmpq_canonicalise(rest);
  }
  uint64_t turn = fmpz_fdiv_ui(steps, UNITY_ORDER), back = UNITY_ORDER - turn;
  const PowerTable *roots = power_table(seed, CIRCLE_TURN);
  UnitPair units = { tabulated_power(roots, turn, turn), tabulated_power(roots, back, back) };
  units = pair_mul(units, constant_units(seed, CIRCLE_PI, rest));
  fmpz_clear(steps);
  fmpq_clear(rest);
  return units;
}

// ---- functions

// -i/2, so that sin a = (e^{ia} - e^{-ia}) times this value.
static Fingerprint minus_half_i(void)
{
  Fingerprint result = { 0 };
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t half = (FIELD[k].prime + 1) / 2;
    result.at[k] = field_sub(FIELD[k], 0, field_mul(FIELD[k], half, FIELD[k].i));
  }
  return result;
}

static UnitPair exponential(uint64_t seed, const Angle *angle)
{
  UnitPair number = constant_units(seed, EXPONENTIAL_NUMBER, angle->number_part);
  number = pair_mul(number, constant_units(seed, EXPONENTIAL_PI, angle->pi_part));
  return with_terms(number, seed, DOMAIN_EXPONENTIAL, angle);
}

static UnitPair circle(uint64_t seed, const Angle *angle)
{
  UnitPair number = constant_units(seed, CIRCLE_NUMBER, angle->number_part);
  return fmpq_is_zero(angle->pi_part) ? number : pair_mul(number, pi_units(seed, angle->pi_part));
}

// Same as circle(), cached per thread: sine and cosine of an angle are requested together, and once
// more when the parsed text is verified.
static UnitPair circle_found(uint64_t seed, const Angle *angle)
{
  enum { PLACES = 64, WORDS = 5 };
  static _Thread_local struct {
    uint64_t key[WORDS];
    UnitPair units;
  } places[PLACES];
  const fmpq *number = angle->number_part, *pi = angle->pi_part;
  if (fmpq_is_zero(number) && fmpq_is_zero(pi)) return (UnitPair){ ONE, ONE };
  const uint64_t key[WORDS] = { seed, (uint64_t)number->num, (uint64_t)number->den,
                                (uint64_t)pi->num, (uint64_t)pi->den };
  uint64_t hash = 0;
  for (int i = 0; i < WORDS; i++) {
    if (i > 0 && COEFF_IS_MPZ((fmpz)key[i])) return circle(seed, angle);  // stored elsewhere
    hash = random_mix(hash ^ key[i]);
  }
  bool is_there = memcmp(places[hash % PLACES].key, key, sizeof key) == 0;
  if (!is_there) {
    places[hash % PLACES].units = circle(seed, angle);
    memcpy(places[hash % PLACES].key, key, sizeof key);
  }
  return places[hash % PLACES].units;
}

// Computed from e^a and e^{-a}.
static Fingerprint hyperbolic(uint64_t seed, Operator op, const Angle *angle)
{
  UnitPair e = exponential(seed, angle);
  Fingerprint sine = fingerprint_half(fingerprint_sub(e.forward, e.backward));
  if (op == OP_SINH) return sine;
  Fingerprint cosine = fingerprint_half(fingerprint_add(e.forward, e.backward));
  return op == OP_COSH ? cosine : fingerprint_mul(sine, fingerprint_inverse(cosine));
}

static Fingerprint circular(uint64_t seed, Operator op, const Angle *angle)
{
  UnitPair e = with_terms(circle_found(seed, angle), seed, DOMAIN_CIRCLE, angle);
  Fingerprint cosine = fingerprint_half(fingerprint_add(e.forward, e.backward));
  if (op == OP_COS) return cosine;
  Fingerprint sine = fingerprint_mul(fingerprint_sub(e.forward, e.backward), minus_half_i());
  if (op == OP_SIN) return sine;
  assert(op == OP_TAN);
  return fingerprint_mul(sine, fingerprint_inverse(cosine));
}

Fingerprint fingerprint_of_angle(uint64_t seed, Operator op, const Angle *angle)
{
  if (op == OP_EXP) return exponential(seed, angle).forward;
  bool is_circular = op == OP_SIN || op == OP_COS || op == OP_TAN;
  return is_circular ? circular(seed, op, angle) : hyperbolic(seed, op, angle);
}
