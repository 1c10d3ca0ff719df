// greek.h -- Greek letters and how they are spelt: θ is theta, Θ is Theta.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_TEXT_GREEK_H
#define BIELLE_BASE_TEXT_GREEK_H

#include "base/text/text.h"

#include <stdint.h>

// The code point of valid UTF-8, or of a stray byte (length 1).
uint32_t utf8_code_point(const char *bytes, int length);

// Appends the spelling of a letter, also of variants such as ϑ; false: it is no Greek letter.
bool greek_put_spelling(Text *out, uint32_t code_point);

// The letter that `text` begins with, spelt: "theta1" is θ, *size 5; 0: none.
uint32_t greek_of_spelling(const char *text, size_t length, size_t *size);

// Are these bytes the beginning of the spelling of a letter: th, al, om?
bool greek_is_abbreviation(const char *text, size_t length);

#endif
