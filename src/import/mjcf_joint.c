// mjcf_joint.c -- the joints of one body, one after the other.
//
// Each joint has an anchor in the body: from the body's place one goes to the first anchor, moves,
// goes on to the next anchor, and at the end back to the body's origin. Where the body is drawn, a
// joint has its reference value (ref), so the reference is turned or slid back before it.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/decimal.h"
#include "import/describe.h"

#include <math.h>
#include <string.h>

// Where the chain of joints has come to: `pose` seen from frame `from`.
typedef struct Walk {
  const char *from;
  Pose pose;
  const char *anchor[3];  // of the last joint, in the body
  const char *name;       // of the body, for frames between joints; NULL: none
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

// A joint without a name is called after its body.
static MjcfJoint *add_joint(Mjcf *mjcf, XmlElement *element, MjcfJointKind kind,
                            const char *body_name)
{
  const char *name = xml_attribute(mjcf->xml, element, "name");
  MjcfJoint *joint = &mjcf->joints[mjcf->joint_count];
  const char *numbered = arena_format(mjcf->arena, "q%d", mjcf->joint_count + 1);
  *joint = (MjcfJoint){ .kind = kind, .reference = "0" };
  joint->label = labels_take_both(&mjcf->frames, &mjcf->values, mjcf->arena,
                                  name ? name : body_name, numbered);
  if (name && map_find(&mjcf->joint_index, name) >= 0) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(mjcf->xml, element, "name"), NULL,
                    "there are two joints '%s'", name);
  }
  if (name) map_put(&mjcf->joint_index, name, mjcf->joint_count);
  mjcf->joint_count++;
  return joint;
}

// ---- limits

static void put_limits(Mjcf *mjcf, XmlElement *element, const char *class, MjcfJointKind kind)
{
  const char *range[2];
  if (mjcf_numbers(mjcf, element, class, "range", 2, 2, range) != 2) return;
  if (!mjcf_is_true(mjcf, element, class, "limited", mjcf->has_auto_limits)) return;
  if (decimal_is_zero(range[0]) && decimal_is_zero(range[1])) return;  // MuJoCo's word for none
  if (kind == MJCF_BALL) {
    mjcf_leave(mjcf, "range of a ball joint", element);
    return;
  }
  if (kind == MJCF_SLIDE) {
    const char *part = arena_format(mjcf->arena, "limits %s m .. %s m", range[0], range[1]);
    pose_put_part(mjcf->bl, part, POSE_NEXT_LINE);
    return;
  }
  XmlElement *holder = mjcf_holder(mjcf, element, class, "range");
  Span span = xml_attribute_span(mjcf->xml, holder, "range");
  Angle lower = mjcf_angle(mjcf, range[0], span);
  Angle upper = mjcf_angle(mjcf, range[1], span);
  const char *part = arena_format(mjcf->arena, "limits %s .. %s", lower.text, upper.text);
  pose_put_part(mjcf->bl, part, POSE_NEXT_LINE);
}

// ---- joints

static const char *coordinate(Mjcf *mjcf, const MjcfJoint *joint, const char *ending)
{
  const char *wanted = arena_format(mjcf->arena, "%s_%s", joint->label, ending);
  return labels_take(&mjcf->values, mjcf->arena, wanted, "q");
}

// `start`: the values at the start, if they are not 1, 0, 0, 0; NULL otherwise
static void put_quaternion_names(Mjcf *mjcf, const MjcfJoint *joint, const double start[4])
{
  static const char *const endings[4] = { "e0", "e1", "e2", "e3" };
  for (int i = 0; i < 4; i++) {
    text_format(mjcf->bl, "%s%s", i > 0 ? ", " : "", coordinate(mjcf, joint, endings[i]));
    if (!start) continue;
    const char *value = fabs(start[i]) < 1e-15 ? "0" : decimal_from_double(mjcf->arena, start[i]);
    text_format(mjcf->bl, " = %s", value);
  }
}

// Moves freely in the world; where the body stands is where it starts.
static const char *write_free(Mjcf *mjcf, const MjcfJoint *joint, const Pose *pose)
{
  static const char *const endings[3] = { "x", "y", "z" };
  text_format(mjcf->bl, "joint %s : free quaternion (", joint->label);
  for (int i = 0; i < 3; i++) {
    text_put(mjcf->bl, coordinate(mjcf, joint, endings[i]));
    if (!decimal_is_zero(pose->position[i])) text_format(mjcf->bl, " = %s m", pose->position[i]);
    if (i < 2) text_put(mjcf->bl, ", ");
  }
  double start[4];
  pose_quaternion(pose, start);
  text_put(mjcf->bl, pose_is_shift(pose) ? ", " : ",\n      ");
  put_quaternion_names(mjcf, joint, pose_is_shift(pose) ? NULL : start);
  text_put(mjcf->bl, ") from ground\n");
  return joint->label;
}

// Goes on by a shift, with a frame of its own where the place cannot be said in one.
static void advance(Mjcf *mjcf, Walk *walk, const Pose *shift)
{
  if (pose_is_zero(shift) || pose_compose(mjcf->arena, &walk->pose, shift, &walk->pose)) return;
  const char *wanted = walk->name ? arena_format(mjcf->arena, "%s_base", walk->name) : NULL;
  const char *frame = labels_take(&mjcf->frames, mjcf->arena, wanted, "base");
  text_format(mjcf->bl, "frame %s in %s : ", frame, walk->from);
  pose_put_moves(mjcf->bl, &walk->pose);
  text_put_char(mjcf->bl, '\n');
  walk->from = frame;
  walk->pose = *shift;
}

