// value.h -- values of expressions at random points: the laws behind fingerprints.
//
// A Value is the value of an expression at one random point of each of the two fields. The laws
// are in one place for construction, for fresh points and for the check of programs.
//
// Sines, cosines and exponentials need more than the value of their argument: e^{ia} of a sum is
// the product of the parts. An argument is therefore read as a linear form
// r1*x1 + r2*x2 + ... + r*pi + r0 over atoms x (what is neither a sum nor a rational multiple), and
// each atom has a random element u(x) that stands for e^{ix/240}, so that halves, thirds and whole
// multiples come by de Moivre. The fields hold i, so a point of the circle is one field element:
// cos = (u + 1/u)/2, sin = (u - 1/u)/(2i).
//
// A function without algebraic law takes a keyed hash of its name and its arguments' values.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_VALUE_H
#define BIELLE_SYMBOLIC_VALUE_H

#include "symbolic/expr.h"
#include "symbolic/field.h"

static inline bool value_equal(Value a, Value b)
{
  return a.at[0] == b.at[0] && a.at[1] == b.at[1];
}

static inline bool value_is_zero(Value a) { return (a.at[0] | a.at[1]) == 0; }

static inline Value value_add(Value a, Value b)
{
  return (
      Value){ { field_add(FIELD[0], a.at[0], b.at[0]), field_add(FIELD[1], a.at[1], b.at[1]) } };
}

static inline Value value_sub(Value a, Value b)
{
  return (
      Value){ { field_sub(FIELD[0], a.at[0], b.at[0]), field_sub(FIELD[1], a.at[1], b.at[1]) } };
}

static inline Value value_neg(Value a)
{
  return (Value){ { field_neg(FIELD[0], a.at[0]), field_neg(FIELD[1], a.at[1]) } };
}

static inline Value value_mul(Value a, Value b)
{
  return (
      Value){ { field_mul(FIELD[0], a.at[0], b.at[0]), field_mul(FIELD[1], a.at[1], b.at[1]) } };
}

Value value_inverse(Value a);                       // of a value that is not zero
Value value_power(Value a, const fmpz_t exponent);  // negative exponents need an invertible value

Value value_of_integer(long number);
Value value_of_fraction(const fmpq_t number);
Value value_of_number_root(uint64_t seed, const fmpz_t radicand);  // sqrt of a positive integer
Value value_of_symbol(uint64_t seed, const char *name);
Value value_of_pi(uint64_t seed);
Value value_of_undefined(uint64_t seed);

// Value of an operator of one to three arguments; not for SIN, COS, TAN and EXP. For OP_POW
// the exponent is not an integer.
Value value_of_operator(uint64_t seed, Operator op, const Value args[]);

// ---- sines, cosines, exponentials

typedef struct AngleTerm {
  fmpq coefficient;
  const char *symbol_name;  // the atom is that symbol; NULL: any other expression,
  Value atom_value;         // known by its value
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
                    Value atom_value);

// Value of OP_SIN, OP_COS, OP_TAN or OP_EXP of the angle.
Value value_of_angle(uint64_t seed, Operator op, const Angle *angle);

// The argument in linear form. Atoms take their construction value, or, when `values` is not NULL,
// values[node->id].
void angle_of(const Expr *argument, const Value values[], Angle *angle);

// ---- fresh points

// Values of the roots at the point `seed`, computed anew from their forms (through names).
void expr_values_at(const Expr *const roots[], int count, uint64_t seed, Value out[]);

#endif
