// pose.c -- translations and turns as text, with exact quarter turns.
// SPDX-License-Identifier: MIT
#include "import/pose.h"

#include "import/decimal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { LINE = 99 };  // columns of a line, with the comma at its end

Pose pose_zero(void) { return (Pose){ .position = { "0", "0", "0" } }; }

static void add_turn(Pose *pose, Turn turn)
{
  assert(pose->turn_count < POSE_TURNS);
  pose->turns[pose->turn_count++] = turn;
}

void pose_turn(Pose *pose, Arena *arena, int axis, Angle angle)
{
  if (strcmp(angle.text, "0") == 0) return;
  Turn turn = { .axis = axis, .angle = angle };
  turn.text = arena_format(arena, "R%c(%s)", "XYZ"[axis], angle.text);
  turn.unit[axis] = 1;
  add_turn(pose, turn);
}

static const char *negative_text(Arena *arena, const char *text)
{
  return text[0] == '-' ? text + 1 : arena_format(arena, "-%s", text);
}

void pose_turn_about(Pose *pose, Arena *arena, const char *const axis[3], const char *text,
                     double value)
{
  double v[3] = { decimal_value(axis[0]), decimal_value(axis[1]), decimal_value(axis[2]) };
  double length = hypot(hypot(v[0], v[1]), v[2]);
  if (length == 0) return;
  for (int i = 0; i < 3; i++)
    v[i] /= length;
  for (int i = 0; i < 3; i++) {
    if (fabs(v[i]) != 1) continue;
    bool is_negative = v[i] < 0;
    const char *own = is_negative ? negative_text(arena, text) : text;
    pose_turn(pose, arena, i, (Angle){ .text = own, .value = is_negative ? -value : value });
    return;
  }
  Turn turn = { .axis = -1, .angle = { .text = text, .value = value } };
  turn.text = arena_format(arena, "R([%s, %s, %s], %s)", axis[0], axis[1], axis[2], text);
  memcpy(turn.unit, v, sizeof v);
  add_turn(pose, turn);
}

void pose_turn_by_quaternion(Pose *pose, Arena *arena, const char *const q[4])
{
  double v[3] = { decimal_value(q[1]), decimal_value(q[2]), decimal_value(q[3]) };
  double length = hypot(hypot(v[0], v[1]), v[2]);
  if (length == 0) return;
  Turn turn = { .axis = -1,
                .angle = { .text = "", .value = 2 * atan2(length, decimal_value(q[0])) } };
  turn.text = arena_format(arena, "Q(%s, [%s, %s, %s])", q[0], q[1], q[2], q[3]);
  for (int i = 0; i < 3; i++)
    turn.unit[i] = v[i] / length;
  add_turn(pose, turn);
}

// From z to an axis in the plane of y and z (then about x), or in that of x and z (about y).
static Angle angle_in_plane(Arena *arena, const char *const axis[3], bool about_x)
{
  const char *across = about_x ? decimal_negate(arena, axis[1]) : axis[0];
  return (Angle){ .text = arena_format(arena, "atan2(%s, %s)", across, axis[2]),
                  .value = atan2(decimal_value(across), decimal_value(axis[2])) };
}

void pose_turn_z_to(Pose *pose, Arena *arena, const char *const axis[3])
{
  bool no_x = decimal_is_zero(axis[0]);
  bool no_y = decimal_is_zero(axis[1]);
  bool no_z = decimal_is_zero(axis[2]);
  if (no_x && no_y) {
    if (axis[2][0] == '-') pose_turn(pose, arena, 0, angle_from_degrees(arena, "180"));
  } else if (no_y && no_z) {
    pose_turn(pose, arena, 1, angle_from_degrees(arena, axis[0][0] == '-' ? "-90" : "90"));
  } else if (no_x && no_z) {
    pose_turn(pose, arena, 0, angle_from_degrees(arena, axis[1][0] == '-' ? "90" : "-90"));
  } else if (no_x || no_y) {
    pose_turn(pose, arena, no_x ? 0 : 1, angle_in_plane(arena, axis, no_x));
  } else {
    const char *turn_axis[3] = { decimal_negate(arena, axis[1]), axis[0], "0" };
    double across = hypot(decimal_value(axis[0]), decimal_value(axis[1]));
    const char *text =
        no_z ? "90 deg"
             : arena_format(arena, "atan2(norm([%s, %s, 0]), %s)", axis[0], axis[1], axis[2]);
    pose_turn_about(pose, arena, turn_axis, text, atan2(across, decimal_value(axis[2])));
  }
}

