// test_kane_reduced.c -- Kane's equations under constraints: De Santis's vehicles, and identities
// that every reduced model has.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "formulation/constraints/constraints.h"
#include "formulation/methods/kane.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

// ---- De Santis

// Equations 18 to 33, with the factor Phi' that his (32) lacks.
static void the_tractor_has_the_matrices_of_de_santis(void **state)
{
  (void)state;
  Case c;
  case_open_example(
      &c, "tractor_trailer/tractor_trailer.bl",
      "let T = tan(delta), X = c*sin(Phi)*T - l1*cos(Phi), Y = c*cos(Phi)*T + l1*sin(Phi)\n"
      "let Jx = cos(Theta), Jy = sin(Theta), JTheta = T/l1\n"
      "let JPhi = -(l1*sin(Phi) + (l2 + c*cos(Phi))*T)/(l1*l2), zero = 0, one = 1\n"
      "let D11 = m1 + (m1*b^2 + j1)*T^2/l1^2 + m2*X^2/l1^2 + (m2*d^2 + j2)*Y^2/(l1*l2)^2\n"
      "let C1 = JPhi*v*X*Y*(m2*l2^2 - m2*d^2 - j2)/(l1*l2)^2\n"
      "let C2 = ((m1*b^2 + j1)*T/l1^2 + m2*c*sin(Phi)*X/l1^2\n"
      "          + (m2*d^2 + j2)*c*cos(Phi)*Y/(l1*l2)^2)/cos(delta)^2\n"
      "let C11 = C1 + C2*delta', D22 = js\n"
      "let F = Fu2 + Fu1/cos(delta) - Fu3*X/l1, v_rate = (F - C11*v)/D11, u_rate = Tu/js\n"
      "let J2 = b*T/l1, J7 = -X/l1, J8 = -d*Y/(l1*l2), J12 = -Y/(l1*l2)\n",
      "kane");
  static const char *const JNH[] = { "Jx",   "zero", "Jy",   "zero", "JTheta",
                                     "zero", "JPhi", "zero", "zero", "one" };
  for (int e = 0; e < 10; e++)
    assert_entry(&c, "Jnh", e, JNH[e]);
  assert_entry(&c, "D", 0, "D11");
  assert_entry(&c, "D", 1, "zero");
  assert_entry(&c, "D", 3, "D22");
  assert_entry(&c, "C", 0, "C11");
  for (int e = 1; e < 4; e++)
    assert_entry(&c, "C", e, "zero");
  assert_entry(&c, "tauk", 0, "F");
  assert_entry(&c, "alphad", 0, "v_rate");
  assert_entry(&c, "alphad", 1, "u_rate");
  assert_entry(&c, "J", 2 * 1, "J2");
  assert_entry(&c, "J", 2 * 5, "JTheta");
  assert_entry(&c, "J", 2 * 6, "J7");
  assert_entry(&c, "J", 2 * 7, "J8");
  assert_entry(&c, "J", 2 * 11, "J12");
  case_close(&c);
}

// Section 9, wheels and motors included; the second wheel's constraint sideways is redundant.
static void the_robot_with_motors_obeys_equations_of_first_order(void **state)
{
  (void)state;
  Case c;
  case_open_example(&c, "mobile_robot_motors/mobile_robot_motors.bl",
                    "let zero = 0, mass = m, turning = J0 + m*a^2\n"
                    "let C12 = -m*a*theta', C21 = m*a*theta'\n"
                    "let Kv = Ra/(2*Kb), tau_v = Re*Ra^2*m/(2*Kt*Kb)\n"
                    "let KO = Ra/(2*Kb*l), tau_O = Re*Ra^2*turning/(2*Kt*Kb*l^2)\n"
                    "let V_rate = (Kv*(V1 + V2) - Vu)/tau_v + a*theta'^2\n"
                    "let O_rate = (KO*(V1 - V2) - theta')/tau_O - m*a*Vu*theta'/turning\n",
                    "kane");
  assert_entry(&c, "D", 0, "mass");
  assert_entry(&c, "D", 1, "zero");
  assert_entry(&c, "D", 3, "turning");
  assert_entry(&c, "C", 1, "C12");
  assert_entry(&c, "C", 2, "C21");
  assert_entry(&c, "alphad", 0, "V_rate");
  assert_entry(&c, "alphad", 1, "O_rate");
  case_close(&c);
}

