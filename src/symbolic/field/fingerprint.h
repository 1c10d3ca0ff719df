// fingerprint.h -- values of expressions at random points: the arithmetic of fingerprints.
//
// A Fingerprint is the value of an expression at one random point of each of the two fields. This
// arithmetic is used for construction, for evaluation at other points and for the verification of
// programs.
//
// Sines, cosines, exponentials and hyperbolic functions need more than the value of their argument:
// e^{ia} of a sum is the product of the parts. An argument is therefore read as a linear form r1*x1
// + r2*x2 + ... + r*pi + r0 over atoms x (expressions that are neither sums nor rational
// multiples). Each atom has a random element u(x) that represents a small part of e^{ix}, so that
// fractions and multiples follow from de Moivre's formula (angle.c). The fields contain i, so a
// point of the circle is one field element: cos = (u + 1/u)/2, sin = (u - 1/u)/(2i).
//
// Roots of rational numbers are roots in the fields or in their quadratic extensions, where every
// number has one. A root of an expression has no sign in a field; it is hashed.
//
// The value of a function without algebraic identities is a keyed hash of its name and its
// arguments' values.
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

Fingerprint fingerprint_inverse(Fingerprint a);  // of a non-zero value
Fingerprint
fingerprint_power(Fingerprint a,
                  const fmpz_t exponent);  // negative exponents need an invertible value

Fingerprint fingerprint_of_integer(long number);
Fingerprint fingerprint_of_fraction(const fmpq_t number);
// Returns true if `value` is the fingerprint of the number. For most numbers this is cheaper than
// computing the fingerprint; false may also mean that the number is too long for this test.
bool fingerprint_is_of_fraction(Fingerprint value, const fmpq_t number);
void fraction_of_decimal(const char *text, size_t length, fmpq_t out);  // 12.5e-3
// Fingerprints of the digits of a decimal as an integer, and of the power of ten by which they are
// divided. Returns false if they exceed a machine word.
bool fingerprint_of_decimal(const char *text, size_t length, Fingerprint *digits,
                            Fingerprint *tens);
bool number_is_hashed(const fmpq_t number);  // its fingerprint is hashed (fingerprint.c)
Fingerprint fingerprint_of_number_root(const fmpz_t radicand);  // sqrt of a positive integer
Fingerprint fingerprint_of_symbol(uint64_t seed, const char *name);
Fingerprint fingerprint_of_pi(uint64_t seed);
Fingerprint fingerprint_of_undefined(uint64_t seed);
Fingerprint fingerprint_of_points(uint64_t seed, const TableFunction *table, int order);

// Fingerprint of an operator with one to three arguments that are not read as linear forms. For
// OP_POW the exponent must not be an integer.
Fingerprint fingerprint_of_operator(uint64_t seed, Operator op, const Fingerprint args[]);

// ---- sines, cosines, exponentials

typedef struct AngleTerm {
  fmpq coefficient;
  const char *symbol_name;  // if the atom is a symbol; NULL: any other expression,
  Fingerprint atom_value;   // identified by its fingerprint
  bool is_default;          // true: a power of the atom's default unit (angle.c),
  uint64_t exponents[2];    // with these exponents of |coefficient|, one for each field
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

// Fingerprint of a function of `angle` that reads its argument as a linear form.
Fingerprint fingerprint_of_angle(uint64_t seed, Operator op, const Angle *angle);

// Reads the argument as a linear form; the atoms have the fingerprints with which they were built.
void angle_of(const Expr *argument, Angle *angle);

// Same as angle_of() with the values of the atoms at the point `seed`.
void angle_at(const Expr *argument, uint64_t seed, Angle *angle);

// Reads arguments from a list of steps at the point `seed`; the cost is proportional to the length
// of the argument.
typedef struct AngleReader {
  const Steps *steps;
  uint64_t seed;
  const Fingerprint *values;  // fingerprints of the steps
  const bool *is_moved;       // per step: symbols identified by value as atoms; NULL: none
  fmpq *coefficients;         // per step; zero between two calls
  int *reached;
} AngleReader;
AngleReader angle_reader_new(const Steps *steps, uint64_t seed, const Fingerprint values[]);
void angle_reader_free(AngleReader *reader);
void angle_read(AngleReader *reader, int place, Angle *angle);

// ---- evaluation at other points

// Fingerprints of the steps at the point `seed`, computed from their operators and arguments alone.
void steps_values_at(const Steps *steps, uint64_t seed, Fingerprint out[]);
// Fingerprints of the steps at the point of the pool, except for the symbols whose values are
// replaced by `place`, which returns false for all others. The list must have been made by
// steps_of().
typedef bool SymbolValue(void *context, const Expr *symbol, Fingerprint *value);
void steps_values_moved(const Steps *steps, SymbolValue *place, void *context, Fingerprint out[]);
// Returns true if the value of any root changes with this symbol.
bool steps_depend_on(const Steps *steps, const Expr *symbol);
// Fingerprints of expressions (through names) at the point `seed`.
void expr_values_at(const Expr *const roots[], int count, uint64_t seed, Fingerprint out[]);

#endif
