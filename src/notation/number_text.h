// number_text.h -- exact fractions as people write them: 9.81, 1/12, 1e-6.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_NUMBER_TEXT_H
#define BIELLE_NOTATION_NUMBER_TEXT_H

#include "base/text.h"

#include <flint/fmpq.h>

#include <stdbool.h>

// Is the fraction written as a decimal? Yes for denominators that hold a five and no
// prime but two and five: 981/100 is 9.81, but 1/2, 1/5, 3/8 and 1/12 stay fractions.
bool number_is_decimal(const fmpq *number);

// |numerator| of a fraction, or the whole decimal without its sign: what stands in front of a
// product; and the denominator of a fraction that is no decimal. Is there one, other than 1?
void number_put_top(Text *out, const fmpq_t number);
void number_put_bottom(Text *out, const fmpq_t number);
bool number_has_top(const fmpq *number);
bool number_has_bottom(const fmpq *number);

// Of the whole number with its sign, "-3/2", "9.81".
size_t number_columns(const fmpq_t number);

#endif
