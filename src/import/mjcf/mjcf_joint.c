// mjcf_joint.c -- the joints of a body, in series, and the forces in them.
//
// Each joint has an anchor in the body: the moves lead from the body's pose to the first anchor,
// through its joint, to the next anchor, and finally back to the body's origin. In the drawn
// configuration a joint has its reference value (ref), so the motion by the reference is undone
// before the joint.
// SPDX-License-Identifier: MIT
#include "import/mjcf/mjcf.h"

#include "import/common/decimal.h"

#include <string.h>

// Current position in the chain of joints: `pose` relative to frame `from`.
typedef struct Walk {
  const char *from;
  Pose pose;
  const char *anchor[3];  // anchor of the last joint, in the body
  const char *body;       // name of the body
  int joint_count;        // number of joints of the body
} Walk;

static MjcfJointKind read_kind(Mjcf *mjcf, XmlElement *element)
{
  static const char *const words[] = { "hinge", "slide", "ball", "free" };
  if (xml_is(element, "freejoint")) return MJCF_FREE;
  const char *type = xml_attribute(element, "type");
  for (int i = 0; i < 4 && type; i++)
    if (strcmp(words[i], type) == 0) return (MjcfJointKind)i;
  if (type) {
    xml_error(mjcf->xml, element, "type", "hinge, slide, ball or free",
              "there is no joint of type '%s'", type);
  }
  return MJCF_HINGE;
}

// A joint without a name has that of its body.
static MjcfJoint *add_joint(Mjcf *mjcf, XmlElement *element, MjcfJointKind kind, const Walk *walk)
{
  const char *name = xml_attribute(element, "name");
  MjcfJoint *joint = &mjcf->joints[mjcf->joint_count];
  const char *after = walk->body;
  if (walk->joint_count > 1) after = arena_format(mjcf->arena, "%s_joint", walk->body);
  *joint = (MjcfJoint){ .kind = kind, .reference = "0", .rest = "0" };
  joint->label = names_take(&mjcf->import->values, name ? name : after, "q");
  joint->names = &joint->label;
  if (name && map_find(&mjcf->joint_index, name) >= 0)
    xml_error(mjcf->xml, element, "name", NULL, "there are two joints '%s'", name);
  if (name) map_put(&mjcf->joint_index, name, mjcf->joint_count);
  mjcf->joint_count++;
  return joint;
}

// ---- forces in a joint
//
// MuJoCo: force = -stiffness * (q - springref) - damping * q' - frictionloss * sign(q'), and the
// armature adds to the inertia of the coordinate. The elements of lib/ act on one coordinate.

static void write_drive(Mjcf *mjcf, XmlElement *element, MjcfJoint *joint)
{
  static const char *const names[] = { "damping", "frictionloss", "armature", "stiffness" };
  const char *value[4];
  bool has_one = joint->kind == MJCF_HINGE || joint->kind == MJCF_SLIDE;
  const JointUnits *units = joint_units(joint->kind == MJCF_SLIDE);
  for (int i = 0; i < 4; i++) {
    value[i] = xml_number(mjcf->xml, element, names[i], "0");
    if (has_one || decimal_is_zero(value[i])) continue;
    build_report_untranslated(
        mjcf->import, arena_format(mjcf->arena, "%s of a ball or free joint", names[i]), element);
  }
  if (!has_one) return;
  joint->rest = mjcf_position(mjcf, element, "springref",
                              xml_number(mjcf->xml, element, "springref", "0"), joint->kind);
  build_friction(mjcf->import, joint->label, units, value[0], value[1]);
  build_spring(mjcf->import, joint->label, units, value[3], joint->rest);
  build_rotor(mjcf->import, joint->label, units, value[2]);
}

// ---- limits

static void set_limits(Mjcf *mjcf, XmlElement *element, Statement *statement, MjcfJointKind kind)
{
  const char *range[2];
  if (xml_numbers(mjcf->xml, element, "range", 2, 2, range) != 2) return;
  const char *limited = xml_attribute(element, "limited");
  bool is_auto = !limited || strcmp(limited, "auto") == 0;
  bool is_limited =
      is_auto ? mjcf_settings(mjcf, element)->has_auto_limits : strcmp(limited, "true") == 0;
  bool is_none = decimal_is_zero(range[0]) && decimal_is_zero(range[1]);  // no limits, in MuJoCo
  if (!is_limited || is_none) return;
  if (kind == MJCF_BALL) {
    build_report_untranslated(mjcf->import, "range of a ball joint", element);
    return;
  }
  statement_set(mjcf->import->document, statement, "limits", "%s .. %s",
                mjcf_position(mjcf, element, "range", range[0], kind),
                mjcf_position(mjcf, element, "range", range[1], kind));
}

