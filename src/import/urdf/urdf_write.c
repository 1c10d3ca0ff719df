// urdf_write.c -- writes a mechanism as URDF, in numbers.
//
// A URDF joint consists of a fixed origin relative to its parent link, a motion about or along an
// axis, and a child link: it corresponds to a frame whose last move is the motion. The joint is
// named after the frame, its link after the frame that is fixed to it without a move, or the body
// on it. Further moves become fixed joints; if a frame has several motions, these are named after
// their coordinates. An imported URDF file is therefore written with its original links. Angles of
// origins are roll, pitch, yaw: RZ(yaw) RY(pitch) RX(roll).
// SPDX-License-Identifier: MIT
#include "import/urdf/urdf_write.h"

#include "mechanism/default_value.h"
#include "mechanism/pose.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Urdf {
  const Mechanism *mechanism;
  Diagnostics *diagnostics;
  Pool *pool;
  Arena *arena;
  const char **links;   // URDF link by frame; several frames may share one
  const char **hosts;   // URDF link by body
  const char **owners;  // URDF joint driven by the coordinate, by coordinate; NULL: none
  bool *is_missing;     // by parameter: its value was requested but is missing
  Text *out;
} Urdf;

// ---- numbers

static void report_missing(Urdf *urdf, const Expr *e)
{
  const Mechanism *mechanism = urdf->mechanism;
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    if (parameter->value || urdf->is_missing[i]) continue;
    if (!expr_depends_on(e, expr_copy(expr_pool(e), parameter->symbol))) continue;
    urdf->is_missing[i] = true;
    diagnostics_error(urdf->diagnostics, parameter->span,
                      "URDF holds numbers only: give it a value", "the parameter '%s' has no value",
                      parameter->name);
  }
}

static double number(Urdf *urdf, const Expr *e)
{
  double value = mechanism_default_value(urdf->mechanism, e);
  if (isnan(value)) report_missing(urdf, e);
  return value;
}

// Writes the shortest decimal that is read back as the same double.
static void put_number(Urdf *urdf, double value)
{
  text_put_double(urdf->out, value + 0.0);  // removes the sign of zeros
}

static void put_numbers(Urdf *urdf, const char *name, const double values[], int count)
{
  text_format(urdf->out, " %s=\"", name);
  for (int i = 0; i < count; i++) {
    if (i > 0) text_put_char(urdf->out, ' ');
    put_number(urdf, values[i]);
  }
  text_put_char(urdf->out, '"');
}

static void put_values(Urdf *urdf, const char *name, const Expr *const e[], int count)
{
  double values[4];
  for (int i = 0; i < count; i++)
    values[i] = number(urdf, expr_copy(urdf->pool, e[i]));
  put_numbers(urdf, name, values, count);
}

// ---- friction

// The generalised force -damping q' - friction sign(q').
typedef struct Friction {
  const Expr *damping;
  const Expr *friction;
} Friction;

static const Expr *at_speed(const Expr *amount, const Expr *qd, long speed)
{
  const Expr *value = expr_integer(expr_pool(amount), speed);
  return expr_substitute(amount, &qd, &value, 1);
}

// Returns false if the force is not joint friction.
static bool friction_of(const Urdf *urdf, const Force *force, Friction *friction)
{
  if (force->kind != FORCE_TORQUE) return false;
  const Expr *qd =
      expr_rate(expr_copy(urdf->pool, urdf->mechanism->coordinates[force->coordinate].q));
  const Expr *amount = expr_copy(urdf->pool, force->amount);
  const Expr *forward = at_speed(amount, qd, 1);
  const Expr *slope = expr_derivative(amount, qd);
  friction->damping = negative(slope);
  friction->friction = difference(slope, forward);
  return slope->form->stage <= STAGE_PARAMETER && forward->form->stage <= STAGE_PARAMETER &&
         is_zero(sum(forward, at_speed(amount, qd, -1)));
}