static void go_to_anchor(Mjcf *mjcf, Walk *walk, const char *const anchor[3])
{
  const char *step[3];
  for (int i = 0; i < 3; i++) {
    const char *back = decimal_negate(mjcf->arena, walk->anchor[i]);
    step[i] = decimal_add(mjcf->arena, anchor[i], back);
    walk->anchor[i] = anchor[i];
  }
  Pose shift = mjcf_shift(step);
  advance(mjcf, walk, &shift);
}

// The decimal times a component of the axis of length 1: exact along x, y or z.
static const char *along(Mjcf *mjcf, const char *decimal, const char *const axis[3], int i)
{
  if (decimal_is_zero(axis[i])) return "0";
  double v[3] = { decimal_value(axis[0]), decimal_value(axis[1]), decimal_value(axis[2]) };
  double share = v[i] / sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (share == 1) return decimal;
  if (share == -1) return decimal_negate(mjcf->arena, decimal);
  return decimal_from_double(mjcf->arena, decimal_value(decimal) * share);
}

static void go_back_by_reference(Mjcf *mjcf, XmlElement *element, const char *class,
                                 const char *const axis[3], MjcfJoint *joint, Walk *walk)
{
  const char *reference = mjcf_number(mjcf, element, class, "ref", "0");
  if (decimal_is_zero(reference) || joint->kind == MJCF_BALL) return;
  const char *back = decimal_negate(mjcf->arena, reference);
  if (joint->kind == MJCF_SLIDE) {
    const char *step[3];
    for (int i = 0; i < 3; i++)
      step[i] = along(mjcf, back, axis, i);
    Pose shift = mjcf_shift(step);
    advance(mjcf, walk, &shift);
    joint->reference = arena_format(mjcf->arena, "%s m", reference);
    return;
  }
  XmlElement *holder = mjcf_holder(mjcf, element, class, "ref");
  Span span = xml_attribute_span(mjcf->xml, holder, "ref");
  mjcf_turn(mjcf, &walk->pose, axis, back, span);
  joint->reference = mjcf_angle(mjcf, reference, span).text;
}

static void write_statement(Mjcf *mjcf, XmlElement *element, const char *class,
                            const MjcfJoint *joint, const char *axis, const Walk *walk)
{
  text_format(mjcf->bl, "joint %s : ", joint->label);
  if (joint->kind == MJCF_BALL) {
    text_put(mjcf->bl, "spherical quaternion (");
    put_quaternion_names(mjcf, joint, NULL);
    text_put_char(mjcf->bl, ')');
  } else {
    text_format(mjcf->bl, "%s %s", joint->kind == MJCF_HINGE ? "revolute" : "prismatic", axis);
  }
  if (strcmp(joint->reference, "0") != 0) {
    text_format(mjcf->bl, " (%s = %s)", joint->label, joint->reference);
  }
  text_format(mjcf->bl, " from %s", walk->from);
  pose_put_parts(mjcf->bl, &walk->pose);
  put_limits(mjcf, element, class, joint->kind);
  text_put_char(mjcf->bl, '\n');
  mjcf_write_drive(mjcf, element, class, joint);
}

static void write_joint(Mjcf *mjcf, XmlElement *element, const char *class, MjcfJointKind kind,
                        Walk *walk)
{
  MjcfJoint *joint = add_joint(mjcf, element, kind, walk->name);
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
  go_to_anchor(mjcf, walk, anchor);
  go_back_by_reference(mjcf, element, class, axis, joint, walk);
  write_statement(mjcf, element, class, joint, axis_text, walk);
  walk->from = joint->label;
  walk->pose = pose_zero();
}

static bool is_joint(XmlElement *element)
{
  return xml_is(element, "joint") || xml_is(element, "freejoint");
}

// The body's own frame: a joint that does not move, or only the way back from the last anchor.
static const char *write_own_frame(Mjcf *mjcf, const Walk *walk, bool has_joints)
{
  const char *numbered = arena_format(mjcf->arena, "part%d", mjcf->body_count - 1);
  const char *frame = labels_take(&mjcf->frames, mjcf->arena, walk->name, numbered);
  if (has_joints) {
    text_format(mjcf->bl, "frame %s in %s : ", frame, walk->from);
    pose_put_moves(mjcf->bl, &walk->pose);
  } else {
    text_format(mjcf->bl, "joint %s : fixed from %s", frame, walk->from);
    pose_put_parts(mjcf->bl, &walk->pose);
  }
  text_put_char(mjcf->bl, '\n');
  return frame;
}

static void check_free(Mjcf *mjcf, XmlElement *element, int parent, bool is_alone)
{
  if (parent == MJCF_WORLD && is_alone) return;
  diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, element), NULL,
                  "a free joint must be the only one of a body of the world");
}

static int count_joints(XmlElement *element)
{
  int count = 0;
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL))
    count += is_joint(e);
  return count;
}

const char *mjcf_write_joints(Mjcf *mjcf, XmlElement *element, const char *class, int parent,
                              const char *name, const Pose *pose)
{
  static const char *const origin[3] = { "0", "0", "0" };
  Walk walk = { mjcf->bodies[parent].frame, *pose, { "0", "0", "0" }, name };
  int count = count_joints(element);
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    if (!is_joint(e)) continue;
    MjcfJointKind kind = read_kind(mjcf, e, class);
    if (kind == MJCF_FREE) {
      check_free(mjcf, e, parent, count == 1);
      const MjcfJoint *joint = add_joint(mjcf, e, MJCF_FREE, name);
      const char *frame = write_free(mjcf, joint, pose);
      mjcf_write_drive(mjcf, e, class, joint);
      return frame;
    }
    write_joint(mjcf, e, class, kind, &walk);
  }
  go_to_anchor(mjcf, &walk, origin);
  if (count > 0 && pose_is_zero(&walk.pose)) return walk.from;
  return write_own_frame(mjcf, &walk, count > 0);
}
