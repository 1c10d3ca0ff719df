// kane_speeds.c -- Kane's equations over generalised speeds, also of systems under constraints.
//
//   v = J_h qd + v_t,   qd = J_nh alpha + d (kane_rates.c),   v = J alpha + v_0
//   J = J_h J_nh,   v_0 = v_t + J_h d
//   D = J^T M J,   C = J^T (M J' + W M J),   tauk = J^T (omega_a - M v_0' - W M v_0)
//   D alpha' + C alpha = tauk
//
// omega_c, what joints and constraints transmit, does no work on J and is gone. omega_a holds
// gravity and what acts; torques on coordinates join by their power. Torques that are proportional
// to accelerations belong to D and C. v_t is what moves by the clock alone. Wherever a rate of a
// coordinate stands, in J', W and what acts, it is J_nh alpha + d: D, C and tauk are functions of
// coordinates, speeds and time, whatever rates a program is given outside the constraints.
//
// Reference: De Santis, sections 2 to 4, 8 and 9. His C is another factorisation than
// Christoffel's: C alpha is the same, D' - 2C need not be skew.
// SPDX-License-Identifier: MIT
#include "formulation/factors.h"
#include "formulation/forward.h"
#include "formulation/kane.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/steps.h"

// ---- quantities over the speeds

static const Expr **add_square(Scene *scene, const KaneSpeeds *speeds, const char *key,
                               const char *function, const char *title, bool is_symmetric)
{
  const Expr **entries =
      equations_add(scene->equations, (Quantity){ .key = key,
                                                  .function = function,
                                                  .title = title,
                                                  .unit = "",
                                                  .shape = QUANTITY_MATRIX,
                                                  .rows = speeds->count,
                                                  .columns = speeds->count,
                                                  .is_symmetric = is_symmetric });
  kane_set_zero(scene, entries, speeds->count * speeds->count);
  return entries;
}

static int count_nodes(const Expr *const entries[], int count)
{
  Steps steps = steps_of(entries, count);
  int nodes = steps.count;
  steps_free(&steps);
  return nodes;
}

// Quotients of rates make entries long. A form that is short to read may repeat what is done once
// as built: it is tried in a pool apart, and taken if a program gains.
static void shorten_where_it_pays(const Scene *scene, const Expr *const entries[], int count)
{
  if (!scene->kane_speeds->is_constrained) return;
  Pool *apart = pool_new(pool_seed(scene->equations->pool));
  const Expr **copies = ARENA_ARRAY(scene->equations->arena, const Expr *, count);
  for (int i = 0; i < count; i++)
    copies[i] = expr_copy(apart, entries[i]);
  int as_built = count_nodes(copies, count);
  entries_shorten(copies, count);
  bool is_shorter = count_nodes(copies, count) < as_built;
  pool_free(apart);
  if (is_shorter) entries_shorten(entries, count);
}

// ---- partial velocities

bool derive_partial_velocities(Scene *scene, const char *key, Text *why)
{
  int n = scene->equations->coordinate_count, rows = 6 * scene->mechanism->body_count;
  const Expr *const *Jh = scene_quantity(scene, "Jh", why);
  const KaneSpeeds *speeds = Jh ? kane_speeds(scene, why) : NULL;
  if (!speeds) return false;
  int m = speeds->count;
  const Expr **J =
      kane_add_stack(scene, key, "partial_velocities",
                     "partial velocities: velocities of the bodies by generalised speeds", m);
  kane_set_zero(scene, J, rows * m);
  for (int e = 0; e < rows * m; e++) {
    for (int k = 0; k < n; k++)
      J[e] = sum(J[e], product(Jh[e / m * n + k], speeds->Jnh[k * m + e % m]));
  }
  if (speeds->is_constrained || scene->mechanism->speed_count > 0) kane_shorten(J, rows * m);
  return true;
}

