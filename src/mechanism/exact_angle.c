// exact_angle.c -- exact angles and unit vectors, rotations as moves.
//
// Expressions with equal values are one node, so an angle is recognised by comparing its sine and
// cosine with those of the angles that are likely: no approximation is involved.
// SPDX-License-Identifier: MIT
#include "mechanism/exact_angle.h"

#include "symbolic/algebra.h"
#include "symbolic/literal.h"
#include "notation/print.h"

#include <assert.h>
#include <math.h>

// ---- numbers

enum {
  LONGEST_NUMBER = 24,  // digits, sign and point
  LARGEST_COST = 40     // of sqrt(6)/4 + sqrt(2)/4 times itself and the like
};

static bool is_long(const Expr *e)
{
  if (e->form->stage != STAGE_LITERAL) return false;
  if (!expr_is_number(e)) return e->form->cost > LARGEST_COST;
  Text text = { 0 };
  expr_print(e, &text);
  bool is_long_number = text.length > LONGEST_NUMBER;
  text_free(&text);
  return is_long_number;
}

// The shortest decimal that reads back as the same double.
static const Expr *decimal_of(Pool *pool, double value)
{
  Text text = { 0 };
  text_put_double(&text, fabs(value));
  const Expr *decimal = expr_decimal(pool, text_string(&text), text.length);
  text_free(&text);
  return value < 0 ? negative(decimal) : decimal;
}

const Expr *settled(const Expr *e)
{
  if (!is_long(e)) return e;
  double value = expr_literal_value(e);
  bool is_near_integer = fabs(value) < 1e9 && fabs(value - round(value)) < 1e-13;
  return is_near_integer ? expr_integer(expr_pool(e), lround(value))
                         : decimal_of(expr_pool(e), value);
}

Vec3 settled_vector(Vec3 v)
{
  for (int i = 0; i < 3; i++)
    v.at[i] = settled(v.at[i]);
  return v;
}

Pose settled_pose(Pose pose)
{
  for (int i = 0; i < 9; i++)
    pose.R.at[i / 3][i % 3] = settled(pose.R.at[i / 3][i % 3]);
  return (Pose){ .R = pose.R, .p = settled_vector(pose.p) };
}

// ---- candidates

static void add_candidate(const Expr *list[], int *count, const Expr *e)
{
  if (is_zero(e)) return;
  for (int i = 0; i < *count; i++) {
    if (list[i] == e) return;
  }
  list[(*count)++] = e;
}

static int count_moves(const Mechanism *mechanism)
{
  int count = 0;
  for (int f = 0; f < mechanism->frame_count; f++)
    count += mechanism->frames[f].move_count;
  return count;
}

static void add_move(Candidates *candidates, const Move *move, Pool *pool)
{
  if (move->kind == MOVE_QUATERNION || move->amount->form->stage > STAGE_PARAMETER) return;
  const Expr *amount = expr_copy(pool, move->amount);
  if (move->kind == MOVE_ROTATION) {
    add_candidate(candidates->angles, &candidates->angle_count, amount);
  } else {
    add_candidate(candidates->lengths, &candidates->length_count, amount);
  }
}

Candidates candidates_of(const Mechanism *mechanism, Pool *pool, Arena *arena)
{
  int count = count_moves(mechanism);
  Candidates candidates = { .angles = ARENA_ARRAY(arena, const Expr *, count),
                            .lengths = ARENA_ARRAY(arena, const Expr *, count) };
  for (int f = 0; f < mechanism->frame_count; f++) {
    for (int m = 0; m < mechanism->frames[f].move_count; m++)
      add_move(&candidates, &mechanism->frames[f].moves[m], pool);
  }
  return candidates;
}

// ---- angles

// n * 3 degrees
static const Expr *small_turns(Pool *pool, long n)
{
  const Expr *turn = expr_rational(pool, n, 60);
  return product(turn, expr_pi(pool));
}

static bool has_angle(const Expr *angle, const Expr *sine, const Expr *cosine)
{
  return expr_call(OP_COS, angle) == cosine && expr_call(OP_SIN, angle) == sine;
}

static const Expr *multiple_of_3_degrees(const Expr *sine, const Expr *cosine)
{
  if (sine->form->stage != STAGE_LITERAL || cosine->form->stage != STAGE_LITERAL) return NULL;
  for (long n = 0; n <= 60; n++) {
    const Expr *angle = small_turns(expr_pool(sine), n);
    if (has_angle(angle, sine, cosine)) return angle;
    if (has_angle(angle, negative(sine), cosine)) return negative(angle);
  }
  return NULL;
}

static const Expr *candidate_angle(const Expr *candidate, const Expr *sine, const Expr *cosine)
{
  for (int sign = 1; sign >= -1; sign -= 2) {
    const Expr *signed_angle = sign > 0 ? candidate : negative(candidate);
    for (long quarters = -1; quarters <= 2; quarters++) {
      const Expr *angle = sum(signed_angle, small_turns(expr_pool(sine), 30 * quarters));
      if (has_angle(angle, sine, cosine)) return angle;
    }
  }
  return NULL;
}

