// number_text.c -- digits, decimal points and exponents of exact fractions.
// SPDX-License-Identifier: MIT
#include "notation/number_text.h"

#include <flint/flint.h>

#include <string.h>

enum { LONGEST_ZEROS = 6 };

// The exponents of two and five in a denominator; false if it has another prime.
static bool twos_and_fives(const fmpz_t denominator, slong *twos, slong *fives)
{
  fmpz_t rest, five;
  fmpz_init(rest);
  fmpz_init_set_ui(five, 5);
  *twos = (slong)fmpz_val2(denominator);
  fmpz_tdiv_q_2exp(rest, denominator, (ulong)*twos);
  *fives = fmpz_remove(rest, rest, five);
  bool is_decimal = fmpz_is_one(rest);
  fmpz_clear(five);
  fmpz_clear(rest);
  return is_decimal;
}

bool number_is_decimal(const fmpq *number)
{
  slong twos, fives;
  if (!fmpz_divisible_si(fmpq_denref(number), 5)) return false;
  return twos_and_fives(fmpq_denref(number), &twos, &fives);
}

static void put_zeros(Text *out, slong count) { text_repeat(out, '0', (int)count); }

// digits * 10^exponent, without a sign.
static void put_scientific(Text *out, const char *digits, slong exponent)
{
  slong count = (slong)strlen(digits);
  text_put_char(out, digits[0]);
  if (count > 1) text_format(out, ".%s", digits + 1);
  text_format(out, "e%ld", (long)(exponent + count - 1));
}

// A decimal below: `places` digits of `digits` stand behind the point.
static void put_with_point(Text *out, const char *digits, slong places)
{
  slong count = (slong)strlen(digits);
  if (places - count > LONGEST_ZEROS) {
    put_scientific(out, digits, -places);
  } else if (places >= count) {
    text_put(out, "0.");
    put_zeros(out, places - count);
    text_put(out, digits);
  } else {
    text_put_bytes(out, digits, (size_t)(count - places));
    text_format(out, ".%s", digits + (count - places));
  }
}

// An integer; with many zeros at its end as 1e12.
static void put_integer(Text *out, const fmpz_t number)
{
  if (fmpz_cmp_ui(number, 10) < 0 && fmpz_sgn(number) >= 0) {
    text_put_char(out, (char)('0' + fmpz_get_si(number)));
    return;
  }
  char *digits = fmpz_get_str(NULL, 10, number);
  slong count = (slong)strlen(digits), zeros = 0;
  while (zeros < count - 1 && digits[count - 1 - zeros] == '0')
    zeros++;
  if (zeros > LONGEST_ZEROS) {
    digits[count - zeros] = '\0';
    put_scientific(out, digits, zeros);
  } else {
    text_put(out, digits);
  }
  flint_free(digits);
}

void number_put_top(Text *out, const fmpq_t number)
{
  fmpz_t top;
  fmpz_init(top);
  fmpz_abs(top, fmpq_numref(number));
  if (number_is_decimal(number)) {
    slong twos, fives;
    twos_and_fives(fmpq_denref(number), &twos, &fives);
    slong places = fives > twos ? fives : twos;
    fmpz_t scale;
    fmpz_init_set_ui(scale, 10);
    fmpz_pow_ui(scale, scale, (ulong)places);
    fmpz_mul(top, top, scale);
    fmpz_divexact(top, top, fmpq_denref(number));
    char *digits = fmpz_get_str(NULL, 10, top);
    put_with_point(out, digits, places);
    flint_free(digits);
    fmpz_clear(scale);
  } else {
    put_integer(out, top);
  }
  fmpz_clear(top);
}

void number_put_bottom(Text *out, const fmpq_t number) { put_integer(out, fmpq_denref(number)); }

bool number_has_top(const fmpq *number)
{
  return !fmpz_is_pm1(fmpq_numref(number)) || number_is_decimal(number);
}

bool number_has_bottom(const fmpq *number)
{
  return !fmpz_is_one(fmpq_denref(number)) && !number_is_decimal(number);
}

size_t number_columns(const fmpq_t number)
{
  Text text = { 0 };
  if (fmpq_sgn(number) < 0) text_put_char(&text, '-');
  number_put_top(&text, number);
  if (number_has_bottom(number)) {
    text_put_char(&text, '/');
    number_put_bottom(&text, number);
  }
  size_t columns = text.length;
  text_free(&text);
  return columns;
}
