// uicker.c -- Lagrange's equations from homogeneous 4x4 matrices (Uicker and Kahn).
//
// P_j transforms homogeneous coordinates r = (x, y, z, 1) of body j's frame to ground. Only these
// pose matrices and their derivatives are used; there are no angular velocities.
//
//   U_jk = dP_j/dq_k,   U_jkp = d2P_j/dq_k dq_p
//   J_j = integral of r r^T dm, about the frame's origin                                   (2-6)
//   T = 1/2 sum_j tr(P_j' J_j P_j'^T)                                                      (2-7)
//   M_ik = sum_j tr(U_jk J_j U_ji^T)                                                       (2-10)
//   C_ik = sum_j tr((sum_p U_jkp qd_p) J_j U_ji^T)                                  (2-11, 2-12)
//   G_i = - sum_j g . U_ji (m d)_j                                                         (2-9)
//   tau_i = sum_j tr((P_j'' - [0 0 0 g]) J_j U_ji^T) + ...                                 (2-8)
//
// The sum over k and p includes all pairs, without the factor 2 of (2-11): with it (2-13) counts
// the Coriolis terms twice. tr(U_jkp J_j U_ji^T) is the Christoffel symbol, so C is the same matrix
// that energy.c derives from M. Products of inertia are + integral(xy): entry (1, 2) of J_j is
// minus that entry of the inertia matrix, both about the frame's origin.
//
// Moves driven by time need no special treatment: P_j' and P_j'' are total derivatives.
//
// Reference: Liegeois and Aldon 1980, (2-6)-(2-13); Uicker 1965, Kahn and Roth 1971.
// SPDX-License-Identifier: MIT
#include "formulation/methods/inertia.h"
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"

// Matrices of one body; pose matrices without their constant fourth row.
struct HomogeneousBody {
  Matrix P;       // 3 x 4
  Matrix J;       // 4 x 4
  int *moved_by;  // coordinates that P depends on
  int count;
  Matrix *U;  // derivatives of P by each of them
};

// ---- matrices

static Matrix rate_of(Matrix a)
{
  Matrix rate = matrix_copy(a);
  expr_time_derivatives(a.at, a.rows * a.columns, rate.at);
  return rate;
}

static Matrix partial_of(Matrix a, const Expr *symbol)
{
  Matrix partial = matrix_copy(a);
  expr_derivatives(a.at, a.rows * a.columns, symbol, partial.at);
  return partial;
}

// tr(a b^T)
static const Expr *trace(Matrix a, Matrix b)
{
  const Expr *result = expr_integer(a.pool, 0);
  for (int e = 0; e < a.rows * a.columns; e++)
    result = sum(result, product(a.at[e], b.at[e]));
  return result;
}

// ---- bodies

// [R p]
static Matrix beside(const Derivation *derivation, Mat3 R, Vec3 p)
{
  Matrix rows = derivation_zeros(derivation, 3, 4);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      matrix_set(rows, i, j, R.at[i][j]);
    matrix_set(rows, i, 3, p.at[i]);
  }
  return rows;
}

// [P s; s^T m]
static Matrix pseudo_inertia(const Derivation *derivation, const Body *body)
{
  LinkInertia inertia = link_inertia_of_body(body, derivation->equations->pool);
  Moments moments = moments_of_inertia(&inertia);
  const Expr *last[] = { moments.first.at[0], moments.first.at[1], moments.first.at[2],
                         moments.mass };
  return matrix_above(beside(derivation, moments.second, moments.first),
                      matrix_transpose(derivation_column(derivation, last, 4)));
}

static void set_derivatives(HomogeneousBody *body, const Equations *equations)
{
  int n = equations->coordinate_count;
  body->moved_by = ARENA_ARRAY(equations->arena, int, n);
  Steps steps = steps_of(body->P.at, body->P.rows * body->P.columns);
  for (int k = 0; k < n; k++) {
    if (steps_contain(&steps, equations->coordinates[k].symbol)) body->moved_by[body->count++] = k;
  }
  steps_free(&steps);
  body->U = ARENA_ARRAY(equations->arena, Matrix, body->count);
  for (int a = 0; a < body->count; a++)
    body->U[a] = partial_of(body->P, equations->coordinates[body->moved_by[a]].symbol);
}

static const HomogeneousBody *bodies_of(Derivation *derivation)
{
  if (derivation->homogeneous) return derivation->homogeneous;
  const Mechanism *mechanism = derivation->mechanism;
  Equations *equations = derivation->equations;
  const FrameMotion *motions = derivation_motions(derivation);
  HomogeneousBody *bodies = ARENA_ARRAY(equations->arena, HomogeneousBody, mechanism->body_count);
  for (int b = 0; b < mechanism->body_count; b++) {
    const Body *body = &mechanism->bodies[b];
    Pose pose = motions[body->frame].pose;
    bodies[b].P = beside(derivation, pose.R, pose.p);
    bodies[b].J = pseudo_inertia(derivation, body);
    set_derivatives(&bodies[b], equations);
  }
  derivation->homogeneous = bodies;
  return bodies;
}

// g
static Matrix gravity_of(const Derivation *derivation)
{
  Vec3 gravity = vec3_copy(derivation->equations->pool, derivation->mechanism->gravity);
  return derivation_column(derivation, gravity.at, 3);
}

// -[0 0 0 g]: in the equivalent acceleration field, a body at rest accelerates upwards.
static Matrix apparent_acceleration(const Derivation *derivation)
{
  return matrix_beside(derivation_zeros(derivation, 3, 3), matrix_neg(gravity_of(derivation)));
}

// ---- energies

static const Expr *kinetic_energy(const HomogeneousBody *body)
{
  Matrix rate = rate_of(body->P);
  return half(trace(matrix_mul(rate, body->J), rate));
}