// ---- moves between the joints

// Advances by a translation, with a separate frame if a single pose cannot represent it.
static void advance(Mjcf *mjcf, Walk *walk, const char *const shift[3])
{
  if (decimals_are_zero(shift, 3)) return;
  if (pose_has_turns(&walk->pose)) {
    const char *frame = names_join(&mjcf->import->values, walk->body, "base");
    build_frame(mjcf->import, frame, walk->from, pose_moves(mjcf->arena, &walk->pose));
    walk->from = frame;
    walk->pose = pose_zero();
  }
  for (int i = 0; i < 3; i++)
    walk->pose.at[i] = sum_text(mjcf->arena, walk->pose.at[i], shift[i]);
}

static void go_to_anchor(Mjcf *mjcf, Walk *walk, const char *const anchor[3])
{
  const char *step[3];
  for (int i = 0; i < 3; i++) {
    step[i] = sum_text(mjcf->arena, anchor[i], negated(mjcf->arena, walk->anchor[i]));
    walk->anchor[i] = anchor[i];
  }
  advance(mjcf, walk, step);
}

// Returns component i of `length` along an axis of any length.
static const char *along(Mjcf *mjcf, const char *length, const char *const axis[3], int i)
{
  if (decimal_is_zero(axis[i])) return "0";
  if (single_axis(axis) == i) return axis[i][0] == '-' ? negated(mjcf->arena, length) : length;
  return arena_format(mjcf->arena, "(%s*%s/norm(%s))", length, axis[i],
                      vector_text(mjcf->arena, axis, ""));
}

static void go_back_by_reference(Mjcf *mjcf, XmlElement *element, const char *const axis[3],
                                 MjcfJoint *joint, Walk *walk)
{
  const char *reference = xml_number(mjcf->xml, element, "ref", "0");
  if (decimal_is_zero(reference) || joint->kind == MJCF_BALL) return;
  const char *back = negated(mjcf->arena, reference);
  if (joint->kind == MJCF_SLIDE) {
    const char *step[3];
    for (int i = 0; i < 3; i++)
      step[i] = along(mjcf, back, axis, i);
    advance(mjcf, walk, step);
    joint->reference = arena_format(mjcf->arena, "%s m", reference);
    return;
  }
  pose_turn_about(&walk->pose, mjcf->arena, axis, mjcf_angle(mjcf, element, "ref", back));
  joint->reference = mjcf_angle(mjcf, element, "ref", reference).text;
}

// Returns the moves in the body from the drawn configuration of the joint to that with its spring
// at rest.
static const char *way_to_rest(Mjcf *mjcf, const MjcfJoint *joint, const char *const axis[3],
                               const char *const anchor[3])
{
  const char *step = sum_text(mjcf->arena, joint->rest, negated(mjcf->arena, joint->reference));
  const char *vector = vector_text(mjcf->arena, axis, "");
  if (decimal_is_zero(step) || joint->kind == MJCF_BALL) return "";
  if (joint->kind == MJCF_SLIDE)
    return arena_format(mjcf->arena, "T(%s*%s/norm(%s))", step, vector, vector);
  Pose back = pose_zero();
  memcpy(back.at, anchor, sizeof back.at);
  Pose turn = back;
  pose_turn_about(&turn, mjcf->arena, axis, (Angle){ step, 0 });
  return moves_joined(mjcf->arena, pose_moves(mjcf->arena, &turn),
                      pose_moves_back(mjcf->arena, &back));
}

// ---- joints

