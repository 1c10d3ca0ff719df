// newton_euler_partials.c -- recursive partial derivatives of torques by coordinates and their
// rates.
//
// Let r be the points of all that a link carries, relative to its origin, r' and r'' their rates in
// axes that rotate with w, and m, s, P the moments of that composite body (composite.c), with
//   z = sum r' dm,   S = sum r'.r 1 - r r'^T dm,   a = sum r'' dm,   h = sum r x r'' dm
// so that S b = sum r' x (b x r) dm. With U and the acceleration V of the origin, minus gravity, of
// these axes, it requires from the links before it
//   f = m V + U s + 2 w x z + a,   n = skew part of U P + s x V + 2 S^T w + h
// The axes of its joint, in which it moves on its parent, do not depend on the joint's angle. With
// a change of that angle about the unit axis e, the moments of the composite change by e x s,
// [e]x P - P [e]x, e x z and so on, and f and n, which are linear in them, change by their values
// for these changes. With a change of a length along e they change by m e'' and s x e'' + e x f.
// The derivatives by rates are
//   f: 2 w x (e x s) + 2 e x z,   n: skew part of 2 [w]x[e]x P + 2 S^T e          of an angle,
//   f: 2 m e',                    n: 2 s x e'                                    of a length,
// with e' = w x e, e'' = U e. These are columns of the result: every link between this one and
// ground transmits them.
//
// A row is the effect on a link of the moves of the links before it. The torque of the link is the
// work of everything that it carries along its own move, by forces dF = e x r dm, or e dm. About
// the origin of a link before it they are F = sum dF, N = sum r x dF and K = sum (rate of r) x dF.
// The move of that link causes accelerations and speeds whose work is x.N + y.K + c.F:
//   x = e'', y = 2 e', c = -e x V   of an angle,    x = 2 e', y = 2 e, c = 0   of its rate,
//   c = e''                         of a length,    c = 2 e'                   of its rate
// The derivatives by rates are twice a linear function of speeds: speeds are doubled once for all.
// At each joint rows are propagated inwards or columns outwards, whichever are fewer, with some
// slack if that takes fewer operations. Links on different branches have no common entry.
//
// References: J. Carpentier, N. Mansard, Robotics: Science and Systems (2018); S. Singh,
// R. Russell, P. Wensing, IEEE Robotics and Automation Letters 7 (2022), whose sums over composite
// bodies these are, in the axes of the links and with base parameters.
// SPDX-License-Identifier: MIT
#include "formulation/methods/newton_euler.h"

#include "formulation/recipes.h"
#include "symbolic/algebra.h"

#include <string.h>

// ---- composite bodies in motion

// Moments of everything a link carries, about its origin; rates in axes that rotate with w.
typedef struct Carried {
  Moments moments;  // m, s, P
  Vec3 z;
  Mat3 S;
  Vec3 a, h;
} Carried;

// The move of a link in its own axes; doubled for derivatives by rates.
typedef struct Speeds {
  Vec3 w;                               // of the link
  Vec3 turning, sliding;                // relative to its parent
  Vec3 turning_faster, sliding_faster;  // their rates, for derivatives by amounts only
} Speeds;

// Motion of every link.
typedef struct Motion {
  Newton newton;
  Speeds *speeds;
} Motion;

static Vec3 doubled(Vec3 a) { return vec3_add(a, a); }

// r'.r 1 - r r'^T
static Mat3 stirring(Vec3 r, Vec3 rate)
{
  Mat3 result;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    result.at[i][i] = sum_of_products(r.at[j], rate.at[j], r.at[k], rate.at[k]);
    result.at[i][j] = negative(product(r.at[i], rate.at[j]));
    result.at[i][k] = negative(product(r.at[i], rate.at[k]));
  }
  return result;
}

