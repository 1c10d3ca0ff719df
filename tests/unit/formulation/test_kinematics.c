// test_kinematics.c -- every kinematic quantity a second way.
//
// The second way begins with poses by plain products, move after move, no angle added to another.
// From them: Jacobians by the columns z x (p - o), z of the joint axes; angular velocities from the
// skew matrix of R^T dR/dt; velocities and accelerations as derivatives of positions. Equal values
// are one node, so everything is compared exactly, on all examples.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const char *const FILES[] = {
  "rr/rr.bl",
  "planar_2dof/planar_2dof.bl",
  "spatial_3r/spatial_3r.bl",
  "telescopic/telescopic.bl",
  "rrp/rrp.bl",
  "kuka_kr30/kuka_kr30.bl",
};
enum { FILE_COUNT = sizeof FILES / sizeof FILES[0] };

// Two branches behind a slide, axes that are not parallel to anything.
static const char TREE[] = "mechanism tree\n"
                           "param a, b\n"
                           "joint s : prismatic [3/5, 0, 4/5] (x) from ground rotated RY(30 deg)\n"
                           "joint l : revolute y (u) from s at [a, 0, 0]\n"
                           "joint r : revolute -y (v) from s at [0, b, 0]\n"
                           "joint e : revolute [0, 3/5, 4/5] (w) from r at [a, 0, b]\n"
                           "point p at [0, 0, a] on l\n"
                           "point q at [b, a, 0] on e\n";

// Joints of several moves, one that follows others, one that does not move.
static const char JOINTS[] = "mechanism joints\n"
                             "param a, b, h\n"
                             "joint s : screw [3/5, 0, 4/5] (u) from ground pitch h\n"
                             "joint c : cylindrical y (x, v) from s at [a, 0, 0]\n"
                             "joint w : universal (y1, y2) from c at [0, b, 0]\n"
                             "joint m : revolute -y (= 2*u - x) from w at [a, 0, b]\n"
                             "joint o : planar (p1, p2, p3) from s\n"
                             "joint f : fixed from o at [a, b, 0] rotated RZ(45 deg)\n"
                             "point p at [0, 0, a] on m\n"
                             "point q at [b, a, 0] on f\n";

// ---- cases

typedef struct PlainPose {
  Mat3 R;
  Vec3 p;
} PlainPose;

static void apply(PlainPose *pose, Pool *pool, const Move *move)
{
  Vec3 axis = vec3_copy(pool, move_axis(move));
  const Expr *amount = expr_copy(pool, move->amount);
  if (move->kind == MOVE_ROTATION) {
    pose->R = mat3_mul(pose->R, mat3_rotation(axis, amount));
  } else {
    pose->p = vec3_add(pose->p, mat3_mul_vec(pose->R, vec3_scale(amount, axis)));
  }
}

static PlainPose *plain_poses(const Mechanism *mechanism, Pool *pool, Arena *arena)
{
  PlainPose *poses = ARENA_ARRAY(arena, PlainPose, mechanism->frame_count);
  poses[0] = (PlainPose){ mat3_identity(pool), vec3_zero(pool) };
  for (int f = 1; f < mechanism->frame_count; f++) {
    const Frame *frame = &mechanism->frames[f];
    poses[f] = poses[frame->parent];
    for (int m = 0; m < frame->move_count; m++)
      apply(&poses[f], pool, &frame->moves[m]);
  }
  return poses;
}

static void on_one(Case *c, void (*check)(Case *c, const PlainPose poses[]))
{
  check(c, plain_poses(c->mechanism, c->equations->pool, c->equations->arena));
  case_close(c);
}

static void on_all(void (*check)(Case *c, const PlainPose poses[]))
{
  Case c;
  for (int i = 0; i < FILE_COUNT; i++) {
    case_open_example(&c, FILES[i], "", NULL);
    on_one(&c, check);
  }
  case_open(&c, TREE, NULL);
  on_one(&c, check);
  case_open(&c, JOINTS, NULL);
  on_one(&c, check);
}

