// decimal.c -- reads numbers digit by digit.
// SPDX-License-Identifier: MIT
#include "import/common/decimal.h"

#include "base/text/c_locale.h"
#include "base/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  DIGITS_MAX = 200,
  EXPONENT_MAX = 100000,
  TOP_MIN = -307,  // smaller doubles lose digits; they count as zero
  TOP_MAX = 308,
  PLAIN_LOW = -4,   // plain digits are written if the power of ten of the first digit
  PLAIN_HIGH = 15,  // is in this range
};

// A decimal number; the first digit has the weight 10^top.
typedef struct Number {
  bool is_negative;
  int top;
  int count;  // 0: zero
  char digits[DIGITS_MAX];
} Number;

// exponent = ["+" | "-"] digits ;   Returns false if it is invalid or too large.
static bool read_exponent(const char *text, const char *end, int *exponent)
{
  bool is_negative = text < end && *text == '-';
  if (text < end && (*text == '-' || *text == '+')) text++;
  if (text == end) return false;
  for (*exponent = 0; text < end; text++) {
    if (*text < '0' || *text > '9' || *exponent > EXPONENT_MAX) return false;
    *exponent = 10 * *exponent + (*text - '0');
  }
  if (is_negative) *exponent = -*exponent;
  return true;
}

// digits = { digit } ;   Leading zeros are not stored. Returns the number of digits; -1: too many.
static int read_digits(const char **text, const char *end, Number *number)
{
  int count = 0;
  for (; *text < end && **text >= '0' && **text <= '9'; ++*text, count++) {
    if (number->count == 0 && **text == '0') continue;
    if (number->count == DIGITS_MAX) return -1;
    number->digits[number->count++] = **text;
  }
  return count;
}

static bool number_read(const char *text, const char *end, Number *number)
{
  int exponent = 0;
  int fraction = 0;
  number->is_negative = text < end && *text == '-';
  if (text < end && (*text == '-' || *text == '+')) text++;
  int whole = read_digits(&text, end, number);
  if (text < end && *text == '.') {
    text++;
    fraction = read_digits(&text, end, number);
  }
  if (whole < 0 || fraction < 0 || whole + fraction == 0) return false;
  bool has_exponent = text < end && (*text == 'e' || *text == 'E');
  if (has_exponent && !read_exponent(text + 1, end, &exponent)) return false;
  if (!has_exponent && text < end) return false;
  number->top = number->count - fraction + exponent - 1;
  while (number->count > 0 && number->digits[number->count - 1] == '0')
    number->count--;
  return true;
}

static void put_number(Text *out, const Number *number)
{
  int whole = number->top + 1;  // digits before the point
  bool is_plain = number->top >= PLAIN_LOW && number->top <= PLAIN_HIGH;
  if (!is_plain) whole = 1;
  if (number->is_negative) text_put_char(out, '-');
  if (whole <= 0) text_put(out, "0.");
  text_repeat(out, '0', -whole);
  for (int i = 0; i < number->count || i < whole; i++) {
    if (i > 0 && i == whole) text_put_char(out, '.');
    char digit = '0';
    if (i < number->count) digit = number->digits[i];
    text_put_char(out, digit);
  }
  if (!is_plain) text_format(out, "e%d", number->top);
}

const char *decimal_read(Arena *arena, const char *text, size_t length)
{
  Number number = { 0 };
  if (!number_read(text, text + length, &number)) return NULL;
  if (number.count == 0 || number.top < TOP_MIN) return "0";
  if (number.top > TOP_MAX) return NULL;
  Text out = { 0 };
  put_number(&out, &number);
  const char *decimal = arena_take_text(arena, &out);
  return isfinite(decimal_value(decimal)) ? decimal : NULL;
}

const char *decimal_from_double(Arena *arena, double value)
{
  Text text = { 0 };
  text_put_double(&text, value);
  const char *decimal = decimal_read(arena, text_string(&text), text.length);
  text_free(&text);
  return decimal;
}

bool decimal_is_zero(const char *a) { return strcmp(a, "0") == 0; }

bool decimals_are_zero(const char *const numbers[], int count)
{
  for (int i = 0; i < count; i++)
    if (!decimal_is_zero(numbers[i])) return false;
  return true;
}

double decimal_value(const char *a)
{
  CLocale locale = c_locale_enter();
  double value = strtod(a, NULL);
  c_locale_leave(locale);
  return value;
}

const char *negated(Arena *arena, const char *term)
{
  if (decimal_is_zero(term)) return term;
  return term[0] == '-' ? term + 1 : arena_format(arena, "-%s", term);
}

const char *sum_text(Arena *arena, const char *a, const char *b)
{
  if (decimal_is_zero(a)) return b;
  if (decimal_is_zero(b)) return a;
  if (strcmp(negated(arena, a), b) == 0) return "0";
  return b[0] == '-' ? arena_format(arena, "(%s - %s)", a, b + 1)
                     : arena_format(arena, "(%s + %s)", a, b);
}
