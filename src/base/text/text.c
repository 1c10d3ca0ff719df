// text.c -- the growable string, always NUL-terminated, and some UTF-8 functions.
//
// Numbers are in text_number.c.
// SPDX-License-Identifier: MIT
#include "base/text/text.h"

#include "base/text/c_locale.h"
#include "base/memory/memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_free(Text *text)
{
  free(text->bytes);
  *text = (Text){ 0 };
}

void text_clear(Text *text)
{
  text->length = 0;
  if (text->bytes != NULL) text->bytes[0] = '\0';
}

void text_cut(Text *text, size_t length)
{
  text->length = length;
  if (text->bytes != NULL) text->bytes[length] = '\0';
}

const char *text_string(const Text *text) { return text->bytes != NULL ? text->bytes : ""; }

// Reserves capacity for `extra` bytes and the NUL.
static void reserve(Text *text, size_t extra)
{
  if (extra > SIZE_MAX / 4 || text->length > SIZE_MAX / 4) memory_exhausted();
  size_t needed = text->length + extra + 1;
  if (needed <= text->capacity) return;

  size_t capacity = text->capacity < 32 ? 64 : text->capacity * 2;
  if (capacity < needed) capacity = needed;
  text->bytes = memory_grow(text->bytes, capacity, 1);
  text->capacity = capacity;
}

char *text_reserve(Text *text, size_t length)
{
  reserve(text, length);
  text->bytes[text->length] = '\0';
  return text->bytes + text->length;
}

void text_put_bytes(Text *text, const char *bytes, size_t length)
{
  reserve(text, length);
  if (length > 0) memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

void text_put(Text *text, const char *string) { text_put_bytes(text, string, strlen(string)); }

void text_put_char(Text *text, char c) { text_put_bytes(text, &c, 1); }

void text_repeat(Text *text, char c, int count)
{
  if (count <= 0) return;
  reserve(text, (size_t)count);
  memset(text->bytes + text->length, c, (size_t)count);
  text->length += (size_t)count;
  text->bytes[text->length] = '\0';
}

void text_format(Text *text, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  text_vformat(text, format, arguments);
  va_end(arguments);
}

static void put_whole(Text *text, int value)
{
  char digits[12];  // 32 bits with a sign
  size_t first = sizeof digits;
  unsigned rest = value < 0 ? -(unsigned)value : (unsigned)value;
  do {
    digits[--first] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (value < 0) digits[--first] = '-';
  text_put_bytes(text, digits + first, sizeof digits - first);
}

// Writes the format up to the first conversion other than plain %s or %d, and returns the rest;
// most formats are written completely. printf takes thousands of instructions per call if a library
// has registered its own conversions, as the one for quadruple precision does.
static const char *put_plain_part(Text *text, const char *format, va_list *arguments)
{
  for (;; format += 2) {
    size_t length = strcspn(format, "%");
    text_put_bytes(text, format, length);
    format += length;
    if (*format == '\0') return format;
    if (format[1] == 's') {
      text_put(text, va_arg(*arguments, const char *));
    } else if (format[1] == 'd') {
      put_whole(text, va_arg(*arguments, int));
    } else {
      return format;
    }
  }
}

void text_vformat(Text *text, const char *format, va_list arguments)
{
  va_list first, again;
  va_copy(first, arguments);
  format = put_plain_part(text, format, &first);
  va_copy(again, first);
  if (*format != '\0') {
    CLocale locale = c_locale_enter();
    int length = vsnprintf(NULL, 0, format, first);
    assert(length >= 0 && "the format is valid and its result shorter than INT_MAX");
    reserve(text, (size_t)length);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    text->length += (size_t)length;
    c_locale_leave(locale);
  }
  va_end(again);
  va_end(first);
}

static const char *json_escape(char c)
{
  switch (c) {
  case '"': return "\\\"";
  case '\\': return "\\\\";
  case '\b': return "\\b";
  case '\f': return "\\f";
  case '\n': return "\\n";
  case '\r': return "\\r";
  case '\t': return "\\t";
  default: return NULL;
  }
}

static void put_json_byte(Text *text, char c)
{
  const char *escape = json_escape(c);
  if (escape != NULL) {
    text_put(text, escape);
  } else if ((unsigned char)c < 0x20) {
    text_format(text, "\\u%04x", (unsigned)(unsigned char)c);
  } else {
    text_put_char(text, c);
  }
}

void text_put_json_string(Text *text, const char *bytes, size_t length)
{
  text_put_char(text, '"');
  size_t at = 0;
  while (at < length) {
    int sequence = text_utf8_length(bytes + at, length - at);
    if (sequence == 0) {
      text_put(text, "\xEF\xBF\xBD");
    } else if (sequence == 1) {
      put_json_byte(text, bytes[at]);
    } else {
      text_put_bytes(text, bytes + at, (size_t)sequence);
    }
    at += sequence > 0 ? (size_t)sequence : 1;
  }
  text_put_char(text, '"');
}

void text_put_xml(Text *text, const char *string)
{
  for (const char *c = string; *c; c++) {
    switch (*c) {
    case '&': text_put(text, "&amp;"); break;
    case '<': text_put(text, "&lt;"); break;
    case '>': text_put(text, "&gt;"); break;
    case '"': text_put(text, "&quot;"); break;
    default: text_put_bytes(text, (unsigned char)*c < ' ' ? " " : c, 1);
    }
  }
}

// Sequence length given by the lead byte; 0 for continuation bytes and bytes never used in UTF-8.
static int announced_length(unsigned char lead)
{
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;  // C0 and C1 would only start overlong forms
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

static uint32_t decode(const char *bytes, int length)
{
  static const unsigned char lead_mask[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
  uint32_t point = (unsigned char)bytes[0] & lead_mask[length];
  for (int i = 1; i < length; i++)
    point = point << 6 | ((unsigned char)bytes[i] & 0x3F);
  return point;
}

int text_utf8_length(const char *bytes, size_t available)
{
  if (available == 0) return 0;
  int length = announced_length((unsigned char)bytes[0]);
  if (length <= 1) return length;
  if ((size_t)length > available) return 0;
  for (int i = 1; i < length; i++) {
    if (((unsigned char)bytes[i] & 0xC0) != 0x80) return 0;
  }

  uint32_t point = decode(bytes, length);
  bool is_overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  bool is_surrogate = point >= 0xD800 && point <= 0xDFFF;
  return is_overlong || is_surrogate || point > 0x10FFFF ? 0 : length;
}

// The five Unicode blocks of combining diacritical marks.
static bool is_combining(uint32_t point)
{
  return (point >= 0x0300 && point <= 0x036F) || (point >= 0x1AB0 && point <= 0x1AFF) ||
         (point >= 0x1DC0 && point <= 0x1DFF) || (point >= 0x20D0 && point <= 0x20FF) ||
         (point >= 0xFE20 && point <= 0xFE2F);
}

int text_columns(const char *bytes, size_t length)
{
  int columns = 0;
  size_t at = 0;
  while (at < length) {
    int sequence = text_utf8_length(bytes + at, length - at);
    if (sequence == 0) {
      columns++;
      at++;
      continue;
    }
    if (!is_combining(decode(bytes + at, sequence))) columns++;
    at += (size_t)sequence;
  }
  return columns;
}
