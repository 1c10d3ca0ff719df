// convert_urdf.c -- the mechanism as URDF, in numbers.
//
// A joint of URDF leads from its parent link by a fixed origin to a motion about or along an axis,
// and carries its child link: a frame whose last move is its motion. It is named after the frame,
// its link after the body that stands on it. Where more moves follow, they become fixed joints.
// Angles of origins are roll, pitch, yaw: RZ(yaw) RY(pitch) RX(roll).
// SPDX-License-Identifier: MIT
#include "mechanism/convert_impl.h"
#include "mechanism/default_value.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Urdf {
  const Conversion *conversion;
  const char **links;   // link of URDF, by frame
  const char **owners;  // joint of URDF that moves by the coordinate, by coordinate; NULL: none
  bool *is_missing;     // a parameter whose value was asked for in vain, by parameter
  Text *out;
} Urdf;

// ---- numbers

static void report_missing(Urdf *urdf, const Expr *e)
{
  const Mechanism *mechanism = urdf->conversion->mechanism;
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    if (parameter->value || urdf->is_missing[i]) continue;
    if (!expr_depends_on(e, expr_copy(expr_pool(e), parameter->symbol))) continue;
    urdf->is_missing[i] = true;
    diagnostics_add(urdf->conversion->diagnostics, SEVERITY_ERROR, parameter->span,
                    "URDF holds numbers only: give it a value", "the parameter '%s' has no value",
                    parameter->name);
  }
}

static double number(Urdf *urdf, const Expr *e)
{
  double value = mechanism_default_value(urdf->conversion->mechanism, e);
  if (isnan(value)) report_missing(urdf, e);
  return value;
}

