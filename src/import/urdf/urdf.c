// urdf.c -- imports URDF robots (ROS).
//
// In URDF, links are connected by joints to a tree; the frame of a link is that of the joint that
// carries it. A joint becomes a joint, its child link a frame on it (the same frame if both have
// the same name), the root link a frame on the ground. Positions are in m, angles in rad, rpy =
// RZ(yaw) RY(pitch) RX(roll). The tree is written depth first in file order. A joint that mimics
// another one is written after it, with its subtree, unless the other joint is in this subtree:
// then it is coupled to the other by a constraint.
// SPDX-License-Identifier: MIT
#include "import/common/decimal.h"
#include "import/urdf/robot.h"

#include <string.h>

typedef struct JointKindRow {
  const char *word;
  const char *own;
  bool has_one;  // single coordinate
  bool slides;
} JointKindRow;

static const JointKindRow kinds[] = {
  { "revolute", "revolute", true, false },  { "continuous", "revolute", true, false },
  { "prismatic", "prismatic", true, true }, { "fixed", "fixed", false, false },
  { "floating", "free", false, false },     { "planar", "planar", false, false },
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0], KIND_FIXED = 3 };

typedef struct Link {
  const char *name;
  XmlElement *element;
  int parent_joint;   // -1: root
  int first_child;    // index of a joint; -1: none
  const char *frame;  // its name in the description language
} Link;

typedef struct Joint {
  const char *name;
  XmlElement *element;
  const JointKindRow *kind;
  int parent;  // index of the link
  int child;
  int next_sibling;        // next joint of the same parent link; -1: none
  int mimicked;            // index of the joint; -1: none
  int tied_to;             // joint that it mimics by a constraint; -1: none
  const char *label;       // its name in the description language
  const char *coordinate;  // set when it is written: its coordinate or driving expression
  bool is_waiting;         // for the joint that it mimics
} Joint;

typedef struct Urdf {
  Import *import;
  Xml *xml;
  Arena *arena;
  Link *links;
  int link_count;
  Map link_index;  // by name
  Joint *joints;
  int joint_count;
  Map joint_index;
  XmlElement **colors;
  Map color_index;  // by name of the material
  int root;         // index of the link
} Urdf;

// Reads xyz and rpy of the <origin> inside the element, if there is one.
static Pose read_origin(Urdf *urdf, XmlElement *element)
{
  Pose pose = pose_zero();
  XmlElement *origin = xml_child(element, "origin");
  const char *rpy[3] = { "0", "0", "0" };
  if (!origin) return pose;
  Snapping *snapping = &urdf->import->snapping;
  if (xml_numbers(urdf->xml, origin, "xyz", 3, 3, pose.at) < 0) return pose_zero();
  if (xml_numbers(urdf->xml, origin, "rpy", 3, 3, rpy) < 0) return pose_zero();
  const char *q[4];  // x, y, z, w
  bool is_quaternion = xml_numbers(urdf->xml, origin, "quat_xyzw", 4, 4, q) == 4;
  if (is_quaternion)
    pose_turn_by_quaternion(&pose, urdf->arena, (const char *[]){ q[3], q[0], q[1], q[2] });
  for (int axis = 2; axis >= 0; axis--) {
    Span span = xml_attribute_span(urdf->xml, origin, "rpy");
    pose.at[axis] =
        length_snap(snapping, pose.at[axis], xml_attribute_span(urdf->xml, origin, "xyz"));
    if (is_quaternion) continue;
    pose_turn(&pose, urdf->arena, axis, angle_from_radians(urdf->arena, snapping, rpy[axis], span));
  }
  return pose;
}

// ---- the tree

static void report_unknown_link(const Urdf *urdf, XmlElement *end, const char *name)
{
  const char **names = ARENA_ARRAY(urdf->arena, const char *, urdf->link_count);
  for (int i = 0; i < urdf->link_count; i++)
    names[i] = urdf->links[i].name;
  const char *hint = nearest_hint(urdf->arena, name, strlen(name), names, urdf->link_count, NULL);
  xml_error(urdf->xml, end, "link", hint, "unknown link '%s'", name);
}

