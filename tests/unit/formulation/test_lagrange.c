// test_lagrange.c -- augmented bodies against the energies, and against the report's printed pages.
//
// The method shares only the links with that of the energies, so equal values prove both. The
// report's formulas (section 4.5, corrected where docs/theory.md says so) are appended to the
// example as `let` statements and must be the same values.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"
#include "support/reading.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Equations *derive(const Reading *c, const char *method, const char *const keys[], int count)
{
  Text why = { 0 };
  Equations *equations = formulate(c->mechanism, formulation_find(method), 0, keys, count, &why);
  if (!equations) fail_msg("%s: %s", c->source.name, text_string(&why));
  text_free(&why);
  return equations;
}

// ---- against the energies

static const char *const COMMON[] = { "T", "V", "M", "C", "h", "G", "tau" };
enum { COMMON_COUNT = sizeof COMMON / sizeof COMMON[0] };

static void assert_same_as_energies(const Reading *c)
{
  Equations *ours = derive(c, "lagrange", COMMON, COMMON_COUNT);
  Equations *theirs = derive(c, "energy", COMMON, COMMON_COUNT);
  for (int k = 0; k < COMMON_COUNT; k++) {
    const Quantity *a = equations_find(ours, COMMON[k]), *b = equations_find(theirs, COMMON[k]);
    assert_int_equal(a->rows * a->columns, b->rows * b->columns);
    for (int i = 0; i < a->rows * a->columns; i++) {
      if (expr_same_value(a->entries[i], b->entries[i])) continue;
      fail_msg("%s: entry %d of %s differs", c->source.name, i, COMMON[k]);
    }
  }
  equations_free(ours);
  equations_free(theirs);
}

static void examples_have_the_equations_of_the_energies(void **state)
{
  (void)state;
  const char *const examples[] = {
    "rr/rr.bl",
    "planar_2dof/planar_2dof.bl",
    "telescopic/telescopic.bl",
    "robot6/robot6.bl",
    "spatial_3r/spatial_3r.bl",
    "rrp/rrp.bl",
    "kuka_kr30/kuka_kr30.bl",
    "khalil_tree/khalil_tree.bl",
    "stanford/stanford.bl",
  };
  for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
    Reading c;
    reading_open_example(&c, examples[i], "");
    assert_same_as_energies(&c);
    reading_close(&c);
  }
}

// Two branches, sliding joints behind sliding joints, oblique axes, products of inertia, bodies on
// fixed frames, a body on ground.
static const char BRANCHES[] =
    "mechanism branches\n"
    "param a, b, c, g, m1, m2, m3, m4, m5, x, y, z, A, B, D, E, F, K\n"
    "gravity [0, g, -2*g]\n"
    "joint J1 : revolute [2/3, 1/3, 2/3] (q1) from ground at [a, b, 0]\n"
    "joint J2 : prismatic y (q2) from J1 at [0, a, b]\n"
    "joint J3 : prismatic [3/5, 0, 4/5] (q3) from J2 at [c, 0, 0]\n"
    "joint J4 : revolute x (q4) from J3 at [a, 0, c]\n"
    "joint J5 : revolute [0, 3/5, 4/5] (q5) from J1 at [0, 0, b]\n"
    "joint J6 : revolute [0, 3/5, 4/5] (q6) from J5 at [a, b, c]\n"
    "frame F6 from J6 : TY(c), RX(pi/6)\n"
    "body B0 on ground : mass m1, com [a, b, c], inertia diag(A, B, D)\n"
    "body B1 on J1 : mass m1, com [x, y, z], inertia [[A, E, F], [E, B, K], [F, K, D]]\n"
    "body B3 on J3 : mass m3, com [x, 0, z], inertia [[A, E, F], [E, B, K], [F, K, D]]\n"
    "body B4 on J4 : mass m4, com [0, y, z], inertia diag(A, B, D)\n"
    "body B5 on J5 : mass m5, com [x, y, 0], inertia [[B, K, 0], [K, D, 0], [0, 0, A]]\n"
    "body B6 on F6 : mass m2, com [x, y, z], inertia [[A, E, F], [E, B, K], [F, K, D]]\n"
    "body B7 on F6 : mass m3, com [z, 0, 0], inertia diag(D, A, B)\n";

