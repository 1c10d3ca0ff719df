// test_constraints.c -- constraint equations against the joints that they stand for, against
// derivatives taken another way, and against textbook wheels.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "formulation/builder.h"
#include "formulation/constraints/constraints.h"
#include "transform/freeze.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static const ConstraintList *list_of(Case *c)
{
  Text why = { 0 };
  const ConstraintList *list = derivation_constraints(c->derivation, &why);
  if (!list) fail_msg("%s", text_string(&why));
  text_free(&why);
  return list;
}

// At its initial value.
static bool hold_still(Mechanism *mechanism, const char *name, Text *why)
{
  const Expr **values = ARENA_ARRAY(mechanism->arena, const Expr *, mechanism->coordinate_count);
  int i = mechanism_find_coordinate(mechanism, name);
  const Expr *initial = mechanism->coordinates[i].initial;
  values[i] = initial ? initial : expr_integer(mechanism->pool, 0);
  return mechanism_freeze(mechanism, values, why);
}

static void assert_labels(Case *c, const char *key, const char *const labels[], int count)
{
  case_entries(c, "%s", key);
  const Quantity *quantity = equations_find(c->equations, key);
  assert_int_equal(quantity->rows, count);
  for (int i = 0; i < count; i++)
    assert_string_equal(quantity->row_labels[i], labels[i]);
}

// ---- loops

// A joint, six freedoms behind it, and the same joint as a loop round both: the loop is closed
// where the six are zero, however the joint stands.
static void open_loop_round(Case *c, const char *joint, const char *loop)
{
  Text text = { 0 };
  text_format(&text,
              "param a, b\n"
              "frame base from ground : TXK(a), TYK(b), RX(30 deg), RZ(45 deg)\n"
              "joint j : %s from base\n"
              "coord x, y, z, u, v, w\n"
              "frame far from j : TX(x), TY(y), TZ(z), RZ(u), RY(v), RX(w), TXK(a), RY(60 deg)\n"
              "frame end from far : RY(-60 deg), TXK(-a)\n"
              "loop c : %s base = end\n",
              joint, loop);
  case_open(c, text_string(&text), NULL);
  text_free(&text);
}

// The entries where x ... w are zero.
static const Expr **closed(Case *c, const Expr *const entries[], int count)
{
  enum { FREEDOMS = 6 };
  const Expr *from[FREEDOMS], *to[FREEDOMS];
  for (int i = 0; i < FREEDOMS; i++) {
    from[i] = expr_find_symbol(c->equations->pool, (const char[]){ "xyzuvw"[i], '\0' });
    to[i] = expr_integer(c->equations->pool, 0);
  }
  const Expr **result = ARENA_ARRAY(c->equations->arena, const Expr *, count);
  expr_substitute_all(entries, count, from, to, FREEDOMS, result);
  return result;
}

static void assert_loop_is_the_joint(const char *joint, const char *loop, int equation_count)
{
  Case c;
  open_loop_round(&c, joint, loop);
  const Expr **Phi = case_entries(&c, "Phi"), **Phi_q = case_entries(&c, "Phi_q");
  int rows = equations_find(c.equations, "Phi")->rows, n = c.equations->coordinate_count;
  assert_int_equal(rows, equation_count);
  const Expr **at_closure = closed(&c, Phi, rows);
  for (int i = 0; i < rows; i++) {
    if (!is_zero(at_closure[i])) fail_msg("%s: equation %d is not satisfied", joint, i);
  }
  Matrix J =
      matrix_over(c.equations->arena, c.equations->pool, rows, n, closed(&c, Phi_q, rows * n));
  assert_int_equal(matrix_rank(J), rows);
  case_close(&c);
}