// The shortest decimal that reads back as the same double.
static void put_number(Urdf *urdf, double value)
{
  text_put_double(urdf->out, value + 0.0);  // no minus in front of a zero
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

static void put_vector(Urdf *urdf, const char *name, Vec3 v)
{
  double values[3];
  for (int i = 0; i < 3; i++)
    values[i] = number(urdf, v.at[i]);
  put_numbers(urdf, name, values, 3);
}

static void put_origin(Urdf *urdf, const char *indent, Pose placement)
{
  double R[3][3];
  for (int i = 0; i < 9; i++)
    R[i / 3][i % 3] = number(urdf, placement.R.at[i / 3][i % 3]);
  double across = hypot(R[0][0], R[1][0]);
  bool is_locked = across < 1e-12;  // pitch is a quarter turn: roll is taken as zero
  double rpy[3] = {
    is_locked ? 0 : atan2(R[2][1], R[2][2]),
    atan2(-R[2][0], across),
    is_locked ? atan2(-R[0][1], R[1][1]) : atan2(R[1][0], R[0][0]),
  };
  text_format(urdf->out, "%s<origin", indent);
  put_vector(urdf, "xyz", placement.p);
  put_numbers(urdf, "rpy", rpy, 3);
  text_put(urdf->out, "/>\n");
}

// ---- links

static void put_inertial(Urdf *urdf, const Body *body)
{
  static const char *const names[] = { "ixx", "ixy", "ixz", "iyy", "iyz", "izz" };
  static const int rows[] = { 0, 0, 0, 1, 1, 2 }, columns[] = { 0, 1, 2, 1, 2, 2 };
  Pool *pool = urdf->conversion->pool;
  Pose placement = pose_identity(pool);
  placement.p = vec3_copy(pool, body->com_F);
  text_put(urdf->out, "    <inertial>\n");
  put_origin(urdf, "      ", placement);
  double mass = number(urdf, expr_copy(pool, body->mass));
  text_put(urdf->out, "      <mass");
  put_numbers(urdf, "value", &mass, 1);
  text_put(urdf->out, "/>\n      <inertia");
  for (int i = 0; i < 6; i++) {
    double value = number(urdf, expr_copy(pool, body->inertia_F.at[rows[i]][columns[i]]));
    put_numbers(urdf, names[i], &value, 1);
  }
  text_put(urdf->out, "/>\n    </inertial>\n");
}

static void put_link(Urdf *urdf, const char *name, const Body *body)
{
  text_format(urdf->out, "  <link name=\"%s\"", name);
  if (!body) {
    text_put(urdf->out, "/>\n");
    return;
  }
  text_put(urdf->out, ">\n");
  put_inertial(urdf, body);
  text_put(urdf->out, "  </link>\n");
}

static void put_ends(Urdf *urdf, const char *parent, const char *child)
{
  text_format(urdf->out, "    <parent link=\"%s\"/>\n    <child link=\"%s\"/>\n", parent, child);
}

static void put_fixed_joint(Urdf *urdf, const char *name, const char *parent, const char *child,
                            Pose placement)
{
  text_format(urdf->out, "  <joint name=\"%s\" type=\"fixed\">\n", name);
  put_origin(urdf, "    ", placement);
  put_ends(urdf, parent, child);
  text_put(urdf->out, "  </joint>\n");
}

static bool is_link_name(const Urdf *urdf, const char *name, int frame_count)
{
  for (int f = 0; f < frame_count; f++) {
    if (strcmp(urdf->links[f], name) == 0) return true;
  }
  return false;
}

// The first body that stands on the frame, or NULL.
static const Body *first_body(const Mechanism *mechanism, int frame)
{
  for (int i = 0; i < mechanism->body_count; i++) {
    if (mechanism->bodies[i].frame == frame) return &mechanism->bodies[i];
  }
  return NULL;
}

static void name_links(Urdf *urdf)
{
  const Mechanism *mechanism = urdf->conversion->mechanism;
  Arena *arena = urdf->conversion->arena;
  urdf->links = ARENA_ARRAY(arena, const char *, mechanism->frame_count);
  for (int f = 0; f < mechanism->frame_count; f++) {
    const Body *body = first_body(mechanism, f);
    const char *name = body ? body->name : mechanism->frames[f].name;
    while (is_link_name(urdf, name, f))
      name = arena_format(arena, "%s_link", name);
    urdf->links[f] = name;
  }
}

// ---- joints that move

// amount = factor * q + offset
typedef struct Motion {
  int coordinate;
  const Expr *factor;
  const Expr *offset;
} Motion;

static bool linear_in(const Urdf *urdf, const Link *link, int coordinate, Motion *motion)
{
  const Expr *q =
      expr_copy(urdf->conversion->pool, urdf->conversion->mechanism->coordinates[coordinate].q);
  if (!expr_depends_on(link->amount, q)) return false;
  motion->coordinate = coordinate;
  motion->factor = expr_derivative(link->amount, q);
  motion->offset = difference(link->amount, product(motion->factor, q));
  return motion->factor->form->stage <= STAGE_PARAMETER &&
         motion->offset->form->stage <= STAGE_PARAMETER;
}

static bool motion_of(const Urdf *urdf, const Link *link, Motion *motion)
{
  const Mechanism *mechanism = urdf->conversion->mechanism;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    if (linear_in(urdf, link, i, motion)) return true;
  }
  diagnostics_add(urdf->conversion->diagnostics, SEVERITY_ERROR,
                  mechanism->frames[link->frame].span, "such as q, -q + 90 deg or 2*q",
                  "the motion of '%s' is not a multiple of one coordinate, which is all that URDF "
                  "can say",
                  link->name);
  return false;
}

static void put_limits(Urdf *urdf, const Coordinate *coordinate, bool is_needed)
{
  if (!coordinate->lower && !is_needed) return;
  Pool *pool = urdf->conversion->pool;
  text_put(urdf->out, "    <limit");
  if (coordinate->lower && coordinate->upper) {
    double lower = number(urdf, expr_copy(pool, coordinate->lower));
    double upper = number(urdf, expr_copy(pool, coordinate->upper));
    put_numbers(urdf, "lower", &lower, 1);
    put_numbers(urdf, "upper", &upper, 1);
  }
  text_put(urdf->out, " effort=\"0\" velocity=\"0\"/>\n");  // not known, but must be there
}

