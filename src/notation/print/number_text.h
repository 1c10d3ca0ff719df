// number_text.h -- text of exact fractions: 9.81, 1/12, 1e-6.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_NUMBER_TEXT_H
#define BIELLE_NOTATION_PRINT_NUMBER_TEXT_H

#include "base/text/text.h"

#include <flint/fmpq.h>

#include <stdbool.h>

// Returns true if the numerator is written as a decimal. This is the case for denominators that are
// divisible by five and have only the prime factors two and five: 981/100 is 9.81; with other prime
// factors if that is shorter: 6173/1500 is 12.346/3; and for halves and quarters from ten on: 17/4
// is 4.25. But 1/2, 3/8, 1/12 and 1/15 remain fractions.
bool number_is_decimal(const fmpq *number);

// Write the number before a product, without its sign (the integer numerator or the decimal), and
// its denominator. number_has_top() and number_has_bottom() return true if these are not 1.
void number_put_numerator(Text *out, const fmpq_t number);
void number_put_bottom(Text *out, const fmpq_t number);
bool number_has_top(const fmpq *number);
bool number_has_bottom(const fmpq *number);

// Rounds a decimal with more than `most` significant digits.
void number_shorten(Text *digits, int most);

// Width of the complete number with its sign, "-3/2", "9.81".
size_t number_columns(const fmpq_t number);

#endif
