// test_newton_euler.c -- the recursion against Lagrange's equations, and reactions against the
// course's.
//
// Lagrange's equations (energy.c) know nothing of recursions, base parameters or wrenches: entries
// that have the same fingerprint for random states are the same expressions.
// SPDX-License-Identifier: MIT
#include "agree.h"
#include "case.h"
#include "program/program.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

static const char *const KEYS[] = { "tau", "h", "G", "M" };
enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0] };

// Robots with six joints, beside the examples that all methods have (test_methods.c).
static void robots_of_six_joints_have_the_equations_of_the_energies(void **state)
{
  (void)state;
  static const char *const EXAMPLES[] = { "kuka_kr30/kuka_kr30.bl", "puma560/puma560.bl" };
  for (size_t e = 0; e < sizeof EXAMPLES / sizeof EXAMPLES[0]; e++) {
    Reading reading;
    reading_open_example(&reading, EXAMPLES[e], "");
    assert_methods_agree(reading.mechanism, "energy", "newton-euler", KEYS, KEY_COUNT);
    reading_close(&reading);
  }
}

// Every kind of joint, on general frames, with bodies that have all ten parameters.
#define BODY(name, frame)                                                                          \
  "body " name " on " frame " : mass m_" name ", com [x_" name ", y_" name ", z_" name             \
  "], inertia [[A_" name ", D_" name ", E_" name "], [D_" name ", B_" name ", F_" name             \
  "], [E_" name ", F_" name ", C_" name "]]\n"
#define BODY_PARAMETERS(name)                                                                      \
  "param m_" name ", x_" name ", y_" name ", z_" name ", A_" name ", B_" name ", C_" name          \
  ", D_" name ", E_" name ", F_" name "\n"

