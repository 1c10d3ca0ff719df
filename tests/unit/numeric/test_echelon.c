// test_echelon.c -- bases and eigenvalues that are known in closed form.
// SPDX-License-Identifier: MIT
#include "numeric/linear/echelon.h"

#include "numeric/linear/eigen.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void assert_close(double value, double expected, double tolerance)
{
  if (fabs(value - expected) <= tolerance) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

// Any basis of the plane x + y + z = 0 reduces to (1, 0, -1), (0, 1, -1).
static void a_basis_gets_columns_of_its_own(void **state)
{
  (void)state;
  double a[] = { 2, -1, -1, 3, 5, -8 };
  const double expected[] = { 1, 0, -1, 0, 1, -1 };
  int pivots[2];
  assert_int_equal(echelon_reduce(2, 3, a, 1e-12, pivots), 2);
  assert_int_equal(pivots[0], 0);
  assert_int_equal(pivots[1], 1);
  for (int i = 0; i < 6; i++)
    assert_close(a[i], expected[i], 1e-15);
}

static void a_small_entry_is_no_pivot(void **state)
{
  (void)state;
  double a[] = { 0.05, 1, 2 };
  int pivots[1];
  assert_int_equal(echelon_reduce(1, 3, a, 1e-12, pivots), 1);
  assert_int_equal(pivots[0], 1);  // half of the largest serves nearly as well, a fortieth does not
  assert_close(a[0], 0.05, 1e-15);
  assert_close(a[2], 2, 1e-15);
}

static void dependent_rows_become_zero(void **state)
{
  (void)state;
  double a[] = { 1, 2, 3, 2, 4, 6, 0, 0, 1 };
  int pivots[3];
  assert_int_equal(echelon_reduce(3, 3, a, 1e-12, pivots), 2);
  for (int i = 6; i < 9; i++)
    assert_close(a[i], 0, 0);
}

static void rows_are_in_the_order_of_their_columns(void **state)
{
  (void)state;
  double a[] = { 0, 0, 5, 1, 0, 0, 0, 1, 0 };
  int pivots[3];
  assert_int_equal(echelon_reduce(3, 3, a, 1e-12, pivots), 3);
  for (int i = 0; i < 9; i++)
    assert_close(a[i], i % 4 == 0 ? 1 : 0, 0);
}

// A chain of equal springs, 2 on the diagonal and -1 beside it: 2 - 2 cos(k pi / (n + 1)).
static void eigenvalues_of_a_chain(void **state)
{
  (void)state;
  enum { N = 4 };
  double a[N * N] = { 0 }, values[N], vectors[N * N];
  for (int i = 0; i < N; i++) {
    a[i * N + i] = 2;
    if (i > 0) a[i * N + i - 1] = -1;  // the upper triangle is not read
  }
  assert_int_equal(eigen_symmetric(N, a, values, vectors), NUMERIC_OK);
  double pi = acos(-1);
  for (int k = 0; k < N; k++) {
    assert_close(values[k], 2 - 2 * cos((k + 1) * pi / (N + 1)), 1e-14);
    double length = 0, ratio = sin((k + 1) * pi / (N + 1)) / vectors[k * N];
    for (int i = 0; i < N; i++) {
      length = hypot(length, vectors[k * N + i]);
      assert_close(ratio * vectors[k * N + i], sin((k + 1) * (i + 1) * pi / (N + 1)), 1e-13);
    }
    assert_close(length, 1, 1e-14);
  }
  a[0] = NAN;
  assert_int_equal(eigen_symmetric(N, a, values, vectors), NUMERIC_NOT_FINITE);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_basis_gets_columns_of_its_own),
    cmocka_unit_test(a_small_entry_is_no_pivot),
    cmocka_unit_test(dependent_rows_become_zero),
    cmocka_unit_test(rows_are_in_the_order_of_their_columns),
    cmocka_unit_test(eigenvalues_of_a_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