// ---- identities

// Closed by the clock, with a motor's inertia on a coordinate that follows from others, forces of
// speeds, a redundant constraint, a quaternion, and wheels.
static const char *const CONSTRAINED[] = {
  "param m, L, J, k, g, n, w\ngravity [0, -g, 0]\n"
  "joint a : revolute z (q1) from ground\n"
  "body A on a : mass m, com [L, 0, 0], inertia diag(J, J, 2*J)\n"
  "joint b : revolute z (q2) from a at [L, 0, 0]\n"
  "body B on b : mass 2*m, com [L, L/3, 0], inertia diag(J, J, J)\n"
  "joint c : revolute z (q3) from b at [L, 0, 0]\n"
  "body C on c : mass m\n"
  "constraint tip : L*cos(q1) + L*cos(q1 + q2) = L + L*sin(w*t)/5\n"
  "speed u = 2*q1' + q3', v = q3'\n"
  "torque T1 on q1 = -k*q2'\ntorque T2 on q2 = -n^2*J*q2'' - k*u\n",

  "param m, J, a, c, r, k\ncoord x, y, theta, f\n"
  "frame base from ground : TX(x), TY(y), RZ(theta)\n"
  "frame wheel from base : TY(c), TZ(r), RY(f)\n"
  "body B on base : mass m, com [a, c, 0], inertia diag(J, 2*J, J)\n"
  "body W on wheel : mass m/3, inertia diag(J, 2*J, J)\n"
  "rolling wheel radius r on plane [0, 0, 1]\n"
  "constraint again : velocity(wheel) in base . [0, 1, 0] = 0\n"
  "force F at wheel = [k*x', 1, 2] in base\n",

  "param m, J, L, g\ngravity [0, 0, -g]\n"
  "joint s : spherical quaternion from ground\n"
  "body B on s : mass m, com [L, 0, L/2], inertia diag(J, 2*J, 3*J)\n",

  "param m, J, L, w\ncoord x, y, f\n"
  "frame A from ground : RZ(w*t), TX(x), TY(y), RZ(f)\n"
  "body A on A : mass m, com [L, 0, 0], inertia diag(J, J, J)\n"
  "constraint blade : velocity(A) in A . [0, 1, 0] = w*L*sin(w*t)\n",
  NULL,
};

static const Expr *row_times(const Expr *const A[], int columns, int row, const Expr *const x[])
{
  const Expr *result = integer(x[0], 0);
  for (int j = 0; j < columns; j++)
    result = sum(result, product(A[row * columns + j], x[j]));
  return result;
}

// Phi_q qd + Phi_t = 0 and H qd + b = 0, of all rows, left out or not; S qd = alpha.
static void rates_by_speeds_obey_the_constraints(void **state)
{
  (void)state;
  for (int e = 0; CONSTRAINED[e]; e++) {
    Case c;
    Text why = { 0 };
    case_open(&c, CONSTRAINED[e], "kane");
    int n = c.equations->coordinate_count;
    const Expr *const *qd = case_entries(&c, "qd_alpha");
    const ConstraintList *list = derivation_constraints(c.derivation, &why);
    for (int i = 0; i < list->count; i++) {
      bool is_held = i < list->holonomic_count;
      int row = is_held ? i : i - list->holonomic_count;
      const Expr *const *A = case_entries(&c, is_held ? "Phi_q" : "H");
      const Expr *b = case_entries(&c, is_held ? "Phi_t" : "b_nh")[row];
      if (!is_zero(sum(row_times(A, n, row, qd), b))) fail_msg("row %d of %s", i, CONSTRAINED[e]);
    }
    const KaneSpeeds *speeds = kane_speeds(c.derivation, &why);
    const Expr *alpha[8];
    for (int i = 0; i < speeds->count; i++)
      alpha[i] = speeds->alpha[i];
    kane_reduce(c.derivation, speeds, alpha, speeds->count);
    for (int i = 0; i < speeds->count; i++)
      assert_ptr_equal(alpha[i], speeds->alpha[i]);
    text_free(&why);
    case_close(&c);
  }
}

