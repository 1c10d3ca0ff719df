// test_loop_residual.c -- loops closed by a screw against screw joints of the tree.
// SPDX-License-Identifier: MIT
#include "mechanism/loop_residual.h"

#include "mechanism/default_value.h"
#include "support/reading.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

typedef struct Screw {
  Reading reading;
  Pool *pool;
  Arena *arena;
  LoopResidual residuals[MAX_LOOP_RESIDUALS];
  int count;
} Screw;

static void screw_open(Screw *screw, const char *description)
{
  reading_open(&screw->reading, description);
  const Mechanism *mechanism = screw->reading.mechanism;
  screw->pool = pool_new(pool_seed(mechanism->pool));
  screw->arena = arena_new();
  screw->count =
      loop_residuals(mechanism, &mechanism->loops[0], screw->pool, screw->arena, screw->residuals);
}

static void screw_close(Screw *screw)
{
  arena_free(screw->arena);
  pool_free(screw->pool);
  reading_close(&screw->reading);
}

static const Expr *advance(const Screw *screw) { return screw->residuals[4].value; }

static const Expr *definition(const Screw *screw, const char *name)
{
  return expr_copy(screw->pool, reading_definition(&screw->reading, name));
}

static void the_turn_of_coaxial_frames_knows_no_bound(void **state)
{
  (void)state;
  Screw screw;
  screw_open(&screw, "param p\n"
                     "joint a : revolute z from ground\n"
                     "joint b : cylindrical -z (c, s) from a\n"
                     "loop n : screw z ground = b pitch p\n"
                     "let left = -s - p/(2*pi)*(a - c)\n");
  assert_int_equal(screw.count, 5);
  assert_string_equal(screw.residuals[4].what, "advance along z");
  assert_ptr_equal(advance(&screw), definition(&screw, "left"));
  for (int i = 0; i < 4; i++)
    assert_true(is_zero(screw.residuals[i].value));
  screw_close(&screw);
}

// A screw joint, six freedoms behind it, and a screw as a loop round both.
#define ROUND(start, axis)                                                                         \
  "param p = 0.01, h = 0.3\n"                                                                      \
  "frame base from ground : TXK(h), RX(30 deg), RZ(45 deg)\n"                                      \
  "joint j : screw " axis " (j = " start ") from base pitch p\n"                                   \
  "coord x, y, z, u, v, w\n"                                                                       \
  "frame end from j : TX(x), TY(y), TZ(z), RZ(u), RY(v), RX(w)\n"                                  \
  "loop n : screw " axis " base = end pitch p\n"

static const Expr *closed(const Screw *screw, const Expr *e)
{
  const char *const names[] = { "x", "y", "z", "u", "v", "w" };
  const Expr *from[6], *to[6];
  for (int i = 0; i < 6; i++) {
    from[i] = expr_symbol(screw->pool, names[i], STAGE_POSITION);
    to[i] = expr_integer(screw->pool, 0);
  }
  return expr_substitute(e, from, to, 6);
}

static const Expr *slope(const Screw *screw, const char *coordinate)
{
  const Expr *symbol = expr_find_symbol(screw->pool, coordinate);
  return closed(screw, expr_derivative(advance(screw), symbol));
}

// Where the loop is closed a turn u and a slide z behind the joint leave z - p/(2 pi) u.
static void derivatives_are_those_of_the_screw_wherever_it_stands(void **state)
{
  (void)state;
  Screw screw;
  screw_open(&screw, ROUND("0", "z") "let back = -p/(2*pi)\n");
  assert_true(is_zero(slope(&screw, "j")));
  assert_true(is_zero(slope(&screw, "x")) && is_zero(slope(&screw, "v")));
  assert_true(expr_is_one(slope(&screw, "z")));
  assert_ptr_equal(slope(&screw, "u"), definition(&screw, "back"));
  screw_close(&screw);
}

static void assert_closed_at_the_start(const char *description)
{
  Screw screw;
  screw_open(&screw, description);
  for (int i = 0; i < screw.count; i++) {
    const Expr *residual = screw.residuals[i].value;
    double left = mechanism_initial_value(screw.reading.mechanism, residual);
    assert_true(fabs(left) < 1e-14);
  }
  screw_close(&screw);
}

// After whole turns and near half ones, about axes along which the frames stand and others.
static void a_screw_is_closed_after_any_number_of_turns(void **state)
{
  (void)state;
  assert_closed_at_the_start(ROUND("0", "z"));
  assert_closed_at_the_start(ROUND("1", "z"));
  assert_closed_at_the_start(ROUND("pi", "z"));
  assert_closed_at_the_start(ROUND("-3.2", "x"));
  assert_closed_at_the_start(ROUND("47.5", "[0, 3, 4]"));
  assert_closed_at_the_start(ROUND("-100*pi - 1.5", "-y"));
  assert_closed_at_the_start(ROUND("7*pi/2", "[1, 2, 2]"));
}

// Without numbers the branch is that of no turn.
static void a_pitch_without_a_value_leaves_the_first_turn(void **state)
{
  (void)state;
  Screw screw;
  screw_open(&screw, "param p\n"
                     "joint a : spherical (a, b, c) from ground\n"
                     "loop n : screw z ground = a pitch p\n"
                     "let left = -p/(2*pi)*atan2(sin(a)*cos(b), cos(a)*cos(b))\n");
  assert_ptr_equal(advance(&screw), definition(&screw, "left"));
  screw_close(&screw);
}

static bool never_holds(const char *description)
{
  Screw screw;
  screw_open(&screw, description);
  const Mechanism *mechanism = screw.reading.mechanism;
  bool result = false;
  for (int i = 0; i < screw.count; i++)
    result =
        result || loop_residual_is_inconsistent(mechanism, &mechanism->loops[0],
                                                mechanism_plane(mechanism), &screw.residuals[i]);
  screw_close(&screw);
  return result;
}

// Descriptions of impossible loops are not read at all (tests/lang/loops); these are.
static void what_stands_across_the_plane_is_drawing(void **state)
{
  (void)state;
  assert_false(never_holds("joint a : revolute z from ground at [0, 0, 1]\n"
                           "joint b : revolute z from a at [1, 0, 3]\n"
                           "loop c : revolute z [1, 0, 0] on b = [1, 0, 9] on ground\n"));
  assert_false(never_holds("param h\n"
                           "joint a : revolute z from ground\n"
                           "joint b : revolute x from a\n"
                           "loop c : spherical [h, 0, 0] on a = [1, 0, 0] on b\n"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_turn_of_coaxial_frames_knows_no_bound),
    cmocka_unit_test(derivatives_are_those_of_the_screw_wherever_it_stands),
    cmocka_unit_test(a_screw_is_closed_after_any_number_of_turns),
    cmocka_unit_test(a_pitch_without_a_value_leaves_the_first_turn),
    cmocka_unit_test(what_stands_across_the_plane_is_drawing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
