// uicker.c -- Lagrange's equations from homogeneous 4x4 matrices, traces instead of velocities.
//
// P_j takes homogeneous coordinates r = (x, y, z, 1) of body j's frame to ground. Nothing but these
// matrices of positions and their derivatives is used; no angular velocity appears anywhere.
//
//   U_jk = dP_j/dq_k,   U_jkp = d2P_j/dq_k dq_p
//   J_j = integral of r r^T dm, about the frame's origin                                   (2-6)
//   T = 1/2 sum_j tr(P_j' J_j P_j'^T)                                                      (2-7)
//   M_ik = sum_j tr(U_jk J_j U_ji^T)                                                       (2-10)
//   C_ik = sum_j tr((sum_p U_jkp qd_p) J_j U_ji^T)                                  (2-11, 2-12)
//   G_i = - sum_j g . U_ji (m d)_j                                                         (2-9)
//   tau_i = sum_j tr((P_j'' - [0 0 0 g]) J_j U_ji^T) + ...                                 (2-8)
//
// The sum over k and p runs over all pairs, without the factor 2 of (2-11): with it (2-13) counts
// the Coriolis terms twice. tr(U_jkp J_j U_ji^T) is Christoffel's symbol, so C is the same matrix
// that energy.c gets by differentiating M. Products of inertia are + integral(xy): entry (1, 2) of
// J_j is minus that entry of the inertia matrix, both about the frame's origin.
//
// The fourth row of P_j is constant, so three rows of it and of its derivatives are kept. A move
// that follows the clock needs no care: P_j' and P_j'' are total derivatives.
//
// Reference: Liegeois and Aldon 1980, (2-6)-(2-13); Uicker 1965, Kahn and Roth 1971.
// SPDX-License-Identifier: MIT
#include "formulation/methods/moments.h"
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/steps.h"

enum { WIDTH = 4, ENTRIES = 3 * WIDTH };

// Three rows of a 4x4 matrix, row-major.
typedef struct Rows {
  const Expr *at[ENTRIES];
} Rows;

struct HomogeneousBody {
  Rows P;
  const Expr *J[WIDTH][WIDTH];
  int *moved_by;  // the coordinates that P depends on
  int count;
  Rows *U;  // dP by each of them
};

// ---- matrices

static Rows rows_rate(Rows a)
{
  Rows result;
  expr_time_derivatives(a.at, ENTRIES, result.at);
  return result;
}

static Rows rows_partial(const Rows *a, const Expr *symbol)
{
  Rows result;
  expr_derivatives(a->at, ENTRIES, symbol, result.at);
  return result;
}

static Rows times_inertia(const Rows *a, const HomogeneousBody *body)
{
  Rows result;
  for (int e = 0; e < ENTRIES; e++) {
    const Expr *const *row = a->at + e / WIDTH * WIDTH;
    result.at[e] = integer(row[0], 0);
    for (int k = 0; k < WIDTH; k++)
      result.at[e] = sum(result.at[e], product(row[k], body->J[k][e % WIDTH]));
  }
  return result;
}

// tr(a b^T)
static const Expr *trace(const Rows *a, const Rows *b)
{
  const Expr *result = integer(a->at[0], 0);
  for (int e = 0; e < ENTRIES; e++)
    result = sum(result, product(a->at[e], b->at[e]));
  return result;
}

// ---- bodies

static Rows pose_of(const FrameMotion *motion)
{
  Rows P;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      P.at[WIDTH * i + j] = motion->pose.R.at[i][j];
    P.at[WIDTH * i + 3] = motion->pose.p.at[i];
  }
  return P;
}

static void set_pseudo_inertia(HomogeneousBody *body, LinkInertia inertia)
{
  Moments moments = moments_of_inertia(&inertia);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      body->J[i][j] = moments.second.at[i][j];
    body->J[i][3] = body->J[3][i] = moments.first.at[i];
  }
  body->J[3][3] = moments.mass;
}