static int read_link_name(Urdf *urdf, XmlElement *element, const char *role)
{
  XmlElement *end = xml_child(element, role);
  if (!end) {
    xml_error(urdf->xml, element, NULL, NULL, "<joint> has no <%s>", role);
    return -1;
  }
  const char *name = xml_required(urdf->xml, end, "link");
  int link = map_find(&urdf->link_index, name);
  if (link < 0 && *name) report_unknown_link(urdf, end, name);
  return link;
}

static const JointKindRow *read_kind(Urdf *urdf, XmlElement *element)
{
  const char *type = xml_required(urdf->xml, element, "type");
  for (int i = 0; i < KIND_COUNT; i++)
    if (strcmp(kinds[i].word, type) == 0) return &kinds[i];
  if (*type) {
    xml_error(urdf->xml, element, "type",
              "revolute, continuous, prismatic, fixed, floating or planar",
              "there is no joint of type '%s'", type);
  }
  return &kinds[KIND_FIXED];
}

// Returns the name of a link or joint, which must be unique.
static const char *read_name(Urdf *urdf, XmlElement *element, Map *index, int number)
{
  const char *name = xml_required(urdf->xml, element, "name");
  if (map_find(index, name) >= 0)
    xml_error(urdf->xml, element, "name", NULL, "there are two %ss '%s'", xml_tag(element), name);
  map_put(index, name, number);
  return name;
}

static void read_links(Urdf *urdf, XmlElement *root)
{
  urdf->links = ARENA_ARRAY(urdf->arena, Link, xml_count(root, "link"));
  for (XmlElement *e = xml_child(root, "link"); e; e = xml_next(e, "link")) {
    Link *link = &urdf->links[urdf->link_count];
    *link = (Link){ .element = e, .parent_joint = -1, .first_child = -1 };
    link->name = read_name(urdf, e, &urdf->link_index, urdf->link_count++);
  }
  if (urdf->link_count == 0) xml_error(urdf->xml, root, NULL, NULL, "the robot has no links");
}

static void read_joints(Urdf *urdf, XmlElement *root)
{
  urdf->joints = ARENA_ARRAY(urdf->arena, Joint, xml_count(root, "joint"));
  for (XmlElement *e = xml_child(root, "joint"); e; e = xml_next(e, "joint")) {
    Joint *joint = &urdf->joints[urdf->joint_count];
    *joint = (Joint){ .element = e, .next_sibling = -1, .mimicked = -1, .tied_to = -1 };
    joint->name = read_name(urdf, e, &urdf->joint_index, urdf->joint_count++);
    joint->kind = read_kind(urdf, e);
    joint->parent = read_link_name(urdf, e, "parent");
    joint->child = read_link_name(urdf, e, "child");
  }
}

// In reverse order, so that siblings are linked in file order.
static void join_links(Urdf *urdf)
{
  for (int i = 0; i < urdf->joint_count; i++) {
    const Joint *joint = &urdf->joints[i];
    Link *child = &urdf->links[joint->child];
    if (child->parent_joint < 0) {
      child->parent_joint = i;
      continue;
    }
    XmlElement *end = xml_child(joint->element, "child");
    xml_error(urdf->xml, end, "link", NULL, "link '%s' is already the child of joint '%s'",
              child->name, urdf->joints[child->parent_joint].name);
  }
  for (int i = urdf->joint_count - 1; i >= 0; i--) {
    Link *parent = &urdf->links[urdf->joints[i].parent];
    urdf->joints[i].next_sibling = parent->first_child;
    parent->first_child = i;
  }
}

