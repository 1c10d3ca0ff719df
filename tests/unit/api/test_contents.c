// test_contents.c -- what a mechanism is made of, as a caller sees it: against the numbers of the description.
// SPDX-License-Identifier: MIT
#include "bielle/bielle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char ARM[] =
    "param l = 400 mm, m, k = 3 N/m\n"
    "input u [N.m]; input w = 2 + t\n"
    "discrete gear = 1\n"
    "joint q1 : revolute z (a = 90 deg) from ground limits -1 .. 2 effort 5 N.m velocity 3 rad/s\n"
    "joint q2 : prismatic x (x = 2*l) from q1 at [l, 0, 0]\n"
    "body B1 on q1 : mass m, com [l/2, 0, 0], inertia diag(1, 2, 3) kg.m^2\n"
    "body B2 on q2 : box [1, 2, 3] m density 2 kg/m^3 at [0, 1, 0] m rotated RZ(90 deg)\n"
    "point tip at [0, 0, l] on q2\n"
    "state s = 4 N : s' = -s/(1 s)\n"
    "torque T on q1 = u + s*l\n"
    "constraint c : x - l*a = 0.8 - 0.2*pi\n";

static BielleMechanism *read(const char *text, BielleDiagnostics *diagnostics)
{
  BielleMechanism *mechanism = NULL;
  BielleStatus status =
      bielle_mechanism_read("arm.bl", text, strlen(text), diagnostics, &mechanism);
  if (status != BIELLE_OK) {
    char *messages = bielle_diagnostics_text(diagnostics);
    fail_msg("%s", messages);
  }
  return mechanism;
}

static void assert_near(double value, double expected)
{
  if (!(fabs(value - expected) < 1e-12)) fail_msg("%.17g, expected %.17g", value, expected);
}

static void variables_have_names_units_values_and_limits(void **unused)
{
  (void)unused;
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *arm = read(ARM, diagnostics);
  BielleVariable v;
  assert_int_equal(3, bielle_mechanism_variable_count(arm, BIELLE_PARAMETERS));
  assert_true(bielle_mechanism_variable(arm, BIELLE_PARAMETERS, 0, &v));
  assert_string_equal("l", v.name);
  assert_string_equal("m", v.unit);
  assert_int_equal(BIELLE_LENGTH, v.measure);
  assert_near(v.value, 0.4);
  assert_true(bielle_mechanism_variable(arm, BIELLE_PARAMETERS, 1, &v));
  assert_string_equal("kg", v.unit);
  assert_true(isnan(v.value));
  assert_true(bielle_mechanism_variable(arm, BIELLE_COORDINATES, 0, &v));
  assert_string_equal("a", v.name);
  assert_int_equal(BIELLE_ANGLE, v.measure);
  assert_near(v.value, acos(0));
  assert_near(v.lower, -1);
  assert_near(v.upper, 2);
  assert_near(v.effort, 5);
  assert_near(v.velocity, 3);
  assert_true(bielle_mechanism_variable(arm, BIELLE_COORDINATES, 1, &v));
  assert_near(v.value, 0.8);
  assert_true(isinf(v.lower) && v.lower < 0 && isinf(v.upper) && isinf(v.effort));
  assert_true(bielle_mechanism_variable(arm, BIELLE_INPUTS, 0, &v));
  assert_string_equal("N.m", v.unit);
  assert_true(isnan(v.value));
  assert_true(bielle_mechanism_variable(arm, BIELLE_INPUTS, 1, &v));
  assert_near(v.value, 2);
  assert_true(bielle_mechanism_variable(arm, BIELLE_STATES, 0, &v));
  assert_string_equal("s", v.name);
  assert_near(v.value, 4);
  assert_true(bielle_mechanism_variable(arm, BIELLE_DISCRETES, 0, &v));
  assert_near(v.value, 1);
  assert_false(bielle_mechanism_variable(arm, BIELLE_DISCRETES, 1, &v));
  assert_false(bielle_mechanism_variable(arm, BIELLE_COORDINATES, -1, &v));
  bielle_mechanism_free(arm);
  bielle_diagnostics_free(diagnostics);
}

