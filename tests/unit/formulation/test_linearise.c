// test_linearise.c -- partial derivatives and linearised equations: by hand, and against
// accelerations that were differentiated as they stand.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "formulation/builder.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

// ---- by hand

static void the_planar_arm_has_the_partial_derivatives_of_the_textbook(void **state)
{
  (void)state;
  Case c;
  case_open_example(&c, "rr/rr.bl",
                    "let q11 = -g*(m1*LG1*sin(θ1) + m2*(L1*sin(θ1) + LG2*sin(θ1 + θ2)))\n"
                    "let q21 = -g*m2*LG2*sin(θ1 + θ2)\n"
                    "let q22 = m2*L1*LG2*(cos(θ2)*θ1'^2 - sin(θ2)*θ1'') - g*m2*LG2*sin(θ1 + θ2)\n"
                    "let qd11 = -2*m2*L1*LG2*sin(θ2)*θ2'\n"
                    "let qd12 = -2*m2*L1*LG2*sin(θ2)*(θ1' + θ2')\n"
                    "let qd21 = 2*m2*L1*LG2*sin(θ2)*θ1'\n"
                    "let by_I2z = θ1'' + θ2''\n",
                    "energy");
  assert_entry(&c, "dtau/dq", 0, "q11");
  assert_entry(&c, "dtau/dq", 2, "q21");
  assert_entry(&c, "dtau/dq", 3, "q22");
  assert_entry(&c, "dtau/dqd", 0, "qd11");
  assert_entry(&c, "dtau/dqd", 1, "qd12");
  assert_entry(&c, "dtau/dqd", 2, "qd21");
  assert_true(is_zero(case_entries(&c, "dtau/dqd")[3]));
  case_entries(&c, "dtau/dp");
  const Quantity *by_parameters = equations_find(c.equations, "dtau/dp");
  int found = 0;
  for (int k = 0; k < by_parameters->columns; k++) {
    assert_string_not_equal(by_parameters->column_labels[k], "L2");  // tau does not hold it
    if (strcmp(by_parameters->column_labels[k], "I2z") != 0) continue;
    found++;
    assert_entry(&c, "dtau/dp", k, "by_I2z");
    assert_entry(&c, "dtau/dp", by_parameters->columns + k, "by_I2z");
  }
  assert_int_equal(found, 1);
  case_close(&c);
}

// m l^2 a'' = - m g l sin(a) - c a' + k u + tau
static const char PENDULUM[] = "mechanism pendulum\n"
                               "param m, l, g, c, k\n"
                               "gravity [0, 0, -g]\n"
                               "joint J : revolute y (a) from ground\n"
                               "body B on J : mass m, com [0, 0, -l], inertia diag(0, 0, 0)\n"
                               "input u\n"
                               "torque rub on a = -c*a'\n"
                               "torque drive on a = k*u\n"
                               "let A21 = -g/l*cos(a)\n"
                               "let A22 = -c/(m*l^2)\n"
                               "let B21 = 1/(m*l^2)\n"
                               "let B22 = k/(m*l^2)\n";

static void the_linearised_pendulum_is_that_of_the_textbook(void **state)
{
  (void)state;
  for (int m = 0; formulation_info(m); m++) {
    Case c;
    case_open(&c, PENDULUM, formulation_info(m)->name);
    case_entries(&c, "lin:A");
    case_entries(&c, "lin:B");
    const Quantity *A = equations_find(c.equations, "lin:A");
    const Quantity *B = equations_find(c.equations, "lin:B");
    assert_int_equal(A->rows, 2);
    assert_int_equal(B->columns, 2);
    assert_string_equal(B->column_labels[0], "tau[a]");
    assert_string_equal(B->column_labels[1], "u");
    assert_string_equal(A->row_labels[1], "a'");
    assert_true(is_zero(A->entries[0]));
    assert_true(expr_is_one(A->entries[1]));
    assert_true(is_zero(B->entries[0]) && is_zero(B->entries[1]));
    assert_entry(&c, "lin:A", 2, "A21");
    assert_entry(&c, "lin:A", 3, "A22");
    assert_entry(&c, "lin:B", 2, "B21");
    assert_entry(&c, "lin:B", 3, "B22");
    case_close(&c);
  }
}

// ---- against differentiation of qdd itself

static void assert_partials(Case *c, const char *key, const Expr *const f[],
                            const Expr *(*symbol)(const Equations *, int))
{
  int n = c->equations->coordinate_count;
  const Expr *const *entries = case_entries(c, "%s", key);
  for (int i = 0; i < n * n; i++) {
    if (entries[i] != expr_derivative(f[i / n], symbol(c->equations, i % n))) {
      fail_msg("%s: %s[%d] is not the derivative", c->equations->name, key, i);
    }
  }
}

static const Expr *coordinate_of(const Equations *equations, int i)
{
  return equations->coordinates[i].symbol;
}

static const Expr *torque_of(const Equations *equations, int i)
{
  return equations->torques[i].symbol;
}