static void put_dynamics(Urdf *urdf, int coordinate)
{
  double damping = 0, dry = 0;
  for (int i = 0; i < urdf->mechanism->force_count; i++) {
    const Force *force = &urdf->mechanism->forces[i];
    Friction friction;
    if (force->coordinate != coordinate || !friction_of(urdf, force, &friction)) continue;
    damping += number(urdf, friction.damping);
    dry += number(urdf, friction.friction);
  }
  if (damping == 0 && dry == 0) return;
  text_put(urdf->out, "    <dynamics");
  put_numbers(urdf, "damping", &damping, 1);
  put_numbers(urdf, "friction", &dry, 1);
  text_put(urdf->out, "/>\n");
}

// ---- omitted parts

static void warn(const Urdf *urdf, Span span, const char *kind, const char *name)
{
  diagnostics_add(urdf->diagnostics, SEVERITY_WARNING, span, NULL,
                  "the %s '%s' is left out: urdf has no place for it", kind, name);
}

static void warn_of_actions(const Urdf *urdf)
{
  const Mechanism *mechanism = urdf->mechanism;
  for (int i = 0; i < mechanism->input_count; i++)
    warn(urdf, mechanism->inputs[i].span, "input", mechanism->inputs[i].name);
  for (int i = 0; i < mechanism->force_count; i++) {
    Friction friction;
    if (friction_of(urdf, &mechanism->forces[i], &friction)) continue;
    warn(urdf, mechanism->forces[i].span, "force", mechanism->forces[i].name);
  }
  for (int i = 0; i < mechanism->rolling_count; i++)
    warn(urdf, mechanism->rollings[i].span, "rolling", mechanism->rollings[i].name);
  for (int i = 0; i < mechanism->task_count; i++)
    warn(urdf, mechanism->tasks[i].span, "task", mechanism->tasks[i].name);
  for (int i = 0; i < mechanism->speed_count; i++)
    warn(urdf, mechanism->speeds[i].span, "speed", mechanism->speeds[i].name);
}

static void reject(const Urdf *urdf, Span span, const char *kind, const char *name)
{
  diagnostics_error(urdf->diagnostics, span, "--to khalil keeps it", "URDF cannot say the %s '%s'",
                    kind, name);
}

// Rejects loops and constraints, since URDF represents trees only.
static bool check_tree(const Urdf *urdf)
{
  const Mechanism *m = urdf->mechanism;
  int errors = diagnostics_error_count(urdf->diagnostics);
  for (int i = 0; i < m->loop_count; i++)
    reject(urdf, m->loops[i].span, "loop", m->loops[i].name);
  for (int i = 0; i < m->constraint_count; i++) {
    if (!m->constraints[i].norm)  // of a free joint
      reject(urdf, m->constraints[i].span, "constraint", m->constraints[i].name);
  }
  return diagnostics_error_count(urdf->diagnostics) == errors;
}

// ---- poses

static void put_origin(Urdf *urdf, const char *indent, Pose placement)
{
  double R[3][3];
  for (int i = 0; i < 9; i++)
    R[i / 3][i % 3] = number(urdf, placement.R.at[i / 3][i % 3]);
  double across = hypot(R[0][0], R[1][0]);
  // If pitch is +-90 deg, yaw is arbitrary; roll is then computed from the remaining rotation.
  double yaw = across > 1e-12 ? atan2(R[1][0], R[0][0]) : 0;
  double rpy[3] = {
    atan2(sin(yaw) * R[0][2] - cos(yaw) * R[1][2], cos(yaw) * R[1][1] - sin(yaw) * R[0][1]),
    atan2(-R[2][0], across),
    yaw,
  };
  text_format(urdf->out, "%s<origin", indent);
  put_values(urdf, "xyz", placement.p.at, 3);
  put_numbers(urdf, "rpy", rpy, 3);
  text_put(urdf->out, "/>\n");
}

// ---- links

static bool is_shared(const Urdf *urdf, int frame)
{
  return frame > 0 && urdf->links[frame] == urdf->links[urdf->mechanism->frames[frame].parent];
}

// Returns the pose of the body's frame in a link: the identity, except for axes of an inertia.
static Pose place_in(Urdf *urdf, const char *link, const Body *body)
{
  const Frame *frame = &urdf->mechanism->frames[body->frame];
  Pose place = pose_identity(urdf->pool);
  bool has_moves = is_shared(urdf, body->frame) && link == urdf->links[body->frame];
  for (int m = 0; m < frame->move_count && has_moves; m++)
    place = pose_moved(place, &frame->moves[m]);
  return place;
}

