// kane.c -- Kane's equations as De Santis writes them.
//
// The velocities of all bodies, each (v_C, w) in the body's own axes, are stacked in one vector v
// of 6N entries; M holds the masses and inertias of the bodies as blocks on its diagonal, W the
// matrices of the vector product with w. Every body obeys  M v' + W M v = omega_a + omega_c.
//
//   v = J_h qd,   qd = J_nh alpha,   J = J_h J_nh,   v = J alpha
//   D = J^T M J,   C = J^T (M J' + W M J),   tauk = J^T omega_a
//   D alpha' + C alpha = tauk
//
// omega_c, what the joints transmit, does no work on J and is gone. alpha are the generalised
// speeds (`speed` statements), or the rates themselves. omega_a holds gravity and what acts;
// torques on coordinates join by their power. Torques that are proportional to accelerations belong
// to D and C. What moves by the clock alone, v_t = v - J alpha, has its inertia forces in tauk.
//
// Over the rates of the coordinates the same sums give what every method has:
//   M = J_h^T M J_h,   h = J_h^T (M v' + W M v) without accelerations,   G = - J_h^T omega_gravity,
//   tau = J_h^T (M v' + W M v - omega_gravity) - Qe
//
// Reference: De Santis, sections 2 to 4. His C is another factorisation than Christoffel's: C alpha
// is the same, D' - 2C need not be skew.
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

// M_b x
static Twist times_inertia(const KaneBody *body, Twist x)
{
  return (Twist){ .v = vec3_scale(body->mass, x.v), .w = mat3_mul_vec(body->inertia, x.w) };
}

static Twist twist_add(Twist a, Twist b)
{
  return (Twist){ .v = vec3_add(a.v, b.v), .w = vec3_add(a.w, b.w) };
}

// M_b x' + W_b M_b x
static Twist inertia_force(const KaneBody *body, Twist x, Twist x_rate)
{
  Vec3 w = body->velocity.w;
  Twist carried = times_inertia(body, x);
  Twist turned = { .v = vec3_cross(w, carried.v), .w = vec3_cross(w, carried.w) };
  return twist_add(times_inertia(body, x_rate), turned);
}

static Twist twist_rate(Twist x)
{
  Twist rate = { .v = vec3_rate(x.v) };
  rate.w = vec3_rate(x.w);
  return rate;
}

Twist kane_inertia_force(const KaneBody *body)
{
  return inertia_force(body, body->velocity, twist_rate(body->velocity));
}

Twist kane_weight(Scene *scene, int b)
{
  Pool *pool = scene->equations->pool;
  const Body *body = &scene->mechanism->bodies[b];
  Mat3 R_GF = scene_motions(scene)[body->frame].R_GF;
  Vec3 gravity = mat3_mul_vec_transposed(R_GF, vec3_copy(pool, scene->mechanism->gravity));
  return (Twist){ .v = vec3_scale(expr_copy(pool, body->mass), gravity), .w = vec3_zero(pool) };
}

// ---- columns of J

static Twist column_of(const Expr *const J[], int columns, int b, int column)
{
  Twist x;
  for (int i = 0; i < 3; i++) {
    x.v.at[i] = J[(6 * b + i) * columns + column];
    x.w.at[i] = J[(6 * b + 3 + i) * columns + column];
  }
  return x;
}

static bool twist_is_zero(Twist x) { return vec3_is_zero(x.v) && vec3_is_zero(x.w); }

// Adds J_b^T f to a column of `columns` entries, `stride` apart.
static void add_projection(const Expr *const J[], int columns, int b, Twist f, const Expr *out[],
                           int stride)
{
  for (int i = 0; i < columns; i++) {
    Twist x = column_of(J, columns, b, i);
    if (twist_is_zero(x)) continue;
    const Expr *power = vec3_dot(x.v, f.v);
    power = sum(power, vec3_dot(x.w, f.w));
    out[i * stride] = sum(out[i * stride], power);
  }
}

static void set_zero(const Scene *scene, const Expr *entries[], int count)
{
  for (int i = 0; i < count; i++)
    entries[i] = expr_integer(scene->equations->pool, 0);
}

// ---- partial velocities

static const Expr **add_stack(Scene *scene, const char *key, const char *function,
                              const char *title, int columns)
{
  return equations_add(scene->equations, (Quantity){ .key = key,
                                                     .function = function,
                                                     .title = title,
                                                     .unit = "",
                                                     .rows = 6 * scene->mechanism->body_count,
                                                     .columns = columns });
}

