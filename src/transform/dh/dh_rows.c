// dh_rows.c -- the Denavit-Hartenberg geometry, exactly.
//
// Two successive joint axes have a common normal. Its length a and the angle alpha between the axes
// about it describe their relative position; the angle theta and the distance d along an axis lead
// from one normal to the next. The conventions differ only in which of these four are in one row,
// and in which axis is called z of which frame:
//
//     standard   frame i: x along normal i, z along axis i + 1:  RZ(theta) TZ(d) TX(a) RX(alpha)
//     modified   frame i: x along normal i, z along axis i:      RX(alpha) TX(a) RZ(theta) TZ(d)
//     khalil     the same, preceded by RZ(gamma) TZ(b) if a branch has its own normal
//
// Parallel axes have many common normals, and coincident axes have them in all directions: the one
// with d = 0, or theta = d = 0, is used. The same applies after the last axis.
//
// J. Denavit, R. S. Hartenberg, J. Appl. Mech. 22 (1955) 215; J. J. Craig, Introduction to Robotics
// (1986), ch. 3; W. Khalil, J.-F. Kleinfinger, Proc. ICRA (1986) 1174.
// SPDX-License-Identifier: MIT
#include "transform/dh/dh_impl.h"
#include "symbolic/literal.h"
#include "symbolic/algebra.h"
#include "symbolic/double_eval.h"

#include <math.h>

// End of the previous normal: a direction normal to an axis and a point on it.
typedef struct NormalEnd {
  Vec3 x;
  Vec3 foot;
} NormalEnd;

// A line through `point`; the other line is the z axis through the origin.
typedef struct Line {
  Vec3 point;
  Vec3 direction;
} Line;

static Vec3 column(Mat3 m, int k) { return (Vec3){ { m.at[0][k], m.at[1][k], m.at[2][k] } }; }

// Angle from u to v about the unit axis, both normal to it.
static const Expr *angle_about(Geometry *geometry, Vec3 axis, Vec3 u, Vec3 v)
{
  if (vec3_is_zero(vec3_sub(u, v))) return expr_integer(geometry->pool, 0);
  const Expr *sine = settled_ratio(geometry, vec3_dot(axis, vec3_cross(u, v)));
  return exact_angle(geometry, sine, settled_ratio(geometry, vec3_dot(u, v)));
}

// Parallel axes: the normal through the foot of the previous one.
static Normal parallel_normal(Geometry *geometry, Vec3 z, Line next, NormalEnd end)
{
  const Expr *along = vec3_dot(next.point, z);
  Vec3 across = settled_position(geometry, vec3_sub(next.point, vec3_scale(along, z)));
  Normal normal = { .x = end.x, .foot = end.foot, .a = expr_integer(geometry->pool, 0) };
  if (!vec3_is_zero(across)) normal.x = exact_unit(geometry, across, &normal.a);
  normal.next_foot = vec3_add(end.foot, across);
  return normal;
}

// Intersecting or skew axes: z t and p + v s are nearest at t = ((p.z)(v.v) - (p.v)(z.v)) / |z x
// v|^2, for directions of any length, because a component near 1 may have been replaced by 1.
static Normal crossing_normal(Geometry *geometry, Vec3 z, Line next, NormalEnd end)
{
  Vec3 p = next.point, v = next.direction;
  const Expr *cosine = vec3_dot(z, v), *p_z = vec3_dot(p, z), *p_v = vec3_dot(p, v);
  Vec3 across = vec3_cross(z, v);
  const Expr *below = vec3_dot(across, across);
  const Expr *above = difference(product(p_z, vec3_dot(v, v)), product(p_v, cosine));
  const Expr *t = settled_length(geometry, quotient(above, below));
  double distance = fabs(expr_known_value(t, NULL, NULL)) / geometry->size;
  if (distance > geometry->farthest) geometry->farthest = distance;
  Normal normal = { .foot = vec3_scale(t, z) };
  const Expr *sine = NULL;
  normal.x = exact_unit(geometry, across, &sine);
  normal.a = settled_length(geometry, vec3_dot(p, normal.x));
  const Expr *wanted = is_zero(normal.a) ? vec3_dot(normal.x, end.x) : normal.a;
  if (looks_negative(wanted)) {
    normal.x = vec3_neg(normal.x);
    normal.a = negative(normal.a);
  }
  normal.next_foot = vec3_add(normal.foot, vec3_scale(normal.a, normal.x));
  return normal;
}