bool derive_partial_velocity_rates(Scene *scene, const char *key, Text *why)
{
  int rows = 6 * scene->mechanism->body_count;
  const Expr *const *J = scene_quantity(scene, "J", why);
  if (!J) return false;
  const KaneSpeeds *speeds = scene->kane_speeds;
  const Expr **rate = kane_add_stack(scene, key, "partial_velocity_rates",
                                     "time derivatives of the partial velocities", speeds->count);
  expr_time_derivatives(J, rows * speeds->count, rate);
  kane_reduce(scene, speeds, rate, rows * speeds->count);
  return true;
}

// ---- torques that are proportional to accelerations

// Adds Jnh^T Ma X to `out`; X has `columns` columns.
static void add_inertia_of_torques(const Scene *scene, const KaneSpeeds *speeds,
                                   const Expr *const Ma[], const Expr *const X[], int columns,
                                   const Expr *out[])
{
  int n = scene->equations->coordinate_count, m = speeds->count;
  for (int e = 0; e < m * columns; e++) {
    for (int k = 0; k < n * n; k++) {
      if (is_zero(Ma[k])) continue;
      const Expr *left = product(speeds->Jnh[k / n * m + e / columns], Ma[k]);
      out[e] = sum(out[e], product(left, X[k % n * columns + e % columns]));
    }
  }
}

// d/dt of entries of coordinates and time, rates by speeds.
static const Expr **rates_of(const Scene *scene, const KaneSpeeds *speeds,
                             const Expr *const entries[], int count)
{
  const Expr **rates = ARENA_ARRAY(scene->equations->arena, const Expr *, count);
  expr_time_derivatives(entries, count, rates);
  kane_reduce(scene, speeds, rates, count);
  return rates;
}

// ---- D, C and tauk

bool derive_speed_inertia(Scene *scene, const char *key, Text *why)
{
  const Expr *const *J = scene_quantity(scene, "J", why);
  const Expr *const *Ma = J ? scene_quantity(scene, "Ma", why) : NULL;
  if (!Ma) return false;
  const KaneSpeeds *speeds = scene->kane_speeds;
  int m = speeds->count;
  const Expr **D = add_square(scene, speeds, key, "speed_inertia",
                              "inertia matrix over the generalised speeds, J^T M J", true);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = kane_body(scene, b);
    for (int k = 0; k < m; k++) {
      Twist x = kane_column(J, m, b, k);
      if (!twist_is_zero(x)) kane_add_projection(J, m, b, kane_momentum(&body, x), D + k, m);
    }
  }
  add_inertia_of_torques(scene, speeds, Ma, speeds->Jnh, m, D);
  shorten_where_it_pays(scene, D, m * m);
  return true;
}

// The body with its velocity by speeds.
static KaneBody reduced_body(Scene *scene, const KaneSpeeds *speeds, int b)
{
  KaneBody body = kane_body(scene, b);
  kane_reduce(scene, speeds, body.velocity.v.at, 3);
  kane_reduce(scene, speeds, body.velocity.w.at, 3);
  return body;
}

bool derive_speed_coriolis(Scene *scene, const char *key, Text *why)
{
  const Expr *const *rate = scene_quantity(scene, "Jdot", why);
  const Expr *const *Ma = rate ? scene_quantity(scene, "Ma", why) : NULL;
  if (!Ma) return false;
  const Expr *const *J = scene_require(scene, "J");
  const KaneSpeeds *speeds = scene->kane_speeds;
  int n = scene->equations->coordinate_count, m = speeds->count;
  const Expr **C =
      add_square(scene, speeds, key, "speed_coriolis_matrix",
                 "Coriolis and centrifugal matrix over the speeds, J^T (M J' + W M J)", false);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = reduced_body(scene, speeds, b);
    for (int k = 0; k < m; k++) {
      Twist x = kane_column(J, m, b, k);
      if (twist_is_zero(x)) continue;
      Twist force = kane_inertia_force(&body, x, kane_column(rate, m, b, k));
      kane_add_projection(J, m, b, force, C + k, m);
    }
  }
  const Expr **Jnh_rate = rates_of(scene, speeds, speeds->Jnh, n * m);
  add_inertia_of_torques(scene, speeds, Ma, Jnh_rate, m, C);
  shorten_where_it_pays(scene, C, m * m);
  return true;
}