static const Expr *potential_energy(const HomogeneousBody *body, Matrix gravity)
{
  const Expr *work = expr_integer(gravity.pool, 0);
  for (int e = 0; e < body->P.rows * body->P.columns; e++) {
    const Expr *moment = product(body->P.at[e], matrix_get(body->J, e % 4, 3));
    work = sum(work, product(gravity.at[e / 4], moment));
  }
  return negative(work);
}

static bool derive_kinetic(Derivation *derivation, const char *key, Text *why)
{
  const Expr *T = energy_of_added_inertia(derivation, why);
  if (!T) return false;
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    T = sum(T, kinetic_energy(&bodies_of(derivation)[b]));
  return derivation_put_number(derivation, key, T);
}

static bool derive_potential(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const Expr *V = expr_integer(derivation->equations->pool, 0);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    V = sum(V, potential_energy(&bodies_of(derivation)[b], gravity_of(derivation)));
  return derivation_put_number(derivation, key, sum(V, energy_of_forces(derivation)));
}

static bool derive_of_body(Derivation *derivation, const char *key, Text *why)
{
  const Body *body = body_of_key(derivation, key, why);
  if (!body) return false;
  const HomogeneousBody *own = &bodies_of(derivation)[body - derivation->mechanism->bodies];
  return derivation_put_number(derivation, key,
                               key[0] == 'T' ? kinetic_energy(own)
                                             : potential_energy(own, gravity_of(derivation)));
}

// ---- matrices

// Adds tr(of[k] J U_i^T) to entry (i, k); if symmetric, only to one of (i, k) and (k, i).
static void add_traces(const HomogeneousBody *body, const Matrix of[], bool is_symmetric,
                       Matrix out)
{
  for (int a = 0; a < body->count; a++) {
    Matrix left = matrix_mul(of[a], body->J);
    for (int b = 0; b < (is_symmetric ? a + 1 : body->count); b++) {
      const Expr **entry = &matrix_row(out, body->moved_by[b])[body->moved_by[a]];
      *entry = sum(*entry, trace(left, body->U[b]));
    }
  }
}

static bool derive_mass_matrix(Derivation *derivation, const char *key, Text *why)
{
  Matrix Ma = derivation_matrix(derivation, "Ma", why);
  if (!Ma.at) return false;
  const HomogeneousBody *bodies = bodies_of(derivation);
  Matrix M = matrix_copy(Ma);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    add_traces(&bodies[b], bodies[b].U, true, M);
  for (int i = 0; i < M.rows; i++) {
    for (int j = 0; j < i; j++)
      matrix_set(M, i, j, matrix_get(M, j, i));
  }
  return derivation_put(derivation, key, M);
}

// sum_p U_jkp qd_p for every k: the rate of U_jk minus its explicit time derivative.
static Matrix *second_derivatives(const HomogeneousBody *body)
{
  Matrix *result = ARENA_ARRAY(body->P.arena, Matrix, body->count);
  for (int a = 0; a < body->count; a++) {
    result[a] = rate_of(body->U[a]);
    for (int e = 0; e < result[a].rows * result[a].columns; e++)
      result[a].at[e] = difference(result[a].at[e], expr_partial_time_derivative(body->U[a].at[e]));
  }
  return result;
}

static bool derive_coriolis(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  int n = derivation->equations->coordinate_count;
  const HomogeneousBody *bodies = bodies_of(derivation);
  Matrix C = derivation_zeros(derivation, n, n);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    add_traces(&bodies[b], second_derivatives(&bodies[b]), false, C);
  return derivation_put(derivation, key, C);
}

// ---- vectors

static void add_products(const HomogeneousBody *body, Matrix acceleration, Matrix Q)
{
  Matrix force = matrix_mul(acceleration, body->J);
  for (int a = 0; a < body->count; a++) {
    const Expr **entry = &Q.at[body->moved_by[a]];
    *entry = sum(*entry, trace(force, body->U[a]));
  }
}

static Matrix no_forces(const Derivation *derivation)
{
  return derivation_zeros(derivation, derivation->equations->coordinate_count, 1);
}

// sum_kp U_jkp qd_k qd_p and the terms due to time: P_j'' without accelerations.
static bool derive_bias(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const HomogeneousBody *bodies = bodies_of(derivation);
  Matrix h = no_forces(derivation);
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    Matrix second = rate_of(rate_of(bodies[b].P));
    without_accelerations(derivation->equations, second.at, second.rows * second.columns);
    add_products(&bodies[b], second, h);
  }
  return put_bias(derivation, key, "Coriolis and centrifugal terms", h);
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const HomogeneousBody *bodies = bodies_of(derivation);
  Matrix G = no_forces(derivation), upwards = apparent_acceleration(derivation);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    add_products(&bodies[b], upwards, G);
  return put_gravity(derivation, key, G);
}

static bool derive_tau(Derivation *derivation, const char *key, Text *why)
{
  Matrix tau = outer_forces(derivation, why);
  if (!tau.at) return false;
  const HomogeneousBody *bodies = bodies_of(derivation);
  Matrix upwards = apparent_acceleration(derivation);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    add_products(&bodies[b], matrix_add(rate_of(rate_of(bodies[b].P)), upwards), tau);
  return put_tau(derivation, key, tau);
}

const Recipe UICKER_RECIPES[] = {
  { "T", derive_kinetic },  { "V", derive_potential },
  { "L", derive_energy },   { "T:", derive_of_body },
  { "V:", derive_of_body }, { "M", derive_mass_matrix },
  { "C", derive_coriolis }, { "h", derive_bias },
  { "G", derive_gravity },  { "tau", derive_tau },
  { NULL, NULL },
};
