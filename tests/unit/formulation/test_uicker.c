// test_uicker.c -- traces of 4x4 matrices: energies of bodies, and a frame that the clock moves.
// SPDX-License-Identifier: MIT
#include "agree.h"
#include "case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

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
  for (int m = 0; m < 3; m++) {
    Case c;
    case_open(&c,
              "param m, a, L, w\n"
              "frame disc from ground : RZ(w*t)\n"
              "joint j : revolute y (q) from disc at [L, 0, 0]\n"
              "body bob on j : mass m, com [a, 0, 0]\n"
              "let expected = m*a^2*q'' + m*a*w^2*(L + a*cos(q))*sin(q)\n",
              METHODS[m]);
    assert_entry(&c, "tau", 0, "expected");
    case_close(&c);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_energy_of_each_body_is_its_part_of_the_whole),
    cmocka_unit_test(a_disc_that_turns_by_the_clock_throws_a_pendulum_outwards),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
