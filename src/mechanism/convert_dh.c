// convert_dh.c -- the geometry of Denavit and Hartenberg, exactly.
//
// Two neighbouring joint axes have a common normal. Its length a and the angle alpha between the
// axes about it say how they lie; the angle theta and the distance d along an axis lead from one
// normal to the next. The conventions differ only in which of these four stand in one row, and in
// which axis is called z of which frame:
//
//     standard   frame i: x along normal i, z along axis i + 1:  RZ(theta) TZ(d) TX(a) RX(alpha)
//     modified   frame i: x along normal i, z along axis i:      RX(alpha) TX(a) RZ(theta) TZ(d)
//     khalil     the same, and in front RZ(gamma) TZ(b) where a branch has a normal of its own
//
// Geometry in symbols and in exact angles stays exact; numbers that would be long to write are
// settled (exact_angle.h).
//
// Parallel axes have many common normals, coincident ones have them in all directions: then the
// one that makes d, or theta and d, zero is taken. Behind the last axis it is the same.
//
// J. Denavit, R. S. Hartenberg, J. Appl. Mech. 22 (1955) 215; J. J. Craig, Introduction to Robotics
// (1986), ch. 3; W. Khalil, J.-F. Kleinfinger, Proc. ICRA (1986) 1174.
// SPDX-License-Identifier: MIT
#include "mechanism/convert_impl.h"
#include "symbolic/algebra.h"

// Where the last normal arrives: a direction across an axis and a point on it.
typedef struct Arrival {
  Vec3 x;
  Vec3 foot;
} Arrival;

// A line through `point`; the other one is through the origin along z.
typedef struct Line {
  Vec3 point;
  Vec3 direction;
} Line;

// Angle from u to v about the unit axis, both across it.
static const Expr *angle_about(Vec3 axis, Vec3 u, Vec3 v, const Candidates *candidates)
{
  if (vec3_is_zero(vec3_sub(u, v))) return expr_integer(expr_pool(axis.at[0]), 0);
  const Expr *sine = settled(vec3_dot(axis, vec3_cross(u, v)));
  const Expr *cosine = settled(vec3_dot(u, v));
  return exact_angle(sine, cosine, candidates);
}

// Parallel axes: the normal through the point where the last one arrived.
static Normal parallel_normal(Vec3 z, Line next, Arrival arrival, const Candidates *candidates)
{
  const Expr *along = vec3_dot(next.point, z);
  Vec3 across = settled_vector(vec3_sub(next.point, vec3_scale(along, z)));
  Normal normal = { .x = arrival.x, .foot = arrival.foot, .a = expr_integer(expr_pool(along), 0) };
  if (!vec3_is_zero(across)) normal.x = exact_unit(across, candidates, &normal.a);
  normal.next_foot = vec3_add(arrival.foot, across);
  return normal;
}

// Crossing or skew axes: z t and p + v s are nearest at t = (p.z - (p.v)(z.v)) / (1 - (z.v)^2).
static Normal crossing_normal(Vec3 z, Line next, Arrival arrival, const Candidates *candidates)
{
  Vec3 p = next.point, v = next.direction;
  const Expr *cosine = vec3_dot(z, v), *p_z = vec3_dot(p, z), *p_v = vec3_dot(p, v);
  const Expr *below = difference(one(cosine), square(cosine));
  const Expr *t = settled(quotient(difference(p_z, product(p_v, cosine)), below));
  Normal normal = { .foot = vec3_scale(t, z) };
  const Expr *sine = NULL;
  normal.x = exact_unit(vec3_cross(z, v), candidates, &sine);
  normal.a = settled(vec3_dot(p, normal.x));
  const Expr *wanted = is_zero(normal.a) ? vec3_dot(normal.x, arrival.x) : normal.a;
  if (looks_negative(wanted)) {
    normal.x = vec3_neg(normal.x);
    normal.a = negative(normal.a);
  }
  normal.next_foot = vec3_add(normal.foot, vec3_scale(normal.a, normal.x));
  return normal;
}

static Normal common_normal(Vec3 z, Line next, Arrival arrival, const Candidates *candidates)
{
  bool is_parallel = vec3_is_zero(settled_vector(vec3_cross(z, next.direction)));
  Normal normal = is_parallel ? parallel_normal(z, next, arrival, candidates)
                              : crossing_normal(z, next, arrival, candidates);
  normal.foot = settled_vector(normal.foot);
  normal.next_foot = settled_vector(normal.next_foot);
  normal.alpha = angle_about(normal.x, z, next.direction, candidates);
  return normal;
}

