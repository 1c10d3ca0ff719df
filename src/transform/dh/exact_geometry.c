// exact_geometry.c -- angles, unit vectors and rotations of exact geometry.
//
// Expressions with equal values are one node, so that a symbolic angle is recognised by comparing
// its sine and cosine with those of candidate angles. Numeric angles are recognised by their
// values.
// SPDX-License-Identifier: MIT
#include "transform/dh/exact_geometry.h"

#include "base/memory/memory.h"
#include "base/random.h"
#include "mechanism/default_value.h"
#include "notation/print/print.h"
#include "symbolic/algebra.h"
#include "symbolic/literal.h"
#include "symbolic/steps.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const double NEARLY_ZERO = 1e-13;  // of a ratio

// ---- numbers

enum {
  MAX_NUMBER_LENGTH = 24,  // digits, sign and point
  MAX_COST = 40            // of sqrt(6)/4 + sqrt(2)/4 squared and similar
};

static bool is_literal(const Expr *e) { return e->form->stage == STAGE_LITERAL; }

static bool is_long(const Expr *e)
{
  if (!is_literal(e)) return false;
  if (!expr_is_number(e)) return e->form->cost > MAX_COST;
  Text text = { 0 };
  expr_print(e, &text);
  bool is_long_number = text.length > MAX_NUMBER_LENGTH;
  text_free(&text);
  return is_long_number;
}

// The shortest decimal that reads back as the same double.
static const Expr *decimal_of(Geometry *geometry, double value)
{
  Text text = { 0 };
  text_put_double(&text, fabs(value));
  const Expr *decimal = expr_decimal(geometry->pool, text_string(&text), text.length);
  text_free(&text);
  geometry->is_rounded = true;
  return value < 0 ? negative(decimal) : decimal;
}

static const Expr *rounded_number(Geometry *geometry, const Expr *e)
{
  return is_long(e) ? decimal_of(geometry, expr_literal_value(e)) : e;
}

static bool has_long_number(const Steps *steps)
{
  for (int i = 0; i < steps->count; i++) {
    if (is_long(steps->at[i].node)) return true;
  }
  return false;
}

// Rebuilds the expression with decimals for long numbers.
static const Expr *rebuilt(Geometry *geometry, const Steps *steps)
{
  const Expr **nodes = memory_new((size_t)steps->count, sizeof *nodes);
  for (int i = 0; i < steps->count; i++) {
    const Step *step = &steps->at[i];
    nodes[i] = step->node;
    if (is_literal(step->node)) {
      nodes[i] = rounded_number(geometry, step->node);
    } else if (step->arg[0] >= 0) {
      const Expr *args[MAX_ARITY] = { 0 };
      bool is_same = true;
      for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++) {
        args[k] = nodes[step->arg[k]];
        is_same = is_same && args[k] == steps->at[step->arg[k]].node;
      }
      bool is_name = step->form->op == OP_NAMED;
      if (!is_same) nodes[i] = is_name ? args[0] : expr_apply((Operator)step->form->op, args);
    }
  }
  const Expr *result = nodes[steps->roots[0]];
  free(nodes);
  return result;
}

const Expr *rounded(Geometry *geometry, const Expr *e)
{
  if (is_literal(e)) return rounded_number(geometry, e);
  Steps steps = steps_of(&e, 1);
  if (has_long_number(&steps)) e = rebuilt(geometry, &steps);
  steps_free(&steps);
  return e;
}

// ---- vanishing expressions

// The parameters with their given values, or values near 1; at points other than 0 perturbed by up
// to 5 per cent.
static Mechanism values_at(const Mechanism *mechanism, uint64_t point, Arena *arena)
{
  bool is_first = point == 0;
  int count = mechanism->parameter_count;
  Mechanism values = { .pool = mechanism->pool,
                       .parameters = ARENA_ARRAY(arena, Parameter, count),
                       .parameter_count = count };
  for (int i = 0; i < count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    long random = (long)(random_next(&point) % 100000);
    const Expr *value = expr_rational(mechanism->pool, 950000 + random, 1000000);
    bool is_nonzero = parameter->value && !is_zero(parameter->value);
    if (parameter->value && is_first) value = parameter->value;
    if (is_nonzero && !is_first) value = product(value, parameter->value);
    values.parameters[i].symbol = parameter->symbol;
    values.parameters[i].value = value;
  }
  return values;
}

static double size_at(const Geometry *geometry, const Expr *e, int point)
{
  double value =
      is_literal(e) ? expr_literal_value(e) : mechanism_default_value(&geometry->values[point], e);
  return fabs(value);
}

bool has_value(const Geometry *geometry, const Expr *e)
{
  return isfinite(size_at(geometry, e, 0));
}

