// test_linearise.c -- partial derivatives and linearised equations: by hand, and against
// accelerations that were differentiated as they stand. SPDX-License-Identifier: MIT
#include "agree.h"
#include "formulation/builder.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Equations *derive(const Mechanism *mechanism, const char *method, const char *const keys[],
                         int key_count)
{
  Text why = { 0 };
  const FormulationInfo *info = method ? formulation_find(method) : NULL;
  Equations *equations = formulate(mechanism, info, 0, keys, key_count, &why);
  if (!equations) fail_msg("%s", text_string(&why));
  text_free(&why);
  return equations;
}

// An expression of the description, by the name that it was given there with `let`.
static const Expr *by_hand(const Reading *reading, const Equations *equations, const char *name)
{
  const Mechanism *mechanism = reading->mechanism;
  for (int i = 0; i < mechanism->definition_count; i++) {
    if (strcmp(mechanism->definitions[i].name, name) == 0) {
      return expr_copy(equations->pool, mechanism->definitions[i].value);
    }
  }
  fail_msg("no definition %s", name);
  return NULL;
}

static void assert_entry(const Reading *reading, const Equations *equations, const char *key,
                         int entry, const char *name)
{
  const Expr *derived = equations_find(equations, key)->entries[entry];
  if (derived != by_hand(reading, equations, name)) fail_msg("%s is not %s[%d]", name, key, entry);
}

// ---- by hand

static void the_planar_arm_has_the_partial_derivatives_of_the_textbook(void **state)
{
  (void)state;
  Reading reading;
  reading_open_example(
      &reading, "rr/rr.bl",
      "let q11 = -g*(m1*LG1*sin(θ1) + m2*(L1*sin(θ1) + LG2*sin(θ1 + θ2)))\n"
      "let q21 = -g*m2*LG2*sin(θ1 + θ2)\n"
      "let q22 = m2*L1*LG2*(cos(θ2)*θ1'^2 - sin(θ2)*θ1'') - g*m2*LG2*sin(θ1 + θ2)\n"
      "let qd11 = -2*m2*L1*LG2*sin(θ2)*θ2'\n"
      "let qd12 = -2*m2*L1*LG2*sin(θ2)*(θ1' + θ2')\n"
      "let qd21 = 2*m2*L1*LG2*sin(θ2)*θ1'\n"
      "let by_I2z = θ1'' + θ2''\n");
  static const char *const KEYS[] = { "dtau/dq", "dtau/dqd", "dtau/dp" };
  Equations *equations = derive(reading.mechanism, "energy", KEYS, 3);
  assert_entry(&reading, equations, "dtau/dq", 0, "q11");
  assert_entry(&reading, equations, "dtau/dq", 2, "q21");
  assert_entry(&reading, equations, "dtau/dq", 3, "q22");
  assert_entry(&reading, equations, "dtau/dqd", 0, "qd11");
  assert_entry(&reading, equations, "dtau/dqd", 1, "qd12");
  assert_entry(&reading, equations, "dtau/dqd", 2, "qd21");
  assert_true(is_zero(equations_find(equations, "dtau/dqd")->entries[3]));
  const Quantity *by_parameters = equations_find(equations, "dtau/dp");
  int found = 0;
  for (int c = 0; c < by_parameters->columns; c++) {
    assert_string_not_equal(by_parameters->column_labels[c], "L2");  // tau does not hold it
    if (strcmp(by_parameters->column_labels[c], "I2z") != 0) continue;
    found++;
    assert_entry(&reading, equations, "dtau/dp", c, "by_I2z");
    assert_entry(&reading, equations, "dtau/dp", by_parameters->columns + c, "by_I2z");
  }
  assert_int_equal(found, 1);
  equations_free(equations);
  reading_close(&reading);
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
  static const char *const KEYS[] = { "lin:A", "lin:B" };
  Reading reading;
  reading_open(&reading, PENDULUM);
  for (int m = 0; formulation_info(m); m++) {
    Equations *equations = derive(reading.mechanism, formulation_info(m)->name, KEYS, 2);
    const Quantity *A = equations_find(equations, "lin:A"), *B = equations_find(equations, "lin:B");
    assert_int_equal(A->rows, 2);
    assert_int_equal(B->columns, 2);
    assert_string_equal(B->column_labels[0], "tau[a]");
    assert_string_equal(B->column_labels[1], "u");
    assert_string_equal(A->row_labels[1], "a'");
    assert_true(is_zero(A->entries[0]));
    assert_true(expr_is_one(A->entries[1]));
    assert_true(is_zero(B->entries[0]) && is_zero(B->entries[1]));
    assert_entry(&reading, equations, "lin:A", 2, "A21");
    assert_entry(&reading, equations, "lin:A", 3, "A22");
    assert_entry(&reading, equations, "lin:B", 2, "B21");
    assert_entry(&reading, equations, "lin:B", 3, "B22");
    equations_free(equations);
  }
  reading_close(&reading);
}

