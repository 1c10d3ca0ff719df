// mjcf_joint.c -- the joints of one body, one after the other.
//
// Each joint has an anchor in the body: from the body's place one goes to the first anchor, moves,
// goes on to the next anchor, and at the end back to the body's origin.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/decimal.h"
#include "import/describe.h"

#include <string.h>

// Where the chain of joints has come to: `pose` seen from frame `from`.
typedef struct Walk {
  const char *from;
  Pose pose;
  const char *anchor[3];  // of the last joint, in the body
} Walk;

static MjcfJointKind read_kind(Mjcf *mjcf, XmlElement *element, const char *class)
{
  static const char *const words[] = { "hinge", "slide", "ball", "free" };
  if (xml_is(element, "freejoint")) return MJCF_FREE;
  const char *type = mjcf_attribute(mjcf, element, class, "type");
  if (!type) return MJCF_HINGE;
  for (int i = 0; i < 4; i++) {
    if (strcmp(words[i], type) == 0) return (MjcfJointKind)i;
  }
  diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, element),
                  "hinge, slide, ball or free", "there is no joint of type '%s'", type);
  return MJCF_HINGE;
}

static const MjcfJoint *add_joint(Mjcf *mjcf, XmlElement *element, MjcfJointKind kind)
{
  const char *name = xml_attribute(mjcf->xml, element, "name");
  MjcfJoint *joint = &mjcf->joints[mjcf->joint_count];
  joint->kind = kind;
  joint->label = labels_take_both(&mjcf->frames, &mjcf->values, mjcf->arena, name, "q");
  if (name) map_put(&mjcf->joint_index, name, mjcf->joint_count);
  mjcf->joint_count++;
  return joint;
}

// ---- what the language has no place for

static void write_remarks(Mjcf *mjcf, XmlElement *element, const char *class)
{
  static const struct {
    const char *name;
    const char *left;
  } remarks[] = { { "damping", "damping of joint (kept as comment)" },
                  { "stiffness", "stiffness of joint (kept as comment)" },
                  { "armature", "armature of joint (kept as comment)" },
                  { "frictionloss", "frictionloss of joint (kept as comment)" },
                  { "springref", "springref of joint (kept as comment)" },
                  { "ref", "ref of joint (kept as comment)" } };
  Text line = { 0 };
  for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++) {
    const char *number;
    if (mjcf_numbers(mjcf, element, class, remarks[i].name, 1, 1, &number) != 1) continue;
    if (decimal_is_zero(number)) continue;
    text_format(&line, "%s%s %s", line.length > 0 ? ", " : "# ", remarks[i].name, number);
    mjcf_leave(mjcf, remarks[i].left, element);
  }
  if (line.length > 0) text_format(mjcf->bl, "%s\n", text_string(&line));
  text_free(&line);
}

static void put_limits(Mjcf *mjcf, XmlElement *element, const char *class, MjcfJointKind kind)
{
  const char *range[2];
  if (mjcf_numbers(mjcf, element, class, "range", 2, 2, range) != 2) return;
  if (!mjcf_is_true(mjcf, element, class, "limited", true)) return;
  if (kind == MJCF_SLIDE) {
    pose_put_part(mjcf->bl, arena_format(mjcf->arena, "limits %s m .. %s m", range[0], range[1]));
    return;
  }
  XmlElement *holder = mjcf_holder(mjcf, element, class, "range");
  Span span = xml_attribute_span(mjcf->xml, holder, "range");
  Angle lower = mjcf_angle(mjcf, range[0], span);
  Angle upper = mjcf_angle(mjcf, range[1], span);
  pose_put_part(mjcf->bl, arena_format(mjcf->arena, "limits %s .. %s", lower.text, upper.text));
}

// ---- joints

static const char *coordinate(Mjcf *mjcf, const MjcfJoint *joint, const char *ending)
{
  const char *wanted = arena_format(mjcf->arena, "%s_%s", joint->label, ending);
  return labels_take(&mjcf->values, mjcf->arena, wanted, "q");
}

static void put_quaternion_names(Mjcf *mjcf, const MjcfJoint *joint)
{
  static const char *const endings[4] = { "e0", "e1", "e2", "e3" };
  for (int i = 0; i < 4; i++) {
    text_format(mjcf->bl, "%s%s", i > 0 ? ", " : "", coordinate(mjcf, joint, endings[i]));
  }
}

// Moves freely in the world; where the body stands is where it starts.
static const char *write_free(Mjcf *mjcf, const MjcfJoint *joint, const Pose *pose)
{
  static const char *const endings[3] = { "x", "y", "z" };
  text_format(mjcf->bl, "joint %s : free quaternion (", joint->label);
  bool is_shift = pose_is_shift(pose);
  for (int i = 0; i < 3; i++) {
    text_put(mjcf->bl, coordinate(mjcf, joint, endings[i]));
    if (is_shift && !decimal_is_zero(pose->position[i])) {
      text_format(mjcf->bl, " = %s m", pose->position[i]);
    }
    text_put(mjcf->bl, ", ");
  }
  put_quaternion_names(mjcf, joint);
  text_put(mjcf->bl, ") from ground");
  if (!is_shift) pose_put_parts(mjcf->bl, pose);
  text_put_char(mjcf->bl, '\n');
  return joint->label;
}