bool pose_has_position(const Pose *pose)
{
  for (int i = 0; i < 3; i++) {
    if (!decimal_is_zero(pose->position[i])) return true;
  }
  return false;
}

bool pose_is_shift(const Pose *pose) { return pose->turn_count == 0; }

bool pose_is_zero(const Pose *pose) { return pose_is_shift(pose) && !pose_has_position(pose); }

bool pose_is_quarter(const Pose *pose)
{
  for (int i = 0; i < pose->turn_count; i++) {
    if (pose->turns[i].axis < 0 || !pose->turns[i].angle.is_quarter) return false;
  }
  return true;
}

// ---- quarter turns as signed permutations: (R v)[i] = sign[i] * v[from[i]]

typedef struct Permutation {
  int from[3];
  int sign[3];
} Permutation;

// The permutation followed by one quarter turn about its new `axis`.
static Permutation quarter_turned(Permutation p, int axis)
{
  int a = (axis + 1) % 3;  // R e_a = e_b, R e_b = -e_a
  int b = (axis + 2) % 3;
  Permutation turned = p;
  for (int i = 0; i < 3; i++) {
    if (p.from[i] == a) {
      turned.from[i] = b;
      turned.sign[i] = -p.sign[i];
    } else if (p.from[i] == b) {
      turned.from[i] = a;
    }
  }
  return turned;
}

static Permutation permutation_of(const Pose *pose)
{
  Permutation p = { { 0, 1, 2 }, { 1, 1, 1 } };
  for (int i = 0; i < pose->turn_count; i++) {
    for (int k = 0; k < pose->turns[i].angle.quarters; k++) {
      p = quarter_turned(p, pose->turns[i].axis);
    }
  }
  return p;
}

static bool is_same(Permutation p, Permutation q)
{
  return memcmp(p.from, q.from, sizeof p.from) == 0 && memcmp(p.sign, q.sign, sizeof p.sign) == 0;
}

// The pose with the fewest of RZ, RY, RX that do the same as the permutation.
static Pose turned_by(const Pose *pose, Arena *arena, Permutation wanted)
{
  static const char *const degrees[4] = { "0", "90", "180", "-90" };
  Pose best = { .turn_count = POSE_TURNS };
  for (int i = 0; i < 64; i++) {
    Pose candidate = *pose;
    candidate.turn_count = 0;
    pose_turn(&candidate, arena, 2, angle_from_degrees(arena, degrees[i / 16]));
    pose_turn(&candidate, arena, 1, angle_from_degrees(arena, degrees[i / 4 % 4]));
    pose_turn(&candidate, arena, 0, angle_from_degrees(arena, degrees[i % 4]));
    if (candidate.turn_count < best.turn_count && is_same(wanted, permutation_of(&candidate))) {
      best = candidate;
    }
  }
  assert(best.turn_count <= 3);  // any of the 24 is reached; a reflection is none of them
  return best;
}

static void shorten_turns(Pose *pose, Arena *arena)
{
  Pose best = turned_by(pose, arena, permutation_of(pose));
  if (best.turn_count < pose->turn_count) *pose = best;
}

// ---- matrices

