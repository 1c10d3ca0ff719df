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
#include "formulation/derived/factors.h"
#include "formulation/derived/forward.h"
#include "formulation/methods/kane.h"
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
static void shorten_where_it_pays(const Derivation *derivation, Matrix a)
{
  enum { LONG = 3000 };  // nodes
  int as_built = derivation->kane_speeds->is_constrained ? count_nodes(a) : 0;
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

bool derive_partial_velocities(Derivation *derivation, const char *key, Text *why)
{
  Matrix Jh = derivation_matrix(derivation, "Jh", why);
  const KaneSpeeds *speeds = Jh.at ? kane_speeds(derivation, why) : NULL;
  if (!speeds) return false;
  Matrix J = matrix_mul(Jh, speeds->Jnh);
  if (speeds->is_constrained || derivation->mechanism->speed_count > 0) kane_shorten(J);
  equations_put(derivation->equations, (Quantity){ .key = key }, J);
  return true;
}

// d/dt of entries of coordinates and time, rates by speeds.
static Matrix rate_of(const Derivation *derivation, Matrix a)
{
  Matrix rate = matrix_copy(a);
  int count = a.rows * a.columns;
  expr_time_derivatives(a.at, count, rate.at);
  kane_reduce(derivation, derivation->kane_speeds, rate.at, count);
  return rate;
}

bool derive_partial_velocity_rates(Derivation *derivation, const char *key, Text *why)
{
  Matrix J = derivation_matrix(derivation, "J", why);
  if (!J.at) return false;
  equations_put(derivation->equations, (Quantity){ .key = key }, rate_of(derivation, J));
  return true;
}

// ---- D, C and tauk

// J_nh^T Ma X: torques that are proportional to accelerations.
static Matrix inertia_of_torques(const KaneSpeeds *speeds, Matrix Ma, Matrix X)
{
  return matrix_mul_transposed(speeds->Jnh, matrix_mul(Ma, X));
}

bool derive_speed_inertia(Derivation *derivation, const char *key, Text *why)
{
  Matrix J = derivation_matrix(derivation, "J", why);
  Matrix Ma = J.at ? derivation_matrix(derivation, "Ma", why) : J;
  if (!Ma.at) return false;
  const KaneSpeeds *speeds = derivation->kane_speeds;
  Matrix D = inertia_of_torques(speeds, Ma, speeds->Jnh);
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    KaneBody body = kane_body(derivation, b);
    for (int k = 0; k < J.columns; k++) {
      Twist x = kane_column(J, b, k);
      if (!twist_is_zero(x)) kane_add_projection(J, b, kane_momentum(&body, x), D, k);
    }
  }
  shorten_where_it_pays(derivation, D);
  equations_put(derivation->equations, (Quantity){ .key = key }, D);
  return true;
}

// The body with its velocity by speeds.
static KaneBody reduced_body(Derivation *derivation, const KaneSpeeds *speeds, int b)
{
  KaneBody body = kane_body(derivation, b);
  kane_reduce(derivation, speeds, body.velocity.v.at, 3);
  kane_reduce(derivation, speeds, body.velocity.w.at, 3);
  return body;
}

bool derive_speed_coriolis(Derivation *derivation, const char *key, Text *why)
{
  Matrix rate = derivation_matrix(derivation, "Jdot", why);
  Matrix Ma = rate.at ? derivation_matrix(derivation, "Ma", why) : rate;
  if (!Ma.at) return false;
  Matrix J = derivation_require_matrix(derivation, "J");
  const KaneSpeeds *speeds = derivation->kane_speeds;
  Matrix C = inertia_of_torques(speeds, Ma, rate_of(derivation, speeds->Jnh));
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    KaneBody body = reduced_body(derivation, speeds, b);
    for (int k = 0; k < J.columns; k++) {
      Twist x = kane_column(J, b, k);
      if (twist_is_zero(x)) continue;
      Twist force = kane_inertia_force(&body, x, kane_column(rate, b, k));
      kane_add_projection(J, b, force, C, k);
    }
  }
  shorten_where_it_pays(derivation, C);
  equations_put(derivation->equations,
                (Quantity){ .key = key,
                            .function = "speed_coriolis_matrix",
                            .title = "Coriolis and centrifugal matrix over the speeds, J^T (M J' + "
                                     "W M J)" },
                C);
  return true;
}

// The part of a body's velocity that is there when all speeds are zero, v_0.
static Twist velocity_without_speeds(Derivation *derivation, const KaneSpeeds *speeds,
                                     Twist velocity)
{
  Matrix rates = kane_rate_symbols(derivation), drift = speeds->drift;
  expr_substitute_all(velocity.v.at, 3, rates.at, drift.at, rates.rows, velocity.v.at);
  expr_substitute_all(velocity.w.at, 3, rates.at, drift.at, rates.rows, velocity.w.at);
  return velocity;
}

// -(M v_0' + W M v_0)
static Twist clock_force(Derivation *derivation, const KaneSpeeds *speeds, int b)
{
  Twist v0 = velocity_without_speeds(derivation, speeds, kane_body(derivation, b).velocity);
  Twist rate = twist_rate(v0);
  kane_reduce(derivation, speeds, rate.v.at, 3);
  kane_reduce(derivation, speeds, rate.w.at, 3);
  KaneBody body = reduced_body(derivation, speeds, b);
  return twist_neg(kane_inertia_force(&body, v0, rate));
}

