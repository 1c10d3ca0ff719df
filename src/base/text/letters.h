// letters.h -- the characters of names: letters of any script, digits, '_'.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_TEXT_LETTERS_H
#define BIELLE_BASE_TEXT_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Class of a byte in a name: 2 for an ASCII letter or '_', 1 for a digit, 0 for any other.
extern const unsigned char NAME_BYTE_CLASS[256];

// Fast test for the bytes that names mostly consist of.
static inline bool is_plain_part(char c) { return NAME_BYTE_CLASS[(unsigned char)c] != 0; }
static inline bool is_plain_letter(char c) { return NAME_BYTE_CLASS[(unsigned char)c] == 2; }

// Packs the first eight bytes into one word, padded with zeros, so that short names are compared at
// once.
static inline uint64_t name_word(const char *bytes, size_t length)
{
  uint64_t word = 0;
  for (size_t i = 0; i < length && i < sizeof word; i++)
    word |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
  return word;
}

// Length in bytes of the letter or '_' at `bytes`, or 0 if there is none.
size_t letter_length(const char *bytes, size_t available);

// Length in bytes of a character that may follow in a name, including digits and combining accents.
size_t name_part_length(const char *bytes, size_t available);

#endif