static Carried carried_at_rest(const Moments *moments)
{
  Vec3 zero = vec3_zero(expr_pool(moments->mass));
  return (Carried){
    .moments = *moments, .z = zero, .S = mat3_zero(expr_pool(moments->mass)), .a = zero, .h = zero
  };
}

// Transforms to the axes of the joint, which are those of the parent except for a constant
// rotation; rates are relative to these axes.
static Carried seen_from_joint(const Motion *motion, int i, const Carried *own)
{
  const Newton *newton = &motion->newton;
  const Speeds *speeds = &motion->speeds[i];
  Mat3 turn = newton->links[i].turn;
  Vec3 t = speeds->turning, faster = speeds->turning_faster;
  Vec3 s = mat3_mul_vec(turn, own->moments.first), z = mat3_mul_vec(turn, own->z);
  Mat3 P = newton_tensor_turned(newton, i, own->moments.second);
  Mat3 S = newton_tensor_turned(newton, i, own->S);
  Carried seen = { .moments = { own->moments.mass, s, P },
                   .z = vec3_add(z, vec3_cross(t, s)),
                   .S = mat3_add(S, mat3_mul(P, mat3_skew(t))),
                   .a = mat3_mul_vec(turn, own->a),
                   .h = mat3_mul_vec(turn, own->h) };
  // 2 t x r' + t x (t x r) = t x (r' + (r' + t x r))
  seen.a = vec3_add(seen.a, vec3_cross(t, vec3_add(z, seen.z)));
  seen.h = vec3_add(seen.h, mat3_mul_vec_transposed(mat3_add(S, seen.S), t));
  seen.a = vec3_add(seen.a, vec3_cross(faster, s));
  seen.h = vec3_add(seen.h, mat3_mul_vec(moments_inertia(&seen.moments), faster));
  // terms of sliding links
  seen.z = vec3_add(seen.z, vec3_scale(seen.moments.mass, speeds->sliding));
  seen.S = mat3_add(seen.S, stirring(s, speeds->sliding));
  seen.a = vec3_add(seen.a, vec3_scale(seen.moments.mass, speeds->sliding_faster));
  seen.h = vec3_add(seen.h, vec3_cross(s, speeds->sliding_faster));
  return seen;
}

// The velocity of the origin of link i relative to its parent's origin, in the parent's axes.
static Vec3 origin_rate(const Motion *motion, int i)
{
  const Newton *newton = &motion->newton;
  Vec3 w = motion->speeds[newton->tree->links[i].parent].w;
  return vec3_add(vec3_cross(w, newton->links[i].p),
                  newton_out_of_link(newton, i, motion->speeds[i].sliding));
}

// Adds the moments to those that the parent carries.
static void hand_on(const Motion *motion, int i, const Carried *seen, Carried *parent)
{
  Mat3 R = motion->newton.tree->links[i].before.R;
  Vec3 p = motion->newton.links[i].p;
  Vec3 z = mat3_mul_vec(R, seen->z), a = mat3_mul_vec(R, seen->a);
  Mat3 S = mat3_mul(R, mat3_mul(seen->S, mat3_transpose(R)));
  parent->z = vec3_add(parent->z, z);
  parent->S = mat3_add(parent->S, mat3_add(S, stirring(p, z)));
  parent->a = vec3_add(parent->a, a);
  parent->h = vec3_add(parent->h, vec3_add(mat3_mul_vec(R, seen->h), vec3_cross(p, a)));
}

static Motion motion_new(Derivation *derivation, const LinkTree *tree, bool is_by_rate)
{
  Motion motion = { newton_outward(derivation, tree, NEWTON_ALL_TERMS),
                    ARENA_ARRAY(derivation->equations->arena, Speeds, tree->count) };
  for (int i = 0; i < tree->count; i++) {
    const Link *link = &tree->links[i];
    Speeds *speeds = &motion.speeds[i];
    *speeds = (Speeds){ motion.newton.links[i].w, link->w_L, link->v_L, vec3_rate(link->w_L),
                        vec3_rate(link->v_L) };
    if (is_by_rate) {
      speeds->w = doubled(speeds->w);
      speeds->turning = doubled(speeds->turning);
      speeds->sliding = doubled(speeds->sliding);
    }
  }
  return motion;
}

