// lagrange_inertia.c -- the coefficients A of accelerations, (3-12) to (3-17) of the 1980 report.
//
// For freedoms a and b of which the link of a carries that of b; all others are zero. Sums over k
// go over the links that b carries, its own included; c are links between, l_c the lever that ends
// at their base point.
//
//   a and b turn    A = sum_k g_a . J_k g_b
//                     + sum_k sum_{a<c<=k} (g_a x l_c) . (g_b x V_k)
//                     + sum_k sum_{b<c<=k} (g_a x V_k) . (g_b x l_c)                     (3-17)
//   a turns         A = M_b sum_{a<c<=b} (g_a x l_c) . g_b + sum_k (g_a x V_k) . g_b      (3-13)
//   b turns         A = sum_k g_a . (g_b x V_k)                                          (3-14)
//   both slide      A = M_b g_a . g_b                                                    (3-12)
//
// The report lets p and k of (3-16) and (3-17) run to the end of the chain, which counts terms more
// than once; the lever must lie before the link. It forgets M_k in (3-13).
//
// J_k is constant in its own axes, so axes are taken there. A product of levers is short in the
// axes of a, of b, or of the lever, depending on which rotations merge; the term is built in each
// of them and, being one value, keeps the cheapest form.
// SPDX-License-Identifier: MIT
#include "formulation/methods/lagrange.h"
#include "symbolic/algebra.h"

// The links that some links' axes are good for, each once.
typedef struct Views {
  int links[3];
  int count;
} Views;

static void add_view(Views *views, int link)
{
  for (int i = 0; i < views->count; i++) {
    if (views->links[i] == link) return;
  }
  views->links[views->count++] = link;
}

static Views views_of(const Lagrange *lagrange, int a, int b, int lever)
{
  Views views = { .count = 0 };
  add_view(&views, lagrange->freedoms[a].link);
  add_view(&views, lagrange->freedoms[b].link);
  if (lever >= 0) add_view(&views, vector_home(lagrange, lever_of(lever)));
  return views;
}

static bool vanishes(Lagrange *lagrange, Vector vector)
{
  return vec3_is_zero(vector_in(lagrange, vector, vector_home(lagrange, vector)));
}

// (g_a x x) . (g_b x y)
static const Expr *crossed_pair(Lagrange *lagrange, Views views, int a, Vector x, int b, Vector y)
{
  const Expr *result = NULL;
  for (int i = 0; i < views.count; i++) {
    int link = views.links[i];
    Vec3 g_a = vector_in(lagrange, axis_of(a), link);
    Vec3 left = vec3_cross(g_a, vector_in(lagrange, x, link));
    Vec3 g_b = vector_in(lagrange, axis_of(b), link);
    Vec3 right = vec3_cross(g_b, vector_in(lagrange, y, link));
    result = vec3_dot(left, right);
  }
  return result;
}

// (g_a x x) . g_b
static const Expr *crossed(Lagrange *lagrange, Views views, int a, Vector x, int b)
{
  const Expr *result = NULL;
  for (int i = 0; i < views.count; i++) {
    int link = views.links[i];
    Vec3 g_a = vector_in(lagrange, axis_of(a), link);
    Vec3 left = vec3_cross(g_a, vector_in(lagrange, x, link));
    result = vec3_dot(left, vector_in(lagrange, axis_of(b), link));
  }
  return result;
}

static const Expr *inertia_term(Lagrange *lagrange, int a, int b, int k)
{
  Vec3 g_a = vector_in(lagrange, axis_of(a), k);
  Vec3 g_b = vector_in(lagrange, axis_of(b), k);
  return vec3_dot(g_a, mat3_mul_vec(lagrange->tree->bodies[k].inertia, g_b));
}

