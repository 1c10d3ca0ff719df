// quantity.h -- what an expression of the language stands for: a number, a vector or a matrix of
// exact expressions, with its physical dimension as far as it is known.
//
// A plain number (2, pi, sin(x)) carries no unit and may stand for any quantity in SI; a parameter
// without a unit has a free dimension, which is found from its use (infer.h).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_QUANTITY_H
#define BIELLE_LANG_EVALUATE_QUANTITY_H

#include "mechanism/dimension.h"
#include "symbolic/matrix/vector.h"

typedef enum Shape {
  SHAPE_NONE,  // an error was reported; whatever uses it stays silent
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
  Dimension dimension;             // is_known false: nothing is known
  const DimensionTerm *free;       // times these; NULL: none
  bool is_plain;                   // a number without unit
  long bits;  // bound for the length of the exact numbers in it, see evaluate.c
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
// The number of components.
static inline int quantity_size(const Quantity *quantity)
{
  if (quantity->shape <= SHAPE_NUMBER) return quantity->shape == SHAPE_NUMBER;
  return quantity->shape == SHAPE_VECTOR ? 3 : MAX_COMPONENTS;
}
// Is the component neither zero nor, in a symmetric matrix, what stood at its mirrored place before?
bool quantity_has_own(const Quantity *quantity, int component);

bool quantity_is_undefined(const Quantity *quantity);  // some component is
bool quantity_is_time(const Quantity *quantity);       // a function of time alone, in seconds
Stage quantity_stage(const Quantity *quantity);        // the latest of its components

Vec3 quantity_vector(const Quantity *quantity);
Mat3 quantity_matrix(const Quantity *quantity);
Quantity quantity_from_vector(Vec3 vector);
Quantity quantity_from_matrix(Mat3 matrix);

const char *shape_text(Shape shape);  // "a number", "a vector", "a matrix"

#endif
