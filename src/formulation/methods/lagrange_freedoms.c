// lagrange_freedoms.c -- the coefficients A of accelerations and the torques and forces Q of
// gravity by freedom, (3-9) to (3-17) of the 1980 report.
//
// The formulas apply to freedoms a and b where the link of a carries that of b; all other
// coefficients are zero. Sums over k include the links that b carries and its own; c are links
// between, l_c the lever arm that ends at their base point.
//
//   a and b rotate  A = sum_k g_a . J_k g_b
//                     + sum_k sum_{a<c<=k} (g_a x l_c) . (g_b x V_k)
//                     + sum_k sum_{b<c<=k} (g_a x V_k) . (g_b x l_c)                     (3-17)
//   a rotates       A = M_b sum_{a<c<=b} (g_a x l_c) . g_b + sum_k (g_a x V_k) . g_b      (3-13)
//   b rotates       A = sum_k g_a . (g_b x V_k)                                          (3-14)
//   both slide      A = M_b g_a . g_b                                                    (3-12)
//
// In the report, p and k of (3-16) and (3-17) run to the end of the chain, which counts terms more
// than once; the lever arm must be before the link. M_k is missing in (3-13).
//
// J_k is constant in its own axes, so axes are transformed to these. A product of lever arms is
// short in the axes of a, of b, or of the lever arm, depending on which rotations combine; the term
// is built in each of them and, being a single node, keeps the cheapest form.
//
// Gravity:
//
//   rotates  Q_a = G . sum_k g_a x V_k      k: the links that a carries
//   slides   Q_a = M_a G . g_a
//
// If a link beyond rotates about a parallel axis, its Q is the remaining sum (section 4.4):
// Q_3 = (g_3 x V_3) . G + Q_4.
// SPDX-License-Identifier: MIT
#include "formulation/methods/lagrange.h"
#include "symbolic/algebra.h"

// ---- axes, first moments, levers and gravity in the axes of any link

// The link in whose axes the vector is given.
static int link_of_vector(const Lagrange *lagrange, Vector vector)
{
  switch (vector.kind) {
  case AXIS: return lagrange->freedoms[vector.index].link;
  case MOMENT: return vector.index;
  case LEVER: return lagrange->tree->links->links[vector.index].parent;
  default: return LINK_GROUND;
  }
}

static Vec3 vector_at_home(const Lagrange *lagrange, Vector vector)
{
  switch (vector.kind) {
  case AXIS: return lagrange->freedoms[vector.index].axis;
  case MOMENT: return lagrange->tree->bodies[vector.index].moment;
  case LEVER: return lagrange->tree->bodies[vector.index].lever;
  default:
    return vec3_copy(lagrange->derivation->equations->pool,
                     lagrange->derivation->mechanism->gravity);
  }
}

static int vector_count(const Lagrange *lagrange, VectorKind kind)
{
  if (kind == GRAVITY) return 1;
  return kind == AXIS ? lagrange->freedom_count : lagrange->tree->links->count;
}

Vec3 vector_in(Lagrange *lagrange, Vector vector, int link)
{
  int columns = lagrange->tree->links->count + 1;
  Vec3 **seen = &lagrange->seen[vector.kind];
  if (!*seen) {
    int count = vector_count(lagrange, vector.kind) * columns;
    *seen = ARENA_ARRAY(lagrange->derivation->equations->arena, Vec3, count);
  }
  Vec3 *result = &(*seen)[vector.index * columns + link + 1];
  if (!result->at[0]) {
    Vec3 home = vector_at_home(lagrange, vector);
    *result = augmented_turned(lagrange->tree, link_of_vector(lagrange, vector), link, home);
  }
  return *result;
}

// ---- inertia

// The links whose axes are tried for a product, each once.
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
  if (lever >= 0) add_view(&views, link_of_vector(lagrange, lever_of(lever)));
  return views;
}

static bool vanishes(Lagrange *lagrange, Vector vector)
{
  return vec3_is_zero(vector_in(lagrange, vector, link_of_vector(lagrange, vector)));
}

// (g_a x x) . (g_b x y); if y is NULL, (g_a x x) . g_b
static const Expr *crossed(Lagrange *lagrange, Views views, int a, Vector x, int b, const Vector *y)
{
  const Expr *result = NULL;
  for (int i = 0; i < views.count; i++) {
    int link = views.links[i];
    Vec3 g_a = vector_in(lagrange, axis_of(a), link);
    Vec3 left = vec3_cross(g_a, vector_in(lagrange, x, link));
    Vec3 right = vector_in(lagrange, axis_of(b), link);
    if (y) right = vec3_cross(right, vector_in(lagrange, *y, link));
    result = vec3_dot(left, right);
  }
  return result;
}

static const Expr *inertia_term(Lagrange *lagrange, int a, int b, int k)
{
  Vec3 g_a = vector_in(lagrange, axis_of(a), k);
  Vec3 g_b = vector_in(lagrange, axis_of(b), k);
  return vec3_dot(g_a, mat3_mul_vec(lagrange->tree->bodies[k].inertia, g_b));
}

