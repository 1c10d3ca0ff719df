// sdf.c -- imports models of Gazebo and Drake (SDFormat 1.6 and later).
//
// An SDF model has links, joints and frames, each with a pose relative to another one; the default
// reference of a link or frame is the model, that of a joint its child link. Joints connect links
// to a graph: a joint that does not close a loop becomes a joint, and its child link a frame on it;
// a joint to a link that is already carried becomes a loop. A link without a joint to a parent
// moves freely, unless the model is static. The moves between two frames are those of all poses on
// the path between them; the language multiplies them. Models may be nested; the names of the
// contents of a model begin with the name of the model.
// SPDX-License-Identifier: MIT
#include "import/common/decimal.h"
#include "import/urdf/robot.h"

#include <string.h>

typedef struct SdfNode {
  XmlElement *element;  // model, link, joint or frame
  const char *name;     // with the names of the enclosing models: "arm::hand"
  int model;            // the node that contains it; -1: the world
  int relative_to;      // the node that the pose refers to; -1: the world
  int order;            // index among the poses; 0: not yet determined
  const char *label;    // its name in the description language
  const char *frame;    // of a link: set when it is written
  int first_joint;      // of a link: the first joint with this parent; -1: none
  int carrier;          // of a link: the first joint with this child; -1: none
  int next_joint;       // of a joint: the next one with the same parent
  int parent;           // of a joint: index of the link
  int child;
  int kind;         // of a joint: -1 if it is omitted
  bool is_written;  // of a joint: it does not close a loop
} SdfNode;

typedef struct Sdf {
  Import *import;
  Xml *xml;
  Arena *arena;
  SdfNode *nodes;
  int node_count;
  Map index;        // by full name
  PoseNode *poses;  // [0] is the world
  int pose_count;
  int first_joint;  // of the world
  bool is_old;      // version 1.4 or earlier: axes are given in the model
  int *list;        // capacity for each node: a path, or the links written
} Sdf;

enum { WORLD = -1, UNKNOWN = -2, NONE = -1, BEING_PLACED = -1, POSE_WORLD = 0 };

// ---- texts and numbers of child elements

static const char *child_text(const Sdf *sdf, XmlElement *element, const char *tag)
{
  XmlElement *child = xml_child(element, tag);
  return child ? xml_text(sdf->xml, child) : "";
}

static bool is_true(const char *text)
{
  return strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
}

// Reads x y z roll pitch yaw, or x y z qx qy qz qw; in radians unless degrees are specified.
static Pose read_pose(Sdf *sdf, XmlElement *element)
{
  Pose pose = pose_zero();
  XmlElement *given = xml_child(element, "pose");
  const char *n[7] = { "0", "0", "0", "0", "0", "0", "0" };
  if (!given || *xml_text(sdf->xml, given) == '\0') return pose;
  bool is_quaternion = xml_attribute_is(given, "rotation_format", "quat_xyzw");
  int count = is_quaternion ? 7 : 6;
  if (xml_numbers(sdf->xml, given, NULL, count, count, n) < 0) return pose;
  Snapping *snapping = &sdf->import->snapping;
  Span span = xml_span(sdf->xml, given);
  for (int i = 0; i < 3; i++)
    pose.at[i] = length_snap(snapping, n[i], span);
  if (is_quaternion) {
    const char *const q[4] = { n[6], n[3], n[4], n[5] };
    pose_turn_by_quaternion(&pose, sdf->arena, q);
    return pose;
  }
  const char *unit = xml_attribute(given, "degrees");
  for (int axis = 2; axis >= 0; axis--) {
    Angle angle = unit && is_true(unit)
                      ? angle_from_degrees(sdf->arena, n[3 + axis])
                      : angle_from_radians(sdf->arena, snapping, n[3 + axis], span);
    pose_turn(&pose, sdf->arena, axis, angle);
  }
  return pose;
}

// ---- the nodes

static const char *full_name(const Sdf *sdf, int model, const char *name)
{
  const char *prefix = model >= 0 ? sdf->nodes[model].name : "";
  return *prefix ? arena_format(sdf->arena, "%s::%s", prefix, name) : name;
}