static void put_inertial(Urdf *urdf, const Body *body, Pose placement)
{
  static const char *const names[] = { "ixx", "ixy", "ixz", "iyy", "iyz", "izz" };
  static const int rows[] = { 0, 0, 0, 1, 1, 2 }, columns[] = { 0, 1, 2, 1, 2, 2 };
  placement.p = pose_apply(placement, vec3_copy(urdf->pool, body->com_F));
  text_put(urdf->out, "    <inertial>\n");
  put_origin(urdf, "      ", placement);
  text_put(urdf->out, "      <mass");
  put_values(urdf, "value", &body->mass, 1);
  text_put(urdf->out, "/>\n      <inertia");
  for (int i = 0; i < 6; i++)
    put_values(urdf, names[i], &body->inertia_F.at[rows[i]][columns[i]], 1);
  text_put(urdf->out, "/>\n    </inertial>\n");
}

// Equal colours share one material name, because readers identify materials by name.
static void put_material(Urdf *urdf, const BodyShape *shape)
{
  text_put(urdf->out, "      <material name=\"rgba");
  for (int i = 0; i < 4; i++) {
    text_put_char(urdf->out, '_');
    put_number(urdf, number(urdf, expr_copy(urdf->pool, shape->color[i])));
  }
  text_put(urdf->out, "\"><color");
  put_values(urdf, "rgba", shape->color, 4);
  text_put(urdf->out, "/></material>\n");
}

static void put_shape(Urdf *urdf, const BodyShape *shape, Pose place)
{
  static const char *const TAGS[] = { [SHAPE_BOX] = "box",       [SHAPE_CYLINDER] = "cylinder",
                                      [SHAPE_SPHERE] = "sphere", [SHAPE_CAPSULE] = "capsule",
                                      [SHAPE_ROD] = NULL,        [SHAPE_MESH] = "mesh" };
  if (!TAGS[shape->kind]) {
    warn(urdf, shape->span, "rod of", urdf->mechanism->bodies[shape->body].name);
    return;
  }
  for (int m = 0; m < shape->move_count; m++)
    place = pose_moved(place, &shape->moves[m]);
  text_put(urdf->out, "    <visual>\n");
  put_origin(urdf, "      ", place);
  text_format(urdf->out, "      <geometry><%s", TAGS[shape->kind]);
  if (shape->kind == SHAPE_MESH) {
    text_put(urdf->out, " filename=\"");
    text_put_xml(urdf->out, shape->path);
    text_put_char(urdf->out, '"');
    if (shape->scale[0]) put_values(urdf, "scale", shape->scale, 3);
  } else if (shape->kind == SHAPE_BOX) {
    put_values(urdf, "size", shape->size, 3);
  } else {
    put_values(urdf, "radius", shape->size, 1);
    if (shape->size[1]) put_values(urdf, "length", shape->size + 1, 1);
  }
  text_put(urdf->out, "/></geometry>\n");
  if (shape->color[0]) put_material(urdf, shape);
  text_put(urdf->out, "    </visual>\n");
}

static void put_link(Urdf *urdf, const char *name)
{
  const Mechanism *mechanism = urdf->mechanism;
  text_format(urdf->out, "  <link name=\"%s\">\n", name);
  size_t start = urdf->out->length;
  for (int i = 0; i < mechanism->body_count; i++) {
    const Body *body = &mechanism->bodies[i];
    if (urdf->hosts[i] == name && !body_is_massless(body))
      put_inertial(urdf, body, place_in(urdf, name, body));
  }
  for (int i = 0; i < mechanism->shape_count; i++) {
    const BodyShape *shape = &mechanism->shapes[i];
    if (urdf->hosts[shape->body] == name)
      put_shape(urdf, shape, place_in(urdf, name, &mechanism->bodies[shape->body]));
  }
  bool is_empty = urdf->out->length == start;
  if (is_empty) text_cut(urdf->out, start - 2);
  text_put(urdf->out, is_empty ? "/>\n" : "  </link>\n");
}

