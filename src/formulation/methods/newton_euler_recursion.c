// newton_euler_recursion.c -- the outward pass of motions and the inward pass of wrenches.
//
// For a link that rotates by the angle t about its unit axis e:
//   w = R^T w_P + t' e,   wd = R^T wd_P + t'' e + (R^T w_P) x t' e
//   V = R^T (V_P + U_P p),   for one that slides by t:  V = V_P + U_P p + 2 t' w x e + t'' e
//   f = m V + U s,   n = skew part of U P + s x V,   plus f, n of the children
// The axis belongs to both links, so U e = R^T (U_P e). If e is also an axis of the parent (joint
// axes parallel or at right angles, as in nearly all robots), this column of U costs one plane
// rotation and replaces that of wd, and the rest of U follows from it.
//
// Reference: J. Luh, M. Walker, R. Paul, ASME J. Dyn. Syst. Meas. Control 102 (1980); W. Khalil,
// J.-F. Kleinfinger, IEEE J. Robotics and Automation 3 (1987), whose symbolic customisation is used
// here.
// SPDX-License-Identifier: MIT
#include "formulation/methods/newton_euler.h"

#include "formulation/recipes.h"
#include "mechanism/kinematics.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <string.h>

// ---- axes

Vec3 newton_into_link(const Newton *newton, int i, Vec3 v_P)
{
  Vec3 before = mat3_mul_vec_transposed(newton->tree->links[i].before.R, v_P);
  return mat3_mul_vec_transposed(newton->links[i].turn, before);
}

Vec3 newton_out_of_link(const Newton *newton, int i, Vec3 v_L)
{
  Vec3 before = mat3_mul_vec(newton->links[i].turn, v_L);
  return mat3_mul_vec(newton->tree->links[i].before.R, before);
}

Mat3 newton_tensor_turned(const Newton *newton, int i, Mat3 a_L)
{
  const Link *link = &newton->tree->links[i];
  Mat3 turn = newton->links[i].turn;
  int k = link->kind == MOVE_ROTATION ? vec3_axis(link->axis) : -1;
  int a = (k + 1) % 3, b = (k + 2) % 3;
  return k >= 0 ? mat3_turned_about(a_L, k, turn.at[a][a], turn.at[b][a])
                : mat3_mul(turn, mat3_mul(a_L, mat3_transpose(turn)));
}

Twist newton_on_parent(const Newton *newton, int i, Twist wrench)
{
  Vec3 f = newton_out_of_link(newton, i, wrench.v);
  Vec3 n = newton_out_of_link(newton, i, wrench.w);
  return (Twist){ f, vec3_add(n, vec3_cross(newton->links[i].p, f)) };
}

// A vector (is_point: a position) in the axes of link `to`, which must be a descendant of `from`.
static Vec3 seen_outwards(const Newton *newton, int from, Vec3 v, int to, bool is_point)
{
  int *path = ARENA_ARRAY(newton->derivation->equations->arena, int, newton->tree->count);
  int count = 0;
  for (int i = to; i != from; i = newton->tree->links[i].parent)
    path[count++] = i;
  while (count > 0) {
    int i = path[--count];
    if (is_point) v = vec3_sub(v, newton->links[i].p);
    v = newton_into_link(newton, i, v);
  }
  return v;
}

static Vec3 seen_from(const Newton *newton, int from, Vec3 v, int to, bool is_point)
{
  while (!link_carries(newton->tree, from, to)) {
    v = newton_out_of_link(newton, from, v);
    if (is_point) v = vec3_add(v, newton->links[from].p);
    from = newton->tree->links[from].parent;
  }
  return seen_outwards(newton, from, v, to, is_point);
}

Vec3 newton_vector(const Newton *newton, int from, Vec3 v, int to)
{
  return seen_from(newton, from, v, to, false);
}

Vec3 newton_point(const Newton *newton, int from, Vec3 r, int to)
{
  return seen_from(newton, from, r, to, true);
}

