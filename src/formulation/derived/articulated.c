// articulated.c -- forward dynamics by the articulated-body algorithm: an inward and an outward
// pass.
//
//   p = wrench that the link needs without accelerations of coordinates, minus the applied forces,
//       from the outward pass of the Newton-Euler recursion;   b = torques on coordinates
//   inwards   I = own + of the children,  p likewise;   U = I S,  D = S . U + rotor,
//             K = U / D,  u = b - S . p,   Ia = I - U K^T,   pa = p + K u,   both to the parent
//   outwards  A' = A_p moved,  0 on ground;   qdd = u / D - K . A',   A = A' + S qdd
//
// The cost is linear in the number of links. p includes the effects of speeds and gravity on the
// whole tree, so A is only the acceleration due to qdd, and the bodies may be those of base
// parameters. A move that depends only on time has no qdd: its link is rigid for the inertia. A
// quaternion is three rotations, about x, y and z of its link, released one after the other
// (norms.h).
//
// Reference: Featherstone 2008, section 7.3; Khalil and Dombre 2002, section 9.6.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/norms.h"
#include "formulation/derived/forward.h"
#include "formulation/methods/newton_euler.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

// ---- articulated inertias

// The inertia of a link whose children are attached by free joints. An angular acceleration alpha
// of its axes and an acceleration a of their origin require the wrench
//   N = J alpha + H a + n,    F = H^T alpha + m a + f
// about the origin, with J and m symmetric. For a rigid body H = skew(first moment), m = mass 1.
typedef struct ArticulatedInertia {
  Mat3 J, H, m;
} ArticulatedInertia;

static ArticulatedInertia articulated_inertia_of(const Moments *rigid)
{
  return (ArticulatedInertia){
    .J = moments_inertia(rigid),
    .H = mat3_skew(rigid->first),
    .m = mat3_diagonal(rigid->mass, rigid->mass, rigid->mass),
  };
}

static ArticulatedInertia articulated_inertia_add(ArticulatedInertia a, ArticulatedInertia b)
{
  ArticulatedInertia result;
  result.J = mat3_add(a.J, b.J);
  result.H = mat3_add(a.H, b.H);
  result.m = mat3_add(a.m, b.m);
  return result;
}

static Twist articulated_inertia_apply(const ArticulatedInertia *inertia, Twist acceleration)
{
  Vec3 of_turning = mat3_mul_vec(inertia->J, acceleration.w);
  Vec3 of_linear = mat3_mul_vec(inertia->H, acceleration.v);
  Vec3 moment = vec3_add(of_turning, of_linear);
  of_turning = mat3_mul_vec_transposed(inertia->H, acceleration.w);
  of_linear = mat3_mul_vec(inertia->m, acceleration.v);
  return (Twist){ .w = moment, .v = vec3_add(of_turning, of_linear) };
}

// A - u v^T; if it is symmetric, only one triangle is computed.
static Mat3 less_product(Mat3 A, Vec3 u, Vec3 v, bool is_symmetric)
{
  for (int i = 0; i < 3; i++) {
    for (int j = is_symmetric ? i : 0; j < 3; j++) {
      A.at[i][j] = difference(A.at[i][j], product(u.at[i], v.at[j]));
      if (is_symmetric) A.at[j][i] = A.at[i][j];
    }
  }
  return A;
}

// I - u v^T, where v is a multiple of u.
static ArticulatedInertia articulated_inertia_release(ArticulatedInertia inertia, Twist u, Twist v)
{
  ArticulatedInertia result;
  result.J = less_product(inertia.J, u.w, v.w, true);
  result.H = less_product(inertia.H, u.w, v.v, false);
  result.m = less_product(inertia.m, u.v, v.v, true);
  return result;
}

static Mat3 turn_generally(Mat3 A, Mat3 R)
{
  Mat3 RA = mat3_mul(R, A);
  return mat3_mul(RA, mat3_transpose(R));
}