static void put_ends(Urdf *urdf, const char *parent, const char *child)
{
  text_format(urdf->out, "    <parent link=\"%s\"/>\n    <child link=\"%s\"/>\n", parent, child);
}

static void put_plain_joint(Urdf *urdf, const char *name, const char *type, const char *parent,
                            const char *child, Pose placement)
{
  text_format(urdf->out, "  <joint name=\"%s\" type=\"%s\">\n", name, type);
  put_origin(urdf, "    ", placement);
  put_ends(urdf, parent, child);
  text_put(urdf->out, "  </joint>\n");
}

static bool is_link_name(const Urdf *urdf, const char *name, int frame_count)
{
  for (int f = 0; f < frame_count; f++)
    if (strcmp(urdf->links[f], name) == 0) return true;
  return false;
}

static bool is_taken(const Urdf *urdf, const char *name)
{
  return mechanism_find_frame(urdf->mechanism, name) >= 0 ||
         mechanism_find_point(urdf->mechanism, name) >= 0 ||
         is_link_name(urdf, name, urdf->mechanism->frame_count);
}

static const char *new_name(const Urdf *urdf, const char *stem, const char *ending)
{
  const char *name = arena_format(urdf->arena, "%s%s", stem, ending);
  for (int n = 2; is_taken(urdf, name); n++)
    name = arena_format(urdf->arena, "%s%s%d", stem, ending, n);
  return name;
}

// Returns the first body on the frame, or NULL.
static const Body *first_body(const Mechanism *mechanism, int frame)
{
  for (int i = 0; i < mechanism->body_count; i++)
    if (mechanism->bodies[i].frame == frame) return &mechanism->bodies[i];
  return NULL;
}

// Returns true for a frame that only contains the axes of an inertia (build.c).
static bool is_of_inertia(const Mechanism *mechanism, int f)
{
  static const char ending[] = "_inertial";
  const Frame *frame = &mechanism->frames[f];
  const char *end = strstr(frame->name, ending);
  for (int i = f + 1; i < mechanism->frame_count; i++)
    if (mechanism->frames[i].parent == f) return false;
  for (int i = 0; i < mechanism->point_count; i++)
    if (mechanism->points[i].frame == f) return false;
  return end && end[sizeof ending - 1] == '\0' && !frame_is_moving(frame);
}

// Two kinds of frames are not separate links: the first frame fixed to a joint or to the ground
// without a move, which determines the name of the link, and the axes of an inertia.
static void name_links(Urdf *urdf)
{
  const Mechanism *mechanism = urdf->mechanism;
  Arena *arena = urdf->arena;
  bool *is_joint = ARENA_ARRAY(arena, bool, mechanism->frame_count);
  // faces[f] is the frame that names the link of frame f; 0: none.
  int *faces = ARENA_ARRAY(arena, int, mechanism->frame_count);
  is_joint[FRAME_GROUND] = true;
  for (int i = 0; i < mechanism->joint_count; i++)
    is_joint[mechanism->joints[i].frame] = true;
  for (int f = mechanism->frame_count - 1; f > 0; f--) {
    const Frame *frame = &mechanism->frames[f];
    if (frame->move_count == 0 && !is_joint[f] && is_joint[frame->parent]) faces[frame->parent] = f;
  }
  urdf->links = ARENA_ARRAY(arena, const char *, mechanism->frame_count);
  for (int f = 0; f < mechanism->frame_count; f++) {
    const Frame *frame = &mechanism->frames[f];
    bool is_face = f > 0 && faces[frame->parent] == f;
    const Body *body = first_body(mechanism, f);
    const char *name = body ? body->name : frame->name;
    if (faces[f] > 0) name = mechanism->frames[faces[f]].name;
    while (is_link_name(urdf, name, f))
      name = arena_format(arena, "%s_link", name);
    if (is_face || (!is_joint[f] && is_of_inertia(mechanism, f))) name = urdf->links[frame->parent];
    urdf->links[f] = name;
  }
}