// ---- the move of a link

// The rate of the amount, and its derivative, without accelerations if these are omitted.
typedef struct MoveRates {
  Vec3 first;
  Vec3 second;
} MoveRates;

static MoveRates rates_of(const Newton *newton, const Link *link)
{
  const Equations *equations = newton->derivation->equations;
  Vec3 zero = vec3_zero(equations->pool);
  if (!(newton->terms & (NEWTON_SPEEDS | NEWTON_ACCELERATIONS))) return (MoveRates){ zero, zero };
  MoveRates rates;
  if (link->kind == MOVE_QUATERNION) {
    rates.first = link->w_L;
    rates.second = vec3_rate(rates.first);
  } else {
    const Expr *rate = expr_time_derivative(link->amount);
    rates.first = vec3_scale(rate, link->axis);
    rates.second = vec3_scale(expr_time_derivative(rate), link->axis);
  }
  if (!(newton->terms & NEWTON_ACCELERATIONS)) {
    without_accelerations(equations, rates.second.at, 3);
  }
  return rates;
}

static Mat3 turn_of(const Link *link)
{
  if (link->kind == MOVE_QUATERNION) return quaternion_matrix(link->parameter);
  if (link->kind == MOVE_ROTATION) return mat3_rotation(link->axis, link->amount);
  return mat3_identity(expr_pool(link->axis.at[0]));
}

static Vec3 origin_of(const Link *link)
{
  if (link->kind != MOVE_TRANSLATION) return link->before.p;
  Vec3 slid = vec3_scale(link->amount, mat3_mul_vec(link->before.R, link->axis));
  return vec3_add(link->before.p, slid);
}

// ---- the tensor U

// [wd]x + [w]x[w]x
static Mat3 tensor_of_rates(Vec3 w, Vec3 wd)
{
  Mat3 U;
  const Expr *squares[3];
  for (int i = 0; i < 3; i++)
    squares[i] = square(w.at[i]);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    const Expr *mixed = product(w.at[j], w.at[k]);
    U.at[k][j] = sum(mixed, wd.at[i]);
    U.at[j][k] = difference(mixed, wd.at[i]);
    U.at[i][i] = negative(sum(squares[j], squares[k]));
  }
  return U;
}

static Vec3 column(Mat3 a, int j) { return (Vec3){ { a.at[0][j], a.at[1][j], a.at[2][j] } }; }

// With (k, a, b) in cyclic order U_ak = w_a w_k + wd_b, U_ka = w_a w_k - wd_b,
// U_aa = U_kk + w_a^2 - w_k^2, ...
void newton_set_tensor(NewtonLink *link, int k, Vec3 of_axis, const Expr *wd_k)
{
  int a = (k + 1) % 3, b = (k + 2) % 3;
  Vec3 w = link->w;
  Mat3 *U = &link->U;
  for (int i = 0; i < 3; i++)
    U->at[i][k] = of_axis.at[i];
  const Expr *w_ak = product(w.at[a], w.at[k]);
  const Expr *w_bk = product(w.at[b], w.at[k]);
  const Expr *w_ab = product(w.at[a], w.at[b]);
  link->wd.at[k] = wd_k;
  link->wd.at[b] = difference(of_axis.at[a], w_ak);
  link->wd.at[a] = difference(w_bk, of_axis.at[b]);
  U->at[k][a] = difference(w_ak, link->wd.at[b]);
  U->at[k][b] = sum(w_bk, link->wd.at[a]);
  U->at[b][a] = sum(w_ab, wd_k);
  U->at[a][b] = difference(w_ab, wd_k);
  const Expr *aa = square(w.at[a]), *kk = square(w.at[k]);
  U->at[b][b] = negative(sum(aa, kk));
  U->at[a][a] = sum(of_axis.at[k], difference(aa, kk));
}

// ---- outward pass

