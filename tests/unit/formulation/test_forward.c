// test_forward.c -- accelerations out of forces: both ways, what they solve, and when they refuse.
//
// Nothing in the two ways is shared but the tree: one eliminates in the mass matrix of the method,
// the other never makes a matrix. Both must solve the equation of motion of the energies.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "formulation/verify/chart.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

// A mechanism of this text, or of the example if it is the name of one.
static void open_any(Case *c, const char *description, const char *method)
{
  if (strchr(description, '\n')) {
    case_open(c, description, method);
  } else {
    case_open_example(c, description, "", method);
  }
}

// ---- mechanisms

// Two branches with slides, one of them off every axis, rotors and all kinds of forces.
static const char *const BRANCHES =
    "mechanism branches\n"
    "param m = 2 kg, J = 0.3 kg.m^2, l, k = 5 N/m\n"
    "gravity [0, 0, -9.81] m/s^2\n"
    "joint A : revolute z (a) from ground\n"
    "joint B : revolute [0, 0.6, 0.8] (b) from A at [l, 0, 0]\n"
    "joint C : prismatic x (s) from B\n"
    "joint D : prismatic [0.6, 0, -0.8] (d) from A at [0, l, 0]\n"
    "joint E : revolute x (e) from D\n"
    "body b1 on A : mass m, com [0.1, 0.2, 0.3] m, inertia diag(J, J, J)\n"
    "body b2 on B : mass m, com [0, 0.1, 0] m, inertia diag(J, 2*J, 3*J)\n"
    "body b3 on C : mass 1 kg, com [l, l, l], inertia diag(J, J, J)\n"
    "body b4 on E : mass 3 kg, com [0, 0.2, 0.1] m, inertia diag(J, J, 0.2*J)\n"
    "point tip at [0.5, 0, 0] m on C\n"
    "point foot at [0, 0.4, 0] m on E\n"
    "torque rotor on a = -0.7 kg.m^2 * a''\n"
    "torque drag on b = -0.1 N.m.s * b'\n"
    "torque drive on e = u1\n"
    "force push at tip = [Fx, 0, Fz]\n"
    "spring S between tip and foot : stiffness k, length 0.5 m, damping 2 N.s/m\n";

static const char *const EULER_BODY =
    "mechanism top\n"
    "param m, A, B, C\n"
    "gravity [0, 0, -9.81]\n"
    "joint f : free (x, y, z, p, r, w) from ground\n"
    "body top on f : mass m, com [0, 0, 1], inertia diag(A, B, C)\n";

// A turntable whose angle is given: no coordinate, but accelerations.
static const char *const DRIVEN = "mechanism driven\n"
                                  "param m, J, l\n"
                                  "gravity [0, 0, -9.81]\n"
                                  "coord q, s\n"
                                  "frame table from ground : RZ(sin(2*t)), TX(l)\n"
                                  "frame arm from table : RY(3*q), RX(t^2)\n"
                                  "frame tip from arm : TZ(s + t)\n"
                                  "body b1 on arm : mass m, com [0, 0, l], inertia diag(J, J, J)\n"
                                  "body b2 on tip : mass m, inertia diag(J, J, 2*J)\n";

// One coordinate in two places, two in one.
static const char *const MIMIC = "mechanism fingers\n"
                                 "param m, J, l\n"
                                 "gravity [0, -9.81, 0]\n"
                                 "coord q1, q2\n"
                                 "frame a from ground : RZ(q1)\n"
                                 "frame b from a : TX(l), RZ(q1 + 2*q2)\n"
                                 "frame c from b : TX(l), RZ(q2^2)\n"
                                 "body b1 on a : mass m, com [l, 0, 0], inertia diag(0, 0, J)\n"
                                 "body b2 on b : mass m, com [l, 0, 0], inertia diag(0, 0, J)\n"
                                 "body b3 on c : mass m, com [l, 0, 0], inertia diag(0, 0, J)\n";

// ---- what both ways solve

static void assert_solved(Case *c, const char *key)
{
  const Equations *equations = c->equations;
  int n = equations->coordinate_count;
  const Expr **M = case_entries(c, "M"), **h = case_entries(c, "h"), **G = case_entries(c, "G");
  const Expr **Qe = case_entries(c, "Qe"), **Qu = case_entries(c, "Qu");
  const Expr **qdd = case_entries(c, "%s", key);
  for (int i = 0; i < n; i++) {
    const Expr *left = sum(h[i], G[i]);
    for (int j = 0; j < n; j++)
      left = sum(left, product(M[i * n + j], qdd[j]));
    const Expr *right = sum(Qe[i], Qu[i]);
    right = sum(right, equations->torques[i].symbol);
    if (left != right) fail_msg("%s: %s does not solve row %d", equations->name, key, i + 1);
  }
}

