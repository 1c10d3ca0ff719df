// decimal.h -- the numbers of foreign texts, kept as text in one normal form.
//
// Foreign numbers are copied, never rounded: "1.50E-05" becomes "1.5e-5". A decimal is a
// NUL-terminated text without plus sign and needless zeros, "0" for every zero, with an exponent
// only where plain digits would be long. What is to be calculated is left to the language.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_DECIMAL_H
#define BIELLE_IMPORT_COMMON_DECIMAL_H

#include "base/memory/arena.h"

#include <stdbool.h>
#include <stddef.h>

// NULL: not a decimal number, more than 200 digits, or beyond 1e310.
const char *decimal_read(Arena *arena, const char *text, size_t length);
// A finite double, for what had to be calculated.
const char *decimal_from_double(Arena *arena, double value);

bool decimal_is_zero(const char *a);
bool decimals_are_zero(const char *const numbers[], int count);
double decimal_value(const char *a);
// The text of one term with the other sign: "-a", "a" for "-a", "0" for zero.
const char *negated(Arena *arena, const char *term);
// "(a + b)" of two expressions; "0" where they cancel.
const char *sum_text(Arena *arena, const char *a, const char *b);

#endif
