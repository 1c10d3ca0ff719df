// test_energy.c -- Lagrange's equations against the documents' formulas and the laws of mechanics.
//
// Documents: course of applied mechanics, chapter 6 (planar RR arm); De Santis, section 7 (arm with
// masses at the link ends). Their formulas are appended to the example files as `let` statements
// and must be the same values as the derived entries.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void the_planar_rr_arm_has_the_equations_of_the_course(void **state)
{
  (void)state;
  Case c;
  case_open_example(&c, "rr/rr.bl",
                    "let A11 = I1z + I2z + m1*LG1^2 + m2*(L1^2 + LG2^2 + 2*L1*LG2*cos(θ2))\n"
                    "let A12 = I2z + m2*(LG2^2 + L1*LG2*cos(θ2))\n"
                    "let A22 = I2z + m2*LG2^2\n"
                    "let G1 = g*(m1*LG1*cos(θ1) + m2*(L1*cos(θ1) + LG2*cos(θ1 + θ2)))\n"
                    "let G2 = g*m2*LG2*cos(θ1 + θ2)\n"
                    "let h1 = -m2*L1*LG2*sin(θ2)*θ2'^2 - 2*m2*L1*LG2*sin(θ2)*θ1'*θ2'\n"
                    "let h2 = m2*L1*LG2*sin(θ2)*θ1'^2\n"
                    "let energy = g*(m1*LG1*sin(θ1) + m2*(L1*sin(θ1) + LG2*sin(θ1 + θ2)))\n"
                    "let xtip = L1*cos(θ1) + L2*cos(θ1 + θ2)\n",
                    "energy");
  assert_entry(&c, "M", 0, "A11");
  assert_entry(&c, "M", 1, "A12");
  assert_entry(&c, "M", 2, "A12");
  assert_entry(&c, "M", 3, "A22");
  assert_entry(&c, "G", 0, "G1");
  assert_entry(&c, "G", 1, "G2");
  assert_entry(&c, "h", 0, "h1");
  assert_entry(&c, "h", 1, "h2");
  assert_entry(&c, "V", 0, "energy");
  assert_entry(&c, "fk:tip", 3, "xtip");
  case_close(&c);
}

static void the_arm_of_de_santis_has_his_matrices(void **state)
{
  (void)state;
  Case c;
  case_open_example(&c, "planar_2dof/planar_2dof.bl",
                    "let D11 = m1*l1^2 + m2*(l1^2 + l2^2 + 2*l1*l2*cos(t2)) + j1 + j2\n"
                    "let D12 = m2*(l2^2 + l1*l2*cos(t2)) + j2\n"
                    "let D22 = m2*l2^2 + j2\n"
                    "let C11 = -m2*l1*l2*sin(t2)*t2'\n"
                    "let C12 = -m2*l1*l2*sin(t2)*(t1' + t2')\n"
                    "let C21 = m2*l1*l2*sin(t2)*t1'\n"
                    "let G1 = (m1 + m2)*g*l1*cos(t1) + m2*g*l2*cos(t1 + t2)\n"
                    "let G2 = m2*g*l2*cos(t1 + t2)\n",
                    "energy");
  assert_entry(&c, "M", 0, "D11");
  assert_entry(&c, "M", 1, "D12");
  assert_entry(&c, "M", 3, "D22");
  assert_entry(&c, "C", 0, "C11");
  assert_entry(&c, "C", 1, "C12");
  assert_entry(&c, "C", 2, "C21");
  assert_true(is_zero(case_entries(&c, "C")[3]));
  assert_entry(&c, "G", 0, "G1");
  assert_entry(&c, "G", 1, "G2");
  case_close(&c);
}

static const char *const EXAMPLES[] = { "rr/rr.bl", "planar_2dof/planar_2dof.bl",
                                        "telescopic/telescopic.bl", "spatial_3r/spatial_3r.bl" };
enum { EXAMPLE_COUNT = sizeof EXAMPLES / sizeof EXAMPLES[0] };

// d(T + V)/dt = qd . tau for every motion: nothing in energy.c states it.
static void the_power_of_the_torques_is_the_rate_of_the_energy(void **state)
{
  (void)state;
  for (int e = 0; e < EXAMPLE_COUNT; e++) {
    Case c;
    case_open_example(&c, EXAMPLES[e], "", "energy");
    const Expr **T = case_entries(&c, "T"), **V = case_entries(&c, "V");
    const Expr **tau = case_entries(&c, "tau");
    const Expr *power = expr_integer(c.equations->pool, 0);
    for (int i = 0; i < c.equations->coordinate_count; i++) {
      power = sum(power, product(expr_rate(c.equations->coordinates[i].symbol), tau[i]));
    }
    assert_ptr_equal(expr_time_derivative(sum(T[0], V[0])), power);
    case_close(&c);
  }
}

static void the_mass_matrix_is_symmetric_and_its_rate_minus_2c_skew(void **state)
{
  (void)state;
  for (int e = 0; e < EXAMPLE_COUNT; e++) {
    Case c;
    case_open_example(&c, EXAMPLES[e], "", "energy");
    int n = c.equations->coordinate_count;
    const Expr **M = case_entries(&c, "M"), **C = case_entries(&c, "C");
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        assert_ptr_equal(M[i * n + j], M[j * n + i]);
        const Expr *both = sum(C[i * n + j], C[j * n + i]);
        assert_ptr_equal(expr_time_derivative(M[i * n + j]), both);
      }
    }
    case_close(&c);
  }
}

// The Jacobian's upper half is the derivative of the position by construction; its lower half must
// satisfy dR/dt = skew(w) R.
static void the_angular_part_of_the_jacobian_turns_the_frame(void **state)
{
  (void)state;
  for (int e = 0; e < EXAMPLE_COUNT; e++) {
    Case c;
    case_open_example(&c, EXAMPLES[e], "", "energy");
    int n = c.equations->coordinate_count;
    const char *point = c.mechanism->points[0].name;
    const Expr **H = case_entries(&c, "fk:%s", point), **J = case_entries(&c, "jac:%s", point);
    Vec3 w = vec3_zero(c.equations->pool);
    Mat3 R;
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < n; j++) {
        const Expr *speed = expr_rate(c.equations->coordinates[j].symbol);
        w.at[i] = sum(w.at[i], product(J[(3 + i) * n + j], speed));
      }
      for (int j = 0; j < 3; j++)
        R.at[i][j] = H[4 * i + j];
    }
    Mat3 turned = mat3_mul(mat3_skew(w), R);
    for (int i = 0; i < 9; i++) {
      assert_ptr_equal(expr_time_derivative(R.at[i / 3][i % 3]), turned.at[i / 3][i % 3]);
    }
    case_close(&c);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_planar_rr_arm_has_the_equations_of_the_course),
    cmocka_unit_test(the_arm_of_de_santis_has_his_matrices),
    cmocka_unit_test(the_power_of_the_torques_is_the_rate_of_the_energy),
    cmocka_unit_test(the_mass_matrix_is_symmetric_and_its_rate_minus_2c_skew),
    cmocka_unit_test(the_angular_part_of_the_jacobian_turns_the_frame),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
