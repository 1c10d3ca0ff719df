// test_uicker.c -- traces of 4x4 matrices against Lagrange's equations from the energies.
//
// The two share positions and what acts, nothing else: no velocity of kinematics.c enters here.
// SPDX-License-Identifier: MIT
#include "agree.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const char *const KEYS[] = { "T", "V", "M", "C", "h", "G", "tau" };
enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0] };

static void examples_have_the_equations_of_the_energies(void **state)
{
  (void)state;
  for (int e = 0; TREE_EXAMPLES[e]; e++) {
    Reading reading;
    reading_open_example(&reading, TREE_EXAMPLES[e], "");
    assert_methods_agree(reading.mechanism, "energy", "uicker", KEYS, KEY_COUNT);
    reading_close(&reading);
  }
}

static void odd_mechanisms_have_the_equations_of_the_energies(void **state)
{
  (void)state;
  for (int e = 0; ODD_MECHANISMS[e]; e++) {
    Reading reading;
    reading_open(&reading, ODD_MECHANISMS[e]);
    assert_methods_agree(reading.mechanism, "energy", "uicker", KEYS, KEY_COUNT);
    reading_close(&reading);
  }
}

static const char BALL[] = "param m, a, b, c, A, B, D, g\ngravity [0, g, -g]\n"
                           "joint j : spherical quaternion from ground at [a, 0, 0]\n"
                           "body first on j : mass m, com [0, b, c], inertia diag(A, B, D)\n"
                           "joint k : revolute y (q) from j at [0, 0, c]\n"
                           "body second on k : mass m, com [a, b, 0]\n";

static void quaternions_have_the_same_torques_where_their_norm_is_one(void **state)
{
  (void)state;
  Reading reading;
  reading_open(&reading, BALL);
  assert_methods_agree_on_unit_quaternions(reading.mechanism, "energy", "uicker");
  reading_close(&reading);
}

static void the_energy_of_each_body_is_its_part_of_the_whole(void **state)
{
  (void)state;
  static const char *const PARTS[] = { "T:upper_arm", "T:forearm", "V:upper_arm", "V:forearm" };
  Reading reading;
  reading_open_example(&reading, "planar_2dof/planar_2dof.bl", "");
  assert_methods_agree(reading.mechanism, "energy", "uicker", PARTS, 4);
  reading_close(&reading);
}

// A bob on an arm a, hinged across the radius at the distance L from the axle of a disc that turns
// at the speed w: tau = m a^2 q'' + a sin(q) times the centrifugal force m w^2 (L + a cos(q)).
static void a_disc_that_turns_by_the_clock_throws_a_pendulum_outwards(void **state)
{
  (void)state;
  static const char *const METHODS[] = { "energy", "uicker", "kane" };
  Reading reading;
  reading_open(&reading, "param m, a, L, w\n"
                         "frame disc in ground : RZ(w*t)\n"
                         "joint j : revolute y (q) from disc at [L, 0, 0]\n"
                         "body bob on j : mass m, com [a, 0, 0]\n"
                         "let expected = m*a^2*q'' + m*a*w^2*(L + a*cos(q))*sin(q)\n");
  for (int m = 0; m < 3; m++) {
    const char *key = "tau";
    Text why = { 0 };
    Equations *equations =
        formulate(reading.mechanism, formulation_find(METHODS[m]), 0, &key, 1, &why);
    assert_non_null(equations);
    const Expr *expected = expr_copy(equations->pool, reading.mechanism->definitions[0].value);
    assert_true(expr_same_value(equations->quantities[0].entries[0], expected));
    equations_free(equations);
    text_free(&why);
  }
  reading_close(&reading);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(examples_have_the_equations_of_the_energies),
    cmocka_unit_test(odd_mechanisms_have_the_equations_of_the_energies),
    cmocka_unit_test(quaternions_have_the_same_torques_where_their_norm_is_one),
    cmocka_unit_test(the_energy_of_each_body_is_its_part_of_the_whole),
    cmocka_unit_test(a_disc_that_turns_by_the_clock_throws_a_pendulum_outwards),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