static void find_root(Urdf *urdf)
{
  urdf->root = -1;
  for (int i = 0; i < urdf->link_count; i++) {
    if (urdf->links[i].parent_joint >= 0) continue;
    if (urdf->root < 0) {
      urdf->root = i;
      continue;
    }
    xml_error(
        urdf->xml, urdf->links[i].element, "name", "all links but one must be the child of a joint",
        "'%s' is a second root, besides '%s'", urdf->links[i].name, urdf->links[urdf->root].name);
  }
}

// Returns the joint after `joint` in depth-first order below `top`; -1: no more.
static int next_joint(const Urdf *urdf, int joint, int top, bool skip_below)
{
  int below = urdf->links[urdf->joints[joint].child].first_child;
  if (!skip_below && below >= 0) return below;
  while (joint != top) {
    if (urdf->joints[joint].next_sibling >= 0) return urdf->joints[joint].next_sibling;
    joint = urdf->links[urdf->joints[joint].parent].parent_joint;
  }
  return -1;
}

// Since each link has one parent, a link that is not connected to the root is in a cycle.
static void check_cycles(Urdf *urdf)
{
  bool *is_good = ARENA_ARRAY(urdf->arena, bool, urdf->link_count);
  int top = urdf->root >= 0 ? urdf->links[urdf->root].first_child : -1;
  for (; top >= 0; top = urdf->joints[top].next_sibling) {
    for (int i = top; i >= 0; i = next_joint(urdf, i, top, false))
      is_good[urdf->joints[i].child] = true;
  }
  for (int i = 0; i < urdf->link_count; i++) {
    if (is_good[i] || i == urdf->root) continue;
    xml_error(urdf->xml, urdf->links[i].element, "name", NULL,
              "link '%s' hangs in a cycle of joints", urdf->links[i].name);
    return;
  }
}

// ---- mimics

// A joint with one coordinate may follow another such joint; other mimics are not translated.
static void read_mimic(Urdf *urdf, Joint *joint)
{
  XmlElement *mimic = xml_child(joint->element, "mimic");
  if (!mimic) return;
  const char *name = xml_required(urdf->xml, mimic, "joint");
  int target = map_find(&urdf->joint_index, name);
  if (target < 0 && *name) {
    xml_error(urdf->xml, mimic, "joint", NULL, "unknown joint '%s'", name);
  } else if (target >= 0 && joint->kind->has_one && urdf->joints[target].kind->has_one) {
    joint->mimicked = target;
  } else if (target >= 0) {
    build_report_untranslated(urdf->import, "mimic where one of the joints has not one coordinate",
                              mimic);
  }
}

// Checks that the chain of mimicked joints is neither cyclic nor too long.
static void check_mimic(const Urdf *urdf, const Joint *joint)
{
  enum { MAX_MIMICS = 50 };
  const Joint *other = joint;
  for (int count = 0; count < MAX_MIMICS; count++) {
    if (other->mimicked < 0) return;
    other = &urdf->joints[other->mimicked];
    if (other == joint) break;
  }
  xml_error(urdf->xml, xml_child(joint->element, "mimic"), NULL, NULL,
            other == joint ? "joint '%s' mimics '%s', which in the end depends on it"
                           : "joint '%s' mimics '%s': too many joints mimic each other in a row",
            joint->name, urdf->joints[joint->mimicked].name);
}

// ---- joints

static const char *read_limits(Urdf *urdf, const Joint *joint)
{
  XmlElement *limit = xml_child(joint->element, "limit");
  bool is_limited = joint->kind->has_one && !xml_attribute_is(joint->element, "type", "continuous");
  return is_limited ? robot_limits(urdf->import, limit, joint->kind->slides) : NULL;
}

