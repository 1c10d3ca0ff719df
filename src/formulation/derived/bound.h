// bound.h -- guaranteed bounds of expressions over a box, by ball arithmetic (Arb).
//
// A box gives every symbol an interval, or a single value. Evaluated with intervals in place of
// numbers, an expression gives an interval that holds all its values; cutting the box into smaller
// ones makes it as narrow as one likes. Rounding goes outwards everywhere.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_BOUND_H
#define BIELLE_FORMULATION_DERIVED_BOUND_H

#include "symbolic/expr.h"

typedef struct Interval {
  const Expr *symbol;
  const Expr *lower;  // STAGE_LITERAL, not above `upper`
  const Expr *upper;
} Interval;

typedef struct Box Box;
// The intervals are copied; their symbols live in the pool of the expressions to come.
Box *box_new(const Interval intervals[], int count);
void box_free(Box *box);  // NULL is allowed

// |e| is nowhere in the box greater than this, and somewhere at least nearly so: the box is cut
// until the result is within two per cent of a value that occurs, or into some hundred pieces.
// INFINITY if no bound was found: a symbol without interval, a denominator that may vanish.
double box_bound(const Box *box, const Expr *e);

// Values of several expressions at points of the box.
typedef struct BoxProbe BoxProbe;
BoxProbe *box_probe_new(const Box *box, const Expr *const e[], int count);
// Point: place[k] in 0..1 within interval k. At this point e[i] lies in lower[i] .. upper[i].
void box_probe_at(BoxProbe *probe, const double place[], double lower[], double upper[]);
void box_probe_free(BoxProbe *probe);

#endif