static void turn_link(Newton *newton, int i, const NewtonLink *parent, MoveRates rates)
{
  const Link *link = &newton->tree->links[i];
  NewtonLink *own = &newton->links[i];
  Vec3 carried = newton_into_link(newton, i, parent->w);
  own->w = vec3_add(carried, rates.first);
  int k = link->kind == MOVE_ROTATION ? vec3_axis(link->axis) : -1;
  Vec3 axis_P = k >= 0 ? mat3_mul_vec(link->before.R, link->axis) : carried;
  bool is_axis = k >= 0 && expr_is_one(link->axis.at[k]);
  int on_parent = is_axis ? vec3_axis(axis_P) : -1;
  if (on_parent < 0 || vec3_is_zero(carried)) {
    Vec3 gyroscopic = vec3_cross(carried, rates.first);
    Vec3 wd = vec3_add(newton_into_link(newton, i, parent->wd), rates.second);
    own->wd = vec3_add(wd, gyroscopic);
    own->U = tensor_of_rates(own->w, own->wd);
    return;
  }
  bool is_opposite = !expr_is_one(axis_P.at[on_parent]);
  Vec3 of_axis = column(parent->U, on_parent);
  const Expr *wd_k = parent->wd.at[on_parent];
  if (is_opposite) {
    of_axis = vec3_neg(of_axis);
    wd_k = negative(wd_k);
  }
  newton_set_tensor(own, k, newton_into_link(newton, i, of_axis), sum(wd_k, rates.second.at[k]));
}

// A link that slides has the tensor of its parent, in its own axes.
static void slide_link(Newton *newton, int i, const NewtonLink *parent)
{
  NewtonLink *own = &newton->links[i];
  Mat3 R = newton->tree->links[i].before.R;
  own->w = newton_into_link(newton, i, parent->w);
  own->wd = newton_into_link(newton, i, parent->wd);
  own->U = mat3_mul(mat3_transpose(R), mat3_mul(parent->U, R));
}

static void accelerate_link(Newton *newton, int i, const NewtonLink *parent, MoveRates rates)
{
  const Link *link = &newton->tree->links[i];
  NewtonLink *own = &newton->links[i];
  Vec3 V_P = vec3_add(parent->V, mat3_mul_vec(parent->U, own->p));
  own->V = newton_into_link(newton, i, V_P);
  if (link->kind != MOVE_TRANSLATION) return;
  Vec3 coriolis = vec3_cross(own->w, vec3_add(rates.first, rates.first));
  own->V = vec3_add(vec3_add(own->V, coriolis), rates.second);
}

// ---- names

// Link 2 has w2x, U2xy, ..., in the recursive form; names are not used in programs.
static void name_component(const Newton *newton, int i, const char *letters, const char *axes,
                           const Expr **value)
{
  const Derivation *derivation = newton->derivation;
  const char *name = arena_format(derivation->equations->arena, "%s%d%s", letters, i + 1, axes);
  *value = expr_name(derivation_free_name(derivation, name, letters[0]), *value);
}

static void name_vector(const Newton *newton, int i, const char *letters, Vec3 *v)
{
  static const char *const AXES[] = { "x", "y", "z" };
  for (int k = 0; k < 3 && newton->derivation->names_vectors; k++)
    name_component(newton, i, letters, AXES[k], &v->at[k]);
}

static void name_tensor(const Newton *newton, int i, const char *letters, Mat3 *a)
{
  static const char *const AXES[3][3] = { { "xx", "xy", "xz" },
                                          { "yx", "yy", "yz" },
                                          { "zx", "zy", "zz" } };
  for (int k = 0; k < 9 && newton->derivation->names_vectors; k++)
    name_component(newton, i, letters, AXES[k / 3][k % 3], &a->at[k / 3][k % 3]);
}

static void explain_names(Equations *equations)
{
  static const char *const LINES[] = {
    "components in the axes of each link:  w3x angular velocity of link 3, wd3x its rate,",
    "  U3xy of [wd3]x + [w3]x[w3]x,  V3x acceleration of its origin less gravity,",
    "  f3x, n3x force and moment about its origin that the link before it exerts",
  };
  if (equations->note && strstr(equations->note, LINES[0])) return;
  for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
    equations_add_note(equations, LINES[i]);
}

