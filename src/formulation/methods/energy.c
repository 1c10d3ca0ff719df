// energy.c -- Lagrange's equations from the energies.
//
//   T = sum over bodies  1/2 m v_C . v_C + 1/2 w . I_C w,    V = - sum m g . p_C + U,    L = T - V,
//   U the energies that are given of springs and other forces; these forces are in Qe
//   M_ij = d2T / dqd_i dqd_j
//   C_ij = 1/2 sum_k (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k     so that dM/dt - 2C is skew
//   h = C qd,   G = d(V - U)/dq,   tau = M qdd + h + G - Qe
//
// Moves that follow the clock leave terms of degree one and zero in the speeds, and a mass matrix
// that changes by itself. Then h is the whole of Lagrange's operator, d/dt dT/dqd - dT/dq, with
// accelerations zero.
//
// Reference: course of applied mechanics, chapter 6; Siciliano et al. 2009, (7.9)-(7.45).
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

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
  T = sum(T, added);
  equations_add(derivation->equations, (Quantity){ .key = key })[0] = T;
  return true;
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
  equations_add(derivation->equations, (Quantity){ .key = key })[0] = V;
  return true;
}

// ---- of one body

static bool derive_of_body(Derivation *derivation, const char *key, Text *why)
{
  const Body *body = body_of_key(derivation, key, why);
  if (!body) return false;
  Pool *pool = derivation->equations->pool;
  const FrameMotion *frame = &derivation_motions(derivation)[body->frame];
  const Expr **energy = equations_add(derivation->equations, (Quantity){ .key = key });
  energy[0] = key[0] == 'T'
                  ? kinetic_energy(body, frame, pool)
                  : potential_energy(body, frame, vec3_copy(pool, derivation->mechanism->gravity));
  return true;
}

// ---- matrices

static bool derive_mass_matrix(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *T = derivation_quantity(derivation, "T", why);
  if (!T) return false;
  const Expr **M = equations_add(equations, (Quantity){ .key = key });
  for (int i = 0; i < n; i++) {
    const Expr *momentum = expr_derivative(T[0], speed_of(equations, i));
    for (int j = 0; j < n; j++)
      M[i * n + j] = expr_derivative(momentum, speed_of(equations, j));
  }
  derivation_shorten(derivation, M, n * n);
  return true;
}

// ---- the vectors of the equation of motion

// Without moves that follow the clock, T is of degree two in the speeds (Euler: qd . dT/dqd = 2 T)
// and time does not appear in it.
static bool is_driven_by_time(const Equations *equations, const Expr *T)
{
  if (!is_zero(expr_clock_derivative(T))) return true;
  const Expr *rest = product(integer(T, -2), T);
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Expr *speed = speed_of(equations, i);
    rest = sum(rest, product(speed, expr_derivative(T, speed)));
  }
  return !is_zero(rest);
}

bool derive_bias_of_energy(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const Expr *const *T = derivation_quantity(derivation, "T", why);
  if (!T) return false;
  if (!is_driven_by_time(equations, T[0])) return derive_bias_of_C(derivation, key, why);
  const Expr **h = add_bias(derivation, key, "Coriolis and centrifugal terms");
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Expr *momentum = expr_derivative(T[0], speed_of(equations, i));
    h[i] = expr_time_derivative(momentum);
    without_accelerations(equations, &h[i], 1);
    h[i] = difference(h[i], expr_derivative(T[0], equations->coordinates[i].symbol));
  }
  return true;
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  (void)why;
  const Expr *V = energy_of_weights(derivation);
  derivation_shorten(derivation, &V, 1);
  const Expr **G = add_gravity(derivation, key);
  for (int i = 0; i < equations->coordinate_count; i++)
    G[i] = expr_derivative(V, equations->coordinates[i].symbol);
  derivation_shorten(derivation, G, equations->coordinate_count);
  return true;
}

const Recipe ENERGY_RECIPES[] = {
  { "T", derive_kinetic },
  { "V", derive_potential_energy },
  { "L", derive_lagrangian },
  { "T:", derive_of_body },
  { "V:", derive_of_body },
  { "M", derive_mass_matrix },
  { "C", derive_christoffel },
  { "h", derive_bias_of_energy },
  { "G", derive_gravity },
  { "tau", derive_tau_of_terms },
  { NULL, NULL },
};
