// decimal.c -- exact decimal arithmetic on digits.
// SPDX-License-Identifier: MIT
#include "import/decimal.h"

#include "base/c_locale.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  DIGITS_READ = 200,    // of a number in a file
  EXPONENT_READ = 310,  // the same: any double
  EXPONENT = 400,       // of any sum of such numbers, and of any double
  DIGITS = 2048,        // of any sum of such numbers
  PLAIN_LOW = -4,       // plain digits are written when the power of ten of the first digit
  PLAIN_HIGH = 15,      // is between these
};

// (-1)^negative * 0.digits... : the first digit counts 10^top, the last 10^(top - count + 1).
typedef struct Number {
  bool negative;
  int top;
  int count;  // 0: zero
  signed char digit[DIGITS];
} Number;

static void trim(Number *number)
{
  int zeros = 0;
  while (zeros < number->count && number->digit[zeros] == 0)
    zeros++;
  memmove(number->digit, number->digit + zeros, (size_t)(number->count - zeros));
  number->count -= zeros;
  number->top -= zeros;
  while (number->count > 0 && number->digit[number->count - 1] == 0)
    number->count--;
  if (number->count == 0) number->negative = false;
}

// exponent = ("e" | "E") ["+" | "-"] digits ;   false: not one, or too large
static bool read_exponent(const char *text, size_t length, int *exponent)
{
  size_t i = 0;
  bool negative = i < length && text[i] == '-';
  if (i < length && (text[i] == '-' || text[i] == '+')) i++;
  if (i == length) return false;
  int value = 0;
  for (; i < length; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    value = value * 10 + (text[i] - '0');
    if (value > EXPONENT) return false;
  }
  *exponent = negative ? -value : value;
  return true;
}

static bool number_read(const char *text, size_t length, Number *number)
{
  memset(number, 0, sizeof *number);
  size_t i = 0;
  number->negative = length > 0 && text[0] == '-';
  if (length > 0 && (text[0] == '-' || text[0] == '+')) i++;
  int before_point = 0;
  bool point = false;
  for (; i < length; i++) {
    if (text[i] == '.' && !point) {
      point = true;
    } else if (text[i] >= '0' && text[i] <= '9') {
      if (number->count == DIGITS_READ) return false;
      number->digit[number->count++] = (signed char)(text[i] - '0');
      if (!point) before_point++;
    } else {
      break;
    }
  }
  if (number->count == 0) return false;
  int exponent = 0;
  if (i < length) {
    if (text[i] != 'e' && text[i] != 'E') return false;
    if (!read_exponent(text + i + 1, length - i - 1, &exponent)) return false;
  }
  number->top = before_point - 1 + exponent;
  trim(number);
  return true;
}

static char digit_at(const Number *number, int power)
{
  int i = number->top - power;
  return (char)('0' + (i >= 0 && i < number->count ? number->digit[i] : 0));
}

static void put_plain(Text *out, const Number *number)
{
  int last = number->top - number->count + 1;
  for (int power = number->top > 0 ? number->top : 0; power >= 0; power--) {
    text_put_char(out, digit_at(number, power));
  }
  if (last < 0) text_put_char(out, '.');
  for (int power = -1; power >= last; power--)
    text_put_char(out, digit_at(number, power));
}

static void put_with_exponent(Text *out, const Number *number)
{
  text_put_char(out, digit_at(number, number->top));
  if (number->count > 1) text_put_char(out, '.');
  for (int i = 1; i < number->count; i++)
    text_put_char(out, digit_at(number, number->top - i));
  text_format(out, "e%d", number->top);
}

static const char *number_write(Arena *arena, const Number *number)
{
  if (number->count == 0) return "0";
  Text out = { 0 };
  if (number->negative) text_put_char(&out, '-');
  if (number->top >= PLAIN_LOW && number->top <= PLAIN_HIGH) {
    put_plain(&out, number);
  } else {
    put_with_exponent(&out, number);
  }
  char *text = arena_copy_text(arena, text_string(&out), out.length);
  text_free(&out);
  return text;
}

static Number number_of(const char *decimal)
{
  Number number;
  bool is_decimal = number_read(decimal, strlen(decimal), &number);
  assert(is_decimal);
  (void)is_decimal;
  return number;
}

const char *decimal_read(Arena *arena, const char *text, size_t length)
{
  Number number;
  if (!number_read(text, length, &number)) return NULL;
  if (number.count > 0 && abs(number.top) > EXPONENT_READ) return NULL;
  return number_write(arena, &number);
}

const char *decimal_from_double(Arena *arena, double value)
{
  assert(isfinite(value));
  CLocale locale = c_locale_enter();
  char *text = arena_format(arena, "%.15g", value);
  c_locale_leave(locale);
  Number number = number_of(text);
  return number_write(arena, &number);
}

bool decimal_is_zero(const char *a) { return strcmp(a, "0") == 0; }

double decimal_value(const char *a)
{
  CLocale locale = c_locale_enter();
  double value = strtod(a, NULL);
  c_locale_leave(locale);
  return value;
}

const char *decimal_negate(Arena *arena, const char *a)
{
  if (decimal_is_zero(a)) return a;
  return a[0] == '-' ? a + 1 : arena_format(arena, "-%s", a);
}

static int power_of_last(const Number *number) { return number->top - number->count + 1; }

// |a| + |b| or, with sign -1, |a| - |b|, where |a| >= |b|.
static void combine(const Number *a, const Number *b, int sign, Number *sum)
{
  int low = power_of_last(a) < power_of_last(b) ? power_of_last(a) : power_of_last(b);
  int high = (a->top > b->top ? a->top : b->top) + 1;
  sum->top = high;
  sum->count = high - low + 1;
  assert(sum->count <= DIGITS);
  int carry = 0;
  for (int power = low; power <= high; power++) {
    int d = digit_at(a, power) - '0' + sign * (digit_at(b, power) - '0') + carry;
    carry = d < 0 ? -1 : d / 10;
    sum->digit[high - power] = (signed char)(d - 10 * carry);
  }
}

static int compare_magnitude(const Number *a, const Number *b)
{
  if (a->count == 0 || b->count == 0) return a->count - b->count;
  if (a->top != b->top) return a->top - b->top;
  for (int i = 0; i < a->count || i < b->count; i++) {
    int difference = digit_at(a, a->top - i) - digit_at(b, b->top - i);
    if (difference != 0) return difference;
  }
  return 0;
}

const char *decimal_add(Arena *arena, const char *a, const char *b)
{
  if (decimal_is_zero(a)) return b;
  if (decimal_is_zero(b)) return a;
  Number x = number_of(a);
  Number y = number_of(b);
  bool swap = compare_magnitude(&x, &y) < 0;
  const Number *large = swap ? &y : &x;
  const Number *small = swap ? &x : &y;
  Number sum = { .negative = large->negative };
  combine(large, small, x.negative == y.negative ? 1 : -1, &sum);
  trim(&sum);
  return number_write(arena, &sum);
}

const char *decimal_scale(Arena *arena, const char *a, int factor, int exponent)
{
  assert(factor >= -9 && factor <= 9);
  Number x = number_of(a);
  Number product = { .negative = x.negative != (factor < 0), .top = x.top + 1 + exponent };
  product.count = x.count + 1;
  int carry = 0;
  for (int i = x.count - 1; i >= 0; i--) {
    int d = x.digit[i] * abs(factor) + carry;
    product.digit[i + 1] = (signed char)(d % 10);
    carry = d / 10;
  }
  product.digit[0] = (signed char)carry;
  trim(&product);
  return number_write(arena, &product);
}
