// infer.h -- inference of dimensions that are not declared.
//
// A symbol without a unit has a free dimension, represented by a variable. Products and powers of
// quantities are products of powers of variables; every sum, comparison or equation yields a linear
// equation for the exponents, which is solved immediately for one variable. A contradiction is an
// error of the description. A text without any unit is not checked.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_INFER_H
#define BIELLE_LANG_EVALUATE_INFER_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"
#include "lang/evaluate/quantity.h"

typedef struct DimensionVariable {
  int order;  // 0: free; otherwise the number of its solution, from 1
  Dimension known;
  const DimensionTerm *terms;  // the solution is `known` times these
  Span place;                  // expression that determined it
} DimensionVariable;

typedef struct Inference {
  Arena *arena;    // owns the terms
  bool is_active;  // false: the text has no unit; every query returns "not known"
  DimensionVariable *variables;
  int count;
  int capacity;
  int solved_count;
  Span place;  // expression being processed
} Inference;

void inference_free(Inference *inference);

// Assigns a new free dimension to the quantity.
void infer_free(Inference *inference, Quantity *quantity);
// Returns a number with a free dimension.
Quantity infer_symbol(Inference *inference, const Expr *symbol);

// Returns the dimension; is_known is false if it is not completely known yet.
Dimension infer_dimension(Inference *inference, const Quantity *quantity);

// Returns the expression that completed the dimension; `source` is NULL if the dimension is still
// unknown or was declared by a unit.
Span infer_place(Inference *inference, const Quantity *quantity);

// Requires equal dimensions of `a` and `b` (terms of a sum, components of a vector): a plain number
// adopts the other's dimension, free dimensions are solved. Returns false if they are inconsistent.
bool infer_unify(Inference *inference, Quantity *a, const Quantity *b);
// Returns true if the quantity has this dimension. A plain number has any dimension.
bool infer_is(Inference *inference, const Quantity *quantity, Dimension dimension);

// Dimension of a product or, with power -1, of a quotient. `result` may be a or b.
void infer_product(Inference *inference, Quantity *result, const Quantity *a, const Quantity *b,
                   int power);
void infer_power(Inference *inference, Quantity *result, const Quantity *base, int exponent);
void infer_root(Inference *inference, Quantity *result, const Quantity *square);

#endif