static void go_to_anchor(Mjcf *mjcf, Walk *walk, const char *label, const char *const anchor[3])
{
  const char *step[3];
  for (int i = 0; i < 3; i++) {
    const char *back = decimal_negate(mjcf->arena, walk->anchor[i]);
    step[i] = decimal_add(mjcf->arena, anchor[i], back);
    walk->anchor[i] = anchor[i];
  }
  Pose shift = mjcf_shift(step);
  if (pose_is_zero(&shift) || pose_compose(mjcf->arena, &walk->pose, &shift, &walk->pose)) return;
  const char *wanted = arena_format(mjcf->arena, "%s_base", label);
  const char *frame = labels_take(&mjcf->frames, mjcf->arena, wanted, "base");
  text_format(mjcf->bl, "frame %s in %s : ", frame, walk->from);
  pose_put_moves(mjcf->bl, &walk->pose);
  text_put_char(mjcf->bl, '\n');
  walk->from = frame;
  walk->pose = shift;
}

static void write_joint(Mjcf *mjcf, XmlElement *element, const char *class, MjcfJointKind kind,
                        const char *label, Walk *walk)
{
  const MjcfJoint *joint = add_joint(mjcf, element, kind);
  const char *anchor[3] = { "0", "0", "0" };
  const char *axis[3] = { "0", "0", "1" };
  (void)mjcf_numbers(mjcf, element, class, "pos", 3, 3, anchor);
  (void)mjcf_numbers(mjcf, element, class, "axis", 3, 3, axis);
  const char *axis_text = describe_axis(mjcf->arena, axis);
  if (!axis_text) {
    XmlElement *holder = mjcf_holder(mjcf, element, class, "axis");
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(mjcf->xml, holder, "axis"), NULL,
                    "an axis has a direction; this one is zero");
    return;
  }
  go_to_anchor(mjcf, walk, label, anchor);
  write_remarks(mjcf, element, class);
  text_format(mjcf->bl, "joint %s : ", joint->label);
  if (joint->kind == MJCF_BALL) {
    text_put(mjcf->bl, "spherical quaternion (");
    put_quaternion_names(mjcf, joint);
    text_put_char(mjcf->bl, ')');
  } else {
    text_format(mjcf->bl, "%s %s", joint->kind == MJCF_HINGE ? "revolute" : "prismatic", axis_text);
  }
  text_format(mjcf->bl, " from %s", walk->from);
  pose_put_parts(mjcf->bl, &walk->pose);
  if (joint->kind != MJCF_BALL) put_limits(mjcf, element, class, joint->kind);
  text_put_char(mjcf->bl, '\n');
  *walk = (Walk){ joint->label, pose_zero(), { anchor[0], anchor[1], anchor[2] } };
}

static bool is_joint(XmlElement *element)
{
  return xml_is(element, "joint") || xml_is(element, "freejoint");
}

static const char *write_fixed(Mjcf *mjcf, const Walk *walk, const char *label)
{
  const char *frame = labels_take(&mjcf->frames, mjcf->arena, label, "part");
  text_format(mjcf->bl, "joint %s : fixed from %s", frame, walk->from);
  pose_put_parts(mjcf->bl, &walk->pose);
  text_put_char(mjcf->bl, '\n');
  return frame;
}

static void check_free(Mjcf *mjcf, XmlElement *element, int parent, bool is_alone)
{
  if (parent == MJCF_WORLD && is_alone) return;
  diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, element), NULL,
                  "a free joint must be the only one of a body of the world");
}

const char *mjcf_write_joints(Mjcf *mjcf, XmlElement *element, const char *class, int parent,
                              const char *label, const Pose *pose)
{
  static const char *const origin[3] = { "0", "0", "0" };
  Walk walk = { mjcf->bodies[parent].frame, *pose, { "0", "0", "0" } };
  int count = 0;
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    if (!is_joint(e)) continue;
    MjcfJointKind kind = read_kind(mjcf, e, class);
    if (kind == MJCF_FREE) {
      check_free(mjcf, e, parent, count == 0);
      return write_free(mjcf, add_joint(mjcf, e, MJCF_FREE), pose);
    }
    write_joint(mjcf, e, class, kind, label, &walk);
    count++;
  }
  go_to_anchor(mjcf, &walk, label, origin);
  if (count > 0 && pose_is_zero(&walk.pose)) return walk.from;
  return write_fixed(mjcf, &walk, label);
}