static void set_derivatives(HomogeneousBody *body, const Equations *equations)
{
  int n = equations->coordinate_count;
  body->moved_by = ARENA_ARRAY(equations->arena, int, n);
  Steps steps = steps_of(body->P.at, ENTRIES);
  for (int k = 0; k < n; k++) {
    if (steps_contain(&steps, equations->coordinates[k].symbol)) body->moved_by[body->count++] = k;
  }
  steps_free(&steps);
  body->U = ARENA_ARRAY(equations->arena, Rows, body->count);
  for (int a = 0; a < body->count; a++) {
    const Expr *q = equations->coordinates[body->moved_by[a]].symbol;
    body->U[a] = rows_partial(&body->P, q);
  }
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
    bodies[b].P = pose_of(&motions[body->frame]);
    set_pseudo_inertia(&bodies[b], link_inertia_of_body(body, equations->pool));
    set_derivatives(&bodies[b], equations);
  }
  derivation->homogeneous = bodies;
  return bodies;
}

// ---- energies

static const Expr *kinetic_energy(const HomogeneousBody *body)
{
  Rows rate = rows_rate(body->P);
  Rows momentum = times_inertia(&rate, body);
  return half(trace(&momentum, &rate));
}

static const Expr *potential_energy(const HomogeneousBody *body, Vec3 gravity)
{
  const Expr *work = integer(gravity.at[0], 0);
  for (int e = 0; e < ENTRIES; e++) {
    const Expr *moment = product(body->P.at[e], body->J[e % WIDTH][3]);
    work = sum(work, product(gravity.at[e / WIDTH], moment));
  }
  return negative(work);
}

static Vec3 gravity_of(const Derivation *derivation)
{
  return vec3_copy(derivation->equations->pool, derivation->mechanism->gravity);
}

static bool derive_kinetic(Derivation *derivation, const char *key, Text *why)
{
  const Expr *T = energy_of_added_inertia(derivation, why);
  if (!T) return false;
  const HomogeneousBody *bodies = bodies_of(derivation);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    T = sum(T, kinetic_energy(&bodies[b]));
  equations_add(derivation->equations, (Quantity){ .key = key })[0] = T;
  return true;
}

static bool derive_potential(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const HomogeneousBody *bodies = bodies_of(derivation);
  Vec3 gravity = gravity_of(derivation);
  const Expr *V = expr_integer(derivation->equations->pool, 0);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    V = sum(V, potential_energy(&bodies[b], gravity));
  V = sum(V, energy_of_forces(derivation));
  equations_add(derivation->equations, (Quantity){ .key = key })[0] = V;
  return true;
}

static bool derive_of_body(Derivation *derivation, const char *key, Text *why)
{
  const Body *body = body_of_key(derivation, key, why);
  if (!body) return false;
  const HomogeneousBody *own = &bodies_of(derivation)[body - derivation->mechanism->bodies];
  const Expr **energy = equations_add(derivation->equations, (Quantity){ .key = key });
  energy[0] = key[0] == 'T' ? kinetic_energy(own) : potential_energy(own, gravity_of(derivation));
  return true;
}

// ---- matrices

// Adds tr(of[k] J U_i^T) to entry (i, k); symmetric: only one of (i, k) and (k, i).
static void add_traces(const HomogeneousBody *body, const Rows of[], int n, bool is_symmetric,
                       const Expr *entries[])
{
  for (int a = 0; a < body->count; a++) {
    Rows left = times_inertia(&of[a], body);
    for (int b = 0; b < (is_symmetric ? a + 1 : body->count); b++) {
      const Expr **entry = &entries[body->moved_by[b] * n + body->moved_by[a]];
      *entry = sum(*entry, trace(&left, &body->U[b]));
    }
  }
}

static bool derive_mass_matrix(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *Ma = derivation_quantity(derivation, "Ma", why);
  if (!Ma) return false;
  const HomogeneousBody *bodies = bodies_of(derivation);
  const Expr **M = equations_add(equations, (Quantity){ .key = key });
  for (int i = 0; i < n * n; i++)
    M[i] = Ma[i];
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    add_traces(&bodies[b], bodies[b].U, n, true, M);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      M[i * n + j] = M[j * n + i];
  }
  return true;
}