// The inertia in axes relative to which its own axes are rotated by R.
static ArticulatedInertia articulated_inertia_turn(ArticulatedInertia inertia, Mat3 R)
{
  ArticulatedInertia result;
  for (int k = 0; k < 3; k++) {
    if (!expr_is_one(R.at[k][k])) continue;
    int i = (k + 1) % 3, j = (k + 2) % 3;
    const Expr *c = R.at[i][i], *s = R.at[j][i];
    if (expr_is_one(c)) return inertia;
    result.J = mat3_turned_about(inertia.J, k, c, s);
    result.H = mat3_turned_about(inertia.H, k, c, s);
    result.m = mat3_turned_about(inertia.m, k, c, s);
    return result;
  }
  result.J = turn_generally(inertia.J, R);
  result.H = turn_generally(inertia.H, R);
  result.m = turn_generally(inertia.m, R);
  return result;
}

// The inertia about an origin relative to which its own origin is at r. With a = a' - r x alpha:
// H' = H + [r] m,   J' = J - H' [r] + [r] H^T
static ArticulatedInertia articulated_inertia_shift(ArticulatedInertia inertia, Vec3 r)
{
  if (vec3_is_zero(r)) return inertia;
  Mat3 skew = mat3_skew(r);
  Mat3 H = mat3_add(inertia.H, mat3_mul(skew, inertia.m));
  Mat3 far = mat3_mul(H, skew);
  Mat3 near = mat3_mul(skew, mat3_transpose(inertia.H));
  Mat3 J = inertia.J;
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      J.at[i][j] = sum(difference(J.at[i][j], far.at[i][j]), near.at[i][j]);
      J.at[j][i] = J.at[i][j];
    }
  }
  return (ArticulatedInertia){ J, H, inertia.m };
}

// ---- links

// Upper bounds, in any pose, of the inertia of a link and all its descendants as one rigid body
// about the link's origin: mass, length of the first moment, trace of the inertia matrix.
typedef struct RigidBound {
  const Expr *mass;
  const Expr *moment;
  const Expr *trace;
} RigidBound;

typedef struct ArticulatedWay {
  int freedom;
  Twist S;  // motion per unit rate of the DOF, in L
  Twist U, K;
  const Expr *u;
  const Expr *D;  // pivot
} ArticulatedWay;

enum { MAX_PATHS = 3 };

typedef struct ArticulatedLink {
  ArticulatedWay ways[MAX_PATHS];  // degrees of freedom relative to the parent
  int way_count;
  ArticulatedInertia inertia;
  RigidBound bound;
  Twist force;         // p
  Twist acceleration;  // A
} ArticulatedLink;

typedef struct Articulation {
  Derivation *derivation;
  const LinkTree *tree;
  const Norms *norms;
  ArticulatedLink *links;
  Matrix b;               // by DOF
  const Expr *const *Ma;  // n x n, diagonal
} Articulation;

// ---- applicability

int coordinate_of_link(const Derivation *derivation, const Link *link)
{
  if (link->kind == MOVE_QUATERNION) return -1;
  int found = -1;
  for (int i = 0; i < derivation->equations->coordinate_count; i++) {
    const Expr *symbol = derivation->equations->coordinates[i].symbol;
    if (!expr_depends_on(link->amount, symbol)) continue;
    if (found >= 0) return -1;
    found = i;
  }
  if (found < 0) return -1;
  const Expr *factor =
      expr_derivative(link->amount, derivation->equations->coordinates[found].symbol);
  return factor->form->stage <= STAGE_PARAMETER ? found : -1;
}

// Returns true for a link that depends on coordinates in a way that coordinate_of_link() does not
// represent.
static bool is_odd(const Derivation *derivation, const Link *link)
{
  return link->amount->form->stage > STAGE_TIME && coordinate_of_link(derivation, link) < 0;
}

