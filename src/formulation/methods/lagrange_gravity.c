// lagrange_gravity.c -- torques and forces Q of gravity, (3-9) and (3-10) of the 1980 report.
//
//   turns    Q_a = G . sum_k g_a x V_k      k: the links that a carries
//   slides   Q_a = M_a G . g_a
//
// Where a link beyond turns about a parallel axis, its Q is the rest of the sum (section 4.4):
// Q_3 = (g_3 x V_3) . G + Q_4.
// SPDX-License-Identifier: MIT
#include "formulation/methods/lagrange.h"
#include "symbolic/algebra.h"

// G . (g_a x V_k), in the axes of a and in those of ground: the cheaper form stays.
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

// 1 or -1 if freedom b turns about the axis of freedom a or against it, always; 0 if not.
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
  bool *is_open = ARENA_ARRAY(arena, bool, links->count);  // carried, and in no Q so far
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
      result = sum(result, lagrange->Q[b]);
      lagrange->reused[a] = b;
    } else {
      result = difference(result, lagrange->Q[b]);
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
  if (lagrange->Q) return;
  Arena *arena = lagrange->derivation->equations->arena;
  lagrange->Q = ARENA_ARRAY(arena, const Expr *, lagrange->freedom_count);
  lagrange->reused = ARENA_ARRAY(arena, int, lagrange->freedom_count);
  for (int a = lagrange->freedom_count - 1; a >= 0; a--) {
    lagrange->reused[a] = -1;
    lagrange->Q[a] = (lagrange->freedoms[a].is_turn ? turning : sliding)(lagrange, a);
  }
}
