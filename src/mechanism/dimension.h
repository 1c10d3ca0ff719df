// dimension.h -- physical dimension of a quantity: exponents of the SI base units.
//
// Angles count as plain numbers for comparison, but are shown in rad when nothing else is there.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_DIMENSION_H
#define BIELLE_MECHANISM_DIMENSION_H

#include "base/text/text.h"

#include <stdalign.h>
#include <stdbool.h>

enum { BASE_UNIT_COUNT = 5 };

// One word, which is copied at once.
typedef struct Dimension {
  alignas(8) bool is_known;            // false: no unit was given, the dimension is free
  bool is_angle;                       // rad, for printing only
  signed char power[BASE_UNIT_COUNT];  // m, kg, s, A, K
} Dimension;

bool dimension_equal(Dimension a, Dimension b);  // both known; is_angle ignored
Dimension dimension_multiply(Dimension a, Dimension b);
Dimension dimension_power(Dimension a, int exponent);
// "kg.m^2", "N.m" where a usual derived unit fits better, "rad", "1"; "" when not known.
void dimension_print(Dimension dimension, Text *out);

#endif
