// test_text_number.c -- numbers read back as themselves, and no shorter decimal does.
//
// Random bit patterns come from a fixed seed; BIELLE_TEST_EFFORT=10 takes ten times as many.
// SPDX-License-Identifier: MIT
#include "base/text/text.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static int effort(void)
{
  const char *value = getenv("BIELLE_TEST_EFFORT");
  return value != NULL && atoi(value) > 0 ? atoi(value) : 1;
}

// splitmix64 (Steele, Lea, Flood 2014)
static uint64_t random_bits(uint64_t *seed)
{
  uint64_t z = (*seed += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static double double_of_bits(uint64_t bits)
{
  double value = 0;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void assert_double(double value, const char *expected)
{
  Text text = { 0 };
  text_put_double(&text, value);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void assert_float(float value, const char *expected)
{
  Text text = { 0 };
  text_put_float(&text, value);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void assert_double_17(double value, const char *expected)
{
  Text text = { 0 };
  text_put_double_17(&text, value);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void doubles_look_as_people_write_them(void **state)
{
  (void)state;
  assert_double(0.0, "0");
  assert_double(-0.0, "-0");
  assert_double(1.0, "1");
  assert_double(-1.5, "-1.5");
  assert_double(0.1, "0.1");
  assert_double(9.81, "9.81");
  assert_double(10, "10");
  assert_double(100000, "100000");
  assert_double(123456.789, "123456.789");
  assert_double(999999999999999, "999999999999999");
  assert_double(1e14, "100000000000000");
  assert_double(123456789012345.6, "123456789012345.6");
  assert_double(1e15, "1e15");
  assert_double(1.5e20, "1.5e20");
  assert_double(0.0001, "0.0001");
  assert_double(0.00012345, "0.00012345");
  assert_double(0.00001, "1e-5");
  assert_double(-1e-25, "-1e-25");
  assert_double(0.1 + 0.2, "0.30000000000000004");
  assert_double(3.141592653589793, "3.141592653589793");
  assert_double(NAN, "nan");
  assert_double(INFINITY, "inf");
  assert_double(-INFINITY, "-inf");
}

// Published hard cases, and the ends of the range.
static void borderline_doubles_have_their_known_shortest_form(void **state)
{
  (void)state;
  assert_double(DBL_MAX, "1.7976931348623157e308");
  assert_double(DBL_MIN, "2.2250738585072014e-308");
  assert_double(double_of_bits(1), "5e-324");
  assert_double(double_of_bits(2), "1e-323");
  assert_double(double_of_bits(3), "1.5e-323");
  assert_double(double_of_bits(0x000FFFFFFFFFFFFFu), "2.225073858507201e-308");
  assert_double(1e23, "1e23");
  assert_double(9007199254740993.0, "9.007199254740992e15");
  assert_double(5e-320, "5e-320");
}

// Powers of two where the nearest decimal of 16 digits does not read back but its neighbour does;
// the values are those of Python's repr.
static void powers_of_two_use_the_wider_side_of_their_interval(void **state)
{
  (void)state;
  assert_double(ldexp(1, -44), "5.684341886080802e-14");
  assert_double(ldexp(1, -1017), "7.120236347223045e-307");
  assert_double(ldexp(1, -957), "8.209073602596753e-289");
  assert_double(ldexp(1, 863), "6.150157786156811e259");
  assert_double(ldexp(1, 976), "6.386688990511104e293");
}

static void floats_have_their_own_shortest_form(void **state)
{
  (void)state;
  assert_float(0.1F, "0.1");
  assert_float(-0.0F, "-0");
  assert_float(16777216.0F, "16777216");
  assert_float(3.1415927F, "3.1415927");
  assert_float(FLT_MAX, "3.4028235e38");
  assert_float(FLT_MIN, "1.1754944e-38");
  assert_float(FLT_TRUE_MIN, "1e-45");
  assert_float(9.8F, "9.8");
  assert_float(-INFINITY, "-inf");
  assert_float(NAN, "nan");
}

static void seventeen_digits_are_written_without_trailing_zeros(void **state)
{
  (void)state;
  assert_double_17(0.1, "0.10000000000000001");
  assert_double_17(0.5, "0.5");
  assert_double_17(-120, "-120");
  assert_double_17(1.0 / 3, "0.33333333333333331");
  assert_double_17(1e23, "9.9999999999999992e22");
  assert_double_17(0.0, "0");
  assert_double_17(NAN, "nan");
}

static int digit_count(const char *number)
{
  while (*number == '-' || *number == '0' || *number == '.')
    number++;
  int count = 0;
  int trailing_zeros = 0;
  for (; *number != '\0' && *number != 'e'; number++) {
    if (*number == '.') continue;
    count++;
    trailing_zeros = *number == '0' ? trailing_zeros + 1 : 0;
  }
  return count - trailing_zeros;
}

static void assert_shortest(const char *number, double value)
{
  int count = digit_count(number);
  if (count <= 1) return;
  char shorter[64];
  snprintf(shorter, sizeof shorter, "%.*e", count - 2, value);
  if (strtod(shorter, NULL) == value) fail_msg("%s is not the shortest: %s", number, shorter);
}

static void assert_reads_back(Text *text, double value)
{
  text_clear(text);
  text_put_double(text, value);
  if (strtod(text_string(text), NULL) != value) fail_msg("%a became %s", value, text->bytes);
}

static void random_doubles_read_back(void **state)
{
  (void)state;
  Text text = { 0 };
  uint64_t seed = 1;
  for (int i = 0; i < 100000 * effort(); i++) {
    double value = double_of_bits(random_bits(&seed));
    if (isnan(value)) continue;
    assert_reads_back(&text, value);
    if (i % 8 == 0 && !isinf(value)) assert_shortest(text_string(&text), value);
  }
  text_free(&text);
}

static void random_subnormals_read_back_and_are_shortest(void **state)
{
  (void)state;
  Text text = { 0 };
  uint64_t seed = 2;
  for (int i = 0; i < 5000 * effort(); i++) {
    uint64_t bits = random_bits(&seed);
    double value = double_of_bits(bits >> (12 + bits % 50));
    assert_reads_back(&text, value);
    assert_shortest(text_string(&text), value);
  }
  text_free(&text);
}

// What was typed comes out as it was typed.
static void decimals_of_up_to_fifteen_digits_are_recovered(void **state)
{
  (void)state;
  Text text = { 0 };
  uint64_t seed = 3;
  for (int i = 0; i < 20000 * effort(); i++) {
    char typed[32];
    uint64_t bits = random_bits(&seed);
    snprintf(typed, sizeof typed, "%u.%09u", (unsigned)(bits >> 44), (unsigned)(bits % 1000000000));
    while (typed[strlen(typed) - 1] == '0')
      typed[strlen(typed) - 1] = '\0';
    if (typed[strlen(typed) - 1] == '.') continue;
    text_clear(&text);
    text_put_double(&text, strtod(typed, NULL));
    if (strlen(typed) <= 16) assert_string_equal(text_string(&text), typed);
  }
  text_free(&text);
}

static void random_floats_read_back(void **state)
{
  (void)state;
  Text text = { 0 };
  uint64_t seed = 4;
  for (int i = 0; i < 100000 * effort(); i++) {
    uint32_t bits = (uint32_t)random_bits(&seed);
    float value = 0;
    memcpy(&value, &bits, sizeof value);
    if (isnan(value)) continue;
    text_clear(&text);
    text_put_float(&text, value);
    if (strtof(text_string(&text), NULL) != value) fail_msg("%a: %s", (double)value, text.bytes);
    if (!isinf(value)) assert_true(digit_count(text_string(&text)) <= FLT_DECIMAL_DIG);
  }
  text_free(&text);
}

static void a_locale_with_a_decimal_comma_changes_nothing(void **state)
{
  (void)state;
  if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL) skip();
  char by_printf[8];
  snprintf(by_printf, sizeof by_printf, "%.1f", 0.5);
  assert_string_equal(by_printf, "0,5");

  assert_double(0.1, "0.1");
  assert_double(2.5e-30, "2.5e-30");
  assert_float(0.1F, "0.1");
  assert_double_17(0.1, "0.10000000000000001");
  Text text = { 0 };
  text_format(&text, "%.1f", 0.5);
  assert_string_equal(text_string(&text), "0.5");
  text_free(&text);

  snprintf(by_printf, sizeof by_printf, "%.1f", 0.5);
  assert_string_equal(by_printf, "0,5");  // the caller's locale is back
  setlocale(LC_ALL, "C");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(doubles_look_as_people_write_them),
    cmocka_unit_test(borderline_doubles_have_their_known_shortest_form),
    cmocka_unit_test(powers_of_two_use_the_wider_side_of_their_interval),
    cmocka_unit_test(floats_have_their_own_shortest_form),
    cmocka_unit_test(seventeen_digits_are_written_without_trailing_zeros),
    cmocka_unit_test(random_doubles_read_back),
    cmocka_unit_test(random_subnormals_read_back_and_are_shortest),
    cmocka_unit_test(decimals_of_up_to_fifteen_digits_are_recovered),
    cmocka_unit_test(random_floats_read_back),
    cmocka_unit_test(a_locale_with_a_decimal_comma_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