static void put_mimic(Urdf *urdf, const Motion *motion)
{
  double factor = number(urdf, motion->factor), offset = number(urdf, motion->offset);
  text_format(urdf->out, "    <mimic joint=\"%s\"", urdf->owners[motion->coordinate]);
  put_numbers(urdf, "multiplier", &factor, 1);
  put_numbers(urdf, "offset", &offset, 1);
  text_put(urdf->out, "/>\n");
}

// The first joint that moves by a coordinate owns it: q itself, up to sign, behind a fixed offset.
static bool own(Urdf *urdf, const Link *link, const Motion *motion, Vec3 *axis, Pose *origin)
{
  bool is_forward = expr_is_one(motion->factor), is_backward = expr_is_integer(motion->factor, -1);
  if (!is_forward && !is_backward) {
    diagnostics_add(urdf->conversion->diagnostics, SEVERITY_ERROR,
                    urdf->conversion->mechanism->frames[link->frame].span,
                    "the first joint that a coordinate moves must move by just that coordinate",
                    "'%s' moves by a multiple of its coordinate", link->name);
    return false;
  }
  Move offset = { .kind = link->kind, .axis = link->axis, .amount = motion->offset };
  *origin = pose_moved(*origin, &offset);
  if (is_backward) *axis = vec3_neg(*axis);
  urdf->owners[motion->coordinate] = link->name;
  return true;
}

static bool put_moving_joint(Urdf *urdf, const Link *link, const char *parent, const char *child)
{
  Motion motion;
  if (!motion_of(urdf, link, &motion)) return false;
  const Coordinate *coordinate = &urdf->conversion->mechanism->coordinates[motion.coordinate];
  bool is_mimic = urdf->owners[motion.coordinate] != NULL;
  Vec3 axis = link->axis;
  Pose origin = link->before;
  if (!is_mimic && !own(urdf, link, &motion, &axis, &origin)) return false;
  bool is_limited = !is_mimic && coordinate->lower && coordinate->upper;
  bool slides = link->kind == MOVE_TRANSLATION;
  const char *type = slides ? "prismatic" : is_limited ? "revolute" : "continuous";
  text_format(urdf->out, "  <joint name=\"%s\" type=\"%s\">\n", link->name, type);
  put_origin(urdf, "    ", origin);
  put_ends(urdf, parent, child);
  text_put(urdf->out, "    <axis");
  put_vector(urdf, "xyz", axis);
  text_put(urdf->out, "/>\n");
  put_limits(urdf, coordinate, slides);
  if (is_mimic) put_mimic(urdf, &motion);
  text_put(urdf->out, "  </joint>\n");
  return true;
}

// ---- frames

// The links whose motions stand in frame f: first .. end - 1.
static int first_link_of(const Conversion *conversion, int f)
{
  int i = 1;
  while (i < conversion->link_count && conversion->links[i].frame != f)
    i++;
  return i;
}

// A joint inside a frame is called like its coordinate, as long as nothing else is.
static const char *name_inside(const Urdf *urdf, const Link *link)
{
  const Mechanism *mechanism = urdf->conversion->mechanism;
  const char *name = link->name;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    if (expr_same_value(coordinate->q, link->amount)) name = coordinate->name;
  }
  bool is_taken = mechanism_find_frame(mechanism, name) >= 0 ||
                  mechanism_find_point(mechanism, name) >= 0 ||
                  is_link_name(urdf, name, mechanism->frame_count);
  return is_taken ? arena_format(urdf->conversion->arena, "%s_moving", link->name) : name;
}