// A link has one mass, so a second body with mass becomes a separate link.
static void host_bodies(Urdf *urdf)
{
  const Mechanism *mechanism = urdf->mechanism;
  urdf->hosts = ARENA_ARRAY(urdf->arena, const char *, mechanism->body_count);
  for (int i = 0; i < mechanism->body_count; i++) {
    const Body *body = &mechanism->bodies[i];
    urdf->hosts[i] = urdf->links[body->frame];
    for (int k = 0; k < i && !body_is_massless(body); k++) {
      if (urdf->hosts[k] == urdf->hosts[i] && !body_is_massless(&mechanism->bodies[k]))
        urdf->hosts[i] = new_name(urdf, body->name, "");
    }
  }
}

// ---- moving joints

// amount = factor * q + offset
typedef struct Motion {
  int coordinate;
  const Expr *factor;
  const Expr *offset;
} Motion;

// One motion of a frame: the fixed moves before it, and its name.
typedef struct MovingJoint {
  const char *name;
  const Frame *frame;
  Pose origin;
  MoveKind kind;
  Vec3 axis;
  const Expr *amount;
} MovingJoint;

static bool linear_in(const Urdf *urdf, const Expr *amount, const Expr *q, Motion *motion)
{
  motion->coordinate = mechanism_coordinate_of(urdf->mechanism, q);
  if (motion->coordinate < 0) return false;
  motion->factor = expr_derivative(amount, q);
  motion->offset = difference(amount, product(motion->factor, q));
  return !is_zero(motion->factor) && motion->factor->form->stage <= STAGE_PARAMETER &&
         motion->offset->form->stage <= STAGE_PARAMETER;
}

static bool motion_of(const Urdf *urdf, const MovingJoint *joint, Motion *motion)
{
  Steps steps = steps_of(&joint->amount, 1);
  bool is_linear = false;
  for (int i = 0; i < steps.count && !is_linear; i++)
    is_linear = linear_in(urdf, joint->amount, steps.at[i].node, motion);
  steps_free(&steps);
  if (is_linear) return true;
  diagnostics_error(
      urdf->diagnostics, joint->frame->span, "such as q, -q + 90 deg or 2*q",
      "the motion of '%s' is not a multiple of one coordinate, which is all that URDF "
      "can say",
      joint->frame->name);
  return false;
}

static void put_limits(Urdf *urdf, const MovingJoint *moving, bool is_limited, double limits[2])
{
  const Expr *effort = NULL, *velocity = NULL;
  // URDF requires limits for a prismatic joint.
  bool has_limits = is_limited || moving->kind == MOVE_TRANSLATION;
  for (int i = 0; i < urdf->mechanism->joint_count; i++) {
    const Joint *joint = &urdf->mechanism->joints[i];
    if (&urdf->mechanism->frames[joint->frame] != moving->frame) continue;
    effort = joint->effort;
    velocity = joint->velocity;
  }
  if (!has_limits && !effort && !velocity) return;
  text_put(urdf->out, "    <limit");
  if (has_limits) put_numbers(urdf, "lower", &limits[limits[0] > limits[1]], 1);
  if (has_limits) put_numbers(urdf, "upper", &limits[limits[0] <= limits[1]], 1);
  // URDF requires both attributes, also if they are unknown.
  if (effort) put_values(urdf, "effort", &effort, 1);
  if (!effort) text_put(urdf->out, " effort=\"0\"");
  if (velocity) put_values(urdf, "velocity", &velocity, 1);
  if (!velocity) text_put(urdf->out, " velocity=\"0\"");
  text_put(urdf->out, "/>\n");
}

static void put_mimic(Urdf *urdf, const Motion *motion)
{
  text_format(urdf->out, "    <mimic joint=\"%s\"", urdf->owners[motion->coordinate]);
  put_values(urdf, "multiplier", &motion->factor, 1);
  put_values(urdf, "offset", &motion->offset, 1);
  text_put(urdf->out, "/>\n");
}