static Normal common_normal(Geometry *geometry, Vec3 z, Line next, NormalEnd end)
{
  bool is_parallel = vec3_is_zero(settled_direction(geometry, vec3_cross(z, next.direction)));
  Normal normal = is_parallel ? parallel_normal(geometry, z, next, end)
                              : crossing_normal(geometry, z, next, end);
  normal.foot = settled_position(geometry, normal.foot);
  normal.next_foot = settled_position(geometry, normal.next_foot);
  normal.alpha = angle_about(geometry, normal.x, z, next.direction);
  return normal;
}

// The axis of a link in the axes of its parent.
static Line axis_in_parent(Geometry *geometry, const Link *link)
{
  Vec3 direction = mat3_mul_vec(link->before.R, link->axis);
  return (Line){ link->before.p, settled_direction(geometry, direction) };
}

// The end of the row's normal in the axes of the link, with its motion at zero.
static NormalEnd end_of_normal(Geometry *geometry, const Link *link, const Normal *normal)
{
  Vec3 x = mat3_mul_vec_transposed(link->before.R, normal->x);
  Vec3 from_origin = vec3_sub(normal->next_foot, link->before.p);
  Vec3 foot = mat3_mul_vec_transposed(link->before.R, from_origin);
  return (NormalEnd){ settled_direction(geometry, x), settled_position(geometry, foot) };
}

static Pose frame_of(Geometry *geometry, Vec3 x, Vec3 z, Vec3 origin)
{
  Vec3 y = settled_direction(geometry, vec3_cross(z, x));
  Pose placement = { .p = origin };
  for (int i = 0; i < 3; i++) {
    placement.R.at[i][0] = x.at[i];
    placement.R.at[i][1] = y.at[i];
    placement.R.at[i][2] = z.at[i];
  }
  return placement;
}

// Sets theta and d: the displacement along the axis of `link` from the foot of its own normal to
// that of the next one.
static void set_motion(Geometry *geometry, LinkRow *row, const Link *link, NormalEnd from,
                       NormalEnd to)
{
  row->theta = angle_about(geometry, link->axis, from.x, to.x);
  row->d = settled_length(geometry, vec3_dot(link->axis, vec3_sub(to.foot, from.foot)));
}

// Sets the frame of a link from the normal to its first child; a link without a child continues the
// previous normal. Returns the foot on the link's axis.
static NormalEnd leave(Conversion *conversion, int index, NormalEnd end, LinkRow rows[])
{
  Geometry *geometry = &conversion->geometry;
  const Link *link = &conversion->links[index];
  rows[index].frame = frame_of(geometry, end.x, link->axis, end.foot);
  if (link->first_child < 0) return end;
  Line next = axis_in_parent(geometry, &conversion->links[link->first_child]);
  Normal normal = common_normal(geometry, link->axis, next, end);
  rows[link->first_child].normal = normal;
  rows[index].frame = conversion->convention == DH_STANDARD
                          ? frame_of(geometry, normal.x, next.direction, normal.next_foot)
                          : frame_of(geometry, normal.x, link->axis, normal.foot);
  return (NormalEnd){ normal.x, normal.foot };
}

// The normal of a branch that is not its parent's first child, and its position in the parent's
// frame.
static void set_branch(Conversion *conversion, int index, LinkRow rows[])
{
  Geometry *geometry = &conversion->geometry;
  const Link *link = &conversion->links[index];
  const Link *parent = &conversion->links[link->parent];
  const Pose *frame = &rows[link->parent].frame;
  NormalEnd own = { column(frame->R, 0), frame->p };
  LinkRow *row = &rows[index];
  if (parent->first_child != index) {
    row->normal = common_normal(geometry, parent->axis, axis_in_parent(geometry, link), own);
  }
  row->gamma = angle_about(geometry, parent->axis, own.x, row->normal.x);
  row->b = settled_length(geometry, vec3_dot(parent->axis, vec3_sub(row->normal.foot, own.foot)));
}

LinkRow *dh_rows(Conversion *conversion)
{
  Pool *pool = conversion->geometry.pool;
  bool has_branches = conversion->convention == DH_KHALIL;
  LinkRow *rows = ARENA_ARRAY(conversion->scratch, LinkRow, conversion->link_count);
  leave(conversion, 0, (NormalEnd){ vec3_unit(pool, 0), vec3_zero(pool) }, rows);
  if (has_branches) rows[0].frame = pose_identity(pool);
  for (int i = 1; i < conversion->link_count; i++) {
    const Link *link = &conversion->links[i];
    if (has_branches) set_branch(conversion, i, rows);
    NormalEnd end = end_of_normal(&conversion->geometry, link, &rows[i].normal);
    NormalEnd departure = leave(conversion, i, end, rows);
    set_motion(&conversion->geometry, &rows[i], link, end, departure);
  }
  return rows;
}