static NewtonLink link_at_rest(Pool *pool)
{
  Vec3 zero = vec3_zero(pool);
  return (NewtonLink){ .turn = mat3_identity(pool),
                       .p = zero,
                       .w = zero,
                       .wd = zero,
                       .U = mat3_zero(pool),
                       .V = zero,
                       .f = zero,
                       .n = zero };
}

Newton newton_outward(Derivation *derivation, const LinkTree *tree, int terms)
{
  Pool *pool = derivation->equations->pool;
  Newton newton = { derivation, tree, terms, NULL };
  newton.links = ARENA_ARRAY(derivation->equations->arena, NewtonLink, tree->count + 1) + 1;
  NewtonLink *ground = &newton.links[LINK_GROUND];
  *ground = link_at_rest(pool);
  if (derivation->names_vectors) explain_names(derivation->equations);
  if (terms & NEWTON_GRAVITY) ground->V = vec3_neg(vec3_copy(pool, derivation->mechanism->gravity));
  for (int i = 0; i < tree->count; i++) {
    const Link *link = &tree->links[i];
    NewtonLink *own = &newton.links[i];
    const NewtonLink *parent = &newton.links[link->parent];
    *own = link_at_rest(pool);
    own->turn = turn_of(link);
    own->p = origin_of(link);
    MoveRates rates = rates_of(&newton, link);
    if (link->kind == MOVE_TRANSLATION) {
      slide_link(&newton, i, parent);
    } else {
      turn_link(&newton, i, parent, rates);
    }
    name_vector(&newton, i, "w", &own->w);
    name_vector(&newton, i, "wd", &own->wd);
    name_tensor(&newton, i, "U", &own->U);
    accelerate_link(&newton, i, parent, rates);
    name_vector(&newton, i, "V", &own->V);
  }
  return newton;
}

// ---- inward pass

// Component i is (U P)_kj - (U P)_jk, i, j, k in cyclic order.
Vec3 newton_moment_of_tensor(Mat3 U, Mat3 P)
{
  Vec3 n;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    const Expr *of_i = difference_of_products(U.at[k][i], P.at[i][j], U.at[j][i], P.at[i][k]);
    const Expr *mixed = product(difference(U.at[k][k], U.at[j][j]), P.at[j][k]);
    const Expr *own = difference_of_products(U.at[k][j], P.at[j][j], U.at[j][k], P.at[k][k]);
    n.at[i] = sum(sum(of_i, mixed), own);
  }
  return n;
}

static void add_own_wrench(NewtonLink *link, const Moments *moments)
{
  Vec3 of_first = mat3_mul_vec(link->U, moments->first);
  Vec3 f = vec3_add(of_first, vec3_scale(moments->mass, link->V));
  Vec3 n = newton_moment_of_tensor(link->U, moments->second);
  n = vec3_add(n, vec3_cross(moments->first, link->V));
  link->f = vec3_add(link->f, f);
  link->n = vec3_add(link->n, n);
}

void newton_add_wrenches(Newton *newton, const Moments moments[])
{
  for (int i = 0; i < newton->tree->count; i++)
    add_own_wrench(&newton->links[i], &moments[i]);
}

void newton_inward(Newton *newton, const Moments moments[])
{
  for (int i = newton->tree->count - 1; i >= 0; i--) {
    NewtonLink *own = &newton->links[i];
    add_own_wrench(own, &moments[i]);
    name_vector(newton, i, "f", &own->f);
    name_vector(newton, i, "n", &own->n);
    NewtonLink *parent = &newton->links[newton->tree->links[i].parent];
    Twist wrench = newton_on_parent(newton, i, (Twist){ own->f, own->n });
    parent->f = vec3_add(parent->f, wrench.v);
    parent->n = vec3_add(parent->n, wrench.w);
  }
}