static const Expr *settled(Geometry *geometry, const Expr *e, double zero)
{
  if (expr_is_number(e) && !is_long(e)) return e;
  bool vanishes = size_at(geometry, e, 0) <= zero && size_at(geometry, e, 1) <= zero;
  return vanishes ? expr_integer(geometry->pool, 0) : rounded(geometry, e);
}

const Expr *settled_ratio(Geometry *geometry, const Expr *e)
{
  const Expr *ratio = settled(geometry, e, NEARLY_ZERO);
  if (!is_literal(ratio) || ratio == e) return ratio;
  double value = expr_literal_value(ratio);
  bool is_unit = fabs(fabs(value) - 1) < NEARLY_ZERO;
  return is_unit ? expr_integer(geometry->pool, value < 0 ? -1 : 1) : ratio;
}

const Expr *settled_length(Geometry *geometry, const Expr *e)
{
  return settled(geometry, e, NEARLY_ZERO * geometry->size);
}

Vec3 settled_direction(Geometry *geometry, Vec3 v)
{
  for (int i = 0; i < 3; i++)
    v.at[i] = settled_ratio(geometry, v.at[i]);
  return v;
}

Vec3 settled_position(Geometry *geometry, Vec3 v)
{
  for (int i = 0; i < 3; i++)
    v.at[i] = settled_length(geometry, v.at[i]);
  return v;
}

Pose settled_pose(Geometry *geometry, Pose placement)
{
  for (int i = 0; i < 9; i++)
    placement.R.at[i / 3][i % 3] = settled_ratio(geometry, placement.R.at[i / 3][i % 3]);
  return (Pose){ .R = placement.R, .p = settled_position(geometry, placement.p) };
}

// ---- values of the description

static void add_candidate(const Expr *list[], int *count, const Expr *e)
{
  if (is_zero(e)) return;
  for (int i = 0; i < *count; i++) {
    if (list[i] == e) return;
  }
  list[(*count)++] = e;
}

static void add_move(Geometry *geometry, const Move *move)
{
  if (move->kind == MOVE_QUATERNION || move_is_moving(move)) return;
  if (move->kind == MOVE_ROTATION) {
    add_candidate(geometry->angles, &geometry->angle_count, move->amount);
  } else {
    add_candidate(geometry->lengths, &geometry->length_count, move->amount);
    geometry->size = fmax(geometry->size, size_at(geometry, move->amount, 0));
  }
}

Geometry geometry_of(const Mechanism *mechanism, Arena *arena)
{
  int count = 0;
  for (int f = 0; f < mechanism->frame_count; f++)
    count += mechanism->frames[f].move_count;
  Geometry geometry = { .pool = mechanism->pool,
                        .angles = ARENA_ARRAY(arena, const Expr *, count),
                        .lengths = ARENA_ARRAY(arena, const Expr *, count),
                        .values = { values_at(mechanism, 0, arena),
                                    values_at(mechanism, 1, arena) } };
  for (int f = 0; f < mechanism->frame_count; f++) {
    for (int m = 0; m < mechanism->frames[f].move_count; m++)
      add_move(&geometry, &mechanism->frames[f].moves[m]);
  }
  return geometry;
}

// ---- angles

// n * 3 degrees
static const Expr *small_turns(Pool *pool, long n)
{
  const Expr *turn = expr_rational(pool, n, 60);
  return product(turn, expr_pi(pool));
}

// Variants of `angle`: both signs, plus multiples of 90 deg; eight in all.
static const Expr *variant(const Expr *angle, int index)
{
  const Expr *turned = index % 2 == 0 ? angle : negative(angle);
  return sum(turned, small_turns(expr_pool(angle), 30L * (index / 2 - 1)));
}

// The angle of a number is a multiple of 3 degrees or an angle of the description if it is close to
// one, otherwise a decimal.
static const Expr *angle_of_number(Geometry *geometry, double value)
{
  const double step = acos(-1.0) / 60;
  double turns = round(value / step);
  if (fabs(value - turns * step) < NEARLY_ZERO) return small_turns(geometry->pool, lround(turns));
  for (int i = 0; i < 8 * geometry->angle_count; i++) {
    const Expr *angle = geometry->angles[i / 8];
    if (!is_literal(angle)) continue;
    const Expr *other = variant(angle, i % 8);
    if (fabs(value - expr_literal_value(other)) < NEARLY_ZERO) return other;
  }
  return decimal_of(geometry, value);
}