// ---- questions

static Vec3 vector_at(const Expr *const entries[], int first, int stride)
{
  return (Vec3){ { entries[first], entries[first + stride], entries[first + 2 * stride] } };
}

static void assert_same(Vec3 a, Vec3 b, const char *what)
{
  if (!vec3_is_zero(vec3_sub(a, b))) fail_msg("%s differs", what);
}

static Vec3 rate(Vec3 a)
{
  for (int i = 0; i < 3; i++)
    a.at[i] = expr_time_derivative(a.at[i]);
  return a;
}

static Mat3 matrix_rate(Mat3 a)
{
  for (int i = 0; i < 9; i++)
    a.at[i / 3][i % 3] = expr_time_derivative(a.at[i / 3][i % 3]);
  return a;
}

static bool is_above(const Mechanism *mechanism, int ancestor, int frame)
{
  while (frame > ancestor)
    frame = mechanism->frames[frame].parent;
  return frame == ancestor;
}

static Vec3 point_position(const Case *c, const PlainPose poses[], const Point *point)
{
  const PlainPose *pose = &poses[point->frame];
  return vec3_add(pose->p, mat3_mul_vec(pose->R, vec3_copy(c->equations->pool, point->position_F)));
}

// ---- Jacobians

// What a move adds to the columns of its coordinate, per unit: z x (p - o) and z of a rotation, z
// and 0 of a translation.
static void add_move(const PlainPose *pose, const Move *move, const Expr *coordinate, Vec3 position,
                     Vec3 *v, Vec3 *w)
{
  Pool *pool = expr_pool(coordinate);
  Vec3 z = mat3_mul_vec(pose->R, vec3_copy(pool, move_axis(move)));
  z = vec3_scale(expr_derivative(expr_copy(pool, move->amount), coordinate), z);
  if (move->kind == MOVE_ROTATION) {
    *v = vec3_add(*v, vec3_cross(z, vec3_sub(position, pose->p)));
    *w = vec3_add(*w, z);
  } else {
    *v = vec3_add(*v, z);
  }
}

static void column_of_axes(const Case *c, const PlainPose poses[], const Point *point, int j,
                           Vec3 *v, Vec3 *w)
{
  Pool *pool = c->equations->pool;
  Vec3 position = point_position(c, poses, point);
  *v = *w = vec3_zero(pool);
  for (int f = 1; f <= point->frame; f++) {
    if (!is_above(c->mechanism, f, point->frame)) continue;
    const Frame *frame = &c->mechanism->frames[f];
    PlainPose pose = poses[frame->parent];
    for (int m = 0; m < frame->move_count; m++) {
      add_move(&pose, &frame->moves[m], c->equations->coordinates[j].symbol, position, v, w);
      apply(&pose, pool, &frame->moves[m]);
    }
  }
}

static void check_columns(Case *c, const PlainPose poses[])
{
  int n = c->equations->coordinate_count;
  for (int p = 0; p < c->mechanism->point_count; p++) {
    const Point *point = &c->mechanism->points[p];
    for (int f = 0; f < c->mechanism->frame_count; f++) {
      const Expr **J = case_entries(c, "jac:%s/%s", point->name, c->mechanism->frames[f].name);
      for (int j = 0; j < n; j++) {
        Vec3 v, w;
        column_of_axes(c, poses, point, j, &v, &w);
        assert_same(vector_at(J, j, n), mat3_mul_vec_transposed(poses[f].R, v), "velocity");
        assert_same(vector_at(J, 3 * n + j, n), mat3_mul_vec_transposed(poses[f].R, w), "axis");
      }
    }
  }
}

static void jacobians_in_all_axes_are_those_of_the_joint_axes(void **state)
{
  (void)state;
  on_all(check_columns);
}

