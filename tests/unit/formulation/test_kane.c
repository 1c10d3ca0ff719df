// test_kane.c -- Kane's equations against De Santis's own matrices, and over other generalised
// speeds.
// SPDX-License-Identifier: MIT
#include "agree.h"
#include "case.h"
#include "formulation/builder.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

// Equations 18 to 25 of De Santis, with the inertias j1 and j2 that his (22) drops.
static void the_arm_of_de_santis_has_his_matrices(void **state)
{
  (void)state;
  Case c;
  case_open_example(&c, "planar_2dof/planar_2dof.bl",
                    "torque T1 on shoulder = Gam1\ntorque T2 on elbow = Gam2\n"
                    "let D11 = m1*l1^2 + m2*(l1^2 + l2^2 + 2*l1*l2*cos(t2)) + j1 + j2\n"
                    "let D12 = m2*(l2^2 + l1*l2*cos(t2)) + j2, D22 = m2*l2^2 + j2\n"
                    "let C11 = -m2*l1*l2*sin(t2)*t2', C12 = -m2*l1*l2*sin(t2)*(t1' + t2')\n"
                    "let C21 = m2*l1*l2*sin(t2)*t1', C22 = 0\n"
                    "let F1 = Gam1 - (m1 + m2)*g*l1*cos(t1) - m2*g*l2*cos(t1 + t2)\n"
                    "let F2 = Gam2 - m2*g*l2*cos(t1 + t2)\n"
                    "let J42 = 0, u2 = l1*sin(t2), w2 = l1*cos(t2) + l2, unit = 1\n"
                    "let u2_rate = l1*cos(t2)*t2', w2_rate = -l1*sin(t2)*t2'\n",
                    "kane");
  assert_entry(&c, "D", 0, "D11");
  assert_entry(&c, "D", 1, "D12");
  assert_entry(&c, "D", 2, "D12");
  assert_entry(&c, "D", 3, "D22");
  assert_entry(&c, "C", 0, "C11");
  assert_entry(&c, "C", 1, "C12");
  assert_entry(&c, "C", 2, "C21");
  assert_entry(&c, "C", 3, "C22");
  assert_entry(&c, "tauk", 0, "F1");
  assert_entry(&c, "tauk", 1, "F2");
  // Rows of the second body: u, w and Omega, which are entries 1, 2 and 6 of its six.
  assert_entry(&c, "J", 2 * 6 + 0, "u2");
  assert_entry(&c, "J", 2 * 6 + 1, "J42");
  assert_entry(&c, "J", 2 * 7 + 0, "w2");
  assert_entry(&c, "J", 2 * 11 + 1, "unit");
  assert_entry(&c, "Jdot", 2 * 6, "u2_rate");
  assert_entry(&c, "Jdot", 2 * 7, "w2_rate");
  case_close(&c);
}

#define FREE_BODY                                                                                  \
  "param m, Ixx, Iyy, Izz, g\ngravity [0, 0, -g]\n"                                                \
  "coord x, y, z, a, b, c\n"                                                                       \
  "frame F from ground : TX(x), TY(y), TZ(z), RZ(a), RY(b), RX(c)\n"                               \
  "body B on F : mass m, inertia diag(Ixx, Iyy, Izz)\n"                                            \
  "force f at F = [fx, fy, fz] in F\nmoment N on F = [nx, ny, nz] in F\n"                          \
  "speed vx = cos(a)*cos(b)*x' + sin(a)*cos(b)*y' - sin(b)*z'\n"                                   \
  "speed vy = (cos(a)*sin(b)*sin(c) - sin(a)*cos(c))*x'"                                           \
  " + (sin(a)*sin(b)*sin(c) + cos(a)*cos(c))*y' + cos(b)*sin(c)*z'\n"                              \
  "speed vz = (cos(a)*sin(b)*cos(c) + sin(a)*sin(c))*x'"                                           \
  " + (sin(a)*sin(b)*cos(c) - cos(a)*sin(c))*y' + cos(b)*cos(c)*z'\n"                              \
  "speed Ox = c' - sin(b)*a', Oy = cos(c)*b' + cos(b)*sin(c)*a'\n"                                 \
  "speed Oz = -sin(c)*b' + cos(b)*cos(c)*a'\n"

