// test_sincos.c -- sine and cosine against ball arithmetic (Arb) and long double.
// SPDX-License-Identifier: MIT
#include "base/sincos.h"

#include <flint/flint.h>

#include <arb.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <float.h>
#include <stdbool.h>

enum { PRECISION = 200 };

typedef struct Reference {
  arb_t angle, sine, cosine, difference;
} Reference;

static void reference_init(Reference *reference)
{
  arb_init(reference->angle);
  arb_init(reference->sine);
  arb_init(reference->cosine);
  arb_init(reference->difference);
}

static void reference_clear(Reference *reference)
{
  arb_clear(reference->angle);
  arb_clear(reference->sine);
  arb_clear(reference->cosine);
  arb_clear(reference->difference);
}

static double unit_of_last_place(double value) { return nextafter(fabs(value), 2) - fabs(value); }

// Distance of `value` from the exact value, in units of its last place.
static double error_in_ulps(Reference *reference, double value, const arb_t exact)
{
  arb_set_d(reference->difference, value);
  arb_sub(reference->difference, reference->difference, exact, PRECISION);
  double distance = fabs(arf_get_d(arb_midref(reference->difference), ARF_RND_NEAR));
  return distance / unit_of_last_place(value);
}

static double error_by_arb(Reference *reference, double angle)
{
  double sine, cosine;
  sincos_of(angle, &sine, &cosine);
  arb_set_d(reference->angle, angle);
  arb_sin_cos(reference->sine, reference->cosine, reference->angle, PRECISION);
  return fmax(error_in_ulps(reference, sine, reference->sine),
              error_in_ulps(reference, cosine, reference->cosine));
}

static bool is_same(double a, double b)
{
  return (a == b && signbit(a) == signbit(b)) || (isnan(a) && isnan(b));
}

static void check_symmetry(double angle)
{
  double sine, cosine, minus_sine, same_cosine;
  sincos_of(angle, &sine, &cosine);
  sincos_of(-angle, &minus_sine, &same_cosine);
  assert_true(is_same(sine, -minus_sine) && is_same(cosine, same_cosine));
}

// Dense about zero, then out to the limit, of both signs.
static double ordinary_angle(int n)
{
  double size = n % 2 ? 8e-4 * (n + 0.123456789) : exp(11.5 * sin(0.37 * n));
  return n % 3 ? fmod(size, SINCOS_LIMIT) : -fmod(size, SINCOS_LIMIT);
}

static void ordinary_angles_are_right_to_the_last_place(void **unused)
{
  (void)unused;
  Reference reference;
  reference_init(&reference);
  double largest = 0;
  for (int n = 0; n < 48000; n++) {
    double angle = ordinary_angle(n);
    largest = fmax(largest, error_by_arb(&reference, angle));
    check_symmetry(angle);
  }
  print_message("largest error %.3f ulp\n", largest);
  assert_true(largest < 0.9);
  reference_clear(&reference);
}

// Here one of the two is tiny and shows every bit that the reduction lost.
static void neighbours_of_quarter_turns_are_right_to_the_last_place(void **unused)
{
  (void)unused;
  Reference reference;
  reference_init(&reference);
  double largest = 0;
  for (int n = 0; n <= 63661; n++) {
    double nearest = n * 0x1.921fb54442d18p+0;
    largest = fmax(largest, error_by_arb(&reference, nearest));
    double other = n % 2 ? nextafter(nearest, INFINITY) : nextafter(nearest, 0);
    largest = fmax(largest, error_by_arb(&reference, other));
    check_symmetry(nearest);
  }
  print_message("largest error %.3f ulp\n", largest);
  assert_true(largest < 0.9);
  reference_clear(&reference);
}

// Where the eighths of a turn meet the polynomials are at their ends.
static void neighbours_of_eighths_of_a_turn_are_right_to_the_last_place(void **unused)
{
  (void)unused;
  Reference reference;
  reference_init(&reference);
  double largest = 0;
  for (int n = 1; n < 4000; n += 2) {
    double angle = n * 0x1.921fb54442d18p-1 * (1 - 40 * DBL_EPSILON);
    for (int k = 0; k < 80; k++) {
      largest = fmax(largest, error_by_arb(&reference, angle));
      angle = nextafter(angle, INFINITY);
    }
  }
  print_message("largest error %.3f ulp\n", largest);
  assert_true(largest < 0.9);
  reference_clear(&reference);
}

#if LDBL_MANT_DIG >= 64
// Of a long double 11 bits more are right than a double has.
static double error_by_long_double(double angle)
{
  double sine, cosine;
  sincos_of(angle, &sine, &cosine);
  double off_sine = (double)fabsl(sine - sinl(angle)) / unit_of_last_place(sine);
  double off_cosine = (double)fabsl(cosine - cosl(angle)) / unit_of_last_place(cosine);
  return fmax(off_sine, off_cosine);
}

static void a_million_angles_are_right_to_the_last_place(void **unused)
{
  (void)unused;
  double largest = 0;
  for (int n = 0; n < 1000000; n++) {
    largest = fmax(largest, error_by_long_double(6.5e-6 * (n + 0.37)));
    largest = fmax(largest, error_by_long_double(0.0999 * n));
  }
  print_message("largest error %.3f ulp\n", largest);
  assert_true(largest < 0.9);
}
#endif

static void special_angles(void **unused)
{
  (void)unused;
  static const double tiny[] = { 0.0, 5e-324, DBL_MIN, 1e-300, 1e-17 };
  double sine, cosine;
  for (int k = 0; k < (int)(sizeof tiny / sizeof tiny[0]); k++) {
    sincos_of(tiny[k], &sine, &cosine);
    assert_true(is_same(sine, tiny[k]) && cosine == 1);
    check_symmetry(tiny[k]);
  }
  static const double no_angles[] = { INFINITY, -INFINITY, NAN };
  for (int k = 0; k < (int)(sizeof no_angles / sizeof no_angles[0]); k++) {
    sincos_of(no_angles[k], &sine, &cosine);
    assert_true(isnan(sine) && isnan(cosine));
  }
}

static void beyond_the_limit_it_is_libm(void **unused)
{
  (void)unused;
  static const double large[] = { SINCOS_LIMIT, 123456.789, 1e22, DBL_MAX };
  double sine, cosine;
  for (int k = 0; k < (int)(sizeof large / sizeof large[0]); k++) {
    sincos_of(-large[k], &sine, &cosine);
    assert_true(is_same(sine, -sin(large[k])) && is_same(cosine, cos(large[k])));
  }
  Reference reference;
  reference_init(&reference);
  double angle = SINCOS_LIMIT;
  for (int k = 0; k < 1000; k++) {
    angle = nextafter(angle, 0);
    assert_true(error_by_arb(&reference, angle) < 0.9);
  }
  reference_clear(&reference);
}

static void finish(void) { flint_cleanup(); }

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(ordinary_angles_are_right_to_the_last_place),
    cmocka_unit_test(neighbours_of_quarter_turns_are_right_to_the_last_place),
    cmocka_unit_test(neighbours_of_eighths_of_a_turn_are_right_to_the_last_place),
#if LDBL_MANT_DIG >= 64
    cmocka_unit_test(a_million_angles_are_right_to_the_last_place),
#endif
    cmocka_unit_test(special_angles),
    cmocka_unit_test(beyond_the_limit_it_is_libm),
  };
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  finish();
  return failures;
}