// If the file contains a single model only, the names of its parts have no prefix. Up to version
// 1.6 a link and a joint may have the same name, which then denotes the link.
static int add_node(Sdf *sdf, XmlElement *element, int model, bool is_nameless)
{
  int node = sdf->node_count++;
  const char *name = xml_required(sdf->xml, element, "name");
  sdf->nodes[node] = (SdfNode){ .element = element,
                                .model = model,
                                .first_joint = NONE,
                                .carrier = NONE,
                                .next_joint = NONE,
                                .parent = UNKNOWN,
                                .child = UNKNOWN };
  sdf->nodes[node].name = is_nameless ? "" : full_name(sdf, model, name);
  if (is_nameless) return node;
  int other = map_find(&sdf->index, sdf->nodes[node].name);
  if (other >= 0 && xml_is(element, xml_tag(sdf->nodes[other].element)))
    xml_error(sdf->xml, element, NULL, NULL, "there are two %ss '%s'", xml_tag(element), name);
  if (other < 0 || xml_is(element, "link")) map_put(&sdf->index, sdf->nodes[node].name, node);
  return node;
}

static void add_model(Sdf *sdf, XmlElement *element, int around, bool is_nameless)
{
  int model = add_node(sdf, element, around, is_nameless);
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    if (xml_is_one_of(e, " link joint frame ")) add_node(sdf, e, model, false);
    if (xml_is(e, "model")) add_model(sdf, e, model, false);
  }
  build_leave_others(sdf->import, element,
                     " link joint frame model pose static self_collide allow_auto_disable ");
}

// Returns the node denoted by a name inside a model; UNKNOWN with an error.
static int find_node(const Sdf *sdf, XmlElement *place, int model, const char *name)
{
  if (strcmp(name, "world") == 0) return WORLD;
  if (strcmp(name, "__model__") == 0) return model;
  int node = map_find(&sdf->index, full_name(sdf, model, name));
  if (node < 0)
    xml_error(sdf->xml, place, NULL, NULL, "there is no link, joint or frame '%s'", name);
  return node < 0 ? UNKNOWN : node;
}

static bool node_is(const Sdf *sdf, int node, const char *tag)
{
  return node >= 0 && xml_is(sdf->nodes[node].element, tag);
}

// Returns the node to which the pose of this one is relative.
static int read_relative_to(const Sdf *sdf, int number)
{
  const SdfNode *node = &sdf->nodes[number];
  XmlElement *pose = xml_child(node->element, "pose");
  const char *given = pose ? xml_attribute(pose, "relative_to") : NULL;
  if (!given && pose) given = xml_attribute(pose, "frame");  // SDF 1.6
  if (given && *given) return find_node(sdf, pose, node->model, given);
  if (xml_is(node->element, "frame")) {
    const char *attached = xml_attribute(node->element, "attached_to");
    if (attached && *attached) return find_node(sdf, node->element, node->model, attached);
  }
  if (!xml_is(node->element, "joint")) return node->model;
  return find_node(sdf, node->element, node->model, child_text(sdf, node->element, "child"));
}

static int add_pose(Sdf *sdf, int carrier, Pose pose, bool is_back)
{
  *ARENA_PUSH(sdf->arena, sdf->poses, sdf->pose_count) = (PoseNode){ carrier, pose, is_back };
  return sdf->pose_count - 1;
}

// The pose of a model may be specified for a frame inside it; then adds the path back to the model.
static int add_placement(Sdf *sdf, int number, int carrier)
{
  const SdfNode *model = &sdf->nodes[number];
  const char *name = xml_attribute(model->element, "placement_frame");
  if (!name || !*name || !xml_is(model->element, "model")) return carrier;
  int node = find_node(sdf, model->element, number, name);
  for (int steps = 0; node >= 0 && node != number; steps++) {
    if (steps > sdf->node_count) return carrier;  // reported as a cycle
    carrier = add_pose(sdf, carrier, read_pose(sdf, sdf->nodes[node].element), true);
    node = sdf->nodes[node].relative_to;
  }
  if (node == WORLD)
    xml_error(sdf->xml, model->element, NULL, NULL, "the placement frame is not in the model: '%s'",
              name);
  return carrier;
}