static void every_kind_of_joint_closes_a_loop_by_independent_equations(void **state)
{
  (void)state;
  assert_loop_is_the_joint("revolute z", "revolute z", 5);
  assert_loop_is_the_joint("revolute -x", "revolute -x", 5);
  assert_loop_is_the_joint("revolute [0, 3, 4]", "revolute [0, 3, 4]", 5);
  assert_loop_is_the_joint("prismatic x", "prismatic x", 5);
  assert_loop_is_the_joint("prismatic [1, 2, 2]", "prismatic [1, 2, 2]", 5);
  assert_loop_is_the_joint("cylindrical y", "cylindrical y", 4);
  assert_loop_is_the_joint("cylindrical [1, 1, 1]", "cylindrical [1, 1, 1]", 4);
  assert_loop_is_the_joint("universal", "universal", 4);
  assert_loop_is_the_joint("spherical", "spherical", 3);
  assert_loop_is_the_joint("planar", "planar", 3);
  assert_loop_is_the_joint("planar x", "planar x", 3);
  assert_loop_is_the_joint("fixed", "fixed", 6);
}

static void equations_say_what_they_keep(void **state)
{
  (void)state;
  static const char *const labels[] = { "c: y", "c: z", "c: turn about y", "c: turn about z",
                                        "c: turn about x" };
  static const char *const oblique[] = { "c: first across", "c: second across",
                                         "c: turn about first across",
                                         "c: turn about second across" };
  Case c;
  open_loop_round(&c, "prismatic x", "prismatic x");
  assert_labels(&c, "Phi", labels, 5);
  assert_labels(&c, "gamma", labels, 5);
  case_close(&c);
  open_loop_round(&c, "cylindrical [1, 2, 2]", "cylindrical [1, 2, 2]");
  assert_labels(&c, "Phi_q", oblique, 4);
  case_close(&c);
}

// At the closed loop the derivative by a small displacement is the displacement itself.
static void multipliers_are_forces_and_moments(void **state)
{
  (void)state;
  static const char *const freedoms[] = { "x", "y", "z", "w", "v", "u" };
  Case c;
  open_loop_round(&c, "fixed", "fixed");
  const Expr **Phi = case_entries(&c, "Phi");
  for (int j = 0; j < 6; j++) {
    const Expr *derivatives[6];
    expr_derivatives(Phi, 6, expr_find_symbol(c.equations->pool, freedoms[j]), derivatives);
    const Expr **at_closure = closed(&c, derivatives, 6);
    for (int i = 0; i < 6; i++)
      assert_true(expr_is_integer(at_closure[i], i == j));
  }
  case_close(&c);
}

static void assert_plane_equations(const char *loop, const char *const labels[], int count)
{
  Text text = { 0 };
  text_format(&text,
              "param l1, l2, l3\n"
              "joint a : revolute y from ground\n"
              "joint b : revolute y from a at [l1, 0, 0]\n"
              "joint d : revolute y from ground at [l3, l2, 0]\n"
              "loop c : %s [l2, 0, 0] on b = d\n",
              loop);
  Case c;
  case_open(&c, text_string(&text), NULL);
  assert_labels(&c, "Phi", labels, count);
  text_free(&text);
  case_close(&c);
}

static void planar_mechanisms_have_planar_equations(void **state)
{
  (void)state;
  assert_plane_equations("revolute y", (const char *const[]){ "c: z", "c: x" }, 2);
  assert_plane_equations("prismatic x", (const char *const[]){ "c: z", "c: turn about y" }, 2);
  assert_plane_equations("fixed", (const char *const[]){ "c: x", "c: z", "c: turn about y" }, 3);
}

// Described with such frames, a loop is not even read (tests/lang/loops).
static void a_loop_that_held_coordinates_keep_open_is_refused(void **state)
{
  (void)state;
  static const char TABLE[] = "joint lift : prismatic z from ground\n"
                              "joint a : revolute z from lift\n"
                              "joint b : revolute z from a at [1, 0, 0]\n"
                              "joint s : revolute x from ground\n"
                              "loop c : revolute z [1, 0, 2] on b = ground\n";
  Case c;
  case_open(&c, TABLE, NULL);
  Text why = { 0 };
  assert_true(hold_still(c.reading.mechanism, "lift", &why));
  assert_refused(&c, "Phi",
                 "the loop 'c' can never be closed: no coordinate changes 'z', which stays -2");
  case_close(&c);
}