// The first joint that moves by a coordinate is driven by it: q itself, up to sign and a fixed
// offset.
static bool own(Urdf *urdf, MovingJoint *joint, const Motion *motion)
{
  bool is_forward = expr_is_one(motion->factor), is_backward = expr_is_integer(motion->factor, -1);
  if (!is_forward && !is_backward) {
    diagnostics_error(urdf->diagnostics, joint->frame->span,
                      "the first joint that a coordinate moves must move by just that coordinate",
                      "'%s' moves by a multiple of its coordinate", joint->frame->name);
    return false;
  }
  Move offset = { joint->kind, motion->offset, joint->axis.at };
  joint->origin = pose_moved(joint->origin, &offset);
  if (is_backward) joint->axis = vec3_neg(joint->axis);
  urdf->owners[motion->coordinate] = joint->name;
  return true;
}

static bool put_moving_joint(Urdf *urdf, MovingJoint *joint, const char *parent, const char *child)
{
  Motion motion;
  if (!motion_of(urdf, joint, &motion)) return false;
  const Coordinate *coordinate = &urdf->mechanism->coordinates[motion.coordinate];
  bool is_mimic = urdf->owners[motion.coordinate] != NULL;
  if (!is_mimic && !own(urdf, joint, &motion)) return false;
  bool is_limited = coordinate->lower && coordinate->upper;
  double limits[2] = { -1e16, 1e16 };
  for (int i = 0; i < 2 && is_limited; i++) {
    limits[i] = number(urdf, expr_copy(urdf->pool, i == 0 ? coordinate->lower : coordinate->upper));
    if (is_mimic) limits[i] = number(urdf, motion.factor) * limits[i] + number(urdf, motion.offset);
  }
  bool slides = joint->kind == MOVE_TRANSLATION;
  const char *type = slides ? "prismatic" : is_limited ? "revolute" : "continuous";
  text_format(urdf->out, "  <joint name=\"%s\" type=\"%s\">\n", joint->name, type);
  put_origin(urdf, "    ", joint->origin);
  put_ends(urdf, parent, child);
  text_put(urdf->out, "    <axis");
  put_values(urdf, "xyz", joint->axis.at, 3);
  text_put(urdf->out, "/>\n");
  put_limits(urdf, joint, is_limited, limits);
  if (!is_mimic) put_dynamics(urdf, motion.coordinate);
  if (is_mimic) put_mimic(urdf, &motion);
  text_put(urdf->out, "  </joint>\n");
  return true;
}

// ---- frames

// One of several motions in a frame has the name of its coordinate, if that is not in use.
static const char *name_inside(const Urdf *urdf, const Frame *frame, const Expr *amount, int number)
{
  const Mechanism *mechanism = urdf->mechanism;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    bool is_free = !urdf->owners[i] && !is_taken(urdf, coordinate_name(coordinate));
    if (is_free && expr_same_value(coordinate->q, amount)) return coordinate_name(coordinate);
  }
  return new_name(urdf, arena_format(urdf->arena, "%s_%d", frame->name, number), "");
}

// Returns true if the frame ends with a free joint with quaternion.
static bool floats(const Frame *frame)
{
  const Move *last = &frame->moves[frame->move_count - 1];
  for (int i = 1; i <= 3; i++)
    if (frame->move_count < 4 || !move_is_moving(last - i)) return false;
  return last->kind == MOVE_QUATERNION && move_is_moving(last);
}

static int count_motions(const Frame *frame)
{
  int count = 0;
  for (int m = 0; m < frame->move_count; m++)
    count += move_is_moving(&frame->moves[m]);
  return count;
}

