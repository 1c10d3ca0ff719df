// kane.c -- Kane's equations as De Santis writes them: the bodies, and their equations over rates.
//
// The velocities of all bodies, each (v_C, w) in the body's own axes, are stacked in one vector v
// of 6N entries; M holds the masses and inertias of the bodies as blocks on its diagonal, W the
// matrices of the vector product with w. Every body obeys  M v' + W M v = omega_a + omega_c,
// omega_a being what acts on it and omega_c what joints and constraints transmit, and v = J_h qd.
// kane_speeds.c projects these equations on generalised speeds.
//
// Over the rates of the coordinates the same sums give what every method has:
//   M = J_h^T M J_h,   h = J_h^T (M v' + W M v) without accelerations,   G = - J_h^T omega_gravity,
//   tau = J_h^T (M v' + W M v - omega_gravity) - Qe
//
// Reference: De Santis, sections 2 to 4.
// SPDX-License-Identifier: MIT
#include "formulation/methods/kane.h"

#include "symbolic/algebra.h"

// ---- bodies

KaneBody kane_body(Derivation *derivation, int b)
{
  Pool *pool = derivation->equations->pool;
  derivation_speeds(derivation);  // named before anything is built of them
  const Body *body = &derivation->mechanism->bodies[b];
  const FrameMotion *frame = &derivation_motions(derivation)[body->frame];
  return (KaneBody){
    .mass = expr_copy(pool, body->mass),
    .inertia = mat3_copy(pool, body->inertia_F),
    .velocity = { .v = point_velocity_F(frame, vec3_copy(pool, body->com_F)), .w = frame->w_F },
  };
}

Twist kane_momentum(const KaneBody *body, Twist x)
{
  return (Twist){ .v = vec3_scale(body->mass, x.v), .w = mat3_mul_vec(body->inertia, x.w) };
}

Twist kane_inertia_force(const KaneBody *body, Twist x, Twist x_rate)
{
  Vec3 w = body->velocity.w;
  Twist carried = kane_momentum(body, x);
  Twist turned = { .v = vec3_cross(w, carried.v), .w = vec3_cross(w, carried.w) };
  return twist_add(kane_momentum(body, x_rate), turned);
}

Twist kane_weight(Derivation *derivation, int b)
{
  Pool *pool = derivation->equations->pool;
  const Body *body = &derivation->mechanism->bodies[b];
  Mat3 R_GF = derivation_motions(derivation)[body->frame].pose.R;
  Vec3 gravity = mat3_mul_vec_transposed(R_GF, vec3_copy(pool, derivation->mechanism->gravity));
  return (Twist){ .v = vec3_scale(expr_copy(pool, body->mass), gravity), .w = vec3_zero(pool) };
}

// ---- twists

Twist twist_add(Twist a, Twist b)
{
  return (Twist){ .v = vec3_add(a.v, b.v), .w = vec3_add(a.w, b.w) };
}

Twist twist_neg(Twist x) { return (Twist){ .v = vec3_neg(x.v), .w = vec3_neg(x.w) }; }

Twist twist_rate(Twist x)
{
  Twist rate = { .v = vec3_rate(x.v) };
  rate.w = vec3_rate(x.w);
  return rate;
}

bool twist_is_zero(Twist x) { return vec3_is_zero(x.v) && vec3_is_zero(x.w); }

// ---- stacks of twists

Twist kane_column(Matrix J, int b, int column)
{
  Twist x;
  for (int i = 0; i < 3; i++) {
    x.v.at[i] = matrix_get(J, 6 * b + i, column);
    x.w.at[i] = matrix_get(J, 6 * b + 3 + i, column);
  }
  return x;
}

void kane_add_projection(Matrix J, int b, Twist f, Matrix out, int column)
{
  for (int i = 0; i < J.columns; i++) {
    Twist x = kane_column(J, b, i);
    if (twist_is_zero(x)) continue;
    const Expr *power = vec3_dot(x.v, f.v);
    power = sum(power, vec3_dot(x.w, f.w));
    matrix_set(out, i, column, sum(matrix_get(out, i, column), power));
  }
}

// ---- entries

void kane_shorten(Matrix a)
{
  enum { LONG = 1000 };
  for (int e = 0; e < a.rows * a.columns; e++) {
    if (a.at[e]->form->cost < LONG) entries_shorten(&a.at[e], 1);
  }
}

Matrix kane_rate_symbols(const Derivation *derivation)
{
  Matrix rates = derivation_zeros(derivation, derivation->equations->coordinate_count, 1);
  for (int j = 0; j < rates.rows; j++)
    rates.at[j] = speed_of(derivation->equations, j);
  return rates;
}