// Returns NULL after an error.
static MjcfJoint *write_joint(Mjcf *mjcf, XmlElement *element, MjcfJointKind kind, Walk *walk,
                              MjcfBody *body)
{
  Document *document = mjcf->import->document;
  const char *anchor[3] = { "0", "0", "0" };
  const char *axis[3] = { "0", "0", "1" };
  (void)xml_numbers(mjcf->xml, element, "pos", 3, 3, anchor);
  (void)xml_numbers(mjcf->xml, element, "axis", 3, 3, axis);
  Span span = xml_attribute_span(mjcf->xml, element, "axis");
  const char *axis_text = build_axis(mjcf->import, axis, span);
  if (!axis_text) return NULL;
  MjcfJoint *joint = add_joint(mjcf, element, kind, walk);
  go_to_anchor(mjcf, walk, anchor);
  go_back_by_reference(mjcf, element, axis, joint, walk);
  Statement *statement = document_add(document, STATEMENT_JOINT, joint->label);
  if (kind == MJCF_BALL) {
    joint->names = build_ball(mjcf->import, statement, joint->label);
  } else {
    statement_set(document, statement, "kind", kind == MJCF_HINGE ? "revolute" : "prismatic");
    statement_set(document, statement, "axis", "%s", axis_text);
  }
  if (!decimal_is_zero(joint->reference))
    statement_set(document, statement, "coordinates", "%s = %s)", joint->label, joint->reference);
  statement_set(document, statement, "from", "%s", walk->from);
  build_place(mjcf->import, statement, &walk->pose);
  set_limits(mjcf, element, statement, kind);
  write_drive(mjcf, element, joint);
  const char *way = way_to_rest(mjcf, joint, axis, anchor);
  body->to_rest = moves_joined(mjcf->arena, body->to_rest, way);
  mjcf->has_other_rest |= *way != '\0';
  return joint;
}

// Writes a free joint in the world, also for a body in a <frame>; it starts at the body's pose.
static MjcfJoint *write_free(Mjcf *mjcf, XmlElement *element, Walk *walk, int parent)
{
  Document *document = mjcf->import->document;
  if (!mjcf->bodies[parent].is_of_world || walk->joint_count > 1) {
    xml_error(mjcf->xml, element, NULL, NULL,
              "a free joint must be the only one of a body of the world");
  }
  for (; parent != MJCF_WORLD; parent = mjcf->poses[parent].parent)
    walk->pose = pose_composed(mjcf->arena, &mjcf->poses[parent].pose, &walk->pose);
  walk->from = mjcf->bodies[MJCF_WORLD].frame;
  MjcfJoint *joint = add_joint(mjcf, element, MJCF_FREE, walk);
  Statement *statement = document_add(document, STATEMENT_JOINT, joint->label);
  statement_set(document, statement, "from", "%s", walk->from);
  joint->names = build_free(mjcf->import, statement, joint->label, &walk->pose);
  write_drive(mjcf, element, joint);
  walk->pose = pose_zero();
  return joint;
}

// Writes the joints of the body; returns its frame. It has the name of the body, or is the frame of
// the last joint if that has the same pose and name.
const char *mjcf_write_joints(Mjcf *mjcf, XmlElement *element, int body)
{
  static const char *const origin[3] = { "0", "0", "0" };
  int parent = mjcf->poses[body].parent;
  Walk walk = { mjcf->bodies[parent].frame,
                mjcf->poses[body].pose,
                { "0", "0", "0" },
                mjcf->bodies[body].name,
                xml_count(element, "joint") + xml_count(element, "freejoint") };
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    if (!xml_is_one_of(e, " joint freejoint ")) continue;
    MjcfJointKind kind = read_kind(mjcf, e);
    MjcfJoint *joint = kind == MJCF_FREE ? write_free(mjcf, e, &walk, parent)
                                         : write_joint(mjcf, e, kind, &walk, &mjcf->bodies[body]);
    if (!joint) continue;
    joint->carrier = walk.from;
    joint->turns = walk.pose.turns;
    walk.from = joint->label;
    walk.pose = pose_zero();
  }
  go_to_anchor(mjcf, &walk, origin);
  const char *wanted = name_from(mjcf->arena, walk.body, strlen(walk.body));
  if (walk.joint_count > 0 && pose_is_zero(&walk.pose) &&
      (strcmp(walk.from, wanted) == 0 || !xml_attribute(element, "name"))) {
    return walk.from;
  }
  const char *frame = names_take(&mjcf->import->values, walk.body, "part");
  build_frame(mjcf->import, frame, walk.from, pose_moves(mjcf->arena, &walk.pose));
  return frame;
}