// The joints from the parent frame's link to that of frame f; between several motions of one frame
// stand links without mass.
static bool put_frame(Urdf *urdf, int f)
{
  const Conversion *conversion = urdf->conversion;
  const Frame *frame = &conversion->mechanism->frames[f];
  const char *from = urdf->links[frame->parent];
  Pose rest = conversion->places[f].placement;
  int i = first_link_of(conversion, f);
  bool has_motion = i < conversion->link_count;
  for (; i < conversion->link_count && conversion->links[i].frame == f; i++) {
    Link link = conversion->links[i];
    if (link.parent == conversion->places[frame->parent].link) {
      link.before = pose_between(conversion->places[frame->parent].placement, link.before);
    }
    bool is_last = conversion->places[f].link == i && pose_is_identity(rest);
    const char *to = urdf->links[f];
    link.name = frame->name;
    if (!is_last) {
      to = link.name = name_inside(urdf, &link);
      put_link(urdf, to, NULL);
    }
    if (!put_moving_joint(urdf, &link, from, to)) return false;
    from = to;
  }
  if (!has_motion) rest = pose_between(conversion->places[frame->parent].placement, rest);
  if (from != urdf->links[f]) put_fixed_joint(urdf, frame->name, from, urdf->links[f], rest);
  return true;
}

static void put_links(Urdf *urdf)
{
  const Mechanism *mechanism = urdf->conversion->mechanism;
  for (int f = 0; f < mechanism->frame_count; f++)
    put_link(urdf, urdf->links[f], first_body(mechanism, f));
}

// A second body of a frame becomes a link of its own, and so does a point.
static void put_others(Urdf *urdf)
{
  const Mechanism *mechanism = urdf->conversion->mechanism;
  Pool *pool = urdf->conversion->pool;
  Arena *arena = urdf->conversion->arena;
  for (int i = 0; i < mechanism->body_count; i++) {
    const Body *body = &mechanism->bodies[i];
    if (body == first_body(mechanism, body->frame)) continue;
    put_link(urdf, body->name, body);
    put_fixed_joint(urdf, arena_format(arena, "%s_mount", body->name), urdf->links[body->frame],
                    body->name, pose_identity(pool));
  }
  for (int i = 0; i < mechanism->point_count; i++) {
    const Point *point = &mechanism->points[i];
    Pose placement = pose_identity(pool);
    placement.p = vec3_copy(pool, point->position_F);
    const char *link = arena_format(arena, "%s_point", point->name);
    put_link(urdf, link, NULL);
    put_fixed_joint(urdf, point->name, urdf->links[point->frame], link, placement);
  }
}

static void warn_of_gravity(const Conversion *conversion)
{
  Vec3 gravity = vec3_copy(conversion->pool, conversion->mechanism->gravity);
  const Expr *usual = expr_rational(conversion->pool, -981, 100);
  if (is_zero(gravity.at[0]) && is_zero(gravity.at[1]) && gravity.at[2] == usual) return;
  diagnostics_add(conversion->diagnostics, SEVERITY_WARNING, (Span){ 0 }, NULL,
                  "the gravity is left out: URDF has no place for it, and its readers take 9.81 "
                  "m/s^2 against z");
}

bool write_urdf(const Conversion *conversion, Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  int errors_before = diagnostics_error_count(conversion->diagnostics);
  Urdf urdf = {
    .conversion = conversion,
    .owners = ARENA_ARRAY(conversion->arena, const char *, mechanism->coordinate_count),
    .is_missing = ARENA_ARRAY(conversion->arena, bool, mechanism->parameter_count),
    .out = out,
  };
  warn_of_gravity(conversion);
  name_links(&urdf);
  text_format(out, "<?xml version=\"1.0\"?>\n<robot name=\"%s\">\n", mechanism->name);
  put_links(&urdf);
  bool is_good = true;
  for (int f = 1; f < mechanism->frame_count && is_good; f++)
    is_good = put_frame(&urdf, f);
  if (is_good) put_others(&urdf);
  text_put(out, "</robot>\n");
  return is_good && diagnostics_error_count(conversion->diagnostics) == errors_before;
}
