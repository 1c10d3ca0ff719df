// fingerprint.h -- values of expressions at random points: the laws behind fingerprints.
//
// A Value is the value of an expression at one random point of each of the two fields. The laws
// are in one place for construction, for fresh points and for the check of programs.
//
// Sines, cosines, exponentials and hyperbolic functions need more than the value of their argument:
// e^{ia} of a sum is the product of the parts. An argument is therefore read as a linear form r1*x1
// + r2*x2 + ... + r*pi + r0 over atoms x (what is neither a sum nor a rational multiple), and each
// atom has a random element u(x) that stands for a small part of e^{ix}, so that fractions and
// multiples come by de Moivre (angle.c). The fields hold i, so a point of the circle is one field
// element: cos = (u + 1/u)/2, sin = (u - 1/u)/(2i).
//
// Roots of rational numbers are roots in the fields, or in their quadratic extensions: every number
// has one there. A root of an expression has no sign in a field; it is hashed.
//
// A function without algebraic law takes a keyed hash of its name and its arguments' values.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_FIELD_FINGERPRINT_H
#define BIELLE_SYMBOLIC_FIELD_FINGERPRINT_H

#include "symbolic/expr.h"
#include "symbolic/field/field.h"
#include "symbolic/steps.h"

static inline bool fingerprint_equal(Fingerprint a, Fingerprint b)
{
  return a.at[0] == b.at[0] && a.at[1] == b.at[1] && a.root[0] == b.root[0] &&
         a.root[1] == b.root[1];
}

static inline bool fingerprint_has_root(Fingerprint a) { return (a.root[0] | a.root[1]) != 0; }

static inline bool fingerprint_is_zero(Fingerprint a)
{
  return (a.at[0] | a.at[1] | a.root[0] | a.root[1]) == 0;
}

static inline Fingerprint fingerprint_add(Fingerprint a, Fingerprint b)
{
  Fingerprint sum = { 0 };
  for (int k = 0; k < FIELD_COUNT; k++)
    sum.at[k] = field_add(FIELD[k], a.at[k], b.at[k]);
  if (!fingerprint_has_root(a) && !fingerprint_has_root(b)) return sum;
  for (int k = 0; k < FIELD_COUNT; k++)
    sum.root[k] = field_add(FIELD[k], a.root[k], b.root[k]);
  return sum;
}

static inline Fingerprint fingerprint_neg(Fingerprint a)
{
  Fingerprint negative = { 0 };
  for (int k = 0; k < FIELD_COUNT; k++) {
    negative.at[k] = field_neg(FIELD[k], a.at[k]);
    negative.root[k] = field_neg(FIELD[k], a.root[k]);
  }
  return negative;
}

static inline Fingerprint fingerprint_sub(Fingerprint a, Fingerprint b)
{
  return fingerprint_add(a, fingerprint_neg(b));
}

Fingerprint fingerprint_mul_roots(Fingerprint a,
                                  Fingerprint b);  // fingerprint_mul() of values with roots

static inline Fingerprint fingerprint_mul(Fingerprint a, Fingerprint b)
{
  if (fingerprint_has_root(a) || fingerprint_has_root(b)) return fingerprint_mul_roots(a, b);
  Fingerprint product = { 0 };
  for (int k = 0; k < FIELD_COUNT; k++)
    product.at[k] = field_mul(FIELD[k], a.at[k], b.at[k]);
  return product;
}

static inline Fingerprint fingerprint_half(Fingerprint a)
{
  const Fingerprint half = { { (FIELD[0].prime + 1) / 2, (FIELD[1].prime + 1) / 2 }, { 0, 0 } };
  return fingerprint_mul(a, half);
}

Fingerprint fingerprint_inverse(Fingerprint a);  // of a value that is not zero
Fingerprint
fingerprint_power(Fingerprint a,
                  const fmpz_t exponent);  // negative exponents need an invertible value

Fingerprint fingerprint_of_integer(long number);
Fingerprint fingerprint_of_fraction(const fmpq_t number);
// Is it the value of the number? Of most numbers this costs less than to compute their value; false
// may also mean that this one is too long to tell.
bool fingerprint_is_of_fraction(Fingerprint value, const fmpq_t number);
void fraction_of_decimal(const char *text, size_t length, fmpq_t out);  // 12.5e-3
// Of the digits of a decimal and of the power of ten below them; false: a word does not hold it.
bool fingerprint_of_decimal(const char *text, size_t length, Fingerprint *digits,
                            Fingerprint *tens);
bool number_is_hashed(const fmpq_t number);  // its value follows no law of arithmetic (value.c)
Fingerprint fingerprint_of_number_root(const fmpz_t radicand);  // sqrt of a positive integer
Fingerprint fingerprint_of_symbol(uint64_t seed, const char *name);
Fingerprint fingerprint_of_pi(uint64_t seed);
Fingerprint fingerprint_of_undefined(uint64_t seed);
Fingerprint fingerprint_of_points(uint64_t seed, const TableFunction *table, int order);

// Value of an operator of one to three arguments that does not read them as linear forms. For
// OP_POW the exponent is not an integer.
Fingerprint fingerprint_of_operator(uint64_t seed, Operator op, const Fingerprint args[]);

// ---- sines, cosines, exponentials

typedef struct AngleTerm {
  fmpq coefficient;
  const char *symbol_name;  // the atom is that symbol; NULL: any other expression,
  Fingerprint atom_value;   // known by its value
  bool is_default;          // a power of the atom's usual unit (angle.c),
  uint64_t exponents[2];    // of |coefficient| with these, one for each field
} AngleTerm;

typedef struct Angle {
  AngleTerm *terms;
  int count;
  int capacity;
  fmpq_t pi_part;      // multiple of pi
  fmpq_t number_part;  // plain number
} Angle;

void angle_init(Angle *angle);
void angle_clear(Angle *angle);
void angle_add_term(Angle *angle, const fmpq_t coefficient, const char *symbol_name,
                    Fingerprint atom_value);

// Value of a function that reads its argument as a linear form, of this one.
Fingerprint fingerprint_of_angle(uint64_t seed, Operator op, const Angle *angle);

// The argument in linear form, atoms with the values that they were built with.
void angle_of(const Expr *argument, Angle *angle);

// The same with the values of the atoms at the point `seed`.
void angle_at(const Expr *argument, uint64_t seed, Angle *angle);

// Arguments read off a list of steps at the point `seed`; what is read costs its length.
typedef struct AngleReader {
  const Steps *steps;
  uint64_t seed;
  const Fingerprint *values;  // of the steps
  const bool *is_moved;       // by step: these symbols are atoms by their value; NULL: none is
  fmpq *coefficients;         // by step, zero between two readings
  int *reached;
} AngleReader;
AngleReader angle_reader_new(const Steps *steps, uint64_t seed, const Fingerprint values[]);
void angle_reader_free(AngleReader *reader);
void angle_read(AngleReader *reader, int place, Angle *angle);

// ---- other points

// Values of the steps at the point `seed`, computed from their operators and arguments alone.
void steps_values_at(const Steps *steps, uint64_t seed, Fingerprint out[]);
// The same at the point of the pool, but for some symbols: false of others. Of a list of expressions
// as they are.
typedef bool SymbolValue(void *context, const Expr *symbol, Fingerprint *value);
void steps_values_moved(const Steps *steps, SymbolValue *place, void *context, Fingerprint out[]);
// Does the value of a root change with this symbol?
bool steps_depend_on(const Steps *steps, const Expr *symbol);
// The same for the roots of some expressions (through names).
void expr_values_at(const Expr *const roots[], int count, uint64_t seed, Fingerprint out[]);

#endif
