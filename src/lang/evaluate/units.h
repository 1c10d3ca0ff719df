// units.h -- conversion of units to SI.
//
// A unit's value is exact: ten to a power, a fraction, and powers of pi for angles in degrees.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_UNITS_H
#define BIELLE_LANG_EVALUATE_UNITS_H

#include "mechanism/dimension.h"
#include "symbolic/expr.h"

#include <stdbool.h>
#include <stddef.h>

// One unit is numerator/denominator * 10^ten_power, times pi if has_pi, in SI.
typedef struct Unit {
  int numerator;
  int denominator;
  int ten_power;
  bool has_pi;
  Dimension dimension;
} Unit;

// Finds the unit with the symbol `bytes`, including its prefix ("mm", "kg", "rpm"). Returns false
// if there is none.
bool unit_find(const char *bytes, size_t length, Unit *unit);

// Returns unit^exponent as an exact number; the exponent is 1 to 9 or -1 to -9.
const Expr *unit_value(Pool *pool, const Unit *unit, int exponent);

// Returns the unit symbol nearest to `bytes`, or NULL.
const char *unit_nearest(const char *bytes, size_t length);

#endif