// sum_p U_jkp qd_p for every k: the rate of U_jk less what the clock alone changes.
static Rows *second_derivatives(const HomogeneousBody *body, const Equations *equations)
{
  Rows *result = ARENA_ARRAY(equations->arena, Rows, body->count);
  for (int a = 0; a < body->count; a++) {
    result[a] = rows_rate(body->U[a]);
    for (int e = 0; e < ENTRIES; e++)
      result[a].at[e] = difference(result[a].at[e], expr_clock_derivative(body->U[a].at[e]));
  }
  return result;
}

static bool derive_coriolis(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const HomogeneousBody *bodies = bodies_of(derivation);
  const Expr **C = equations_add(equations, (Quantity){ .key = key });
  for (int i = 0; i < n * n; i++)
    C[i] = expr_integer(equations->pool, 0);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    add_traces(&bodies[b], second_derivatives(&bodies[b], equations), n, false, C);
  return true;
}

// ---- vectors

static void add_products(const HomogeneousBody *body, const Rows *acceleration, const Expr *Q[])
{
  Rows force = times_inertia(acceleration, body);
  for (int a = 0; a < body->count; a++) {
    const Expr **entry = &Q[body->moved_by[a]];
    *entry = sum(*entry, trace(&force, &body->U[a]));
  }
}

static void set_zero(const Derivation *derivation, const Expr *entries[])
{
  for (int i = 0; i < derivation->equations->coordinate_count; i++)
    entries[i] = expr_integer(derivation->equations->pool, 0);
}

// sum_kp U_jkp qd_k qd_p and what the clock adds: P_j'' without accelerations.
static bool derive_bias(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const HomogeneousBody *bodies = bodies_of(derivation);
  const Expr **h = add_bias(derivation, key, "Coriolis and centrifugal terms");
  set_zero(derivation, h);
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    Rows second = rows_rate(rows_rate(bodies[b].P));
    without_accelerations(derivation->equations, second.at, ENTRIES);
    add_products(&bodies[b], &second, h);
  }
  return true;
}

// -[0 0 0 g]: falling freely costs nothing, so a body at rest accelerates upwards.
static Rows apparent_acceleration(const Derivation *derivation)
{
  Vec3 gravity = gravity_of(derivation);
  Rows result;
  for (int e = 0; e < ENTRIES; e++)
    result.at[e] = e % WIDTH == 3 ? negative(gravity.at[e / WIDTH]) : integer(gravity.at[0], 0);
  return result;
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const HomogeneousBody *bodies = bodies_of(derivation);
  const Expr **G = add_gravity(derivation, key);
  set_zero(derivation, G);
  Rows upwards = apparent_acceleration(derivation);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    add_products(&bodies[b], &upwards, G);
  return true;
}

static bool derive_tau(Derivation *derivation, const char *key, Text *why)
{
  const Expr **outer = outer_forces(derivation, why);
  if (!outer) return false;
  const HomogeneousBody *bodies = bodies_of(derivation);
  const Expr **tau = add_tau(derivation, key);
  for (int i = 0; i < derivation->equations->coordinate_count; i++)
    tau[i] = outer[i];
  Rows upwards = apparent_acceleration(derivation);
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    Rows second = rows_rate(rows_rate(bodies[b].P));
    for (int e = 0; e < ENTRIES; e++)
      second.at[e] = sum(second.at[e], upwards.at[e]);
    add_products(&bodies[b], &second, tau);
  }
  return true;
}

const Recipe UICKER_RECIPES[] = {
  { "T", derive_kinetic },
  { "V", derive_potential },
  { "L", derive_lagrangian },
  { "T:", derive_of_body },
  { "V:", derive_of_body },
  { "M", derive_mass_matrix },
  { "C", derive_coriolis },
  { "h", derive_bias },
  { "G", derive_gravity },
  { "tau", derive_tau },
  { NULL, NULL },
};