// De Santis, section 3: with the velocities in its own axes as speeds, a body obeys Newton's and
// Euler's equations, and (5') gives the rates of its angles.
static void a_free_body_obeys_newton_and_euler_in_its_axes(void **state)
{
  (void)state;
  static const char *const DIAGONAL[] = { "m1", "m1", "m1", "I1", "I2", "I3" };
  Case c;
  case_open(&c,
            FREE_BODY "let m1 = m, I1 = Ixx, I2 = Iyy, I3 = Izz, zero = 0, unit = 1\n"
                      "let F1 = fx + m*g*sin(b), F4 = nx\n"
                      "let C12 = -m*Oz, C45 = -Iyy*Oz, C46 = Izz*Oy, C65 = Iyy*Ox\n"
                      "let a_by_Oy = sin(c)/cos(b), c_by_Oz = tan(b)*cos(c)\n",
            "kane");
  for (int i = 0; i < 36; i++) {
    assert_entry(&c, "D", i, i % 7 == 0 ? DIAGONAL[i / 7] : "zero");
    assert_entry(&c, "J", i, i % 7 == 0 ? "unit" : "zero");
  }
  assert_entry(&c, "C", 1, "C12");
  assert_entry(&c, "C", 6 * 3 + 4, "C45");
  assert_entry(&c, "C", 6 * 3 + 5, "C46");
  assert_entry(&c, "C", 6 * 5 + 4, "C65");
  assert_entry(&c, "tauk", 0, "F1");
  assert_entry(&c, "tauk", 3, "F4");
  assert_entry(&c, "Jnh", 6 * 3 + 4, "a_by_Oy");
  assert_entry(&c, "Jnh", 6 * 5 + 5, "c_by_Oz");
  case_close(&c);
}

static const Expr *row_times(const Expr *const A[], int n, int row, const Expr *const x[])
{
  const Expr *result = integer(x[0], 0);
  for (int j = 0; j < n; j++)
    result = sum(result, product(A[row * n + j], x[j]));
  return result;
}

// D alpha' + C alpha - tauk = Jnh^T (tau - Qu): both are the powers of the same forces.
static void assert_same_motion(const char *description)
{
  Case c;
  case_open(&c, description, "kane");
  int n = c.equations->coordinate_count;
  const Expr *const *D = case_entries(&c, "D"), *const *C = case_entries(&c, "C");
  const Expr *const *tauk = case_entries(&c, "tauk"), *const *tau = case_entries(&c, "tau");
  const Expr *const *Qu = case_entries(&c, "Qu"), *const *Jnh = case_entries(&c, "Jnh");
  const Expr *rates[8], *alpha[8];
  for (int i = 0; i < n; i++) {
    bool has_speeds = c.mechanism->speed_count > 0;
    alpha[i] = has_speeds ? derivation_speeds(c.derivation)[i] : speed_of(c.equations, i);
  }
  expr_time_derivatives(alpha, n, rates);
  for (int i = 0; i < n; i++) {
    const Expr *by_speeds = row_times(D, n, i, rates);
    by_speeds = sum(by_speeds, row_times(C, n, i, alpha));
    by_speeds = difference(by_speeds, tauk[i]);
    const Expr *by_rates = integer(by_speeds, 0);
    for (int j = 0; j < n; j++) {
      const Expr *force = difference(tau[j], Qu[j]);
      by_rates = sum(by_rates, product(Jnh[j * n + i], force));
    }
    if (by_speeds != by_rates) fail_msg("equation %d of: %s", i, description);
  }
  case_close(&c);
}

static void other_speeds_describe_the_same_motion(void **state)
{
  (void)state;
  assert_same_motion(FREE_BODY);
  assert_same_motion("param m, L, J, k, g, n\ngravity [0, -g, 0]\n"
                     "joint a : revolute z (q1) from ground\n"
                     "body A on a : mass m, com [L, 0, 0], inertia diag(J, J, 2*J)\n"
                     "joint b : revolute x (q2) from a at [L, 0, 0]\n"
                     "body B on b : mass m, com [0, L, L], inertia diag(J, 2*J, J)\n"
                     "joint c : prismatic y (q3) from b\n"
                     "body C on c : mass m\n"
                     "speed u = q1' + 2*q2', v = cos(q1)*q1' - q2', w = u - q3*q3' + 3*q2'\n"
                     "input u1\ntorque T1 on q1 = u1 - k*v\ntorque T3 on q3 = -n^2*J*q3'' - k*q3\n"
                     "force F at [0, L, 0] on c = [k*w, 1, 2]\n");
  for (int e = 0; ODD_MECHANISMS[e]; e++)
    assert_same_motion(ODD_MECHANISMS[e]);
}

// ---- speeds that are no good

static void assert_no_good(const char *speeds, const char *sentence)
{
  Text text = { 0 };
  text_format(&text, "param m\njoint a : planar (x, y, f) from ground\nbody A on a : mass m\n%s\n",
              speeds);
  Case c;
  case_open(&c, text_string(&text), "kane");
  assert_refused(&c, "D", sentence);
  case_close(&c);
  text_free(&text);
}

static void speeds_that_do_not_determine_the_rates_are_refused(void **state)
{
  (void)state;
  assert_no_good("speed u = x', v = y'", "there are 2 generalised speeds and 3 coordinates");
  assert_no_good("speed u = x' + y', v = 2*x' + 2*y', w = f'",
                 "the generalised speeds u, v depend on one another; nothing determines the rates "
                 "x', y'");
  assert_no_good("speed u = x', v = sin(f)*x', w = f'",
                 "the generalised speeds u, v depend on one another; nothing determines the rate "
                 "y'");
  assert_no_good("speed u = x' + 3, v = y', w = f'",
                 "the generalised speed 'u' has a part that no rate multiplies");
}

// ---- wrenches

