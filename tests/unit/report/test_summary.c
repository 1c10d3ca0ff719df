// test_summary.c -- what people see of a mechanism.
// SPDX-License-Identifier: MIT
#include "lang/lang.h"
#include "report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const char description[] =
    "mechanism tree \"A small tree\"\n"
    "param L = 500 mm, m, J\n"
    "let half = L/2\n"
    "gravity [0, 0, -9.81] m/s^2\n"
    "joint a : revolute z (θ1 = 30 deg) from ground limits -90 deg .. 90 deg\n"
    "body A on a : mass m, com [half, 0, 0], inertia diag(0, 0, J)\n"
    "joint b : prismatic -x from a at [L, 0, 0]\n"
    "body B on b : mass 2 kg\n"
    "joint c : revolute y (γ) from a\n"
    "point tip at [L, 0, 0] on c\n";

static void describe(Text *out)
{
  Source source = { "tree.bl", description, strlen(description) };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  assert_non_null(mechanism);
  Arena *arena = arena_new();
  mechanism_summary(mechanism, NULL, 0, record_new(arena), out);
  arena_free(arena);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
}

static void the_summary_shows_tree_and_tables(void **state)
{
  (void)state;
  Text out = { 0 };
  describe(&out);
  assert_string_equal(text_string(&out),
                      "tree: A small tree\n"
                      "  3 joints, 3 coordinates, 2 bodies, 1 point\n"
                      "  mobility 3 = 3 coordinates\n"
                      "  gravity [0, 0, -9.81] m/s^2\n"
                      "\n"
                      "  ground\n"
                      "  └─ a     revolute z (θ1)   RZ(θ1)          body A\n"
                      "     ├─ b  prismatic -x (b)  TX(L) T(-x, b)  body B\n"
                      "     └─ c  revolute y (γ)    RY(γ)           point tip\n"
                      "\n"
                      "  coordinate  unit  joint  start   limits\n"
                      "  θ1          rad   a      30 deg  -90 deg .. 90 deg\n"
                      "  b           m     b      0\n"
                      "  γ           rad   c      0\n"
                      "\n"
                      "  body  on  mass [kg]  centre of mass [m]  inertia about it [kg.m^2]\n"
                      "  A     a   m          [half, 0, 0]        diag(0, 0, J)\n"
                      "  B     b   2          [0, 0, 0]           diag(0, 0, 0)\n"
                      "\n"
                      "  point  on  at [m]\n"
                      "  tip    c   [L, 0, 0]\n"
                      "\n"
                      "  parameter  value  unit\n"
                      "  L          0.5    m\n"
                      "\n"
                      "  symbolic parameters\n"
                      "    m [kg] J [kg.m^2]\n"
                      "\n"
                      "  definition\n"
                      "  half        =  L/2\n");
  text_free(&out);
}

// The summary of the text has all these parts.
static void assert_summary_has(const char *text, const char *const parts[], size_t count)
{
  Source source = { "test.bl", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  assert_non_null(mechanism);
  Text out = { 0 };
  Arena *arena = arena_new();
  mechanism_summary(mechanism, NULL, 0, record_new(arena), &out);
  arena_free(arena);
  for (size_t i = 0; i < count; i++) {
    if (!strstr(text_string(&out), parts[i]))
      fail_msg("missing: %s\n%s", parts[i], text_string(&out));
  }
  text_free(&out);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
}

static void values_of_tasks_and_starts_have_units(void **state)
{
  (void)state;
  static const char text[] = "param l = 20 mm, m = 2 kg\n"
                             "let start = 2*l\n"
                             "joint a : revolute z (q) from ground\n"
                             "joint b : prismatic x (x = start) from a\n"
                             "body B on b : mass m\n"
                             "motion q : trapezoid from 0 to 90 deg in 2 s, velocity 2 rad/s\n"
                             "motion b : line to [1, 2, 0] m in 1 s rotated RZ(180 deg)\n"
                             "output place = position(b)\n"
                             "experiment run { time 0 .. 2 s, step 5 ms, start b = 3 cm, x' = l/1 "
                             "s, m = 3 kg, record q }\n";
  const char *const parts[] = {
    "  x           m     b      start = 0.04 m\n",
    "trapezoid  from 0 deg; to 90 deg; in 2 s; velocity 2 rad/s\n",
    "line       to [1, 2, 0] m; in 1 s; rotated Q(0, [0, 0, 1])\n",
    "value [x*cos(q), x*sin(q), 0] [m]\n",
    "time 0 .. 2 s; step 0.005 s; start x = 0.03 m, x' = l, m = 3 kg; record q\n",
  };
  assert_summary_has(text, parts, sizeof parts / sizeof parts[0]);
}

static void loops_and_inputs_are_shown_with_their_count(void **state)
{
  (void)state;
  static const char text[] =
      "param l2 = 0.25 m, l3 = 0.2 m\n"
      "joint a : revolute z from ground\n"
      "joint b : revolute z from a at [0.1, 0, 0] m\n"
      "joint d : revolute z from ground at [0.3, 0, 0] m rotated RZ(30 deg)\n"
      "loop c : revolute z  [l2, 0, 0] on b = [l3, 0, 0] on d\n"
      "input u = 3 N.m\n"
      "torque T on a = u\n"
      "torque S on d = drive\n";
  const char *const parts[] = {
    "  mobility 1 = 3 coordinates - 2 of 1 loop (Grübler in a plane)\n  no gravity\n",
    "  └─ d     revolute z (d)  TX(0.3) RZ(30 deg) RZ(d)\n",
    "  c     revolute z  2 (3 - 1)  [l2, 0, 0] on b and [l3, 0, 0] on d\n",
    "  u      N.m   3\n",
    "  drive  N.m   from outside  (not declared: a name in a force)\n",
  };
  assert_summary_has(text, parts, sizeof parts / sizeof parts[0]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_summary_shows_tree_and_tables),
    cmocka_unit_test(values_of_tasks_and_starts_have_units),
    cmocka_unit_test(loops_and_inputs_are_shown_with_their_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