static bool derive_Jh(Scene *scene, const char *key, Text *why)
{
  (void)why;
  Equations *equations = scene->equations;
  int n = equations->coordinate_count, rows = 6 * scene->mechanism->body_count;
  const Expr **v = ARENA_ARRAY(equations->arena, const Expr *, rows);
  const Expr **rates = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    Twist velocity = kane_body(scene, b).velocity;
    for (int i = 0; i < 3; i++) {
      v[6 * b + i] = velocity.v.at[i];
      v[6 * b + 3 + i] = velocity.w.at[i];
    }
  }
  for (int j = 0; j < n; j++)
    rates[j] = speed_of(equations, j);
  const Expr **Jh = add_stack(scene, key, "body_jacobian",
                              "velocities of the bodies, each v of its centre of mass and w in its "
                              "axes, by rates of coordinates",
                              n);
  expr_jacobian(v, rows, rates, n, Jh);
  return true;
}

static bool derive_J(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count, rows = 6 * scene->mechanism->body_count;
  const Expr *const *Jh = scene_quantity(scene, "Jh", why);
  const Expr *const *Jnh = Jh ? scene_quantity(scene, "Jnh", why) : NULL;
  if (!Jnh) return false;
  const Expr **J =
      add_stack(scene, key, "partial_velocities",
                "partial velocities: velocities of the bodies by generalised speeds", n);
  set_zero(scene, J, rows * n);
  for (int e = 0; e < rows * n; e++) {
    for (int k = 0; k < n; k++)
      J[e] = sum(J[e], product(Jh[e / n * n + k], Jnh[k * n + e % n]));
  }
  if (scene->mechanism->speed_count > 0) entries_shorten(J, rows * n);
  return true;
}

static bool derive_J_rate(Scene *scene, const char *key, Text *why)
{
  int n = scene->equations->coordinate_count, rows = 6 * scene->mechanism->body_count;
  const Expr *const *J = scene_quantity(scene, "J", why);
  if (!J) return false;
  const Expr **rate = add_stack(scene, key, "partial_velocity_rates",
                                "time derivatives of the partial velocities", n);
  expr_time_derivatives(J, rows * n, rate);
  return true;
}

// ---- Kane's form, over the generalised speeds

// Adds Jnh^T A B, A and B square.
static void add_congruence(const Expr *const Jnh[], const Expr *const A[], const Expr *const B[],
                           int n, const Expr *out[])
{
  for (int e = 0; e < n * n; e++) {
    for (int k = 0; k < n * n; k++) {
      const Expr *inner = A[k];
      if (is_zero(inner)) continue;
      const Expr *left = product(Jnh[k / n * n + e / n], inner);
      out[e] = sum(out[e], product(left, B[k % n * n + e % n]));
    }
  }
}

static bool derive_D(Scene *scene, const char *key, Text *why)
{
  int n = scene->equations->coordinate_count;
  const Expr *const *J = scene_quantity(scene, "J", why);
  const Expr *const *Ma = J ? scene_quantity(scene, "Ma", why) : NULL;
  if (!Ma) return false;
  const Expr *const *Jnh = scene_require(scene, "Jnh");
  const Expr **D = add_matrix(scene->equations, key, "speed_inertia",
                              "inertia matrix over the generalised speeds, J^T M J", true);
  set_zero(scene, D, n * n);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = kane_body(scene, b);
    for (int k = 0; k < n; k++) {
      Twist x = column_of(J, n, b, k);
      if (!twist_is_zero(x)) add_projection(J, n, b, times_inertia(&body, x), D + k, n);
    }
  }
  add_congruence(Jnh, Ma, Jnh, n, D);
  return true;
}

static bool derive_C(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr *const *rate = scene_quantity(scene, "Jdot", why);
  const Expr *const *Ma = rate ? scene_quantity(scene, "Ma", why) : NULL;
  if (!Ma) return false;
  const Expr *const *J = scene_require(scene, "J");
  const Expr *const *Jnh = scene_require(scene, "Jnh");
  const Expr **C =
      add_matrix(equations, key, "speed_coriolis_matrix",
                 "Coriolis and centrifugal matrix over the speeds, J^T (M J' + W M J)", false);
  set_zero(scene, C, n * n);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = kane_body(scene, b);
    for (int k = 0; k < n; k++) {
      Twist x = column_of(J, n, b, k);
      if (twist_is_zero(x)) continue;
      Twist force = inertia_force(&body, x, column_of(rate, n, b, k));
      add_projection(J, n, b, force, C + k, n);
    }
  }
  const Expr **Jnh_rate = ARENA_ARRAY(equations->arena, const Expr *, n *n);
  expr_time_derivatives(Jnh, n * n, Jnh_rate);
  add_congruence(Jnh, Ma, Jnh_rate, n, C);
  return true;
}