// Adds a node to the poses, after all those it depends on. A cycle is reported as an error.
static void place_node(Sdf *sdf, int number)
{
  int depth = 0;
  int n = number;
  for (; n >= 0 && sdf->nodes[n].order == 0; n = sdf->nodes[n].relative_to) {
    sdf->nodes[n].order = BEING_PLACED;
    sdf->list[depth++] = n;
  }
  if (n >= 0 && sdf->nodes[n].order == BEING_PLACED) {
    xml_error(sdf->xml, sdf->nodes[n].element, NULL, NULL,
              "the pose leads in a circle back to '%s'", sdf->nodes[n].name);
  }
  int carrier = n >= 0 && sdf->nodes[n].order > 0 ? sdf->nodes[n].order : POSE_WORLD;
  while (depth > 0) {
    int placed = sdf->list[--depth];
    carrier = add_pose(sdf, carrier, read_pose(sdf, sdf->nodes[placed].element), false);
    carrier = add_placement(sdf, placed, carrier);
    sdf->nodes[placed].order = carrier;
  }
}

static int order_of(const Sdf *sdf, int node)
{
  return node == WORLD ? POSE_WORLD : sdf->nodes[node].order;
}

static const char *path_between(const Sdf *sdf, int from, int to, bool only_turns)
{
  return pose_path(sdf->arena, sdf->poses, order_of(sdf, from), order_of(sdf, to), only_turns);
}

// Returns the canonical link, or the first one.
static int first_link(const Sdf *sdf, int model)
{
  if (model == WORLD) return WORLD;
  const char *name = xml_attribute(sdf->nodes[model].element, "canonical_link");
  if (name && *name) return find_node(sdf, sdf->nodes[model].element, model, name);
  for (int i = model + 1; i < sdf->node_count; i++)
    if (sdf->nodes[i].model == model && node_is(sdf, i, "link")) return i;
  return UNKNOWN;
}

// Returns the link to which a node is fixed; WORLD, or UNKNOWN.
static int attached_link(const Sdf *sdf, int node)
{
  for (int steps = 0; node >= 0 && steps <= sdf->node_count; steps++) {
    const SdfNode *at = &sdf->nodes[node];
    const char *attached = xml_attribute(at->element, "attached_to");
    if (xml_is(at->element, "link")) return node;
    if (xml_is(at->element, "joint")) {
      node = at->relative_to;
    } else if (xml_is(at->element, "frame") && attached && *attached) {
      node = find_node(sdf, at->element, at->model, attached);
    } else {
      node = first_link(sdf, xml_is(at->element, "frame") ? at->model : node);
    }
  }
  return node >= 0 ? UNKNOWN : node;
}

static int read_end(const Sdf *sdf, const SdfNode *joint, const char *role)
{
  XmlElement *element = xml_child(joint->element, role);
  const char *name = element ? xml_text(sdf->xml, element) : "";
  if (*name == '\0') {
    xml_error(sdf->xml, joint->element, NULL, NULL, "<joint> has no <%s>", role);
    return UNKNOWN;
  }
  int node = find_node(sdf, element, joint->model, name);
  int link = attached_link(sdf, node);
  if (node != UNKNOWN && link == UNKNOWN)
    xml_error(sdf->xml, element, NULL, NULL, "this is not a link: '%s'", name);
  return link;
}

// ---- joints

static const struct {
  const char *type;
  const char *kind;
  int axes;
  bool slides;
} kinds[] = {
  { "revolute", "revolute", 1, false },  { "continuous", "revolute", 1, false },
  { "prismatic", "prismatic", 1, true }, { "screw", "screw", 1, false },
  { "universal", "revolute", 2, false }, { "revolute2", "revolute", 2, false },
  { "ball", "spherical", 0, false },     { "fixed", "fixed", 0, false },
};

static bool has_one(int kind) { return kind >= 0 && kinds[kind].axes == 1; }

// Returns -1, with a report, for unsupported types.
static int kind_of(Sdf *sdf, XmlElement *joint)
{
  const char *type = xml_required(sdf->xml, joint, "type");
  if (strcmp(type, "gearbox") == 0) {
    build_report_untranslated(sdf->import, "gearbox", joint);
    return -1;
  }
  for (int i = 0; i < (int)(sizeof kinds / sizeof kinds[0]); i++)
    if (strcmp(kinds[i].type, type) == 0) return i;
  if (*type) xml_error(sdf->xml, joint, NULL, NULL, "joints are not of type '%s'", type);
  return -1;
}