static const char *read_axis(Urdf *urdf, const Joint *joint, const char *axis[3])
{
  static const char *const usual[3] = { "1", "0", "0" };
  memcpy(axis, usual, sizeof usual);
  XmlElement *element = xml_child(joint->element, "axis");
  if (!element || xml_numbers(urdf->xml, element, "xyz", 3, 3, axis) < 0) return "x";
  bool is_needed = joint->kind->has_one || strcmp(joint->kind->own, "planar") == 0;
  Span span = xml_attribute_span(urdf->xml, element, "xyz");
  const char *text = is_needed ? build_axis(urdf->import, axis, span) : NULL;
  return text ? text : "x";
}

// The planar joint of the language slides along x and y; the plane of URDF has any normal. So z is
// rotated to the normal before the joint, and back after it. (The directions of x and y in the
// plane are arbitrary.) Returns the inverse rotation.
static const char *turn_plane(Urdf *urdf, const char *const axis[3], Pose *pose)
{
  double value[3] = { decimal_value(axis[0]), decimal_value(axis[1]), decimal_value(axis[2]) };
  Pose turn = pose_zero();
  pose_turn_z_to(&turn, urdf->arena, axis, value);
  pose_turn_z_to(pose, urdf->arena, axis, value);
  return turn.back;
}

static void write_friction(Urdf *urdf, const Joint *joint)
{
  XmlElement *dynamics = xml_child(joint->element, "dynamics");
  if (!dynamics) return;
  const char *damping = xml_number(urdf->xml, dynamics, "damping", "0");
  const char *friction = xml_number(urdf->xml, dynamics, "friction", "0");
  bool acts = !decimal_is_zero(damping) || !decimal_is_zero(friction);
  if (joint->kind->has_one && joint->mimicked < 0) {
    robot_dynamics(urdf->import, dynamics, joint->label, joint->kind->slides);
  } else if (acts) {
    build_report_untranslated(urdf->import, "dynamics of a joint without a coordinate of its own",
                              dynamics);
  }
}

static Statement *begin_joint(Urdf *urdf, const Joint *joint, const char *name, const Pose *pose)
{
  Document *document = urdf->import->document;
  Statement *statement = document_add(document, STATEMENT_JOINT, name);
  bool is_free = strcmp(joint->kind->own, "free") == 0;  // set by build_free()
  if (!is_free) statement_set(document, statement, "kind", "%s", joint->kind->own);
  statement_set(document, statement, "from", "%s", urdf->links[joint->parent].frame);
  build_place(urdf->import, statement, pose);
  return statement;
}

static const char *mimic_of(const Urdf *urdf, const Joint *joint, const Joint *leader)
{
  return robot_mimic(urdf->import, xml_child(joint->element, "mimic"), joint->kind->slides,
                     leader->coordinate, leader->kind->slides);
}

static void write_one_coordinate(Urdf *urdf, Joint *joint, const Pose *pose)
{
  Document *document = urdf->import->document;
  const char *axis[3];
  const char *limits = read_limits(urdf, joint);
  bool is_driven = joint->mimicked >= 0;
  if (limits && is_driven) document_comment(urdf->import->document, "limits %s", limits);
  Statement *statement = begin_joint(urdf, joint, joint->label, pose);
  statement_set(document, statement, "axis", "%s", read_axis(urdf, joint, axis));
  joint->coordinate = joint->label;
  if (is_driven) {
    const char *driver = mimic_of(urdf, joint, &urdf->joints[joint->mimicked]);
    statement_set(document, statement, "driver", "%s)", driver);
    joint->coordinate = arena_format(urdf->arena, "(%s)", driver);
  } else if (limits) {
    statement_set(document, statement, "limits", "%s", limits);
  }
  robot_drive(urdf->import, statement, xml_child(joint->element, "limit"), joint->kind->slides);
}

static void write_planar(Urdf *urdf, const Joint *joint, Pose *pose)
{
  static const char *const endings[] = { "x", "y", "angle" };
  const char *axis[3];
  (void)read_axis(urdf, joint, axis);
  const char *back = turn_plane(urdf, axis, pose);
  const char *plane = joint->label;
  if (*back) plane = names_join(&urdf->import->values, joint->label, "plane");
  Statement *statement = begin_joint(urdf, joint, plane, pose);
  build_coordinates(urdf->import, statement, joint->label, endings, NULL, 3);
  if (*back) build_frame(urdf->import, joint->label, plane, back);
}

