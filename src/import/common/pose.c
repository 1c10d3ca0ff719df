// pose.c -- translations and rotations as moves of the language.
// SPDX-License-Identifier: MIT
#include "import/common/pose.h"

#include "base/vector.h"
#include "import/common/decimal.h"

#include <math.h>
#include <string.h>

Pose pose_zero(void)
{
  return (Pose){ .at = { "0", "0", "0" }, .turns = "", .back = "", .quaternion = { 1, 0, 0, 0 } };
}

bool pose_has_place(const Pose *pose) { return !decimals_are_zero(pose->at, 3); }

bool pose_has_turns(const Pose *pose) { return pose->turns[0] != '\0'; }

bool pose_is_zero(const Pose *pose) { return !pose_has_turns(pose) && !pose_has_place(pose); }

const char *moves_joined(Arena *arena, const char *a, const char *b)
{
  if (*a == '\0') return b;
  return *b == '\0' ? a : arena_format(arena, "%s, %s", a, b);
}

// ---- turns

// p <- p q
static void multiply(double p[4], const double q[4])
{
  const double product[4] = { p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
                              p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                              p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
                              p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0] };
  memcpy(p, product, sizeof product);
}

static void add_turn(Pose *pose, Arena *arena, const char *turn, const char *back,
                     const double quaternion[4])
{
  pose->turns = moves_joined(arena, pose->turns, turn);
  pose->back = moves_joined(arena, back, pose->back);
  multiply(pose->quaternion, quaternion);
  quaternion_normalise(pose->quaternion);
}

void pose_turn(Pose *pose, Arena *arena, int axis, Angle angle)
{
  if (decimal_is_zero(angle.text)) return;
  double q[4] = { cos(angle.value / 2), 0, 0, 0 };
  q[1 + axis] = sin(angle.value / 2);
  char name = (char)('X' + axis);
  add_turn(pose, arena, arena_format(arena, "R%c(%s)", name, angle.text),
           arena_format(arena, "R%c(%s)", name, negated(arena, angle.text)), q);
}