// Returns the axis, expressed in node `in`.
static const char *read_axis(Sdf *sdf, int number, const char *tag, int *in)
{
  const SdfNode *joint = &sdf->nodes[number];
  const char *xyz[3] = { "0", "0", "1" };
  XmlElement *axis = xml_child(joint->element, tag);
  XmlElement *given = axis ? xml_child(axis, "xyz") : NULL;
  *in = number;
  if (!given) return "z";
  (void)xml_numbers(sdf->xml, given, NULL, 3, 3, xyz);
  const char *frame = xml_attribute(given, "expressed_in");
  const char *in_model = child_text(sdf, axis, "use_parent_model_frame");
  if (is_true(in_model) || (sdf->is_old && *in_model == '\0')) frame = "__model__";
  if (frame && *frame) *in = find_node(sdf, given, joint->model, frame);
  if (*in == UNKNOWN) *in = number;
  const char *text = build_axis(sdf->import, xyz, xml_span(sdf->xml, given));
  return text ? text : "z";
}

// Returns the clause with the pitch of a screw: screw_thread_pitch in m per revolution; the older
// thread_pitch is -2 pi divided by it.
static const char *pitch_of(Sdf *sdf, int kind, XmlElement *joint)
{
  if (strcmp(kinds[kind].kind, "screw") != 0) return "";
  const char *pitch = robot_number(sdf->import, joint, "screw_thread_pitch", "");
  if (*pitch) return arena_format(sdf->arena, ", pitch %s m", pitch);
  const char *thread = robot_number(sdf->import, joint, "thread_pitch", "1");
  return arena_format(sdf->arena, ", pitch %s2*pi/%s*1 m", thread[0] == '-' ? "" : "-",
                      thread + (thread[0] == '-'));
}

// Returns a frame reached by moves; `from` itself if there are none.
static const char *write_step(Sdf *sdf, const char *label, const char *ending, const char *from,
                              const char *moves)
{
  if (*moves == '\0') return from;
  const char *name = names_join(&sdf->import->values, label, ending);
  build_frame(sdf->import, name, from, moves);
  return name;
}

// Writes a joint about one axis: a frame with the axes in which it is given, the joint, and a frame
// with the joint's own axes, which is returned.
static const char *write_axis(Sdf *sdf, int number, int kind, const char *tag, const char *label,
                              const char *from)
{
  XmlElement *element = sdf->nodes[number].element;
  XmlElement *axis = xml_child(element, tag);
  int in;
  const char *text = read_axis(sdf, number, tag, &in);
  from = write_step(sdf, label, "axes", from, path_between(sdf, number, in, true));
  XmlElement *limit = axis ? xml_child(axis, "limit") : NULL;
  Statement *joint = document_write(sdf->import->document, "joint %s : %s %s from %s%s", label,
                                    kinds[kind].kind, text, from, pitch_of(sdf, kind, element));
  if (axis) {
    const char *limits = robot_limits(sdf->import, limit, kinds[kind].slides);
    if (limits) statement_set(sdf->import->document, joint, "limits", "%s", limits);
    robot_drive(sdf->import, joint, limit, kinds[kind].slides);
    build_leave_others(sdf->import, axis, " xyz limit dynamics mimic use_parent_model_frame ");
  }
  robot_dynamics(sdf->import, axis ? xml_child(axis, "dynamics") : NULL, label, kinds[kind].slides);
  return write_step(sdf, label, "behind", label, path_between(sdf, in, number, true));
}

static const char *write_plain_joint(Sdf *sdf, int kind, const char *label, const char *from)
{
  Document *document = sdf->import->document;
  Statement *joint = document_add(document, STATEMENT_JOINT, label);
  bool is_ball = strcmp(kinds[kind].kind, "spherical") == 0;
  if (is_ball) build_ball(sdf->import, joint, label);
  if (!is_ball) statement_set(document, joint, "kind", "%s", kinds[kind].kind);
  statement_set(document, joint, "from", "%s", from);
  return label;
}

static const char *frame_of(const Sdf *sdf, int link)
{
  return link == WORLD ? "ground" : sdf->nodes[link].frame;
}

static void write_joint(Sdf *sdf, int number, int kind)
{
  const SdfNode *joint = &sdf->nodes[number];
  SdfNode *child = &sdf->nodes[joint->child];
  document_comment(sdf->import->document, "%s", "");
  document_comment(sdf->import->document, "joint %s, link %s", joint->name, child->name);
  const char *frame = write_step(sdf, joint->label, "base", frame_of(sdf, joint->parent),
                                 path_between(sdf, joint->parent, number, false));
  if (kinds[kind].axes == 0) frame = write_plain_joint(sdf, kind, joint->label, frame);
  if (kinds[kind].axes > 0) frame = write_axis(sdf, number, kind, "axis", joint->label, frame);
  if (kinds[kind].axes > 1) {
    const char *second = names_join(&sdf->import->values, joint->label, "2");
    frame = write_axis(sdf, number, kind, "axis2", second, frame);
  }
  build_leave_others(sdf->import, joint->element,
                     " parent child pose axis axis2 thread_pitch screw_thread_pitch ");
  child->frame = child->label;
  build_frame(sdf->import, child->frame, frame, path_between(sdf, number, joint->child, false));
}

