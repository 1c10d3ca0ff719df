// test_closing_norms.c -- norms of quaternions close as the geometry of spheres says, and other
// constraints are not taken for them.
// SPDX-License-Identifier: MIT
#include "system/constraints/constraint_system.h"
#include "support/reading.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const char *const TWO = "joint a : free quaternion (x, y, z, e0, e1, e2, e3) from ground\n"
                               "joint b : spherical quaternion (f0, f1, f2, f3) from a\n"
                               "body c on b : mass 1, inertia diag(1, 2, 3)\n";
enum { N = 11 };

static void open_constraint_system(Reading *reading, const char *more, const double q[],
                                   ConstraintSystem *constraints)
{
  Text text = { 0 }, why = { 0 };
  text_format(&text, "%s%s", TWO, more);
  reading_open(reading, text_string(&text));
  ProgramState start = { .q = q };
  assert_true(constraint_system_init(constraints, reading_system(reading)->ties, &start, &why));
  text_free(&text);
}

static void the_nearest_state_is_found_at_once(void **state)
{
  (void)state;
  double q[N] = { 1, 2, 3, 0.5, -0.5, 0.7, 0, 2, 0, 0, 1 };
  double qd[N] = { 1, 2, 3, 1, 1, 0, -2, 0.5, 1, 2, 3 }, given[N], slow[N];
  Reading reading;
  ConstraintSystem constraints;
  open_constraint_system(&reading, "", q, &constraints);
  assert_true(constraints.is_of_norms);
  for (int j = 0; j < N; j++)
    given[j] = q[j], slow[j] = qd[j];
  assert_true(constraint_system_project_all(&constraints, q));
  assert_true(constraint_system_project_velocity(&constraints, NULL, NULL, qd));
  for (int first = 3; first < N; first += 4) {
    double length = 0, along = 0;
    for (int j = first; j < first + 4; j++)
      length = hypot(length, given[j]);
    for (int j = first; j < first + 4; j++)
      along += slow[j] * given[j] / length;
    for (int j = first; j < first + 4; j++) {
      assert_true(fabs(q[j] - given[j] / length) < 1e-15);
      assert_true(fabs(qd[j] - (slow[j] - along * given[j] / length)) < 1e-14);
    }
  }
  for (int j = 0; j < 3; j++)
    assert_true(q[j] == given[j] && qd[j] == slow[j]);
  constraint_system_free(&constraints);
  reading_close(&reading);
}

static void a_quaternion_of_no_length_has_no_nearest(void **state)
{
  (void)state;
  double q[N] = { 0, 0, 0, 0, 0, 0, 0, 1 };
  Reading reading;
  ConstraintSystem constraints;
  open_constraint_system(&reading, "", q, &constraints);
  assert_false(constraint_system_project_all(&constraints, q));
  constraint_system_free(&constraints);
  reading_close(&reading);
}

// Something else ties as well, two norms share a coordinate, or time moves one.
static void other_constraints_are_no_norms(void **state)
{
  (void)state;
  static const char *const MORE[] = { "constraint c : x = 2*y\n",
                                      "constraint c : e1*e1 + f1*f1 = 1\n",
                                      "coord u\nconstraint c : u*u = 1 + t\n",
                                      "coord u, v\nconstraint c : u*u + v*v*v = 1\n",
                                      "constraint c : x' = 0\n" };
  double q[N + 2] = { 0, 0, 0, 1, 0, 0, 0, 1 };
  for (size_t i = 0; i < sizeof MORE / sizeof MORE[0]; i++) {
    Reading reading;
    ConstraintSystem constraints;
    open_constraint_system(&reading, MORE[i], q, &constraints);
    assert_false(constraints.is_of_norms);
    constraint_system_free(&constraints);
    reading_close(&reading);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_nearest_state_is_found_at_once),
    cmocka_unit_test(a_quaternion_of_no_length_has_no_nearest),
    cmocka_unit_test(other_constraints_are_no_norms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