// Writes the joints from the parent frame's link to that of frame f. Several motions in one frame
// are connected by massless links.
static bool put_frame(Urdf *urdf, int f)
{
  const Frame *frame = &urdf->mechanism->frames[f];
  const char *from = urdf->links[frame->parent];
  Pose rest = pose_identity(urdf->pool);
  int motions = count_motions(frame), number = 0;
  for (int m = 0; m < frame->move_count; m++) {
    const Move *move = &frame->moves[m];
    if (!move_is_moving(move)) {
      rest = pose_moved(rest, move);
      continue;
    }
    if (floats(frame)) {
      put_plain_joint(urdf, frame->name, "floating", from, urdf->links[f], rest);
      return true;
    }
    number++;
    MovingJoint joint = { .name = frame->name,
                          .frame = frame,
                          .origin = rest,
                          .kind = move->kind,
                          .axis = vec3_copy(urdf->pool, move_axis(move)),
                          .amount = expr_copy(urdf->pool, move->amount) };
    bool is_last = m == frame->move_count - 1;
    if (motions > 1 && !is_last) joint.name = name_inside(urdf, frame, move->amount, number);
    const char *to = urdf->links[f];
    if (!is_last) {
      to = new_name(urdf, joint.name, "_moving");
      put_link(urdf, to);
    }
    if (!put_moving_joint(urdf, &joint, from, to)) return false;
    from = to;
    rest = pose_identity(urdf->pool);
  }
  if (from == urdf->links[f]) return true;
  const char *name = motions == 1 ? new_name(urdf, frame->name, "_end") : frame->name;
  put_plain_joint(urdf, name, "fixed", from, urdf->links[f], rest);
  return true;
}

// A second body on a frame, and every point, becomes a separate link.
static void put_others(Urdf *urdf)
{
  const Mechanism *mechanism = urdf->mechanism;
  Arena *arena = urdf->arena;
  for (int i = 0; i < mechanism->body_count; i++) {
    const Body *body = &mechanism->bodies[i];
    const char *link = urdf->links[body->frame];
    if (urdf->hosts[i] == link) continue;
    put_link(urdf, urdf->hosts[i]);
    put_plain_joint(urdf, arena_format(arena, "%s_mount", body->name), "fixed", link,
                    urdf->hosts[i], place_in(urdf, link, body));
  }
  for (int i = 0; i < mechanism->point_count; i++) {
    const Point *point = &mechanism->points[i];
    Pose placement = pose_identity(urdf->pool);
    placement.p = vec3_copy(urdf->pool, point->position_F);
    const char *link = arena_format(arena, "%s_point", point->name);
    put_link(urdf, link);
    put_plain_joint(urdf, point->name, "fixed", urdf->links[point->frame], link, placement);
  }
}

static void warn_of_gravity(const Urdf *urdf)
{
  Vec3 gravity = vec3_copy(urdf->pool, urdf->mechanism->gravity);
  const Expr *usual = expr_rational(urdf->pool, -981, 100);
  if (is_zero(gravity.at[0]) && is_zero(gravity.at[1]) && gravity.at[2] == usual) return;
  diagnostics_add(urdf->diagnostics, SEVERITY_WARNING, (Span){ 0 }, NULL,
                  "the gravity is left out: URDF has no place for it, and its readers take 9.81 "
                  "m/s^2 against z");
}

static bool put_robot(Urdf *urdf)
{
  const Mechanism *mechanism = urdf->mechanism;
  int errors_before = diagnostics_error_count(urdf->diagnostics);
  warn_of_actions(urdf);
  warn_of_gravity(urdf);
  name_links(urdf);
  host_bodies(urdf);
  text_format(urdf->out, "<?xml version=\"1.0\"?>\n<robot name=\"%s\">\n", mechanism->name);
  for (int f = 0; f < mechanism->frame_count; f++)
    if (!is_shared(urdf, f)) put_link(urdf, urdf->links[f]);
  bool is_good = true;
  for (int f = 1; f < mechanism->frame_count && is_good; f++)
    is_good = put_frame(urdf, f);
  if (is_good) put_others(urdf);
  text_put(urdf->out, "</robot>\n");
  return is_good && diagnostics_error_count(urdf->diagnostics) == errors_before;
}

bool mechanism_write_urdf(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out)
{
  Arena *arena = arena_new();
  Urdf urdf = {
    .mechanism = mechanism,
    .diagnostics = diagnostics,
    .pool = pool_new(pool_seed(mechanism->pool)),
    .arena = arena,
    .owners = ARENA_ARRAY(arena, const char *, mechanism->coordinate_count),
    .is_missing = ARENA_ARRAY(arena, bool, mechanism->parameter_count),
    .out = out,
  };
  bool is_good = check_tree(&urdf) && put_robot(&urdf);
  pool_free(urdf.pool);
  arena_free(arena);
  return is_good;
}