// A symbolic angle that is a variant of one in the description; NULL: there is none.
static const Expr *known_angle(const Geometry *geometry, const Expr *sine, const Expr *cosine)
{
  for (int i = 0; i < 8 * geometry->angle_count; i++) {
    const Expr *angle = variant(geometry->angles[i / 8], i % 8);
    if (expr_call(OP_COS, angle) == cosine && expr_call(OP_SIN, angle) == sine) return angle;
  }
  return NULL;
}

// A root that divides both; NULL: there is none.
static const Expr *common_root(const Expr *sine, const Expr *cosine)
{
  const Expr *const both[] = { sine, cosine };
  Steps steps = steps_of(both, 2);
  const Expr *found = NULL;
  for (int i = 0; i < steps.count && !found; i++) {
    const Expr *root = steps.at[i].node;
    if (root->form->op == OP_SQRT &&
        product(sine, root)->form->cost + product(cosine, root)->form->cost <
            sine->form->cost + cosine->form->cost)
      found = root;
  }
  steps_free(&steps);
  return found;
}

const Expr *exact_angle(Geometry *geometry, const Expr *sine, const Expr *cosine)
{
  if (is_literal(sine) && is_literal(cosine)) {
    double s = expr_literal_value(sine), c = expr_literal_value(cosine);
    return angle_of_number(geometry, atan2(s, c));
  }
  const Expr *known = known_angle(geometry, sine, cosine);
  if (known) return known;
  const Expr *root;
  while ((root = common_root(sine, cosine)) != NULL) {
    sine = product(sine, root);
    cosine = product(cosine, root);
  }
  return expr_call2(OP_ATAN2, sine, cosine);
}

// ---- unit vectors

static const Expr *known_root(const Geometry *geometry, const Expr *squared)
{
  for (int i = 0; i < geometry->length_count; i++) {
    if (square(geometry->lengths[i]) == squared) return geometry->lengths[i];
  }
  for (int i = 0; i < geometry->angle_count; i++) {
    const Expr *sine = expr_call(OP_SIN, geometry->angles[i]);
    if (square(sine) == squared) return sine;
    const Expr *cosine = expr_call(OP_COS, geometry->angles[i]);
    if (square(cosine) == squared) return cosine;
  }
  for (long n = 1; n <= 30 && is_literal(squared); n++) {
    const Expr *sine = expr_call(OP_SIN, small_turns(geometry->pool, n));
    if (square(sine) == squared) return sine;
  }
  return expr_call(OP_SQRT, squared);
}

static bool are_literal(Vec3 v)
{
  return is_literal(v.at[0]) && is_literal(v.at[1]) && is_literal(v.at[2]);
}

Vec3 exact_unit(Geometry *geometry, Vec3 v, const Expr **length)
{
  assert(!vec3_is_zero(v));
  int i = 0;
  while (is_zero(v.at[i]))
    i++;
  const Expr *first = v.at[i];
  Vec3 ratios = vec3_scale(reciprocal(first), v);
  if (!are_literal(ratios)) {
    *length = known_root(geometry, rounded(geometry, vec3_dot(v, v)));
    return settled_direction(geometry, vec3_scale(reciprocal(*length), v));
  }
  const Expr *root = known_root(geometry, vec3_dot(ratios, ratios));
  if (looks_negative(first)) root = negative(root);
  *length = rounded(geometry, product(first, root));
  return settled_direction(geometry, vec3_scale(reciprocal(root), ratios));
}

// ---- placements as moves

static void add_turn(Move moves[], int *count, int axis, const Expr *angle)
{
  if (is_zero(angle)) return;
  Vec3 unit = vec3_unit(expr_pool(angle), axis);
  moves[(*count)++] = (Move){ MOVE_ROTATION, angle, vec3_keep(unit) };
}

// RZ(z) RY(y) RX(x). If y is 90 deg, z and x turn about one axis: z is arbitrary if x is computed
// from the remaining rotation, R' = RZ(-z) R.
static void turns_of_numbers(Geometry *geometry, Mat3 R, Move moves[], int *count)
{
  double r[3][3];
  for (int i = 0; i < 9; i++)
    r[i / 3][i % 3] = expr_literal_value(R.at[i / 3][i % 3]);
  double across = hypot(r[0][0], r[1][0]);
  double z = across > NEARLY_ZERO ? atan2(r[1][0], r[0][0]) : 0;
  double y = atan2(-r[2][0], across);
  double x = atan2(sin(z) * r[0][2] - cos(z) * r[1][2], cos(z) * r[1][1] - sin(z) * r[0][1]);
  add_turn(moves, count, 2, angle_of_number(geometry, z));
  add_turn(moves, count, 1, angle_of_number(geometry, y));
  add_turn(moves, count, 0, angle_of_number(geometry, x));
}