// ---- columns

// The move of a link, in the axes of a link or a joint.
typedef struct Way {
  bool turns;
  Vec3 w, V;  // of the axes; V is that of the link's origin
  Mat3 U;
  Vec3 e;
  Vec3 rate;    // e'
  Vec3 second;  // e''
} Way;

static Way way_of(const Link *link, Vec3 w, Mat3 U, Vec3 V)
{
  return (Way){ .turns = link->kind == MOVE_ROTATION,
                .w = w,
                .V = V,
                .U = U,
                .e = link->axis,
                .rate = vec3_cross(w, link->axis),
                .second = mat3_mul_vec(U, link->axis) };
}

static Way way_in_own_axes(const Motion *motion, int i)
{
  const NewtonLink *own = &motion->newton.links[i];
  return way_of(&motion->newton.tree->links[i], motion->speeds[i].w, own->U, own->V);
}

// The move in the axes of the joint, which move with the parent; not for links on ground.
static Way way_on_parent(const Motion *motion, int i)
{
  const Link *link = &motion->newton.tree->links[i];
  const NewtonLink *parent = &motion->newton.links[link->parent];
  Mat3 R = link->before.R;
  Vec3 V = vec3_add(parent->V, mat3_mul_vec(parent->U, motion->newton.links[i].p));
  return way_of(link, mat3_mul_vec_transposed(R, motion->speeds[link->parent].w),
                mat3_mul(mat3_transpose(R), mat3_mul(parent->U, R)), mat3_mul_vec_transposed(R, V));
}

// A link without children, also in the axes of its joint: with axes that rotate like the link,
// nothing moves relative to them. Their additional rotation about e does not change the effect of a
// rotation about e.
static Way way_of_last(const Motion *motion, int i, const Way *on_parent)
{
  const Link *link = &motion->newton.tree->links[i];
  const Speeds *speeds = &motion->speeds[i];
  Way way = *on_parent;
  int k = vec3_axis(link->axis);
  NewtonLink own = { .w = vec3_add(way.w, speeds->turning) };
  Vec3 wd = mat3_mul_vec_transposed(link->before.R, motion->newton.links[link->parent].wd);
  newton_set_tensor(&own, k, way.second, sum(wd.at[k], speeds->turning_faster.at[k]));
  way.w = own.w;
  way.U = own.U;
  return way;
}

// The wrench required from the links before it, in the axes of `way`; linear in `carried`.
static Twist wrench_on(const Carried *carried, const Way *way)
{
  const Moments *moments = &carried->moments;
  Vec3 w = doubled(way->w);
  Vec3 f = vec3_add(mat3_mul_vec(way->U, moments->first), vec3_cross(w, carried->z));
  Vec3 n = vec3_add(newton_moment_of_tensor(way->U, moments->second),
                    mat3_mul_vec_transposed(carried->S, w));
  f = vec3_add(f, vec3_scale(moments->mass, way->V));
  n = vec3_add(n, vec3_cross(moments->first, way->V));
  return (Twist){ .v = vec3_add(f, carried->a), .w = vec3_add(n, carried->h) };
}

// The change of the moments due to a rotation about e.
static Carried carried_by_angle(const Carried *carried, Vec3 e)
{
  const Moments *moments = &carried->moments;
  Mat3 axis = mat3_skew(e);
  Mat3 P = mat3_mul(axis, moments->second), S = mat3_mul(axis, carried->S);
  return (Carried){ .moments = { .mass = expr_integer(expr_pool(moments->mass), 0),
                                 .first = vec3_cross(e, moments->first),
                                 .second = mat3_add(P, mat3_transpose(P)) },
                    .z = vec3_cross(e, carried->z),
                    .S = mat3_sub(S, mat3_mul(carried->S, axis)),
                    .a = vec3_cross(e, carried->a),
                    .h = vec3_cross(e, carried->h) };
}

