// test_regressor.c -- tau as a linear function of the parameters, and how few of them there are.
//
// Published: 36 base parameters for the PUMA 560, 43 for the Panda; those of the Staubli RX90 from
// W. Khalil, E. Dombre, "Modeling, Identification and Control of Robots" (2002), section 9.4.2.
// SPDX-License-Identifier: MIT
#include "agree.h"
#include "base/files/file.h"
#include "case.h"
#include "formulation/verify/chart.h"
#include "formulation/parameters/regressor.h"
#include "symbolic/algebra.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static int columns_of(const Case *c, const char *key)
{
  return equations_find(c->equations, key)->columns;
}

// ---- tau

static void assert_regressor(Case *c, const char *regressor, const char *parameters)
{
  const Expr *const *tau = case_entries(c, "tau"), *const *Y0 = case_entries(c, "Y0");
  const Expr *const *Y = case_entries(c, "%s", regressor);
  const Expr *const *pi = case_entries(c, "%s", parameters);
  int columns = columns_of(c, regressor);
  for (int i = 0; i < c->equations->coordinate_count; i++) {
    const Expr *torque = Y0[i];
    for (int k = 0; k < columns; k++)
      torque = sum(torque, product(Y[i * columns + k], pi[k]));
    if (torque != tau[i]) fail_msg("%s: tau[%d] by %s", c->equations->name, i, regressor);
  }
}

// Energies know nothing of the recursion that the regressor comes from.
static void assert_linear(Case *c)
{
  assert_regressor(c, "Y", "pi");
  assert_regressor(c, "Yb", "base");
}

static void the_torques_of_all_examples_are_linear_in_the_parameters(void **state)
{
  (void)state;
  for (int e = 0; TREE_EXAMPLES[e]; e++) {
    Case c;
    case_open_example(&c, TREE_EXAMPLES[e], "", "energy");
    assert_linear(&c);
    case_close(&c);
  }
}

static void the_torques_of_odd_mechanisms_are_linear_in_the_parameters(void **state)
{
  (void)state;
  for (int e = 0; ODD_MECHANISMS[e]; e++) {
    Case c;
    case_open(&c, ODD_MECHANISMS[e], "energy");
    if (!has_quaternions(c.mechanism)) assert_linear(&c);
    case_close(&c);
  }
}

// ---- by hand

static int find_label(const char *const labels[], int count, const char *label)
{
  for (int i = 0; i < count; i++) {
    if (strcmp(labels[i], label) == 0) return i;
  }
  fail_msg("no column %s", label);
  return -1;
}

static void the_regressor_of_a_pendulum_is_that_of_the_textbook(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "mechanism pendulum\nparam m, x, z, I, g, fv, fs, J, k\n"
            "gravity [0, 0, -g]\n"
            "joint A : revolute y (a) from ground\n"
            "body B on A : mass m, com [x, 0, z], inertia diag(0, I, 0)\n"
            "torque rub on a = -fv*a' - fs*sign(a')\n"
            "torque motor on a = -J*a''\n"
            "torque coil on a = -k*a\n"
            "let by_MX = -g*cos(a)\n"
            "let by_MZ = -g*sin(a)\n"
            "let coil = k*a\n"
            "let YY = I + m*(x^2 + z^2)\n"
            "let YYR = I + m*(x^2 + z^2) + J\n",
            "energy");
  const Equations *equations = c.equations;
  const Expr *const *Y = case_entries(&c, "Y"), *const *pi = case_entries(&c, "pi");
  int count = columns_of(&c, "Y");
  const char *const *labels = equations_find(equations, "Y")->column_labels;
  const Expr *a = equations->coordinates[0].symbol, *speed = expr_rate(a);
  assert_int_equal(count, 13);
  assert_ptr_equal(Y[find_label(labels, count, "YY1")], expr_rate(speed));
  assert_entry(&c, "Y", find_label(labels, count, "MX1"), "by_MX");
  assert_entry(&c, "Y", find_label(labels, count, "MZ1"), "by_MZ");
  assert_true(is_zero(Y[find_label(labels, count, "M1")]));
  assert_ptr_equal(Y[find_label(labels, count, "FV1")], speed);
  assert_ptr_equal(Y[find_label(labels, count, "FS1")], expr_call(OP_SIGN, speed));
  assert_ptr_equal(Y[find_label(labels, count, "IA1")], expr_rate(speed));
  assert_entry(&c, "pi", find_label(labels, count, "YY1"), "YY");
  assert_ptr_equal(pi[find_label(labels, count, "FS1")],
                   expr_symbol(equations->pool, "fs", STAGE_PARAMETER));
  assert_entry(&c, "Y0", 0, "coil");
  // the rotor cannot be told from the inertia: YYR1 MX1 MZ1 FV1 FS1
  case_entries(&c, "base");
  const Quantity *list = equations_find(equations, "base");
  assert_int_equal(list->rows, 5);
  assert_entry(&c, "base", find_label(list->labels, list->rows, "YYR1"), "YYR");
  assert_regressor(&c, "Yb", "base");
  case_close(&c);
}

