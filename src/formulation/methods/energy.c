// energy.c -- Lagrange's equations from the energies.
//
//   T = sum over bodies  1/2 m v_C . v_C + 1/2 w . I_C w,    V = - sum m g . p_C + U,    L = T - V,
//   U the energies given for springs and other forces; these forces are in Qe
//   M_ij = d2T / dqd_i dqd_j
//   C_ij = 1/2 sum_k (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k     so that dM/dt - 2C is skew
//   h = C qd,   G = d(V - U)/dq,   tau = M qdd + h + G - Qe
//
// Moves driven by time add terms of degree one and zero in the speeds, and an explicitly
// time-dependent mass matrix. Then h is the complete Lagrange operator, d/dt dT/dqd - dT/dq, with
// zero accelerations.
//
// Reference: course of applied mechanics, chapter 6; Siciliano et al. 2009, (7.9)-(7.45).
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

// ---- energies

static const Expr *kinetic_energy(const Body *body, const FrameMotion *frame, Pool *pool)
{
  Vec3 v_C = point_velocity_F(frame, vec3_copy(pool, body->com_F));
  Mat3 I_C = mat3_copy(pool, body->inertia_F);
  const Expr *mass = expr_copy(pool, body->mass);
  const Expr *translation = product(mass, vec3_dot(v_C, v_C));
  const Expr *rotation = vec3_dot(frame->w_F, mat3_mul_vec(I_C, frame->w_F));
  return half(sum(translation, rotation));
}

static const Expr *potential_energy(const Body *body, const FrameMotion *frame, Vec3 gravity)
{
  Pool *pool = expr_pool(gravity.at[0]);
  Vec3 p_C = pose_apply(frame->pose, vec3_copy(pool, body->com_F));
  const Expr *mass = expr_copy(pool, body->mass);
  return negative(product(mass, vec3_dot(gravity, p_C)));
}

static bool derive_kinetic(Derivation *derivation, const char *key, Text *why)
{
  Pool *pool = derivation->equations->pool;
  const Expr *added = energy_of_added_inertia(derivation, why);
  if (!added) return false;
  const Mechanism *mechanism = derivation->mechanism;
  const FrameMotion *motions = derivation_motions(derivation);
  const Expr *T = expr_integer(pool, 0);
  for (int b = 0; b < mechanism->body_count; b++) {
    const Body *body = &mechanism->bodies[b];
    T = sum(T, kinetic_energy(body, &motions[body->frame], pool));
  }
  return derivation_put_number(derivation, key, sum(T, added));
}

static const Expr *energy_of_weights(Derivation *derivation)
{
  const Mechanism *mechanism = derivation->mechanism;
  const FrameMotion *motions = derivation_motions(derivation);
  Pool *pool = derivation->equations->pool;
  Vec3 gravity = vec3_copy(pool, mechanism->gravity);
  const Expr *V = expr_integer(pool, 0);
  for (int b = 0; b < mechanism->body_count; b++) {
    const Body *body = &mechanism->bodies[b];
    V = sum(V, potential_energy(body, &motions[body->frame], gravity));
  }
  return V;
}

bool derive_potential_energy(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const Expr *V = sum(energy_of_weights(derivation), energy_of_forces(derivation));
  derivation_shorten(derivation, &V, 1);
  return derivation_put_number(derivation, key, V);
}

// ---- energies of one body

static bool derive_of_body(Derivation *derivation, const char *key, Text *why)
{
  const Body *body = body_of_key(derivation, key, why);
  if (!body) return false;
  Pool *pool = derivation->equations->pool;
  const FrameMotion *frame = &derivation_motions(derivation)[body->frame];
  Vec3 gravity = vec3_copy(pool, derivation->mechanism->gravity);
  return derivation_put_number(derivation, key,
                               key[0] == 'T' ? kinetic_energy(body, frame, pool)
                                             : potential_energy(body, frame, gravity));
}

// ---- matrices

static bool derive_mass_matrix(Derivation *derivation, const char *key, Text *why)
{
  Matrix T = derivation_matrix(derivation, "T", why), qd = speed_column(derivation);
  if (!T.at) return false;
  Matrix M = derivation_zeros(derivation, qd.rows, qd.rows);
  for (int i = 0; i < qd.rows; i++) {
    const Expr *momentum = expr_derivative(T.at[0], qd.at[i]);
    for (int j = 0; j < qd.rows; j++)
      matrix_set(M, i, j, expr_derivative(momentum, qd.at[j]));
  }
  derivation_shorten(derivation, M.at, M.rows * M.columns);
  return derivation_put(derivation, key, M);
}

// ---- vectors of the equations of motion

// Returns true if a move is driven by time. Otherwise T is of degree two in the speeds (Euler:
// qd . dT/dqd = 2 T) and does not depend on time.
static bool is_driven_by_time(const Derivation *derivation, Matrix T)
{
  Matrix qd = speed_column(derivation), power = matrix_mul(matrix_jacobian(T, qd), qd);
  const Expr *rest = sum(power.at[0], product(integer(T.at[0], -2), T.at[0]));
  return !is_zero(expr_partial_time_derivative(T.at[0])) || !is_zero(rest);
}

bool derive_bias_of_energy(Derivation *derivation, const char *key, Text *why)
{
  Matrix T = derivation_matrix(derivation, "T", why);
  if (!T.at) return false;
  if (!is_driven_by_time(derivation, T)) return derive_bias_of_C(derivation, key, why);
  Matrix rate = matrix_transpose(matrix_jacobian(T, speed_column(derivation)));
  Matrix slope = matrix_transpose(matrix_jacobian(T, coordinate_column(derivation)));
  expr_time_derivatives(rate.at, rate.rows, rate.at);
  without_accelerations(derivation->equations, rate.at, rate.rows);
  return put_bias(derivation, key, "Coriolis and centrifugal terms", matrix_sub(rate, slope));
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const Expr *V = energy_of_weights(derivation);
  derivation_shorten(derivation, &V, 1);
  Matrix slope =
      matrix_jacobian(derivation_column(derivation, &V, 1), coordinate_column(derivation));
  derivation_shorten(derivation, slope.at, slope.columns);
  return put_gravity(derivation, key, matrix_transpose(slope));
}

const Recipe ENERGY_RECIPES[] = {
  { "T", derive_kinetic },
  { "V", derive_potential_energy },
  { "L", derive_energy },
  { "T:", derive_of_body },
  { "V:", derive_of_body },
  { "M", derive_mass_matrix },
  { "C", derive_christoffel },
  { "h", derive_bias_of_energy },
  { "G", derive_gravity },
  { "tau", derive_tau_of_terms },
  { NULL, NULL },
};
