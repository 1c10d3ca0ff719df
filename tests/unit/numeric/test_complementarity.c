// test_complementarity.c -- contacts whose forces are known.
// SPDX-License-Identifier: MIT
#include "numeric/contact/complementarity.h"

#include "base/random.h"

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

// Three equal masses in a row, the first hits: G of the two contacts, by hand.
static void masses_in_a_row(void **state)
{
  (void)state;
  const double G[] = { 2, -1, -1, 2 }, c[] = { -2, 0 };
  double z[2];
  assert_true(complementarity_solve(2, G, c, z));
  assert_close(z[0], 4.0 / 3, 1e-14);
  assert_close(z[1], 2.0 / 3, 1e-14);
}

static void what_separates_is_not_pushed(void **state)
{
  (void)state;
  const double G[] = { 2, 1, 1, 2 }, c[] = { -2, 3 };
  double z[2];
  assert_true(complementarity_solve(2, G, c, z));
  assert_close(z[0], 1, 1e-14);
  assert_close(z[1], 0, 0);
}

// The second row is hurt more and is taken first; with both it would have to pull.
static void a_row_is_left_again(void **state)
{
  (void)state;
  const double G[] = { 1, 2, 2, 5 }, c[] = { -1, -1.1 };
  double z[2];
  assert_true(complementarity_solve(2, G, c, z));
  assert_close(z[0], 1, 1e-13);
  assert_close(z[1], 0, 1e-13);
}

// A table with more legs than it needs: any forces that carry it.
static void redundant_contacts(void **state)
{
  (void)state;
  const double G[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1 }, c[] = { -3, -3, -3 };
  double z[3];
  assert_true(complementarity_solve(3, G, c, z));
  assert_close(z[0] + z[1] + z[2], 3, 1e-12);
}

static void nothing_can_push_apart_what_does_not_move(void **state)
{
  (void)state;
  const double G[] = { 0 }, c[] = { -1 };
  double z[1];
  assert_false(complementarity_solve(1, G, c, z));
}

static double any(uint64_t *seed)  // from -1 to 1
{
  return 2 * (double)(random_next(seed) >> 11) / 9007199254740992.0 - 1;
}

// What defines it, for random G = B B' that may be singular and c = B u, which has a solution.
static void the_definition_holds(void **state)
{
  enum { N = 8 };
  (void)state;
  uint64_t seed = 7;
  for (int k = 0; k < 300; k++) {
    int n = 1 + k % N, m = 1 + k % 5;
    double B[N * N], G[N * N], c[N], z[N], u[N];
    for (int i = 0; i < N; i++)
      u[i] = any(&seed);
    for (int i = 0; i < n * m; i++)
      B[i] = any(&seed);
    for (int i = 0; i < n; i++) {
      c[i] = 0;
      for (int l = 0; l < m; l++)
        c[i] += B[i * m + l] * u[l];
      for (int j = 0; j < n; j++) {
        G[i * n + j] = 0;
        for (int l = 0; l < m; l++)
          G[i * n + j] += B[i * m + l] * B[j * m + l];
      }
    }
    assert_true(complementarity_solve(n, G, c, z));
    for (int i = 0; i < n; i++) {
      double w = c[i];
      for (int j = 0; j < n; j++)
        w += G[i * n + j] * z[j];
      assert_true(z[i] >= 0 && w > -1e-9);
      assert_close(z[i] * w, 0, 1e-8 * (1 + z[i]));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(masses_in_a_row),
    cmocka_unit_test(what_separates_is_not_pushed),
    cmocka_unit_test(a_row_is_left_again),
    cmocka_unit_test(redundant_contacts),
    cmocka_unit_test(nothing_can_push_apart_what_does_not_move),
    cmocka_unit_test(the_definition_holds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
