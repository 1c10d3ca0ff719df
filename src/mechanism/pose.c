// pose.c -- poses and quaternions of sequences of moves.
// SPDX-License-Identifier: MIT
#include "mechanism/pose.h"

#include "base/vector.h"
#include "mechanism/default_value.h"
#include "symbolic/algebra.h"

Pose pose_identity(Pool *pool) { return (Pose){ .R = mat3_identity(pool), .p = vec3_zero(pool) }; }

Vec3 pose_apply(Pose pose, Vec3 r) { return vec3_add(pose.p, mat3_mul_vec(pose.R, r)); }

Pose pose_product(Pose outer, Pose inner)
{
  return (Pose){ .R = mat3_mul(outer.R, inner.R), .p = pose_apply(outer, inner.p) };
}

Pose pose_inverse(Pose pose)
{
  return (Pose){ .R = mat3_transpose(pose.R),
                 .p = vec3_neg(mat3_mul_vec_transposed(pose.R, pose.p)) };
}

// R_from^T (p_to - p_from): shorter than a product with the inverse if both frames have long paths.
Pose pose_between(Pose from, Pose to)
{
  Mat3 back = mat3_transpose(from.R);
  return (Pose){ .R = mat3_mul(back, to.R), .p = mat3_mul_vec(back, vec3_sub(to.p, from.p)) };
}

bool pose_is_identity(Pose pose) { return mat3_is_identity(&pose.R) && vec3_is_zero(pose.p); }

// ---- composition of moves

static bool is_same_vector(Vec3 a, Vec3 b) { return vec3_is_zero(vec3_sub(a, b)); }

// Adds the angle to the last rotation if the axes are parallel, otherwise starts a new rotation.
static void rotate(Pose *pose, Vec3 axis, const Expr *angle)
{
  if (pose->last_angle && is_same_vector(pose->last_axis, axis)) {
    pose->last_angle = sum(pose->last_angle, angle);
  } else if (pose->last_angle && is_same_vector(pose->last_axis, vec3_neg(axis))) {
    pose->last_angle = difference(pose->last_angle, angle);
  } else {
    pose->before_last = pose->R;
    pose->last_axis = axis;
    pose->last_angle = angle;
  }
  pose->R = mat3_mul(pose->before_last, mat3_rotation(pose->last_axis, pose->last_angle));
}

Pose pose_moved(Pose pose, const Move *move)
{
  Move copy = move_copy(expr_pool(pose.p.at[0]), move);
  if (copy.kind == MOVE_ROTATION) {
    rotate(&pose, move_axis(&copy), copy.amount);
  } else if (copy.kind == MOVE_TRANSLATION) {
    pose.p = pose_apply(pose, vec3_scale(copy.amount, move_axis(&copy)));
  } else {
    pose.R = mat3_mul(pose.R, quaternion_matrix(copy.at));
    pose.last_angle = NULL;
  }
  return pose;
}

Pose pose_of_moves(Pool *pool, const Move moves[], int count)
{
  Pose pose = pose_identity(pool);
  for (int m = 0; m < count; m++)
    pose = pose_moved(pose, &moves[m]);
  return pose;
}

Pose pose_of_frame(const Mechanism *mechanism, Pool *pool, int of, int seen_from)
{
  Arena *scratch = arena_new();
  MovePath path = moves_between(mechanism, pool, of, seen_from, scratch);
  Pose pose = pose_of_moves(pool, path.moves, path.count);
  arena_free(scratch);
  return pose;
}

// ---- moves

Move move_copy(Pool *pool, const Move *move)
{
  if (expr_pool(move->amount) == pool) return *move;
  const Expr *at[4];
  for (int i = 0; i < move_size(move); i++)
    at[i] = expr_copy(pool, move->at[i]);
  return (Move){ move->kind, expr_copy(pool, move->amount), expr_keep(at, move_size(move)) };
}