static bool is_same_matrix(Mat3 a, Mat3 b)
{
  for (int i = 0; i < 9; i++) {
    if (a.at[i / 3][i % 3] != b.at[i / 3][i % 3]) return false;
  }
  return true;
}

// Rotations about z, the new y, the new x by angles of the description, or a single rotation by any
// angle. Returns false if these do not produce R.
static bool turns_of_symbols(Geometry *geometry, Mat3 R, Move moves[], int *count)
{
  for (int k = 2; k >= 0; k--) {
    if (!expr_is_one(R.at[k][k])) continue;
    int i = (k + 1) % 3, j = (k + 2) % 3;
    add_turn(moves, count, k, exact_angle(geometry, R.at[j][i], R.at[i][i]));
    return true;
  }
  const Expr *squares = sum_of_products(R.at[0][0], R.at[0][0], R.at[1][0], R.at[1][0]);
  if (is_zero(squares)) return false;
  const Expr *cosine = known_root(geometry, squares);
  Pose made = pose_identity(geometry->pool);
  const Expr *sines[] = { quotient(R.at[1][0], cosine), negative(R.at[2][0]),
                          quotient(R.at[2][1], cosine) };
  const Expr *cosines[] = { quotient(R.at[0][0], cosine), cosine, quotient(R.at[2][2], cosine) };
  int first = *count;
  for (int k = 0; k < 3; k++) {
    bool is_number = is_literal(sines[k]) && is_literal(cosines[k]);
    const Expr *angle = is_number ? exact_angle(geometry, sines[k], cosines[k])
                                  : known_angle(geometry, sines[k], cosines[k]);
    if (!angle) return false;
    add_turn(moves, count, 2 - k, angle);
  }
  for (int m = first; m < *count; m++)
    made = pose_moved(made, &moves[m]);
  return is_same_matrix(made.R, R);
}

// An unnormalised quaternion without roots: a column of
//
//   4 e e' =
//   [ 1 + R00 + R11 + R22, R21 - R12,           R02 - R20,           R10 - R01           ]
//   [ R21 - R12,           1 + R00 - R11 - R22, R01 + R10,           R02 + R20           ]
//   [ R02 - R20,           R01 + R10,           1 - R00 + R11 - R22, R12 + R21           ]
//   [ R10 - R01,           R02 + R20,           R12 + R21,           1 - R00 - R11 + R22 ]
//
// the one whose diagonal element, its square, is the largest.
static const Expr *quaternion_entry(Geometry *geometry, Mat3 R, int i, int k)
{
  const Expr *e = expr_integer(geometry->pool, 1);
  if (i == k) {
    for (int j = 0; j < 3; j++)
      e = k == 0 || k == j + 1 ? sum(e, R.at[j][j]) : difference(e, R.at[j][j]);
  } else if (i > 0 && k > 0) {
    e = sum(R.at[i - 1][k - 1], R.at[k - 1][i - 1]);
  } else {
    int axis = i + k - 1, next = (axis + 1) % 3, last = (axis + 2) % 3;
    e = difference(R.at[last][next], R.at[next][last]);
  }
  return settled_ratio(geometry, e);
}

static Move quaternion_of(Geometry *geometry, Mat3 R)
{
  const Expr *e[4];
  int best = 0;
  double largest = 0;
  for (int k = 0; k < 4; k++) {
    double size = size_at(geometry, quaternion_entry(geometry, R, k, k), 0);
    if (size <= largest) continue;
    best = k;
    largest = size;
  }
  for (int i = 0; i < 4; i++)
    e[i] = quaternion_entry(geometry, R, i, best);
  return (Move){ MOVE_QUATERNION, expr_integer(geometry->pool, 0), expr_keep(e, 4) };
}

static void add_shifts(Vec3 p, Move moves[], int *count)
{
  for (int i = 0; i < 3; i++) {
    if (is_zero(p.at[i])) continue;
    Vec3 axis = vec3_unit(expr_pool(p.at[i]), i);
    moves[(*count)++] = (Move){ MOVE_TRANSLATION, p.at[i], vec3_keep(axis) };
  }
}

int placing_moves(Geometry *geometry, Pose placement, Move moves[MAX_PLACING_MOVES])
{
  int count = 0;
  bool is_number = true;
  for (int i = 0; i < 9; i++)
    is_number = is_number && is_literal(placement.R.at[i / 3][i % 3]);
  add_shifts(placement.p, moves, &count);
  int first = count;
  if (is_number) {
    turns_of_numbers(geometry, placement.R, moves, &count);
  } else if (!turns_of_symbols(geometry, placement.R, moves, &count)) {
    count = first;
    moves[count++] = quaternion_of(geometry, placement.R);
  }
  return count;
}