// A link in space, and a coordinate that moves two links.
static const char SHARED[] =
    "mechanism shared\n"
    "param a, b, g, m, n, A, B, D, E\n"
    "gravity [0, 0, -g]\n"
    "joint Ball : free (x, y, z, u, v, w) from ground\n"
    "joint J1 : revolute x (q1) from Ball at [a, b, 0]\n"
    "frame J2 from J1 : T([0, a, b]), RZ(2*q1), TX(q1^2)\n"
    "body B0 on Ball : mass n, com [a, 0, b], inertia diag(A, B, D)\n"
    "body B1 on J1 : mass m, com [a, b, a], inertia diag(A, B, D)\n"
    "body B2 on J2 : mass n, com [b, 0, a], inertia [[A, E, 0], [E, B, 0], [0, 0, D]]\n";

// Time turns the first link and slides the last.
static const char DRIVEN[] = "mechanism driven\n"
                             "param a, b, m, g, I\n"
                             "gravity [0, -g, 0]\n"
                             "coord q\n"
                             "frame F1 from ground : RZ(a*t), TX(b)\n"
                             "frame F2 from F1 : RX(q), TY(t*b)\n"
                             "body B1 on F2 : mass m, com [a, b, 0], inertia diag(I, 2*I, 2*I)\n";

static void odd_mechanisms_have_the_equations_of_the_energies(void **state)
{
  (void)state;
  const char *const texts[] = { BRANCHES, SHARED, DRIVEN };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    Reading c;
    reading_open(&c, texts[i]);
    assert_same_as_energies(&c);
    reading_close(&c);
  }
}

// Off the sphere e0^2 + e1^2 + e2^2 + e3^2 = 1 the matrix of Euler parameters is no rotation, and
// methods differ. On it, with e the stereographic image of (a, b, c), energies are equal.
static const Expr *on_the_sphere(const Expr *e)
{
  static const char *const names[] = { "e0", "e1", "e2", "e3" };
  Pool *pool = expr_pool(e);
  const Expr *at[3], *from[8], *to[8], *squares = expr_integer(pool, 0);
  for (int i = 0; i < 3; i++) {
    at[i] = expr_symbol(pool, (const char[]){ 'r', (char)('1' + i), '\0' }, STAGE_POSITION);
    squares = sum(squares, square(at[i]));
  }
  const Expr *nearer = difference(one(e), squares), *farther = sum(one(e), squares);
  for (int i = 0; i < 4; i++) {
    const Expr *numerator = i == 0 ? nearer : product(integer(e, 2), at[i - 1]);
    from[i] = expr_find_symbol(pool, names[i]);
    assert_non_null(from[i]);
    from[i + 4] = expr_rate(from[i]);
    to[i] = quotient(numerator, farther);
    to[i + 4] = expr_time_derivative(to[i]);
  }
  return expr_substitute(e, from, to, 8);
}

static void bodies_with_euler_parameters_have_the_energies(void **state)
{
  (void)state;
  Reading c;
  reading_open_example(&c, "free_body/free_body.bl",
                       "joint arm : revolute [3/5, 0, 4/5] (q) from drone at [1, 2, 3] m\n"
                       "body rod on arm : mass 2 kg, com [1, 0, 2] m,"
                       " inertia [[3, 1, 0], [1, 3, 0], [0, 0, 4]] kg.m^2\n");
  Equations *ours = derive(&c, "lagrange", COMMON, 2);
  Equations *theirs = derive(&c, "energy", COMMON, 2);
  for (int k = 0; k < 2; k++) {
    const Expr *a = on_the_sphere(equations_find(ours, COMMON[k])->entries[0]);
    const Expr *b = on_the_sphere(equations_find(theirs, COMMON[k])->entries[0]);
    assert_true(expr_same_value(a, b));
  }
  equations_free(ours);
  equations_free(theirs);
  reading_close(&c);
}

// ---- the report's robot