static Twist wrench_by_amount(const Carried *carried, const Way *way)
{
  const Moments *moments = &carried->moments;
  if (!way->turns) {
    Vec3 n = vec3_cross(moments->first, way->second);
    return (Twist){ .v = vec3_scale(moments->mass, way->second),
                    .w = vec3_add(n, vec3_cross(way->e, wrench_on(carried, way).v)) };
  }
  Carried change = carried_by_angle(carried, way->e);
  return wrench_on(&change, way);
}

static Twist wrench_by_rate(const Carried *carried, const Way *way)
{
  const Moments *moments = &carried->moments;
  if (!way->turns) {
    return (Twist){ .v = vec3_scale(moments->mass, way->rate),
                    .w = vec3_cross(moments->first, way->rate) };
  }
  Mat3 turning = mat3_mul(mat3_skew(way->w), mat3_skew(way->e));
  Vec3 f = mat3_mul_vec(turning, moments->first);
  Vec3 n = newton_moment_of_tensor(turning, moments->second);
  return (Twist){ .v = vec3_add(f, vec3_cross(way->e, carried->z)),
                  .w = vec3_add(n, mat3_mul_vec_transposed(carried->S, way->e)) };
}

// ---- rows

typedef struct Work {
  Vec3 F, N, K;
} Work;

static Work work_of(const Carried *carried, const Way *way)
{
  const Moments *moments = &carried->moments;
  if (!way->turns) {
    Vec3 rate = vec3_add(vec3_cross(way->w, moments->first), carried->z);
    return (Work){ .F = vec3_scale(moments->mass, way->e),
                   .N = vec3_cross(moments->first, way->e),
                   .K = vec3_cross(rate, way->e) };
  }
  Vec3 turned = mat3_mul_vec(moments->second, way->rate);
  Vec3 stir = mat3_mul_vec(carried->S, way->e);
  return (Work){ .F = vec3_cross(way->e, moments->first),
                 .N = mat3_mul_vec(moments_inertia(moments), way->e),
                 .K = vec3_add(turned, stir) };
}

static Work work_turned(Mat3 turn, Work work)
{
  return (Work){ .F = mat3_mul_vec(turn, work.F),
                 .N = mat3_mul_vec(turn, work.N),
                 .K = mat3_mul_vec(turn, work.K) };
}

// Transforms from the origin of link i to that of its parent; both in the parent's axes.
static Work work_on_parent(const Motion *motion, int i, Work work)
{
  work.N = vec3_add(work.N, vec3_cross(motion->newton.links[i].p, work.F));
  work.K = vec3_add(work.K, vec3_cross(origin_rate(motion, i), work.F));
  return work;
}

// The effect of the move of link `column` on points of a link that it carries, in that link's axes.
typedef struct Field {
  int column;
  Vec3 x, y, c;
} Field;

// The field of a move, in the axes of `way`.
static Field field_of(const Way *way, int column, bool is_by_rate)
{
  Vec3 zero = vec3_zero(expr_pool(way->e.at[0]));
  Vec3 first = is_by_rate ? way->rate : way->second;
  if (!way->turns) return (Field){ .column = column, .x = zero, .y = zero, .c = first };
  return (Field){ .column = column,
                  .x = first,
                  .y = is_by_rate ? way->e : doubled(way->rate),
                  .c = is_by_rate ? zero : vec3_cross(way->V, way->e) };
}