// The box turned by a quarter about z has its lengths along x and y exchanged.
static void frames_bodies_shapes_and_points_have_their_numbers(void **unused)
{
  (void)unused;
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *arm = read(ARM, diagnostics);
  BielleFrame frame;
  BielleBody body;
  BielleShape shape;
  BiellePoint point;
  assert_int_equal(3, bielle_mechanism_frame_count(arm));
  assert_true(bielle_mechanism_frame(arm, 2, &frame));
  assert_string_equal("q2", frame.name);
  assert_string_equal("prismatic", frame.joint);
  assert_int_equal(1, frame.parent);
  assert_int_equal(1, frame.first_coordinate);
  assert_near(frame.position[0], 0);
  assert_near(frame.position[1], 1.2);
  assert_near(frame.rotation[1], -1);
  assert_near(frame.rotation[3], 1);
  assert_true(bielle_mechanism_frame(arm, 0, &frame));
  assert_null(frame.joint);
  assert_int_equal(-1, frame.parent);
  assert_true(bielle_mechanism_body(arm, 0, &body));
  assert_true(isnan(body.mass));
  assert_near(body.com[0], 0.2);
  assert_near(body.inertia[4], 2);
  assert_true(bielle_mechanism_body(arm, 1, &body));
  assert_near(body.mass, 12);
  assert_near(body.com[1], 1);
  assert_near(body.inertia[0], 12.0 / 12 * (1 + 9));
  assert_near(body.inertia[4], 12.0 / 12 * (4 + 9));
  assert_true(bielle_mechanism_shape(arm, 0, &shape));
  assert_string_equal("box", shape.kind);
  assert_int_equal(1, shape.body);
  assert_near(shape.size[2], 3);
  assert_near(shape.position[1], 1);
  assert_near(shape.rotation[3], 1);
  assert_true(isnan(shape.color[0]));
  assert_true(bielle_mechanism_point(arm, 0, &point));
  assert_string_equal("tip", point.name);
  assert_near(point.position[2], 0.4);
  assert_false(bielle_mechanism_point(arm, 1, &point));
  bielle_mechanism_free(arm);
  bielle_diagnostics_free(diagnostics);
}

static void constraints_have_labels_and_lines(void **unused)
{
  (void)unused;
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *arm = read(ARM, diagnostics);
  BielleConstraint *rows = NULL;
  int count = 0;
  assert_int_equal(BIELLE_OK, bielle_mechanism_constraints(arm, diagnostics, &rows, &count));
  assert_int_equal(1, count);
  assert_string_equal("c", rows[0].label);
  assert_int_equal(11, rows[0].line);
  assert_false(rows[0].ties_speeds);
  bielle_constraints_free(rows);
  bielle_mechanism_free(arm);
  bielle_diagnostics_free(diagnostics);
}

static void diagnostics_are_items(void **unused)
{
  (void)unused;
  static const char WRONG[] = "joint q1 : revolute z from ground\nbody θ on q11 : mass 1 kg\n";
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *mechanism = NULL;
  assert_int_equal(BIELLE_BAD_INPUT,
                   bielle_mechanism_read("arm.bl", WRONG, strlen(WRONG), diagnostics, &mechanism));
  BielleDiagnostic item;
  assert_true(bielle_diagnostics_item(diagnostics, 0, &item));
  assert_int_equal(BIELLE_ERROR, item.severity);
  assert_string_equal("arm.bl", item.file);
  assert_int_equal(2, item.line);
  assert_int_equal(11, item.column);
  assert_int_equal(3, item.length);
  assert_string_equal("unknown frame 'q11'", item.message);
  assert_string_equal("did you mean 'q1'?", item.hint);
  assert_string_equal("unknown-name", item.code);
  assert_false(bielle_diagnostics_item(diagnostics, bielle_diagnostics_count(diagnostics), &item));
  bielle_diagnostics_free(diagnostics);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(variables_have_names_units_values_and_limits),
    cmocka_unit_test(frames_bodies_shapes_and_points_have_their_numbers),
    cmocka_unit_test(constraints_have_labels_and_lines),
    cmocka_unit_test(diagnostics_are_items),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