// n pivots, one for each coordinate; the last is what resists the first of them alone.
static void assert_pivots(Case *c, const char *key)
{
  const Quantity *qdd = equations_find(c->equations, key);
  int n = c->equations->coordinate_count;
  assert_int_equal(qdd->pivot_count, n);
  bool seen[32] = { false };
  for (int i = 0; i < n; i++) {
    assert_false(seen[qdd->pivots[i].coordinate]);
    seen[qdd->pivots[i].coordinate] = true;
  }
  int last = qdd->pivots[0].coordinate;
  assert_ptr_equal(qdd->pivots[0].value, case_entries(c, "M")[last * n + last]);
}

static void check_both_ways(const char *description, const char *method)
{
  Case c;
  open_any(&c, description, method);
  assert_solved(&c, "qdd:articulated");
  assert_solved(&c, "qdd:factorised");
  assert_pivots(&c, "qdd:articulated");
  assert_pivots(&c, "qdd:factorised");
  case_close(&c);
}

static void both_ways_solve_the_equation_of_motion_of_the_examples(void **state)
{
  (void)state;
  check_both_ways("rr/rr.bl", "energy");
  check_both_ways("planar_2dof/planar_2dof.bl", "energy");
  check_both_ways("spatial_3r/spatial_3r.bl", "energy");
  check_both_ways("rrp/rrp.bl", "energy");
  check_both_ways("unicycle/unicycle.bl", "energy");
  check_both_ways("telescopic/telescopic.bl", "energy");
  check_both_ways("khalil_tree/khalil_tree.bl", "energy");
  check_both_ways("puma560/puma560.bl", "newton-euler");
  check_both_ways("stanford/stanford.bl", "newton-euler");
}

static void both_ways_solve_branches_slides_free_bodies_and_driven_frames(void **state)
{
  (void)state;
  check_both_ways(BRANCHES, "energy");
  check_both_ways(EULER_BODY, "energy");
  check_both_ways(DRIVEN, "energy");
}

static void the_ways_derived_apart_give_the_same_values(void **state)
{
  (void)state;
  Case bodies, factors;
  case_open(&bodies, BRANCHES, "newton-euler");
  case_open(&factors, BRANCHES, "energy");
  case_entries(&bodies, "qdd:articulated");
  case_entries(&factors, "qdd:factorised");
  const Quantity *a = equations_find(bodies.equations, "qdd:articulated");
  const Quantity *b = equations_find(factors.equations, "qdd:factorised");
  for (int i = 0; i < a->rows; i++) {
    assert_true(expr_same_value(a->entries[i], b->entries[i]));
    assert_int_equal(a->pivots[i].coordinate, b->pivots[i].coordinate);
  }
  case_close(&bodies);
  case_close(&factors);
}

// ---- quaternions

// A free base, an arm that ends in a ball, and everything that pulls on them, parameters of the
// quaternions themselves too.
static const char *const TWO_QUATERNIONS =
    "mechanism thrown\n"
    "param m = 2 kg, J = 0.3 kg.m^2, l\n"
    "gravity [0, 1, -9.81] m/s^2\n"
    "joint base : free quaternion (x, y, z, e0, e1, e2, e3) from ground\n"
    "joint hip : revolute y (q) from base at [0.1, 0, l]\n"
    "joint ball : spherical quaternion (f0, f1, f2, f3) from hip at [l, 0, 0]\n"
    "joint slide : prismatic z (s) from ball\n"
    "body b1 on base : mass m, com [0.1, 0.2, 0.3] m, inertia diag(J, 2*J, 1.5*J)\n"
    "body b2 on hip : mass m, com [0.4, 0, 0.1] m, inertia diag(J, J, J)\n"
    "body b3 on ball : mass m, com [0, 0.2, 0] m, inertia diag(2*J, J, 2*J)\n"
    "body b4 on slide : mass 1 kg, com [0, 0, 0.3] m, inertia diag(J, J, 0.1*J)\n"
    "point tip at [0.5, 0, 0] m on slide\n"
    "torque rotor on q = -0.7 kg.m^2 * q''\n"
    "torque drive on s = u1\n"
    "torque odd on e2 = 3 N.m * e1\n"
    "force push at tip = [Fx, 0, Fz]\n";

