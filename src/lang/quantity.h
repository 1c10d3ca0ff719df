// quantity.h -- what an expression of the language stands for: a number, a vector or a matrix of
// exact expressions, with its physical dimension as far as it is known.
//
// A plain number (2, pi, sin(x)) carries no unit and may stand for any quantity in SI; a parameter
// without a unit is of unknown dimension. Only two known dimensions can contradict each other.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_QUANTITY_H
#define BIELLE_LANG_QUANTITY_H

#include "mechanism/dimension.h"
#include "symbolic/matrix.h"

typedef enum Shape {
  SHAPE_NONE,  // an error was reported; whatever uses it stays silent
  SHAPE_NUMBER,
  SHAPE_VECTOR,  // three components
  SHAPE_MATRIX   // three by three
} Shape;

enum { MAX_COMPONENTS = 9 };

typedef struct Quantity {
  Shape shape;
  const Expr *at[MAX_COMPONENTS];  // row-major
  Dimension dimension;
  bool is_plain;  // a number without unit
  long bits;      // bound for the length of the exact numbers in it, see evaluate.c
} Quantity;

Quantity quantity_none(void);
Quantity quantity_plain(const Expr *number);
Quantity quantity_of(const Expr *number, Dimension dimension);
int quantity_size(const Quantity *quantity);  // number of components

bool quantity_is_undefined(const Quantity *quantity);  // some component is

Vec3 quantity_vector(const Quantity *quantity);
Mat3 quantity_matrix(const Quantity *quantity);
Quantity quantity_from_vector(Vec3 vector);
Quantity quantity_from_matrix(Mat3 matrix);

const char *shape_text(Shape shape);  // "a number", "a vector", "a matrix"

// Takes over what is known of the dimension of `other`, which must be of the same kind (terms of a
// sum, components of a vector). False if the two contradict each other.
bool quantity_unify(Quantity *quantity, const Quantity *other);
// The dimension of a product or, with power -1, a quotient.
void quantity_multiply_dimension(Quantity *result, const Quantity *a, const Quantity *b, int power);

#endif
