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

static int count_nodes(Matrix a)
{
  Steps steps = steps_of(a.at, a.rows * a.columns);
  int nodes = steps.count;
  steps_free(&steps);
  return nodes;
}

// Quotients of rates make entries long. A form that is short to read may repeat what is done once
// as built: it is tried in a pool apart, and taken if a program gains. Long entries stay as they
// are: nobody reads them, and to look for another form takes longer than to derive them.
static void shorten_where_it_pays(const Scene *scene, Matrix a)
{
  enum { LONG = 3000 };  // nodes
  int as_built = scene->kane_speeds->is_constrained ? count_nodes(a) : 0;
  if (as_built == 0 || as_built > LONG) return;
  Pool *apart = pool_new(pool_seed(a.pool));
  Matrix copy = matrix_copy(a);
  for (int e = 0; e < a.rows * a.columns; e++)
    copy.at[e] = expr_copy(apart, a.at[e]);
  as_built = count_nodes(copy);
  entries_shorten(copy.at, a.rows * a.columns);
  bool is_shorter = count_nodes(copy) < as_built;
  pool_free(apart);
  if (is_shorter) entries_shorten(a.at, a.rows * a.columns);
}

// ---- partial velocities

bool derive_partial_velocities(Scene *scene, const char *key, Text *why)
{
  Matrix Jh = scene_matrix(scene, "Jh", why);
  const KaneSpeeds *speeds = Jh.at ? kane_speeds(scene, why) : NULL;
  if (!speeds) return false;
  Matrix J = matrix_mul(Jh, speeds->Jnh);
  if (speeds->is_constrained || scene->mechanism->speed_count > 0) kane_shorten(J);
  equations_put(scene->equations,
                (Quantity){ .key = key,
                            .function = "partial_velocities",
                            .title = "partial velocities: velocities of the bodies by generalised "
                                     "speeds",
                            .unit = "",
                            .shape = QUANTITY_MATRIX },
                J);
  return true;
}

// d/dt of entries of coordinates and time, rates by speeds.
static Matrix rate_of(const Scene *scene, Matrix a)
{
  Matrix rate = matrix_copy(a);
  int count = a.rows * a.columns;
  expr_time_derivatives(a.at, count, rate.at);
  kane_reduce(scene, scene->kane_speeds, rate.at, count);
  return rate;
}

bool derive_partial_velocity_rates(Scene *scene, const char *key, Text *why)
{
  Matrix J = scene_matrix(scene, "J", why);
  if (!J.at) return false;
  equations_put(scene->equations,
                (Quantity){ .key = key,
                            .function = "partial_velocity_rates",
                            .title = "time derivatives of the partial velocities",
                            .unit = "",
                            .shape = QUANTITY_MATRIX },
                rate_of(scene, J));
  return true;
}

// ---- D, C and tauk

// J_nh^T Ma X: torques that are proportional to accelerations.
static Matrix inertia_of_torques(const KaneSpeeds *speeds, Matrix Ma, Matrix X)
{
  return matrix_mul_transposed(speeds->Jnh, matrix_mul(Ma, X));
}

