// greek.h -- Greek letters and their names: θ is theta, Θ is Theta.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_TEXT_GREEK_H
#define BIELLE_BASE_TEXT_GREEK_H

#include "base/text/text.h"

#include <stdint.h>

// Returns the code point of a valid UTF-8 sequence, or the value of an invalid byte (length 1).
uint32_t utf8_code_point(const char *bytes, int length);

// Appends the name of a letter or of a variant such as ϑ. Returns false if it is not a Greek
// letter.
bool greek_put_spelling(Text *out, uint32_t code_point);

// Returns the letter whose name `text` begins with: for "theta1" θ, with *size 5. Returns 0 if
// there is none.
uint32_t greek_of_spelling(const char *text, size_t length, size_t *size);

// Returns true if these bytes (two or more) are the beginning of the name of a letter, such as th,
// al, om.
bool greek_is_abbreviation(const char *text, size_t length);

#endif