static bool is_parameter(const Norms *norms, int coordinate)
{
  for (int k = 0; k < norms->count; k++) {
    for (int i = 0; i < 4; i++) {
      if (norms->parameters[k][i] == coordinate) return true;
    }
  }
  return false;
}

// Returns true if no torque couples the accelerations of two coordinates or adds inertia to
// parameters of a quaternion.
static bool added_inertia_is_diagonal(Derivation *derivation, const Norms *norms, Text *why)
{
  int n = derivation->equations->coordinate_count;
  const Expr *const *Ma = derivation_quantity(derivation, "Ma", why);
  if (!Ma) return false;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      bool is_own = i == j && !is_parameter(norms, i);
      if (is_own || is_zero(Ma[i * n + j])) continue;
      text_put(why, "a torque couples the accelerations of two coordinates");
      return false;
    }
  }
  return true;
}

// Marks the coordinates that move link k; returns false if articulated bodies do not apply to it.
static bool mark_coordinates(const Derivation *derivation, const Norms *norms, int k,
                             bool is_used[])
{
  const Link *link = &derivation->links->links[k];
  int quaternion = norm_of_link(norms, k), coordinate = coordinate_of_link(derivation, link);
  bool is_repeated = false;
  for (int i = 0; i < 4 && quaternion >= 0; i++) {
    bool *is_marked = &is_used[norms->parameters[quaternion][i]];
    is_repeated = is_repeated || *is_marked;
    *is_marked = true;
  }
  if (link->kind == MOVE_QUATERNION) return quaternion >= 0 && !is_repeated;
  is_repeated = coordinate >= 0 && is_used[coordinate];
  if (coordinate >= 0) is_used[coordinate] = true;
  return !is_repeated && !is_odd(derivation, link);
}

bool articulated_bodies_apply(Derivation *derivation, Text *why)
{
  const Equations *equations = derivation->equations;
  const LinkTree *tree = derivation_links(derivation);
  const Norms *norms = derivation_norms(derivation, why);
  if (!norms) return false;
  bool *is_used = ARENA_ARRAY(equations->arena, bool, equations->coordinate_count);
  for (int k = 0; k < tree->count; k++) {
    if (mark_coordinates(derivation, norms, k, is_used)) continue;
    text_format(why,
                "articulated bodies need a coordinate of its own for every move, but '%s' moves by "
                "something else",
                tree->links[k].name);
    return false;
  }
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (is_used[i]) continue;
    explain_no_inertia(derivation, i, true, why);
    return false;
  }
  return added_inertia_is_diagonal(derivation, norms, why);
}

// a . b, the rotational part first, because inertias of revolute joints are short.
static const Expr *along(Twist a, Twist b)
{
  const Expr *turning = vec3_dot(a.w, b.w);
  return sum(turning, vec3_dot(a.v, b.v));
}

// ---- single links

static Twist motion_of(const Link *link, const Expr *factor)
{
  Pool *pool = expr_pool(factor);
  Vec3 moving = vec3_scale(factor, link->axis), none = vec3_zero(pool);
  if (link->kind == MOVE_ROTATION) return (Twist){ .w = moving, .v = none };
  return (Twist){ .w = none, .v = moving };
}

// An upper bound of the length of a, without a square root.
static const Expr *most_length(Vec3 a)
{
  const Expr *length = expr_call(OP_ABS, a.at[0]);
  for (int i = 1; i < 3; i++)
    length = sum(length, expr_call(OP_ABS, a.at[i]));
  return length;
}