static const char PRINTED[] =
    "let C2 = cos(t2)\nlet S2 = sin(t2)\nlet S3 = sin(t3)\nlet C4 = cos(t4)\nlet S4 = sin(t4)\n"
    "let C5 = cos(t5)\nlet S5 = sin(t5)\nlet C6 = cos(t6)\nlet S6 = sin(t6)\n"
    "let C23 = cos(t2+t3)\nlet S23 = sin(t2+t3)\nlet C34 = cos(t3+t4)\nlet S34 = sin(t3+t4)\n"
    "let C234 = cos(t2+t3+t4)\nlet S234 = sin(t2+t3+t4)\n"
    "let VY2 = D2*M2+L2*(M3+M6)\nlet VZ3 = D3*M3+L3*M6\nlet VZ6 = D6*M6\n"
    "let WY2 = D2^2*M2+L2^2*(M3+M6)\nlet WZ3 = D3^2*M3+L3^2*M6\nlet WZ6 = D6^2*M6\n"
    "let JX2 = IX2+WY2\nlet JZ2 = IZ2+WY2\nlet JX3 = IX3+WZ3\nlet JY3 = IY3+WZ3\n"
    "let JX6 = IX6+WZ6\nlet JY6 = IY6+WZ6\n"
    "let A11 = 2*VZ3*L2*(C23*S2)+2*VZ6*L2*(C234*C5*S2)+2*VZ6*L3*(C234*C5*C23)+JZ2*S2*S2"
    "+JY3*C23*C23+JX6*C6*S5*S234*C6*S5*S234+JX6*C6*S5*S234*S6*C234+JX6*S6*C234*C6*S5*S234"
    "+JX6*S6*C234*S6*C234+JY6*S6*S5*S234*S6*S5*S234-JY6*S6*S5*S234*C6*C234-JY6*C6*C234*S6*S5*S234"
    "+JY6*C6*C234*C6*C234\n"
    "let A12 = VZ6*L2*(-S5*C2)+VZ6*L3*(S5*S23)+JX6*C6*C5*C6*S5*S234+JX6*C6*C5*S6*C234"
    "+JY6*S6*C5*S6*S5*S234-JY6*S6*C5*C6*C234\n"
    "let A13 = VZ6*L3*(S5*S23)+JX6*C6*C5*C6*S5*S234+JX6*C6*C5*S6*C234+JY6*S6*C5*S6*S5*S234"
    "-JY6*S6*C5*C6*C234\n"
    "let A14 = JX6*C6*C5*C6*S5*S234+JX6*C6*C5*S6*C234+JY6*S6*C5*S6*S5*S234-JY6*S6*C5*C6*C234\n"
    "let A15 = VZ6*L2*(S2*C5)+VZ6*L3*(C23*C5)+JX6*S6*C6*S5*S234+JX6*S6*S6*C234-JY6*C6*S6*S5*S234"
    "+JY6*C6*C6*C234\n"
    "let A22 = 2*VZ3*L2*(-S3)+2*VZ6*L2*(-S34*C5)+2*VZ6*L3*(C4*C5)+JX2+JX3+JX6*C6*C5*C6*C5"
    "+JY6*S6*C5*S6*C5\n"
    "let A23 = VZ3*L2*(-S3)+VZ6*L3*(C4*C5)+VZ6*L2*(-S34*C5)+VZ6*L3*(C4*C5)+JX3+JX6*C6*C5*C6*C5"
    "+JY6*S6*C5*S6*C5\n"
    "let A24 = VZ6*L2*(-S34*C5)+VZ6*L3*(C4*C5)+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5\n"
    "let A25 = VZ6*L2*(-C34*S5)+VZ6*L3*(-S4*S5)+JX6*S6*C6*C5-JY6*C6*S6*C5\n"
    "let A33 = 2*VZ6*L3*(C4*C5)+JX3+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5\n"
    "let wrong_A33 = 2*VZ3*L3*(C4*C5)+JX3+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5\n"
    "let A34 = VZ6*L3*(C4*C5)+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5\n"
    "let A35 = VZ6*L3*(-S4*S5)+JX6*S6*C6*C5-JY6*C6*S6*C5\n"
    "let A44 = JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5\n"
    "let A45 = JX6*S6*C6*C5-JY6*C6*S6*C5\n"
    "let A55 = JX6*S6*S6+JY6*C6*C6\n"
    "let Q5 = G*(S234*S5*VZ6)\nlet Q4 = G*(-C234*C5*VZ6)\nlet Q3 = G*(-C23*VZ3)+Q4\n"
    "let Q2 = G*(-S2*VY2)+Q3\n";

static const Expr *printed_value(const Reading *c, Equations *equations, const char *name)
{
  for (int i = 0; i < c->mechanism->definition_count; i++) {
    const Definition *definition = &c->mechanism->definitions[i];
    if (strcmp(definition->name, name) == 0) return expr_copy(equations->pool, definition->value);
  }
  return expr_integer(equations->pool, 0);
}

