// test_model.c -- what controllers take from the model, and what is only shown of it.
// SPDX-License-Identifier: MIT
#include "control/model.h"
#include "lang/lang.h"
#include "mechanism/default_value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#define TWO_MASSES                                                                                 \
  "gravity [-9, 0, 0]\n"                                                                           \
  "joint a : prismatic x from ground\n"                                                            \
  "body A on a : mass 2\n"                                                                         \
  "joint b : prismatic x from a\n"                                                                 \
  "body B on b : mass 3\n"

// With the controllers' expressions in place.
static Mechanism *read_model(const char *text)
{
  static Source source;  // outlives the mechanism, whose spans point to it
  source = (Source){ "test.bl", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  assert_non_null(mechanism);
  assert_true(control_put_model(mechanism, diagnostics));
  assert_int_equal(diagnostics_count(diagnostics), 0);
  diagnostics_free(diagnostics);
  return mechanism;
}

static double force_of(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->force_count; i++)
    if (strcmp(mechanism->forces[i].name, name) == 0)
      return mechanism_default_value(mechanism, mechanism->forces[i].amount);
  fail_msg("there is no force '%s'", name);
  return 0;
}

static double output_of(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->task_count; i++)
    if (strcmp(mechanism->tasks[i].name, name) == 0)
      return mechanism_default_value(mechanism, mechanism->tasks[i].options[0].values[0]);
  fail_msg("there is no output '%s'", name);
  return 0;
}

// tau_a = 5 (qdd_a + 9) + 3 qdd_b, tau_b = 3 (qdd_a + qdd_b + 9), with the commanded 4 of a, and of b
// what nobody commands: 0.
static void what_is_shown_is_not_commanded(void **state)
{
  (void)state;
  static const char LAW[] = TWO_MASSES "torque drive on a = inverse_dynamics(a, 4)\n";
  char text[1000];
  Mechanism *alone = read_model(LAW);
  assert_float_equal(force_of(alone, "drive"), 5 * (4 + 9), 1e-12);
  mechanism_free(alone);
  snprintf(text, sizeof text, "%s%s", LAW,
           "output other = inverse_dynamics(b, 7)\n"
           "output same = inverse_dynamics(a, 4)\n"
           "output faster = inverse_dynamics(a, 5)\n"
           "output held = gravity_torque(b)\n");
  Mechanism *shown = read_model(text);
  assert_float_equal(force_of(shown, "drive"), 5 * (4 + 9), 1e-12);
  assert_float_equal(output_of(shown, "other"), 3 * (4 + 7 + 9), 1e-12);
  assert_float_equal(output_of(shown, "same"), 5 * (4 + 9), 1e-12);
  assert_float_equal(output_of(shown, "faster"), 5 * (5 + 9), 1e-12);
  assert_float_equal(output_of(shown, "held"), 3 * 9, 1e-12);
  mechanism_free(shown);
}

// By a state, a sample, an event or an input on the way to the force.
static void what_acts_in_any_way_is_commanded(void **state)
{
  (void)state;
  static const char *const WAYS[] = {
    "torque pull on b = inverse_dynamics(b, 7)\n",
    "state s = 0 : s' = inverse_dynamics(b, 7)\ntorque pull on b = s\n",
    "sample 1 : u = inverse_dynamics(b, 7)\ntorque pull on b = u\n",
    "discrete u = 0\nwhen a > 1 : set u = inverse_dynamics(b, 7)\ntorque pull on b = u\n",
    "input u = 0\nwhen a > 1 : set u = inverse_dynamics(b, 7)\ntorque pull on b = u\n",
    ("discrete u = 0, v = 0\nwhen a > inverse_dynamics(b, 7) : set v = 1\n"
     "when a > 1 : set u = v\ntorque pull on b = u\n"),
    "when a > inverse_dynamics(b, 7) : set a' = 0\n",
  };
  static const char *const LOOKS[] = {
    "state s = 0 : s' = inverse_dynamics(b, 7)\n",
    "sample 1 : u = inverse_dynamics(b, 7)\n",
    "discrete u = 0\nwhen a > 1 : set u = inverse_dynamics(b, 7)\n",
    "when a > inverse_dynamics(b, 7) : stop \"far\"\n",
    "when a > 1 : record inverse_dynamics(b, 7)\n",
    "let u = inverse_dynamics(b, 7)\n",
    "experiment e { time 0 .. 1, record inverse_dynamics(b, 7) }\n",
  };
  static const char LAW[] = TWO_MASSES "torque drive on a = inverse_dynamics(a, 4)\n";
  char text[1000];
  for (size_t i = 0; i < sizeof WAYS / sizeof WAYS[0]; i++) {
    snprintf(text, sizeof text, "%s%s", LAW, WAYS[i]);
    Mechanism *mechanism = read_model(text);
    assert_float_equal(force_of(mechanism, "drive"), 5 * (4 + 9) + 3 * 7, 1e-12);
    mechanism_free(mechanism);
  }
  for (size_t i = 0; i < sizeof LOOKS / sizeof LOOKS[0]; i++) {
    snprintf(text, sizeof text, "%s%s", LAW, LOOKS[i]);
    Mechanism *mechanism = read_model(text);
    assert_float_equal(force_of(mechanism, "drive"), 5 * (4 + 9), 1e-12);
    mechanism_free(mechanism);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_shown_is_not_commanded),
    cmocka_unit_test(what_acts_in_any_way_is_commanded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