static void write_joint(Urdf *urdf, Joint *joint)
{
  Import *import = urdf->import;
  Link *child = &urdf->links[joint->child];
  Pose pose = read_origin(urdf, joint->element);
  bool is_renamed = strcmp(joint->name, joint->label) != 0;
  document_comment(import->document, "%s", "");
  document_comment(import->document, "%s%s%slink %s", is_renamed ? "joint " : "",
                   is_renamed ? joint->name : "", is_renamed ? ", " : "", child->name);
  bool may_be_limited = joint->kind->has_one || joint->kind == &kinds[KIND_FIXED];
  build_leave_others(import, joint->element,
                     may_be_limited ? " origin parent child axis limit mimic dynamics "
                                    : " origin parent child axis mimic dynamics ");
  if (import->options->merge_fixed && joint->kind == &kinds[KIND_FIXED]) {
    build_frame(import, child->frame, urdf->links[joint->parent].frame,
                pose_moves(urdf->arena, &pose));
    return;
  }
  if (joint->kind->has_one) {
    write_one_coordinate(urdf, joint, &pose);
  } else if (strcmp(joint->kind->own, "planar") == 0) {
    write_planar(urdf, joint, &pose);
  } else if (strcmp(joint->kind->own, "free") == 0) {
    (void)build_free(import, begin_joint(urdf, joint, joint->label, &pose), joint->label, NULL);
  } else {
    begin_joint(urdf, joint, joint->label, &pose);
  }
  write_friction(urdf, joint);
  if (child->frame != joint->label) build_frame(import, child->frame, joint->label, "");
}

// ---- links

static bool read_inertial(Urdf *urdf, const Link *link, Inertial *inertial)
{
  XmlElement *element = xml_child(link->element, "inertial");
  if (!element) return false;
  XmlElement *mass = xml_child(element, "mass");
  XmlElement *inertia = xml_child(element, "inertia");
  if (!mass || !inertia) {
    xml_error(urdf->xml, element, NULL, NULL, "<inertial> of link '%s' has no <%s>", link->name,
              mass ? "inertia" : "mass");
    return false;
  }
  build_leave_others(urdf->import, element, " origin mass inertia ");
  inertial->pose = read_origin(urdf, element);
  inertial->mass = xml_number(urdf->xml, mass, "value", NULL);
  robot_inertia(urdf->import, inertia, NULL, NULL, inertial->inertia);
  return !decimal_is_zero(inertial->mass) || !decimals_are_zero(inertial->inertia, 6);
}

// Collects the colours of the materials of the robot and of visuals; the first of each name is
// used.
static void find_colors(Urdf *urdf, XmlElement *element)
{
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    XmlElement *color = xml_is(e, "material") ? xml_child(e, "color") : NULL;
    const char *name = color ? xml_attribute(e, "name") : NULL;
    if (name && map_find(&urdf->color_index, name) < 0) {
      urdf->colors[urdf->color_index.count] = color;
      map_put(&urdf->color_index, name, urdf->color_index.count);
    }
    if (xml_is(e, "material")) build_leave_others(urdf->import, e, " color ");
    find_colors(urdf, e);
  }
}

static void read_color(Urdf *urdf, XmlElement *visual, Shape *shape)
{
  XmlElement *material = xml_child(visual, "material");
  const char *name = material ? xml_attribute(material, "name") : NULL;
  XmlElement *color = material ? xml_child(material, "color") : NULL;
  int other = name && !color ? map_find(&urdf->color_index, name) : -1;
  if (other >= 0) color = urdf->colors[other];
  PictureMark mark = build_begin_picture(urdf->import);
  if (color) (void)xml_numbers(urdf->xml, color, "rgba", 4, 4, shape->rgba);
  build_end_picture(urdf->import, mark);
}