static void the_robot_of_the_report_has_its_printed_coefficients(void **state)
{
  (void)state;
  const char *const keys[] = { "A", "Q" };
  Reading c;
  reading_open_example(&c, "robot6/robot6.bl", PRINTED);
  Equations *equations = derive(&c, "lagrange", keys, 2);
  const Expr *const *A = equations_find(equations, "A")->entries;
  const Expr *const *Q = equations_find(equations, "Q")->entries;
  for (int i = 0; i < 6; i++) {
    for (int j = i; j < 6; j++) {
      char name[] = { 'A', (char)('1' + i), (char)('1' + j), '\0' };
      if (A[i * 6 + j] != printed_value(&c, equations, name)) fail_msg("%s differs", name);
      assert_ptr_equal(A[i * 6 + j], A[j * 6 + i]);
    }
    char name[] = { 'Q', (char)('1' + i), '\0' };
    if (Q[i] != printed_value(&c, equations, name)) fail_msg("%s differs", name);
  }
  assert_ptr_not_equal(A[2 * 6 + 2], printed_value(&c, equations, "wrong_A33"));
  equations_free(equations);
  reading_close(&c);
}

static const Expr *labelled(const Quantity *quantity, const char *label)
{
  for (int i = 0; i < quantity->rows * quantity->columns; i++) {
    if (strcmp(quantity->labels[i], label) == 0) return quantity->entries[i];
  }
  return NULL;
}

// GOLDEN: B116, and B223 = 2 C23; the report's (3-18) would make them equal.
static void the_velocity_coefficients_are_those_of_the_energy(void **state)
{
  (void)state;
  const char *const keys[] = { "B", "Cc", "constants" };
  Reading c;
  reading_open_example(
      &c, "robot6/robot6.bl",
      "let b116 = 2*((IY6+M6*D6^2)-(IX6+M6*D6^2))*(sin(t5)*sin(t6)*sin(t2+t3+t4)"
      "-cos(t6)*cos(t2+t3+t4))*(sin(t5)*sin(t2+t3+t4)*cos(t6)+sin(t6)*cos(t2+t3+t4))\n"
      "let c23 = -L2*((D3*M3+L3*M6)*cos(t3)+D6*M6*cos(t5)*cos(t3+t4))\n");
  Equations *equations = derive(&c, "lagrange", keys, 3);
  const Quantity *B = equations_find(equations, "B"), *C = equations_find(equations, "Cc");
  int count = B->rows;
  for (int i = 0; i < 36; i++)
    count += !is_zero(C->entries[i]);
  assert_int_equal(count, 94);
  assert_ptr_equal(labelled(B, "B116"), printed_value(&c, equations, "b116"));
  const Expr *c23 = printed_value(&c, equations, "c23");
  assert_ptr_equal(labelled(C, "Cc23"), c23);
  assert_ptr_equal(labelled(B, "B223"), product(integer(c23, 2), c23));
  assert_null(labelled(B, "B112345"));
  equations_free(equations);
  reading_close(&c);
}

static void only_constants_that_matter_are_named(void **state)
{
  (void)state;
  const char *const expected[] = { "WY2", "WZ3", "WZ6", "VY2", "VZ3", "VZ6",
                                   "JX2", "JZ2", "JX3", "JY3", "JX6", "JY6" };
  const char *const key = "constants";
  Reading c;
  reading_open_example(&c, "robot6/robot6.bl", "");
  Equations *equations = derive(&c, "lagrange", &key, 1);
  const Quantity *constants = equations_find(equations, key);
  assert_int_equal(constants->rows, 12);
  for (int i = 0; i < 12; i++)
    assert_string_equal(constants->labels[i], expected[i]);
  equations_free(equations);
  reading_close(&c);
}

static void names_of_constants_give_way_to_those_of_the_user(void **state)
{
  (void)state;
  const char *const key = "constants";
  Reading c;
  reading_open(&c, "mechanism taken\nparam m, VX1, AVX1, I, g\ngravity [0, -g, 0]\n"
                   "joint J : revolute z (q) from ground\n"
                   "body B on J : mass m, com [VX1 + AVX1, 0, 0], inertia diag(I, I, I)\n");
  Equations *equations = derive(&c, "lagrange", &key, 1);
  const Quantity *constants = equations_find(equations, key);
  assert_int_equal(constants->rows, 3);
  assert_string_equal(constants->labels[0], "WX1");
  assert_string_equal(constants->labels[1], "AAVX1");
  assert_string_equal(constants->labels[2], "JY1");  // the same value as JZ1
  equations_free(equations);
  reading_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(examples_have_the_equations_of_the_energies),
    cmocka_unit_test(odd_mechanisms_have_the_equations_of_the_energies),
    cmocka_unit_test(bodies_with_euler_parameters_have_the_energies),
    cmocka_unit_test(the_robot_of_the_report_has_its_printed_coefficients),
    cmocka_unit_test(the_velocity_coefficients_are_those_of_the_energy),
    cmocka_unit_test(only_constants_that_matter_are_named),
    cmocka_unit_test(names_of_constants_give_way_to_those_of_the_user),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
