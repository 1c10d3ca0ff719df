// closed_form.h -- coordinates from the equations of a loop, where there is a closed form.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_CLOSED_FORM_H
#define BIELLE_TRANSFORM_CLOSED_FORM_H

#include "transform/transform.h"

enum { MAX_EQUATIONS = 3 };

// What was found: a coordinate, or a part of its formula that has a name.
typedef struct Found {
  const char *name;
  const Expr *value;  // a function of the coordinates that are left
  int coordinate;     // -1: a part
} Found;

typedef struct Elimination {
  const Transform *transform;
  const int *order;  // all coordinates, the first ones are eliminated rather
  bool *is_gone;     // by coordinate
  Found *found;      // in order, parts first
  int found_count;
  bool is_blind;  // no solution has a value at the initial values: the first one was taken
} Elimination;
Elimination elimination_new(const Transform *transform, const int order[]);

// Eliminates a coordinate for each equation. What is solved leaves the list; true if none is left.
bool eliminate(Elimination *elimination, const Expr *equations[], int *count);

// The value of a coordinate that is gone.
const Expr *eliminated_value(const Elimination *elimination, int coordinate);

// An angle less the whole turns that it has at the initial values.
const Expr *without_whole_turns(const Transform *transform, const Expr *angle);

#endif