// Transforms a field of the parent to the origin of link i: its effect on that point. On a point p
// of its own link the rotation about e has the effect V x e + U (e x p), where V is the
// acceleration there, and its rate 2 w x (e x p).
static Field field_at_joint(const Motion *motion, int i, const Field *field, bool is_by_rate)
{
  const Newton *newton = &motion->newton;
  int parent = newton->tree->links[i].parent;
  const Link *link = &newton->tree->links[parent];
  const NewtonLink *own = &newton->links[parent];
  Vec3 p = newton->links[i].p, rate = origin_rate(motion, i);
  Field result = *field;
  if (field->column != parent || link->kind != MOVE_ROTATION) {
    result.c = vec3_add(result.c, vec3_cross(field->x, p));
    result.c = vec3_add(result.c, vec3_cross(field->y, rate));
    return result;
  }
  Vec3 lever = vec3_cross(link->axis, p), w = motion->speeds[parent].w;
  Vec3 V = vec3_add(own->V, mat3_mul_vec(own->U, p));
  result.c = is_by_rate ? vec3_cross(w, lever)
                        : vec3_add(vec3_cross(V, link->axis), mat3_mul_vec(own->U, lever));
  Vec3 sliding = newton_out_of_link(newton, i, motion->speeds[i].sliding);
  result.c = vec3_add(result.c, vec3_cross(field->y, sliding));
  return result;
}

// Transforms a field from the axes of the parent of link i to those of the link.
static Field field_turned(const Newton *newton, int i, const Field *field)
{
  return (Field){ .column = field->column,
                  .x = newton_into_link(newton, i, field->x),
                  .y = newton_into_link(newton, i, field->y),
                  .c = newton_into_link(newton, i, field->c) };
}

static const Expr *work_along(const Work *work, const Field *field)
{
  const Expr *places = vec3_dot(field->x, work->N);
  const Expr *rates = vec3_dot(field->y, work->K);
  return sum(sum(places, rates), vec3_dot(field->c, work->F));
}

// ---- from links to coordinates

// The constant factor of a coordinate in the amount of a link.
typedef struct Share {
  int coordinate;
  const Expr *factor;
} Share;

typedef struct PartialLink {
  Share *shares;
  int share_count;
  int behind;  // number of links it carries
  Carried own, seen;
  Field *fields;  // its own and, if propagated, those of all links before it; no zeros
  int field_count;
  Field *at_joint;  // the propagated ones, at its origin but in the axes of its parent
  int at_joint_count;
  bool has_all_fields;
} PartialLink;

typedef struct Partials {
  Motion motion;
  PartialLink *links;
  bool is_by_rate;
  int slack;  // how many more columns than rows are allowed at a joint
  Matrix entries;
} Partials;

static void set_shares(PartialLink *link, const Link *of, const Equations *equations)
{
  int n = equations->coordinate_count;
  link->shares = ARENA_ARRAY(equations->arena, Share, n);
  for (int i = 0; i < n; i++) {
    const Expr *factor = link_partial(of, equations->coordinates[i].symbol);
    if (!is_zero(factor)) link->shares[link->share_count++] = (Share){ i, factor };
  }
}

// Adds the derivative of the torque of link `row` by the amount of link `column`, or by its rate.
static void add_entry(const Partials *partials, int row, int column, const Expr *entry)
{
  const PartialLink *a = &partials->links[row], *b = &partials->links[column];
  for (int i = 0; i < a->share_count; i++) {
    const Expr **entries = matrix_row(partials->entries, a->shares[i].coordinate);
    for (int j = 0; j < b->share_count; j++) {
      const Expr *factor = product(a->shares[i].factor, b->shares[j].factor);
      const Expr **place = &entries[b->shares[j].coordinate];
      *place = sum(*place, product(factor, entry));
    }
  }
}

// ---- the recursion

static void set_links(const Partials *partials, const Moments own[])
{
  const Newton *newton = &partials->motion.newton;
  const Equations *equations = newton->derivation->equations;
  const LinkTree *tree = newton->tree;
  const Moments *composites = newton_composites(newton, own);
  for (int i = 0; i < tree->count; i++) {
    PartialLink *link = &partials->links[i];
    set_shares(link, &tree->links[i], equations);
    link->own = carried_at_rest(&composites[i]);
  }
  for (int i = tree->count - 1; i >= 0; i--) {
    PartialLink *link = &partials->links[i];
    int parent = tree->links[i].parent;
    if (parent == LINK_GROUND) continue;
    link->seen = seen_from_joint(&partials->motion, i, &link->own);
    partials->links[parent].behind += link->behind + 1;
    hand_on(&partials->motion, i, &link->seen, &partials->links[parent].own);
  }
}