// Same axis with opposite amount; for a quaternion the conjugate.
Move move_inverse(const Move *move)
{
  Move inverse = *move;
  inverse.amount = negative(move->amount);
  if (move->kind != MOVE_QUATERNION) return inverse;
  const Expr *e[4] = { move->at[0], negative(move->at[1]), negative(move->at[2]),
                       negative(move->at[3]) };
  inverse.at = expr_keep(e, 4);
  return inverse;
}

Mat3 move_rotation(const Move *move)
{
  switch (move->kind) {
  case MOVE_ROTATION: return mat3_rotation(move_axis(move), move->amount);
  case MOVE_QUATERNION: return quaternion_matrix(move->at);
  case MOVE_TRANSLATION: break;
  }
  return mat3_identity(expr_pool(move->amount));
}

// Parents have smaller indices, so the larger of two different frames is not the common ancestor.
static int common_ancestor(const Mechanism *mechanism, int a, int b)
{
  while (a != b) {
    if (a > b) {
      a = mechanism->frames[a].parent;
    } else {
      b = mechanism->frames[b].parent;
    }
  }
  return a;
}

static int count_moves(const Mechanism *mechanism, int frame, int ancestor)
{
  int count = 0;
  for (; frame != ancestor; frame = mechanism->frames[frame].parent)
    count += mechanism->frames[frame].move_count;
  return count;
}

MovePath moves_between(const Mechanism *mechanism, Pool *pool, int of, int seen_from, Arena *arena)
{
  const Frame *frames = mechanism->frames;
  int ancestor = common_ancestor(mechanism, of, seen_from), done = 0;
  int count = count_moves(mechanism, seen_from, ancestor) + count_moves(mechanism, of, ancestor);
  MovePath path = { .moves = ARENA_ARRAY(arena, Move, count), .count = count };
  for (int f = seen_from; f != ancestor; f = frames[f].parent) {
    for (int m = frames[f].move_count - 1; m >= 0; m--) {
      Move move = move_copy(pool, &frames[f].moves[m]);
      path.moves[done++] = move_inverse(&move);
    }
  }
  for (int f = of, end = count; f != ancestor; f = frames[f].parent) {
    for (int m = frames[f].move_count - 1; m >= 0; m--)
      path.moves[--end] = move_copy(pool, &frames[f].moves[m]);
  }
  return path;
}

// ---- numerical evaluation

// Applies a move to a point and directions, expressing them in the preceding frame. Returns the
// length of the move.
static double move_place(const Mechanism *mechanism, int place, const Move *move,
                         double vectors[][3], int count)
{
  double amount = mechanism_trial_value(mechanism, place, move->amount), axis[3], e[4];
  bool slides = move->kind == MOVE_TRANSLATION;
  if (move->kind == MOVE_QUATERNION) {
    for (int i = 0; i < 4; i++)
      e[i] = mechanism_trial_value(mechanism, place, move->at[i]);
    quaternion_normalise(e);
  } else {
    if (amount == 0) return 0;
    mechanism_trial_vector(mechanism, place, move_axis(move), axis);
    quaternion_of_turn(amount, axis, e);
  }
  if (slides) vector_add(vectors[0], amount, axis, vectors[0]);
  for (int i = 0; i < count && !slides; i++)
    vector_turn_by_quaternion(e, vectors[i]);
  return slides ? fabs(amount) : 0;
}

double trial_place(const Mechanism *mechanism, int place, int a, double of_a[][3], int b,
                   double of_b[][3], int count)
{
  double length = 0;
  while (a != b) {  // parents have smaller indices
    const Frame *frame = &mechanism->frames[a > b ? a : b];
    for (int m = frame->move_count - 1; m >= 0; m--)
      length += move_place(mechanism, place, &frame->moves[m], a > b ? of_a : of_b, count);
    *(a > b ? &a : &b) = frame->parent;
  }
  return length;
}

// ---- quaternions

// a b + sign c d, one product after the other
static const Expr *pair(const Expr *a, const Expr *b, int sign, const Expr *c, const Expr *d)
{
  return sign > 0 ? sum_of_products(a, b, c, d) : difference_of_products(a, b, c, d);
}