// The projector knows nothing of freedoms: it solves for all coordinates and multipliers. Factors give
// the same functions of any four parameters, articulated bodies of those of length 1.
static void quaternions_are_three_freedoms_each(void **state)
{
  (void)state;
  static const char *const WAYS[] = { "qdd:factorised", "qdd:articulated", "qdd" };
  FormulateOptions options = { .treatment = TREATMENT_PROJECTOR };
  Case all, tree;
  case_open(&all, TWO_QUATERNIONS, "newton-euler");
  all.derivation->options = &options;
  case_open(&tree, TWO_QUATERNIONS, "newton-euler");
  const Expr **wanted = case_entries(&all, "qdd"), **lambda = case_entries(&all, "lambda");
  Chart one = chart_of(all.mechanism, all.equations),
        other = chart_of(tree.mechanism, tree.equations);
  int n = all.equations->coordinate_count;
  for (int k = 0; k < 3; k++) {
    const Expr **found = case_entries(&tree, "%s", WAYS[k]);
    assert_int_equal(n - 2, equations_find(tree.equations, WAYS[k])->pivot_count);
    for (int i = 0; i < n; i++) {
      const Expr *a = expr_substitute(wanted[i], one.from, one.to, one.from_count);
      const Expr *b = expr_substitute(found[i], other.from, other.to, other.from_count);
      if (!expr_same_value(a, b)) fail_msg("%s: entry %d", WAYS[k], i);
      if (k != 1) assert_true(expr_same_value(wanted[i], found[i]));
    }
  }
  for (int i = 0; i < 2; i++)
    assert_true(expr_same_value(lambda[i], case_entries(&tree, "lambda")[i]));
  case_close(&all);
  case_close(&tree);
}

// The same with a loop beside them: as many multipliers, and no pivot of a norm.
static void norms_do_not_stand_beside_loops(void **state)
{
  (void)state;
  Text text = { 0 };
  text_format(&text,
              "%spoint end at [0, 0, 0.4] m on slide\npoint hook at [3, 1, 0] m on ground\n"
              "loop held : spherical end = hook\n",
              TWO_QUATERNIONS);
  FormulateOptions options = { .treatment = TREATMENT_PROJECTOR };
  Case all, tree;
  case_open(&all, text_string(&text), "newton-euler");
  all.derivation->options = &options;
  case_open(&tree, text_string(&text), "newton-euler");
  static const char *const KEYS[] = { "qdd", "lambda" };
  for (int k = 0; k < 2; k++) {
    const Expr **wanted = case_entries(&all, "%s", KEYS[k]);
    const Expr **found = case_entries(&tree, "%s", KEYS[k]);
    const Quantity *quantity = equations_find(tree.equations, KEYS[k]);
    for (int i = 0; i < quantity->rows; i++) {
      if (!expr_same_value(wanted[i], found[i])) fail_msg("%s: entry %d", KEYS[k], i);
    }
    for (int i = 0; i < quantity->pivot_count; i++) {
      const char *of = quantity->pivots[i].constraint;
      if (of && !strstr(of, "held")) fail_msg("%s is divided by", of);
    }
  }
  case_close(&all);
  case_close(&tree);
  text_free(&text);
}

static void coordinates_in_several_places_are_left_to_the_factors(void **state)
{
  (void)state;
  Case c;
  case_open(&c, MIMIC, "energy");
  assert_solved(&c, "qdd");
  assert_refused(&c, "qdd:articulated", "'b' moves by something else");
  case_close(&c);
}

static bool has_name(Case *c, const char *key, const char *name)
{
  Steps steps = steps_of(case_entries(c, "%s", key), c->equations->coordinate_count);
  bool is_found = false;
  for (int i = 0; i < steps.count; i++) {
    const Expr *node = steps.at[i].node;
    is_found =
        is_found || (node->form->op == OP_NAMED && strcmp(node->form->named.name, name) == 0);
  }
  steps_free(&steps);
  return is_found;
}

// Coordinates 2 and 3 lie on one branch, 4 and 5 on the other: no factor couples them.
static void factors_are_as_sparse_as_the_tree(void **state)
{
  (void)state;
  static const char *const THERE[] = { "L21", "L31", "L32", "L41", "L51", "L54" };
  static const char *const NOT_THERE[] = { "L42", "L43", "L52", "L53" };
  Case c;
  case_open(&c, BRANCHES, "energy");
  for (int i = 0; i < 6; i++)
    if (!has_name(&c, "qdd", THERE[i])) fail_msg("%s", THERE[i]);
  for (int i = 0; i < 4; i++)
    assert_false(has_name(&c, "qdd", NOT_THERE[i]));
  case_close(&c);
}

