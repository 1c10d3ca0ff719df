// number_text.c -- digits, decimal points and exponents of exact fractions.
// SPDX-License-Identifier: MIT
#include "notation/print/number_text.h"

#include <flint/flint.h>

#include <string.h>

enum { MAX_ZEROS = 6 };

// Text form of a number: |top| over bottom, each with a decimal point before its last digits.
typedef struct NumberParts {
  fmpz_t top;
  slong places;  // 0: an integer
  fmpz_t bottom;
  slong places_below;
} NumberParts;

static void parts_clear(NumberParts *parts)
{
  fmpz_clear(parts->top);
  fmpz_clear(parts->bottom);
}

// Splits the denominator into 2^twos * 5^fives * rest.
static void split_denominator(const fmpz_t denominator, slong *twos, slong *fives, fmpz_t rest)
{
  fmpz_t five;
  fmpz_init_set_ui(five, 5);
  *twos = (slong)fmpz_val2(denominator);
  fmpz_tdiv_q_2exp(rest, denominator, (ulong)*twos);
  *fives = fmpz_remove(rest, rest, five);
  fmpz_clear(five);
}

static slong digits_of(const fmpz_t number) { return (slong)fmpz_sizeinbase(number, 10); }

// Returns true if the decimal over the remaining denominator is shorter than the fraction:
// 12.346/3, but 1/15.
static bool is_shorter(const NumberParts *parts, const fmpq *number)
{
  slong digits = digits_of(parts->top);
  slong decimal = digits > parts->places ? digits + 1 : parts->places + 2;
  return decimal + digits_of(parts->bottom) <
         digits_of(fmpq_numref(number)) + digits_of(fmpq_denref(number));
}

// Halves and quarters from ten on are written as decimals, 4.25.
static bool has_fraction_of_two(const fmpq *number)
{
  return fmpz_cmp_ui(fmpq_denref(number), 4) <= 0 && digits_of(fmpq_numref(number)) > 1;
}

// Writes 79443000/124501283 as 0.79443/1.24501283, for denominators with at least six digits, and
// where that is shorter: 1000/8027 as 1/8.027.
static void move_points(NumberParts *parts)
{
  enum { LONG = 6 };
  slong places = digits_of(parts->bottom) - 1, zeros = 0;
  fmpz_t rest, ten;
  fmpz_init(rest);
  fmpz_init_set_ui(ten, 10);
  zeros = fmpz_remove(rest, parts->top, ten);
  bool is_long = places >= LONG - 1 && 2 * digits_of(parts->top) > places;
  bool is_moved = is_long || (zeros > 1 && zeros >= places);
  if (is_moved) {
    parts->places_below = places;
    parts->places = zeros < places ? places - zeros : 0;
    for (slong i = 0; i < places && i < zeros; i++)
      fmpz_divexact(parts->top, parts->top, ten);
  }
  fmpz_clear(ten);
  fmpz_clear(rest);
}

static NumberParts parts_of(const fmpq *number)
{
  NumberParts parts = { .places = 0 };
  fmpz_init(parts.top);
  fmpz_init(parts.bottom);
  slong twos, fives;
  split_denominator(fmpq_denref(number), &twos, &fives, parts.bottom);
  bool is_whole = fmpz_is_one(parts.bottom);
  if (fives > 0 || (twos > 0 && is_whole && has_fraction_of_two(number))) {
    parts.places = fives > twos ? fives : twos;
    fmpz_set_ui(parts.top, 10);
    fmpz_pow_ui(parts.top, parts.top, (ulong)parts.places);
    fmpz_mul(parts.top, parts.top, fmpq_numref(number));
    fmpz_mul(parts.top, parts.top, parts.bottom);
    fmpz_divexact(parts.top, parts.top, fmpq_denref(number));
    if (is_whole || is_shorter(&parts, number)) return parts;
  }
  parts.places = 0;
  fmpz_set(parts.top, fmpq_numref(number));
  fmpz_set(parts.bottom, fmpq_denref(number));
  move_points(&parts);
  return parts;
}

