// newton_euler_partials.c -- how torques change with coordinates and their rates, by recursion.
//
// Let r be the points of all that a link carries, seen from its origin, r' their rates in axes that
// turn with w, and m, s, P the moments of that composite body (composite.c), J = tr(P) 1 - P, with
//   z = sum r' dm,    S = sum r'.r 1 - r r'^T dm:    S a = sum r' x (a x r) dm
// An angle with the unit axis e turns all of that about e. Points then accelerate by e x a, as the
// forces turn, and besides by B r + 2 e' x r' - e x V, as an observer sees it who turns along:
//   e' = w x e,   e'' = U e,   B = U [e]x - [e]x U
// With f, n the link's wrench, what it takes from the links before it changes by
//   f: e x f + B s + 2 e' x z - m e x V
//   n: e x n + skew part of B P + 2 S^T e' - s x (e x V)                          with the angle
//   f: 2 w x (e x s) + 2 e x z,      n: skew part of 2 [w]x[e]x P + 2 S^T e         with its rate
// or, of a length along e, by m e'', s x e'' + e x f, and by 2 m e', 2 s x e'. These are columns of
// entries: every link between this one and ground hands them on.
//
// In a row stands what the motion of links before it does to a link. Its torque is the work of all
// that it carries along its own move, by forces dF = e x r dm, or e dm. At the origin of a link
// before it they are F = sum dF, N = sum r x dF and K = sum (rate of r) x dF. The move of that
// link gives accelerations and speeds that are x.N + y.K + c.F along them:
//   x = e'', y = 2 e', c = -e x V   of an angle,    x = 2 e', y = 2 e, c = 0   of its rate,
//   c = e''                         of a length,    c = 2 e'                   of its rate
// By rates all of this is twice something linear in speeds: there speeds are doubled once for all.
// Rows go inwards or columns outwards over a joint, whichever are fewer. Links that are not one
// behind the other have no common entry.
//
// References: J. Carpentier, N. Mansard, Robotics: Science and Systems (2018); S. Singh, R. Russell,
// P. Wensing, IEEE Robotics and Automation Letters 7 (2022), whose sums over composite bodies these
// are, in the axes of the links and with base parameters.
// SPDX-License-Identifier: MIT
#include "formulation/methods/newton_euler.h"

#include "formulation/recipes.h"
#include "symbolic/algebra.h"

#include <string.h>

// ---- composite bodies in motion

// What a link carries, about its origin; rates in axes that turn with w.
typedef struct Carried {
  Moments moments;  // m, s, P
  Vec3 z;
  Mat3 S;
  Twist wrench;
} Carried;

// The move of a link in its own axes; by rates twice as fast.
typedef struct Speeds {
  Vec3 w;                 // of the link
  Vec3 turning, sliding;  // on its parent
} Speeds;

// Of every link.
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

// The same in the axes of the parent, in which the link moves.
static Carried seen_by_parent(const Motion *motion, int i, const Carried *own)
{
  const Newton *newton = &motion->newton;
  Vec3 turning = newton_out_of_link(newton, i, motion->speeds[i].turning);
  Carried seen = {
    .moments = { .mass = own->moments.mass,
                 .first = newton_out_of_link(newton, i, own->moments.first),
                 .second = newton_tensor_out_of_link(newton, i, own->moments.second) },
    .z = newton_out_of_link(newton, i, own->z),
    .S = newton_tensor_out_of_link(newton, i, own->S),
    .wrench = { newton_out_of_link(newton, i, own->wrench.v),
                newton_out_of_link(newton, i, own->wrench.w) },
  };
  seen.z = vec3_add(seen.z, vec3_cross(turning, seen.moments.first));
  seen.S = mat3_add(seen.S, mat3_mul(seen.moments.second, mat3_skew(turning)));
  return seen;
}

// The velocity of the origin of link i as its parent's origin sees it, in the parent's axes.
static Vec3 origin_rate(const Motion *motion, int i)
{
  const Newton *newton = &motion->newton;
  Vec3 w = motion->speeds[newton->tree->links[i].parent].w;
  return vec3_add(vec3_cross(w, newton->links[i].p),
                  newton_out_of_link(newton, i, motion->speeds[i].sliding));
}

// What the parent of link i sees of it becomes part of what the parent carries.
static void hand_on(const Motion *motion, int i, const Carried *seen, Carried *parent)
{
  Vec3 slide = newton_out_of_link(&motion->newton, i, motion->speeds[i].sliding);
  Vec3 z = vec3_add(seen->z, vec3_scale(seen->moments.mass, slide));
  Mat3 S = mat3_add(seen->S, stirring(seen->moments.first, slide));
  parent->z = vec3_add(parent->z, z);
  parent->S = mat3_add(parent->S, mat3_add(S, stirring(motion->newton.links[i].p, z)));
}

