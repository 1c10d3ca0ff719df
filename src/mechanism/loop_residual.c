// loop_residual.c -- closure equations of the joint kinds: distances and rotations that must be
// zero.
//
// Relative to the frame A of the first point, the second point is at the distance d and its frame B
// is rotated by R. With a triad e1, e2, e3 of A, e3 along the joint's axis, which has the same
// components in B, the closure equations of a joint are a subset of
//
//   d . e1, d . e2, d . e3                           distances along the triad
//   -e2 . R e3,  e1 . R e3,  e2 . R e1               rotations about e1, e2, e3
//
// Near R = 1 the rotations for a small rotation vector w are w . e1, w . e2, w . e3, so the
// equations are independent where the loop is closed and their multipliers are forces and moments.
// A rotation by 180 deg also satisfies the rotation equations; the initial values determine which
// solution is meant. The universal joint keeps x of A perpendicular to y of B, the two arms of its
// cross.
//
// A screw requires d . e3 - pitch/(2 pi) turn = 0. If all rotations between the points are about
// its axis, the turn is their sum and is unbounded; otherwise it is the angle with the sine e2 . R
// e1 and the cosine e1 . R e1, within 180 deg of the initial values.
// SPDX-License-Identifier: MIT
#include "mechanism/loop_residual.h"

#include "base/vector.h"
#include "mechanism/default_value.h"
#include "mechanism/pose.h"
#include "symbolic/algebra.h"
#include "symbolic/double_eval.h"

#include <assert.h>
#include <math.h>

typedef struct Triad {
  Vec3 e[3];
  const char *names[3];
} Triad;

static Triad triad_of_axes(Pool *pool, int k)
{
  static const char *const letters[] = { "x", "y", "z" };
  Triad triad;
  for (int i = 0; i < 3; i++) {
    triad.e[i] = vec3_unit(pool, (k + 1 + i) % 3);
    triad.names[i] = letters[(k + 1 + i) % 3];
  }
  return triad;
}

// A unit vector perpendicular to `axis`, along one of the frame's axes if possible.
static Vec3 unit_across(Vec3 axis)
{
  Pool *pool = expr_pool(axis.at[0]);
  for (int i = 0; i < 3; i++)
    if (is_zero(axis.at[i])) return vec3_unit(pool, i);
  Vec3 across = vec3_cross(axis, vec3_unit(pool, 2));
  const Expr *length = expr_call(OP_SQRT, vec3_dot(across, across));
  return vec3_scale(reciprocal(length), across);
}

static Triad triad_of_loop(Pool *pool, const Loop *loop)
{
  if (!joint_has_axis(loop->kind)) return triad_of_axes(pool, 2);
  Vec3 axis = vec3_copy(pool, loop->axis);
  int k = vec3_axis(axis);
  if (k >= 0) return triad_of_axes(pool, k);
  Vec3 across = unit_across(axis);
  return (Triad){ .e = { across, vec3_cross(axis, across), axis },
                  .names = { "first across", "second across", "axis" } };
}

static const Expr *turn_about(const Triad *triad, const Mat3 *R, int i)
{
  if (i == 2) return vec3_dot(triad->e[1], mat3_mul_vec(*R, triad->e[0]));
  Vec3 axis = mat3_mul_vec(*R, triad->e[2]);
  return i == 0 ? negative(vec3_dot(triad->e[1], axis)) : vec3_dot(triad->e[0], axis);
}

// ---- screws

// Sum of the rotations between the points if all are about `axis`; NULL otherwise.
static const Expr *sum_of_turns(const Pose *pose, Vec3 axis)
{
  Pose before = { .R = pose->before_last, .p = vec3_zero(expr_pool(axis.at[0])) };
  if (!pose->last_angle || !pose_is_identity(before)) return NULL;
  if (vec3_is_zero(vec3_sub(pose->last_axis, axis))) return pose->last_angle;
  bool is_opposite = vec3_is_zero(vec3_add(pose->last_axis, axis));
  return is_opposite ? negative(pose->last_angle) : NULL;
}

// Angle with this sine and cosine, near `quarters` times 90 deg.
static const Expr *angle_near(const Expr *sine, const Expr *cosine, long quarters)
{
  for (long i = ((quarters % 4) + 4) % 4; i > 0; i--) {  // rotate back by 90 deg each
    const Expr *turned = negative(cosine);
    cosine = sine;
    sine = turned;
  }
  const Expr *base = product(expr_rational(expr_pool(sine), quarters, 2), expr_pi(expr_pool(sine)));
  return sum(base, expr_call2(OP_ATAN2, sine, cosine));
}