static bool is_constant(const Expr *const e[4])
{
  for (int i = 0; i < 4; i++)
    if (e[i]->form->stage >= STAGE_TIME) return false;
  return true;
}

static const Expr *squared_norm(const Expr *const e[4])
{
  const Expr *squared = integer(e[0], 0);
  for (int i = 0; i < 4; i++)
    squared = sum(squared, square(e[i]));
  return squared;
}

// With s = 2, or s = 2 / |e|^2 for constants, which may have any norm (rational parameters then
// yield a rational matrix), R_ii = 1 - s (e_j^2 + e_k^2), R_ij = s (e_i e_j - e0 e_k), R_ji = s
// (e_i e_j + e0 e_k) for (i, j, k) = (1, 2, 3) and its cyclic permutations.
Mat3 quaternion_matrix(const Expr *const e[4])
{
  const Expr *s = integer(e[0], 2);
  if (is_constant(e)) s = quotient(s, squared_norm(e));
  Mat3 R = mat3_identity(expr_pool(e[0]));
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    const Expr *ei = e[i + 1], *ej = e[j + 1], *ek = e[k + 1];
    R.at[i][i] = difference(R.at[i][i], product(s, pair(ej, ej, 1, ek, ek)));
    R.at[i][j] = product(s, pair(ei, ej, -1, e[0], ek));
    R.at[j][i] = product(s, pair(ei, ej, 1, e[0], ek));
  }
  return R;
}

Quaternion quaternion_conjugate(Quaternion a)
{
  for (int i = 1; i < 4; i++)
    a.e[i] = negative(a.e[i]);
  return a;
}

// (a0 + a)(b0 + b) = a0 b0 - a . b  +  a0 b + b0 a + a x b
Quaternion quaternion_product(Quaternion a, Quaternion b)
{
  Vec3 va = { { a.e[1], a.e[2], a.e[3] } }, vb = { { b.e[1], b.e[2], b.e[3] } };
  const Expr *scalar = product(a.e[0], b.e[0]);
  Vec3 v = vec3_cross(va, vb);
  v = vec3_add(v, vec3_scale(a.e[0], vb));
  v = vec3_add(v, vec3_scale(b.e[0], va));
  return (Quaternion){ { difference(scalar, vec3_dot(va, vb)), v.at[0], v.at[1], v.at[2] } };
}

static Quaternion no_turn(Pool *pool)
{
  const Expr *zero = expr_integer(pool, 0);
  return (Quaternion){ { expr_integer(pool, 1), zero, zero, zero } };
}

// Constant Euler parameters may have any norm; coordinates have norm 1.
static Quaternion unit_quaternion(const Expr *const e[4])
{
  Quaternion unit = { { e[0], e[1], e[2], e[3] } };
  if (!is_constant(e)) return unit;
  const Expr *length = expr_call(OP_SQRT, squared_norm(e));
  for (int i = 0; i < 4; i++)
    unit.e[i] = quotient(unit.e[i], length);
  return unit;
}

static Quaternion quaternion_of_move(const Move *move)
{
  if (move->kind == MOVE_TRANSLATION) return no_turn(expr_pool(move->amount));
  if (move->kind == MOVE_QUATERNION) return unit_quaternion(move->at);
  const Expr *angle = half(move->amount);
  Vec3 v = vec3_scale(expr_call(OP_SIN, angle), move_axis(move));
  return (Quaternion){ { expr_call(OP_COS, angle), v.at[0], v.at[1], v.at[2] } };
}

Quaternion quaternion_of_moves(Pool *pool, const Move moves[], int count)
{
  Quaternion turn = no_turn(pool);
  for (int m = 0; m < count; m++)
    turn = quaternion_product(turn, quaternion_of_move(&moves[m]));
  return turn;
}

Quaternion quaternion_of_frame(const Mechanism *mechanism, int of, int seen_from)
{
  Arena *scratch = arena_new();
  MovePath path = moves_between(mechanism, mechanism->pool, of, seen_from, scratch);
  Quaternion turn = quaternion_of_moves(mechanism->pool, path.moves, path.count);
  arena_free(scratch);
  return turn;
}
