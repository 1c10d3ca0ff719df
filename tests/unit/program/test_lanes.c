// test_lanes.c -- many lanes at once have the bits of one alone.
// SPDX-License-Identifier: MIT
#include "program/run/lanes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef void Several(const Lanes *x, Lanes *sine, Lanes *cosine);

static void several_plain(const Lanes *x, Lanes *sine, Lanes *cosine)
{
  sincos_of_several(x->lane, sine->lane, cosine->lane, LANES);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void several_avx2(const Lanes *x, Lanes *sine, Lanes *cosine)
{
  sincos_of_several(x->lane, sine->lane, cosine->lane, LANES);
}

__attribute__((target("avx512f"))) static void several_avx512(const Lanes *x, Lanes *sine,
                                                              Lanes *cosine)
{
  sincos_of_several(x->lane, sine->lane, cosine->lane, LANES);
}
#endif

static void check_with(Several *several, const Lanes *x)
{
  Lanes sine, cosine;
  several(x, &sine, &cosine);
  for (int k = 0; k < LANES; k++) {
    double s, c;
    sincos_of(x->lane[k], &s, &c);
    if (isnan(s)) {
      assert_true(isnan(sine.lane[k]) && isnan(cosine.lane[k]));
    } else {
      assert_memory_equal(&sine.lane[k], &s, sizeof s);
      assert_memory_equal(&cosine.lane[k], &c, sizeof c);
    }
  }
}

// However wide the vectors are.
static void check_block(const Lanes *x)
{
  check_with(several_plain, x);
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) check_with(several_avx2, x);
  if (__builtin_cpu_supports("avx512f")) check_with(several_avx512, x);
#endif
}

static void sines_and_cosines_have_the_bits_of_one_angle(void **unused)
{
  (void)unused;
  for (int block = 0; block < 50000; block++) {
    Lanes x;
    for (int k = 0; k < LANES; k++) {
      int n = block * LANES + k;
      x.lane[k] = n % 2 ? 0.0625 * n - 5e4 : exp(11 * sin(0.37 * n));
    }
    check_block(&x);
  }
}

// Neighbours that libm computes do not change what the others are.
static void far_angles_leave_their_neighbours_alone(void **unused)
{
  (void)unused;
  static const double far[] = { SINCOS_LIMIT, -SINCOS_LIMIT, 1e22, INFINITY, -INFINITY, NAN };
  for (int place = 0; place < LANES; place++) {
    for (int k = 0; k < (int)(sizeof far / sizeof far[0]); k++) {
      Lanes x;
      for (int i = 0; i < LANES; i++)
        x.lane[i] = i % 3 ? 12345.6789 * (i - 8) : -0.0;
      x.lane[place] = far[k];
      check_block(&x);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sines_and_cosines_have_the_bits_of_one_angle),
    cmocka_unit_test(far_angles_leave_their_neighbours_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