static void write_visual(Urdf *urdf, const Link *link, XmlElement *visual, ShapeHolder *holder)
{
  XmlElement *geometry = xml_child(visual, "geometry");
  build_leave_others(urdf->import, visual, " geometry origin material ");
  PictureMark mark = build_begin_picture(urdf->import);
  Shape shape = { .pose = read_origin(urdf, visual) };
  bool is_shape = robot_shape(urdf->import, visual, &shape);
  if (!geometry || !xml_child(geometry, NULL)) {
    xml_error(urdf->xml, visual, NULL, "it needs a <geometry> with a box, cylinder, sphere or mesh",
              "<visual> of link '%s' has no shape", link->name);
  }
  if (!build_end_picture(urdf->import, mark) || !is_shape) return;
  read_color(urdf, visual, &shape);
  build_shape(urdf->import, holder, &shape);
}

static void write_link(Urdf *urdf, const Link *link)
{
  Inertial inertial;
  bool has_mass = read_inertial(urdf, link, &inertial);
  ShapeHolder holder =
      build_body(urdf->import, link->name, link->frame, has_mass ? &inertial : NULL);
  for (XmlElement *e = xml_child(link->element, "visual"); e; e = xml_next(e, "visual"))
    write_visual(urdf, link, e, &holder);
  build_leave_others(urdf->import, link->element, " inertial visual ");
}

// ---- order of writing

static bool must_wait(const Urdf *urdf, const Joint *joint)
{
  return joint->mimicked >= 0 && !urdf->joints[joint->mimicked].coordinate;
}

static void write_below(Urdf *urdf, int top)
{
  for (int i = top; i >= 0;) {
    Joint *joint = &urdf->joints[i];
    joint->is_waiting = must_wait(urdf, joint);
    if (!joint->is_waiting) {
      write_joint(urdf, joint);
      write_link(urdf, &urdf->links[joint->child]);
    }
    i = next_joint(urdf, i, top, joint->is_waiting);
  }
}

// Writes the waiting joints. If all of them wait for each other, one mimics a joint in its own
// subtree.
static void write_waiting(Urdf *urdf)
{
  for (int first = 0; first >= 0;) {
    bool has_moved = false;
    first = -1;
    for (int i = 0; i < urdf->joint_count; i++) {
      if (!urdf->joints[i].is_waiting) continue;
      if (first < 0) first = i;
      if (must_wait(urdf, &urdf->joints[i])) continue;
      write_below(urdf, i);
      has_moved = true;
    }
    if (has_moved || first < 0) continue;
    urdf->joints[first].tied_to = urdf->joints[first].mimicked;
    urdf->joints[first].mimicked = -1;
  }
}

// Joints first, since their names are those of the coordinates.
static void choose_names(Urdf *urdf)
{
  Names *names = &urdf->import->values;
  for (int i = 0; i < urdf->joint_count; i++)
    urdf->joints[i].label = names_take(names, urdf->joints[i].name, "joint");
  for (int i = 0; i < urdf->link_count; i++) {
    Link *link = &urdf->links[i];
    const Joint *joint = link->parent_joint >= 0 ? &urdf->joints[link->parent_joint] : NULL;
    bool is_same = joint && strcmp(joint->name, link->name) == 0;
    link->frame = is_same ? joint->label : names_take(names, link->name, "link");
  }
}