// The contribution of the first moment of link k to A_ab, with all lever arms before it.
static const Expr *lever_terms(Lagrange *lagrange, int a, int b, int k)
{
  const Expr *result = expr_integer(lagrange->derivation->equations->pool, 0);
  if (vanishes(lagrange, moment_of(k))) return result;
  int link_a = lagrange->freedoms[a].link, link_b = lagrange->freedoms[b].link;
  for (int c = k; c != link_a; c = lagrange->tree->links->links[c].parent) {
    if (vanishes(lagrange, lever_of(c))) continue;
    Views views = views_of(lagrange, a, b, c);
    Vector lever = lever_of(c), moment = moment_of(k);
    const Expr *first = crossed(lagrange, views, a, lever, b, &moment);
    result = sum(result, first);
    if (c <= link_b) continue;
    result = sum(result, a == b ? first : crossed(lagrange, views, a, moment, b, &lever));
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
    levers = sum(levers, crossed(lagrange, views_of(lagrange, a, b, c), a, lever_of(c), b, NULL));
  const Expr *result = product(lagrange->tree->bodies[link_b].mass, levers);
  for (int k = link_b; k < links->count; k++) {
    if (!link_carries(links, link_b, k) || vanishes(lagrange, moment_of(k))) continue;
    result = sum(result, crossed(lagrange, views_of(lagrange, a, b, -1), a, moment_of(k), b, NULL));
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
    result = sum(result, crossed(lagrange, views_of(lagrange, a, b, -1), b, moment_of(k), a, NULL));
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
  if (lagrange->A.at) return;
  lagrange->A = derivation_zeros(lagrange->derivation, count, count);
  for (int a = 0; a < count; a++) {
    for (int b = a; b < count; b++) {
      matrix_set(lagrange->A, a, b, coefficient(lagrange, a, b));
      matrix_set(lagrange->A, b, a, matrix_get(lagrange->A, a, b));
    }
  }
}

// ---- gravity

// G . (g_a x V_k), in the axes of a and in those of ground; the cheaper form is kept.
static const Expr *moment_term(Lagrange *lagrange, int a, int k)
{
  const int views[] = { lagrange->freedoms[a].link, LINK_GROUND };
  const Expr *result = NULL;
  for (int i = 0; i < 2; i++) {
    Vec3 V = vector_in(lagrange, moment_of(k), views[i]);
    if (vec3_is_zero(V)) return expr_integer(lagrange->derivation->equations->pool, 0);
    Vec3 moved = vec3_cross(vector_in(lagrange, axis_of(a), views[i]), V);
    result = vec3_dot(vector_in(lagrange, gravity_vector(), views[i]), moved);
  }
  return result;
}

// 1 or -1 if freedom b always rotates about the axis of freedom a, in the same or the opposite
// direction; otherwise 0.
static int parallel_sign(Lagrange *lagrange, int a, int b)
{
  if (!lagrange->freedoms[b].is_turn) return 0;
  Vec3 own = lagrange->freedoms[a].axis;
  Vec3 other = vector_in(lagrange, axis_of(b), lagrange->freedoms[a].link);
  if (vec3_is_zero(vec3_sub(own, other))) return 1;
  return vec3_is_zero(vec3_add(own, other)) ? -1 : 0;
}

// The freedom of link k, beyond that of a, that is parallel to a; -1: none.
static int parallel_freedom(Lagrange *lagrange, int a, int k)
{
  for (int b = a + 1; b < lagrange->freedom_count; b++) {
    if (lagrange->freedoms[b].link == k && parallel_sign(lagrange, a, b) != 0) return b;
  }
  return -1;
}

static const Expr *turning(Lagrange *lagrange, int a)
{
  const LinkTree *links = lagrange->tree->links;
  Arena *arena = lagrange->derivation->equations->arena;
  int own = lagrange->freedoms[a].link;
  bool *is_open = ARENA_ARRAY(arena, bool, links->count);  // carried, and not yet included in any Q
  const Expr *result = moment_term(lagrange, a, own);
  is_open[own] = true;
  for (int k = own + 1; k < links->count; k++) {
    int parent = links->links[k].parent;
    if (parent == LINK_GROUND || !is_open[parent]) continue;
    int b = parallel_freedom(lagrange, a, k);
    is_open[k] = b < 0;
    if (b < 0) {
      result = sum(result, moment_term(lagrange, a, k));
    } else if (parallel_sign(lagrange, a, b) > 0) {
      result = sum(result, lagrange->Q.at[b]);
      lagrange->reused[a] = b;
    } else {
      result = difference(result, lagrange->Q.at[b]);
    }
  }
  return result;
}

static const Expr *sliding(Lagrange *lagrange, int a)
{
  const int views[] = { lagrange->freedoms[a].link, LINK_GROUND };
  const Expr *result = NULL;
  for (int i = 0; i < 2; i++) {
    Vec3 G = vector_in(lagrange, gravity_vector(), views[i]);
    result = vec3_dot(G, vector_in(lagrange, axis_of(a), views[i]));
  }
  return product(lagrange->tree->bodies[lagrange->freedoms[a].link].mass, result);
}

void lagrange_gravity(Lagrange *lagrange)
{
  if (lagrange->Q.at) return;
  lagrange->Q = derivation_zeros(lagrange->derivation, lagrange->freedom_count, 1);
  lagrange->reused = ARENA_ARRAY(lagrange->Q.arena, int, lagrange->freedom_count);
  for (int a = lagrange->freedom_count - 1; a >= 0; a--) {
    lagrange->reused[a] = -1;
    lagrange->Q.at[a] = (lagrange->freedoms[a].is_turn ? turning : sliding)(lagrange, a);
  }
}
