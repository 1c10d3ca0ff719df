// units.h -- the border where degrees and millimetres become SI.
//
// A unit's value is exact: ten to a power, a fraction, and powers of pi for angles in degrees.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_UNITS_H
#define BIELLE_LANG_EVALUATE_UNITS_H

#include "mechanism/dimension.h"
#include "symbolic/expr.h"

#include <stdbool.h>
#include <stddef.h>

// One of the unit is numerator/denominator * 10^ten_power, times pi if has_pi, in SI.
typedef struct Unit {
  int numerator;
  int denominator;
  int ten_power;
  bool has_pi;
  Dimension dimension;
} Unit;

// The unit that `bytes` spells, with its prefix ("mm", "kg", "rpm"). False if there is none.
bool unit_find(const char *bytes, size_t length, Unit *unit);

// unit^exponent as an exact number, 1 to 9 or -1 to -9.
const Expr *unit_value(Pool *pool, const Unit *unit, int exponent);

// The spelling of a unit nearest to `bytes`, or NULL.
const char *unit_nearest(const char *bytes, size_t length);

#endif