static void no_column_holds_a_mass(void **state)
{
  (void)state;
  Case c;
  case_open_example(&c, "rr/rr.bl", "", "energy");
  static const char *const INERTIAL[] = { "m1", "m2", "I1z", "I2z", "LG1", "LG2" };
  const Expr *const *Y = case_entries(&c, "Y");
  for (int i = 0; i < 2 * columns_of(&c, "Y"); i++) {
    for (int k = 0; k < 6; k++) {
      const Expr *symbol = expr_symbol(c.equations->pool, INERTIAL[k], STAGE_PARAMETER);
      assert_false(expr_depends_on(Y[i], symbol));
    }
  }
  case_close(&c);
}

// ---- base parameters

static void assert_count(const char *example, int expected)
{
  Case c;
  case_open_example(&c, example, "", NULL);
  case_entries(&c, "Yb");
  assert_int_equal(columns_of(&c, "Yb"), expected);
  assert_int_equal(regressor_rank(c.mechanism, 1), expected);
  case_close(&c);
}

static void the_number_of_base_parameters_is_the_rank_of_the_regressor(void **state)
{
  (void)state;
  static const struct {
    const char *example;
    int count;
  } CASES[] = { { "puma560/puma560.bl", 36 },
                { "rr/rr.bl", 6 },
                { "spatial_3r/spatial_3r.bl", 15 } };
  for (size_t c = 0; c < sizeof CASES / sizeof CASES[0]; c++)
    assert_count(CASES[c].example, CASES[c].count);
}

static void robots_from_urdf_have_their_published_numbers(void **state)
{
  (void)state;
  static const struct {
    const char *file;
    int count;
  } CASES[] = { { "puma560full.urdf", 36 }, { "panda7r.urdf", 43 } };
  int found = 0;
  for (size_t c = 0; c < sizeof CASES / sizeof CASES[0]; c++) {
    Text path = { 0 }, text = { 0 }, why = { 0 };
    const char *folder = "../../shared/reference/perf-models";
    text_format(&path, "%s/examples/%s/%s", BIELLE_SOURCE_DIR, folder, CASES[c].file);
    bool is_there = file_read(text_string(&path), &text, &why);
    text_free(&path);
    text_free(&text);
    text_free(&why);
    if (!is_there) continue;
    found++;
    text_format(&path, "%s/%s", folder, CASES[c].file);
    assert_count(text_string(&path), CASES[c].count);
    text_free(&path);
  }
  if (found == 0) skip();
}

// Links without bodies between those that have them, one coordinate each.
static void links_without_bodies_add_no_parameters(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "mechanism hull\nparam m, J, l, w\n"
            "joint X : prismatic x (x) from ground\njoint Y : prismatic y (y) from X\n"
            "joint Z : prismatic z (z) from Y\njoint A : revolute z (a) from Z\n"
            "joint B : revolute y (b) from A\njoint C : revolute x (c) from B\n"
            "body hull on C : mass m, com [l, 0, 0], inertia diag(J, J, J)\n"
            "joint D : revolute z (d) from C at [l, w, 0]\n"
            "joint E : revolute x (e) from D\n"
            "body arm on E : mass m, com [0, l, 0], inertia diag(J, J, J)\n",
            "energy");
  assert_regressor(&c, "Yb", "base");
  int count = columns_of(&c, "Yb");
  assert_int_equal(count, regressor_rank(c.mechanism, 3));
  assert_in_range(count, 10, 20);
  case_close(&c);
}

static void assert_count_of(const char *description, int expected)
{
  Case c;
  case_open(&c, description, "energy");
  assert_regressor(&c, "Yb", "base");
  case_entries(&c, "base:K");
  int rank = regressor_rank(c.mechanism, 2), count = columns_of(&c, "Yb");
  if (count != expected || rank != expected) {
    fail_msg("%d base parameters, rank %d, for %d of\n%s", count, rank, expected, description);
  }
  case_close(&c);
}

#define BODY " : mass m, com [x, y, z], inertia [[A, D, E], [D, B, F], [E, F, C]]\n"
#define PARAMETERS "param m, x, y, z, A, B, C, D, E, F, l, w, g, J\n"

