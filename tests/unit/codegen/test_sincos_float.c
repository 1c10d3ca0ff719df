// test_sincos_float.c -- sines and cosines of generated C in float, against those of double.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef float NAME_real;
#define fabs fabsf  // as the printer spells them
#define sin sinf
#define cos cosf
#include "codegen/runtime/c/lanes_float_gnu.c"  // NOLINT(bugprone-suspicious-include)

#include "codegen/runtime/c/sincos_float.c"  // NOLINT(bugprone-suspicious-include)

#include "codegen/runtime/c/sincos.c"  // NOLINT(bugprone-suspicious-include)

#define NAME_lanes plain_lanes
#define NAME_bits plain_bits
#define NAME_partial plain_few
#define NAME_far plain_far
#define NAME_sincos_lanes plain_sincos_lanes
#define NAME_sincos_far plain_sincos_far
#define NAME_sincos_near plain_sincos_near
#define NAME_sincos plain_sincos
#include "codegen/runtime/c/lanes_float_plain.c"  // NOLINT(bugprone-suspicious-include)

#include "codegen/runtime/c/sincos_float.c"  // NOLINT(bugprone-suspicious-include)

#include "codegen/runtime/c/sincos.c"  // NOLINT(bugprone-suspicious-include)
#undef NAME_sincos
#undef fabs
#undef sin
#undef cos

enum { MOST = 9, ROOM = 12 };

static double error_in_ulps(float value, double exact)
{
  double size = fabs(exact);
  double ulp = (double)nextafterf((float)size, 2) - (double)(float)size;
  return fabs((double)value - exact) / ulp;
}

// The largest error, of angles that have the same bits with vectors and without.
static double largest_error(const float x[], int count)
{
  float sine[ROOM], cosine[ROOM], plain_sine[ROOM], plain_cosine[ROOM];
  double largest = 0;
  NAME_sincos(x, sine, cosine, count);
  plain_sincos(x, plain_sine, plain_cosine, count);
  assert_memory_equal(sine, plain_sine, (size_t)count * sizeof(float));
  assert_memory_equal(cosine, plain_cosine, (size_t)count * sizeof(float));
  for (int i = 0; i < count; i++) {
    largest = fmax(largest, error_in_ulps(sine[i], sin((double)x[i])));
    largest = fmax(largest, error_in_ulps(cosine[i], cos((double)x[i])));
  }
  return largest;
}

static void angles_are_right_to_the_last_place(void **unused)
{
  (void)unused;
  double largest = 0;
  for (int n = 0; n < 400000; n++) {
    float x[MOST];
    for (int i = 0; i < MOST; i++)
      x[i] = (float)((n * MOST + i) * 2.7e-5 * (i % 2 ? 1 : -1));
    largest = fmax(largest, largest_error(x, 1 + n % MOST));
  }
  for (int n = 1; n < 64; n++) {  // one of the two is tiny and shows what the reduction lost
    float nearest = (float)(n * 1.5707963267948966);
    const float x[] = { nearest, nextafterf(nearest, 0), nextafterf(nearest, 200) };
    largest = fmax(largest, largest_error(x, 3));
  }
  print_message("largest error %.3f ulp\n", largest);
  assert_true(largest < 0.95);
}

static void special_angles(void **unused)
{
  (void)unused;
  const float x[] = { -0.0F, 1e-45F, 100, 1e30F, INFINITY, NAN, 1, -1 };
  float sine[ROOM], cosine[ROOM];
  NAME_sincos(x, sine, cosine, 8);
  assert_true(sine[0] == 0 && signbit(sine[0]) && cosine[0] == 1);
  assert_true(sine[1] == x[1] && cosine[1] == 1);
  assert_true(sine[2] == sinf(100) && cosine[3] == cosf(1e30F));
  assert_true(isnan(sine[4]) && isnan(cosine[4]) && isnan(sine[5]) && isnan(cosine[5]));
  assert_true(sine[6] == -sine[7] && cosine[6] == cosine[7]);
  assert_true(error_in_ulps(sine[6], sin(1.0)) < 0.95);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(angles_are_right_to_the_last_place),
    cmocka_unit_test(special_angles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