// Number of quarter turns of the initial angle: full revolutions follow from the advance of the
// screw, the remainder from its orientation.
static long initial_quarters(const Mechanism *mechanism, const Expr *sine, const Expr *cosine,
                             const Expr *advance)
{
  const double quarter = acos(0.0);
  double s = mechanism_initial_value(mechanism, sine);
  double angle = atan2(s, mechanism_initial_value(mechanism, cosine));
  double whole = round((mechanism_initial_value(mechanism, advance) - angle) / (4 * quarter));
  if (isnan(angle)) return 0;
  return lround(angle / quarter) + (fabs(whole) < 1e9 ? 4 * lround(whole) : 0);
}

// d . e3 - pitch/(2 pi) turn
static const Expr *advance_left(const Mechanism *mechanism, const Loop *loop, const Triad *triad,
                                const Pose *pose, const Expr *slide)
{
  Pool *pool = expr_pool(slide);
  const Expr *per_turn = product(expr_rational(pool, 1, 2), expr_copy(pool, loop->pitch));
  const Expr *per_radian = quotient(per_turn, expr_pi(pool));
  const Expr *turn = sum_of_turns(pose, triad->e[2]);
  if (!turn) {
    Vec3 turned = mat3_mul_vec(pose->R, triad->e[0]);
    const Expr *sine = vec3_dot(triad->e[1], turned), *cosine = vec3_dot(triad->e[0], turned);
    const Expr *advance = quotient(slide, per_radian);
    turn = angle_near(sine, cosine, initial_quarters(mechanism, sine, cosine, advance));
  }
  return difference(slide, product(per_radian, turn));
}

// ---- all residuals

int loop_residuals(const Mechanism *mechanism, const Loop *loop, Pool *pool, Arena *arena,
                   LoopResidual residuals[MAX_LOOP_RESIDUALS])
{
  assert(loop->kind != JOINT_FREE && "the language refuses it");
  unsigned keeps = joint_info(loop->kind)->keeps;
  Triad triad = triad_of_loop(pool, loop);
  Pose pose = pose_of_frame(mechanism, pool, loop->second.frame, loop->first.frame);
  Vec3 place = pose_apply(pose, vec3_copy(pool, loop->second.position_F));
  Vec3 d = vec3_sub(place, vec3_copy(pool, loop->first.position_F));
  int count = 0;
  for (int i = 0; i < 3; i++) {
    if (!(keeps & (i == 2 ? KEEPS_HEIGHT : KEEPS_LINE))) continue;
    const Expr *distance = vec3_dot(d, triad.e[i]);
    residuals[count++] = (LoopResidual){ distance, triad.names[i], triad.e[i], false };
  }
  for (int i = 0; i < 3; i++) {
    if (!(keeps & (i == 2 ? KEEPS_TURN : KEEPS_DIRECTION))) continue;
    const char *what = arena_format(arena, "turn about %s", triad.names[i]);
    const Expr *turn = turn_about(&triad, &pose.R, i);
    residuals[count++] = (LoopResidual){ turn, what, triad.e[i], true };
  }
  if (keeps & KEEPS_CROSS) {
    residuals[count++] = (LoopResidual){ pose.R.at[0][1], "x square to y", triad.e[2], true };
  }
  if (keeps & KEEPS_ADVANCE) {
    const Expr *slide = vec3_dot(d, triad.e[2]);
    const Expr *left = advance_left(mechanism, loop, &triad, &pose, slide);
    const char *what = arena_format(arena, "advance along %s", triad.names[2]);
    residuals[count++] = (LoopResidual){ left, what, triad.e[2], false };
  }
  return count;
}

static double size_of_vector(const Mechanism *mechanism, Vec3 v)
{
  double size = 0;
  for (int i = 0; i < 3; i++)
    size += mechanism_initial_size(mechanism, v.at[i]);
  return size;
}