static void set_ways(const Articulation *articulation, int k)
{
  const Equations *equations = articulation->derivation->equations;
  const Norms *norms = articulation->norms;
  const Link *link = &articulation->tree->links[k];
  ArticulatedLink *it = &articulation->links[k];
  int quaternion = norm_of_link(norms, k);
  int coordinate = coordinate_of_link(articulation->derivation, link);
  for (int axis = 0; axis < 3 && quaternion >= 0; axis++) {
    int own = norms->parameters[quaternion][axis + 1];
    Twist turn = { .w = vec3_unit(equations->pool, axis), .v = vec3_zero(equations->pool) };
    it->ways[it->way_count++] =
        (ArticulatedWay){ .freedom = freedom_of_coordinate(norms, own), .S = turn };
  }
  if (coordinate < 0) return;
  const Expr *factor = link_partial(link, equations->coordinates[coordinate].symbol);
  it->ways[it->way_count++] = (ArticulatedWay){ .freedom = freedom_of_coordinate(norms, coordinate),
                                                .S = motion_of(link, factor) };
}

// `rigid` are the link's moments, of base parameters; `force` is its p.
static void set_link(const Articulation *articulation, int k, const Moments *rigid, Twist force)
{
  const Link *link = &articulation->tree->links[k];
  ArticulatedLink *it = &articulation->links[k];
  it->force = force;
  set_ways(articulation, k);
  it->inertia = articulated_inertia_of(rigid);
  const LinkInertia *real = &link->inertia;
  const Expr *trace =
      sum(sum(real->inertia.at[0][0], real->inertia.at[1][1]), real->inertia.at[2][2]);
  it->bound = (RigidBound){ real->mass, most_length(real->first_moment), trace };
}

// ---- inwards

static bool has_child_that_moves(const Articulation *articulation, int k)
{
  const LinkTree *tree = articulation->tree;
  bool *is_behind = ARENA_ARRAY(articulation->derivation->equations->arena, bool, tree->count);
  for (int i = k + 1; i < tree->count; i++) {
    int parent = tree->links[i].parent;
    is_behind[i] = parent == k || (parent >= 0 && is_behind[parent]);
    if (is_behind[i] && articulation->links[i].way_count > 0) return true;
  }
  return false;
}

// Gives a value the name of the coordinate; the description names the degree of freedom.
static const Expr *name_way(const Articulation *articulation, const ArticulatedWay *way,
                            const char *letters, const char *before, const char *behind,
                            const Expr *value)
{
  const Norms *norms = articulation->norms;
  return forward_name(articulation->derivation, letters, norms->coordinates[way->freedom], before,
                      norms->names[way->freedom], behind, value);
}

// K = U / D, named Kx1, Ky1, Kz1, or Kfx1, ... for forces.
static Vec3 share_of(const Articulation *articulation, const ArticulatedWay *way, bool is_force,
                     Vec3 U)
{
  static const char *const NAMES[2][3] = { { "Kx", "Ky", "Kz" }, { "Kfx", "Kfy", "Kfz" } };
  static const char *const WORDS[2][3] = {
    { "moment about x on the link of ", "moment about y on the link of ",
      "moment about z on the link of " },
    { "force along x on the link of ", "force along y on the link of ",
      "force along z on the link of " }
  };
  for (int i = 0; i < 3; i++)
    U.at[i] = name_way(articulation, way, NAMES[is_force][i], WORDS[is_force][i],
                       " by a unit effort on it", quotient(U.at[i], way->D));
  return U;
}

// Validity check of D, positive while D exceeds rounding of the terms it is computed from: D minus
// 2^-40 of an upper bound of the coordinate's inertia with all joints beyond it locked and
// extended.
static const Expr *sure_inertia(const RigidBound *bound, const ArticulatedWay *way, const Expr *D,
                                const Expr *added)
{
  if (D->form->stage <= STAGE_PARAMETER) return D;
  const Expr *turned = product(vec3_dot(way->S.w, way->S.w), bound->trace);
  const Expr *moved = product(vec3_dot(way->S.v, way->S.v), bound->mass);
  const Expr *whole = sum(sum(turned, moved), added);
  return difference(D, product(expr_rational(expr_pool(D), 1, 1L << 40), whole));
}