// ---- against differentiation of qdd itself

static void assert_partials(const Equations *equations, const char *key, const Expr *const f[],
                            const Expr *(*symbol)(const Equations *, int))
{
  int n = equations->coordinate_count;
  const Expr *const *entries = equations_find(equations, key)->entries;
  for (int i = 0; i < n * n; i++) {
    if (entries[i] != expr_derivative(f[i / n], symbol(equations, i % n))) {
      fail_msg("%s: %s[%d] is not the derivative", equations->name, key, i);
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

static void check_partials(const Mechanism *mechanism, const char *method)
{
  static const char *const KEYS[] = { "tau",     "qdd",      "M",        "dtau/dqdd",
                                      "dqdd/dq", "dqdd/dqd", "dqdd/dtau" };
  Equations *equations = derive(mechanism, method, KEYS, 7);
  int n = equations->coordinate_count;
  const Expr *const *qdd = equations_find(equations, "qdd")->entries;
  assert_partials(equations, "dtau/dqdd", equations_find(equations, "tau")->entries,
                  acceleration_of);
  assert_partials(equations, "dqdd/dq", qdd, coordinate_of);
  assert_partials(equations, "dqdd/dqd", qdd, speed_of);
  assert_partials(equations, "dqdd/dtau", qdd, torque_of);
  const Expr *const *M = equations_find(equations, "M")->entries;
  const Expr *const *W = equations_find(equations, "dqdd/dtau")->entries;
  for (int i = 0; i < n * n; i++) {
    const Expr *entry = expr_integer(equations->pool, 0);
    for (int k = 0; k < n; k++)
      entry = sum(entry, product(M[i / n * n + k], W[k * n + i % n]));
    assert_true(expr_is_integer(entry, i / n == i % n));
  }
  equations_free(equations);
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
    Reading reading;
    reading_open_example(&reading, EXAMPLES[e], e == 0 ? FORCES : "");
    check_partials(reading.mechanism, "energy");
    check_partials(reading.mechanism, "newton-euler");
    check_partials(reading.mechanism, NULL);
    reading_close(&reading);
  }
}

// Programs would take accelerations as an argument otherwise.
static void no_form_holds_the_accelerations(void **state)
{
  (void)state;
  static const char *const KEYS[] = { "dqdd/dq", "dqdd/dqd", "dqdd/dtau" };
  Reading reading;
  reading_open_example(&reading, "puma560/puma560.bl", "");
  Equations *equations = derive(reading.mechanism, "newton-euler", KEYS, 3);
  for (int k = 0; k < 3; k++) {
    const Quantity *quantity = equations_find(equations, KEYS[k]);
    for (int i = 0; i < quantity->rows * quantity->columns; i++) {
      for (int j = 0; j < equations->coordinate_count; j++)
        assert_false(expr_depends_on(quantity->entries[i], acceleration_of(equations, j)));
    }
  }
  equations_free(equations);
  reading_close(&reading);
}

// ---- refusals

static void what_does_not_exist_is_refused_with_its_reason(void **state)
{
  (void)state;
  static const struct {
    const char *key, *reason;
  } CASES[] = { { "dqdd/dq", "no inertia moves with" },
                { "lin:A", "no inertia moves with" },
                { "lin:C", "lin:A and lin:B" } };
  Reading reading;
  reading_open(&reading, "mechanism light\nparam m\njoint J : revolute z (a) from ground\n"
                         "joint K : revolute z (b) from J at [1 m, 0, 0]\n"
                         "body B on J : mass m, com [1 m, 0, 0], inertia diag(0, 0, 0)\n");
  for (size_t c = 0; c < sizeof CASES / sizeof CASES[0]; c++) {
    Text why = { 0 };
    assert_null(
        formulate(reading.mechanism, formulation_find("energy"), 0, &CASES[c].key, 1, &why));
    if (!strstr(text_string(&why), CASES[c].reason)) fail_msg("%s", text_string(&why));
    text_free(&why);
  }
  reading_close(&reading);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_planar_arm_has_the_partial_derivatives_of_the_textbook),
    cmocka_unit_test(the_linearised_pendulum_is_that_of_the_textbook),
    cmocka_unit_test(the_implicit_formula_gives_the_derivatives_of_the_accelerations),
    cmocka_unit_test(no_form_holds_the_accelerations),
    cmocka_unit_test(what_does_not_exist_is_refused_with_its_reason),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