// ---- motions

static void a_motion_is_an_equation_that_time_moves(void **state)
{
  (void)state;
  static const char *const labels[] = { "c: x", "c: y", "motion a" };
  Case c;
  case_open(&c,
            "param k\n"
            "joint a : revolute z from ground\n"
            "joint b : revolute z from a at [1, 0, 0]\n"
            "joint d : revolute z from ground at [2, 0, 0]\n"
            "loop c : revolute z [2, 0, 0] on b = [2, 0, 0] on d\n"
            "motion a : 1 + sin(k*t)\n"
            "let rate = -k*cos(k*t)\n"
            "let bias = -k^2*sin(k*t)\n"
            "let left = a - 1 - sin(k*t)\n",
            NULL);
  assert_labels(&c, "Phi", labels, 3);
  assert_int_equal(list_of(&c)->equations[2].origin, ORIGIN_MOTION);
  assert_entry(&c, "Phi", 2, "left");
  assert_entry(&c, "Phi_t", 2, "rate");
  assert_entry(&c, "gamma", 2, "bias");
  const Expr **Phi_q = case_entries(&c, "Phi_q");
  for (int j = 0; j < 3; j++)
    assert_true(expr_is_integer(Phi_q[6 + j], j == 0));
  case_close(&c);
}

static void a_coordinate_that_is_held_follows_no_motion(void **state)
{
  (void)state;
  Case c;
  case_open(&c, "joint a : revolute z from ground\nmotion a : quintic to 1 in 2 s\n", NULL);
  Text why = { 0 };
  assert_true(hold_still(c.reading.mechanism, "a", &why));
  assert_int_equal(list_of(&c)->count, 0);
  case_close(&c);
}

// ---- derivatives

// Loops, a quaternion, a constraint that time moves, frames that time moves, a leaning wheel.
static const char MACHINE[] =
    "param a, b, k, r\n"
    "coord x, y, z, yaw, lean, spin\n"
    "frame wheel from ground : TX(x), TY(y), TZ(z), RZ(yaw), RX(lean), RY(spin)\n"
    "frame driven from ground : TX(a*sin(k*t)), RZ(k*t)\n"
    "joint arm : revolute y from driven at [0, a, 0]\n"
    "joint ball : spherical quaternion from arm at [b, 0, 0]\n"
    "loop c : cylindrical x ball = wheel\n"
    "constraint moved : x - a*sin(k*t + yaw) = 0\n"
    "constraint slow : cos(yaw)*y' - a*k*t*lean' - b*k*cos(k*t) = 0\n"
    "rolling wheel radius r on plane [0, 0, 1]\n";

// J . x, over the coordinates' rates or accelerations
static const Expr *row_times(Case *c, const Expr *const J[], int row,
                             const Expr *(*symbol_of)(const Equations *equations, int i))
{
  int n = c->equations->coordinate_count;
  const Expr *total = expr_integer(c->equations->pool, 0);
  for (int j = 0; j < n; j++)
    total = sum(total, product(J[row * n + j], symbol_of(c->equations, j)));
  return total;
}

static void first_derivatives_are_the_rate_of_the_constraints(void **state)
{
  (void)state;
  Case c;
  case_open(&c, MACHINE, NULL);
  const Expr **Phi = case_entries(&c, "Phi"), **Phi_q = case_entries(&c, "Phi_q");
  const Expr **Phi_t = case_entries(&c, "Phi_t");
  int count = equations_find(c.equations, "Phi")->rows;
  assert_int_equal(count, 7);
  for (int i = 0; i < count; i++) {
    const Expr *rate = sum(Phi_t[i], row_times(&c, Phi_q, i, speed_of));
    assert_ptr_equal(expr_time_derivative(Phi[i]), rate);
  }
  case_close(&c);
}