// ---- over the rates of the coordinates

static bool derive_Jh(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Matrix v = derivation_zeros(derivation, 6 * derivation->mechanism->body_count, 1);
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    Twist velocity = kane_body(derivation, b).velocity;
    for (int i = 0; i < 3; i++) {
      v.at[6 * b + i] = velocity.v.at[i];
      v.at[6 * b + 3 + i] = velocity.w.at[i];
    }
  }
  equations_put(derivation->equations, (Quantity){ .key = key },
                matrix_jacobian(v, kane_rate_symbols(derivation)));
  return true;
}

static bool derive_kinetic(Derivation *derivation, const char *key, Text *why)
{
  const Expr *T = energy_of_added_inertia(derivation, why);
  if (!T) return false;
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    KaneBody body = kane_body(derivation, b);
    Twist momentum = kane_momentum(&body, body.velocity);
    const Expr *translation = vec3_dot(body.velocity.v, momentum.v);
    const Expr *rotation = vec3_dot(body.velocity.w, momentum.w);
    T = sum(T, half(sum(translation, rotation)));
  }
  equations_add(derivation->equations, (Quantity){ .key = key })[0] = T;
  return true;
}

static bool derive_mass_matrix(Derivation *derivation, const char *key, Text *why)
{
  Matrix Ma = derivation_matrix(derivation, "Ma", why);
  if (!Ma.at) return false;
  Matrix Jh = derivation_require_matrix(derivation, "Jh"), M = matrix_copy(Ma);
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    KaneBody body = kane_body(derivation, b);
    for (int k = 0; k < Jh.columns; k++) {
      Twist x = kane_column(Jh, b, k);
      if (!twist_is_zero(x)) kane_add_projection(Jh, b, kane_momentum(&body, x), M, k);
    }
  }
  matrix_put(M, equations_add(derivation->equations, (Quantity){ .key = key }));
  return true;
}

static bool derive_bias(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const Equations *equations = derivation->equations;
  Matrix Jh = derivation_require_matrix(derivation, "Jh"),
         h = derivation_zeros(derivation, Jh.columns, 1);
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    KaneBody body = kane_body(derivation, b);
    Twist rate = twist_rate(body.velocity);
    without_accelerations(equations, rate.v.at, 3);
    without_accelerations(equations, rate.w.at, 3);
    kane_add_projection(Jh, b, kane_inertia_force(&body, body.velocity, rate), h, 0);
  }
  matrix_put(h, add_bias(derivation, key, "Coriolis and centrifugal terms"));
  return true;
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Matrix Jh = derivation_require_matrix(derivation, "Jh"),
         weight = derivation_zeros(derivation, Jh.columns, 1);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    kane_add_projection(Jh, b, kane_weight(derivation, b), weight, 0);
  matrix_put(matrix_neg(weight), add_gravity(derivation, key));
  return true;
}

static bool derive_tau(Derivation *derivation, const char *key, Text *why)
{
  const Expr **outer = outer_forces(derivation, why);
  if (!outer) return false;
  Matrix Jh = derivation_require_matrix(derivation, "Jh"),
         tau = derivation_column(derivation, outer, Jh.columns);
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    KaneBody body = kane_body(derivation, b);
    Twist rate = twist_rate(body.velocity);
    Twist force = kane_inertia_force(&body, body.velocity, rate);
    Twist weight = kane_weight(derivation, b);
    Twist net = { .v = vec3_sub(force.v, weight.v), .w = vec3_sub(force.w, weight.w) };
    kane_add_projection(Jh, b, net, tau, 0);
  }
  matrix_put(tau, add_tau(derivation, key));
  return true;
}

// clang-format off
const Recipe KANE_RECIPES[] = {
  { "D", derive_speed_inertia },          { "C", derive_speed_coriolis },
  { "tauk", derive_active_forces },       { "alphad", derive_speed_accelerations },
  { "qd_alpha", derive_rates },           { "Jh", derive_Jh },
  { "Jnh", derive_rates_by_speeds },      { "dnh", derive_drift },
  { "J", derive_partial_velocities },     { "Jdot", derive_partial_velocity_rates },
  { "wrench:", derive_constraint_wrench },
  { "Mb", derive_body_masses },           { "Wb", derive_body_rotations },
  { "T", derive_kinetic },                { "V", derive_potential_energy },
  { "L", derive_lagrangian },             { "M", derive_mass_matrix },
  { "h", derive_bias },                   { "G", derive_gravity },
  { "tau", derive_tau },                  { NULL, NULL },
};
// clang-format on
