// describe.c -- comments, axes and inertias in our language.
// SPDX-License-Identifier: MIT
#include "import/describe.h"

#include "import/decimal.h"

#include <string.h>

void describe_foreign(Text *out, const char *text)
{
  for (const char *c = text; *c; c++) {
    bool is_control = (unsigned char)*c < ' ' || *c == 0x7F;
    text_put_bytes(out, is_control ? " " : c, 1);
  }
}

void describe_top(Text *out, const char *file_name, const char *format, const char *foreign_name,
                  const char *name)
{
  text_put(out, "# ");
  if (file_name) {
    describe_foreign(out, file_name);
    text_put(out, ", ");
  }
  text_format(out, "translated from %s\nmechanism %s", format, name);
  if (foreign_name && strcmp(foreign_name, name) != 0) {
    text_put(out, "  # ");
    describe_foreign(out, foreign_name);
  }
  text_put_char(out, '\n');
}

const char *describe_axis(Arena *arena, const char *const axis[3])
{
  int count = 0;
  int last = 0;
  for (int i = 0; i < 3; i++) {
    if (decimal_is_zero(axis[i])) continue;
    count++;
    last = i;
  }
  if (count == 0) return NULL;
  if (count > 1) return arena_format(arena, "[%s, %s, %s]", axis[0], axis[1], axis[2]);
  return arena_format(arena, "%s%c", axis[last][0] == '-' ? "-" : "", "xyz"[last]);
}

static bool is_diagonal(const char *const inertia[6])
{
  return decimal_is_zero(inertia[1]) && decimal_is_zero(inertia[2]) && decimal_is_zero(inertia[4]);
}

bool inertia_is_zero(const char *const inertia[6])
{
  return inertia_is_same_about_all_axes(inertia) && decimal_is_zero(inertia[0]);
}

bool inertia_is_same_about_all_axes(const char *const inertia[6])
{
  return is_diagonal(inertia) && strcmp(inertia[0], inertia[3]) == 0 &&
         strcmp(inertia[0], inertia[5]) == 0;
}

void describe_com(Text *out, const Pose *pose)
{
  if (!pose_has_position(pose)) return;
  Text part = { 0 };
  text_put(&part, "com ");
  pose_put_vector(&part, pose->position, "m");
  text_put_char(out, ',');
  pose_put_part(out, text_string(&part), "\n      ");
  text_free(&part);
}

static void put_matrix(Text *out, const char *const inertia[6], int column)
{
  static const int entry[3][3] = { { 0, 1, 2 }, { 1, 3, 4 }, { 2, 4, 5 } };
  int width[3] = { 0 };
  for (int i = 0; i < 9; i++) {
    int length = (int)strlen(inertia[entry[i / 3][i % 3]]);
    if (length > width[i % 3]) width[i % 3] = length;
  }
  for (int i = 0; i < 3; i++) {
    if (i > 0) text_repeat(out, ' ', column + 1);
    text_format(out, "%s%*s, %*s, %*s]%s", i == 0 ? "[[" : "[", width[0], inertia[entry[i][0]],
                width[1], inertia[entry[i][1]], width[2], inertia[entry[i][2]],
                i < 2 ? ",\n" : "] kg.m^2");
  }
}

static void put_diagonal(Text *out, const char *const inertia[6], int column)
{
  static const char begin[] = "diag(";
  const int widest = 70;  // of three entries on one line
  bool is_wide = strlen(inertia[0]) + strlen(inertia[3]) + strlen(inertia[5]) > (size_t)widest;
  text_put(out, begin);
  for (int i = 0; i < 3; i++) {
    if (i > 0) text_put(out, is_wide ? ",\n" : ", ");
    if (i > 0 && is_wide) text_repeat(out, ' ', column + (int)sizeof begin - 1);
    text_put(out, inertia[i == 0 ? 0 : 2 * i + 1]);
  }
  text_put(out, ") kg.m^2");
}

void describe_inertia(Text *out, const char *const inertia[6])
{
  static const char begin[] = ",\n      inertia ";
  if (inertia_is_zero(inertia)) return;
  text_put(out, begin);
  if (is_diagonal(inertia)) {
    put_diagonal(out, inertia, (int)sizeof begin - 3);
  } else {
    put_matrix(out, inertia, (int)sizeof begin - 3);
  }
}

// ---- what acts in a joint

void describe_friction(Text *out, const char *joint, bool slides, const char *viscous,
                       const char *dry)
{
  const char *per_speed = slides ? "N.s/m" : "N.m.s/rad";
  const char *constant = slides ? "N" : "N.m";
  bool has_viscous = !decimal_is_zero(viscous);
  if (decimal_is_zero(dry)) {
    if (has_viscous) text_format(out, "use viscous(%s, %s %s)\n", joint, viscous, per_speed);
    return;
  }
  text_format(out, "use coulomb(%s, ", joint);
  if (has_viscous) text_format(out, "fv = %s %s, ", viscous, per_speed);
  text_format(out, "fs = %s %s)\n", dry, constant);
}

void describe_rotor(Text *out, const char *joint, bool slides, const char *inertia)
{
  if (decimal_is_zero(inertia)) return;
  text_format(out, "use rotor(%s, inertia = %s %s)\n", joint, inertia, slides ? "kg" : "kg.m^2");
}

void describe_spring(Text *out, const char *joint, bool slides, const char *stiffness,
                     const char *rest)
{
  if (decimal_is_zero(stiffness)) return;
  text_format(out, "use torsion_spring(%s, stiffness = %s %s", joint, stiffness,
              slides ? "N/m" : "N.m/rad");
  if (strcmp(rest, "0") != 0) text_format(out, ", rest = %s", rest);
  text_put(out, ")\n");
}
