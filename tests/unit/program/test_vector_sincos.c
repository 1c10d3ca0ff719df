// test_vector_sincos.c -- sines and cosines of many lanes against ball arithmetic (Arb).
// SPDX-License-Identifier: MIT
#include "program/vector_sincos.h"

#include <flint/flint.h>

#include <arb.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
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

// Distance of `value` from the exact value, in units of its last place.
static double error_in_ulps(Reference *reference, double value, const arb_t exact)
{
  arb_set_d(reference->difference, value);
  arb_sub(reference->difference, reference->difference, exact, PRECISION);
  double distance = fabs(arf_get_d(arb_midref(reference->difference), ARF_RND_NEAR));
  double ulp = nextafter(fabs(value), INFINITY) - fabs(value);
  return distance / ulp;
}

static double largest_error(Reference *reference, const Lanes *x)
{
  Lanes sine, cosine;
  lanes_sincos(x, &sine, &cosine);
  double largest = 0;
  for (int k = 0; k < LANES; k++) {
    arb_set_d(reference->angle, x->lane[k]);
    arb_sin_cos(reference->sine, reference->cosine, reference->angle, PRECISION);
    largest = fmax(largest, error_in_ulps(reference, sine.lane[k], reference->sine));
    largest = fmax(largest, error_in_ulps(reference, cosine.lane[k], reference->cosine));
  }
  return largest;
}

static void ordinary_angles_are_right_to_the_last_place(void **unused)
{
  (void)unused;
  Reference reference;
  reference_init(&reference);
  double largest = 0;
  for (int block = 0; block < 3000; block++) {
    Lanes x;
    for (int k = 0; k < LANES; k++) {
      int n = block * LANES + k;
      // dense about zero, then out to the limit, of both signs
      double size = n % 2 ? 8e-4 * (n + 0.123456789) : exp(11.5 * sin(0.37 * n));
      x.lane[k] = n % 3 ? fmod(size, VECTOR_SINCOS_LIMIT) : -fmod(size, VECTOR_SINCOS_LIMIT);
    }
    largest = fmax(largest, largest_error(&reference, &x));
  }
  print_message("largest error %.3f ulp\n", largest);
  assert_true(largest < 1.0);
  reference_clear(&reference);
}

// Here one of the two is tiny and shows every bit that the reduction lost.
static void neighbours_of_quarter_turns_are_right_to_the_last_place(void **unused)
{
  (void)unused;
  Reference reference;
  reference_init(&reference);
  double largest = 0;
  for (int n = 0; n < 63600; n += 3 * LANES) {
    Lanes x;
    for (int k = 0; k < LANES; k++) {
      double nearest = (n + k) * 0x1.921fb54442d18p+0;
      x.lane[k] = k % 3 == 0 ? nearest : nextafter(nearest, k % 3 == 1 ? INFINITY : 0);
    }
    largest = fmax(largest, largest_error(&reference, &x));
  }
  print_message("largest error %.3f ulp\n", largest);
  assert_true(largest < 1.0);
  reference_clear(&reference);
}

static void special_angles(void **unused)
{
  (void)unused;
  Lanes x, sine, cosine;
  lanes_fill(&x, 0);
  x.lane[1] = INFINITY;
  x.lane[2] = NAN;
  x.lane[3] = 1e22;
  x.lane[4] = 5e-324;
  lanes_sincos(&x, &sine, &cosine);
  assert_true(sine.lane[0] == 0 && cosine.lane[0] == 1);
  assert_true(isnan(sine.lane[1]) && isnan(cosine.lane[1]));
  assert_true(isnan(sine.lane[2]) && isnan(cosine.lane[2]));
  assert_true(sine.lane[3] == sin(1e22) && cosine.lane[3] == cos(1e22));
  assert_true(sine.lane[4] == 5e-324 && cosine.lane[4] == 1);
}

static void finish(void) { flint_cleanup(); }

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(ordinary_angles_are_right_to_the_last_place),
    cmocka_unit_test(neighbours_of_quarter_turns_are_right_to_the_last_place),
    cmocka_unit_test(special_angles),
  };
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  finish();
  return failures;
}
