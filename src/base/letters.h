// letters.h -- which characters names are made of: letters of any script, digits, '_'.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_LETTERS_H
#define BIELLE_BASE_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// One of the bytes that most of most names are: a letter of ASCII, a digit, '_'.
static inline bool is_plain_part(char c)
{
  unsigned byte = (unsigned char)c;
  return (byte | 0x20) - 'a' < 26 || byte - '0' < 10 || c == '_';
}

// The first eight bytes in one word, zero behind the end: short names are compared at once.
static inline uint64_t name_word(const char *bytes, size_t length)
{
  uint64_t word = 0;
  memcpy(&word, bytes, length < sizeof word ? length : sizeof word);
  return word;
}

// Length in bytes of the letter or '_' at `bytes`, or 0 if there is none.
size_t letter_length(const char *bytes, size_t available);

// The same for what may follow in a name: also digits and combining accents.
size_t name_part_length(const char *bytes, size_t available);

#endif