double loop_length(const Mechanism *mechanism, const Loop *loop)
{
  double length = size_of_vector(mechanism, loop->first.position_F) +
                  size_of_vector(mechanism, loop->second.position_F);
  int a = loop->first.frame, b = loop->second.frame;
  while (a != b) {  // parents have smaller indices
    int *farther = a > b ? &a : &b;
    const Frame *frame = &mechanism->frames[*farther];
    for (int m = 0; m < frame->move_count; m++) {
      if (frame->moves[m].kind != MOVE_TRANSLATION) continue;
      length += mechanism_initial_size(mechanism, frame->moves[m].amount);
    }
    *farther = frame->parent;
  }
  return length;
}

bool loop_residual_is_inconsistent(const Mechanism *mechanism, const Loop *loop, int plane,
                                   const LoopResidual *residual)
{
  if (residual->value->form->stage >= STAGE_POSITION || is_zero(residual->value)) return false;
  bool is_along_normal = plane >= 0 && vec3_axis(residual->axis) == plane;
  if (plane >= 0 && is_along_normal != residual->is_turn) return false;
  double value = mechanism_initial_value(mechanism, residual->value);
  double size = residual->is_turn ? 1 : loop_length(mechanism, loop);
  return !isnan(value) && !value_is_rounding(value, size);
}

bool loop_is_mirrored(const Mechanism *mechanism, const Loop *loop, Pool *pool)
{
  if (loop->kind != JOINT_FIXED) return false;
  Mat3 R = pose_of_frame(mechanism, pool, loop->second.frame, loop->first.frame).R;
  const Expr *trace = sum(sum(R.at[0][0], R.at[1][1]), R.at[2][2]);
  return trace->form->stage < STAGE_POSITION && mechanism_initial_value(mechanism, trace) < 0;
}

// ---- numerical tests

enum { KEPT = 7 };

// Evaluates all possible residuals of joints at a trial configuration: distances, rotations, x
// perpendicular to y. Returns the magnitude of the lengths involved.
static double trial_residuals(const Mechanism *mechanism, const Loop *loop, const Triad *triad,
                              int place, double residuals[KEPT])
{
  double a[4][3], b[4][3], d[3];  // a point and a triad at it
  mechanism_trial_vector(mechanism, place, loop->first.position_F, a[0]);
  mechanism_trial_vector(mechanism, place, loop->second.position_F, b[0]);
  double size = vector_length(a[0]) + vector_length(b[0]);
  for (int i = 1; i <= 3; i++) {
    mechanism_trial_vector(mechanism, place, triad->e[i - 1], a[i]);
    mechanism_trial_vector(mechanism, place, triad->e[i - 1], b[i]);
  }
  size += trial_place(mechanism, place, loop->first.frame, a, loop->second.frame, b, 4);
  vector_add(b[0], -1, a[0], d);
  for (int i = 0; i < 3; i++)
    residuals[i] = vector_dot(d, a[i + 1]);
  residuals[3] = vector_dot(a[2], b[3]);
  residuals[4] = vector_dot(a[1], b[3]);
  residuals[5] = vector_dot(a[2], b[1]);
  residuals[6] = vector_dot(a[1], b[2]);
  return size;
}

// A constant below a tenth of the rounding limit (loop_residual_is_inconsistent()) is accepted,
// whether it is zero or not.
bool loop_surely_closes(const Mechanism *mechanism, const Loop *loop, int plane, Pool *pool)
{
  static const unsigned PARTS[KEPT] = { KEEPS_LINE,      KEEPS_LINE, KEEPS_HEIGHT, KEEPS_DIRECTION,
                                        KEEPS_DIRECTION, KEEPS_TURN, KEEPS_CROSS };
  unsigned keeps = joint_info(loop->kind)->keeps;
  Triad triad = triad_of_loop(pool, loop);
  double here[KEPT], there[KEPT];
  double size = trial_residuals(mechanism, loop, &triad, 0, here) +
                trial_residuals(mechanism, loop, &triad, 1, there);
  for (int i = 0; i < KEPT; i++) {
    bool is_turn = i >= 3, is_along_normal = vec3_axis(triad.e[i < 6 ? i % 3 : 2]) == plane;
    bool is_drawing = plane >= 0 && is_along_normal != is_turn;
    if (!(keeps & PARTS[i]) || is_drawing) continue;
    if (trial_differs(here[i], there[i], is_turn ? 1 : size)) continue;
    double least = is_turn ? 1 : loop_length(mechanism, loop);
    if (!value_is_rounding(10 * (fabs(here[i]) + fabs(there[i])), least)) return false;
  }
  return !(keeps & KEEPS_ADVANCE);
}