// Writes a joint between two links that are already written.
static void write_loop(Sdf *sdf, int number, int kind)
{
  const SdfNode *joint = &sdf->nodes[number];
  int in = number;
  if (kinds[kind].axes > 1) {
    xml_error(sdf->xml, joint->element, NULL, "put a link between two revolute joints",
              "<joint> '%s', of two axes in a loop, is not supported", joint->name);
    return;
  }
  const char *axis = kinds[kind].axes == 1 ? read_axis(sdf, number, "axis", &in) : "";
  const char *turns = path_between(sdf, number, in, true);
  const char *ends[2];
  for (int i = 0; i < 2; i++) {
    int link = i == 0 ? joint->parent : joint->child;
    const char *moves = path_between(sdf, link, number, false);
    ends[i] = write_step(sdf, joint->label, i == 0 ? "base" : "end", frame_of(sdf, link),
                         moves_joined(sdf->arena, moves, turns));
  }
  const char *name = names_take(&sdf->import->actions, joint->name, "loop");
  document_write(sdf->import->document, "loop %s : %s %s %s = %s%s", name, kinds[kind].kind, axis,
                 ends[0], ends[1], pitch_of(sdf, kind, joint->element));
  XmlElement *given = xml_child(joint->element, "axis");
  if (given && (xml_child(given, "limit") || xml_child(given, "dynamics")))
    build_report_untranslated(sdf->import, "limits and dynamics of a joint that closes a loop",
                              given);
}

// ---- links

static bool is_static(const Sdf *sdf, int node)
{
  for (int model = sdf->nodes[node].model; model >= 0; model = sdf->nodes[model].model)
    if (is_true(child_text(sdf, sdf->nodes[model].element, "static"))) return true;
  return false;
}

// Missing values are 1, also if <inertial> is missing: in SDF every link that can move has a mass.
static bool read_inertial(Sdf *sdf, int number, Inertial *inertial)
{
  XmlElement *element = xml_child(sdf->nodes[number].element, "inertial");
  if (!element && is_static(sdf, number)) return false;
  if (!element) document_comment(sdf->import->document, "no <inertial>: 1 kg, as SDF has it");
  if (element && xml_attribute_is(element, "auto", "true"))
    build_report_untranslated(sdf->import, "inertia calculated from shapes", element);
  if (element) build_leave_others(sdf->import, element, " pose mass inertia ");
  inertial->pose = element ? read_pose(sdf, element) : pose_zero();
  inertial->mass = robot_number(sdf->import, element, "mass", "1");
  XmlElement *inertia = element ? xml_child(element, "inertia") : NULL;
  robot_inertia(sdf->import, inertia, "1", "0", inertial->inertia);
  return true;
}

static void write_visual(Sdf *sdf, XmlElement *visual, ShapeHolder *holder)
{
  XmlElement *material = xml_child(visual, "material");
  XmlElement *diffuse = material ? xml_child(material, "diffuse") : NULL;
  build_leave_others(sdf->import, visual, " pose geometry material ");
  XmlElement *pose = xml_child(visual, "pose");
  if (pose && xml_attribute(pose, "relative_to")) {
    build_report_untranslated(sdf->import, "visual relative to a frame", visual);
    return;
  }
  PictureMark mark = build_begin_picture(sdf->import);
  Shape shape = { .pose = read_pose(sdf, visual) };
  bool is_shape = robot_shape(sdf->import, visual, &shape);
  if (!build_end_picture(sdf->import, mark) || !is_shape) return;
  mark = build_begin_picture(sdf->import);
  int count = diffuse ? xml_numbers(sdf->xml, diffuse, NULL, 3, 4, shape.rgba) : 0;
  if (count == 3) shape.rgba[3] = "1";
  build_end_picture(sdf->import, mark);
  build_shape(sdf->import, holder, &shape);
}

