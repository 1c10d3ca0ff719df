// text.h -- a growing string, and the only place that turns numbers into text.
//
// Doubles are written in the shortest decimal form that reads back as the same double ("0.1",
// "1e-25", "-0.0" as "-0"), independent of the locale: same input, same bytes.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_TEXT_TEXT_H
#define BIELLE_BASE_TEXT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct Text {
  char *bytes;  // NUL-terminated once anything was added; NULL before
  size_t length;
  size_t capacity;
} Text;  // starts as { 0 }

void text_free(Text *text);                 // leaves an empty text
void text_clear(Text *text);                // keeps the memory
void text_cut(Text *text, size_t length);   // to its first bytes
const char *text_string(const Text *text);  // never NULL; borrowed until the next change

void text_put(Text *text, const char *string);
// Where `length` bytes may be written behind the text, which does not have them before its length says
// so; a NUL belongs behind them.
char *text_reserve(Text *text, size_t length);
void text_put_bytes(Text *text, const char *bytes, size_t length);
void text_put_char(Text *text, char c);
void text_repeat(Text *text, char c, int count);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vformat(Text *text, const char *format, va_list arguments);

// Shortest decimal that reads back as `value`. Large and small magnitudes use an exponent.
// NaN and infinities are written "nan", "inf", "-inf".
void text_put_double(Text *text, double value);
// The same for float.
void text_put_float(Text *text, float value);
// Eight significant digits at most, for people.
void text_put_rounded(Text *text, double value);
// 17 significant digits at most: the number of columns needed, as JSON and CSV want it.
void text_put_double_17(Text *text, double value);

// A JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
void text_put_json_string(Text *text, const char *bytes, size_t length);
// What XML may hold between tags and in an attribute between double quotes: & < > " as entities,
// control characters as blanks.
void text_put_xml(Text *text, const char *string);

// No part of a line: a tab, a line end, a byte that nobody sees.
static inline bool text_is_control(char c) { return (unsigned char)c < ' ' || c == 0x7F; }

// Are the bytes the word? Not of an empty one. Tables of words are searched for every name of a
// description, and most words differ in their first byte.
static inline bool text_is(const char *word, const char *bytes, size_t length)
{
  return length > 0 && *word == *bytes && strlen(word) == length &&
         memcmp(word, bytes, length) == 0;
}

// Number of columns that `length` bytes of UTF-8 take on a terminal: code points, not counting
// combining marks. Invalid bytes count one each.
int text_columns(const char *bytes, size_t length);

// Length in bytes of the valid UTF-8 sequence at `bytes` (1 to 4), or 0 if it is not valid.
int text_utf8_length(const char *bytes, size_t available);

#endif