static const char *const ODD[] = {
  // revolute joints on slanted axes
  "mechanism slanted\nparam a, b, c, g1, g2, g3\n" BODY_PARAMETERS("p")
      BODY_PARAMETERS("r") "gravity [g1, g2, g3]\n"
                           "joint j1 : revolute [3/5, 0, 4/5] (q1) from ground at [a, b, c]\n"
                           "joint j2 : revolute [2/3, 1/3, -2/3] (q2) from j1 at [c, a, b] "
                           "rotated RX(0.3), RZ(1.2)\n" BODY("p", "j1") BODY("r", "j2"),
  // sliding joints between turning ones
  "mechanism sliding\nparam a, b, c, g1, g2, g3\n" BODY_PARAMETERS("p") BODY_PARAMETERS("r")
      BODY_PARAMETERS("s") BODY_PARAMETERS(
          "u") "gravity [g1, g2, g3]\n"
               "joint j1 : prismatic y (q1) from ground at [a, b, c] rotated RX(0.2)\n"
               "joint j2 : revolute -z (q2) from j1 at [c, a, b] rotated RY(0.7)\n"
               "joint j3 : prismatic [3/5, 0, 4/5] (q3) from j2 at [a, 0, b] rotated RZ(1.1)\n"
               "joint j4 : revolute x (q4) from j3 at [0, b, c]\n" BODY("p", "j1") BODY("r", "j2")
                   BODY("s", "j3") BODY("u", "j4"),
  // parallel axes near ground, gravity along them
  "mechanism parallel\nparam a, b, c, g\n" BODY_PARAMETERS("p") BODY_PARAMETERS("r")
      BODY_PARAMETERS("s")
          BODY_PARAMETERS("u") "gravity [0, 0, g]\n"
                               "joint j1 : revolute z (q1) from ground at [a, b, c]\n"
                               "joint j2 : revolute z (q2) from j1 at [c, a, b]\n"
                               "joint j3 : prismatic z (q3) from j2 at [a, 0, b]\n"
                               "joint j4 : revolute z (q4) from j3 at [0, b, c]\n" BODY("p", "j1")
                                   BODY("r", "j2") BODY("s", "j3") BODY("u", "j4"),
  // a tree with every joint of several coordinates
  "mechanism several\nparam a, b, c, g1, g2, g3\n" BODY_PARAMETERS("p") BODY_PARAMETERS("r")
      BODY_PARAMETERS("s") "gravity [g1, g2, g3]\n"
                           "joint j1 : free from ground\n"
                           "joint j2 : cylindrical x from j1 at [c, a, b]\n"
                           "joint j3 : universal from j1 at [a, 0, b] rotated RX(90 deg)\n" BODY(
                               "p", "j1") BODY("r", "j2") BODY("s", "j3"),
  // screw, planar and spherical joints
  "mechanism screw\nparam a, b, c, g1, g2, g3, h\n" BODY_PARAMETERS("p") BODY_PARAMETERS("r")
      BODY_PARAMETERS("s") "gravity [g1, g2, g3]\n"
                           "joint j1 : screw z from ground at [a, b, c] pitch h\n"
                           "joint j2 : planar from j1 at [c, a, b] rotated RX(0.4)\n"
                           "joint j3 : spherical from j1 at [a, 0, b]\n"
                           "joint j4 : fixed from j3 at [0, b, c] rotated RY(90 deg)\n" BODY(
                               "p", "j1") BODY("r", "j2") BODY("s", "j4"),
  // joints driven by others
  "mechanism driven\nparam a, b, c, g1, g2, k\n" BODY_PARAMETERS("p") BODY_PARAMETERS("r")
      BODY_PARAMETERS("s") "gravity [g1, g2, 0]\n"
                           "joint j1 : revolute z (q1) from ground\n"
                           "joint j2 : revolute y (= k*q1 + 1) from j1 at [c, a, b]\n"
                           "joint j3 : prismatic x (q3) from j2 at [a, 0, b]\n"
                           "joint j4 : revolute x (= q1*q3 - sin(q3)) from j3 at [a, 0, b]\n" BODY(
                               "p", "j1") BODY("r", "j2") BODY("s", "j4"),
  // a joint driven by time
  "mechanism clock\nparam a, b, c, g1, g2, k\n" BODY_PARAMETERS("p")
      BODY_PARAMETERS("r") "gravity [g1, g2, 0]\n"
                           "joint j1 : revolute z (= k*t^2) from ground\n"
                           "joint j2 : revolute y (q2) from j1 at [c, a, b]\n"
                           "joint j3 : prismatic x (q3) from j2 at [a, 0, b]\n" BODY("p", "j2")
                               BODY("r", "j3"),
  // forces of all kinds
  "mechanism forces\nparam a, b, c, g1, g2, g3, k, l, d, e, F, N, H, J\n" BODY_PARAMETERS("p")
      BODY_PARAMETERS("r") BODY_PARAMETERS(
          "s") "gravity [g1, g2, g3]\n"
               "joint j1 : revolute z (q1) from ground at [a, b, c]\n"
               "joint j2 : revolute y (q2) from j1 at [c, a, b]\n"
               "joint j3 : prismatic x (q3) from j1 at [a, 0, b]\n"
               "point P at [a, b, c] on j2\npoint Q on j3 at [c, b, a]\n" BODY("p", "j1") BODY("r",
                                                                                               "j2")
                   BODY("s", "j3") "input u [N.m]\n"
                                   "torque drive on j1 = u\n"
                                   "torque drag on q2 = -e*q2' - H*sign(q2')\n"
                                   "force F1 at P = [F, 0, 2*F] in ground\n"
                                   "force F2 at Q = [F, F, 2*F] in j2\n"
                                   "force F3 at [a, 0, 0] on j2 = [F, 3*F, 0] in j3 against j3\n"
                                   "moment N1 on j2 = [0, N, N] in ground\n"
                                   "moment N2 on j3 = [N, 0, N] in j2 against j1\n"
                                   "spring S1 between P and Q : stiffness k, length l, damping d\n"
                                   "spring S2 between P and [a, a, 0] on ground : stiffness k\n"
                                   "use rotor(j1, J, 50)\n",
};

static void odd_mechanisms_have_the_equations_of_the_energies(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof ODD / sizeof ODD[0]; i++) {
    Reading reading;
    reading_open(&reading, ODD[i]);
    assert_methods_agree(reading.mechanism, "energy", "newton-euler", KEYS, KEY_COUNT);
    reading_close(&reading);
  }
}

// ---- reactions

static const Expr *second_rate(const Expr *e)
{
  return expr_time_derivative(expr_time_derivative(e));
}

