// text.h -- a growable string, and the only functions that convert numbers to text.
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
void text_cut(Text *text, size_t length);   // to its first `length` bytes
const char *text_string(const Text *text);  // never NULL; borrowed until the next change

void text_put(Text *text, const char *string);
// Reserves space for `length` bytes after the text and a NUL. Returns its address; the caller
// writes the bytes and then increases text->length.
char *text_reserve(Text *text, size_t length);
void text_put_bytes(Text *text, const char *bytes, size_t length);
void text_put_char(Text *text, char c);
void text_repeat(Text *text, char c, int count);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vformat(Text *text, const char *format, va_list arguments);

// Appends the shortest decimal that reads back as `value`. Large and small magnitudes are written
// with an exponent. NaN and infinities are written "nan", "inf", "-inf".
void text_put_double(Text *text, double value);
// Same as text_put_double() for float.
void text_put_float(Text *text, float value);
// Appends at most eight significant digits, for display.
void text_put_rounded(Text *text, double value);
// Appends at most 17 significant digits, for JSON and CSV.
void text_put_double_17(Text *text, double value);

// Appends a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
void text_put_json_string(Text *text, const char *bytes, size_t length);
// Appends text for XML, both between tags and in an attribute in double quotes: & < > " become
// entities, control characters become blanks.
void text_put_xml(Text *text, const char *string);

// Returns true for characters that are not part of a line: a tab, a line end or another control
// character.
static inline bool text_is_control(char c) { return (unsigned char)c < ' ' || c == 0x7F; }

// Returns true if the bytes equal the word; false for length 0. Tables of words are searched for
// every name of a description; the first bytes are compared first because most words differ in
// them.
static inline bool text_is(const char *word, const char *bytes, size_t length)
{
  return length > 0 && *word == *bytes && strlen(word) == length &&
         memcmp(word, bytes, length) == 0;
}

// Number of terminal columns of `length` bytes of UTF-8: code points without combining marks. Each
// invalid byte counts as one column.
int text_columns(const char *bytes, size_t length);

// Length in bytes of the valid UTF-8 sequence at `bytes` (1 to 4), or 0 if it is not valid.
int text_utf8_length(const char *bytes, size_t available);

#endif