static void check_derivative_of_position(Case *c, const PlainPose poses[])
{
  int n = c->equations->coordinate_count;
  for (int p = 0; p < c->mechanism->point_count; p++) {
    const Point *point = &c->mechanism->points[p];
    Vec3 position = point_position(c, poses, point);
    const Expr **J = case_entries(c, "jac:%s", point->name);
    assert_same(vector_at(case_entries(c, "pos:%s", point->name), 0, 1), position, "position");
    for (int i = 0; i < 3 * n; i++) {
      const Expr *q = c->equations->coordinates[i % n].symbol;
      assert_ptr_equal(J[i], expr_derivative(position.at[i / n], q));
    }
  }
}

static void the_jacobian_is_the_derivative_of_the_position(void **state)
{
  (void)state;
  on_all(check_derivative_of_position);
}

// d2p/dt2 = J qdd + dJ/dt qd
static void check_jacobian_rate(Case *c, const PlainPose poses[])
{
  (void)poses;
  int n = c->equations->coordinate_count;
  for (int p = 0; p < c->mechanism->point_count; p++) {
    const char *name = c->mechanism->points[p].name;
    const Expr **J = case_entries(c, "jac:%s", name), **Jd = case_entries(c, "jacdot:%s", name);
    const Expr **acceleration = case_entries(c, "accel:%s/ground", name);
    for (int i = 0; i < 6; i++) {
      const Expr *row = expr_integer(c->equations->pool, 0);
      for (int j = 0; j < n; j++) {
        const Expr *qd = expr_rate(c->equations->coordinates[j].symbol);
        row = sum(row, product(Jd[i * n + j], qd));
        row = sum(row, product(J[i * n + j], expr_rate(qd)));
      }
      assert_ptr_equal(row, acceleration[i]);
    }
  }
}

static void the_rate_of_the_jacobian_gives_the_acceleration(void **state)
{
  (void)state;
  on_all(check_jacobian_rate);
}

// ---- poses

// The pose of A in B is R_B^T (R_A, p_A - p_B).
static void check_relative_poses(Case *c, const PlainPose poses[])
{
  const Mechanism *mechanism = c->mechanism;
  for (int a = 0; a < mechanism->frame_count; a++) {
    for (int b = 0; b < mechanism->frame_count; b++) {
      const PlainPose *A = &poses[a], *B = &poses[b];
      const Expr **H =
          case_entries(c, "fk:%s/%s", mechanism->frames[a].name, mechanism->frames[b].name);
      Vec3 p = mat3_mul_vec_transposed(B->R, vec3_sub(A->p, B->p));
      Mat3 R = mat3_mul(mat3_transpose(B->R), A->R);
      assert_same(vector_at(H, 3, 4), p, "position");
      for (int i = 0; i < 9; i++)
        assert_ptr_equal(H[4 * (i / 3) + i % 3], R.at[i / 3][i % 3]);
      for (int j = 0; j < 4; j++)
        assert_true(expr_is_integer(H[12 + j], j == 3));
    }
  }
}

static void poses_between_all_frames_are_products_of_poses_in_ground(void **state)
{
  (void)state;
  on_all(check_relative_poses);
}

static void angles_about_parallel_axes_are_added_along_the_path(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "mechanism m\n"
            "joint a : revolute z (u) from ground\n"
            "joint b : revolute z (v) from a at [1, 0, 0]\n"
            "joint c : revolute z (w) from ground\n",
            NULL);
  const Expr *cosine = case_entries(&c, "fk:b/c")[0];
  assert_int_equal(cosine->form->op, OP_COS);
  const Expr *angle = sum(c.equations->coordinates[0].symbol, c.equations->coordinates[1].symbol);
  const Expr *expected = difference(angle, c.equations->coordinates[2].symbol);
  assert_true(cosine->form->arg[0] == expected || cosine->form->arg[0] == negative(expected));
  case_close(&c);
}