static void write_link(Sdf *sdf, int number)
{
  const SdfNode *link = &sdf->nodes[number];
  Inertial inertial;
  bool has_mass = read_inertial(sdf, number, &inertial);
  ShapeHolder holder =
      build_body(sdf->import, link->name, link->frame, has_mass ? &inertial : NULL);
  for (XmlElement *e = xml_child(link->element, "visual"); e; e = xml_next(e, "visual"))
    write_visual(sdf, e, &holder);
  if (!is_true(child_text(sdf, link->element, "gravity")) && xml_child(link->element, "gravity"))
    build_report_untranslated(sdf->import, "link without gravity", link->element);
  if (is_true(child_text(sdf, link->element, "kinematic")))
    build_report_untranslated(sdf->import, "kinematic link", link->element);
  build_leave_others(sdf->import, link->element,
                     " pose inertial visual gravity self_collide kinematic must_be_base_link ");
}

// ---- the graph

static void read_joint_ends(Sdf *sdf, int number)
{
  SdfNode *joint = &sdf->nodes[number];
  joint->kind = kind_of(sdf, joint->element);
  joint->parent = read_end(sdf, joint, "parent");
  joint->child = read_end(sdf, joint, "child");
  if (joint->child == WORLD)
    xml_error(sdf->xml, joint->element, NULL, NULL, "the world is not carried by joint '%s'",
              joint->name);
}

// In reverse order, so that the joints of a link are linked in file order.
static void join_links(Sdf *sdf)
{
  sdf->first_joint = NONE;
  for (int i = sdf->node_count - 1; i >= 0; i--) {
    SdfNode *joint = &sdf->nodes[i];
    if (!xml_is(joint->element, "joint")) continue;
    int *first =
        joint->parent == WORLD ? &sdf->first_joint : &sdf->nodes[joint->parent].first_joint;
    joint->next_joint = *first;
    *first = i;
  }
}

// Writes a link without a joint to a parent: it moves freely from its pose, or is fixed to the
// ground.
static void write_root(Sdf *sdf, int number)
{
  Document *document = sdf->import->document;
  SdfNode *link = &sdf->nodes[number];
  document_comment(document, "%s", "");
  document_comment(sdf->import->document, "link %s", link->name);
  link->frame = link->label;
  const char *moves = path_between(sdf, WORLD, number, false);
  if (is_static(sdf, number)) {
    build_frame(sdf->import, link->frame, "ground", moves);
    return;
  }
  const char *base = write_step(sdf, link->label, "start", "ground", moves);
  Statement *joint = document_add(document, STATEMENT_JOINT, link->frame);
  statement_set(document, joint, "from", "%s", base);
  build_free(sdf->import, joint, link->label, NULL);
}

// Writes the subtrees of the joints of one list; their links are appended to the list of links to
// be continued. If several joints have the same child, the first one carries it if it can be
// reached (`is_strict`).
static void write_joints_of(Sdf *sdf, int first, bool is_strict, int *count)
{
  for (int j = first; j >= 0; j = sdf->nodes[j].next_joint) {
    int child = sdf->nodes[j].child;
    bool is_other = is_strict && sdf->nodes[child].carrier != j;
    if (sdf->nodes[j].kind < 0 || sdf->nodes[child].frame || is_other) continue;
    write_joint(sdf, j, sdf->nodes[j].kind);
    write_link(sdf, child);
    sdf->nodes[j].is_written = true;
    sdf->list[(*count)++] = child;
  }
}

static void write_from(Sdf *sdf, int done, bool is_strict, int *count)
{
  for (; done < *count; done++)
    write_joints_of(sdf, sdf->nodes[sdf->list[done]].first_joint, is_strict, count);
}

// Writes the links without a joint to a parent and, unless `is_strict`, one link of each cycle.
static void write_roots(Sdf *sdf, bool is_strict, int *count)
{
  for (int i = 0; i < sdf->node_count; i++) {
    bool is_carried = is_strict && sdf->nodes[i].carrier != NONE;
    if (!node_is(sdf, i, "link") || sdf->nodes[i].frame || is_carried) continue;
    write_root(sdf, i);
    write_link(sdf, i);
    sdf->list[(*count)++] = i;
    write_from(sdf, *count - 1, is_strict, count);
  }
}