static Motion motion_new(Derivation *derivation, const LinkTree *tree, bool is_by_rate)
{
  Motion motion = { newton_outward(derivation, tree, NEWTON_ALL_TERMS),
                    ARENA_ARRAY(derivation->equations->arena, Speeds, tree->count) };
  for (int i = 0; i < tree->count; i++) {
    const Link *link = &tree->links[i];
    Speeds *speeds = &motion.speeds[i];
    *speeds = (Speeds){ motion.newton.links[i].w, link->w_L, link->v_L };
    if (is_by_rate)
      *speeds = (Speeds){ doubled(speeds->w), doubled(speeds->turning), doubled(speeds->sliding) };
  }
  return motion;
}

// ---- columns

// The move of a link, in some axes.
typedef struct Way {
  bool turns;
  Vec3 w, V;  // of the axes; V of the link's origin
  Mat3 U;
  Vec3 e;
  Vec3 rate;    // e'
  Vec3 second;  // e''
} Way;

// In the axes of link `axes`.
static Way way_in(const Motion *motion, int axes, const Link *link, Vec3 e, Vec3 V)
{
  Vec3 w = motion->speeds[axes].w;
  Mat3 U = motion->newton.links[axes].U;
  return (Way){ .turns = link->kind == MOVE_ROTATION,
                .w = w,
                .V = V,
                .U = U,
                .e = e,
                .rate = vec3_cross(w, e),
                .second = mat3_mul_vec(U, e) };
}

static Way way_in_own_axes(const Motion *motion, int i)
{
  const Link *link = &motion->newton.tree->links[i];
  return way_in(motion, i, link, link->axis, motion->newton.links[i].V);
}

static Way way_on_parent(const Motion *motion, int i)
{
  const Newton *newton = &motion->newton;
  const Link *link = &newton->tree->links[i];
  const NewtonLink *axes = &newton->links[link->parent];
  Vec3 V = vec3_add(axes->V, mat3_mul_vec(axes->U, newton->links[i].p));
  return way_in(motion, link->parent, link, newton_out_of_link(newton, i, link->axis), V);
}

static Twist wrench_by_amount(const Carried *carried, const Way *way)
{
  const Moments *moments = &carried->moments;
  if (!way->turns) {
    Vec3 n = vec3_cross(moments->first, way->second);
    return (Twist){ .v = vec3_scale(moments->mass, way->second),
                    .w = vec3_add(n, vec3_cross(way->e, carried->wrench.v)) };
  }
  Mat3 axis = mat3_skew(way->e);
  Mat3 B = mat3_sub(mat3_mul(way->U, axis), mat3_mul(axis, way->U));
  Vec3 V = vec3_cross(way->V, way->e);
  Vec3 rate = doubled(way->rate);
  Vec3 f = vec3_add(mat3_mul_vec(B, moments->first), vec3_cross(rate, carried->z));
  Vec3 n = vec3_add(newton_moment_of_tensor(B, moments->second),
                    mat3_mul_vec_transposed(carried->S, rate));
  f = vec3_add(f, vec3_scale(moments->mass, V));
  n = vec3_add(n, vec3_cross(moments->first, V));
  return (Twist){ .v = vec3_add(f, vec3_cross(way->e, carried->wrench.v)),
                  .w = vec3_add(n, vec3_cross(way->e, carried->wrench.w)) };
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

// About the origin of link i, in the axes of its parent: about the origin of the parent.
static Work work_shifted(const Motion *motion, int i, Work work)
{
  return (Work){ .F = work.F,
                 .N = vec3_add(work.N, vec3_cross(motion->newton.links[i].p, work.F)),
                 .K = vec3_add(work.K, vec3_cross(origin_rate(motion, i), work.F)) };
}

static Work work_turned(const Newton *newton, int i, Work work)
{
  return (Work){ .F = newton_out_of_link(newton, i, work.F),
                 .N = newton_out_of_link(newton, i, work.N),
                 .K = newton_out_of_link(newton, i, work.K) };
}

// What the move of link `column` does to points of a link that it carries, in the axes of that one.
typedef struct Field {
  int column;
  Vec3 x, y, c;
} Field;

// In the axes of its way.
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

// The same for link i, of a field for its parent.
static Field field_outwards(const Motion *motion, int i, const Field *field)
{
  const Newton *newton = &motion->newton;
  Vec3 lever = vec3_cross(field->x, newton->links[i].p);
  Vec3 c = vec3_add(field->c, lever);
  c = vec3_add(c, vec3_cross(field->y, origin_rate(motion, i)));
  return (Field){ .column = field->column,
                  .x = newton_into_link(newton, i, field->x),
                  .y = newton_into_link(newton, i, field->y),
                  .c = newton_into_link(newton, i, c) };
}

static const Expr *work_along(const Work *work, const Field *field)
{
  const Expr *places = vec3_dot(field->x, work->N);
  const Expr *rates = vec3_dot(field->y, work->K);
  return sum(sum(places, rates), vec3_dot(field->c, work->F));
}

// ---- from links to coordinates

// What a coordinate adds to the amount of a link, constant.
typedef struct Share {
  int coordinate;
  const Expr *factor;
} Share;

typedef struct PartialLink {
  Share *shares;
  int share_count;
  int behind;  // how many links it carries
  Carried own, seen;
  Field *fields;  // of itself and, if they come outwards, of all links before it; no zeros
  int field_count;
  bool has_all_fields;
} PartialLink;

typedef struct Partials {
  Motion motion;
  PartialLink *links;
  bool is_by_rate;
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

// The torque of link `row` by the amount of link `column`, or its rate.
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
    link->own = (Carried){ .moments = composites[i],
                           .z = vec3_zero(equations->pool),
                           .S = mat3_zero(equations->pool),
                           .wrench = { newton->links[i].f, newton->links[i].n } };
  }
  for (int i = tree->count - 1; i >= 0; i--) {
    PartialLink *link = &partials->links[i];
    int parent = tree->links[i].parent;
    if (parent == LINK_GROUND) continue;
    link->seen = seen_by_parent(&partials->motion, i, &link->own);
    partials->links[parent].behind += link->behind + 1;
    hand_on(&partials->motion, i, &link->seen, &partials->links[parent].own);
  }
}