bool derive_speed_inertia(Scene *scene, const char *key, Text *why)
{
  Matrix J = scene_matrix(scene, "J", why);
  Matrix Ma = J.at ? scene_matrix(scene, "Ma", why) : J;
  if (!Ma.at) return false;
  const KaneSpeeds *speeds = scene->kane_speeds;
  Matrix D = inertia_of_torques(speeds, Ma, speeds->Jnh);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = kane_body(scene, b);
    for (int k = 0; k < J.columns; k++) {
      Twist x = kane_column(J, b, k);
      if (!twist_is_zero(x)) kane_add_projection(J, b, kane_momentum(&body, x), D, k);
    }
  }
  shorten_where_it_pays(scene, D);
  equations_put(scene->equations,
                (Quantity){ .key = key,
                            .function = "speed_inertia",
                            .title = "inertia matrix over the generalised speeds, J^T M J",
                            .unit = "",
                            .shape = QUANTITY_MATRIX,
                            .is_symmetric = true },
                D);
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
  Matrix rate = scene_matrix(scene, "Jdot", why);
  Matrix Ma = rate.at ? scene_matrix(scene, "Ma", why) : rate;
  if (!Ma.at) return false;
  Matrix J = scene_require_matrix(scene, "J");
  const KaneSpeeds *speeds = scene->kane_speeds;
  Matrix C = inertia_of_torques(speeds, Ma, rate_of(scene, speeds->Jnh));
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = reduced_body(scene, speeds, b);
    for (int k = 0; k < J.columns; k++) {
      Twist x = kane_column(J, b, k);
      if (twist_is_zero(x)) continue;
      Twist force = kane_inertia_force(&body, x, kane_column(rate, b, k));
      kane_add_projection(J, b, force, C, k);
    }
  }
  shorten_where_it_pays(scene, C);
  equations_put(scene->equations,
                (Quantity){ .key = key,
                            .function = "speed_coriolis_matrix",
                            .title = "Coriolis and centrifugal matrix over the speeds, J^T (M J' + "
                                     "W M J)",
                            .unit = "",
                            .shape = QUANTITY_MATRIX },
                C);
  return true;
}