// The angle of settled numbers is one itself, or the multiple of 3 degrees that it is near to.
static const Expr *settled_angle(const Expr *angle)
{
  if (angle->form->stage != STAGE_LITERAL) return angle;
  const double step = acos(-1.0) / 60;
  double value = expr_literal_value(angle), turns = round(value / step);
  if (fabs(value - turns * step) < 1e-13) return small_turns(expr_pool(angle), lround(turns));
  return decimal_of(expr_pool(angle), value);
}

const Expr *exact_angle(const Expr *sine, const Expr *cosine, const Candidates *candidates)
{
  const Expr *angle = multiple_of_3_degrees(sine, cosine);
  for (int i = 0; i < candidates->angle_count && !angle; i++)
    angle = candidate_angle(candidates->angles[i], sine, cosine);
  return angle ? angle : settled_angle(expr_call2(OP_ATAN2, sine, cosine));
}

// ---- unit vectors

bool looks_negative(const Expr *e)
{
  if (e->form->stage == STAGE_LITERAL) return expr_literal_value(e) < 0;
  if (e->form->op == OP_NEG) return true;
  return e->form->op == OP_MUL && expr_is_number(e->form->arg[0]) &&
         expr_number_sign(e->form->arg[0]) < 0;
}

static const Expr *known_root(const Expr *squared, const Candidates *candidates)
{
  for (int i = 0; i < candidates->length_count; i++) {
    if (square(candidates->lengths[i]) == squared) return candidates->lengths[i];
  }
  for (int i = 0; i < candidates->angle_count; i++) {
    const Expr *sine = expr_call(OP_SIN, candidates->angles[i]);
    if (square(sine) == squared) return sine;
    const Expr *cosine = expr_call(OP_COS, candidates->angles[i]);
    if (square(cosine) == squared) return cosine;
  }
  for (long n = 1; n <= 30 && squared->form->stage == STAGE_LITERAL; n++) {
    const Expr *sine = expr_call(OP_SIN, small_turns(expr_pool(squared), n));
    if (square(sine) == squared) return sine;
  }
  return expr_call(OP_SQRT, squared);
}

static int first_component(Vec3 v)
{
  int i = 0;
  while (is_zero(v.at[i]))
    i++;
  return i;
}

static bool is_literal(Vec3 v)
{
  bool is_good = true;
  for (int i = 0; i < 3; i++)
    is_good = is_good && v.at[i]->form->stage == STAGE_LITERAL;
  return is_good;
}

Vec3 exact_unit(Vec3 v, const Candidates *candidates, const Expr **length)
{
  assert(!vec3_is_zero(v));
  const Expr *first = v.at[first_component(v)];
  Vec3 ratios = vec3_scale(reciprocal(first), v);
  if (!is_literal(ratios)) {
    *length = known_root(vec3_dot(v, v), candidates);
    return settled_vector(vec3_scale(reciprocal(*length), v));
  }
  const Expr *root = known_root(vec3_dot(ratios, ratios), candidates);
  if (looks_negative(first)) root = negative(root);
  *length = settled(product(first, root));
  return settled_vector(vec3_scale(reciprocal(root), ratios));
}

// ---- rotations as moves

static void add_rotation(Move moves[], int *count, int axis, const Expr *angle)
{
  if (is_zero(angle)) return;
  Vec3 unit = vec3_unit(expr_pool(angle), axis);
  moves[(*count)++] = (Move){ .kind = MOVE_ROTATION, .axis = unit, .amount = angle };
}

// A rotation about one of the axes is written as that: R fixes the axis.
static bool single_rotation(Mat3 R, const Candidates *candidates, Move moves[3], int *count)
{
  for (int k = 2; k >= 0; k--) {
    if (!expr_is_one(R.at[k][k])) continue;
    int i = (k + 1) % 3, j = (k + 2) % 3;
    add_rotation(moves, count, k, exact_angle(R.at[j][i], R.at[i][i], candidates));
    return true;
  }
  return false;
}

int rotation_moves(Mat3 R, const Candidates *candidates, Move moves[3])
{
  int count = 0;
  if (single_rotation(R, candidates, moves, &count)) return count;
  const Expr *sine = negative(R.at[2][0]);
  bool is_locked = is_zero(R.at[0][0]) && is_zero(R.at[1][0]);
  if (is_locked) {  // y is a quarter turn: z and x turn about the same axis, and z does it all
    add_rotation(moves, &count, 2, exact_angle(negative(R.at[0][1]), R.at[1][1], candidates));
    add_rotation(moves, &count, 1, exact_angle(sine, R.at[0][0], candidates));
    return count;
  }
  const Expr *squares = sum_of_products(R.at[0][0], R.at[0][0], R.at[1][0], R.at[1][0]);
  const Expr *cosine =
      settled(known_root(squares, candidates));  // of either sign: two ways to turn
  const Expr *over = reciprocal(cosine);
  const Expr *z_sine = product(R.at[1][0], over), *z_cosine = product(R.at[0][0], over);
  const Expr *x_sine = product(R.at[2][1], over), *x_cosine = product(R.at[2][2], over);
  add_rotation(moves, &count, 2, exact_angle(z_sine, z_cosine, candidates));
  add_rotation(moves, &count, 1, exact_angle(sine, cosine, candidates));
  add_rotation(moves, &count, 0, exact_angle(x_sine, x_cosine, candidates));
  return count;
}
