// infer.h -- dimensions that nobody wrote down, found from use.
//
// A symbol without a unit has a free dimension, a variable. Products and powers of quantities are
// products of powers of variables; whatever is added, compared or equated gives a linear equation
// for the exponents, which is solved at once for one variable. A contradiction is an error of the
// description. A text without any unit is not checked at all.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_INFER_H
#define BIELLE_LANG_EVALUATE_INFER_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"
#include "lang/evaluate/quantity.h"

typedef struct DimensionVariable {
  int order;  // 0: free; otherwise when it was solved, from 1
  Dimension known;
  const DimensionTerm *terms;  // the solution: `known` times these
  Span place;                  // of the expression that gave it
} DimensionVariable;

typedef struct Inference {
  Arena *arena;    // of the terms
  bool is_active;  // false: no unit anywhere, every question is answered by "not known"
  DimensionVariable *variables;
  int count;
  int capacity;
  int solved_count;
  Span place;  // of the expression under discussion
} Inference;

void inference_free(Inference *inference);

// Gives the quantity a dimension that is free.
void infer_free(Inference *inference, Quantity *quantity);
// A number whose dimension is free.
Quantity infer_symbol(Inference *inference, const Expr *symbol);

// What is known of the dimension by now; is_known false if that is not all of it.
Dimension infer_dimension(Inference *inference, const Quantity *quantity);

// The expression with which all of its dimension was known; `source` NULL: it never was, or it had a
// unit from the beginning.
Span infer_place(Inference *inference, const Quantity *quantity);

// The two are of the same kind (terms of a sum, components of a vector): a plain number takes over
// the other's dimension, free dimensions are solved. False if they contradict each other.
bool infer_unify(Inference *inference, Quantity *a, const Quantity *b);
// Has it this dimension? A plain number has any.
bool infer_is(Inference *inference, const Quantity *quantity, Dimension dimension);

// The dimension of a product or, with power -1, a quotient. `result` may be a or b.
void infer_product(Inference *inference, Quantity *result, const Quantity *a, const Quantity *b,
                   int power);
void infer_power(Inference *inference, Quantity *result, const Quantity *base, int exponent);
void infer_root(Inference *inference, Quantity *result, const Quantity *square);

#endif
