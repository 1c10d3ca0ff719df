// decimal.h -- decimal numbers as text, and the little exact arithmetic that importers need.
//
// Foreign numbers are copied, never rounded: "1.50E-05" becomes "1.5e-5". A decimal is a
// NUL-terminated text in that normal form: no plus sign, no needless zeros, "0" for every zero,
// an exponent only where plain digits would be long. Everything lives in the arena given.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_DECIMAL_H
#define BIELLE_IMPORT_DECIMAL_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

// NULL: not a decimal number, more than 200 digits, or beyond 1e310.
const char *decimal_read(Arena *arena, const char *text, size_t length);
// The double in 15 significant digits, for what had to be calculated.
const char *decimal_from_double(Arena *arena, double value);

bool decimal_is_zero(const char *a);
double decimal_value(const char *a);
const char *decimal_negate(Arena *arena, const char *a);
const char *decimal_add(Arena *arena, const char *a, const char *b);
// a * factor * 10^exponent, factor from -9 to 9: twice is (2, 0), half is (5, -1).
const char *decimal_scale(Arena *arena, const char *a, int factor, int exponent);

#endif