// The course, chapter 6: f12 = m2 (aG2 - g), f01 = m1 (aG1 - g) + f12, in base axes.
static void the_joints_of_the_planar_arm_carry_what_the_course_says(void **state)
{
  (void)state;
  Case c;
  case_open_example(
      &c, "rr/rr.bl",
      "let x1 = LG1*cos(θ1)\nlet y1 = LG1*sin(θ1)\n"
      "let x2 = L1*cos(θ1) + LG2*cos(θ1 + θ2)\nlet y2 = L1*sin(θ1) + LG2*sin(θ1 + θ2)\n"
      "let weight1 = m1*g\nlet weight2 = m2*g\nlet angle1 = θ1\nlet angle12 = θ1 + θ2\n",
      "newton-euler");
  Pool *pool = c.equations->pool;
  Vec3 total = vec3_zero(pool);
  for (int joint = 2; joint >= 1; joint--) {
    bool is_second = joint == 2;
    const Expr *x = second_rate(case_definition(&c, is_second ? "x2" : "x1"));
    const Expr *y = second_rate(case_definition(&c, is_second ? "y2" : "y1"));
    const Expr *mass = expr_find_symbol(pool, is_second ? "m2" : "m1");
    const Expr *weight = case_definition(&c, is_second ? "weight2" : "weight1");
    total.at[0] = sum(total.at[0], product(mass, x));
    total.at[1] = sum(sum(total.at[1], product(mass, y)), weight);
    const Expr *angle = case_definition(&c, is_second ? "angle12" : "angle1");
    Vec3 in_joint = mat3_mul_vec_transposed(mat3_rotation(vec3_unit(pool, 2), angle), total);
    const Expr **reaction = case_entries(&c, "reaction:q%d", joint);
    for (int i = 0; i < 3; i++)
      assert_ptr_equal(reaction[i], in_joint.at[i]);
    assert_true(is_zero(reaction[3]) && is_zero(reaction[4]));
    assert_ptr_equal(reaction[5], case_entries(&c, "tau")[joint - 1]);
  }
  case_close(&c);
}

// Vector 001_RRP_dynamics_NE/02 of the reference results: general inertias, a wrench at the tool.
static const char RRP[] =
    "mechanism rrp\n"
    "dh R standard\n"
    "   joint  theta   d    a      alpha\n"
    "   1      t1      0    0      90 deg\n"
    "   2      t2      0    0.273m -90 deg\n"
    "   3      90deg   d3   0      90 deg\n"
    "gravity [0, 0, -9.81] m/s^2\n"
    "body C1 on R1 : mass 5.57 kg, com [0.052, -0.115, 0.132] m, inertia [[0.239, -0.008, 0], "
    "[-0.008, 0.163, 0], [0, 0, 0.193]] kg.m^2\n"
    "body C2 on R2 : mass 2.188 kg, com [-0.023, 0.046, 0.182] m, inertia [[0.103, -0.003, 0], "
    "[-0.003, 0.269, 0], [0, 0, 0.277]] kg.m^2\n"
    "body C3 on R3 : mass 1.21 kg, com [0.08, -0.186, 0.085] m, inertia [[0.218, -0.001, 0], "
    "[-0.001, 0.1, 0], [0, 0, 0.262]] kg.m^2\n"
    "force  Ft at [0, 0, 0] m on R3 = [-0.365, 3.88, -6.109] N in ground\n"
    "moment Nt on R3 = [2.658, 1.048, 1.541] N.m in ground\n";

// Force and moment of a reaction in ground axes, the moment about `about` (ground axes).
static void reaction_in_ground(const double H[16], const double reaction[6], const double about[3],
                               double f[3], double n[3])
{
  double r[3];
  for (int i = 0; i < 3; i++) {
    f[i] = n[i] = 0;
    for (int j = 0; j < 3; j++) {
      f[i] += H[4 * i + j] * reaction[j];
      n[i] += H[4 * i + j] * reaction[3 + j];
    }
    r[i] = H[4 * i + 3] - about[i];
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    n[i] += r[j] * f[k] - r[k] * f[j];
  }
}

