// test_forces.c -- what acts, against closed forms and the principle of virtual work.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "formulation/builder.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const char ARM[] = "param L, k, l0, d, F, N, m\n"
                          "joint a : revolute z (q1) from ground\n"
                          "joint b : revolute z (q2) from a at [L, 0, 0]\n"
                          "body tip on b : mass m, com [L, 0, 0]\n";

// The arm and what acts on it.
static void open_arm(Case *c, const char *more)
{
  Text text = { 0 };
  text_format(&text, "%s%s", ARM, more);
  case_open(c, text_string(&text), "energy");
  text_free(&text);
}

static void assert_entries(Case *c, const char *key, const char *const names[], int count)
{
  for (int i = 0; i < count; i++)
    assert_entry(c, key, i, names[i]);
}

// Two equal links: the tip at L (c1 + c12), L (s1 + s12).
static void a_force_at_a_point_works_through_its_jacobian(void **state)
{
  (void)state;
  Case c;
  open_arm(&c, "force push at [L, 0, 0] on b = [F, 0, 0]\n"
               "moment turn on b = [0, 0, N]\n"
               "let E1 = -F*L*(sin(q1) + sin(q1 + q2)) + N, E2 = -F*L*sin(q1 + q2) + N\n");
  assert_entries(&c, "Qe", (const char *const[]){ "E1", "E2" }, 2);
  case_close(&c);
}

static void forces_between_bodies_do_not_move_what_carries_both(void **state)
{
  (void)state;
  Case c;
  open_arm(&c, "force pair at [L, 0, 0] on b = [F, 0, 0] in b against a\n"
               "moment couple on b = [0, 0, N] against a\n"
               "let E1 = 0*d, E2 = N\n");
  assert_entries(&c, "Qe", (const char *const[]){ "E1", "E2" }, 2);
  case_close(&c);
}

// The force in b's own axes at its tip points at b's joint: no torque. Across it: F L.
static void axes_of_a_force_are_those_it_names(void **state)
{
  (void)state;
  Case c;
  open_arm(&c, "force across at [L, 0, 0] on b = [0, F, 0] in b\n"
               "let E1 = F*L*(1 + cos(q2)), E2 = F*L\n");
  assert_entries(&c, "Qe", (const char *const[]){ "E1", "E2" }, 2);
  case_close(&c);
}

// From ground's [0, d, 0] to the end of a: l^2 = L^2 + d^2 - 2 L d s1, Q1 = -dE/dq1 - damping.
static void a_spring_is_the_gradient_of_its_energy(void **state)
{
  (void)state;
  Case c;
  open_arm(&c, "spring s between [0, d, 0] on ground and [L, 0, 0] on a : stiffness k, length l0, "
               "damping N\n"
               "let l2 = L^2 + d^2 - 2*L*d*sin(q1)\n"
               "let half = -L*d*cos(q1)\n"
               "let E1 = -(k*(1 - l0/sqrt(l2)) + N*half*q1'/l2)*half, E2 = 0*d\n");
  assert_entries(&c, "Qe", (const char *const[]){ "E1", "E2" }, 2);
  case_close(&c);
}

static void drives_are_kept_apart_and_rotors_are_inertia(void **state)
{
  (void)state;
  Case c;
  open_arm(&c, "param I0, n, f\n"
               "use rotor(a, inertia = I0, ratio = n)\n"
               "use viscous(b, f)\n"
               "torque drive on b = u\n"
               "let E1 = 0*d, E2 = -f*q2', U2 = u, J = I0*n^2\n");
  assert_entries(&c, "Qe", (const char *const[]){ "E1", "E2" }, 2);
  assert_entries(&c, "Qu", (const char *const[]){ "E1", "U2" }, 2);
  assert_entries(&c, "Ma", (const char *const[]){ "J", "E1", "E1", "E1" }, 4);
  // tau is what the drives must supply: friction is in it, the drive is not.
  const Expr *const *tau = case_entries(&c, "tau");
  const Expr *qd2 = speed_of(c.equations, 1), *qdd1 = acceleration_of(c.equations, 0);
  const Expr *friction = expr_find_symbol(c.equations->pool, "f");
  assert_ptr_equal(expr_derivative(tau[1], friction), qd2);
  const Expr *rotor = expr_find_symbol(c.equations->pool, "I0");
  const Expr *ratio = expr_find_symbol(c.equations->pool, "n");
  assert_ptr_equal(expr_derivative(tau[0], rotor), product(square(ratio), qdd1));
  assert_false(expr_depends_on(tau[1], c.equations->inputs[0].symbol));
  case_close(&c);
}

static void a_torque_of_accelerations_that_is_no_inertia_is_refused(void **state)
{
  (void)state;
  Case c;
  open_arm(&c, "torque odd on a = N*q2''\n");
  assert_refused(&c, "tau",
                 "the torque on q1 depends on the acceleration of q2, but not as an inertia "
                 "does: by a factor that is constant and the same the other way round");
  case_close(&c);
  static const char *const ODD[] = { "sign(q1'')", "abs(q1'')", "(q2'' < 1)", "q1''^2",
                                     "-2*q1'' + sign(q2'')" };
  for (size_t i = 0; i < sizeof ODD / sizeof ODD[0]; i++) {
    Text text = { 0 };
    text_format(&text, "torque odd on a = N*%s\n", ODD[i]);
    open_arm(&c, text_string(&text));
    assert_refused(&c, "tau", "but not as an inertia does");
    assert_refused(&c, "qdd", "but not as an inertia does");
    assert_refused(&c, "P_t", "but not as an inertia does");
    text_free(&text);
    case_close(&c);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_force_at_a_point_works_through_its_jacobian),
    cmocka_unit_test(forces_between_bodies_do_not_move_what_carries_both),
    cmocka_unit_test(axes_of_a_force_are_those_it_names),
    cmocka_unit_test(a_spring_is_the_gradient_of_its_energy),
    cmocka_unit_test(drives_are_kept_apart_and_rotors_are_inertia),
    cmocka_unit_test(a_torque_of_accelerations_that_is_no_inertia_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
