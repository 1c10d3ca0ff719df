// decimal.h -- numbers of foreign texts, stored as text in a normal form.
//
// Foreign numbers are copied, never rounded: "1.50E-05" becomes "1.5e-5". A decimal is a
// NUL-terminated text without plus sign and redundant zeros, "0" for every zero, with an exponent
// only if plain digits would be long. Calculations are left to the language.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_DECIMAL_H
#define BIELLE_IMPORT_COMMON_DECIMAL_H

#include "base/memory/arena.h"

#include <stdbool.h>
#include <stddef.h>

// Returns NULL if the text is not a decimal number, has more than 200 digits, or exceeds the range
// of doubles. Numbers below 1e-307 are returned as "0".
const char *decimal_read(Arena *arena, const char *text, size_t length);
// Returns the decimal of a finite double, for computed values.
const char *decimal_from_double(Arena *arena, double value);

bool decimal_is_zero(const char *a);
bool decimals_are_zero(const char *const numbers[], int count);
double decimal_value(const char *a);
// Returns the text of one term with the opposite sign: "-a", "a" for "-a", "0" for zero.
const char *negated(Arena *arena, const char *term);
// Returns "(a + b)" of two expressions; "0" if they cancel.
const char *sum_text(Arena *arena, const char *a, const char *b);

#endif
