// letters.h -- which characters names are made of: letters of any script, digits, '_'.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_LETTERS_H
#define BIELLE_BASE_LETTERS_H

#include <stddef.h>

// Length in bytes of the letter or '_' at `bytes`, or 0 if there is none.
size_t letter_length(const char *bytes, size_t available);

// The same for what may follow in a name: also digits and combining accents.
size_t name_part_length(const char *bytes, size_t available);

#endif