// What the first moment of link k adds to A_ab with all levers before it.
static const Expr *lever_terms(Lagrange *lagrange, int a, int b, int k)
{
  const Expr *result = expr_integer(lagrange->derivation->equations->pool, 0);
  if (vanishes(lagrange, moment_of(k))) return result;
  int link_a = lagrange->freedoms[a].link, link_b = lagrange->freedoms[b].link;
  for (int c = k; c != link_a; c = lagrange->tree->links->links[c].parent) {
    if (vanishes(lagrange, lever_of(c))) continue;
    Views views = views_of(lagrange, a, b, c);
    const Expr *first = crossed_pair(lagrange, views, a, lever_of(c), b, moment_of(k));
    result = sum(result, first);
    if (c <= link_b) continue;
    const Expr *second =
        a == b ? first : crossed_pair(lagrange, views, a, moment_of(k), b, lever_of(c));
    result = sum(result, second);
  }
  return result;
}

static const Expr *both_turn(Lagrange *lagrange, int a, int b)
{
  const LinkTree *links = lagrange->tree->links;
  const Expr *levers = expr_integer(lagrange->derivation->equations->pool, 0);
  const Expr *inertias = levers;
  for (int k = lagrange->freedoms[b].link; k < links->count; k++) {
    if (!link_carries(links, lagrange->freedoms[b].link, k)) continue;
    levers = sum(levers, lever_terms(lagrange, a, b, k));
    inertias = sum(inertias, inertia_term(lagrange, a, b, k));
  }
  return sum(levers, inertias);
}

static const Expr *first_turns(Lagrange *lagrange, int a, int b)
{
  const LinkTree *links = lagrange->tree->links;
  int link_a = lagrange->freedoms[a].link, link_b = lagrange->freedoms[b].link;
  const Expr *levers = expr_integer(lagrange->derivation->equations->pool, 0);
  for (int c = link_b; c != link_a; c = links->links[c].parent)
    levers = sum(levers, crossed(lagrange, views_of(lagrange, a, b, c), a, lever_of(c), b));
  const Expr *result = product(lagrange->tree->bodies[link_b].mass, levers);
  for (int k = link_b; k < links->count; k++) {
    if (!link_carries(links, link_b, k) || vanishes(lagrange, moment_of(k))) continue;
    result = sum(result, crossed(lagrange, views_of(lagrange, a, b, -1), a, moment_of(k), b));
  }
  return result;
}

static const Expr *second_turns(Lagrange *lagrange, int a, int b)
{
  const LinkTree *links = lagrange->tree->links;
  const Expr *result = expr_integer(lagrange->derivation->equations->pool, 0);
  for (int k = lagrange->freedoms[b].link; k < links->count; k++) {
    if (!link_carries(links, lagrange->freedoms[b].link, k)) continue;
    if (vanishes(lagrange, moment_of(k))) continue;
    result = sum(result, crossed(lagrange, views_of(lagrange, a, b, -1), b, moment_of(k), a));
  }
  return result;
}

static const Expr *both_slide(Lagrange *lagrange, int a, int b)
{
  int link_b = lagrange->freedoms[b].link;
  Vec3 g_a = vector_in(lagrange, axis_of(a), link_b);
  const Expr *cosine = vec3_dot(g_a, lagrange->freedoms[b].axis);
  return product(lagrange->tree->bodies[link_b].mass, cosine);
}

static const Expr *coefficient(Lagrange *lagrange, int a, int b)
{
  const Freedom *first = &lagrange->freedoms[a], *second = &lagrange->freedoms[b];
  if (!link_carries(lagrange->tree->links, first->link, second->link)) {
    return expr_integer(lagrange->derivation->equations->pool, 0);
  }
  if (first->is_turn) return (second->is_turn ? both_turn : first_turns)(lagrange, a, b);
  return (second->is_turn ? second_turns : both_slide)(lagrange, a, b);
}

void lagrange_inertia(Lagrange *lagrange)
{
  int count = lagrange->freedom_count;
  if (lagrange->A) return;
  lagrange->A = ARENA_ARRAY(lagrange->derivation->equations->arena, const Expr *, count *count);
  for (int a = 0; a < count; a++) {
    for (int b = a; b < count; b++) {
      lagrange->A[a * count + b] = coefficient(lagrange, a, b);
      lagrange->A[b * count + a] = lagrange->A[a * count + b];
    }
  }
}