// Writes the links connected to the world, then those below links without a joint to a parent; then
// those reached through other joints only, or through none.
static void write_tree(Sdf *sdf)
{
  int count = 0;
  for (int i = sdf->node_count - 1; i >= 0; i--) {
    bool is_carrier = node_is(sdf, i, "joint") && sdf->nodes[i].kind >= 0;
    if (is_carrier) sdf->nodes[sdf->nodes[i].child].carrier = i;
  }
  for (int pass = 0; pass < 2; pass++) {
    bool is_strict = pass == 0;
    write_joints_of(sdf, sdf->first_joint, is_strict, &count);
    write_from(sdf, 0, is_strict, &count);
    write_roots(sdf, is_strict, &count);
  }
  for (int i = 0; i < sdf->node_count; i++) {
    bool is_open = node_is(sdf, i, "joint") && !sdf->nodes[i].is_written;
    if (is_open && sdf->nodes[i].kind >= 0) write_loop(sdf, i, sdf->nodes[i].kind);
  }
}

// Writes follower = multiplier * (leader - reference) + offset as a constraint.
static void write_mimic(Sdf *sdf, int number)
{
  const SdfNode *joint = &sdf->nodes[number];
  XmlElement *axis = xml_child(joint->element, "axis");
  XmlElement *mimic = axis ? xml_child(axis, "mimic") : NULL;
  if (!mimic) return;
  int leader = find_node(sdf, mimic, joint->model, xml_required(sdf->xml, mimic, "joint"));
  if (leader == UNKNOWN) return;
  int own = joint->kind;
  int other = node_is(sdf, leader, "joint") ? sdf->nodes[leader].kind : -1;
  bool is_plain = has_one(own) && has_one(other) && joint->is_written &&
                  sdf->nodes[leader].is_written && !xml_attribute_is(mimic, "axis", "axis2");
  if (!is_plain) {
    build_report_untranslated(sdf->import, "mimic where one of the joints has not one coordinate",
                              mimic);
    return;
  }
  document_write(sdf->import->document, "constraint %s : %s = %s",
                 names_take(&sdf->import->actions, joint->name, "mimic"), joint->label,
                 robot_mimic(sdf->import, mimic, kinds[own].slides, sdf->nodes[leader].label,
                             kinds[other].slides));
}

static void write_frames(Sdf *sdf)
{
  for (int i = 0; i < sdf->node_count; i++) {
    if (!node_is(sdf, i, "frame")) continue;
    int link = attached_link(sdf, i);
    if (link == UNKNOWN) continue;
    build_frame(sdf->import, sdf->nodes[i].label, frame_of(sdf, link),
                path_between(sdf, link, i, false));
  }
}

// ---- the format

// Replaces the element inside `to` by that of `from`, if there is one.
static void take_over(Sdf *sdf, XmlElement *from, XmlElement *to, const char *tag)
{
  XmlElement *given = xml_child(from, tag);
  XmlElement *old = xml_child(to, tag);
  if (given && old) xml_remove(old);
  if (given) (void)xml_copy(sdf->xml, given, to, NULL);
}

// Returns the model that replaces an <include>, with the values given there: name, pose, static,
// placement_frame. NULL after an error.
static XmlElement *include_model(Sdf *sdf, XmlElement *include)
{
  static const char scheme[] = "model://";
  const char *uri = child_text(sdf, include, "uri");
  const char *name = child_text(sdf, include, "name");
  const char *frame = child_text(sdf, include, "placement_frame");
  size_t skipped = strncmp(uri, scheme, sizeof scheme - 1) == 0 ? sizeof scheme - 1 : 0;
  const char *path = uri + skipped;
  if (*path && !strstr(path, ".sdf")) path = arena_format(sdf->arena, "%s/model.sdf", path);
  bool is_part = xml_is(xml_parent(include), "model");  // in a world: a warning only
  XmlElement *other =
      xml_load(sdf->xml, include, path, skipped > 0, is_part ? SEVERITY_ERROR : SEVERITY_WARNING);
  if (!other) return NULL;
  XmlElement *model = xml_child(other, "model");
  if (!model) xml_error(sdf->xml, include, NULL, NULL, "there is no <model> in '%s'", path);
  XmlElement *copy = model ? xml_copy(sdf->xml, model, xml_parent(include), include) : NULL;
  if (!copy) return NULL;
  if (*name) xml_set(copy, "name", name);
  if (*frame) xml_set(copy, "placement_frame", frame);
  take_over(sdf, include, copy, "pose");
  take_over(sdf, include, copy, "static");
  return copy;
}