// The axis of a link in the axes of its parent.
static Line axis_in_parent(const Link *link)
{
  Vec3 direction = settled_vector(mat3_mul_vec(link->before.R, link->axis));
  return (Line){ link->before.p, direction };
}

// The end of the row's normal in the axes of the link, its motion at zero.
static Arrival arrival_at(const Link *link, const Normal *normal)
{
  Vec3 x = settled_vector(mat3_mul_vec_transposed(link->before.R, normal->x));
  Vec3 from_origin = vec3_sub(normal->next_foot, link->before.p);
  return (Arrival){ x, settled_vector(mat3_mul_vec_transposed(link->before.R, from_origin)) };
}

static Pose frame_of(Vec3 x, Vec3 z, Vec3 origin)
{
  Vec3 y = settled_vector(vec3_cross(z, x));
  Pose placement = { .p = origin };
  for (int i = 0; i < 3; i++) {
    placement.R.at[i][0] = x.at[i];
    placement.R.at[i][1] = y.at[i];
    placement.R.at[i][2] = z.at[i];
  }
  return placement;
}

// What leads along the axis of `link` from where its own normal arrives to where the next leaves.
static void set_motion(Row *row, const Link *link, Arrival from, Arrival to,
                       const Candidates *candidates)
{
  row->theta = angle_about(link->axis, from.x, to.x, candidates);
  row->d = settled(vec3_dot(link->axis, vec3_sub(to.foot, from.foot)));
  if (link->kind == MOVE_ROTATION) {
    row->theta = sum(link->amount, row->theta);
  } else {
    row->d = sum(link->amount, row->d);
  }
}

// The normal to the link's first child is the one that its frame follows; a link without a child
// continues what arrived. Returns where that leaves the link's axis.
static Arrival leave(const Conversion *conversion, int index, Arrival arrival,
                     Convention convention, Row rows[])
{
  const Link *link = &conversion->links[index];
  rows[index].frame = frame_of(arrival.x, link->axis, arrival.foot);
  if (link->first_child < 0) return arrival;
  Line next = axis_in_parent(&conversion->links[link->first_child]);
  Normal normal = common_normal(link->axis, next, arrival, &conversion->candidates);
  rows[link->first_child].normal = normal;
  rows[index].frame = convention == CONVENTION_STANDARD
                          ? frame_of(normal.x, next.direction, normal.next_foot)
                          : frame_of(normal.x, link->axis, normal.foot);
  return (Arrival){ normal.x, normal.foot };
}

// The normal of a branch that is not its parent's first, and where it leaves the parent's frame.
static void set_branch(const Conversion *conversion, int index, Row rows[])
{
  const Link *link = &conversion->links[index];
  const Link *parent = &conversion->links[link->parent];
  const Pose *frame = &rows[link->parent].frame;
  Arrival own = { { { frame->R.at[0][0], frame->R.at[1][0], frame->R.at[2][0] } }, frame->p };
  Row *row = &rows[index];
  if (parent->first_child != index) {
    row->normal = common_normal(parent->axis, axis_in_parent(link), own, &conversion->candidates);
  }
  row->gamma = angle_about(parent->axis, own.x, row->normal.x, &conversion->candidates);
  row->b = settled(vec3_dot(parent->axis, vec3_sub(row->normal.foot, own.foot)));
}

Row *dh_rows(const Conversion *conversion, Convention convention)
{
  Pool *pool = conversion->pool;
  Row *rows = ARENA_ARRAY(conversion->arena, Row, conversion->link_count);
  Arrival ground = { vec3_unit(pool, 0), vec3_zero(pool) };
  leave(conversion, 0, ground, convention, rows);
  if (convention == CONVENTION_KHALIL) rows[0].frame = pose_identity(pool);
  for (int i = 1; i < conversion->link_count; i++) {
    if (convention == CONVENTION_KHALIL) set_branch(conversion, i, rows);
    const Link *link = &conversion->links[i];
    Arrival arrival = arrival_at(link, &rows[i].normal);
    Arrival departure = leave(conversion, i, arrival, convention, rows);
    set_motion(&rows[i], link, arrival, departure, &conversion->candidates);
  }
  return rows;
}