static void a_pose_in_a_point_has_its_origin_there(void **state)
{
  (void)state;
  Case c;
  case_open_example(&c, "rr/rr.bl", "", NULL);
  const Expr **H = case_entries(&c, "fk:tip/tip");
  for (int i = 0; i < 16; i++)
    assert_true(expr_is_integer(H[i], i % 5 == 0));
  case_close(&c);
}

// ---- velocities and accelerations

// w of the skew matrix of R^T dR/dt, which must be skew.
static Vec3 angular_velocity(const PlainPose *pose)
{
  Mat3 S = mat3_mul(mat3_transpose(pose->R), matrix_rate(pose->R));
  Vec3 w = { { S.at[2][1], S.at[0][2], S.at[1][0] } };
  Mat3 skew = mat3_skew(w);
  for (int i = 0; i < 9; i++)
    assert_ptr_equal(S.at[i / 3][i % 3], skew.at[i / 3][i % 3]);
  return w;
}

static void check_twists(Case *c, const PlainPose poses[])
{
  const Mechanism *mechanism = c->mechanism;
  for (int f = 0; f < mechanism->frame_count; f++) {
    const char *name = mechanism->frames[f].name;
    const PlainPose *pose = &poses[f];
    const Expr **twist = case_entries(c, "twist:%s", name);
    Vec3 w = angular_velocity(pose), v = rate(pose->p);
    assert_same(vector_at(twist, 0, 1), mat3_mul_vec_transposed(pose->R, v), "velocity");
    assert_same(vector_at(twist, 3, 1), w, "angular velocity");
    Vec3 w_G = mat3_mul_vec(pose->R, w);
    for (int a = 0; a < mechanism->frame_count; a++) {
      const Expr **seen = case_entries(c, "twist:%s/%s", name, mechanism->frames[a].name);
      Mat3 R = poses[a].R;
      assert_same(vector_at(seen, 0, 1), mat3_mul_vec_transposed(R, v), "velocity");
      assert_same(vector_at(seen, 3, 1), mat3_mul_vec_transposed(R, w_G), "angular velocity");
    }
  }
}

static void twists_come_from_the_skew_matrix_and_the_rate_of_the_position(void **state)
{
  (void)state;
  on_all(check_twists);
}

static void check_accelerations(Case *c, const PlainPose poses[])
{
  const Mechanism *mechanism = c->mechanism;
  for (int f = 0; f < mechanism->frame_count; f++) {
    const PlainPose *pose = &poses[f];
    const Expr **acceleration = case_entries(c, "accel:%s", mechanism->frames[f].name);
    Vec3 a_G = rate(rate(pose->p));
    Vec3 alpha_G = rate(mat3_mul_vec(pose->R, angular_velocity(pose)));
    assert_same(vector_at(acceleration, 0, 1), mat3_mul_vec_transposed(pose->R, a_G), "linear");
    assert_same(vector_at(acceleration, 3, 1), mat3_mul_vec_transposed(pose->R, alpha_G),
                "angular");
  }
}

static void accelerations_are_second_derivatives(void **state)
{
  (void)state;
  on_all(check_accelerations);
}

// ---- determinants

// Leibniz: by the first row, all the way down; size is at most 6.
static const Expr *leibniz(const Expr *const J[], int n, int row, unsigned columns)
{
  const Expr *result = expr_integer(expr_pool(J[0]), 0);
  if (row == n) return one(J[0]);
  int sign = 1;
  for (int j = 0; j < n; j++) {
    if (!(columns >> j & 1U)) continue;
    if (!is_zero(J[row * n + j])) {
      const Expr *rest = leibniz(J, n, row + 1, columns & ~(1U << j));
      const Expr *term = product(J[row * n + j], rest);
      result = sign > 0 ? sum(result, term) : difference(result, term);
    }
    sign = -sign;
  }
  return result;
}

