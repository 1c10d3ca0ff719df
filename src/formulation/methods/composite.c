// composite.c -- the mass matrix by composite bodies.
//
// Everything a link carries, its joints held still, is one rigid body: the composite. Accelerate
// only the joint of link b, by one unit: its composite needs a certain wrench, which all links
// between b and ground hand on, and M_ab is its component along the joint of a. Links that are not
// one behind the other have no common entry.
//   turning about e    f = e x s,   n = J e            J = tr(P) 1 - P, of the composite
//   sliding along e    f = m e,     n = s x e
//
// Reference: M. Walker, D. Orin, ASME J. Dyn. Syst. Meas. Control 104 (1982), their third method.
// SPDX-License-Identifier: MIT
#include "formulation/methods/newton_euler.h"

#include "formulation/recipes.h"
#include "symbolic/algebra.h"

// ---- composite bodies

static Moments turned_moments(const Newton *newton, int i, Moments moments)
{
  const Link *link = &newton->tree->links[i];
  Mat3 turn = newton->links[i].turn;
  Pool *pool = expr_pool(moments.mass);
  if (link->kind == MOVE_TRANSLATION) return moments;
  int k = link->kind == MOVE_ROTATION ? vec3_axis(link->axis) : -1;
  if (k < 0) return moments_transport(moments, (Pose){ .R = turn, .p = vec3_zero(pool) });
  int a = (k + 1) % 3, b = (k + 2) % 3;
  moments.second = mat3_turned_about(moments.second, k, turn.at[a][a], turn.at[b][a]);
  moments.first = mat3_mul_vec(turn, moments.first);
  return moments;
}

Moments *newton_composites(const Newton *newton, const Moments own[])
{
  const LinkTree *tree = newton->tree;
  Moments *composites = ARENA_ARRAY(newton->derivation->equations->arena, Moments, tree->count);
  for (int i = 0; i < tree->count; i++)
    composites[i] = own[i];
  for (int i = tree->count - 1; i >= 0; i--) {
    int parent = tree->links[i].parent;
    if (parent == LINK_GROUND) continue;
    Moments turned = turned_moments(newton, i, composites[i]);
    Pose place = { .R = tree->links[i].before.R, .p = newton->links[i].p };
    composites[parent] = moments_add(composites[parent], moments_transport(turned, place));
  }
  return composites;
}

// ---- freedoms

// The ways in which a link may move on its parent, one or (quaternion) three, and what each
// coordinate contributes to them.
typedef struct Freedom {
  int coordinate;
  Vec3 share;  // of the first way; or of all three
} Freedom;

typedef struct LinkFreedoms {
  int way_count;
  Vec3 ways[3];
  Freedom *freedoms;
  int count;
} LinkFreedoms;

static Vec3 share_of(const Link *link, const Equations *equations, int coordinate)
{
  if (link->kind == MOVE_QUATERNION) {
    return vec3_partial(link->w_L, speed_of(equations, coordinate));
  }
  const Expr *q = equations->coordinates[coordinate].symbol;
  Vec3 share = vec3_zero(expr_pool(q));
  share.at[0] = link_partial(link, q);
  return share;
}

static LinkFreedoms freedoms_of(const Link *link, const Equations *equations)
{
  bool is_quaternion = link->kind == MOVE_QUATERNION;
  LinkFreedoms result = { .way_count = is_quaternion ? 3 : 1, .ways = { link->axis } };
  for (int k = 0; is_quaternion && k < 3; k++)
    result.ways[k] = vec3_unit(equations->pool, k);
  result.freedoms = ARENA_ARRAY(equations->arena, Freedom, equations->coordinate_count);
  for (int i = 0; i < equations->coordinate_count; i++) {
    Vec3 share = share_of(link, equations, i);
    if (!vec3_is_zero(share)) result.freedoms[result.count++] = (Freedom){ i, share };
  }
  return result;
}

// ---- entries

static Twist wrench_of_way(const Link *link, const Moments *composite, Vec3 way)
{
  if (link->kind == MOVE_TRANSLATION) {
    Vec3 f = vec3_scale(composite->mass, way);
    return (Twist){ f, vec3_cross(composite->first, way) };
  }
  Vec3 f = vec3_cross(way, composite->first);
  return (Twist){ f, mat3_mul_vec(moments_inertia(composite), way) };
}

// Adds `entry`, between way w of link b and way v of link a, to the coordinates of both.
static void add_entry(const LinkFreedoms *a, int v, const LinkFreedoms *b, int w, const Expr *entry,
                      Matrix M)
{
  for (int i = 0; i < a->count; i++) {
    for (int j = 0; j < b->count; j++) {
      const Expr *shares = product(a->freedoms[i].share.at[v], b->freedoms[j].share.at[w]);
      const Expr *part = product(shares, entry);
      int row = a->freedoms[i].coordinate, column = b->freedoms[j].coordinate;
      matrix_set(M, row, column, sum(matrix_get(M, row, column), part));
      if (a != b) matrix_set(M, column, row, sum(matrix_get(M, column, row), part));
    }
  }
}

static void add_column(const Newton *newton, const LinkFreedoms freedoms[], int b, int w,
                       const Moments *composite, Matrix M)
{
  const LinkTree *tree = newton->tree;
  Twist wrench = wrench_of_way(&tree->links[b], composite, freedoms[b].ways[w]);
  for (int a = b; a != LINK_GROUND; a = tree->links[a].parent) {
    bool slides = tree->links[a].kind == MOVE_TRANSLATION;
    for (int v = 0; v < freedoms[a].way_count; v++) {
      const Expr *entry = vec3_dot(slides ? wrench.v : wrench.w, freedoms[a].ways[v]);
      add_entry(&freedoms[a], v, &freedoms[b], w, entry, M);
    }
    if (tree->links[a].parent != LINK_GROUND) wrench = newton_on_parent(newton, a, wrench);
  }
}

bool derive_composite_mass(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  Matrix Ma = derivation_matrix(derivation, "Ma", why);
  if (!Ma.at) return false;
  Matrix M = matrix_copy(Ma);
  const LinkTree *tree = newton_tree(derivation);
  Vec3 gravity = vec3_copy(equations->pool, derivation->mechanism->gravity);
  const Moments *own = base_moments(tree, gravity, equations->arena);
  Newton newton = newton_outward(derivation, tree, 0);
  const Moments *composites = newton_composites(&newton, own);
  LinkFreedoms *freedoms = ARENA_ARRAY(equations->arena, LinkFreedoms, tree->count);
  for (int i = 0; i < tree->count; i++)
    freedoms[i] = freedoms_of(&tree->links[i], equations);
  for (int b = 0; b < tree->count; b++) {
    for (int w = 0; freedoms[b].count > 0 && w < freedoms[b].way_count; w++)
      add_column(&newton, freedoms, b, w, &composites[b], M);
  }
  return derivation_put(derivation, key, M);
}