// The part of a body's velocity that is there when all speeds are zero, v_0.
static Twist velocity_without_speeds(Scene *scene, const KaneSpeeds *speeds, Twist velocity)
{
  const Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr **rates = kane_rate_symbols(equations);
  expr_substitute_all(velocity.v.at, 3, rates, speeds->drift, n, velocity.v.at);
  expr_substitute_all(velocity.w.at, 3, rates, speeds->drift, n, velocity.w.at);
  return velocity;
}

// -(M v_0' + W M v_0)
static Twist clock_force(Scene *scene, const KaneSpeeds *speeds, int b)
{
  Twist v0 = velocity_without_speeds(scene, speeds, kane_body(scene, b).velocity);
  Twist rate = twist_rate(v0);
  kane_reduce(scene, speeds, rate.v.at, 3);
  kane_reduce(scene, speeds, rate.w.at, 3);
  KaneBody body = reduced_body(scene, speeds, b);
  return twist_neg(kane_inertia_force(&body, v0, rate));
}

// Jnh^T (Qe + Qu - Ma d')
static bool add_forces_on_coordinates(Scene *scene, const KaneSpeeds *speeds, const Expr *tauk[],
                                      Text *why)
{
  int n = scene->equations->coordinate_count, m = speeds->count;
  const Expr *const *Qe = scene_quantity(scene, "Qe", why);
  const Expr *const *Qu = Qe ? scene_quantity(scene, "Qu", why) : NULL;
  const Expr *const *Ma = Qu ? scene_quantity(scene, "Ma", why) : NULL;
  if (!Ma) return false;
  const Expr **acting = ARENA_ARRAY(scene->equations->arena, const Expr *, n);
  for (int j = 0; j < n; j++)
    acting[j] = sum(Qe[j], Qu[j]);
  kane_reduce(scene, speeds, acting, n);
  for (int e = 0; e < n * m; e++) {
    const Expr *power = product(speeds->Jnh[e % n * m + e / n], acting[e % n]);
    tauk[e / n] = sum(tauk[e / n], power);
  }
  const Expr **drift_rate = rates_of(scene, speeds, speeds->drift, n);
  for (int j = 0; j < n; j++)
    drift_rate[j] = negative(drift_rate[j]);
  add_inertia_of_torques(scene, speeds, Ma, drift_rate, 1, tauk);
  return true;
}

bool derive_active_forces(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  const Expr *const *J = scene_quantity(scene, "J", why);
  if (!J) return false;
  const KaneSpeeds *speeds = scene->kane_speeds;
  int m = speeds->count;
  const Expr **sums = ARENA_ARRAY(equations->arena, const Expr *, m);
  kane_set_zero(scene, sums, m);
  bool is_moved = !entries_are_zero(speeds->drift, scene->equations->coordinate_count);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    Twist force = clock_force(scene, speeds, b);
    is_moved = is_moved || !twist_is_zero(force);
    kane_add_projection(J, m, b, twist_add(kane_weight(scene, b), force), sums, 1);
  }
  if (!add_forces_on_coordinates(scene, speeds, sums, why)) return false;
  const Expr **tauk = equations_add(
      equations, (Quantity){ .key = key,
                             .function = "active_forces",
                             .title = is_moved ? "generalised forces over the speeds, J^T (omega_a "
                                                 "- M v_0' - W M v_0), v_0 moved by time"
                                               : "generalised forces over the speeds, J^T omega_a",
                             .unit = "",
                             .shape = QUANTITY_VECTOR,
                             .rows = m,
                             .columns = 1 });
  for (int i = 0; i < m; i++)
    tauk[i] = sums[i];
  shorten_where_it_pays(scene, tauk, m);
  return true;
}

