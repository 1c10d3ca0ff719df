// base_parameters.c -- the base parameters by name, each in the standard ones.
//
// Printed are the elements of the inertia matrix about the link's origin, as in the literature:
// mass on the axis of a revolute link goes to its parent until YY vanishes, which leaves XXR = XX -
// YY.
// SPDX-License-Identifier: MIT
#include "formulation/parameters/base_grouping.h"

#include "symbolic/algebra.h"

// Across z and `axis`.
static Vec3 horizontal_unit(Vec3 axis)
{
  const Expr *squares = sum_of_products(axis.at[0], axis.at[0], axis.at[1], axis.at[1]);
  const Expr *over = reciprocal(expr_call(OP_SQRT, squares));
  Vec3 x = vec3_zero(expr_pool(squares));
  x.at[0] = negative(product(axis.at[1], over));
  x.at[1] = product(axis.at[0], over);
  return x;
}

// Axes whose z is `axis`: those of the link if the axis is one of them.
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

typedef struct BaseList {
  BaseParameter *items;
  int count;
  Arena *arena;
} BaseList;

// `standard` is what the parameter would be without regrouping.
static void add_parameter(BaseList *list, int parameter, int link, const Expr *value,
                          const Expr *standard)
{
  if (is_zero(value)) return;
  const char *regrouped = value == standard ? "" : "R";
  const char *name =
      arena_format(list->arena, "%s%s%d", link_parameter_letters(parameter), regrouped, link + 1);
  list->items[list->count++] = (BaseParameter){ name, link, parameter, value };
}

// A link that shows how it turns about its axis only has an inertia about the third direction that
// regrouping would have taken: then only the one about the axis counts.
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
  const Moments *base = classic_moments(tree, gravity, arena);
  const Moments *standard = standard_moments(tree, arena);
  BaseList list = { ARENA_ARRAY(arena, BaseParameter, LINK_PARAMETERS * tree->count), 0, arena };
  for (int i = 0; i < tree->count; i++)
    add_link(&list, &tree->links[i], i, base[i], standard[i]);
  *count = list.count;
  return list.items;
}
