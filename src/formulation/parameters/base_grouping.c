// base_grouping.c -- the rules of regrouping, for any axes and trees.
//
// For every link, with axis a and moments m, s, P about an origin on the axis:
//   revolute     m, s.a and a.P a move to the parent: mass on the axis
//   prismatic    P moves to the parent: both rotate alike
//   quaternion   m moves to the parent: mass in the centre
// Only the mass of links that do not rotate has an effect. For links that rotate about a single
// direction u, only u.J u, s perpendicular to u and the mass have an effect; s perpendicular to u
// only if gravity has a component perpendicular to u or the origin moves perpendicular to it; if
// they slide along u, s also moves to the parent.
// SPDX-License-Identifier: MIT
#include "formulation/parameters/base_grouping.h"

#include "symbolic/algebra.h"
#include "symbolic/double_eval.h"

#include <math.h>

// ---- possible rotations of links

typedef enum Turning { TURNS_NOT, TURNS_ABOUT_ONE, TURNS_FREELY } Turning;

typedef struct Reach {
  Turning turning;
  Vec3 u;              // TURNS_ABOUT_ONE: the direction, in the link's axes
  Vec3 gravity;        // TURNS_NOT: in the link's axes
  bool pulls_across;   // TURNS_ABOUT_ONE: gravity is not along u
  bool moves_across;   // TURNS_ABOUT_ONE: the origin moves perpendicular to u
  const Vec3 *slides;  // TURNS_NOT: directions in which the link slides, in its axes
  int slide_count;
} Reach;

static bool is_parallel(Vec3 a, Vec3 b) { return vec3_is_zero(vec3_cross(a, b)); }

static Reach reach_of_ground(Vec3 gravity)
{
  return (
      Reach){ .turning = TURNS_NOT, .gravity = gravity, .u = vec3_zero(expr_pool(gravity.at[0])) };
}

// The first rotation of a chain.
static void begin_turning(Reach *reach, Vec3 axis)
{
  reach->turning = TURNS_ABOUT_ONE;
  reach->u = axis;
  reach->pulls_across = !is_parallel(reach->gravity, axis);
  reach->moves_across = false;
  for (int i = 0; i < reach->slide_count; i++)
    reach->moves_across = reach->moves_across || !is_parallel(reach->slides[i], axis);
}

static void add_slide(Reach *reach, const Link *link, Arena *arena)
{
  Vec3 *slides = ARENA_ARRAY(arena, Vec3, reach->slide_count + 1);
  for (int i = 0; i < reach->slide_count; i++)
    slides[i] = reach->slides[i];
  slides[reach->slide_count++] = link->axis;
  reach->slides = slides;
}

// Transforms directions from the axes of the parent to those in which the move happens.
static Reach carried(Reach reach, const Link *link, Arena *arena)
{
  Mat3 R = link->before.R;
  if (reach.turning == TURNS_ABOUT_ONE) {
    reach.moves_across = reach.moves_across || !is_parallel(link->before.p, reach.u);
    reach.u = mat3_mul_vec_transposed(R, reach.u);
  } else if (reach.turning == TURNS_NOT) {
    Vec3 *slides = ARENA_ARRAY(arena, Vec3, reach.slide_count);
    for (int i = 0; i < reach.slide_count; i++)
      slides[i] = mat3_mul_vec_transposed(R, reach.slides[i]);
    reach.slides = slides;
    reach.gravity = mat3_mul_vec_transposed(R, reach.gravity);
  }
  return reach;
}

static Reach reach_of_link(Reach parent, const Link *link, Arena *arena)
{
  Reach reach = carried(parent, link, arena);
  if (reach.turning == TURNS_FREELY) return reach;
  if (link->kind == MOVE_TRANSLATION) {
    if (reach.turning == TURNS_NOT) {
      add_slide(&reach, link, arena);
    } else {
      reach.moves_across = reach.moves_across || !is_parallel(link->axis, reach.u);
    }
  } else if (link->kind == MOVE_ROTATION && reach.turning == TURNS_NOT) {
    begin_turning(&reach, link->axis);
  } else if (link->kind == MOVE_QUATERNION || !is_parallel(link->axis, reach.u)) {
    reach.turning = TURNS_FREELY;
  } else {
    reach.u = link->axis;
  }
  return reach;
}

static Reach *reach_of_links(const LinkTree *tree, Vec3 gravity, Arena *arena)
{
  Reach *reach = ARENA_ARRAY(arena, Reach, tree->count);
  for (int i = 0; i < tree->count; i++) {
    const Link *link = &tree->links[i];
    bool is_first = link->parent == LINK_GROUND;
    Reach parent = is_first ? reach_of_ground(gravity) : reach[link->parent];
    reach[i] = reach_of_link(parent, link, arena);
  }
  return reach;
}

// ---- axes of the parameters

