// urdf_write_joint.c -- one joint in our language.
// SPDX-License-Identifier: MIT
#include "import/urdf.h"

#include "import/decimal.h"
#include "import/describe.h"

#include <assert.h>
#include <string.h>

static void write_comments(const UrdfJoint *joint, const UrdfLink *child, Text *bl)
{
  text_put(bl, "\n# ");
  if (strcmp(joint->name, joint->label) != 0) {
    text_put(bl, "joint ");
    describe_foreign(bl, joint->name);
    text_put(bl, ", ");
  }
  text_put(bl, "link ");
  describe_foreign(bl, child->name);
  if (joint->remark) text_format(bl, ": %s", joint->remark);
  text_put_char(bl, '\n');
  if (joint->mimic && joint->lower) {
    text_format(bl, "# limits %s .. %s\n", joint->lower, joint->upper);
  }
}

// "-0.5*", "0.05 m/rad * ": a factor has a unit where it turns angles into lengths.
static const char *mimic_factor(Urdf *urdf, const UrdfJoint *joint, const UrdfJoint *source)
{
  bool slides = joint->kind == URDF_PRISMATIC;
  if (slides != (source->kind == URDF_PRISMATIC)) {
    return arena_format(urdf->arena, "%s %s * ", joint->multiplier, slides ? "m/rad" : "rad/m");
  }
  if (strcmp(joint->multiplier, "1") == 0) return "";
  if (strcmp(joint->multiplier, "-1") == 0) return "-";
  return arena_format(urdf->arena, "%s*", joint->multiplier);
}

// "2*q + 0.5 rad" with the coordinate of the joint that is mimicked
static const char *mimic_expression(Urdf *urdf, const UrdfJoint *joint)
{
  const UrdfJoint *source = &urdf->joints[map_find(&urdf->joint_index, joint->mimic)];
  const char *factor = mimic_factor(urdf, joint, source);
  if (decimal_is_zero(joint->offset)) {
    return arena_format(urdf->arena, "%s%s", factor, source->coordinate);
  }
  bool is_negative = joint->offset[0] == '-';
  return arena_format(urdf->arena, "%s%s %c %s %s", factor, source->coordinate,
                      is_negative ? '-' : '+', is_negative ? joint->offset + 1 : joint->offset,
                      joint->kind == URDF_PRISMATIC ? "m" : "rad");
}

static void put_axis(Urdf *urdf, const UrdfJoint *joint, Text *line)
{
  text_format(line, " %s", describe_axis(urdf->arena, joint->axis));
  if (!joint->mimic) return;
  const char *expression = mimic_expression(urdf, joint);
  text_format(line, " (= %s)", expression);
}

// " (root_x, root_y, ...)": names of their own for joints with several coordinates
static void put_coordinates(Urdf *urdf, const UrdfJoint *joint, const char *const endings[],
                            int count, Text *line)
{
  for (int i = 0; i < count; i++) {
    const char *wanted = arena_format(urdf->arena, "%s_%s", joint->label, endings[i]);
    const char *name = labels_take(&urdf->values, urdf->arena, wanted, "q");
    text_format(line, "%s%s", i == 0 ? " (" : ", ", name);
  }
  text_put_char(line, ')');
}

static void put_kind(Urdf *urdf, const UrdfJoint *joint, Text *line)
{
  static const char *const free_endings[6] = { "x", "y", "z", "yaw", "pitch", "roll" };
  static const char *const planar_endings[3] = { "x", "y", "angle" };
  switch (joint->kind) {
  case URDF_FIXED: text_put(line, "fixed"); break;
  case URDF_REVOLUTE:
  case URDF_CONTINUOUS:
    text_put(line, "revolute");
    put_axis(urdf, joint, line);
    break;
  case URDF_PRISMATIC:
    text_put(line, "prismatic");
    put_axis(urdf, joint, line);
    break;
  case URDF_FLOATING:
    text_put(line, "free");
    put_coordinates(urdf, joint, free_endings, 6, line);
    break;
  case URDF_PLANAR:
    text_put(line, "planar");
    put_coordinates(urdf, joint, planar_endings, 3, line);
    break;
  }
}

