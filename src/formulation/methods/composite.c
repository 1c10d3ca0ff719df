// composite.c -- the mass matrix by the composite-rigid-body algorithm.
//
// With its joints locked, everything a link carries is one rigid body: the composite. A unit
// acceleration of the joint of link b alone requires a certain wrench on its composite, which is
// transmitted by all links between b and ground; M_ab is its component along the joint of a. Links
// on different branches have no common entry.
//   rotation about e       f = e x s,   n = J e       J = tr(P) 1 - P, of the composite
//   translation along e    f = m e,     n = s x e
//
// There are three algorithms for projecting a wrench on the joints before it. Transmitted link by
// link, the wrench is transformed at each of them. In the axes of the first link and about its
// origin it does not change, and an entry is six products however far apart the links are, but each
// link has the cost of its pose there. Short arms use the first algorithm, long chains the second.
// In a tree that branches on a trunk, such as a floating base, wrenches are transmitted to the end
// of the trunk, and projected on the joints of the trunk there. The algorithm with the fewest
// operations is used.
//
// Reference: M. Walker, D. Orin, ASME J. Dyn. Syst. Meas. Control 104 (1982), their third method;
// R. Featherstone, Rigid Body Dynamics Algorithms (2008), section 6.2, in common axes.
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

// ---- degrees of freedom