// The unit vector perpendicular to z and `axis`.
static Vec3 horizontal_unit(Vec3 axis)
{
  const Expr *squares = sum_of_products(axis.at[0], axis.at[0], axis.at[1], axis.at[1]);
  const Expr *over = reciprocal(expr_call(OP_SQRT, squares));
  Vec3 x = vec3_zero(expr_pool(squares));
  x.at[0] = negative(product(axis.at[1], over));
  x.at[1] = product(axis.at[0], over);
  return x;
}

// Axes with z along `axis`; they are those of the link if the axis is one of them.
static Mat3 axes_along(Vec3 axis)
{
  Pool *pool = expr_pool(axis.at[0]);
  int zero = 0;
  while (zero < 3 && !is_zero(axis.at[zero]))
    zero++;
  Vec3 x = zero < 3 ? vec3_unit(pool, zero) : horizontal_unit(axis);
  Vec3 y = vec3_cross(axis, x);
  Mat3 R;
  for (int i = 0; i < 3; i++) {
    R.at[i][0] = x.at[i];
    R.at[i][1] = y.at[i];
    R.at[i][2] = axis.at[i];
  }
  return R;
}

static bool is_general(const Link *link)
{
  return link->kind == MOVE_ROTATION && vec3_axis(link->axis) < 0;
}

Mat3 base_axes(const Link *link)
{
  return is_general(link) ? axes_along(link->axis) : mat3_identity(expr_pool(link->inertia.mass));
}

static Moments seen_along_axis(const Link *link, Moments moments)
{
  if (!is_general(link)) return moments;
  Mat3 back = mat3_transpose(base_axes(link));
  return moments_transport(moments, (Pose){ .R = back, .p = vec3_zero(expr_pool(moments.mass)) });
}

// ---- regrouping to the parent

static Mat3 outer_product(Vec3 a, Vec3 b)
{
  Mat3 result;
  for (int i = 0; i < 9; i++)
    result.at[i / 3][i % 3] = product(a.at[i / 3], b.at[i % 3]);
  return result;
}

static Vec3 along(Vec3 v, Vec3 axis) { return vec3_scale(vec3_dot(v, axis), axis); }

// The amount of mass on the axis that is regrouped to the parent is arbitrary: all of it, so that
// products vanish, or as much as leaves no inertia about the third direction (YY if z is the axis),
// as in the literature.
typedef enum Regrouping { REGROUP_FOR_PROGRAMS, REGROUP_FOR_PEOPLE } Regrouping;

static const Expr *inertia_across(const Link *link, const Moments *moments)
{
  Mat3 axes = base_axes(link);
  int k = vec3_axis(link->axis), b = k < 0 ? 1 : (k + 2) % 3;
  Vec3 y = { { axes.at[0][b], axes.at[1][b], axes.at[2][b] } };
  return vec3_dot(y, mat3_mul_vec(moments_inertia(moments), y));
}

static Moments movable(const Link *link, const Reach *reach, const Moments *moments,
                       Regrouping regrouping)
{
  Moments result = moments_zero(expr_pool(moments->mass));
  if (link->kind == MOVE_TRANSLATION) {
    result.second = moments->second;
    if (reach->turning == TURNS_ABOUT_ONE && is_parallel(link->axis, reach->u)) {
      result.first = moments->first;
    }
    return result;
  }
  result.mass = moments->mass;
  if (link->kind == MOVE_QUATERNION) return result;
  result.first = along(moments->first, link->axis);
  const Expr *on_axis = regrouping == REGROUP_FOR_PEOPLE
                            ? inertia_across(link, moments)
                            : vec3_dot(link->axis, mat3_mul_vec(moments->second, link->axis));
  result.second = mat3_scale(on_axis, outer_product(link->axis, link->axis));
  return result;
}

// ---- parameters with an effect

// Second moments with u.J u = `inertia` and the minimum number of entries.
static Mat3 second_of_inertia(Vec3 u, const Expr *inertia)
{
  Pool *pool = expr_pool(inertia);
  int k = vec3_axis(u);
  if (k >= 0) {
    Mat3 P = mat3_zero(pool);
    int a = (k + 1) % 3;
    P.at[a][a] = inertia;
    return P;
  }
  Mat3 across = mat3_sub(mat3_identity(pool), outer_product(u, u));
  return mat3_scale(half(inertia), across);
}

// The last component of a unit vector that is neither zero nor a number too small to divide by.
static int firm_component(Vec3 u)
{
  static const double small = 0.1;  // one of the three is at least 0.57
  for (int k = 2; k > 0; k--)
    if (!is_zero(u.at[k]) && !(fabs(expr_known_value(u.at[k], NULL, NULL)) < small)) return k;
  return 0;
}