// The part of the velocity that is there when all rates are zero.
static Twist clock_part(const Equations *equations, Twist velocity)
{
  without_speeds(equations, velocity.v.at, 3);
  without_speeds(equations, velocity.w.at, 3);
  return velocity;
}

static bool derive_tauk(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr *const *J = scene_quantity(scene, "J", why);
  const Expr *const *Qe = J ? scene_quantity(scene, "Qe", why) : NULL;
  const Expr *const *Qu = Qe ? scene_quantity(scene, "Qu", why) : NULL;
  if (!Qu) return false;
  const Expr *const *Jnh = scene_require(scene, "Jnh");
  const Expr **tauk = add_vector(equations, key, "active_forces",
                                 "generalised forces over the speeds, J^T omega_a");
  set_zero(scene, tauk, n);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = kane_body(scene, b);
    Twist driven = clock_part(equations, body.velocity);
    Twist opposed = inertia_force(&body, driven, twist_rate(driven));
    Twist force = { .v = vec3_neg(opposed.v), .w = vec3_neg(opposed.w) };
    add_projection(J, n, b, twist_add(kane_weight(scene, b), force), tauk, 1);
  }
  for (int e = 0; e < n * n; e++) {
    const Expr *acting = sum(Qe[e % n], Qu[e % n]);
    tauk[e / n] = sum(tauk[e / n], product(Jnh[e % n * n + e / n], acting));
  }
  return true;
}

// ---- the common form, over the rates of the coordinates

static bool derive_kinetic(Scene *scene, const char *key, Text *why)
{
  const Expr *T = energy_of_added_inertia(scene, why);
  if (!T) return false;
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = kane_body(scene, b);
    Twist momentum = times_inertia(&body, body.velocity);
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
      Twist x = column_of(Jh, n, b, k);
      if (!twist_is_zero(x)) add_projection(Jh, n, b, times_inertia(&body, x), M + k, n);
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
  const Expr **h = add_vector(scene->equations, key, "bias", "Coriolis and centrifugal terms");
  set_zero(scene, h, n);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = kane_body(scene, b);
    Twist rate = twist_rate(body.velocity);
    without_accelerations(equations, rate.v.at, 3);
    without_accelerations(equations, rate.w.at, 3);
    add_projection(Jh, n, b, inertia_force(&body, body.velocity, rate), h, 1);
  }
  return true;
}

static bool derive_gravity(Scene *scene, const char *key, Text *why)
{
  (void)why;
  int n = scene->equations->coordinate_count;
  const Expr *const *Jh = scene_require(scene, "Jh");
  const Expr **G = add_vector(scene->equations, key, "gravity", "gravity terms, dV/dq");
  set_zero(scene, G, n);
  for (int b = 0; b < scene->mechanism->body_count; b++)
    add_projection(Jh, n, b, kane_weight(scene, b), G, 1);
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
    Twist force = kane_inertia_force(&body), weight = kane_weight(scene, b);
    Twist net = { .v = vec3_sub(force.v, weight.v), .w = vec3_sub(force.w, weight.w) };
    add_projection(Jh, n, b, net, tau, 1);
  }
  return true;
}

// clang-format off
const Recipe KANE_RECIPES[] = {
  { "D", derive_D },               { "C", derive_C },           { "tauk", derive_tauk },
  { "Jh", derive_Jh },             { "Jnh", derive_rates_by_speeds },
  { "J", derive_J },               { "Jdot", derive_J_rate },
  { "wrench:", derive_constraint_wrench },
  { "Mb", derive_body_masses },    { "Wb", derive_body_rotations },
  { "T", derive_kinetic },         { "V", derive_potential_energy },   { "L", derive_lagrangian },
  { "M", derive_mass_matrix },     { "h", derive_bias },        { "G", derive_gravity },
  { "tau", derive_tau },           { NULL, NULL },
};
// clang-format on
