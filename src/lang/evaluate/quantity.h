// quantity.h -- the value of an expression of the language: a number, a vector or a matrix of exact
// expressions, with its physical dimension as far as it is known.
//
// A plain number (2, pi, sin(x)) carries no unit and may be any quantity in SI; a parameter without
// a unit has a free dimension, which is inferred from its use (infer.h).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_QUANTITY_H
#define BIELLE_LANG_EVALUATE_QUANTITY_H

#include "mechanism/dimension.h"
#include "symbolic/matrix/vector.h"

typedef enum Shape {
  SHAPE_NONE,  // an error was reported; its uses report nothing
  SHAPE_NUMBER,
  SHAPE_VECTOR,  // three components
  SHAPE_MATRIX   // three by three
} Shape;

enum { MAX_COMPONENTS = 9 };

// A power of a free dimension (infer.h).
typedef struct DimensionTerm {
  int variable;
  int exponent;
  const struct DimensionTerm *next;
} DimensionTerm;

typedef struct Quantity {
  Shape shape;
  const Expr *at[MAX_COMPONENTS];  // row-major
  Dimension dimension;             // is_known false: unknown
  const DimensionTerm *free;       // the dimension is `dimension` times these; NULL: none
  bool is_plain;                   // a number without unit
  long bits;  // bound of the length of its exact numbers [bit], see evaluate_arithmetic.c
} Quantity;

static inline Quantity quantity_none(void) { return (Quantity){ .shape = SHAPE_NONE }; }
static inline Quantity quantity_plain(const Expr *number)
{
  return (Quantity){ .shape = SHAPE_NUMBER, .at = { number }, .is_plain = true };
}
static inline Quantity quantity_of(const Expr *number, Dimension dimension)
{
  return (Quantity){ .shape = SHAPE_NUMBER, .at = { number }, .dimension = dimension };
}
// Returns the number of components.
static inline int quantity_size(const Quantity *quantity)
{
  if (quantity->shape <= SHAPE_NUMBER) return quantity->shape == SHAPE_NUMBER;
  return quantity->shape == SHAPE_VECTOR ? 3 : MAX_COMPONENTS;
}
// Returns true if the component is nonzero and is not the mirror image of an earlier one in a
// symmetric matrix.
bool quantity_has_own(const Quantity *quantity, int component);

bool quantity_is_undefined(const Quantity *quantity);  // true if any component is undefined
bool quantity_is_time(const Quantity *quantity);       // a function of time alone, in seconds
Stage quantity_stage(const Quantity *quantity);        // latest stage of its components

Vec3 quantity_vector(const Quantity *quantity);
Mat3 quantity_matrix(const Quantity *quantity);
Quantity quantity_from_vector(Vec3 vector);
Quantity quantity_from_matrix(Mat3 matrix);

const char *shape_text(Shape shape);  // "a number", "a vector", "a matrix"

#endif
