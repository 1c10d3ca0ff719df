// number_text.h -- exact fractions as people write them: 9.81, 1/12, 1e-6.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_NUMBER_TEXT_H
#define BIELLE_NOTATION_PRINT_NUMBER_TEXT_H

#include "base/text/text.h"

#include <flint/fmpq.h>

#include <stdbool.h>

// Does a decimal stand above the line? Yes for denominators that hold a five and no prime but two
// and five: 981/100 is 9.81; for other primes besides where that is shorter, 6173/1500 is 12.346/3;
// and for halves and quarters from ten on, 17/4 is 4.25. But 1/2, 3/8, 1/12 and 1/15 stay
// fractions.
bool number_is_decimal(const fmpq *number);

// What stands in front of a product, without its sign: the numerator or the decimal; and what
// stands below. Is there one, other than 1?
void number_put_numerator(Text *out, const fmpq_t number);
void number_put_bottom(Text *out, const fmpq_t number);
bool number_has_top(const fmpq *number);
bool number_has_bottom(const fmpq *number);

// Rounds a decimal with more than `most` digits that count.
void number_shorten(Text *digits, int most);

// Of the whole number with its sign, "-3/2", "9.81".
size_t number_columns(const fmpq_t number);

#endif