// Releases degree of freedom w of link k: the remaining inertia resists only in the other
// directions of the joint. Returns false with a sentence in `why` if no inertia resists it.
static bool release(const Articulation *articulation, int k, int w, Pivot *pivot, Text *why)
{
  ArticulatedLink *it = &articulation->links[k];
  ArticulatedWay *way = &it->ways[w];
  int n = articulation->derivation->equations->coordinate_count;
  int i = articulation->norms->coordinates[way->freedom];
  const Expr *added = articulation->Ma[i * n + i];
  way->U = articulated_inertia_apply(&it->inertia, way->S);
  const Expr *D = sum(along(way->S, way->U), added);
  if (is_zero(D)) {
    bool is_alone =
        !has_child_that_moves(articulation, k) && !is_turn(articulation->norms, way->freedom);
    explain_no_inertia(articulation->derivation, i, is_alone, why);
    return false;
  }
  if (D->form->stage > STAGE_PARAMETER) {
    D = name_way(articulation, way, "D", "inertia that ", " feels when all behind it is free", D);
  }
  *pivot = (Pivot){ .value = sure_inertia(&it->bound, way, D, added), .coordinate = i };
  way->D = D;
  const Expr *u = difference(articulation->b.at[way->freedom], along(way->S, it->force));
  way->u =
      name_way(articulation, way, "y", "effort left to move ", " when all behind it is free", u);
  way->K.w = share_of(articulation, way, false, way->U.w);
  way->K.v = share_of(articulation, way, true, way->U.v);
  it->inertia = articulated_inertia_release(it->inertia, way->U, way->K);
  it->force = twist_add(it->force, twist_scale(way->u, way->K));
  return true;
}

// A point at r is at p + R r in the parent, and |p + R r| <= |p| + |r|; the trace is twice the sum
// of m r^2.
static RigidBound bound_on_parent(const Link *link, const RigidBound *own)
{
  Pool *pool = expr_pool(own->mass);
  const Expr *length = most_length(link->before.p);
  if (link->kind == MOVE_TRANSLATION) length = sum(length, expr_call(OP_ABS, link->amount));
  const Expr *shifted = product(own->mass, length);
  const Expr *twice = sum(own->moment, sum(own->moment, shifted));
  const Expr *more = product(product(expr_integer(pool, 2), length), twice);
  return (RigidBound){ own->mass, sum(own->moment, shifted), sum(own->trace, more) };
}

static RigidBound bound_add(RigidBound a, RigidBound b)
{
  return (RigidBound){ sum(a.mass, b.mass), sum(a.moment, b.moment), sum(a.trace, b.trace) };
}

// Adds inertia and force to the parent's.
static void pass_to_parent(const Articulation *articulation, int k)
{
  const Link *link = &articulation->tree->links[k];
  if (link->parent == LINK_GROUND) return;
  const ArticulatedLink *it = &articulation->links[k];
  ArticulatedLink *parent = &articulation->links[link->parent];
  parent->bound = bound_add(parent->bound, bound_on_parent(link, &it->bound));
  Mat3 turned = mat3_mul(mat3_transpose(link->before.R), link->R_PL);  // rotation of the move only
  ArticulatedInertia inertia = articulated_inertia_turn(it->inertia, turned);
  inertia = articulated_inertia_turn(inertia, link->before.R);
  inertia = articulated_inertia_shift(inertia, link->p_P);
  parent->inertia = articulated_inertia_add(parent->inertia, inertia);
  Vec3 F = mat3_mul_vec(link->R_PL, it->force.v);
  Vec3 N = mat3_mul_vec(link->R_PL, it->force.w);
  N = vec3_add(N, vec3_cross(link->p_P, F));
  parent->force = twist_add(parent->force, (Twist){ .v = F, .w = N });
}

// ---- outwards

