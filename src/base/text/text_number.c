// text_number.c -- the shortest decimal that reads back as the same number.
//
// A decimal is rounded by printf to an increasing number of digits until strtod returns the number.
// Two facts make this both exact and fast. A decimal of at most DBL_DIG digits survives the
// conversion to a normal double and back, so for normal numbers one attempt with DBL_DIG digits,
// without trailing zeros, covers all shorter ones. Of all decimals with n digits only the nearest
// needs to be tried, except at a power of two: the spacing of doubles below it is half of that
// above, so the nearest decimal may be just outside of the rounding interval on the dense side
// while the next larger one is still inside.
//
// Only the digits of printf's result are used and strtod is given no decimal point, so the result
// does not depend on the locale.
// SPDX-License-Identifier: MIT
#include "base/text/text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  MAX_DIGITS = 17,            // DBL_DECIMAL_DIG: enough for every double
  MIN_FIXED_EXPONENT = -4,    // 0.0001 is written out, 1e-5 is not
  FIRST_LARGE_EXPONENT = 15,  // 999999999999999 is written out, 1e15 is not
};

// d.ddd * 10^exponent, with `count` digits.
typedef struct Decimal {
  char digits[MAX_DIGITS];
  int count;
  int exponent;
} Decimal;

typedef struct FloatKind {
  int safe_digits;    // decimals of so many digits survive the round trip
  int enough_digits;  // this many digits always read back
  double least_normal;
  bool (*reads_back)(const char *decimal, double magnitude);
} FloatKind;

static bool double_reads_back(const char *decimal, double magnitude)
{
  return strtod(decimal, NULL) == magnitude;
}

static bool float_reads_back(const char *decimal, double magnitude)
{
  return strtof(decimal, NULL) == (float)magnitude;
}

static Decimal decimal_round(double magnitude, int count)
{
  char printed[64];
  snprintf(printed, sizeof printed, "%.*e", count - 1, magnitude);

  Decimal decimal = { .count = 0 };
  const char *at = printed;
  for (; *at != 'e'; at++) {
    bool is_digit = *at >= '0' && *at <= '9';
    if (is_digit && decimal.count < count) decimal.digits[decimal.count++] = *at;
  }
  decimal.exponent = (int)strtol(at + 1, NULL, 10);
  return decimal;
}

// The next larger decimal with the same number of digits. Returns false for 99...9, whose successor
// has fewer significant digits.
static bool decimal_increment(Decimal *decimal)
{
  int last = decimal->count - 1;
  while (last >= 0 && decimal->digits[last] == '9')
    decimal->digits[last--] = '0';
  if (last < 0) return false;
  decimal->digits[last]++;
  return true;
}

static bool decimal_reads_back(const Decimal *decimal, double magnitude, const FloatKind *kind)
{
  char integer[64];
  snprintf(integer, sizeof integer, "%.*se%d", decimal->count, decimal->digits,
           decimal->exponent - (decimal->count - 1));
  return kind->reads_back(integer, magnitude);
}

static Decimal decimal_shortest(double magnitude, const FloatKind *kind)
{
  int binary_exponent = 0;
  bool is_power_of_two = frexp(magnitude, &binary_exponent) == 0.5;
  int count = magnitude >= kind->least_normal ? kind->safe_digits : 1;
  for (; count < kind->enough_digits; count++) {
    Decimal decimal = decimal_round(magnitude, count);
    if (decimal_reads_back(&decimal, magnitude, kind)) return decimal;
    if (is_power_of_two && decimal_increment(&decimal) &&
        decimal_reads_back(&decimal, magnitude, kind)) {
      return decimal;
    }
  }
  return decimal_round(magnitude, kind->enough_digits);
}

static void put_digits(Text *text, const Decimal *decimal, int first, int end)
{
  int available = decimal->count < end ? decimal->count : end;
  if (first < available) text_put_bytes(text, decimal->digits + first, (size_t)(available - first));
  text_repeat(text, '0', end - (first > available ? first : available));
}

// Writes the digits with a point after the first `before_point` of them, if more digits follow.
static void put_pointed(Text *text, const Decimal *decimal, int before_point)
{
  put_digits(text, decimal, 0, before_point);
  if (decimal->count <= before_point) return;
  text_put_char(text, '.');
  put_digits(text, decimal, before_point, decimal->count);
}

static void put_decimal(Text *text, Decimal decimal)
{
  while (decimal.count > 1 && decimal.digits[decimal.count - 1] == '0')
    decimal.count--;

  if (decimal.exponent < MIN_FIXED_EXPONENT || decimal.exponent >= FIRST_LARGE_EXPONENT) {
    put_pointed(text, &decimal, 1);
    text_format(text, "e%d", decimal.exponent);
  } else if (decimal.exponent < 0) {
    text_put(text, "0.");
    text_repeat(text, '0', -decimal.exponent - 1);
    put_digits(text, &decimal, 0, decimal.count);
  } else {
    put_pointed(text, &decimal, decimal.exponent + 1);
  }
}

// Writes the sign, and the complete text of NaN and infinities; returns false if the digits must
// follow.
static bool put_sign_or_special(Text *text, double value)
{
  if (isnan(value)) {
    text_put(text, "nan");
    return true;
  }
  if (signbit(value)) text_put_char(text, '-');
  if (isinf(value)) text_put(text, "inf");
  return isinf(value);
}

void text_put_double(Text *text, double value)
{
  static const FloatKind kind = { DBL_DIG, DBL_DECIMAL_DIG, DBL_MIN, double_reads_back };
  if (put_sign_or_special(text, value)) return;
  put_decimal(text, decimal_shortest(fabs(value), &kind));
}

void text_put_float(Text *text, float value)
{
  static const FloatKind kind = { FLT_DIG, FLT_DECIMAL_DIG, (double)FLT_MIN, float_reads_back };
  if (put_sign_or_special(text, (double)value)) return;
  put_decimal(text, decimal_shortest(fabs((double)value), &kind));
}

void text_put_rounded(Text *text, double value)
{
  enum { ROUNDED_DIGITS = 8 };
  if (put_sign_or_special(text, value)) return;
  Decimal decimal = decimal_round(fabs(value), ROUNDED_DIGITS);
  while (decimal.count > 1 && decimal.digits[decimal.count - 1] == '0')
    decimal.count--;
  put_decimal(text, decimal);
}

void text_put_double_17(Text *text, double value)
{
  if (put_sign_or_special(text, value)) return;
  put_decimal(text, decimal_round(fabs(value), MAX_DIGITS));
}