int single_axis(const char *const vector[3])
{
  int found = -1;
  for (int i = 0; i < 3; i++) {
    if (decimal_is_zero(vector[i])) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

void pose_turn_about(Pose *pose, Arena *arena, const char *const axis[3], Angle angle)
{
  int single = single_axis(axis);
  if (single >= 0 && axis[single][0] == '-') {
    angle = (Angle){ negated(arena, angle.text), -angle.value };
  }
  if (single >= 0) {
    pose_turn(pose, arena, single, angle);
    return;
  }
  if (decimal_is_zero(angle.text)) return;
  double v[3] = { decimal_value(axis[0]), decimal_value(axis[1]), decimal_value(axis[2]) };
  double q[4];
  vector_scale(1 / vector_length(v), v, v);
  quaternion_of_turn(angle.value, v, q);
  const char *vector = vector_text(arena, axis, "");
  add_turn(pose, arena, arena_format(arena, "R(%s, %s)", vector, angle.text),
           arena_format(arena, "R(%s, %s)", vector, negated(arena, angle.text)), q);
}

void pose_turn_by_quaternion(Pose *pose, Arena *arena, const char *const q[4])
{
  const char *back[3];
  double value[4] = { decimal_value(q[0]) };
  if (decimals_are_zero(q + 1, 3)) return;
  for (int i = 0; i < 3; i++) {
    value[1 + i] = decimal_value(q[1 + i]);
    back[i] = negated(arena, q[1 + i]);
  }
  add_turn(pose, arena, arena_format(arena, "Q(%s, %s)", q[0], vector_text(arena, &q[1], "")),
           arena_format(arena, "Q(%s, %s)", q[0], vector_text(arena, back, "")), value);
}

// Rotates about x if the axis is in the y-z plane, about y if it is in the x-z plane. If the axis
// is opposite to z within rounding, the rotation is about x as well, so that rounding errors do not
// determine its axis. The sign is taken from the numerical values, since an expression does not
// show it.
void pose_turn_z_to(Pose *pose, Arena *arena, const char *const axis[3], const double value[3])
{
  double across = hypot(value[0], value[1]);
  bool is_against = value[2] < 0 && across < 1e-10 * -value[2];
  if (is_against) pose_turn(pose, arena, 0, (Angle){ "180 deg", M_PI });
  if (is_against || across == 0) return;
  int single = value[0] == 0 ? 1 : value[1] == 0 ? 0 : -1;
  const char *length = single < 0 ? arena_format(arena, "norm([%s, %s, 0])", axis[0], axis[1])
                       : value[single] < 0 ? negated(arena, axis[single])
                                           : axis[single];
  Angle angle = { "90 deg", atan2(across, value[2]) };
  if (value[2] != 0) angle.text = arena_format(arena, "atan2(%s, %s)", length, axis[2]);
  if (single >= 0 && (value[single] < 0) != (single == 1))
    angle = (Angle){ negated(arena, angle.text), -angle.value };
  if (single >= 0)
    pose_turn(pose, arena, 1 - single, angle);
  else
    pose_turn_about(pose, arena, (const char *[]){ negated(arena, axis[1]), axis[0], "0" }, angle);
}

// ---- two axes

static bool normalise(double v[3])
{
  double length = vector_length(v);
  vector_scale(1 / length, v, v);
  return length > 1e-100 && isfinite(length);
}

// Shepperd's method: the largest component of the quaternion is determined from the diagonal, the
// others from sums and differences of the other entries. The result is not normalised.
static void quaternion_of(double R[3][3], double q[4])
{
  double trace = R[0][0] + R[1][1] + R[2][2];
  const double size[4] = { trace, R[0][0], R[1][1], R[2][2] };
  int largest = 0;
  for (int i = 1; i < 4; i++)
    if (size[i] > size[largest]) largest = i;
  double a = R[2][1] - R[1][2], b = R[0][2] - R[2][0], c = R[1][0] - R[0][1];
  double d = R[1][0] + R[0][1], e = R[0][2] + R[2][0], f = R[2][1] + R[1][2];
  const double rows[4][4] = { { 1 + trace, a, b, c },
                              { a, 1 + 2 * R[0][0] - trace, d, e },
                              { b, d, 1 + 2 * R[1][1] - trace, f },
                              { c, e, f, 1 + 2 * R[2][2] - trace } };
  memcpy(q, rows[largest], sizeof rows[largest]);
}

// Rotations by multiples of 90 deg are exact: the components of their quaternions are 0, 1 or 1/2
// of the largest.
bool pose_turn_to_axes(Pose *pose, Arena *arena, const char *const xy[6])
{
  double x[3], y[3], z[3], R[3][3], q[4];
  for (int i = 0; i < 3; i++) {
    x[i] = decimal_value(xy[i]);
    y[i] = decimal_value(xy[3 + i]);
  }
  if (!normalise(x)) return false;
  vector_add(y, -vector_dot(x, y), x, y);
  if (!normalise(y)) return false;
  vector_cross(x, y, z);
  for (int i = 0; i < 3; i++) {
    R[i][0] = x[i];
    R[i][1] = y[i];
    R[i][2] = z[i];
  }
  quaternion_of(R, q);
  double largest = 0;
  for (int i = 0; i < 4; i++)
    largest = fmax(largest, fabs(q[i]));
  const char *decimals[4];
  for (int i = 0; i < 4; i++) {
    double share = q[i] / largest;
    decimals[i] = fabs(share) < 1e-14 ? "0" : decimal_from_double(arena, share);
  }
  pose_turn_by_quaternion(pose, arena, decimals);
  return true;
}

Pose pose_composed(Arena *arena, const Pose *outer, const Pose *inner)
{
  Pose result = *outer;
  const char *const *at = inner->at;
  double v[3] = { decimal_value(at[0]), decimal_value(at[1]), decimal_value(at[2]) };
  vector_turn_by_quaternion(outer->quaternion, v);
  for (int i = 0; i < 3; i++)
    result.at[i] = decimal_from_double(arena, decimal_value(outer->at[i]) + v[i]);
  result.turns = moves_joined(arena, outer->turns, inner->turns);
  multiply(result.quaternion, inner->quaternion);
  return result;
}

// ---- text

const char *vector_text(Arena *arena, const char *const vector[3], const char *unit)
{
  return arena_format(arena, "[%s, %s, %s]%s%s", vector[0], vector[1], vector[2], *unit ? " " : "",
                      unit);
}

const char *pose_moves(Arena *arena, const Pose *pose)
{
  if (!pose_has_place(pose)) return pose->turns;
  const char *shift = arena_format(arena, "T(%s)", vector_text(arena, pose->at, "m"));
  return moves_joined(arena, shift, pose->turns);
}

const char *pose_moves_back(Arena *arena, const Pose *pose)
{
  if (!pose_has_place(pose)) return pose->back;
  const char *minus[3];
  for (int i = 0; i < 3; i++)
    minus[i] = negated(arena, pose->at[i]);
  const char *shift = arena_format(arena, "T(%s)", vector_text(arena, minus, "m"));
  return moves_joined(arena, pose->back, shift);
}

static const char *moves_of(Arena *arena, const PoseNode *node, bool is_back, bool only_turns)
{
  if (only_turns) return node->is_back != is_back ? node->pose.back : node->pose.turns;
  return node->is_back != is_back ? pose_moves_back(arena, &node->pose)
                                  : pose_moves(arena, &node->pose);
}

const char *pose_path(Arena *arena, const PoseNode nodes[], int from, int to, bool only_turns)
{
  const char *up = "";
  const char *down = "";
  while (from != to) {
    if (from > to) {
      up = moves_joined(arena, up, moves_of(arena, &nodes[from], true, only_turns));
      from = nodes[from].parent;
    } else {
      down = moves_joined(arena, moves_of(arena, &nodes[to], false, only_turns), down);
      to = nodes[to].parent;
    }
  }
  return moves_joined(arena, up, down);
}