static void accelerate(const Articulation *articulation, int k, Matrix rates)
{
  const Derivation *derivation = articulation->derivation;
  const Link *link = &articulation->tree->links[k];
  ArticulatedLink *it = &articulation->links[k];
  bool is_first = link->parent == LINK_GROUND;
  Twist parent = is_first ? twist_zero(derivation->equations->pool)
                          : articulation->links[link->parent].acceleration;
  Vec3 lever = vec3_cross(parent.w, link->p_P);
  it->acceleration.w = mat3_mul_vec_transposed(link->R_PL, parent.w);
  it->acceleration.v = mat3_mul_vec_transposed(link->R_PL, vec3_add(parent.v, lever));
  for (int w = 0; w < it->way_count; w++) {
    const ArticulatedWay *way = &it->ways[w];
    const Expr *own = quotient(way->u, way->D);
    const Expr *rate = difference(own, along(way->K, it->acceleration));
    rates.at[way->freedom] = name_way(articulation, way, "z", "acceleration of ", "", rate);
    it->acceleration = twist_add(it->acceleration, twist_scale(rates.at[way->freedom], way->S));
  }
}

// ---- applied forces

// Wrenches of all links with zero accelerations of coordinates.
static Newton wrenches_at_rest(const Articulation *articulation, const Moments moments[])
{
  Derivation *derivation = articulation->derivation;
  Newton newton = newton_outward(derivation, articulation->tree,
                                 NEWTON_SPEEDS | NEWTON_GRAVITY | NEWTON_FORCES);
  newton_add_forces(&newton, NULL);
  for (int k = 0; k < articulation->tree->count; k++) {
    without_accelerations(derivation->equations, newton.links[k].f.at, 3);
    without_accelerations(derivation->equations, newton.links[k].n.at, 3);
  }
  newton_add_wrenches(&newton, moments);
  return newton;
}

// Generalised forces by degree of freedom: tau, the drives and other torques. Returns a matrix
// without entries, with a sentence in `why`, if they cannot be derived.
static Matrix torques_on_freedoms(Derivation *derivation, const Norms *norms, Text *why)
{
  Matrix Qu = derivation_matrix(derivation, "Qu", why);
  if (!Qu.at) return Qu;
  Matrix acting = derivation_zeros(derivation, Qu.rows, 1);
  newton_subtract_torques(derivation, acting);
  without_accelerations(derivation->equations, acting.at, acting.rows);
  return norms_forces(norms, matrix_add(torque_column(derivation), Qu), acting);
}

// ---- the algorithm

bool forward_by_articulated_bodies(Derivation *derivation, Forward *forward, Text *why)
{
  if (!articulated_bodies_apply(derivation, why)) return false;
  const Equations *equations = derivation->equations;
  const Norms *norms = derivation->norms;
  Articulation articulation = { .derivation = derivation,
                                .tree = newton_tree(derivation),
                                .norms = norms };
  int count = articulation.tree->count;
  articulation.links = ARENA_ARRAY(equations->arena, ArticulatedLink, count);
  articulation.b = torques_on_freedoms(derivation, norms, why);
  articulation.Ma = articulation.b.at ? derivation_quantity(derivation, "Ma", why) : NULL;
  if (!articulation.Ma) return false;
  Vec3 gravity = vec3_copy(equations->pool, derivation->mechanism->gravity);
  const Moments *moments = base_moments(articulation.tree, gravity, equations->arena);
  Newton newton = wrenches_at_rest(&articulation, moments);
  for (int k = 0; k < count; k++)
    set_link(&articulation, k, &moments[k], (Twist){ newton.links[k].f, newton.links[k].n });
  for (int k = count - 1; k >= 0; k--) {
    for (int w = articulation.links[k].way_count - 1; w >= 0; w--) {
      if (!release(&articulation, k, w, &forward->pivots[forward->pivot_count++], why))
        return false;
    }
    pass_to_parent(&articulation, k);
  }
  Matrix rates = derivation_zeros(derivation, norms->freedom_count, 1);
  for (int k = 0; k < count; k++)
    accelerate(&articulation, k, rates);
  matrix_put(norms_accelerations(norms, rates, norms->gamma), forward->qdd);
  return true;
}