static void gamma_is_what_the_second_derivative_lacks(void **state)
{
  (void)state;
  Case c;
  case_open(&c, MACHINE, NULL);
  const Expr **Phi = case_entries(&c, "Phi"), **Phi_q = case_entries(&c, "Phi_q");
  const Expr **gamma = case_entries(&c, "gamma");
  for (int i = 0; i < equations_find(c.equations, "Phi")->rows; i++) {
    const Expr *second = expr_time_derivative(expr_time_derivative(Phi[i]));
    const Expr *rest = difference(row_times(&c, Phi_q, i, acceleration_of), second);
    assert_ptr_equal(rest, gamma[i]);
  }
  case_close(&c);
}

static void constraints_on_speeds_are_taken_apart_and_derived(void **state)
{
  (void)state;
  static const char *const labels[] = { "slow", "wheel: no slip along", "wheel: no slip sideways" };
  Case c;
  case_open(&c, MACHINE, NULL);
  const Expr **H = case_entries(&c, "H"), **rest = case_entries(&c, "b_nh");
  const Expr **gamma = case_entries(&c, "gamma_nh");
  const ConstraintList *list = list_of(&c);
  assert_labels(&c, "gamma_nh", labels, 3);
  for (int i = 0; i < 3; i++) {
    const Expr *residual = list->equations[list->holonomic_count + i].residual;
    assert_ptr_equal(sum(rest[i], row_times(&c, H, i, speed_of)), residual);
    const Expr *rate = difference(row_times(&c, H, i, acceleration_of), gamma[i]);
    assert_ptr_equal(expr_time_derivative(residual), rate);
  }
  case_close(&c);
}

static void the_list_knows_where_equations_come_from(void **state)
{
  (void)state;
  static const ConstraintOrigin origins[] = { ORIGIN_LOOP,  ORIGIN_LOOP,       ORIGIN_LOOP,
                                              ORIGIN_LOOP,  ORIGIN_QUATERNION, ORIGIN_STATEMENT,
                                              ORIGIN_WHEEL, ORIGIN_STATEMENT,  ORIGIN_WHEEL,
                                              ORIGIN_WHEEL };
  Case c;
  case_open(&c, MACHINE, NULL);
  const ConstraintList *list = list_of(&c);
  assert_int_equal(list->count, 10);
  assert_int_equal(list->holonomic_count, 7);
  for (int i = 0; i < list->count; i++) {
    assert_int_equal(list->equations[i].origin, origins[i]);
    assert_int_equal(list->equations[i].is_holonomic, i < 7);
  }
  assert_string_equal(list->equations[4].label, "ball_norm");
  assert_string_equal(list->equations[6].label, "wheel: height");
  case_close(&c);
}

// ---- wheels

#define DISK                                                                                       \
  "param r\n"                                                                                      \
  "coord x, y, z, yaw, lean, spin\n"

// Neimark and Fufaev: the disk's equations of rolling, heading along x at yaw = 0.
static void assert_equations_of_the_disk(const char *frames, const char *rolling)
{
  static const char *const entries[2][6] = {
    { "cos(yaw)", "sin(yaw)", "0", "-r*sin(lean)", "0", "-r" },
    { "-sin(yaw)", "cos(yaw)", "0", "0", "r*cos(lean)", "0" },
  };
  Text text = { 0 };
  text_format(&text, DISK "%s%s", frames, rolling);
  for (int i = 0; i < 12; i++)
    text_format(&text, "let h%d = %s\n", i, entries[i / 6][i % 6]);
  text_put(&text, "let height = z - r*cos(lean)\n");
  Case c;
  case_open(&c, text_string(&text), NULL);
  for (int i = 0; i < 12; i++) {
    char name[8];
    assert_true(snprintf(name, sizeof name, "h%d", i) < (int)sizeof name);
    assert_entry(&c, "H", i, name);
  }
  assert_entry(&c, "Phi", 0, "height");
  text_free(&text);
  case_close(&c);
}

