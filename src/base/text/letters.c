// letters.c -- ranges of code points that count as letters.
//
// The table lists the blocks of the scripts in use, without their punctuation. A block may contain
// a few unassigned code points, which do not occur in practice; this keeps the table short.
// SPDX-License-Identifier: MIT
#include "base/text/letters.h"

#include "base/text/text.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
const unsigned char NAME_BYTE_CLASS[256] = {
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0,
  0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
  2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 2,
  0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
  2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0,  // the others are 0
};
// clang-format on

typedef struct Range {
  uint32_t first;
  uint32_t last;
} Range;

// clang-format off
static const Range letters[] = {
  { 0x00AA, 0x00AA }, { 0x00B5, 0x00B5 }, { 0x00BA, 0x00BA }, { 0x00C0, 0x00D6 },
  { 0x00D8, 0x00F6 }, { 0x00F8, 0x02C1 },                      // Latin, phonetic
  { 0x0370, 0x0373 }, { 0x0376, 0x037D }, { 0x037F, 0x037F }, { 0x0386, 0x0386 },
  { 0x0388, 0x03F5 }, { 0x03F7, 0x0481 }, { 0x048A, 0x0559 },  // Greek, Cyrillic
  { 0x0561, 0x0587 }, { 0x05D0, 0x05EA },                      // Armenian, Hebrew
  { 0x0620, 0x064A }, { 0x066E, 0x06D3 },                      // Arabic
  { 0x0904, 0x0939 }, { 0x0E01, 0x0E30 }, { 0x10A0, 0x10FA },  // Devanagari, Thai, Georgian
  { 0x1100, 0x11FF }, { 0x1E00, 0x1FBC },                      // Hangul, Latin and Greek extended
  { 0x2102, 0x2102 }, { 0x210A, 0x2113 }, { 0x2115, 0x2115 }, { 0x2119, 0x211D },
  { 0x2124, 0x2124 }, { 0x2126, 0x2126 }, { 0x212A, 0x212D }, { 0x212F, 0x2138 },
  { 0x3041, 0x3096 }, { 0x30A1, 0x30FA }, { 0x3105, 0x312F },  // Kana, Bopomofo
  { 0x3400, 0x4DBF }, { 0x4E00, 0x9FFF }, { 0xAC00, 0xD7A3 },  // Han, Hangul
  { 0x1D400, 0x1D7CB }, { 0x20000, 0x2FA1F },                  // mathematical letters, Han
};
// clang-format on

static const Range accent = { 0x0300, 0x036F };

static bool is_letter(uint32_t code)
{
  const int count = (int)(sizeof letters / sizeof letters[0]);
  for (int i = 0; i < count && letters[i].first <= code; i++) {
    if (code <= letters[i].last) return true;
  }
  return false;
}

// Code point of a valid UTF-8 sequence of `length` bytes (at least two).
static uint32_t decode(const char *bytes, int length)
{
  uint32_t code = (unsigned char)bytes[0] & (0x7Fu >> length);
  for (int i = 1; i < length; i++)
    code = code << 6 | ((unsigned char)bytes[i] & 0x3Fu);
  return code;
}

size_t letter_length(const char *bytes, size_t available)
{
  if (available == 0) return 0;
  if ((unsigned char)bytes[0] < 0x80) return is_plain_letter(bytes[0]) ? 1 : 0;
  int length = text_utf8_length(bytes, available);
  return length > 0 && is_letter(decode(bytes, length)) ? (size_t)length : 0;
}

size_t name_part_length(const char *bytes, size_t available)
{
  if (available > 0 && bytes[0] >= '0' && bytes[0] <= '9') return 1;
  size_t length = letter_length(bytes, available);
  if (length > 0 || available == 0 || (unsigned char)bytes[0] < 0x80) return length;
  length = (size_t)text_utf8_length(bytes, available);
  if (length == 0) return 0;
  uint32_t code = decode(bytes, (int)length);
  return code >= accent.first && code <= accent.last ? length : 0;
}