static bool is_permutation(double R[3][3], Permutation *p)
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      double whole = nearbyint(R[i][j]);
      if (fabs(R[i][j] - whole) > 1e-12) return false;
      if (whole == 0) continue;
      p->from[i] = j;
      p->sign[i] = (int)whole;
    }
  }
  return true;
}

// Each component of the quaternion (w, x, y, z), squared, is known from the diagonal; the largest
// is taken from there, the others from sums and differences (Shepperd). Its length is not 1.
static void quaternion_of(double R[3][3], double q[4])
{
  double trace = R[0][0] + R[1][1] + R[2][2];
  double size[4] = { trace, R[0][0], R[1][1], R[2][2] };
  int largest = 0;
  for (int i = 1; i < 4; i++) {
    if (size[i] > size[largest]) largest = i;
  }
  double a = R[2][1] - R[1][2];
  double b = R[0][2] - R[2][0];
  double c = R[1][0] - R[0][1];
  double d = R[1][0] + R[0][1];
  double e = R[0][2] + R[2][0];
  double f = R[2][1] + R[1][2];
  const double rows[4][4] = { { 1 + trace, a, b, c },
                              { a, 1 + 2 * R[0][0] - trace, d, e },
                              { b, d, 1 + 2 * R[1][1] - trace, f },
                              { c, e, f, 1 + 2 * R[2][2] - trace } };
  double length = 0;
  for (int i = 0; i < 4; i++)
    length += rows[largest][i] * rows[largest][i];
  for (int i = 0; i < 4; i++)
    q[i] = rows[largest][i] / sqrt(length);
}

void pose_turn_by_matrix(Pose *pose, Arena *arena, double R[3][3])
{
  Permutation p = { { 0 }, { 0 } };
  if (pose->turn_count == 0 && is_permutation(R, &p)) {
    *pose = turned_by(pose, arena, p);
    return;
  }
  double q[4];
  quaternion_of(R, q);
  const char *decimals[4];
  int axis = -1, axes = 0;
  for (int i = 0; i < 4; i++) {
    bool is_noise = fabs(q[i]) < 1e-14;
    decimals[i] = is_noise ? "0" : decimal_from_double(arena, q[i]);
    if (i == 0 || is_noise) continue;
    axis = i - 1;
    axes++;
  }
  if (axes == 1) {
    double angle = 2 * atan2(q[1 + axis], q[0]);
    const char *text = arena_format(arena, "%s rad", decimal_from_double(arena, angle));
    pose_turn(pose, arena, axis, (Angle){ .text = text, .value = angle });
  } else {
    pose_turn_by_quaternion(pose, arena, decimals);
  }
}

void pose_quaternion(const Pose *pose, double q[4])
{
  double R[3][3];
  double position[3];
  pose_matrix(pose, R, position);
  quaternion_of(R, q);
  double sign = q[0] < 0 ? -1 : 1;
  for (int i = 0; i < 4; i++)
    q[i] *= sign;
}

bool pose_compose(Arena *arena, const Pose *outer, const Pose *inner, Pose *composed)
{
  if (!pose_is_quarter(outer)) return false;
  if (outer->turn_count + inner->turn_count > POSE_TURNS) return false;
  Permutation p = permutation_of(outer);
  Pose pose = *outer;
  for (int i = 0; i < 3; i++) {
    const char *part = inner->position[p.from[i]];
    if (p.sign[i] < 0) part = decimal_negate(arena, part);
    pose.position[i] = decimal_add(arena, outer->position[i], part);
  }
  for (int i = 0; i < inner->turn_count; i++)
    add_turn(&pose, inner->turns[i]);
  if (outer->turn_count > 0 && pose_is_quarter(&pose)) shorten_turns(&pose, arena);
  *composed = pose;
  return true;
}