static void the_joints_of_the_rrp_robot_carry_the_reference_wrenches(void **state)
{
  (void)state;
  static const double F[3][3] = {
    { 5.407650570051721, -8.546809707601025, 92.37680635833445 },
    { -0.049868996366410366, -6.138617215665471, 37.73510635833444 },
    { 1.4649569255776782, -6.769055795841906, 16.204837112064666 },
  };
  static const double N[3][3] = {
    { -3.831282362504901, 3.7105466699183474, -1.1307971709102098 },
    { -6.451511493342795, -2.8779855161568193, -1.1860948758702097 },
    { -7.449518029658029, 0.07423864539187626, -0.25504738971656216 },
  };
  static const double TAU[3] = { -1.1307971709102098, 2.6661054677034057, -8.844519495410385 };
  static const char *const WANTED[] = { "fk:R1",       "fk:R2",       "fk:R3", "reaction:R1",
                                        "reaction:R2", "reaction:R3", "tau" };
  Case c;
  case_open(&c, RRP, "newton-euler");
  for (int k = 0; k < 7; k++)
    case_entries(&c, "%s", WANTED[k]);
  Text why = { 0 };
  Program *program = program_new(c.equations, WANTED, 7, &why);
  assert_non_null(program);
  double *registers = calloc((size_t)program_register_count(program), sizeof registers[0]);
  double H[3][16], reaction[3][6], tau[3];
  double *out[] = { H[0], H[1], H[2], reaction[0], reaction[1], reaction[2], tau };
  ProgramState at = { .q = (double[]){ -2.335, -2.365, 0.492 },
                      .qd = (double[]){ -2.747, 0.204, -0.895 },
                      .qdd = (double[]){ 0.201, -0.344, 1.744 } };
  program_evaluate(program, &at, registers, out);
  double about[3] = { 0, 0, 0 };
  for (int joint = 0; joint < 3; joint++) {
    double f[3], n[3];
    reaction_in_ground(H[joint], reaction[joint], about, f, n);
    for (int i = 0; i < 3; i++) {
      assert_true(fabs(f[i] - F[joint][i]) < 1e-12 * 100);
      assert_true(fabs(n[i] - N[joint][i]) < 1e-12 * 100);
      about[i] = H[joint][4 * i + 3];
    }
    assert_true(fabs(tau[joint] - TAU[joint]) < 1e-12 * 100);
  }
  free(registers);
  program_free(program);
  text_free(&why);
  case_close(&c);
}

// What a fixed joint on ground carries is the weight of all behind it and the forces on it.
static void a_fixed_joint_carries_weight(void **state)
{
  (void)state;
  static const char TEXT[] = "mechanism m\nparam m1, m2, a, g, F\ngravity [0, -g, 0]\n"
                             "joint wall : fixed from ground at [a, 0, 0]\n"
                             "joint slide : prismatic x (q) from wall\n"
                             "body beam on wall : mass m1, com [a, 0, 0]\n"
                             "body load on slide : mass m2\n"
                             "force pull at [0, a, 0] on wall = [F, 0, 0] in ground\n"
                             "let fx = m2*q'' - F\nlet fy = (m1 + m2)*g\n"
                             "let nz = m1*g*a + m2*g*q + F*a\n";
  Case c;
  case_open(&c, TEXT, "newton-euler");
  const Expr **reaction = case_entries(&c, "reaction:wall");
  assert_entry(&c, "reaction:wall", 0, "fx");
  assert_entry(&c, "reaction:wall", 1, "fy");
  assert_entry(&c, "reaction:wall", 5, "nz");
  for (int i = 2; i < 5; i++)
    assert_true(is_zero(reaction[i]));
  case_close(&c);
}

static void an_unknown_joint_is_named_with_those_there_are(void **state)
{
  (void)state;
  Case c;
  case_open_example(&c, "rr/rr.bl", "", "newton-euler");
  assert_refused(&c, "reaction:elbow",
                 "'reaction:elbow': there is no joint 'elbow' (choose one of: q1 q2)");
  assert_refused(&c, "reaction:Q2", "'reaction:Q2': there is no joint 'Q2'; did you mean 'q2'?");
  case_close(&c);
}

// ---- quaternions

// Unit quaternions by stereographic projection, so that the norm is 1 whatever u is:
// e0 = (1 - |u|^2)/(1 + |u|^2), e_i = 2 u_i/(1 + |u|^2).
static void unit_quaternion(Pool *pool, const Expr *e[4])
{
  static const char *const NAMES[3] = { "u1", "u2", "u3" };
  const Expr *u[3], *squared = expr_integer(pool, 0), *unit = expr_integer(pool, 1);
  for (int i = 0; i < 3; i++) {
    u[i] = expr_symbol(pool, NAMES[i], STAGE_POSITION);
    squared = sum(squared, square(u[i]));
  }
  const Expr *below = sum(unit, squared);
  e[0] = quotient(difference(unit, squared), below);
  for (int i = 0; i < 3; i++)
    e[i + 1] = quotient(sum(u[i], u[i]), below);
}