// The directions in which a link can move relative to its parent, one or (quaternion) three, and
// the contribution of each coordinate to them.
typedef struct Freedom {
  int coordinate;
  Vec3 share;  // along the first direction; or along all three
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

// Adds `entry`, between direction w of link b and direction v of link a, to the entries of the
// coordinates of both.
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

// Common input of the algorithms.
typedef struct Composites {
  Newton newton;
  const Moments *bodies;         // every link with all that it carries, in its own axes
  const LinkFreedoms *freedoms;  // of every link
} Composites;

// Adds the entries to M.
typedef void MassWay(const Composites *composites, Matrix M);

// ---- names

enum { MAX_PATHS = 3 };

// Named values are used unchanged, even if other signs would be shorter in individual entries.
static Vec3 named_vector(const Derivation *derivation, const char *letter, const char *number,
                         Vec3 v)
{
  static const char AXES[] = "xyz";
  for (int k = 0; k < 3; k++) {
    const char *name =
        arena_format(derivation->equations->arena, "%s%s%c", letter, number, AXES[k]);
    v.at[k] = derivation_name(derivation, name, letter[0], NULL, v.at[k]);
  }
  return v;
}

static const char *number_of_way(const Derivation *derivation, int link, int w)
{
  return arena_format(derivation->equations->arena, w > 0 ? "%d_%d_" : "%d", link + 1, w + 1);
}

static Twist named_motion(const Derivation *derivation, int link, int w, Twist motion)
{
  const char *number = number_of_way(derivation, link, w);
  motion.w = named_vector(derivation, "e", number, motion.w);
  motion.v = named_vector(derivation, "v", number, motion.v);
  return motion;
}

static Twist named_wrench(const Derivation *derivation, int link, int w, Twist wrench)
{
  const char *number = number_of_way(derivation, link, w);
  wrench.w = named_vector(derivation, "n", number, wrench.w);
  wrench.v = named_vector(derivation, "f", number, wrench.v);
  return wrench;
}

// Adds the terms in the same order for all entries, so that generated code can use a loop.
static const Expr *work_of(Twist motion, Twist wrench)
{
  const Expr *entry = vec3_dot(motion.w, wrench.w);
  for (int k = 0; k < 3; k++)
    entry = sum(entry, product(motion.v.at[k], wrench.v.at[k]));
  return entry;
}

// ---- link by link

// The trunk of a branch; wrenches are not transmitted along it link by link.
typedef struct Trunk {
  int end;         // the last link; LINK_GROUND: there is no trunk
  Twist *motions;  // unit motions of its links, in the axes and about the origin of the last one
} Trunk;

// Adds the entries of all links of the trunk with direction w of link b.
static void add_trunk(const Composites *composites, const Trunk *trunk, int b, int w, Twist wrench,
                      Matrix M)
{
  const LinkTree *tree = composites->newton.tree;
  const LinkFreedoms *freedoms = composites->freedoms;
  wrench = named_wrench(composites->newton.derivation, b, w, wrench);
  for (int a = trunk->end; a != LINK_GROUND; a = tree->links[a].parent) {
    for (int v = 0; v < freedoms[a].way_count; v++) {
      const Expr *entry = work_of(trunk->motions[MAX_PATHS * a + v], wrench);
      add_entry(&freedoms[a], v, &freedoms[b], w, entry, M);
    }
  }
}

static void add_column(const Composites *composites, const Trunk *trunk, int b, int w, Matrix M)
{
  const LinkTree *tree = composites->newton.tree;
  const LinkFreedoms *freedoms = composites->freedoms;
  Twist wrench = wrench_of_way(&tree->links[b], &composites->bodies[b], freedoms[b].ways[w]);
  for (int a = b; a != trunk->end; a = tree->links[a].parent) {
    bool slides = tree->links[a].kind == MOVE_TRANSLATION;
    for (int v = 0; v < freedoms[a].way_count; v++) {
      const Expr *entry = vec3_dot(slides ? wrench.v : wrench.w, freedoms[a].ways[v]);
      add_entry(&freedoms[a], v, &freedoms[b], w, entry, M);
    }
    if (tree->links[a].parent != LINK_GROUND)
      wrench = newton_on_parent(&composites->newton, a, wrench);
  }
  if (trunk->end != LINK_GROUND) add_trunk(composites, trunk, b, w, wrench, M);
}

static void add_columns(const Composites *composites, const Trunk *trunk, int b, Matrix M)
{
  const LinkFreedoms *freedoms = &composites->freedoms[b];
  for (int w = 0; freedoms->count > 0 && w < freedoms->way_count; w++)
    add_column(composites, trunk, b, w, M);
}

static void mass_link_by_link(const Composites *composites, Matrix M)
{
  const Trunk none = { LINK_GROUND, NULL };
  for (int b = 0; b < composites->newton.tree->count; b++)
    add_columns(composites, &none, b, M);
}

// ---- with a trunk

static int child_count(const LinkTree *tree, int link)
{
  int count = 0;
  for (int i = link + 1; i < tree->count; i++)
    count += tree->links[i].parent == link;
  return count;
}

// The ancestor of link b that branches and is nearest to ground; LINK_GROUND: none.
static int end_of_trunk(const LinkTree *tree, int b)
{
  int end = LINK_GROUND;
  for (int a = tree->links[b].parent; a != LINK_GROUND; a = tree->links[a].parent) {
    if (child_count(tree, a) > 1) end = a;
  }
  return end;
}

static Twist motion_at(const Newton *newton, int a, Vec3 way, int end)
{
  Vec3 zero = vec3_zero(newton->derivation->equations->pool);
  Vec3 e = newton_vector(newton, a, way, end);
  if (newton->tree->links[a].kind == MOVE_TRANSLATION) return (Twist){ .v = e, .w = zero };
  return (Twist){ .v = vec3_cross(newton_point(newton, a, zero, end), e), .w = e };
}

static Trunk trunk_to(const Composites *composites, int end)
{
  const Newton *newton = &composites->newton;
  const Derivation *derivation = newton->derivation;
  Trunk trunk = { end, ARENA_ARRAY(derivation->equations->arena, Twist, MAX_PATHS * (end + 1)) };
  for (int a = end; a != LINK_GROUND; a = newton->tree->links[a].parent) {
    const LinkFreedoms *freedoms = &composites->freedoms[a];
    for (int v = 0; v < freedoms->way_count; v++) {
      Twist motion = motion_at(newton, a, freedoms->ways[v], end);
      trunk.motions[MAX_PATHS * a + v] = named_motion(derivation, a, v, motion);
    }
  }
  return trunk;
}

static void mass_by_branches(const Composites *composites, Matrix M)
{
  const LinkTree *tree = composites->newton.tree;
  Trunk trunk = { LINK_GROUND, NULL };
  for (int b = 0; b < tree->count; b++) {
    int end = end_of_trunk(tree, b);
    if (end != trunk.end)
      trunk = end == LINK_GROUND ? (Trunk){ end, NULL } : trunk_to(composites, end);
    add_columns(composites, &trunk, b, M);
  }
}

// ---- in the axes of the first link

// A unit motion, and the wrench that accelerates the composite by it; about the origin of the first
// link.
typedef struct RootWay {
  Twist motion;
  Twist wrench;
} RootWay;

// The poses of the links relative to the first of their branch, whose pose on ground affects no
// entry.
static const Pose *poses_on_root(const Newton *newton)
{
  const LinkTree *tree = newton->tree;
  const Equations *equations = newton->derivation->equations;
  Pose *poses = ARENA_ARRAY(equations->arena, Pose, tree->count);
  for (int i = 0; i < tree->count; i++) {
    int parent = tree->links[i].parent;
    poses[i] = pose_identity(equations->pool);
    if (parent == LINK_GROUND) continue;
    Mat3 before = mat3_mul(poses[parent].R, tree->links[i].before.R);
    poses[i].R = mat3_mul(before, newton->links[i].turn);
    poses[i].p = vec3_add(poses[parent].p, mat3_mul_vec(poses[parent].R, newton->links[i].p));
  }
  return poses;
}

static RootWay way_on_root(const Link *link, const Moments *composite, Pose pose, Vec3 way)
{
  Vec3 e = mat3_mul_vec(pose.R, way);
  Twist local = wrench_of_way(link, composite, way);
  Vec3 f = mat3_mul_vec(pose.R, local.v);
  Vec3 n = vec3_add(mat3_mul_vec(pose.R, local.w), vec3_cross(pose.p, f));
  RootWay result = { .wrench = { .v = f, .w = n } };
  if (link->kind == MOVE_TRANSLATION) {
    result.motion = (Twist){ .v = e, .w = vec3_zero(expr_pool(e.at[0])) };
  } else {
    result.motion = (Twist){ .v = vec3_cross(pose.p, e), .w = e };
  }
  return result;
}

// The entry of direction w of link i has index MAX_PATHS i + w.
static const RootWay *ways_on_root(const Composites *composites)
{
  const Newton *newton = &composites->newton;
  const LinkTree *tree = newton->tree;
  const Pose *poses = poses_on_root(newton);
  RootWay *ways =
      ARENA_ARRAY(newton->derivation->equations->arena, RootWay, MAX_PATHS * tree->count);
  for (int i = 0; i < tree->count; i++) {
    const LinkFreedoms *freedoms = &composites->freedoms[i];
    for (int w = 0; freedoms->count > 0 && w < freedoms->way_count; w++) {
      RootWay way =
          way_on_root(&tree->links[i], &composites->bodies[i], poses[i], freedoms->ways[w]);
      way.motion = named_motion(newton->derivation, i, w, way.motion);
      way.wrench = named_wrench(newton->derivation, i, w, way.wrench);
      ways[MAX_PATHS * i + w] = way;
    }
  }
  return ways;
}

static void add_block(const Composites *composites, const RootWay ways[], int a, int b, Matrix M)
{
  const LinkFreedoms *of_a = &composites->freedoms[a], *of_b = &composites->freedoms[b];
  if (of_a->count == 0 || of_b->count == 0) return;
  for (int w = 0; w < of_b->way_count; w++) {
    for (int v = 0; v < of_a->way_count; v++) {
      const Expr *entry = work_of(ways[MAX_PATHS * a + v].motion, ways[MAX_PATHS * b + w].wrench);
      add_entry(of_a, v, of_b, w, entry, M);
    }
  }
}

static void mass_on_root(const Composites *composites, Matrix M)
{
  const LinkTree *tree = composites->newton.tree;
  const RootWay *ways = ways_on_root(composites);
  for (int b = 0; b < tree->count; b++) {
    for (int a = b; a != LINK_GROUND; a = tree->links[a].parent)
      add_block(composites, ways, a, b, M);
  }
}

// ---- choice of the algorithm

static Composites composites_new(Derivation *derivation)
{
  const Equations *equations = derivation->equations;
  const LinkTree *tree = newton_tree(derivation);
  Vec3 gravity = vec3_copy(equations->pool, derivation->mechanism->gravity);
  const Moments *own = base_moments(tree, gravity, equations->arena);
  LinkFreedoms *freedoms = ARENA_ARRAY(equations->arena, LinkFreedoms, tree->count);
  for (int i = 0; i < tree->count; i++)
    freedoms[i] = freedoms_of(&tree->links[i], equations);
  Newton newton = newton_outward(derivation, tree, 0);
  return (Composites){ newton, newton_composites(&newton, own), freedoms };
}

// The operation count of one algorithm, derived separately.
static long cost_of_way(const Derivation *derivation, MassWay *way)
{
  Derivation *apart = derivation_fork(derivation, derivation->mechanism, derivation->method);
  int n = derivation->equations->coordinate_count;
  Matrix M = derivation_zeros(apart, n, n);
  Composites composites = composites_new(apart);
  way(&composites, M);
  long cost = entries_cost(M.at, n * n);
  equations_free(derivation_release(apart));
  return cost;
}

static int longest_branch(const LinkTree *tree)
{
  int longest = 0;
  for (int i = 0; i < tree->count; i++) {
    int length = 0;
    for (int a = i; a != LINK_GROUND; a = tree->links[a].parent)
      length++;
    if (length > longest) longest = length;
  }
  return longest;
}

static bool has_trunk(const LinkTree *tree)
{
  enum { SHORT_TRUNK = 2 };  // link by link is as fast
  for (int b = 0; b < tree->count; b++) {
    int length = 0;
    for (int a = end_of_trunk(tree, b); a != LINK_GROUND; a = tree->links[a].parent)
      length++;
    if (length > SHORT_TRUNK) return true;
  }
  return false;
}

static MassWay *shortest_way(Derivation *derivation)
{
  enum { SHORT_BRANCH = 10 };  // six products for each pair save less than a pose costs
  const LinkTree *tree = derivation_links(derivation);
  MassWay *ways[3] = { mass_link_by_link };
  int count = 1, best = 0;
  if (derivation->for_display) return ways[0];
  if (longest_branch(tree) > SHORT_BRANCH) ways[count++] = mass_on_root;
  if (has_trunk(tree)) ways[count++] = mass_by_branches;
  long least = count > 1 ? cost_of_way(derivation, ways[0]) : 0;
  for (int k = 1; k < count; k++) {
    long cost = cost_of_way(derivation, ways[k]);
    if (cost >= least) continue;
    best = k;
    least = cost;
  }
  return ways[best];
}

bool derive_composite_mass(Derivation *derivation, const char *key, Text *why)
{
  Matrix Ma = derivation_matrix(derivation, "Ma", why);
  if (!Ma.at) return false;
  Matrix M = matrix_copy(Ma);
  Composites composites = composites_new(derivation);
  shortest_way(derivation)(&composites, M);
  return derivation_put(derivation, key, M);
}
