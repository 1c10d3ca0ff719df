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
#include "formulation/kane.h"

#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

// ---- bodies

KaneBody kane_body(Scene *scene, int b)
{
  Pool *pool = scene->equations->pool;
  scene_speeds(scene);  // named before anything is built of them
  const Body *body = &scene->mechanism->bodies[b];
  const FrameMotion *frame = &scene_motions(scene)[body->frame];
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

Twist kane_weight(Scene *scene, int b)
{
  Pool *pool = scene->equations->pool;
  const Body *body = &scene->mechanism->bodies[b];
  Mat3 R_GF = scene_motions(scene)[body->frame].R_GF;
  Vec3 gravity = mat3_mul_vec_transposed(R_GF, vec3_copy(pool, scene->mechanism->gravity));
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

Twist kane_column(const Expr *const J[], int columns, int b, int column)
{
  Twist x;
  for (int i = 0; i < 3; i++) {
    x.v.at[i] = J[(6 * b + i) * columns + column];
    x.w.at[i] = J[(6 * b + 3 + i) * columns + column];
  }
  return x;
}

void kane_add_projection(const Expr *const J[], int columns, int b, Twist f, const Expr *out[],
                         int stride)
{
  for (int i = 0; i < columns; i++) {
    Twist x = kane_column(J, columns, b, i);
    if (twist_is_zero(x)) continue;
    const Expr *power = vec3_dot(x.v, f.v);
    power = sum(power, vec3_dot(x.w, f.w));
    out[i * stride] = sum(out[i * stride], power);
  }
}

const Expr **kane_add_stack(Scene *scene, const char *key, const char *function, const char *title,
                            int columns)
{
  return equations_add(scene->equations, (Quantity){ .key = key,
                                                     .function = function,
                                                     .title = title,
                                                     .unit = "",
                                                     .rows = 6 * scene->mechanism->body_count,
                                                     .columns = columns,
                                                     .shape = QUANTITY_MATRIX });
}

// ---- entries

void kane_set_zero(const Scene *scene, const Expr *entries[], int count)
{
  for (int i = 0; i < count; i++)
    entries[i] = expr_integer(scene->equations->pool, 0);
}

void kane_shorten(const Expr *const entries[], int count)
{
  enum { LONG = 1000 };
  for (int i = 0; i < count; i++) {
    if (entries[i]->form->cost < LONG) entries_shorten(&entries[i], 1);
  }
}

const Expr **kane_rate_symbols(const Equations *equations)
{
  const Expr **rates = ARENA_ARRAY(equations->arena, const Expr *, equations->coordinate_count);
  for (int j = 0; j < equations->coordinate_count; j++)
    rates[j] = speed_of(equations, j);
  return rates;
}

// ---- over the rates of the coordinates

static bool derive_Jh(Scene *scene, const char *key, Text *why)
{
  (void)why;
  Equations *equations = scene->equations;
  int n = equations->coordinate_count, rows = 6 * scene->mechanism->body_count;
  const Expr **v = ARENA_ARRAY(equations->arena, const Expr *, rows);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    Twist velocity = kane_body(scene, b).velocity;
    for (int i = 0; i < 3; i++) {
      v[6 * b + i] = velocity.v.at[i];
      v[6 * b + 3 + i] = velocity.w.at[i];
    }
  }
  const Expr **Jh =
      kane_add_stack(scene, key, "body_jacobian",
                     "velocities of the bodies, each v of its centre of mass and w in its "
                     "axes, by rates of coordinates",
                     n);
  expr_jacobian(v, rows, kane_rate_symbols(equations), n, Jh);
  return true;
}

static bool derive_kinetic(Scene *scene, const char *key, Text *why)
{
  const Expr *T = energy_of_added_inertia(scene, why);
  if (!T) return false;
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = kane_body(scene, b);
    Twist momentum = kane_momentum(&body, body.velocity);
    const Expr *translation = vec3_dot(body.velocity.v, momentum.v);
    const Expr *rotation = vec3_dot(body.velocity.w, momentum.w);
    T = sum(T, half(sum(translation, rotation)));
  }
  add_scalar(scene->equations, key, "kinetic_energy", "J", "kinetic energy")[0] = T;
  return true;
}

static bool derive_mass_matrix(Scene *scene, const char *key, Text *why)
{
  int n = scene->equations->coordinate_count;
  const Expr *const *Ma = scene_quantity(scene, "Ma", why);
  if (!Ma) return false;
  const Expr *const *Jh = scene_require(scene, "Jh");
  const Expr **M = add_matrix(scene->equations, key, "mass_matrix", "mass matrix, symmetric", true);
  for (int i = 0; i < n * n; i++)
    M[i] = Ma[i];
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = kane_body(scene, b);
    for (int k = 0; k < n; k++) {
      Twist x = kane_column(Jh, n, b, k);
      if (!twist_is_zero(x)) kane_add_projection(Jh, n, b, kane_momentum(&body, x), M + k, n);
    }
  }
  return true;
}

static bool derive_bias(Scene *scene, const char *key, Text *why)
{
  (void)why;
  const Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr *const *Jh = scene_require(scene, "Jh");
  const Expr **h = add_bias(scene, key, "Coriolis and centrifugal terms");
  kane_set_zero(scene, h, n);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = kane_body(scene, b);
    Twist rate = twist_rate(body.velocity);
    without_accelerations(equations, rate.v.at, 3);
    without_accelerations(equations, rate.w.at, 3);
    kane_add_projection(Jh, n, b, kane_inertia_force(&body, body.velocity, rate), h, 1);
  }
  return true;
}

static bool derive_gravity(Scene *scene, const char *key, Text *why)
{
  (void)why;
  int n = scene->equations->coordinate_count;
  const Expr *const *Jh = scene_require(scene, "Jh");
  const Expr **G = add_vector(scene->equations, key, "gravity", "gravity terms, dV/dq");
  kane_set_zero(scene, G, n);
  for (int b = 0; b < scene->mechanism->body_count; b++)
    kane_add_projection(Jh, n, b, kane_weight(scene, b), G, 1);
  for (int i = 0; i < n; i++)
    G[i] = negative(G[i]);
  return true;
}

static bool derive_tau(Scene *scene, const char *key, Text *why)
{
  int n = scene->equations->coordinate_count;
  const Expr **outer = outer_forces(scene, why);
  if (!outer) return false;
  const Expr *const *Jh = scene_require(scene, "Jh");
  const Expr **tau = add_tau(scene, key);
  for (int i = 0; i < n; i++)
    tau[i] = outer[i];
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = kane_body(scene, b);
    Twist rate = twist_rate(body.velocity);
    Twist force = kane_inertia_force(&body, body.velocity, rate);
    Twist weight = kane_weight(scene, b);
    Twist net = { .v = vec3_sub(force.v, weight.v), .w = vec3_sub(force.w, weight.w) };
    kane_add_projection(Jh, n, b, net, tau, 1);
  }
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