// Where every point of a link keeps its distance from a fixed one and nothing pulls, first moments
// are parts of the inertia about that point, whatever the frames are.
static void first_moments_that_no_motion_reveals_are_no_base_parameters(void **state)
{
  (void)state;
  assert_count_of("mechanism ball\n" PARAMETERS "joint s : spherical from ground\nbody b on s" BODY,
                  6);
  assert_count_of("mechanism away\n" PARAMETERS
                  "joint s : spherical from ground at [l, w, 0]\nbody b on s" BODY,
                  6);
  assert_count_of(
      "mechanism top\n" PARAMETERS "joint p : revolute z (p) from ground\n"
      "joint n : revolute x (n) from p\njoint s : revolute z (s) from n\nbody b on s" BODY,
      6);
  // the last frame sits on its own axis, away from the point where the axes meet
  assert_count_of("mechanism stem\n" PARAMETERS "joint p : revolute z (p) from ground\n"
                  "joint n : revolute x (n) from p\n"
                  "joint s : revolute z (s) from n at [0, 0, l]\nbody b on s" BODY,
                  6);
  assert_count_of(
      "mechanism wheel\n" PARAMETERS "joint p : revolute z (p) from ground\nbody b on p" BODY, 1);
  // gravity shows two of them, and mass where there is a fixed point no more than before
  assert_count_of("mechanism hung\n" PARAMETERS
                  "gravity [0, 0, -g]\njoint s : spherical from ground\nbody b on s" BODY,
                  9);
}

// A coordinate that moves several links shows only sums of their parameters.
static void links_that_move_as_one_share_their_base_parameters(void **state)
{
  (void)state;
  assert_count_of("mechanism gears\n" PARAMETERS
                  "joint p : revolute z (p) from ground\nbody a on p" BODY
                  "joint q : revolute z (= -3*p) from ground at [l, 0, 0]\nbody b on q" BODY,
                  1);
  // twins under gravity: their torques are cos p and sin p of both
  assert_count_of("mechanism twins\n" PARAMETERS
                  "gravity [0, -g, 0]\njoint p : revolute z (p) from ground\nbody a on p" BODY
                  "joint q : revolute z (= p) from ground at [l, 0, 0]\nbody b on q" BODY,
                  3);
  assert_count_of(
      "mechanism slides\n" PARAMETERS "joint p : prismatic x (p) from ground\nbody a on p" BODY
      "joint q : prismatic y (= 2*p) from p\nbody b on q" BODY "torque motor on p = -J*p''\n",
      1);
}

// Of every example that has parameters.
static void the_base_parameters_of_all_examples_are_as_many_as_the_rank(void **state)
{
  (void)state;
  glob_t found;
  assert_int_equal(glob(BIELLE_SOURCE_DIR "/examples/*/*.bl", 0, NULL, &found), 0);
  int compared = 0;
  for (size_t e = 0; e < found.gl_pathc; e++) {
    Case c;
    Text why = { 0 };
    case_open_example(&c, found.gl_pathv[e] + strlen(BIELLE_SOURCE_DIR "/examples/"), "", NULL);
    if (derivation_quantity(c.derivation, "Yb", &why)) {
      int rank = regressor_rank(c.mechanism, 1), count = columns_of(&c, "Yb");
      // functions of functions without a law may look independent and are not
      bool has_arcs = strstr(found.gl_pathv[e], "slider_crank_minimal") != NULL;
      if (has_arcs ? count > rank : count != rank) {
        fail_msg("%s: %d base parameters, rank %d", found.gl_pathv[e], count, rank);
      }
      compared++;
    }
    text_free(&why);
    case_close(&c);
  }
  globfree(&found);
  assert_true(compared > 30);
}

// ---- the RX90

static const char RX90[] = "mechanism rx90\n"
                           "param D3, RL4, m, J\n"
                           "param g\ngravity [0, 0, -g]\n"
                           "dh link khalil\n"
                           "   joint  alpha   d   theta  r\n"
                           "   1      0       0   q1     0\n"
                           "   2      90deg   0   q2     0\n"
                           "   3      0       D3  q3     0\n"
                           "   4      -90deg  0   q4     RL4\n"
                           "   5      90deg   0   q5     0\n"
                           "   6      -90deg  0   q6     0\n"
                           "body b1 on link1 : mass m, inertia diag(J, J, J)\n"
                           "body b2 on link2 : mass m, inertia diag(J, J, J)\n"
                           "body b3 on link3 : mass m, inertia diag(J, J, J)\n"
                           "body b4 on link4 : mass m, inertia diag(J, J, J)\n"
                           "body b5 on link5 : mass m, inertia diag(J, J, J)\n"
                           "body b6 on link6 : mass m, inertia diag(J, J, J)\n"
                           "let one = 1\nlet D3s = D3^2\nlet RL4s = RL4^2\nlet RL42 = 2*RL4\n";

