// test_eigen.c -- eigenvalues of small matrices that are known.
// SPDX-License-Identifier: MIT
#include "numeric/linear/eigen.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const double TOLERANCE = 1e-10;

static void assert_close(double value, double expected, double tolerance)
{
  if (fabs(value - expected) <= tolerance) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

// a v = value v, for every value that is not zero and every vector of the null space.
static void assert_solves(int n, const double a[], const EigenSystem *eigen, double tolerance)
{
  for (int k = 0; k < eigen->count; k++) {
    const double *x = eigen->vectors + k * n, *y = eigen->vectors_im + k * n;
    double length = 0;
    for (int i = 0; i < n; i++) {
      double re = 0, im = 0;
      for (int j = 0; j < n; j++) {
        re += a[i * n + j] * x[j];
        im += a[i * n + j] * y[j];
      }
      assert_close(re, eigen->real[k] * x[i] - eigen->imaginary[k] * y[i], tolerance);
      assert_close(im, eigen->real[k] * y[i] + eigen->imaginary[k] * x[i], tolerance);
      length += x[i] * x[i] + y[i] * y[i];
    }
    assert_true(length > 0.1);
  }
  for (int k = 0; k < eigen->null_count; k++) {
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += a[i * n + j] * eigen->null[k * n + j];
      assert_close(sum, 0, tolerance);
    }
  }
}

static EigenSystem solve(int n, const double a[], Arena *arena)
{
  EigenSystem eigen;
  assert_int_equal(eigen_general(n, a, TOLERANCE, arena, &eigen), NUMERIC_OK);
  assert_int_equal(eigen.count + eigen.zero_count, n);
  return eigen;
}

static void test_a_pair(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  const double a[] = { 0, 1, -25, -6 };
  EigenSystem eigen = solve(2, a, arena);
  assert_int_equal(eigen.count, 2);
  for (int k = 0; k < 2; k++) {
    assert_close(eigen.real[k], -3, 1e-13);
    assert_close(eigen.imaginary[k], k == 0 ? 4 : -4, 1e-13);
  }
  assert_solves(2, a, &eigen, 1e-12);
  arena_free(arena);
}

// Two masses on a spring: (x1, x2, v1, v2). LAPACK alone finds +-1e-8 for the drift.
static void test_drift(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  const double k = 1e6 / 3, a[] = { 0, 0, 1, 0, 0, 0, 0, 1, -k, k, 0, 0, k / 7, -k / 7, 0, 0 };
  EigenSystem eigen = solve(4, a, arena);
  assert_int_equal(eigen.zero_count, 2);
  assert_int_equal(eigen.null_count, 1);
  assert_close(eigen.null[0], eigen.null[1], 1e-12);
  assert_close(fabs(eigen.imaginary[0]), sqrt(k * 8 / 7), 1e-9);
  assert_close(eigen.real[0], 0, 1e-9);
  assert_solves(4, a, &eigen, 1e-6);
  arena_free(arena);
}

// A chain of four integrators and one of two, next to a value of -2 that feels them.
static void test_chains(void **state)
{
  (void)state;
  enum { N = 7 };
  Arena *arena = arena_new();
  double a[N * N] = { 0 };
  a[0 * N + 1] = a[1 * N + 2] = a[2 * N + 3] = a[4 * N + 5] = 1;
  a[6 * N + 6] = -2;
  a[3 * N + 6] = 0.5;
  EigenSystem eigen = solve(N, a, arena);
  assert_int_equal(eigen.zero_count, 6);
  assert_int_equal(eigen.null_count, 2);
  assert_close(eigen.real[0], -2, 1e-14);
  assert_solves(N, a, &eigen, 1e-13);
  arena_free(arena);
}

static void test_extremes(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  const double zeros[9] = { 0 };
  EigenSystem eigen = solve(3, zeros, arena);
  assert_int_equal(eigen.null_count, 3);
  eigen = solve(0, zeros, arena);
  assert_int_equal(eigen.count, 0);
  // units do not matter: a value of 1 beside entries of 1e9
  const double wide[] = { 1, 1e9, 0, -3 };
  eigen = solve(2, wide, arena);
  assert_int_equal(eigen.zero_count, 0);
  assert_close(eigen.real[0] + eigen.real[1], -2, 1e-9);
  const double broken[] = { NAN };
  assert_int_equal(eigen_general(1, broken, TOLERANCE, arena, &eigen), NUMERIC_NOT_FINITE);
  arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_pair),
    cmocka_unit_test(test_drift),
    cmocka_unit_test(test_chains),
    cmocka_unit_test(test_extremes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