static void add_field(PartialLink *link, Field field)
{
  if (vec3_is_zero(field.x) && vec3_is_zero(field.y) && vec3_is_zero(field.c)) return;
  link->fields[link->field_count++] = field;
}

// Propagates columns outwards to a link if there are at most `slack` more links before it than rows
// beyond it.
static void set_fields(const Partials *partials, int i)
{
  const Newton *newton = &partials->motion.newton;
  PartialLink *link = &partials->links[i];
  int parent = newton->tree->links[i].parent;
  bool is_first = parent == LINK_GROUND;
  bool are_there = is_first || partials->links[parent].has_all_fields;
  int count = is_first || !are_there ? 0 : partials->links[parent].field_count;
  link->has_all_fields = are_there && count <= link->behind + partials->slack;
  Arena *arena = newton->derivation->equations->arena;
  link->fields = ARENA_ARRAY(arena, Field, count + 1);
  link->at_joint = ARENA_ARRAY(arena, Field, count);
  Way way = way_in_own_axes(&partials->motion, i);
  add_field(link, field_of(&way, i, partials->is_by_rate));
  for (int k = 0; link->has_all_fields && k < count; k++) {
    const Field *field = &partials->links[parent].fields[k];
    Field at_joint = field_at_joint(&partials->motion, i, field, partials->is_by_rate);
    link->at_joint[link->at_joint_count++] = at_joint;
    add_field(link, field_turned(newton, i, &at_joint));
  }
}

// Adds the torques of the links before link i, by its amount; the wrench is in the axes of its
// joint.
static void add_column(const Partials *partials, int i, Twist wrench)
{
  const Newton *newton = &partials->motion.newton;
  const Link *links = newton->tree->links;
  wrench.v = mat3_mul_vec(links[i].before.R, wrench.v);
  wrench.w =
      vec3_add(mat3_mul_vec(links[i].before.R, wrench.w), vec3_cross(newton->links[i].p, wrench.v));
  for (int j = links[i].parent; j != LINK_GROUND; j = links[j].parent) {
    bool turns = links[j].kind == MOVE_ROTATION;
    add_entry(partials, j, i, vec3_dot(links[j].axis, turns ? wrench.w : wrench.v));
    wrench = newton_on_parent(newton, j, wrench);
  }
}

static void add_entries(const Partials *partials, int row, const Work *work, const Field fields[],
                        int count)
{
  for (int k = 0; k < count; k++)
    add_entry(partials, row, fields[k].column, work_along(work, &fields[k]));
}

// Adds the torque of link i by the amounts of those before it; the work is in the axes of its
// joint.
static void add_row(const Partials *partials, int i, Work work)
{
  const Newton *newton = &partials->motion.newton;
  const Link *links = newton->tree->links;
  for (int j = i; links[j].parent != LINK_GROUND; j = links[j].parent) {
    const PartialLink *link = &partials->links[j], *before = &partials->links[links[j].parent];
    work = work_turned(links[j].before.R, work);
    if (link->has_all_fields) {
      add_entries(partials, i, &work, link->at_joint, link->at_joint_count);
      return;
    }
    work = work_on_parent(&partials->motion, j, work);
    add_entries(partials, i, &work, before->fields, before->field_count);
    if (before->has_all_fields) return;
    work = work_turned(newton->links[links[j].parent].turn, work);
  }
}