typedef struct Term {
  const char *base, *parameter, *factor;  // a definition or parameter; with a minus: its negative
} Term;

static const Term PUBLISHED[] = {
  { "ZZR1", "ZZ1", "one" },  { "ZZR1", "YY2", "one" },  { "ZZR1", "YY3", "one" },
  { "ZZR1", "M3", "D3s" },   { "ZZR1", "M6", "D3s" },   { "XXR2", "XX2", "one" },
  { "XXR2", "YY2", "-one" }, { "XXR2", "M3", "-D3s" },  { "XXR2", "M5", "-D3s" },
  { "XZR2", "XZ2", "one" },  { "XZR2", "MZ3", "-D3" },  { "ZZR2", "ZZ2", "one" },
  { "ZZR2", "M4", "D3s" },   { "MXR2", "MX2", "one" },  { "MXR2", "M3", "D3" },
  { "MXR2", "M6", "D3" },    { "XXR3", "XX3", "one" },  { "XXR3", "YY3", "-one" },
  { "XXR3", "YY4", "one" },  { "XXR3", "MZ4", "RL42" }, { "XXR3", "M5", "RL4s" },
  { "ZZR3", "ZZ3", "one" },  { "ZZR3", "YY4", "one" },  { "ZZR3", "MZ4", "RL42" },
  { "MYR3", "MY3", "one" },  { "MYR3", "MZ4", "one" },  { "MYR3", "M6", "RL4" },
  { "XXR4", "XX4", "one" },  { "XXR4", "YY5", "one" },  { "XXR4", "YY4", "-one" },
  { "ZZR4", "ZZ4", "one" },  { "ZZR4", "YY5", "one" },  { "MYR4", "MY4", "one" },
  { "MYR4", "MZ5", "-one" }, { "XXR5", "XX5", "one" },  { "XXR5", "YY6", "one" },
  { "XXR5", "YY5", "-one" }, { "ZZR5", "ZZ5", "one" },  { "ZZR5", "YY6", "one" },
  { "MYR5", "MY5", "one" },  { "MYR5", "MZ6", "one" },  { "XXR6", "XX6", "one" },
  { "XXR6", "YY6", "-one" }, { "XY2", "XY2", "one" },   { "XZ3", "XZ3", "one" },
  { "ZZ6", "ZZ6", "one" },   { "MX6", "MX6", "one" },   { "MY2", "MY2", "one" },
};

static const Expr *factor_of(const Mechanism *mechanism, Pool *pool, const char *name)
{
  bool is_negative = name[0] == '-';
  if (is_negative) name++;
  const Expr *value = NULL;
  for (int i = 0; i < mechanism->definition_count; i++) {
    const Definition *definition = &mechanism->definitions[i];
    if (strcmp(definition->name, name) == 0) value = expr_copy(pool, definition->value);
  }
  if (!value) value = expr_symbol(pool, name, STAGE_PARAMETER);
  return is_negative ? negative(value) : value;
}

static void the_rx90_has_the_base_parameters_of_khalil(void **state)
{
  (void)state;
  Case c;
  case_open(&c, RX90, NULL);
  const Expr *const *K = case_entries(&c, "base:K");
  const Quantity *list = equations_find(c.equations, "base:K");
  for (size_t t = 0; t < sizeof PUBLISHED / sizeof PUBLISHED[0]; t++) {
    const Term *term = &PUBLISHED[t];
    int row = find_label(list->row_labels, list->rows, term->base);
    int column = find_label(list->column_labels, list->columns, term->parameter);
    const Expr *factor = factor_of(c.mechanism, c.equations->pool, term->factor);
    if (K[row * list->columns + column] != factor)
      fail_msg("%s of %s", term->parameter, term->base);
  }
  assert_int_equal(regressor_rank(c.mechanism, 5), list->rows);
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_torques_of_all_examples_are_linear_in_the_parameters),
    cmocka_unit_test(the_torques_of_odd_mechanisms_are_linear_in_the_parameters),
    cmocka_unit_test(the_regressor_of_a_pendulum_is_that_of_the_textbook),
    cmocka_unit_test(no_column_holds_a_mass),
    cmocka_unit_test(the_number_of_base_parameters_is_the_rank_of_the_regressor),
    cmocka_unit_test(robots_from_urdf_have_their_published_numbers),
    cmocka_unit_test(links_without_bodies_add_no_parameters),
    cmocka_unit_test(first_moments_that_no_motion_reveals_are_no_base_parameters),
    cmocka_unit_test(links_that_move_as_one_share_their_base_parameters),
    cmocka_unit_test(the_base_parameters_of_all_examples_are_as_many_as_the_rank),
    cmocka_unit_test(the_rx90_has_the_base_parameters_of_khalil),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