static void a_leaning_disk_rolls_as_in_the_book(void **state)
{
  (void)state;
  assert_equations_of_the_disk(
      "frame disk from ground : TX(x), TY(y), TZ(z), RZ(yaw), RX(lean), RY(spin)\n",
      "rolling disk radius r on plane [0, 0, 1]\n");
}

static void plane_and_axle_may_stand_anywhere(void **state)
{
  (void)state;
  assert_equations_of_the_disk(
      "frame wall from ground : RY(90 deg), RZ(30 deg)\n"
      "frame disk from wall : TX(x), TY(y), TZ(z), RZ(yaw), RX(lean), RY(spin)\n",
      "rolling disk radius r on plane [1, 0, 0]\n");
  assert_equations_of_the_disk(
      "frame hub from ground : TX(x), TY(y), TZ(z), RZ(yaw), RX(lean), RY(spin)\n"
      "frame disk from hub : RX(90 deg)\n",
      "rolling disk radius r on plane [0, 0, 1] axle -z\n");
}

// The same plane, the axle tilted by two angles: their cosine is not one of the frames'.
static void a_tilt_that_no_angle_gives_is_a_root(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            DISK "frame fork from ground : TX(x), TY(y), TZ(z), RZ(yaw), RX(lean)\n"
                 "coord more\n"
                 "frame disk from fork : RX(more), RY(spin)\n"
                 "rolling disk radius r on plane [0, 0, 1]\n"
                 "let squared = (r*cos(lean + more))^2\n",
            NULL);
  const Expr *height = case_entries(&c, "Phi")[0];
  const Expr *root = difference(height, expr_find_symbol(c.equations->pool, "z"));
  assert_ptr_equal(square(root), case_definition(&c, "squared"));
  case_close(&c);
}

static void a_wheel_stands_on_the_plane_as_it_is_at_first(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "param r\n"
            "coord z, lean = 170 deg, spin\n"
            "frame disk from ground : TZ(z), RX(lean), RY(spin)\n"
            "rolling disk radius r on plane [0, 0, 1]\n"
            "let height = z + r*cos(lean)\n",
            NULL);
  assert_entry(&c, "Phi", 0, "height");
  case_close(&c);
}

// Sliding along its track it touches the plane as before, unless its frames see to that.
static void a_wheel_that_may_slide_touches_the_plane(void **state)
{
  (void)state;
  static const char *const labels[] = { "disk: no slip sideways" };
  static const char *const heights[] = { "disk: height" };
  Case c;
  case_open(&c,
            DISK "frame disk from ground : TX(x), TY(y), TZ(z), RZ(yaw), RX(lean), RY(spin)\n"
                 "rolling disk radius r on plane [0, 0, 1] no side slip\n"
                 "let height = z - r*cos(lean)\n",
            NULL);
  assert_labels(&c, "H", labels, 1);
  assert_labels(&c, "Phi", heights, 1);
  assert_entry(&c, "Phi", 0, "height");
  case_close(&c);
  case_open(&c,
            "param r\ncoord x, y, yaw\n"
            "frame blade from ground : TX(x), TY(y), RZ(yaw)\n"
            "rolling blade radius r on plane [0, 0, 1] no side slip\n",
            NULL);
  assert_labels(&c, "H", (const char *const[]){ "blade: no slip sideways" }, 1);
  assert_refused(&c, "Phi", "the mechanism has no position constraints");
  case_close(&c);
}

// ---- integrability