// The course, chapter 6: f12 = m2 (a_G2 - g), f01 = m1 (a_G1 - g) + f12, here in the links' axes.
static void the_wrench_of_the_last_link_is_the_force_of_its_joint(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "param m, L, J, g\ngravity [0, -g, 0]\n"
            "joint a : revolute z (q) from ground\n"
            "body A on a : mass m, com [L, 0, 0], inertia diag(0, 0, J)\n"
            "let along = -m*L*q'^2 + m*g*sin(q), across = m*L*q'' + m*g*cos(q)\n"
            "let turning = J*q'', zero = 0\n",
            "kane");
  static const char *const EXPECTED[] = { "along", "across", "zero", "zero", "zero", "turning" };
  for (int i = 0; i < 6; i++)
    assert_entry(&c, "wrench:A", i, EXPECTED[i]);
  case_close(&c);
}

// What the joints transmit has the power of the joints' torques: Jh^T omega_c = tau - (torques on
// coordinates), forces on the bodies being part of omega_a.
static void wrenches_of_all_bodies_have_the_power_of_the_torques(void **state)
{
  (void)state;
  static const char *const BODIES[] = { "wrench:A", "wrench:B", "wrench:C" };
  Case c;
  case_open(&c,
            "param m, L, J, k, d, g\ngravity [g, -g, 2*g]\n"
            "joint a : revolute z (q1) from ground\n"
            "body A on a : mass m, com [L, 0, 0], inertia diag(J, J, 2*J)\n"
            "joint b : revolute x (q2) from a at [L, 0, 0]\n"
            "body B on b : mass m, com [0, L, L], inertia diag(J, 2*J, J)\n"
            "joint c : prismatic y (q3) from a\n"
            "body C on c : mass m, com [0, 0, L]\n"
            "frame tip from b : TX(L), RY(30 deg)\n"
            "force F at tip = [Fx, 2, 3] in c\n"
            "force R at [0, L, 0] on b = [0, Fy, 1] in ground against a\n"
            "moment N on tip = [1, 2, Nz] in tip against c\n"
            "spring S between [0, 0, L] on c and tip : stiffness k, length L, damping d\n"
            "spring T between [L, L, 0] on ground and [L, 0, 0] on c : stiffness k\n",
            "kane");
  const Expr *const *Jh = case_entries(&c, "Jh");
  const Expr *const *tau = case_entries(&c, "tau");
  int n = c.equations->coordinate_count;
  for (int j = 0; j < n; j++) {
    const Expr *power = expr_integer(c.equations->pool, 0);
    for (int b = 0; b < 3; b++) {
      const Expr *const *wrench = case_entries(&c, "%s", BODIES[b]);
      for (int i = 0; i < 6; i++)
        power = sum(power, product(Jh[(6 * b + i) * n + j], wrench[i]));
    }
    assert_ptr_equal(power, tau[j]);
  }
  case_close(&c);
}

// D = J^T Mb J and C = J^T (Mb J' + Wb Mb J), multiplied out in full.
static void the_stacked_matrices_are_those_of_the_equations(void **state)
{
  (void)state;
  Case c;
  case_open(&c, ODD_MECHANISMS[0], "kane");
  int n = c.equations->coordinate_count, rows = 12;
  const Expr *const *J = case_entries(&c, "J"), *const *D = case_entries(&c, "D");
  const Expr *const *Jdot = case_entries(&c, "Jdot");
  const Expr *const *C = case_entries(&c, "C");
  const Expr *const *Mb = case_entries(&c, "Mb");
  const Expr *const *Wb = case_entries(&c, "Wb");
  for (int k = 0; k < n; k++) {
    const Expr *column[12], *rate[12], *carried[12], *driven[12];
    for (int i = 0; i < rows; i++) {
      column[i] = J[i * n + k];
      rate[i] = Jdot[i * n + k];
    }
    for (int i = 0; i < rows; i++) {
      carried[i] = row_times(Mb, rows, i, column);
      driven[i] = row_times(Mb, rows, i, rate);
    }
    for (int j = 0; j < n; j++) {
      const Expr *mass = integer(J[0], 0), *coupling = integer(J[0], 0);
      for (int i = 0; i < rows; i++) {
        const Expr *turned = row_times(Wb, rows, i, carried);
        mass = sum(mass, product(J[i * n + j], carried[i]));
        coupling = sum(coupling, product(J[i * n + j], sum(driven[i], turned)));
      }
      assert_ptr_equal(mass, D[j * n + k]);
      assert_ptr_equal(coupling, C[j * n + k]);
    }
  }
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_arm_of_de_santis_has_his_matrices),
    cmocka_unit_test(a_free_body_obeys_newton_and_euler_in_its_axes),
    cmocka_unit_test(other_speeds_describe_the_same_motion),
    cmocka_unit_test(speeds_that_do_not_determine_the_rates_are_refused),
    cmocka_unit_test(the_wrench_of_the_last_link_is_the_force_of_its_joint),
    cmocka_unit_test(wrenches_of_all_bodies_have_the_power_of_the_torques),
    cmocka_unit_test(the_stacked_matrices_are_those_of_the_equations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