// Works in the axes of the joint, in which composite bodies are already available, except for links
// on ground.
static void add_link(const Partials *partials, int i)
{
  const Newton *newton = &partials->motion.newton;
  const PartialLink *link = &partials->links[i];
  bool is_first = newton->tree->links[i].parent == LINK_GROUND;
  const Carried *carried = is_first ? &link->own : &link->seen;
  Way way = is_first ? way_in_own_axes(&partials->motion, i) : way_on_parent(&partials->motion, i);
  Work work = work_of(carried, &way);
  Field field = field_of(&way, i, partials->is_by_rate);
  add_entry(partials, i, i, work_along(&work, &field));
  add_row(partials, i, work);
  if (is_first) return;
  int k = vec3_axis(way.e);
  Carried at_rest = carried_at_rest(&carried->moments);
  if (way.turns && link->behind == 0 && k >= 0 && expr_is_one(way.e.at[k])) {
    way = way_of_last(&partials->motion, i, &way);
    carried = &at_rest;
  }
  add_column(partials, i,
             partials->is_by_rate ? wrench_by_rate(carried, &way)
                                  : wrench_by_amount(carried, &way));
}

// Returns true if every amount is a linear function of the coordinates with constant factors. The
// torque of a coordinate is then a sum of torques of links with these factors, as are its
// derivatives.
static bool has_linear_moves(const LinkTree *tree, const Equations *equations)
{
  for (int l = 0; l < tree->count; l++) {
    if (tree->links[l].kind == MOVE_QUATERNION) return false;
    for (int i = 0; i < equations->coordinate_count; i++) {
      const Expr *factor = link_partial(&tree->links[l], equations->coordinates[i].symbol);
      if (factor->form->stage > STAGE_PARAMETER) return false;
    }
  }
  return true;
}

// Adds all derivatives to the entries.
static void add_partials(Derivation *derivation, bool is_by_rate, int slack, Matrix entries)
{
  const Equations *equations = derivation->equations;
  const LinkTree *tree = newton_tree(derivation);
  Vec3 gravity = vec3_copy(equations->pool, derivation->mechanism->gravity);
  const Moments *moments = base_moments(tree, gravity, equations->arena);
  Partials partials = { .motion = motion_new(derivation, tree, is_by_rate),
                        .links = ARENA_ARRAY(equations->arena, PartialLink, tree->count),
                        .is_by_rate = is_by_rate,
                        .slack = slack,
                        .entries = entries };
  set_links(&partials, moments);
  for (int i = 0; i < tree->count; i++) {
    set_fields(&partials, i);
    add_link(&partials, i);
  }
}

// The operation count, derived separately.
static long cost_with(const Derivation *derivation, bool is_by_rate, int slack)
{
  Derivation *apart = derivation_fork(derivation, derivation->mechanism, derivation->method);
  int n = derivation->equations->coordinate_count;
  Matrix entries = derivation_zeros(apart, n, n);
  add_partials(apart, is_by_rate, slack, entries);
  long cost = entries_cost(entries.at, n * n);
  equations_free(derivation_release(apart));
  return cost;
}

bool derive_newton_partials(Derivation *derivation, const char *key, Text *why)
{
  const Equations *equations = derivation->equations;
  // for display, entries have the same form as those of tau
  bool is_apart = derivation->for_display || derivation->before;
  if (is_apart || !has_linear_moves(newton_tree(derivation), equations))
    return derive_torque_partials(derivation, key, why);
  Matrix Qe = derivation_matrix(derivation, "Qe", why);
  if (!Qe.at) return false;
  bool is_by_rate = strcmp(key, "dtau/dqd") == 0;
  Matrix by = is_by_rate ? speed_column(derivation) : coordinate_column(derivation);
  Matrix entries = matrix_neg(matrix_jacobian(Qe, by));
  bool is_shorter = cost_with(derivation, is_by_rate, 1) < cost_with(derivation, is_by_rate, 0);
  add_partials(derivation, is_by_rate, is_shorter, entries);
  return derivation_put(derivation, key, entries);
}
