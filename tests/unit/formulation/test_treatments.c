// test_treatments.c -- motion under constraints against formulas found by hand, exactly, in each of
// the three treatments.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "symbolic/calculus/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { TREATMENTS = 3 };

// The entries with no generalised forces from outside.
static const Expr **untouched(Case *c, const char *key)
{
  const Equations *equations = c->equations;
  const Expr **entries = case_entries(c, "%s", key);
  const Quantity *quantity = equations_find(equations, key);
  int count = quantity->rows * quantity->columns, n = equations->coordinate_count;
  const Expr **from = ARENA_ARRAY(equations->arena, const Expr *, n);
  const Expr **to = ARENA_ARRAY(equations->arena, const Expr *, n);
  const Expr **result = ARENA_ARRAY(equations->arena, const Expr *, count);
  for (int i = 0; i < n; i++) {
    from[i] = equations->torques[i].symbol;
    to[i] = expr_integer(equations->pool, 0);
  }
  expr_substitute_all(entries, count, from, to, n, result);
  return result;
}

static void assert_is(Case *c, const char *key, int entry, const char *name)
{
  const Expr *found = untouched(c, key)[entry];
  if (!expr_same_value(found, case_definition(c, name))) fail_msg("%s is not %s", key, name);
}

// A point on a rod, by its place in the plane: a pendulum.
static const char PENDULUM[] = "param m, g, L\n"
                               "gravity [0, -g, 0]\n"
                               "coord x, y\n"
                               "frame p from ground : TX(x), TY(y)\n"
                               "body b on p : mass m\n"
                               "constraint rod : x^2 + y^2 - L^2 = 0\n"
                               "let pull = m*(x'^2 + y'^2 - g*y)/(2*(x^2 + y^2))\n"
                               "let ax = -2*x*pull/m\n"
                               "let ay = -g - 2*y*pull/m\n";

static void pendulum_by_its_place_moves_like_a_pendulum(void **state)
{
  (void)state;
  for (int i = 0; i < TREATMENTS; i++) {
    FormulateOptions options = { .treatment = (ConstraintMethod)i };
    Case c;
    case_open(&c, PENDULUM, NULL);
    c.derivation->options = &options;
    assert_is(&c, "lambda", 0, "pull");
    assert_is(&c, "qdd", 0, "ax");
    assert_is(&c, "qdd", 1, "ay");
    case_close(&c);
  }
}

static void constraint_said_twice_counts_once(void **state)
{
  (void)state;
  for (int i = 0; i < TREATMENTS; i++) {
    FormulateOptions options = { .treatment = (ConstraintMethod)i };
    Case c;
    Text text = { 0 };
    text_format(&text, "%sconstraint again : (x^2 + y^2)^2 = L^4\n", PENDULUM);
    case_open(&c, text_string(&text), NULL);
    c.derivation->options = &options;
    assert_is(&c, "qdd", 0, "ax");
    assert_is(&c, "lambda", 0, "pull");
    assert_true(expr_is_zero(untouched(&c, "lambda")[1]));
    assert_non_null(strstr(c.equations->note, "'again' says nothing that the others do not"));
    case_close(&c);
    text_free(&text);
  }
}

// The slide s has no mass of its own; the constraint gives it some.
static void coordinate_without_inertia_moves_with_what_holds_it(void **state)
{
  (void)state;
  for (int i = 0; i < TREATMENTS; i++) {
    FormulateOptions options = { .treatment = (ConstraintMethod)i };
    Case c;
    case_open(&c,
              "param m, F\n"
              "joint a : prismatic x (x) from ground\n"
              "joint b : prismatic x (s) from ground\n"
              "body block on a : mass m\n"
              "constraint gear : s = 2*x\n"
              "force push at b = [F, 0, 0]\n"
              "let ax = 2*F/m\n"
              "let as = 4*F/m\n"
              "let held = F\n",
              NULL);
    c.derivation->options = &options;
    assert_is(&c, "qdd", 0, "ax");
    assert_is(&c, "qdd", 1, "as");
    assert_is(&c, "lambda", 0, "held");
    case_close(&c);
  }
}