// ---- accelerations

static void explain_no_inertia_of(const KaneSpeeds *speeds, int speed, bool is_diagonal, Text *why)
{
  const char *name = speeds->names[speed];
  if (is_diagonal) {
    text_format(why, "no inertia moves with the generalised speed %s", name);
  } else {
    text_format(why, "the generalised speed %s and others can move without moving any inertia",
                name);
  }
  text_put(why, ": there are no accelerations; give what it moves a mass or an inertia, also that "
                "of a motor ('torque ... = -J*q''')");
}

// The coordinate by whose name a pivot goes: the first that the speed moves.
static int coordinate_of_speed(const Scene *scene, const KaneSpeeds *speeds, int speed)
{
  int n = scene->equations->coordinate_count, first = 0;
  while (first < n - 1 && is_zero(speeds->Jnh[first * speeds->count + speed]))
    first++;
  return first;
}

// Then factors get names of their own: what is short reads better without.
static bool is_long(const Expr *const entries[], int count)
{
  enum { LONG = 100 };
  for (int i = 0; i < count; i++) {
    if (entries[i]->form->cost > LONG) return true;
  }
  return false;
}

// Pivots of D, or NULL with a sentence.
static Pivot *pivots_of(Scene *scene, const KaneSpeeds *speeds, const Expr *const D[],
                        SymmetricFactors *factors, Text *why)
{
  int m = speeds->count;
  int singular = factors_of(scene, D, m, NULL, is_long(D, m * m) ? "s" : NULL, factors);
  if (singular >= 0) {
    explain_no_inertia_of(speeds, singular, is_zero(D[singular * m + singular]), why);
    return NULL;
  }
  Pivot *pivots = ARENA_ARRAY(scene->equations->arena, Pivot, m);
  for (int k = 0; k < m; k++) {
    int speed = factors->order[m - 1 - k];
    pivots[k] = (Pivot){ .value = factors->pivot[m - 1 - k],
                         .coordinate = coordinate_of_speed(scene, speeds, speed) };
  }
  return pivots;
}

// D alpha' = tauk - C alpha
bool derive_speed_accelerations(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  if (forward_refuses_drives(scene, why)) return false;
  const Expr *const *D = scene_quantity(scene, "D", why);
  const Expr *const *C = D ? scene_quantity(scene, "C", why) : NULL;
  const Expr *const *tauk = C ? scene_quantity(scene, "tauk", why) : NULL;
  if (!tauk) return false;
  const KaneSpeeds *speeds = scene->kane_speeds;
  int m = speeds->count;
  SymmetricFactors factors;
  Pivot *pivots = pivots_of(scene, speeds, D, &factors, why);
  if (!pivots) return false;
  const char **names = ARENA_ARRAY(equations->arena, const char *, m);
  for (int i = 0; i < m; i++)
    names[i] = arena_format(equations->arena, "%s'", speeds->names[i]);
  const Expr **alphad =
      equations_add(equations, (Quantity){ .key = key,
                                           .function = "speed_accelerations",
                                           .title = "rates of the generalised speeds: D alpha' + C "
                                                    "alpha = tauk",
                                           .unit = "",
                                           .shape = QUANTITY_VECTOR,
                                           .rows = m,
                                           .columns = 1,
                                           .labels = names,
                                           .pivots = pivots,
                                           .pivot_count = m });
  for (int i = 0; i < m; i++) {
    alphad[i] = tauk[i];
    for (int j = 0; j < m; j++)
      alphad[i] = difference(alphad[i], product(C[i * m + j], speeds->alpha[j]));
  }
  factors_solve(&factors, alphad, 1, alphad);
  return true;
}