static void write_robot(Urdf *urdf)
{
  static const char *const gravity[3] = { "0", "0", "-9.81" };
  Import *import = urdf->import;
  build_top(import, "URDF", xml_attribute(xml_root(urdf->xml), "name"));
  document_comment(import->document, "URDF says nothing of gravity");
  build_gravity(import, gravity);
  choose_names(urdf);
  const Link *root = &urdf->links[urdf->root];
  document_comment(import->document, "%s", "");
  document_comment(import->document, "link %s is fixed to the ground", root->name);
  build_frame(import, root->frame, "ground", "");
  write_link(urdf, root);
  for (int i = root->first_child; i >= 0; i = urdf->joints[i].next_sibling)
    write_below(urdf, i);
  write_waiting(urdf);
  for (int i = 0; i < urdf->joint_count; i++) {
    const Joint *joint = &urdf->joints[i];
    if (joint->tied_to < 0) continue;
    document_write(import->document, "constraint %s : %s = %s",
                   names_take(&import->actions, joint->name, "mimic"), joint->label,
                   mimic_of(urdf, joint, &urdf->joints[joint->tied_to]));
  }
}

// ---- the format

// Returns the first element inside `element` that is a macro or has a formula in an attribute, or
// NULL.
static XmlElement *find_macro(const Urdf *urdf, XmlElement *element)
{
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    bool is_macro = xml_is_one_of(e, " include macro property ") && element == xml_root(urdf->xml);
    if (is_macro || strcmp(xml_prefix(urdf->xml, e), "xacro") == 0) return e;
    for (XmlAttribute *a = xml_first_attribute(e); a; a = xml_next_attribute(a)) {
      const char *value = xml_attribute_value(a);
      if (strstr(value, "${") || strstr(value, "$(")) return e;
    }
    XmlElement *found = find_macro(urdf, e);
    if (found) return found;
  }
  return NULL;
}

// A xacro file is a program that generates a URDF; unless it is run, links would be missing.
static void check_macros(Urdf *urdf, XmlElement *root)
{
  XmlElement *macro = find_macro(urdf, root);
  if (!macro) return;
  xml_error(urdf->xml, macro, NULL,
            "expand it first: ros2 run xacro xacro robot.xacro > robot.urdf",
            "this is a xacro file, not yet a URDF");
}

// If the robot is not a tree, checks its parts for further errors. The document is not used.
static void check_parts(Urdf *urdf)
{
  for (int i = 0; i < urdf->link_count; i++) {
    urdf->links[i].frame = "ground";
    write_link(urdf, &urdf->links[i]);
  }
  for (int i = 0; i < urdf->joint_count; i++) {
    const char *axis[3];
    (void)read_origin(urdf, urdf->joints[i].element);
    (void)read_axis(urdf, &urdf->joints[i], axis);
    (void)read_limits(urdf, &urdf->joints[i]);
  }
}

static void read_robot(Urdf *urdf)
{
  XmlElement *root = xml_root(urdf->xml);
  check_macros(urdf, root);
  if (has_errors(urdf->import)) return;
  build_leave_others(urdf->import, root, " link joint material ");
  urdf->colors = ARENA_ARRAY(urdf->arena, XmlElement *, xml_count_below(root));
  find_colors(urdf, root);
  read_links(urdf, root);
  read_joints(urdf, root);
  for (int i = 0; i < urdf->joint_count; i++)
    read_mimic(urdf, &urdf->joints[i]);
  for (int i = 0; i < urdf->joint_count && !has_errors(urdf->import); i++)
    check_mimic(urdf, &urdf->joints[i]);
  if (!has_errors(urdf->import)) join_links(urdf);
  if (!has_errors(urdf->import)) find_root(urdf);
  if (!has_errors(urdf->import)) check_cycles(urdf);
  if (has_errors(urdf->import)) {
    check_parts(urdf);
  } else {
    write_robot(urdf);
  }
}

bool recognise_urdf(const Source *source) { return xml_source_has_root(source, "robot"); }

bool import_urdf(Import *import)
{
  import->xml = xml_read(import->source, import->diagnostics, import->arena);
  if (!import->xml) return false;
  Urdf urdf = { .import = import, .xml = import->xml, .arena = import->arena };
  read_robot(&urdf);
  map_free(&urdf.link_index);
  map_free(&urdf.joint_index);
  map_free(&urdf.color_index);
  return true;
}