// A free body by Euler parameters: its M has no inverse, their norm is the constraint. Compared
// with the angular acceleration of Euler's equations for a body with equal moments, zero.
static void ball_by_euler_parameters_turns_steadily(void **state)
{
  (void)state;
  for (int i = 0; i < TREATMENTS; i++) {
    FormulateOptions options = { .treatment = (ConstraintMethod)i };
    Case c;
    case_open(&c,
              "param m, I\n"
              "joint ball : spherical quaternion (e0, e1, e2, e3) from ground\n"
              "body b on ball : mass m, inertia diag(I, I, I)\n"
              "let rate = -(e0'^2 + e1'^2 + e2'^2 + e3'^2)/(e0^2 + e1^2 + e2^2 + e3^2)\n"
              "let a0 = e0*rate\n"
              "let a3 = e3*rate\n",
              NULL);
    c.derivation->options = &options;
    const Expr **qdd = untouched(&c, "qdd");
    // true on the unit sphere, with speeds along it: e0 = -(e1 e1' + ...)/e0' is put in
    const Expr *from[1] = { expr_rate(c.equations->coordinates[0].symbol) };
    const Expr *to[1] = { expr_integer(c.equations->pool, 0) };
    for (int k = 1; k < 4; k++) {
      const Expr *q = c.equations->coordinates[k].symbol;
      to[0] = expr_sub(to[0], expr_mul(q, expr_rate(q)));
    }
    to[0] = expr_div(to[0], c.equations->coordinates[0].symbol);
    const Expr *found = expr_substitute(qdd[3], from, to, 1);
    const Expr *wanted = expr_substitute(case_definition(&c, "a3"), from, to, 1);
    assert_true(expr_same_value(found, wanted));
    case_close(&c);
  }
}

// ---- independent coordinates

static void chosen_coordinate_is_independent(void **state)
{
  (void)state;
  const bool by_y[] = { false, true };
  FormulateOptions options = { .treatment = TREATMENT_PARTITION, .independent = by_y };
  Case c;
  Text text = { 0 };
  text_format(&text, "%slet slope = -y/x\nlet mass = m*(1 + y^2/x^2)\nlet weight = m*g\n",
              PENDULUM);
  case_open(&c, text_string(&text), NULL);
  c.derivation->options = &options;
  assert_is(&c, "N", 0, "slope");
  assert_true(expr_is_one(untouched(&c, "N")[1]));
  assert_is(&c, "M_in", 0, "mass");
  assert_is(&c, "G_in", 0, "weight");
  assert_is(&c, "qdd_in", 0, "ay");
  case_close(&c);
  text_free(&text);
}

static void too_many_independent_coordinates_are_refused(void **state)
{
  (void)state;
  const bool both[] = { true, true };
  FormulateOptions options = { .treatment = TREATMENT_PARTITION, .independent = both };
  Case c;
  case_open(&c, PENDULUM, NULL);
  c.derivation->options = &options;
  assert_refused(&c, "qdd", "do not determine the others: x y");
  case_close(&c);
}

// ---- derivatives

// Of the pendulum by the formulas for its accelerations; by forces, the projector over the mass.
static void accelerations_change_as_their_formulas_do(void **state)
{
  (void)state;
  Case c;
  Text text = { 0 };
  text_format(&text, "%slet both = -x*y/(m*(x^2 + y^2))\nlet second = x^2/(m*(x^2 + y^2))\n",
              PENDULUM);
  case_open(&c, text_string(&text), NULL);
  assert_is(&c, "dqdd/dtau", 1, "both");
  assert_is(&c, "dqdd/dtau", 3, "second");
  const Expr **by_place = untouched(&c, "dqdd/dq"), **by_rate = untouched(&c, "dqdd/dqd");
  const char *const names[] = { "ax", "ay" };
  for (int e = 0; e < 4; e++) {
    const Expr *formula = case_definition(&c, names[e / 2]);
    const Expr *q = c.equations->coordinates[e % 2].symbol;
    assert_true(expr_same_value(by_place[e], expr_derivative(formula, q)));
    assert_true(expr_same_value(by_rate[e], expr_derivative(formula, expr_rate(q))));
  }
  case_close(&c);
  text_free(&text);
}

// The massless slide of before: M has no inverse.
static void derivatives_hold_without_an_inverse_of_the_mass_matrix(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "param m\n"
            "joint a : prismatic x (x) from ground\n"
            "joint b : prismatic x (s) from ground\n"
            "body block on a : mass m\n"
            "constraint gear : s = 2*x\n"
            "let one = 1/m\n"
            "let two = 2/m\n"
            "let four = 4/m\n",
            NULL);
  assert_is(&c, "dqdd/dtau", 0, "one");
  assert_is(&c, "dqdd/dtau", 1, "two");
  assert_is(&c, "dqdd/dtau", 3, "four");
  case_close(&c);
}

// ---- drives