// Accelerations of the coordinates where the speeds change by `rates`: d/dt (Jnh alpha + d).
static void accelerations_of(Case *c, const KaneSpeeds *speeds, const Expr *const rates[],
                             const Expr *qdd[])
{
  int n = c->equations->coordinate_count, m = speeds->count;
  const Expr *Jnh_rate[64], *drift_rate[8];
  expr_time_derivatives(speeds->Jnh.at, n * m, Jnh_rate);
  expr_time_derivatives(speeds->drift.at, n, drift_rate);
  kane_reduce(c->derivation, speeds, Jnh_rate, n * m);
  kane_reduce(c->derivation, speeds, drift_rate, n);
  for (int j = 0; j < n; j++) {
    qdd[j] = sum(drift_rate[j], row_times(speeds->Jnh.at, m, j, rates));
    qdd[j] = sum(qdd[j], row_times(Jnh_rate, m, j, speeds->alpha));
  }
}

// Entries where the coordinates move as the speeds do.
static void put_motion(Case *c, const KaneSpeeds *speeds, const Expr *const qdd[],
                       const Expr *entries[])
{
  int n = c->equations->coordinate_count;
  const Expr *accelerations[8];
  for (int j = 0; j < n; j++)
    accelerations[j] = acceleration_of(c->equations, j);
  expr_substitute_all(entries, n, accelerations, qdd, n, entries);
  kane_reduce(c->derivation, speeds, entries, n);
}

// D alpha' + C alpha - tauk = Jnh^T (tau - Qu): inverse dynamics of the tree, projected.
static void reduced_equations_are_those_of_the_tree_projected(void **state)
{
  (void)state;
  for (int e = 0; CONSTRAINED[e]; e++) {
    Case c;
    Text why = { 0 };
    case_open(&c, CONSTRAINED[e], "kane");
    const KaneSpeeds *speeds = kane_speeds(c.derivation, &why);
    assert_non_null(speeds);
    int n = c.equations->coordinate_count, m = speeds->count;
    const Expr *const *D = case_entries(&c, "D"), *const *C = case_entries(&c, "C");
    const Expr *const *tauk = case_entries(&c, "tauk"), *const *tau = case_entries(&c, "tau");
    const Expr *const *Qu = case_entries(&c, "Qu");
    const Expr *rates[8], *qdd[8], *force[8];
    for (int i = 0; i < m; i++) {
      rates[i] = expr_symbol(c.equations->pool, (const char *[]){ "r1", "r2", "r3" }[i],
                             STAGE_ACCELERATION);
    }
    accelerations_of(&c, speeds, rates, qdd);
    for (int j = 0; j < n; j++)
      force[j] = difference(tau[j], Qu[j]);
    put_motion(&c, speeds, qdd, force);
    for (int i = 0; i < m; i++) {
      const Expr *by_speeds = sum(row_times(D, m, i, rates), row_times(C, m, i, speeds->alpha));
      by_speeds = difference(by_speeds, tauk[i]);
      const Expr *by_rates = integer(by_speeds, 0);
      for (int j = 0; j < n; j++)
        by_rates = sum(by_rates, product(matrix_get(speeds->Jnh, j, i), force[j]));
      if (by_speeds != by_rates) fail_msg("equation %d of: %s", i, CONSTRAINED[e]);
    }
    text_free(&why);
    case_close(&c);
  }
}