// A slide and an angle move two joints each, the clock a third; a branch; axes that are none of
// their parent's; what acts depends on coordinates and rates.
static const char ODD_TREE[] =
    "mechanism odd\n"
    "param m, l, h, w, c, k, g, J\n"
    "gravity [0, g/3, -g]\n"
    "frame A from ground : RZ(w*t)\n"
    "joint B : revolute x (a) from A at [0, l, h]\n"
    "joint C : prismatic [3/5, 0, 4/5] (s) from B at [l, 0, 0]\n"
    "joint D : revolute [0, 3/5, 4/5] (b) from C at [0, h, l]\n"
    "frame E from D : TZ(h), RX(b - 2*a), TY(3*s)\n"
    "joint F : revolute x (d) from B at [0, h, 0]\n"
    "body KC on C : mass m, com [l, h, 0], inertia diag(J, 2*J, 3*J)\n"
    "body KD on D : mass 2*m, com [h, 0, l], inertia [[J, J/3, 0], [J/3, J, 0], [0, 0, J]]\n"
    "body KE on E : mass m, com [0, l, h], inertia diag(J, J, 2*J)\n"
    "body KF on F : mass 3*m, com [0, l, h], inertia diag(J, 3*J, 2*J)\n"
    "torque rub on a = -c*a'*b'\n"
    "torque motor on b = -J*b''\n"
    "force pull at E = [0, -k*s, 0]\n";

static void check_torque_partials(Case *c)
{
  const Expr *const *tau = case_entries(c, "tau");
  assert_partials(c, "dtau/dq", tau, coordinate_of);
  assert_partials(c, "dtau/dqd", tau, speed_of);
  case_close(c);
}

static void the_recursion_gives_the_derivatives_of_the_torques(void **state)
{
  (void)state;
  static const char *const EXAMPLES[] = { "rr/rr.bl",
                                          "rrp/rrp.bl",
                                          "telescopic/telescopic.bl",
                                          "khalil_tree/khalil_tree.bl",
                                          "puma560/puma560.bl",
                                          "kuka_kr30/kuka_kr30.bl",
                                          "overhead_crane/overhead_crane.bl" };
  Case c;
  for (size_t e = 0; e < sizeof EXAMPLES / sizeof EXAMPLES[0]; e++) {
    case_open_example(&c, EXAMPLES[e], "", NULL);
    check_torque_partials(&c);
  }
  case_open(&c, ODD_TREE, NULL);
  check_torque_partials(&c);
}

static void check_partials(const char *example, const char *more, const char *method)
{
  Case c;
  case_open_example(&c, example, more, method);
  int n = c.equations->coordinate_count;
  const Expr *const *tau = case_entries(&c, "tau"), *const *qdd = case_entries(&c, "qdd");
  assert_partials(&c, "dtau/dqdd", tau, acceleration_of);
  assert_partials(&c, "dqdd/dq", qdd, coordinate_of);
  assert_partials(&c, "dqdd/dqd", qdd, speed_of);
  assert_partials(&c, "dqdd/dtau", qdd, torque_of);
  const Expr *const *M = case_entries(&c, "M"), *const *W = case_entries(&c, "dqdd/dtau");
  for (int i = 0; i < n * n; i++) {
    const Expr *entry = expr_integer(c.equations->pool, 0);
    for (int k = 0; k < n; k++)
      entry = sum(entry, product(M[i / n * n + k], W[k * n + i % n]));
    assert_true(expr_is_integer(entry, i / n == i % n));
  }
  case_close(&c);
}

static void the_implicit_formula_gives_the_derivatives_of_the_accelerations(void **state)
{
  (void)state;
  static const char *const EXAMPLES[] = { "rr/rr.bl", "rrp/rrp.bl", "spatial_3r/spatial_3r.bl",
                                          "khalil_tree/khalil_tree.bl" };
  static const char FORCES[] = "param c, fs, k\ninput u\n"
                               "torque a on θ1 = -c*θ1' - fs*sign(θ1')\n"
                               "torque b on θ2 = -k*θ2*θ1'\n"
                               "torque d on θ2 = cos(θ1)*u\n";
  for (size_t e = 0; e < sizeof EXAMPLES / sizeof EXAMPLES[0]; e++) {
    const char *more = e == 0 ? FORCES : "";
    check_partials(EXAMPLES[e], more, "energy");
    check_partials(EXAMPLES[e], more, "newton-euler");
    check_partials(EXAMPLES[e], more, NULL);
  }
}

// Programs would take accelerations as an argument otherwise.
static void no_form_holds_the_accelerations(void **state)
{
  (void)state;
  static const char *const KEYS[] = { "dqdd/dq", "dqdd/dqd", "dqdd/dtau" };
  Case c;
  case_open_example(&c, "puma560/puma560.bl", "", "newton-euler");
  int n = c.equations->coordinate_count;
  for (int k = 0; k < 3; k++) {
    const Expr *const *entries = case_entries(&c, "%s", KEYS[k]);
    for (int i = 0; i < n * n; i++) {
      for (int j = 0; j < n; j++)
        assert_false(expr_depends_on(entries[i], acceleration_of(c.equations, j)));
    }
  }
  case_close(&c);
}

// ---- refusals

static void what_does_not_exist_is_refused_with_its_reason(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "mechanism light\nparam m\njoint J : revolute z (a) from ground\n"
            "joint K : revolute z (b) from J at [1 m, 0, 0]\n"
            "body B on J : mass m, com [1 m, 0, 0], inertia diag(0, 0, 0)\n",
            "energy");
  assert_refused(&c, "dqdd/dq", "no inertia moves with");
  assert_refused(&c, "lin:A", "no inertia moves with");
  assert_refused(&c, "lin:C", "lin:A lin:B lin:A_in lin:B_in lin:poly");
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_planar_arm_has_the_partial_derivatives_of_the_textbook),
    cmocka_unit_test(the_linearised_pendulum_is_that_of_the_textbook),
    cmocka_unit_test(the_recursion_gives_the_derivatives_of_the_torques),
    cmocka_unit_test(the_implicit_formula_gives_the_derivatives_of_the_accelerations),
    cmocka_unit_test(no_form_holds_the_accelerations),
    cmocka_unit_test(what_does_not_exist_is_refused_with_its_reason),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
