// letters.h -- which characters names are made of: letters of any script, digits, '_'.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_TEXT_LETTERS_H
#define BIELLE_BASE_TEXT_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// What a byte is in a name: a letter of ASCII or '_' is 2, a digit 1, any other 0.
extern const unsigned char NAME_BYTE_CLASS[256];

// One of the bytes that most of most names are.
static inline bool is_plain_part(char c) { return NAME_BYTE_CLASS[(unsigned char)c] != 0; }
static inline bool is_plain_letter(char c) { return NAME_BYTE_CLASS[(unsigned char)c] == 2; }

// The first eight bytes in one word, zero behind the end: short names are compared at once.
static inline uint64_t name_word(const char *bytes, size_t length)
{
  uint64_t word = 0;
  for (size_t i = 0; i < length && i < sizeof word; i++)
    word |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
  return word;
}

// Length in bytes of the letter or '_' at `bytes`, or 0 if there is none.
size_t letter_length(const char *bytes, size_t available);

// The same for what may follow in a name: also digits and combining accents.
size_t name_part_length(const char *bytes, size_t available);

#endif