// ---- energy and power

// dE/dt = P at the accelerations of forward dynamics, with every force of the language at work.
static void the_rate_of_the_energy_is_the_power(void **state)
{
  (void)state;
  Case c;
  case_open(&c, BRANCHES, "energy");
  const Equations *equations = c.equations;
  const Expr *rate = expr_time_derivative(case_entries(&c, "E")[0]);
  const Expr *symbols[8];
  for (int i = 0; i < equations->coordinate_count; i++)
    symbols[i] = expr_rate(expr_rate(equations->coordinates[i].symbol));
  rate = expr_substitute(rate, symbols, case_entries(&c, "qdd"), equations->coordinate_count);
  assert_ptr_equal(rate, case_entries(&c, "P")[0]);
  case_close(&c);
}

// All that acts, and what the drives give besides: tau . qd.
static void powers_add_up(void **state)
{
  (void)state;
  Case c;
  case_open(&c, BRANCHES, "energy");
  const Equations *equations = c.equations;
  const Expr *const *powers = case_entries(&c, "Pa"), *whole = case_entries(&c, "P")[0];
  for (int k = 0; k < equations_find(equations, "Pa")->rows; k++)
    whole = difference(whole, powers[k]);
  for (int i = 0; i < equations->coordinate_count; i++)
    whole = difference(
        whole, product(equations->torques[i].symbol, expr_rate(equations->coordinates[i].symbol)));
  assert_true(is_zero(whole));
  case_close(&c);
}

// ---- refusals

static void assert_impossible(const char *description, const char *key, const char *sentence)
{
  Case c;
  open_any(&c, description, NULL);
  assert_refused(&c, key, sentence);
  case_close(&c);
}

static const char *const MASSLESS_END = "mechanism end\n"
                                        "param m, l\n"
                                        "coord q1, q2, q3\n"
                                        "frame a from ground : RZ(q1)\n"
                                        "frame b from a : TX(l), RZ(q2)\n"
                                        "frame c from b : TX(l), RY(q3)\n"
                                        "body b1 on a : mass m, com [l, 0, 0]\n"
                                        "body b2 on b : mass m, com [l, 0, 0]\n";

// The second turn and the slide move a point mass along one line.
static const char *const ONE_LINE = "mechanism line\n"
                                    "param m, l\n"
                                    "coord q1, q2\n"
                                    "frame a from ground : TX(q1)\n"
                                    "frame b from a : TX(q2)\n"
                                    "body b1 on b : mass m\n";

static void a_coordinate_that_moves_no_inertia_is_named(void **state)
{
  (void)state;
  static const char *const KEYS[] = { "qdd", "qdd:articulated", "qdd:factorised" };
  for (int k = 0; k < 3; k++) {
    assert_impossible("robot6/robot6.bl", KEYS[k], "no inertia moves with t6 (M66 = 0 in every");
    assert_impossible(MASSLESS_END, KEYS[k], "no inertia moves with q3 (M33 = 0 in every");
    assert_impossible(ONE_LINE, KEYS[k], "q1 can move together with the coordinates behind it");
  }
}

static void a_drive_that_asks_for_its_own_acceleration_is_refused(void **state)
{
  (void)state;
  assert_impossible("mechanism m\nparam J\njoint a : revolute z (q) from ground\n"
                    "body b on a : mass 1, inertia diag(J, J, J)\ninput u\n"
                    "torque d on q = u*q''\n",
                    "qdd", "the drive of q depends on the acceleration of q");
}

static void an_unknown_way_names_the_two(void **state)
{
  (void)state;
  assert_impossible("rr/rr.bl", "qdd:cramer", "qdd:articulated qdd:factorised");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(both_ways_solve_the_equation_of_motion_of_the_examples),
    cmocka_unit_test(both_ways_solve_branches_slides_free_bodies_and_driven_frames),
    cmocka_unit_test(the_ways_derived_apart_give_the_same_values),
    cmocka_unit_test(quaternions_are_three_freedoms_each),
    cmocka_unit_test(norms_do_not_stand_beside_loops),
    cmocka_unit_test(coordinates_in_several_places_are_left_to_the_factors),
    cmocka_unit_test(factors_are_as_sparse_as_the_tree),
    cmocka_unit_test(the_rate_of_the_energy_is_the_power),
    cmocka_unit_test(powers_add_up),
    cmocka_unit_test(a_coordinate_that_moves_no_inertia_is_named),
    cmocka_unit_test(a_drive_that_asks_for_its_own_acceleration_is_refused),
    cmocka_unit_test(an_unknown_way_names_the_two),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