static void assert_integrable(const char *constraints, const char *members, const char *note)
{
  Text text = { 0 };
  text_format(&text, "param k\ncoord u, v, w\nframe F in ground : TX(u), TY(v), TZ(w)\n%s",
              constraints);
  Case c;
  case_open(&c, text_string(&text), NULL);
  const ConstraintList *list = list_of(&c);
  assert_int_equal(list->count, (int)strlen(members));
  for (int i = 0; i < list->count; i++)
    assert_int_equal(constraints_are_integrable(c.derivation, list, &i, 1), members[i] == 'y');
  case_entries(&c, "H");
  if (!note) assert_null(c.equations->note);
  if (note) assert_non_null(strstr(c.equations->note, note));
  text_free(&text);
  case_close(&c);
}

static void integrable_constraints_are_told_from_others(void **state)
{
  (void)state;
  static const char alone[] = "integrable: 'c' holds speeds, but is the rate of an equation of "
                              "positions\n";
  assert_integrable("constraint c : w' - k*v*u' = 0\n", "n", NULL);
  assert_integrable("constraint c : v*u' + u*v' = 0\n", "y", alone);
  // with an integrating factor only
  assert_integrable("constraint c : v*u' - u*v' = 0\n", "y", alone);
  assert_integrable("constraint c : k*w*(v*u' + u*v') + k*u*v*w' = 0\n", "y", alone);
  // time is a variable, too
  assert_integrable("constraint c : u' - k*t*v' = 0\n", "n", NULL);
  assert_integrable("constraint c : k*t*u' + k*u = 0\n", "y", alone);
}

static void constraints_may_be_integrable_together(void **state)
{
  (void)state;
  assert_integrable("constraint c : w' - k*v*u' = 0\nconstraint d : v' - u' = 0\n", "ny",
                    "integrable: together the 2 constraints on speeds");
}

// The note of a mechanism in the plane; `omitted`: what a study has found redundant, NULL: none.
static void assert_note_of_car(const char *lines, const bool omitted[], const char *note)
{
  static const char CAR[] = "param L, w\ncoord x, y, psi\n"
                            "frame car from ground : TX(x), TY(y), RZ(psi)\n";
  Text text = { 0 };
  text_format(&text, "%s%s", CAR, lines);
  Case c;
  FormulateOptions options = { .omitted = omitted };
  case_open(&c, text_string(&text), NULL);
  c.derivation->options = &options;
  case_entries(&c, "H");
  if (!note) assert_null(c.equations->note);
  if (note) assert_non_null(c.equations->note);
  if (note) assert_non_null(strstr(c.equations->note, note));
  text_free(&text);
  case_close(&c);
}

#define REAR "constraint rear : -sin(psi)*x' + cos(psi)*y' = 0\n"
#define FRONT(name, angle, side)                                                                   \
  "constraint " name " : -sin(psi + " angle ")*(x' - " side "*w*cos(psi)*psi' - L*sin(psi)*psi')"  \
  " + cos(psi + " angle ")*(y' - " side "*w*sin(psi)*psi' + L*cos(psi)*psi') = 0\n"
#define STEERED "coord dl\nframe wheel in car : TX(L), TY(w), RZ(dl)\n"
#define ACKERMANN "atan2(L*sin(dl), L*cos(dl) + 2*w*sin(dl))"

// Wheels on one turning centre: three equations of which two say all. Counted as three they would
// leave nothing to move.
static void a_car_steered_by_the_rule_is_not_integrable(void **state)
{
  (void)state;
  static const bool none[5] = { false }, third[5] = { false, false, true };
  static const bool fourth[5] = { false, false, false, true };
  const char *by_function = STEERED REAR FRONT("left", "dl", "1") FRONT("right", ACKERMANN, "(-1)");
  assert_note_of_car(by_function, NULL, NULL);
  assert_note_of_car(by_function, third, NULL);
  const char *by_equation = STEERED
      "coord dr\nframe other in car : TX(L), TY(-w), RZ(dr)\n"
      "constraint rule : L*sin(dl)*cos(dr) = (L*cos(dl) + 2*w*sin(dl))*sin(dr)\n" REAR FRONT(
          "left", "dl", "1") FRONT("right", "dr", "(-1)");
  assert_note_of_car(by_equation, NULL, NULL);
  assert_note_of_car(by_equation, fourth, NULL);
  // wheels that share no turning centre hold the car
  assert_note_of_car(STEERED REAR FRONT("left", "dl", "1") FRONT("right", "2*dl", "(-1)"), none,
                     "together the 3 constraints");
}