// Rates outside the constraints are none of their business.
static void reduced_quantities_hold_rates_only_by_speeds(void **state)
{
  (void)state;
  static const char *const KEYS[] = { "D", "C", "tauk", "Jdot", "qd_alpha" };
  for (int e = 0; CONSTRAINED[e]; e++) {
    Case c;
    Text why = { 0 };
    case_open(&c, CONSTRAINED[e], "kane");
    const KaneSpeeds *speeds = kane_speeds(c.derivation, &why);
    for (size_t k = 0; k < sizeof KEYS / sizeof KEYS[0]; k++) {
      const Expr *const *entries = case_entries(&c, "%s", KEYS[k]);
      const Quantity *quantity = equations_find(c.equations, KEYS[k]);
      for (int i = 0; i < quantity->rows * quantity->columns; i++) {
        const Expr *reduced = entries[i];
        kane_reduce(c.derivation, speeds, &reduced, 1);
        if (reduced != entries[i]) fail_msg("%s[%d] of %s", KEYS[k], i, CONSTRAINED[e]);
      }
    }
    text_free(&why);
    case_close(&c);
  }
}

// ---- speeds that nobody chose

static void assert_choice(const char *example, const char *note)
{
  Case c;
  case_open_example(&c, example, "", "kane");
  case_entries(&c, "Jnh");
  if (!strstr(c.equations->note, note)) fail_msg("%s: %s", example, c.equations->note);
  case_close(&c);
}

static void without_speed_statements_rates_are_chosen_and_named(void **state)
{
  (void)state;
  assert_choice("slider_crank_relative/slider_crank_relative.bl", "generalised speeds: th1';");
  assert_choice("slider_crank_cartesian/slider_crank_cartesian.bl", "generalised speeds: th1';");
  assert_choice("rolling_disk/rolling_disk.bl", "generalised speeds: yaw', lean', spin';");
  assert_choice("mobile_robot/mobile_robot.bl", "generalised speeds: Vu, Omega = theta'\n");
}

// ---- refusals

static void assert_no_good(const char *speeds, const char *key, const char *sentence)
{
  Text text = { 0 };
  text_format(&text,
              "param m\ncoord x, y, f\nframe A in ground : TX(x), TY(y), RZ(f)\n"
              "body A on A : mass m\nconstraint blade : cos(f)*y' = sin(f)*x'\n%s\n",
              speeds);
  Case c;
  case_open(&c, text_string(&text), "kane");
  assert_refused(&c, key, sentence);
  case_close(&c);
  text_free(&text);
}

static void speeds_that_do_not_fit_the_constraints_are_refused(void **state)
{
  (void)state;
  assert_no_good("speed u = f'", "D",
                 "there is 1 generalised speed and 3 coordinates under 1 independent constraint, "
                 "which take 2, or no 'speed' statement: nothing determines the rates x', y'");
  assert_no_good("speed u = x', v = y', w = f'", "D",
                 "there are 3 generalised speeds and 3 coordinates under 1 independent constraint, "
                 "which take 2, or no 'speed' statement: the generalised speeds u, v depend on one "
                 "another under the constraint blade");
  assert_no_good("speed u = cos(f)*y' - sin(f)*x', v = f'", "Jnh",
                 "the generalised speed u is not free under the constraint blade; nothing "
                 "determines the rates x', y'");
  assert_no_good("constraint pin1 : x = 0\nconstraint pin2 : f = 0", "D",
                 "nothing can move: the constraints determine the rates of all 3 coordinates");
  assert_no_good("speed v = cos(f)*x' + sin(f)*y', w = f'", "alphad",
                 "no inertia moves with the generalised speed w");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_tractor_has_the_matrices_of_de_santis),
    cmocka_unit_test(the_robot_with_motors_obeys_equations_of_first_order),
    cmocka_unit_test(rates_by_speeds_obey_the_constraints),
    cmocka_unit_test(reduced_equations_are_those_of_the_tree_projected),
    cmocka_unit_test(reduced_quantities_hold_rates_only_by_speeds),
    cmocka_unit_test(without_speed_statements_rates_are_chosen_and_named),
    cmocka_unit_test(speeds_that_do_not_fit_the_constraints_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
