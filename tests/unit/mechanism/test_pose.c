// test_pose.c -- poses of random moves against rotation matrices in plain numbers.
// SPDX-License-Identifier: MIT
#include "mechanism/pose.h"

#include "base/random.h"
#include "support/reading.h"
#include "symbolic/literal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { MOVES = 6, ROUNDS = 60 };

// ---- plain numbers: 4x4 matrices, a turn by the exponential of its skew matrix

typedef struct Homogeneous {
  double at[4][4];
} Homogeneous;

static Homogeneous unit(void)
{
  Homogeneous result = { 0 };
  for (int i = 0; i < 4; i++)
    result.at[i][i] = 1;
  return result;
}

static Homogeneous times(Homogeneous a, Homogeneous b)
{
  Homogeneous result = { 0 };
  for (int i = 0; i < 64; i++)
    result.at[i / 16][i % 4] += a.at[i / 16][i / 4 % 4] * b.at[i / 4 % 4][i % 4];
  return result;
}

// exp of the skew matrix of w, by the series of a 1024th of it: neither sines nor quaternions.
static Homogeneous turned_by(const double w[3])
{
  Homogeneous step = { 0 }, term = unit(), result = unit();
  for (int i = 0; i < 3; i++) {
    step.at[(i + 1) % 3][i] = w[(i + 2) % 3] / 1024;
    step.at[i][(i + 1) % 3] = -w[(i + 2) % 3] / 1024;
  }
  for (int order = 1; order < 10; order++) {
    term = times(term, step);
    for (int i = 0; i < 9; i++) {
      term.at[i / 3][i % 3] /= order;
      result.at[i / 3][i % 3] += term.at[i / 3][i % 3];
    }
  }
  for (int k = 0; k < 10; k++)
    result = times(result, result);
  return result;
}

static void assert_near(Homogeneous wanted, Pose pose, const char *what)
{
  for (int i = 0; i < 12; i++) {
    const Expr *e = i % 4 < 3 ? pose.R.at[i / 4][i % 4] : pose.p.at[i / 4];
    double found = expr_literal_value(e);
    if (!(fabs(found - wanted.at[i / 4][i % 4]) < 1e-9)) {
      fail_msg("%s: entry %d,%d is %.15g, not %.15g", what, i / 4, i % 4, found,
               wanted.at[i / 4][i % 4]);
    }
  }
}

// ---- random moves

static long draw(uint64_t *state, long from, long to)
{
  return from + (long)(random_next(state) % (uint64_t)(to - from + 1));
}

static void draw_vector(uint64_t *state, long v[3])
{
  do {
    for (int i = 0; i < 3; i++)
      v[i] = draw(state, -3, 3);
  } while (v[0] == 0 && v[1] == 0 && v[2] == 0);
}

// A move of any kind, axes repeated so that parallel ones follow each other, and the same in
// numbers.
static Move draw_move(Pool *pool, uint64_t *state, Homogeneous *number)
{
  static const long AXES[][4] = { { 1, 0, 0, 1 }, { 0, -1, 0, 1 }, { 0, 0, 1, 1 }, { 2, 3, 6, 7 } };
  long kind = draw(state, 0, 2), tenths = draw(state, -40, 40);
  *number = unit();
  if (kind == 2) {
    long v[3], e0 = draw(state, -3, 3);
    draw_vector(state, v);
    double length = sqrt((double)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    double angle = 2 * atan2(length, (double)e0), w[3];
    const Expr *e[4] = { expr_integer(pool, e0) };
    for (int i = 0; i < 3; i++) {
      e[i + 1] = expr_integer(pool, v[i]);
      w[i] = angle * (double)v[i] / length;
    }
    *number = turned_by(w);
    return (Move){ MOVE_QUATERNION, expr_integer(pool, 0), expr_keep(e, 4) };
  }
  const long *axis = AXES[draw(state, 0, 3)];
  Vec3 unit;
  double w[3];
  for (int i = 0; i < 3; i++) {
    unit.at[i] = expr_rational(pool, axis[i], axis[3]);
    w[i] = (double)tenths / 10 * (double)axis[i] / (double)axis[3];
    if (kind == 1) number->at[i][3] = w[i];
  }
  if (kind == 0) *number = turned_by(w);
  return (Move){ kind == 0 ? MOVE_ROTATION : MOVE_TRANSLATION, expr_rational(pool, tenths, 10),
                 vec3_keep(unit) };
}

static void moves_of_all_kinds_have_the_pose_of_their_matrices(void **state)
{
  (void)state;
  uint64_t random = 7;
  for (int round = 0; round < ROUNDS; round++) {
    Pool *pool = pool_new(1);
    Move moves[MOVES];
    Homogeneous whole = unit();
    for (int m = 0; m < MOVES; m++) {
      Homogeneous number;
      moves[m] = draw_move(pool, &random, &number);
      whole = times(whole, number);
    }
    Pose pose = pose_of_moves(pool, moves, MOVES);
    assert_near(whole, pose, "all moves");
    Pose first = pose_of_moves(pool, moves, 2), rest = pose_of_moves(pool, moves + 2, MOVES - 2);
    assert_near(whole, pose_product(first, rest), "product");
    assert_near(unit(), pose_product(pose_inverse(pose), pose), "inverse");
    assert_near(unit(), pose_between(pose, pose), "between");
    Quaternion turn = quaternion_of_moves(pool, moves, MOVES);
    Pose turned = { .R = quaternion_matrix(turn.e), .p = pose.p };
    assert_near(whole, turned, "quaternion");
    Pose back = pose_identity(pool);
    for (int m = MOVES - 1; m >= 0; m--) {
      Move inverse = move_inverse(&moves[m]);
      back = pose_moved(back, &inverse);
    }
    assert_near(unit(), pose_product(pose, back), "inverse moves");
    pool_free(pool);
  }
}

// The way from one branch to the other, by R2^T (..) R1 of their poses in the ground.
static void frames_of_two_branches_see_each_other(void **state)
{
  (void)state;
  Reading reading;
  reading_open(&reading, "frame root from ground : TXK(1), RX(20 deg)\n"
                         "frame a from root : RZ(0.3), TY(0.2), Q(1, [1, 2, 0])\n"
                         "frame b from root : RY(-0.7), TZ(2), RY(0.1)\n"
                         "frame c from b : Q(3, [0, 0, 1]), TX(-1)\n");
  const Mechanism *mechanism = reading.mechanism;
  Pool *pool = mechanism->pool;
  for (int of = 0; of < mechanism->frame_count; of++) {
    for (int from = 0; from < mechanism->frame_count; from++) {
      Pose direct = pose_of_frame(mechanism, pool, of, from);
      Pose through_ground = pose_between(pose_of_frame(mechanism, pool, from, FRAME_GROUND),
                                         pose_of_frame(mechanism, pool, of, FRAME_GROUND));
      Homogeneous wanted = unit();
      for (int i = 0; i < 12; i++) {
        wanted.at[i / 4][i % 4] = expr_literal_value(i % 4 < 3 ? through_ground.R.at[i / 4][i % 4]
                                                               : through_ground.p.at[i / 4]);
      }
      assert_near(wanted, direct, mechanism->frames[of].name);
      Quaternion turn = quaternion_of_frame(mechanism, of, from);
      assert_near(wanted, (Pose){ .R = quaternion_matrix(turn.e), .p = direct.p }, "quaternion");
    }
  }
  reading_close(&reading);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(moves_of_all_kinds_have_the_pose_of_their_matrices),
    cmocka_unit_test(frames_of_two_branches_see_each_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