static void write_statement(Urdf *urdf, const UrdfJoint *joint, const char *name, const Pose *pose,
                            Text *bl)
{
  text_format(bl, "joint %-*s : ", urdf->joint_width, name);
  put_kind(urdf, joint, bl);
  text_format(bl, " from %s", urdf->links[joint->parent].frame);
  pose_put_parts(bl, pose);
  if (joint->lower && !joint->mimic) {
    const char *part = arena_format(urdf->arena, "limits %s .. %s", joint->lower, joint->upper);
    pose_put_part(bl, part, POSE_NEXT_LINE);
  }
  text_put_char(bl, '\n');
}

// The language's planar joint slides along x and y; URDF's plane has any normal. So turn z to the
// normal before the joint, and back behind it. (x and y of the plane are then ours to choose.)
static void write_planar(Urdf *urdf, const UrdfJoint *joint, const Pose *pose, Text *bl)
{
  Pose turned = *pose;
  Pose turn = pose_zero();
  pose_turn_z_to(&turn, urdf->arena, joint->axis);
  if (turn.turn_count == 0) {
    write_statement(urdf, joint, joint->label, pose, bl);
    return;
  }
  assert(turn.turn_count == 1 && turned.turn_count < POSE_TURNS);
  const char *plane = labels_take(&urdf->frames, urdf->arena,
                                  arena_format(urdf->arena, "%s_plane", joint->label), "plane");
  turned.turns[turned.turn_count++] = turn.turns[0];
  write_statement(urdf, joint, plane, &turned, bl);
  const Turn *back = &turn.turns[0];
  const char *angle = back->angle.text;
  const char *minus = angle[0] == '-' ? angle + 1 : arena_format(urdf->arena, "-%s", angle);
  text_format(bl, "frame %-*s in %s : ", urdf->joint_width, joint->label, plane);
  if (back->axis >= 0) {
    text_format(bl, "R%c(%s)\n", "XYZ"[back->axis], minus);
  } else {
    const char *negative = decimal_negate(urdf->arena, joint->axis[1]);
    text_format(bl, "R([%s, %s, 0], %s)\n", negative, joint->axis[0], minus);
  }
}

// With merge_fixed, a link behind a fixed joint sits where exact arithmetic can say it.
static bool merge(Urdf *urdf, const UrdfJoint *joint, const Pose *pose, Text *bl)
{
  const UrdfLink *parent = &urdf->links[joint->parent];
  UrdfLink *child = &urdf->links[joint->child];
  if (!urdf->options->merge_fixed || joint->kind != URDF_FIXED) return false;
  if (!pose_is_quarter(pose)) {
    leftovers_add(&urdf->leftovers, "fixed joint kept: it turns by other than right angles",
                  xml_span(urdf->xml, joint->element));
    return false;
  }
  child->frame = parent->frame;
  child->place = *pose;
  text_put(bl, "\n# link ");
  describe_foreign(bl, child->name);
  text_put(bl, " is fixed to ");
  describe_foreign(bl, parent->name);
  text_put_char(bl, '\n');
  return true;
}

void urdf_write_joint(Urdf *urdf, UrdfJoint *joint, Text *bl)
{
  UrdfLink *child = &urdf->links[joint->child];
  Pose pose = pose_zero();
  bool is_exact = pose_compose(urdf->arena, &urdf->links[joint->parent].place, &joint->pose, &pose);
  assert(is_exact);
  (void)is_exact;
  joint->is_written = true;
  if (merge(urdf, joint, &pose, bl)) return;
  child->frame = joint->label;
  joint->coordinate = joint->label;
  if (joint->mimic) {
    joint->coordinate = arena_format(urdf->arena, "(%s)", mimic_expression(urdf, joint));
  }
  write_comments(joint, child, bl);
  if (joint->kind == URDF_PLANAR) {
    write_planar(urdf, joint, &pose, bl);
  } else {
    write_statement(urdf, joint, joint->label, &pose, bl);
  }
  describe_friction(bl, joint->label, joint->kind == URDF_PRISMATIC, joint->damping,
                    joint->friction);
}