void pose_rotate_inertia(Arena *arena, const Pose *pose, const char *const inertia[6],
                         const char *rotated[6])
{
  static const int entry[3][3] = { { 0, 1, 2 }, { 1, 3, 4 }, { 2, 4, 5 } };
  Permutation p = permutation_of(pose);
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      const char *value = inertia[entry[p.from[i]][p.from[j]]];
      rotated[entry[i][j]] = p.sign[i] * p.sign[j] < 0 ? decimal_negate(arena, value) : value;
    }
  }
}

// R <- R * rotation by `angle` about the unit vector u (Rodrigues)
static void turn_matrix(double R[3][3], const double u[3], double angle)
{
  double c = cos(angle);
  double s = sin(angle);
  double v = 1 - c;
  double T[3][3] = {
    { c + v * u[0] * u[0], v * u[0] * u[1] - s * u[2], v * u[0] * u[2] + s * u[1] },
    { v * u[1] * u[0] + s * u[2], c + v * u[1] * u[1], v * u[1] * u[2] - s * u[0] },
    { v * u[2] * u[0] - s * u[1], v * u[2] * u[1] + s * u[0], c + v * u[2] * u[2] },
  };
  for (int i = 0; i < 3; i++) {
    double row[3] = { R[i][0], R[i][1], R[i][2] };
    for (int j = 0; j < 3; j++)
      R[i][j] = row[0] * T[0][j] + row[1] * T[1][j] + row[2] * T[2][j];
  }
}

void pose_matrix(const Pose *pose, double rotation[3][3], double position[3])
{
  for (int i = 0; i < 3; i++) {
    position[i] = decimal_value(pose->position[i]);
    for (int j = 0; j < 3; j++)
      rotation[i][j] = i == j;
  }
  for (int i = 0; i < pose->turn_count; i++) {
    turn_matrix(rotation, pose->turns[i].unit, pose->turns[i].angle.value);
  }
}

// ---- text

void pose_put_vector(Text *out, const char *const vector[3], const char *unit)
{
  text_format(out, "[%s, %s, %s] %s", vector[0], vector[1], vector[2], unit);
}

static void put_turns(Text *out, const Pose *pose)
{
  for (int i = 0; i < pose->turn_count; i++) {
    text_format(out, "%s%s", i > 0 ? ", " : "", pose->turns[i].text);
  }
}

static void put_at(Text *out, const Pose *pose)
{
  text_put(out, "at ");
  pose_put_vector(out, pose->position, "m");
}

static void put_rotated(Text *out, const Pose *pose)
{
  text_put(out, "rotated ");
  put_turns(out, pose);
}

void pose_put_part(Text *out, const char *part, const char *wrap)
{
  size_t column = 0;
  while (column < out->length && out->bytes[out->length - 1 - column] != '\n')
    column++;
  text_put(out, column + 1 + strlen(part) > LINE ? wrap : " ");
  text_put(out, part);
}

void pose_put_parts(Text *out, const Pose *pose)
{
  Text part = { 0 };
  if (pose_has_position(pose)) {
    put_at(&part, pose);
    pose_put_part(out, text_string(&part), POSE_NEXT_LINE);
    text_clear(&part);
  }
  if (pose->turn_count > 0) {
    put_rotated(&part, pose);
    pose_put_part(out, text_string(&part), POSE_NEXT_LINE);
  }
  text_free(&part);
}

void pose_put_shape_parts(Text *out, const Pose *pose, bool is_last)
{
  if (pose->turn_count > 0) {
    text_put_char(out, ' ');
    put_rotated(out, pose);
  }
  if (pose_has_position(pose) || (pose->turn_count > 0 && !is_last)) {
    text_put_char(out, ' ');
    put_at(out, pose);
  }
}

void pose_put_moves(Text *out, const Pose *pose)
{
  if (pose_has_position(pose)) {
    text_put(out, "T(");
    pose_put_vector(out, pose->position, "m");
    text_put(out, pose->turn_count > 0 ? "), " : ")");
  }
  put_turns(out, pose);
}