// Euler parameters have a norm of one, which Lagrange's equations without multiplier do not know:
// they hold up to forces along e. What is left across e, and all other torques, must agree.
static void a_quaternion_joint_has_the_equations_of_lagrange_on_unit_quaternions(void **state)
{
  (void)state;
  static const char TEXT[] = "mechanism m\nparam a, b, g, m1, m2, A, B, C\ngravity [0, 0, -g]\n"
                             "joint ball : spherical quaternion (e0, e1, e2, e3) from ground\n"
                             "joint arm : revolute x (q) from ball at [a, 0, b]\n"
                             "body one on ball : mass m1, com [0, a, b], inertia diag(A, B, C)\n"
                             "body two on arm : mass m2, com [b, a, 0], inertia diag(B, A, C)\n";
  Case ours, energy;
  case_open(&ours, TEXT, "newton-euler");
  case_open(&energy, TEXT, "energy");
  Pool *pool = ours.equations->pool;
  const Expr *from[12], *to[12], *e[4], *rest[5];
  unit_quaternion(pool, e);
  for (int i = 0; i < 4; i++) {
    from[i] = ours.equations->coordinates[i].symbol;
    from[4 + i] = expr_rate(from[i]);
    from[8 + i] = expr_rate(from[4 + i]);
    to[i] = e[i];
    to[4 + i] = expr_time_derivative(e[i]);
    to[8 + i] = expr_time_derivative(to[4 + i]);
  }
  for (int i = 0; i < 5; i++) {
    const Expr *theirs = expr_copy(pool, case_entries(&energy, "tau")[i]);
    const Expr *both = difference(case_entries(&ours, "tau")[i], theirs);
    rest[i] = expr_substitute(both, from, to, 12);
  }
  for (int i = 0; i < 25; i++) {
    const Expr *entry = case_entries(&ours, "M")[i];
    assert_true(expr_same_value(entry, case_entries(&energy, "M")[i]));
  }
  assert_true(is_zero(rest[4]));
  for (int i = 0; i < 4; i++) {  // rest is a multiple of e
    for (int j = 0; j < i; j++)
      assert_true(is_zero(difference_of_products(rest[i], e[j], rest[j], e[i])));
  }
  case_close(&ours);
  case_close(&energy);
}

// Long branches take the mass matrix in common axes: on a base that turns by a quaternion, with
// links that slide, and one that is driven by another.
static void long_branches_have_the_mass_matrix_of_the_energies(void **state)
{
  (void)state;
  enum { LENGTH = 14 };
  Text text = { 0 };
  text_put(&text, "mechanism long\nparam a, b, A, B, C\n"
                  "joint j0 : spherical quaternion (e0, e1, e2, e3) from ground\n"
                  "body b0 on j0 : mass 3, com [a, 0, b], inertia diag(A, B, C)\n");
  for (int i = 1; i <= LENGTH; i++) {
    const char *kind = i % 7 == 3 ? "prismatic" : "revolute";
    bool is_driven = i == 9;
    text_format(&text, "joint j%d : %s z (%s%d) from j%d at [a, b, %d] rotated RX(90 deg)\n", i,
                kind, is_driven ? "= 2*q" : "q", is_driven ? i - 1 : i, i - 1, i);
    text_format(&text, "body b%d on j%d : mass %d, com [b, a, 1], inertia diag(B, A, C)\n", i, i,
                i);
  }
  Case ours, energy;
  case_open(&ours, text_string(&text), "newton-euler");
  case_open(&energy, text_string(&text), "energy");
  int n = ours.equations->coordinate_count;
  for (int i = 0; i < n * n; i++) {
    const Expr *entry = case_entries(&ours, "M")[i];
    assert_true(expr_same_value(entry, case_entries(&energy, "M")[i]));
  }
  assert_true(pool_has_names(ours.equations->pool));  // of motions and wrenches in these axes
  case_close(&ours);
  case_close(&energy);
  text_free(&text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(robots_of_six_joints_have_the_equations_of_the_energies),
    cmocka_unit_test(odd_mechanisms_have_the_equations_of_the_energies),
    cmocka_unit_test(the_joints_of_the_planar_arm_carry_what_the_course_says),
    cmocka_unit_test(the_joints_of_the_rrp_robot_carry_the_reference_wrenches),
    cmocka_unit_test(a_fixed_joint_carries_weight),
    cmocka_unit_test(an_unknown_joint_is_named_with_those_there_are),
    cmocka_unit_test(a_quaternion_joint_has_the_equations_of_lagrange_on_unit_quaternions),
    cmocka_unit_test(long_branches_have_the_mass_matrix_of_the_energies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
