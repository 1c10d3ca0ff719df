// test_methods.c -- every method has the equations of the energies.
//
// Lagrange's equations from T and V (energy.c) know nothing of partial velocities, of 4x4 matrices
// or of recursions. What the methods do share is shown by tests of its own: positions, what acts.
// SPDX-License-Identifier: MIT
#include "agree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

// A method and the quantities that it derives by itself.
static const struct {
  const char *name;
  int key_count;
  const char *keys[7];
} METHODS[] = {
  { "uicker", 7, { "T", "V", "M", "C", "h", "G", "tau" } },
  { "kane", 5, { "T", "M", "h", "G", "tau" } },
  { "newton-euler", 4, { "M", "h", "G", "tau" } },
};
enum { METHOD_COUNT = sizeof METHODS / sizeof METHODS[0] };

static void assert_all_agree(const Mechanism *mechanism)
{
  for (int m = 0; m < METHOD_COUNT; m++) {
    assert_methods_agree(mechanism, "energy", METHODS[m].name, METHODS[m].keys,
                         METHODS[m].key_count);
  }
}

static void examples_have_the_equations_of_the_energies(void **state)
{
  (void)state;
  for (int e = 0; TREE_EXAMPLES[e]; e++) {
    Reading reading;
    reading_open_example(&reading, TREE_EXAMPLES[e], "");
    assert_all_agree(reading.mechanism);
    reading_close(&reading);
  }
}

static void odd_mechanisms_have_the_equations_of_the_energies(void **state)
{
  (void)state;
  for (int e = 0; ODD_MECHANISMS[e]; e++) {
    Reading reading;
    reading_open(&reading, ODD_MECHANISMS[e]);
    assert_all_agree(reading.mechanism);
    reading_close(&reading);
  }
}

static const char BALL_AND_ARM[] =
    "param m, a, b, c, A, B, D, g\ngravity [0, g, -g]\n"
    "joint j : spherical quaternion from ground at [a, 0, 0]\n"
    "body first on j : mass m, com [0, b, c], inertia diag(A, B, D)\n"
    "joint k : revolute y (q) from j at [0, 0, c]\n"
    "body second on k : mass m, com [a, b, 0]\n";

static const char FREE_BODY[] = "param m, b, c, A, B, D, g\ngravity [0, g, -g]\n"
                                "joint j : free quaternion from ground\n"
                                "body first on j : mass m, com [0, b, c], inertia diag(A, B, D)\n";

static void quaternions_have_the_same_torques_where_their_norm_is_one(void **state)
{
  (void)state;
  static const struct {
    const char *description, *method;
  } CASES[] = { { BALL_AND_ARM, "uicker" }, { BALL_AND_ARM, "kane" }, { FREE_BODY, "kane" } };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    Reading reading;
    reading_open(&reading, CASES[i].description);
    assert_methods_agree_on_unit_quaternions(reading.mechanism, "energy", CASES[i].method);
    reading_close(&reading);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(examples_have_the_equations_of_the_energies),
    cmocka_unit_test(odd_mechanisms_have_the_equations_of_the_energies),
    cmocka_unit_test(quaternions_have_the_same_torques_where_their_norm_is_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
