// bound.h -- guaranteed bounds of expressions over a box, by ball arithmetic (Arb).
//
// A box assigns an interval or a single value to every symbol. Evaluated in interval arithmetic, an
// expression yields an interval that contains all its values; subdividing the box makes this
// interval as narrow as required. All rounding is outwards.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_BOUND_H
#define BIELLE_FORMULATION_DERIVED_BOUND_H

#include "symbolic/expr.h"

typedef struct Interval {
  const Expr *symbol;
  const Expr *lower;  // STAGE_LITERAL, not greater than `upper`
  const Expr *upper;
} Interval;

typedef struct Box Box;
// The intervals are copied; their symbols must be in the pool of the expressions to be bounded.
Box *box_new(const Interval intervals[], int count);
void box_free(Box *box);  // NULL is allowed

// An upper bound of |e| over the box, nearly attained: the box is subdivided until the result is
// within two per cent of a value that occurs, or into several hundred pieces. Returns INFINITY if
// no bound was found: a symbol without interval, or a denominator that may vanish.
double box_bound(const Box *box, const Expr *e);

// Evaluates several expressions at points of the box.
typedef struct BoxProbe BoxProbe;
BoxProbe *box_probe_new(const Box *box, const Expr *const e[], int count);
// At the point place[k], in 0..1 within interval k, e[i] lies in lower[i] .. upper[i].
void box_probe_at(BoxProbe *probe, const double place[], double lower[], double upper[]);
void box_probe_free(BoxProbe *probe);

#endif
