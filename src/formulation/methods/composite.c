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

// R P R^T for the rotation R with cosine c and sine s about axis k, (k, a, b) in cyclic order: with
// e = s (P_aa - P_bb) + 2 c P_ab,  P'_aa = P_aa - s e,  P'_bb = P_bb + s e,  P'_ab = c e - P_ab.
static Mat3 turned_about(int k, const Expr *c, const Expr *s, Mat3 P)
{
  int a = (k + 1) % 3, b = (k + 2) % 3;
  const Expr *twice = sum(P.at[a][b], P.at[a][b]);
  const Expr *e = sum_of_products(s, difference(P.at[a][a], P.at[b][b]), c, twice);
  const Expr *se = product(s, e);
  Mat3 result = P;
  result.at[a][a] = difference(P.at[a][a], se);
  result.at[b][b] = sum(P.at[b][b], se);
  result.at[a][b] = result.at[b][a] = difference(product(c, e), P.at[a][b]);
  result.at[a][k] = result.at[k][a] = difference_of_products(c, P.at[a][k], s, P.at[b][k]);
  result.at[b][k] = result.at[k][b] = sum_of_products(s, P.at[a][k], c, P.at[b][k]);
  return result;
}

static Moments turned_moments(const Newton *newton, int i, Moments moments)
{
  const Link *link = &newton->tree->links[i];
  Mat3 turn = newton->links[i].turn;
  Pool *pool = expr_pool(moments.mass);
  if (link->kind == MOVE_TRANSLATION) return moments;
  int k = link->kind == MOVE_ROTATION ? vec3_axis(link->axis) : -1;
  if (k < 0) return moments_transport(moments, (Pose){ .R = turn, .p = vec3_zero(pool) });
  int a = (k + 1) % 3, b = (k + 2) % 3;
  moments.second = turned_about(k, turn.at[a][a], turn.at[b][a], moments.second);
  moments.first = mat3_mul_vec(turn, moments.first);
  return moments;
}

// Of every link, in its own axes.
static Moments *composites_of(const Newton *newton, const Moments own[])
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

typedef struct UnitWrench {
  Vec3 f;
  Vec3 n;
} UnitWrench;

static UnitWrench wrench_of_way(const Link *link, const Moments *composite, Vec3 way)
{
  if (link->kind == MOVE_TRANSLATION) {
    Vec3 f = vec3_scale(composite->mass, way);
    return (UnitWrench){ f, vec3_cross(composite->first, way) };
  }
  Vec3 f = vec3_cross(way, composite->first);
  return (UnitWrench){ f, mat3_mul_vec(moments_inertia(composite), way) };
}

static UnitWrench wrench_on_parent(const Newton *newton, int i, UnitWrench wrench)
{
  int parent = newton->tree->links[i].parent;
  Vec3 f = newton_vector(newton, i, wrench.f, parent);
  Vec3 n = newton_vector(newton, i, wrench.n, parent);
  return (UnitWrench){ f, vec3_add(n, vec3_cross(newton->links[i].p, f)) };
}

// Adds `entry`, between way w of link b and way v of link a, to the coordinates of both.
static void add_entry(const LinkFreedoms *a, int v, const LinkFreedoms *b, int w, const Expr *entry,
                      int n, const Expr *M[])
{
  for (int i = 0; i < a->count; i++) {
    for (int j = 0; j < b->count; j++) {
      const Expr *shares = product(a->freedoms[i].share.at[v], b->freedoms[j].share.at[w]);
      const Expr *part = product(shares, entry);
      int row = a->freedoms[i].coordinate, column = b->freedoms[j].coordinate;
      M[row * n + column] = sum(M[row * n + column], part);
      if (a != b) M[column * n + row] = sum(M[column * n + row], part);
    }
  }
}

static void add_column(const Newton *newton, const LinkFreedoms freedoms[], int b, int w,
                       const Moments *composite, const Expr *M[])
{
  int n = newton->derivation->equations->coordinate_count;
  const LinkTree *tree = newton->tree;
  UnitWrench wrench = wrench_of_way(&tree->links[b], composite, freedoms[b].ways[w]);
  for (int a = b; a != LINK_GROUND; a = tree->links[a].parent) {
    bool slides = tree->links[a].kind == MOVE_TRANSLATION;
    for (int v = 0; v < freedoms[a].way_count; v++) {
      const Expr *entry = vec3_dot(slides ? wrench.f : wrench.n, freedoms[a].ways[v]);
      add_entry(&freedoms[a], v, &freedoms[b], w, entry, n, M);
    }
    if (tree->links[a].parent != LINK_GROUND) wrench = wrench_on_parent(newton, a, wrench);
  }
}

bool derive_composite_mass(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const Expr *const *Ma = derivation_quantity(derivation, "Ma", why);
  if (!Ma) return false;
  int n = equations->coordinate_count;
  const Expr **M = equations_add(equations, (Quantity){ .key = key });
  for (int i = 0; i < n * n; i++)
    M[i] = Ma[i];
  const LinkTree *tree = newton_tree(derivation);
  Vec3 gravity = vec3_copy(equations->pool, derivation->mechanism->gravity);
  const Moments *own = base_moments(tree, gravity, equations->arena);
  Newton newton = newton_outward(derivation, tree, 0);
  const Moments *composites = composites_of(&newton, own);
  LinkFreedoms *freedoms = ARENA_ARRAY(equations->arena, LinkFreedoms, tree->count);
  for (int i = 0; i < tree->count; i++)
    freedoms[i] = freedoms_of(&tree->links[i], equations);
  for (int b = 0; b < tree->count; b++) {
    for (int w = 0; freedoms[b].count > 0 && w < freedoms[b].way_count; w++)
      add_column(&newton, freedoms, b, w, &composites[b], M);
  }
  return true;
}