bool number_is_decimal(const fmpq *number)
{
  if (fmpz_is_one(fmpq_denref(number))) return false;
  NumberParts parts = parts_of(number);
  parts_clear(&parts);
  return parts.places > 0;
}

static void put_zeros(Text *out, slong count) { text_repeat(out, '0', (int)count); }

// Writes digits * 10^exponent, without a sign.
static void put_scientific(Text *out, const char *digits, slong exponent)
{
  slong count = (slong)strlen(digits);
  text_put_char(out, digits[0]);
  if (count > 1) text_format(out, ".%s", digits + 1);
  text_format(out, "e%ld", (long)(exponent + count - 1));
}

// Writes a decimal in which `places` of the digits are after the point.
static void put_with_point(Text *out, const char *digits, slong places)
{
  slong count = (slong)strlen(digits);
  if (places - count > MAX_ZEROS) {
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

// Writes an integer; one with many trailing zeros as 1e12.
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
  if (zeros > MAX_ZEROS) {
    digits[count - zeros] = '\0';
    put_scientific(out, digits, zeros);
  } else {
    text_put(out, digits);
  }
  flint_free(digits);
}

static void put_scaled(Text *out, const fmpz_t number, slong places)
{
  if (places > 0) {
    char *digits = fmpz_get_str(NULL, 10, number);
    put_with_point(out, digits, places);
    flint_free(digits);
  } else {
    put_integer(out, number);
  }
}

void number_put_numerator(Text *out, const fmpq_t number)
{
  NumberParts parts = parts_of(number);
  fmpz_abs(parts.top, parts.top);
  put_scaled(out, parts.top, parts.places);
  parts_clear(&parts);
}

void number_put_bottom(Text *out, const fmpq_t number)
{
  NumberParts parts = parts_of(number);
  put_scaled(out, parts.bottom, parts.places_below);
  parts_clear(&parts);
}

bool number_has_top(const fmpq *number)
{
  NumberParts parts = parts_of(number);
  bool is_one = fmpz_is_pm1(parts.top) && parts.places == 0;
  parts_clear(&parts);
  return !is_one;
}

bool number_has_bottom(const fmpq *number)
{
  if (fmpz_is_one(fmpq_denref(number))) return false;
  NumberParts parts = parts_of(number);
  bool has_bottom = !fmpz_is_one(parts.bottom);
  parts_clear(&parts);
  return has_bottom;
}

// Adds one to the last of the digits before `end`. Returns true if the first digit becomes 10.
static bool round_up(char *bytes, size_t end)
{
  for (size_t i = end; i-- > 0;) {
    if (bytes[i] == '.') continue;
    if (bytes[i] != '9') {
      bytes[i]++;
      return false;
    }
    bytes[i] = '0';
  }
  return true;
}

void number_shorten(Text *digits, int most)
{
  char *bytes = digits->bytes;
  size_t end = strcspn(text_string(digits), "e"), cut = 0;
  int significant = 0;
  for (size_t i = 0; i < end; i++) {
    if (bytes[i] != '.' && (significant > 0 || bytes[i] != '0')) significant++;
    if (significant == most && cut == 0) cut = i + 1;
  }
  if (significant <= most || !memchr(bytes, '.', cut)) return;
  Text rounded = { 0 };
  if (bytes[cut] >= '5' && round_up(bytes, cut)) text_put_char(&rounded, '1');
  while (bytes[cut - 1] == '0')
    cut--;
  text_put_bytes(&rounded, bytes, bytes[cut - 1] == '.' ? cut - 1 : cut);
  text_put(&rounded, bytes + end);
  text_free(digits);
  *digits = rounded;
}

size_t number_columns(const fmpq_t number)
{
  Text text = { 0 };
  if (fmpq_sgn(number) < 0) text_put_char(&text, '-');
  number_put_numerator(&text, number);
  if (number_has_bottom(number)) {
    text_put_char(&text, '/');
    number_put_bottom(&text, number);
  }
  size_t columns = text.length;
  text_free(&text);
  return columns;
}