// Jnh^T (Qe + Qu - Ma d'); its `at` is NULL where that is not possible.
static Matrix forces_on_coordinates(Derivation *derivation, const KaneSpeeds *speeds, Text *why)
{
  Matrix Qe = derivation_matrix(derivation, "Qe", why);
  Matrix Qu = Qe.at ? derivation_matrix(derivation, "Qu", why) : Qe;
  Matrix Ma = Qu.at ? derivation_matrix(derivation, "Ma", why) : Qu;
  if (!Ma.at) return Ma;
  Matrix acting = matrix_add(Qe, Qu);
  kane_reduce(derivation, speeds, acting.at, acting.rows);
  Matrix power = matrix_mul_transposed(speeds->Jnh, acting);
  Matrix carried = inertia_of_torques(speeds, Ma, rate_of(derivation, speeds->drift));
  return matrix_sub(power, carried);
}

bool derive_active_forces(Derivation *derivation, const char *key, Text *why)
{
  Matrix J = derivation_matrix(derivation, "J", why);
  if (!J.at) return false;
  const KaneSpeeds *speeds = derivation->kane_speeds;
  Matrix tauk = forces_on_coordinates(derivation, speeds, why);
  if (!tauk.at) return false;
  bool is_moved = !matrix_is_zero(speeds->drift);
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    Twist force = clock_force(derivation, speeds, b);
    is_moved = is_moved || !twist_is_zero(force);
    kane_add_projection(J, b, twist_add(kane_weight(derivation, b), force), tauk, 0);
  }
  shorten_where_it_pays(derivation, tauk);
  equations_put(derivation->equations,
                (Quantity){ .key = key,
                            .title = is_moved ? "generalised forces over the speeds, J^T (omega_a "
                                                "- M v_0' - W M v_0), v_0 moved by time"
                                              : NULL },
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
static Pivot *pivots_of(Derivation *derivation, const KaneSpeeds *speeds, Matrix D,
                        SymmetricFactors *factors, Text *why)
{
  int m = speeds->count;
  Naming naming = is_long(D)
                      ? derivation_names(derivation, "s", m, SYSTEM_OF_INERTIA, speeds->names, NULL)
                      : (Naming){ 0 };
  int singular = factors_of(D, NULL, naming, factors);
  if (singular >= 0) {
    explain_no_inertia_of(speeds, singular, is_zero(matrix_get(D, singular, singular)), why);
    return NULL;
  }
  Pivot *pivots = ARENA_ARRAY(derivation->equations->arena, Pivot, m);
  for (int k = 0; k < m; k++) {
    int speed = factors->order[m - 1 - k];
    pivots[k] = (Pivot){ .value = sure_pivot(D, factors, m - 1 - k),
                         .coordinate = coordinate_of_speed(speeds, speed) };
  }
  return pivots;
}

// C alpha without C: J^T (M J' alpha + W M J alpha) + J_nh^T Ma J_nh' alpha.
static Matrix forces_of_velocity(Derivation *derivation, const KaneSpeeds *speeds, Matrix Ma,
                                 Matrix alpha)
{
  Matrix J = derivation_require_matrix(derivation, "J"),
         Jdot = derivation_require_matrix(derivation, "Jdot");
  Matrix velocity = matrix_mul(J, alpha);
  Matrix rate = matrix_mul(Jdot, alpha);
  Matrix Jnh_rate = rate_of(derivation, speeds->Jnh);
  Matrix forces = inertia_of_torques(speeds, Ma, matrix_mul(Jnh_rate, alpha));
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    KaneBody body = reduced_body(derivation, speeds, b);
    Twist force = kane_inertia_force(&body, kane_column(velocity, b, 0), kane_column(rate, b, 0));
    kane_add_projection(J, b, force, forces, 0);
  }
  shorten_where_it_pays(derivation, forces);
  return forces;
}

// C alpha, out of the matrix or, where that has less to compute, without it: of few bodies
// the one, of many the other.
static Matrix coriolis_forces(Derivation *derivation, const KaneSpeeds *speeds, Matrix C)
{
  Matrix alpha = derivation_column(derivation, speeds->alpha, speeds->count);
  Matrix by_matrix = matrix_mul(C, alpha);
  if (speeds->count == 1) return by_matrix;
  Matrix Ma = derivation_require_matrix(derivation, "Ma");
  Matrix by_velocity = forces_of_velocity(derivation, speeds, Ma, alpha);
  bool is_shorter = count_nodes(by_velocity) < count_nodes(by_matrix);
  return is_shorter ? by_velocity : by_matrix;
}

// D alpha' = tauk - C alpha
bool derive_speed_accelerations(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  if (forward_refuses_drives(derivation, why)) return false;
  Matrix D = derivation_matrix(derivation, "D", why);
  Matrix C = D.at ? derivation_matrix(derivation, "C", why) : D;
  Matrix tauk = C.at ? derivation_matrix(derivation, "tauk", why) : C;
  if (!tauk.at) return false;
  const KaneSpeeds *speeds = derivation->kane_speeds;
  int m = speeds->count;
  SymmetricFactors factors;
  Pivot *pivots = pivots_of(derivation, speeds, D, &factors, why);
  if (!pivots) return false;
  const char **names = ARENA_ARRAY(equations->arena, const char *, m);
  for (int i = 0; i < m; i++)
    names[i] = arena_format(equations->arena, "%s'", speeds->names[i]);
  Matrix alphad = matrix_sub(tauk, coriolis_forces(derivation, speeds, C));
  factors_solve(&factors, alphad);
  equations_put(equations,
                (Quantity){ .key = key, .labels = names, .pivots = pivots, .pivot_count = m },
                alphad);
  return true;
}
