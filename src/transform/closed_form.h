// closed_form.h -- closed-form solution of loop equations for coordinates.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_CLOSED_FORM_H
#define BIELLE_TRANSFORM_CLOSED_FORM_H

#include "transform/transform.h"

enum { MAX_EQUATIONS = 3 };

// A result: a coordinate, or a named subexpression of its formula.
typedef struct Found {
  const char *name;
  const Expr *value;  // a function of the remaining coordinates
  int coordinate;     // -1: a subexpression
} Found;

typedef struct Elimination {
  const Transform *transform;
  const int *order;  // all coordinates, in order of preference for elimination
  bool *is_gone;     // by coordinate
  Found *found;      // in order, subexpressions first
  int found_count;
  bool is_blind;  // no solution has a value at the initial values: the first one was used
} Elimination;
Elimination elimination_new(const Transform *transform, const int order[]);

// Eliminates one coordinate per equation and removes the solved equations from the list. Returns
// true if none is left.
bool eliminate(Elimination *elimination, const Expr *equations[], int *count);

// The value of an eliminated coordinate.
const Expr *eliminated_value(const Elimination *elimination, int coordinate);

// An angle minus the multiple of 2 pi that it has at the initial values.
const Expr *without_whole_turns(const Transform *transform, const Expr *angle);

#endif