static void follow_includes(Sdf *sdf, XmlElement *element)
{
  XmlElement *next = NULL;
  for (XmlElement *e = xml_child(element, NULL); e; e = next) {
    next = xml_next(e, NULL);
    if (xml_is(e, "include") && xml_attribute_is(e, "merge", "true")) {
      xml_error(sdf->xml, e, NULL,
                "write merge=\"false\", and NAME:: before the names of its parts",
                "<include merge=\"true\"> is not supported");
    } else if (xml_is(e, "include")) {
      XmlElement *model = include_model(sdf, e);
      if (model) next = model;
      build_leave_others(sdf->import, e, " uri name pose static placement_frame ");
      xml_remove(e);
    } else if (xml_is_one_of(e, " world model ")) {
      follow_includes(sdf, e);
    }
  }
}

static void read_models(Sdf *sdf, XmlElement *root)
{
  XmlElement *world = xml_child(root, "world");
  XmlElement *holder = world ? world : root;
  bool is_single =
      xml_count(holder, "model") == 1 && !xml_child(holder, "joint") && !xml_child(holder, "frame");
  for (XmlElement *e = xml_child(holder, NULL); e; e = xml_next(e, NULL)) {
    if (xml_is(e, "model")) add_model(sdf, e, WORLD, is_single);
    if (xml_is_one_of(e, " joint frame ")) (void)add_node(sdf, e, WORLD, false);
  }
  for (XmlElement *e = xml_child(root, NULL); e && world; e = xml_next(e, NULL))
    if (e != world) build_report_untranslated(sdf->import, xml_tag(e), e);
  build_leave_others(sdf->import, holder, " model joint frame gravity ");
  if (!xml_child(holder, "model")) xml_error(sdf->xml, root, NULL, NULL, "there is no <model>");
}

static void place_all(Sdf *sdf)
{
  (void)add_pose(sdf, -1, pose_zero(), false);
  for (int i = 0; i < sdf->node_count; i++)
    sdf->nodes[i].relative_to = read_relative_to(sdf, i);
  for (int i = 0; i < sdf->node_count && !has_errors(sdf->import); i++)
    place_node(sdf, i);
  for (int i = 0; i < sdf->node_count && !has_errors(sdf->import); i++)
    if (node_is(sdf, i, "joint")) read_joint_ends(sdf, i);
}

static void write_top(Sdf *sdf, XmlElement *root)
{
  XmlElement *world = xml_child(root, "world");
  const char *gravity[3] = { "0", "0", "-9.8" };  // default of SDF
  if (world) (void)robot_numbers(sdf->import, world, "gravity", 3, gravity);
  XmlElement *model = xml_child(world ? world : root, "model");
  build_top(sdf->import, "SDF", xml_attribute(model, "name"));
  build_gravity(sdf->import, gravity);
  // Joints first, since their names are those of the coordinates.
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < sdf->node_count; i++) {
      SdfNode *node = &sdf->nodes[i];
      if (node_is(sdf, i, "joint") != (pass == 0) || node_is(sdf, i, "model")) continue;
      node->label = names_take(&sdf->import->values, node->name, "part");
    }
  }
}

bool recognise_sdf(const Source *source) { return xml_source_has_root(source, "sdf"); }

bool import_sdf(Import *import)
{
  import->xml = xml_read(import->source, import->diagnostics, import->arena);
  if (!import->xml) return false;
  import->in_elements = true;
  XmlElement *root = xml_root(import->xml);
  Sdf sdf = { .import = import, .xml = import->xml, .arena = import->arena };
  const char *version = xml_attribute(root, "version");
  sdf.is_old = version && strlen(version) == 3 && strcmp(version, "1.4") <= 0;
  follow_includes(&sdf, root);
  int count = xml_count_below(root) + 1;
  sdf.nodes = ARENA_ARRAY(import->arena, SdfNode, count);
  sdf.list = ARENA_ARRAY(import->arena, int, count);
  if (!has_errors(sdf.import)) read_models(&sdf, root);
  if (!has_errors(sdf.import)) place_all(&sdf);
  if (!has_errors(sdf.import)) {
    write_top(&sdf, root);
    join_links(&sdf);
    write_tree(&sdf);
    for (int i = 0; i < sdf.node_count; i++)
      if (node_is(&sdf, i, "joint")) write_mimic(&sdf, i);
    write_frames(&sdf);
  }
  map_free(&sdf.index);
  return true;
}