// The remaining first moment if only its part perpendicular to u has an effect. For a link that
// slides, u may have any direction: adding a multiple of u makes one component vanish.
static Vec3 shown_across(const Link *link, Vec3 u, Vec3 first)
{
  if (link->kind == MOVE_ROTATION) return vec3_sub(first, along(first, u));
  int k = firm_component(u);
  return vec3_sub(first, vec3_scale(quotient(first.at[k], u.at[k]), u));
}

static void keep_what_shows(const Link *link, const Reach *reach, Moments *moments)
{
  Pool *pool = expr_pool(moments->mass);
  if (reach->turning == TURNS_FREELY) return;
  if (reach->turning == TURNS_NOT) {
    moments->first = vec3_zero(pool);
    moments->second = mat3_zero(pool);
    return;
  }
  Mat3 J = moments_inertia(moments);
  const Expr *inertia = vec3_dot(reach->u, mat3_mul_vec(J, reach->u));
  moments->second = second_of_inertia(reach->u, inertia);
  bool is_shown = reach->pulls_across || reach->moves_across;
  moments->first = is_shown ? shown_across(link, reach->u, moments->first) : vec3_zero(pool);
}

// ---- all links

Moments *standard_moments(const LinkTree *tree, Arena *arena)
{
  Moments *moments = ARENA_ARRAY(arena, Moments, tree->count);
  for (int i = 0; i < tree->count; i++)
    moments[i] = moments_of_inertia(&tree->links[i].inertia);
  return moments;
}

static Moments *regroup(const LinkTree *tree, Vec3 gravity, Arena *arena, Regrouping regrouping)
{
  Moments *moments = standard_moments(tree, arena);
  const Reach *reach = reach_of_links(tree, gravity, arena);
  for (int i = tree->count - 1; i >= 0; i--) {
    const Link *link = &tree->links[i];
    Moments moved = movable(link, &reach[i], &moments[i], regrouping);
    moments[i] = moments_sub(moments[i], moved);
    if (link->parent != LINK_GROUND) {
      Moments *parent = &moments[link->parent];
      *parent = moments_add(*parent, moments_transport(moved, link->before));
    }
    keep_what_shows(link, &reach[i], &moments[i]);
  }
  return moments;
}

Moments *base_moments(const LinkTree *tree, Vec3 gravity, Arena *arena)
{
  return regroup(tree, gravity, arena, REGROUP_FOR_PROGRAMS);
}

// ---- base parameters by name, as functions of the standard ones
//
// The elements of the inertia matrix about the link's origin are printed, as in the literature:
// mass on the axis of a revolute link is regrouped to its parent until YY vanishes, which leaves
// XXR = XX - YY.

typedef struct BaseList {
  BaseParameter *items;
  int count;
  Arena *arena;
} BaseList;

// `standard` is the value of the parameter without regrouping.
static void add_parameter(BaseList *list, int parameter, int link, const Expr *value,
                          const Expr *standard)
{
  if (is_zero(value)) return;
  const char *regrouped = value == standard ? "" : "R";
  const char *name =
      arena_format(list->arena, "%s%s%d", link_parameter_letters(parameter), regrouped, link + 1);
  list->items[list->count++] = (BaseParameter){ name, link, parameter, value };
}

// If only the rotation of a link about its axis has an effect, an inertia about the third direction
// remains that regrouping would have removed: then only the inertia about the axis is used.
static Mat3 inertia_of_link(const Link *link, const Moments *moments)
{
  Mat3 J = moments_inertia(moments);
  if (link->kind != MOVE_ROTATION) return J;
  int axis = vec3_axis(link->axis), k = axis < 0 ? 2 : axis, b = (k + 2) % 3;
  if (is_zero(J.at[b][b])) return J;
  Mat3 alone = mat3_zero(expr_pool(moments->mass));
  alone.at[k][k] = J.at[k][k];
  return alone;
}

static void add_link(BaseList *list, const Link *link, int index, Moments base, Moments standard)
{
  base = seen_along_axis(link, base);
  standard = seen_along_axis(link, standard);
  LinkInertia regrouped = { base.mass, base.first, inertia_of_link(link, &base) };
  LinkInertia real = { standard.mass, standard.first, moments_inertia(&standard) };
  for (int k = 0; k < LINK_PARAMETERS; k++)
    add_parameter(list, k, index, link_parameter(&regrouped, k), link_parameter(&real, k));
}

BaseParameter *base_parameters(const LinkTree *tree, Vec3 gravity, Arena *arena, int *count)
{
  const Moments *base = regroup(tree, gravity, arena, REGROUP_FOR_PEOPLE);
  const Moments *standard = standard_moments(tree, arena);
  BaseList list = { ARENA_ARRAY(arena, BaseParameter, LINK_PARAMETERS * tree->count), 0, arena };
  for (int i = 0; i < tree->count; i++)
    add_link(&list, &tree->links[i], i, base[i], standard[i]);
  *count = list.count;
  return list.items;
}
