// test_integrator_vector.c -- our vectors against the serial ones of SUNDIALS, bit for bit.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

enum { SIZE = 15, VECTORS = 6 };

// The same numbers in vectors of both kinds.
typedef struct Both {
  SUNContext sundials;
  N_Vector ours[VECTORS], theirs[VECTORS];
} Both;

static double number(uint64_t *random) { return (double)(int64_t)random_next(random) * 0x1p-60; }

static Both both_new(uint64_t seed)
{
  Both both;
  uint64_t random = seed;
  assert_int_equal(0, SUNContext_Create(NULL, &both.sundials));
  for (int k = 0; k < VECTORS; k++) {
    both.ours[k] = k == 0 ? integrator_vector(SIZE, both.sundials) : N_VClone(both.ours[0]);
    both.theirs[k] = N_VNew_Serial(SIZE, both.sundials);
    for (int i = 0; i < SIZE; i++)
      NV_Ith_S(both.ours[k], i) = NV_Ith_S(both.theirs[k], i) = i == 3 ? 0 : number(&random);
  }
  return both;
}

static void both_compare_and_free(Both *both)
{
  for (int k = 0; k < VECTORS; k++) {
    assert_memory_equal(NV_DATA_S(both->ours[k]), NV_DATA_S(both->theirs[k]),
                        SIZE * sizeof(double));
    N_VDestroy(both->ours[k]);
    N_VDestroy(both->theirs[k]);
  }
  SUNContext_Free(&both->sundials);
}

static void sums_have_the_same_bits(void **unused)
{
  (void)unused;
  static const double FACTORS[] = { 1, -1, 0.3, -0.3, 2.7 };
  static const int RESULTS[] = { 0, 1, 2 };  // the first vector, the second, another one
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 5; j++) {
      for (int k = 0; k < 3; k++) {
        Both both = both_new(7);
        int z = RESULTS[k];
        N_VLinearSum(FACTORS[i], both.ours[0], FACTORS[j], both.ours[1], both.ours[z]);
        N_VLinearSum(FACTORS[i], both.theirs[0], FACTORS[j], both.theirs[1], both.theirs[z]);
        both_compare_and_free(&both);
      }
    }
    Both both = both_new(8);
    N_VScale(FACTORS[i], both.ours[0], both.ours[i % 2]);
    N_VScale(FACTORS[i], both.theirs[0], both.theirs[i % 2]);
    both_compare_and_free(&both);
  }
}

static void combinations_have_the_same_bits(void **unused)
{
  (void)unused;
  double factors[] = { 0.7, -1.3, 1, 2.1, -1 };
  for (int count = 1; count <= 5; count++) {
    for (int z = 0; z < VECTORS; z += VECTORS - 1) {
      Both both = both_new(9);
      N_VLinearCombination(count, factors, both.ours, both.ours[z]);
      N_VLinearCombination(count, factors, both.theirs, both.theirs[z]);
      both_compare_and_free(&both);
    }
    Both both = both_new(10);
    N_VScaleAddMulti(count, factors, both.ours[5], both.ours, both.ours);
    N_VScaleAddMulti(count, factors, both.theirs[5], both.theirs, both.theirs);
    both_compare_and_free(&both);
  }
}

static void norms_have_the_same_bits(void **unused)
{
  (void)unused;
  Both both = both_new(11);
  double ours = N_VWrmsNorm(both.ours[0], both.ours[1]);
  double theirs = N_VWrmsNorm(both.theirs[0], both.theirs[1]);
  assert_memory_equal(&ours, &theirs, sizeof ours);
  both_compare_and_free(&both);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sums_have_the_same_bits),
    cmocka_unit_test(combinations_have_the_same_bits),
    cmocka_unit_test(norms_have_the_same_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