static const char TWO_DRIVES[] = "param I\n"
                                 "input u1 [N.m]\n"
                                 "input u2 [N.m]\n"
                                 "joint j : revolute z (q) from ground\n"
                                 "body b on j : mass 1, inertia diag(0, 0, I)\n"
                                 "torque a on j = u1\n"
                                 "torque b on j = 3*u2\n"
                                 "let least1 = I*q''/10\n"
                                 "let least2 = 3*I*q''/10\n"
                                 "let weighed1 = I*q''/19\n"
                                 "let weighed2 = 6*I*q''/19\n";

static void two_drives_share_the_work_with_the_least_norm(void **state)
{
  (void)state;
  Case c;
  case_open(&c, TWO_DRIVES, NULL);
  assert_entry(&c, "u", 0, "least1");
  assert_entry(&c, "u", 1, "least2");
  assert_non_null(strstr(equations_find(c.equations, "u")->title, "2 for 1 degree of freedom,"));
  case_close(&c);
}

static void weights_move_the_work_to_the_cheaper_drive(void **state)
{
  (void)state;
  Case c;
  case_open(&c, TWO_DRIVES, NULL);
  const Expr *weights[] = { expr_integer(c.mechanism->pool, 2), NULL };
  FormulateOptions options = { .weights = weights };
  c.derivation->options = &options;
  assert_entry(&c, "u", 0, "weighed1");
  assert_entry(&c, "u", 1, "weighed2");
  case_close(&c);
}

// A crank that a slide drives: the force that accelerates it, by the lever of the slide.
static void drive_of_a_dependent_coordinate_acts_through_the_constraint(void **state)
{
  (void)state;
  const bool by_angle[] = { true, false };
  FormulateOptions options = { .independent = by_angle };
  Case c;
  case_open(&c,
            "param I, r\n"
            "input F [N]\n"
            "joint j : revolute z (q) from ground\n"
            "joint s : prismatic x (x) from ground\n"
            "body wheel on j : mass 1, inertia diag(0, 0, I)\n"
            "body block on s : mass 0\n"
            "constraint crank : x = r*cos(q)\n"
            "torque push on s = F\n"
            "let wanted = -I*q''/(r*sin(q))\n",
            NULL);
  c.derivation->options = &options;
  assert_entry(&c, "u", 0, "wanted");
  case_close(&c);
}

static void fewer_drives_than_freedoms_are_refused(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "input u1 [N.m]\n"
            "joint j : revolute z (q1) from ground\n"
            "joint k : revolute z (q2) from j at [1, 0, 0]\n"
            "body b on k : mass 1, com [1, 0, 0]\n"
            "torque a on j = u1\n",
            NULL);
  assert_refused(&c, "u", "2 degrees of freedom and its actuators (u1) act on 1 of them");
  case_close(&c);
}

// ---- refusals

static void motion_without_inertia_or_constraint_is_refused(void **state)
{
  (void)state;
  for (int i = 0; i < TREATMENTS; i++) {
    FormulateOptions options = { .treatment = (ConstraintMethod)i };
    Case c;
    case_open(&c,
              "joint a : prismatic x (x) from ground\n"
              "joint b : prismatic x (s) from ground\n"
              "joint d : prismatic x (w) from ground\n"
              "body block on a : mass 1\n"
              "constraint gear : s = 2*w\n",
              NULL);
    c.derivation->options = &options;
    assert_refused(&c, "qdd", "forward dynamics is not possible");
    case_close(&c);
  }
}

static void multipliers_without_constraints_are_refused(void **state)
{
  (void)state;
  Case c;
  case_open(&c, TWO_DRIVES, NULL);
  assert_refused(&c, "lambda", "the mechanism has no constraints");
  assert_refused(&c, "Jc", "the mechanism has no constraints");
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(pendulum_by_its_place_moves_like_a_pendulum),
    cmocka_unit_test(constraint_said_twice_counts_once),
    cmocka_unit_test(coordinate_without_inertia_moves_with_what_holds_it),
    cmocka_unit_test(ball_by_euler_parameters_turns_steadily),
    cmocka_unit_test(chosen_coordinate_is_independent),
    cmocka_unit_test(too_many_independent_coordinates_are_refused),
    cmocka_unit_test(accelerations_change_as_their_formulas_do),
    cmocka_unit_test(derivatives_hold_without_an_inverse_of_the_mass_matrix),
    cmocka_unit_test(two_drives_share_the_work_with_the_least_norm),
    cmocka_unit_test(weights_move_the_work_to_the_cheaper_drive),
    cmocka_unit_test(drive_of_a_dependent_coordinate_acts_through_the_constraint),
    cmocka_unit_test(fewer_drives_than_freedoms_are_refused),
    cmocka_unit_test(motion_without_inertia_or_constraint_is_refused),
    cmocka_unit_test(multipliers_without_constraints_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