static void determinants_are_those_of_the_jacobian_in_ground_axes(void **state)
{
  (void)state;
  static const char *const SQUARE[][2] = {
    { "rr/rr.bl", "tip" },
    { "spatial_3r/spatial_3r.bl", "wrist" },
    { "rrp/rrp.bl", "tip" },
    { "kuka_kr30/kuka_kr30.bl", "flange" },
  };
  for (size_t i = 0; i < sizeof SQUARE / sizeof SQUARE[0]; i++) {
    Case c;
    case_open_example(&c, SQUARE[i][0], "", NULL);
    int n = c.equations->coordinate_count;
    const Expr **J = case_entries(&c, "jac:%s", SQUARE[i][1]);
    const Expr *expected = leibniz(J, n, 0, (1U << n) - 1);
    assert_ptr_equal(case_entries(&c, "det:%s", SQUARE[i][1])[0], expected);
    assert_false(is_zero(expected));
    case_close(&c);
  }
}

// ---- keys that are none

static void assert_answer(const char *key, const char *sentence)
{
  Case c;
  Text why = { 0 };
  case_open(&c, TREE, NULL);
  assert_null(derivation_quantity(c.derivation, key, &why));
  assert_string_equal(text_string(&why), sentence);
  text_free(&why);
  case_close(&c);
}

static void what_is_not_known_is_said_with_what_is(void **state)
{
  (void)state;
  assert_answer("jac:p/grund",
                "'jac:p/grund': there is no frame or point 'grund'; did you mean 'ground'?");
  assert_answer("fk:elbow",
                "'fk:elbow': there is no frame or point 'elbow' (choose one of: ground s "
                "l r e p q)");
  assert_answer("det:p/s", "'det:p/s': write 'det:p'; it is the same in all axes");
  assert_answer("det:q", "the Jacobian of q is not square: 6 of its rows are not zero, and it has "
                         "4 columns");
}

// The start of the sentence, then all keys.
static void assert_all_keys_are_told(const char *key, const char *start)
{
  Case c;
  Text why = { 0 };
  case_open(&c, TREE, NULL);
  assert_null(derivation_quantity(c.derivation, key, &why));
  assert_int_equal(strncmp(text_string(&why), start, strlen(start)), 0);
  assert_non_null(strstr(text_string(&why), " tau "));
  assert_non_null(strstr(text_string(&why), " jacdot: twist:"));
  text_free(&why);
  case_close(&c);
}

static void an_unknown_key_is_answered_with_all_of_them(void **state)
{
  (void)state;
  assert_all_keys_are_told("something:p", "unknown quantity 'something:'; choose one of: ");
  assert_all_keys_are_told("fx:p", "unknown quantity 'fx:'; did you mean 'fk:'? (choose one of: ");
  assert_all_keys_are_told("M2", "unknown quantity 'M2'; did you mean 'M'? (choose one of: ");
}

static void a_key_of_other_methods_is_answered_with_these(void **state)
{
  (void)state;
  assert_answer("Jnh", "this method has no 'Jnh'; methods that have it: kane");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(jacobians_in_all_axes_are_those_of_the_joint_axes),
    cmocka_unit_test(the_jacobian_is_the_derivative_of_the_position),
    cmocka_unit_test(the_rate_of_the_jacobian_gives_the_acceleration),
    cmocka_unit_test(poses_between_all_frames_are_products_of_poses_in_ground),
    cmocka_unit_test(angles_about_parallel_axes_are_added_along_the_path),
    cmocka_unit_test(a_pose_in_a_point_has_its_origin_there),
    cmocka_unit_test(twists_come_from_the_skew_matrix_and_the_rate_of_the_position),
    cmocka_unit_test(accelerations_are_second_derivatives),
    cmocka_unit_test(determinants_are_those_of_the_jacobian_in_ground_axes),
    cmocka_unit_test(what_is_not_known_is_said_with_what_is),
    cmocka_unit_test(an_unknown_key_is_answered_with_all_of_them),
    cmocka_unit_test(a_key_of_other_methods_is_answered_with_these),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
