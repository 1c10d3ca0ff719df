// dimension.h -- physical dimension of a quantity: exponents of the SI base units.
//
// Angles are dimensionless in comparisons, but are printed in rad if there is no other unit.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_DIMENSION_H
#define BIELLE_MECHANISM_DIMENSION_H

#include "base/text/text.h"

#include <stdalign.h>
#include <stdbool.h>

enum { BASE_UNIT_COUNT = 5 };

// The struct is a single machine word.
typedef struct Dimension {
  alignas(8) bool is_known;            // false: no unit was given, any dimension is accepted
  bool is_angle;                       // rad, for printing only
  signed char power[BASE_UNIT_COUNT];  // m, kg, s, A, K
} Dimension;

bool dimension_equal(Dimension a, Dimension b);  // both known; is_angle ignored
Dimension dimension_multiply(Dimension a, Dimension b);
Dimension dimension_power(Dimension a, int exponent);
// Prints "kg.m^2", "N.m" if a common derived unit fits, "rad", "1"; "" if unknown.
void dimension_print(Dimension dimension, Text *out);

#endif