static void cars_and_skates_are_not_integrable(void **state)
{
  (void)state;
  assert_note_of_car(REAR, NULL, NULL);
  assert_note_of_car(STEERED REAR FRONT("front", "dl", "0"), NULL, NULL);
  assert_note_of_car("coord ph\nframe trailer in car : TX(-L), RZ(ph)\n" REAR
                     "constraint behind : -sin(psi + ph)*x' + cos(psi + ph)*y'"
                     " - w*(psi' + ph') - L*cos(ph)*psi' = 0\n",
                     NULL, NULL);
}

// Where positions are tied, the speeds must be known to be independent there.
static void what_is_tied_is_integrable_if_it_is_independent(void **state)
{
  (void)state;
  static const bool none[3] = { false }, last[3] = { false, false, true };
  const char *lines = "constraint p : psi = L*x/w^2\nconstraint c : y' - L*x*psi' = 0\n"
                      "constraint d : x' - w*psi' = 0\n";
  assert_note_of_car(lines, none, "together the 2 constraints on speeds");
  assert_note_of_car(lines, last, "'d' holds speeds");
  assert_note_of_car("constraint c : x' - w*psi' = 0\n", NULL, "'c' holds speeds");
}

static void nothing_to_constrain_is_said(void **state)
{
  (void)state;
  Case c;
  case_open(&c, "joint a : revolute z from ground\n", NULL);
  assert_refused(&c, "Phi", "the mechanism has no position constraints");
  assert_refused(&c, "gamma", "the mechanism has no position constraints");
  assert_refused(&c, "gamma_nh", "the mechanism has no velocity constraints");
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_kind_of_joint_closes_a_loop_by_independent_equations),
    cmocka_unit_test(equations_say_what_they_keep),
    cmocka_unit_test(multipliers_are_forces_and_moments),
    cmocka_unit_test(planar_mechanisms_have_planar_equations),
    cmocka_unit_test(a_loop_that_held_coordinates_keep_open_is_refused),
    cmocka_unit_test(a_motion_is_an_equation_that_time_moves),
    cmocka_unit_test(a_coordinate_that_is_held_follows_no_motion),
    cmocka_unit_test(first_derivatives_are_the_rate_of_the_constraints),
    cmocka_unit_test(gamma_is_what_the_second_derivative_lacks),
    cmocka_unit_test(constraints_on_speeds_are_taken_apart_and_derived),
    cmocka_unit_test(the_list_knows_where_equations_come_from),
    cmocka_unit_test(a_leaning_disk_rolls_as_in_the_book),
    cmocka_unit_test(plane_and_axle_may_stand_anywhere),
    cmocka_unit_test(a_tilt_that_no_angle_gives_is_a_root),
    cmocka_unit_test(a_wheel_stands_on_the_plane_as_it_is_at_first),
    cmocka_unit_test(a_wheel_that_may_slide_touches_the_plane),
    cmocka_unit_test(integrable_constraints_are_told_from_others),
    cmocka_unit_test(constraints_may_be_integrable_together),
    cmocka_unit_test(a_car_steered_by_the_rule_is_not_integrable),
    cmocka_unit_test(cars_and_skates_are_not_integrable),
    cmocka_unit_test(what_is_tied_is_integrable_if_it_is_independent),
    cmocka_unit_test(nothing_to_constrain_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