static void add_field(PartialLink *link, Field field)
{
  if (vec3_is_zero(field.x) && vec3_is_zero(field.y) && vec3_is_zero(field.c)) return;
  link->fields[link->field_count++] = field;
}

// Columns come outwards to a link if those before it are no more than the rows behind it.
static void set_fields(const Partials *partials, int i)
{
  const Newton *newton = &partials->motion.newton;
  PartialLink *link = &partials->links[i];
  int parent = newton->tree->links[i].parent;
  bool is_first = parent == LINK_GROUND;
  bool are_there = is_first || partials->links[parent].has_all_fields;
  int count = is_first || !are_there ? 0 : partials->links[parent].field_count;
  link->has_all_fields = are_there && count <= link->behind;
  link->fields = ARENA_ARRAY(newton->derivation->equations->arena, Field, count + 1);
  Way way = way_in_own_axes(&partials->motion, i);
  add_field(link, field_of(&way, i, partials->is_by_rate));
  for (int k = 0; link->has_all_fields && k < count; k++)
    add_field(link, field_outwards(&partials->motion, i, &partials->links[parent].fields[k]));
}

// Torques of the links before link i, by its amount.
static void add_column(const Partials *partials, int i, Twist wrench)
{
  const Newton *newton = &partials->motion.newton;
  const Link *links = newton->tree->links;
  wrench.w = vec3_add(wrench.w, vec3_cross(newton->links[i].p, wrench.v));
  for (int j = links[i].parent; j != LINK_GROUND; j = links[j].parent) {
    bool turns = links[j].kind == MOVE_ROTATION;
    add_entry(partials, j, i, vec3_dot(links[j].axis, turns ? wrench.w : wrench.v));
    wrench = newton_on_parent(newton, j, wrench);
  }
}

// The torque of link i by the amounts of those before it.
static void add_row(const Partials *partials, int i, Work work)
{
  const Newton *newton = &partials->motion.newton;
  const Link *links = newton->tree->links;
  int last = i;
  for (int j = links[i].parent; j != LINK_GROUND; j = links[j].parent) {
    const PartialLink *before = &partials->links[j];
    work = work_shifted(&partials->motion, last, work);
    for (int k = 0; k < before->field_count; k++)
      add_entry(partials, i, before->fields[k].column, work_along(&work, &before->fields[k]));
    if (before->has_all_fields) return;
    work = work_turned(newton, j, work);
    last = j;
  }
}

// In the axes of the parent, where composite bodies and wrenches have been turned already; on ground
// nothing has.
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
  add_column(partials, i,
             partials->is_by_rate ? wrench_by_rate(carried, &way)
                                  : wrench_by_amount(carried, &way));
}

// Is every amount a linear function of coordinates, by constant factors? Then a torque of a
// coordinate is a sum of those of links by such factors, and so are its derivatives.
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

bool derive_newton_partials(Derivation *derivation, const char *key, Text *why)
{
  const Equations *equations = derivation->equations;
  const LinkTree *tree = newton_tree(derivation);
  int count = tree->count;
  // for readers entries look like those of tau
  bool is_apart = derivation->is_for_readers || derivation->before;
  if (is_apart || !has_linear_moves(tree, equations))
    return derive_torque_partials(derivation, key, why);
  Matrix Qe = derivation_matrix(derivation, "Qe", why);
  if (!Qe.at) return false;
  Vec3 gravity = vec3_copy(equations->pool, derivation->mechanism->gravity);
  const Moments *moments = base_moments(tree, gravity, equations->arena);
  bool is_by_rate = strcmp(key, "dtau/dqd") == 0;
  Matrix by = is_by_rate ? speed_column(derivation) : coordinate_column(derivation);
  Motion motion = motion_new(derivation, tree, is_by_rate);
  Partials partials = { .motion = motion,
                        .links = ARENA_ARRAY(equations->arena, PartialLink, count),
                        .is_by_rate = is_by_rate,
                        .entries = matrix_neg(matrix_jacobian(Qe, by)) };
  newton_inward(&motion.newton, moments);
  set_links(&partials, moments);
  for (int i = 0; i < count; i++) {
    set_fields(&partials, i);
    add_link(&partials, i);
  }
  return derivation_put(derivation, key, partials.entries);
}
