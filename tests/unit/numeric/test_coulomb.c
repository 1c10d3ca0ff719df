// test_coulomb.c -- contacts with friction whose impulses are known, and random ones that must keep
// the law.
// SPDX-License-Identifier: MIT
#include "numeric/contact/coulomb.h"

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

// A ball of mass 1 that hits with 1 m/s and slips: 2/7 of the slip's impulse stop it.
static void a_ball(void **state)
{
  (void)state;
  const double G[] = { 1, 0, 0, 3.5 }, c[] = { -1, 2 };
  double z[2];
  CoulombContact ball = { .slips = 1, .mu = 0.1 };
  assert_true(coulomb_solve(1, &ball, G, c, z));
  assert_close(z[0], 1, 1e-15);
  assert_close(z[1], -0.1, 1e-15);
  ball.mu = 1;
  assert_true(coulomb_solve(1, &ball, G, c, z));
  assert_close(z[1], -4.0 / 7, 1e-15);
}

// With two slips of equal inertia the impulse is along the slip.
static void along_the_slip(void **state)
{
  (void)state;
  const double G[] = { 1, 0, 0, 0, 3.5, 0, 0, 0, 3.5 }, c[] = { -1, 3, -4 };
  double z[3];
  const CoulombContact ball = { .slips = 2, .mu = 0.5 };
  assert_true(coulomb_solve(1, &ball, G, c, z));
  assert_close(z[1], -0.3, 1e-14);
  assert_close(z[2], 0.4, 1e-14);
}

// ---- the law

enum { MOST = 4, FREEDOM = 6, ROUNDS = 2000 };

static void check_contact(const CoulombContact *contact, const double z[], const double w[],
                          double slack)
{
  double pull = 0, slip = 0, work = 0;
  for (int k = 1; k <= contact->slips; k++) {
    pull = hypot(pull, z[k]);
    slip = hypot(slip, w[k]);
    work += z[k] * w[k];
  }
  assert_true(z[0] >= contact->least - slack && w[0] >= -slack);
  assert_true((z[0] - contact->least) * w[0] <= slack);
  assert_true(pull <= contact->mu * z[0] + slack);
  assert_close(work, -contact->mu * z[0] * slip, slack);
}

static double between(uint64_t *random, double low, double high)
{
  return low + (high - low) * (double)(random_next(random) >> 11) * 0x1p-53;
}

// G = 1 + P P^T of random rows.
static void random_masses(uint64_t *random, int rows, double G[])
{
  double pulls[3 * MOST][FREEDOM];
  for (int i = 0; i < rows; i++) {
    for (int f = 0; f < FREEDOM; f++)
      pulls[i][f] = between(random, -1, 1);
  }
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < rows; j++) {
      G[i * rows + j] = i == j ? 1 : 0;
      for (int f = 0; f < FREEDOM; f++)
        G[i * rows + j] += pulls[i][f] * pulls[j][f];
    }
  }
}

static void random_contacts(void **state)
{
  (void)state;
  uint64_t random = 5;
  for (int round = 0; round < ROUNDS; round++) {
    CoulombContact contacts[MOST];
    double G[9 * MOST * MOST], c[3 * MOST], z[3 * MOST];
    int count = 1 + round % MOST, rows = 0;
    for (int k = 0; k < count; k++) {
      double least = round % 3 == 0 ? fabs(between(&random, -1, 1)) : 0;
      contacts[k] = (CoulombContact){ .slips = (round / MOST + k) % 3,
                                      .mu = between(&random, 0, 0.6),
                                      .least = least };
      rows += contacts[k].slips + 1;
    }
    for (int i = 0; i < rows; i++)
      c[i] = between(&random, -1, 0.5);
    random_masses(&random, rows, G);
    assert_true(coulomb_solve(count, contacts, G, c, z));
    for (int k = 0, row = 0; k < count; row += contacts[k++].slips + 1) {
      double w[3];
      for (int i = 0; i <= contacts[k].slips; i++) {
        w[i] = c[row + i];
        for (int j = 0; j < rows; j++)
          w[i] += G[(row + i) * rows + j] * z[j];
      }
      check_contact(&contacts[k], z + row, w, 1e-9);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_ball),
    cmocka_unit_test(along_the_slip),
    cmocka_unit_test(random_contacts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