// The part of a body's velocity that is there when all speeds are zero, v_0.
static Twist velocity_without_speeds(Scene *scene, const KaneSpeeds *speeds, Twist velocity)
{
  Matrix rates = kane_rate_symbols(scene), drift = speeds->drift;
  expr_substitute_all(velocity.v.at, 3, rates.at, drift.at, rates.rows, velocity.v.at);
  expr_substitute_all(velocity.w.at, 3, rates.at, drift.at, rates.rows, velocity.w.at);
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

// Jnh^T (Qe + Qu - Ma d'); its `at` is NULL where that is not possible.
static Matrix forces_on_coordinates(Scene *scene, const KaneSpeeds *speeds, Text *why)
{
  Matrix Qe = scene_matrix(scene, "Qe", why);
  Matrix Qu = Qe.at ? scene_matrix(scene, "Qu", why) : Qe;
  Matrix Ma = Qu.at ? scene_matrix(scene, "Ma", why) : Qu;
  if (!Ma.at) return Ma;
  Matrix acting = matrix_add(Qe, Qu);
  kane_reduce(scene, speeds, acting.at, acting.rows);
  Matrix power = matrix_mul_transposed(speeds->Jnh, acting);
  Matrix carried = inertia_of_torques(speeds, Ma, rate_of(scene, speeds->drift));
  return matrix_sub(power, carried);
}

bool derive_active_forces(Scene *scene, const char *key, Text *why)
{
  Matrix J = scene_matrix(scene, "J", why);
  if (!J.at) return false;
  const KaneSpeeds *speeds = scene->kane_speeds;
  Matrix tauk = forces_on_coordinates(scene, speeds, why);
  if (!tauk.at) return false;
  bool is_moved = !matrix_is_zero(speeds->drift);
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    Twist force = clock_force(scene, speeds, b);
    is_moved = is_moved || !twist_is_zero(force);
    kane_add_projection(J, b, twist_add(kane_weight(scene, b), force), tauk, 0);
  }
  shorten_where_it_pays(scene, tauk);
  equations_put(scene->equations,
                (Quantity){ .key = key,
                            .function = "active_forces",
                            .title = is_moved ? "generalised forces over the speeds, J^T (omega_a "
                                                "- M v_0' - W M v_0), v_0 moved by time"
                                              : "generalised forces over the speeds, J^T omega_a",
                            .unit = "",
                            .shape = QUANTITY_VECTOR },
                tauk);
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
static int coordinate_of_speed(const KaneSpeeds *speeds, int speed)
{
  int first = 0;
  while (first < speeds->Jnh.rows - 1 && is_zero(matrix_get(speeds->Jnh, first, speed)))
    first++;
  return first;
}

// Then factors get names of their own: what is short reads better without.
static bool is_long(Matrix a)
{
  enum { LONG = 100 };
  for (int e = 0; e < a.rows * a.columns; e++) {
    if (a.at[e]->form->cost > LONG) return true;
  }
  return false;
}

// Pivots of D, or NULL with a sentence.
static Pivot *pivots_of(Scene *scene, const KaneSpeeds *speeds, Matrix D, SymmetricFactors *factors,
                        Text *why)
{
  int m = speeds->count;
  Naming naming = is_long(D) ? scene_names(scene, "s", m, SYSTEM_OF_INERTIA, speeds->names, NULL)
                             : (Naming){ 0 };
  int singular = factors_of(D, NULL, naming, factors);
  if (singular >= 0) {
    explain_no_inertia_of(speeds, singular, is_zero(matrix_get(D, singular, singular)), why);
    return NULL;
  }
  Pivot *pivots = ARENA_ARRAY(scene->equations->arena, Pivot, m);
  for (int k = 0; k < m; k++) {
    int speed = factors->order[m - 1 - k];
    pivots[k] = (Pivot){ .value = factors->pivot[m - 1 - k],
                         .coordinate = coordinate_of_speed(speeds, speed) };
  }
  return pivots;
}

// C alpha without C: J^T (M J' alpha + W M J alpha) + J_nh^T Ma J_nh' alpha.
static Matrix forces_of_velocity(Scene *scene, const KaneSpeeds *speeds, Matrix Ma, Matrix alpha)
{
  Matrix J = scene_require_matrix(scene, "J"), Jdot = scene_require_matrix(scene, "Jdot");
  Matrix velocity = matrix_mul(J, alpha);
  Matrix rate = matrix_mul(Jdot, alpha);
  Matrix Jnh_rate = rate_of(scene, speeds->Jnh);
  Matrix forces = inertia_of_torques(speeds, Ma, matrix_mul(Jnh_rate, alpha));
  for (int b = 0; b < scene->mechanism->body_count; b++) {
    KaneBody body = reduced_body(scene, speeds, b);
    Twist force = kane_inertia_force(&body, kane_column(velocity, b, 0), kane_column(rate, b, 0));
    kane_add_projection(J, b, force, forces, 0);
  }
  shorten_where_it_pays(scene, forces);
  return forces;
}

// C alpha, out of the matrix or, where that has less to compute, without it: of few bodies
// the one, of many the other.
static Matrix coriolis_forces(Scene *scene, const KaneSpeeds *speeds, Matrix C)
{
  Matrix alpha = scene_column(scene, speeds->alpha, speeds->count);
  Matrix by_matrix = matrix_mul(C, alpha);
  if (speeds->count == 1) return by_matrix;
  Matrix Ma = scene_require_matrix(scene, "Ma");
  Matrix by_velocity = forces_of_velocity(scene, speeds, Ma, alpha);
  bool is_shorter = count_nodes(by_velocity) < count_nodes(by_matrix);
  return is_shorter ? by_velocity : by_matrix;
}

// D alpha' = tauk - C alpha
bool derive_speed_accelerations(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  if (forward_refuses_drives(scene, why)) return false;
  Matrix D = scene_matrix(scene, "D", why);
  Matrix C = D.at ? scene_matrix(scene, "C", why) : D;
  Matrix tauk = C.at ? scene_matrix(scene, "tauk", why) : C;
  if (!tauk.at) return false;
  const KaneSpeeds *speeds = scene->kane_speeds;
  int m = speeds->count;
  SymmetricFactors factors;
  Pivot *pivots = pivots_of(scene, speeds, D, &factors, why);
  if (!pivots) return false;
  const char **names = ARENA_ARRAY(equations->arena, const char *, m);
  for (int i = 0; i < m; i++)
    names[i] = arena_format(equations->arena, "%s'", speeds->names[i]);
  Matrix alphad = matrix_sub(tauk, coriolis_forces(scene, speeds, C));
  factors_solve(&factors, alphad);
  equations_put(equations,
                (Quantity){ .key = key,
                            .function = "speed_accelerations",
                            .title = "rates of the generalised speeds: D alpha' + C alpha = tauk",
                            .unit = "",
                            .shape = QUANTITY_VECTOR,
                            .labels = names,
                            .pivots = pivots,
                            .pivot_count = m },
                alphad);
  return true;
}
