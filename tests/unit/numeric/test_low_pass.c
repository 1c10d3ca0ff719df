// test_low_pass.c -- what passes the filter, against the closed forms of Butterworth's.
// SPDX-License-Identifier: MIT
#include "numeric/low_pass.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { COUNT = 4001, MIDDLE = 2000 };

static const double PI = 3.14159265358979323846;

static void assert_close(double value, double expected, double tolerance)
{
  if (fabs(value - expected) <= tolerance) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

static void the_gain_has_no_phase(void **state)
{
  (void)state;
  static const double frequencies[] = { 0.001, 0.01, 0.018, 0.02, 0.025, 0.04, 0.2 };
  double cutoff = 0.02;
  for (int i = 0; i < 7; i++) {
    double values[COUNT], ratio = tan(PI * frequencies[i]) / tan(PI * cutoff);
    for (int k = 0; k < COUNT; k++)
      values[k] = cos(2 * PI * frequencies[i] * (k - MIDDLE) + 0.3);
    low_pass(COUNT, values, 1, cutoff);
    for (int k = MIDDLE - 20; k <= MIDDLE + 20; k++) {
      double expected = cos(2 * PI * frequencies[i] * (k - MIDDLE) + 0.3) / (1 + pow(ratio, 8));
      assert_close(values[k], expected, 1e-9);
    }
  }
}

static void lines_stay_up_to_the_ends(void **state)
{
  (void)state;
  double values[200];  // of two channels
  for (int k = 0; k < 100; k++) {
    values[2 * k] = 3 - 0.5 * k;
    values[2 * k + 1] = 7;
  }
  low_pass(100, values, 2, 0.1);
  for (int k = 0; k < 100; k++) {
    assert_close(values[2 * k], 3 - 0.5 * k, 5e-3);
    assert_close(values[2 * k + 1], 7, 1e-12);
  }
}

// 2 f_c times the integral of 1/(1 + x^8)^2 from 0 on, which is 7/8 (pi/8)/sin(pi/8).
static void noise_that_is_left(void **state)
{
  (void)state;
  double expected = 7. / 8 * (PI / 8) / sin(PI / 8);
  assert_close(low_pass_noise(0.001) / 0.002, expected, 1e-5);
  assert_close(low_pass_noise(0.01) / 0.02, expected, 1e-3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_gain_has_no_phase),
    cmocka_unit_test(lines_stay_up_to_the_ends),
    cmocka_unit_test(noise_that_is_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
