// kane.c -- Kane's equations in De Santis's notation.
//
// The velocities of all bodies, each (v_C, w) in the body's axes, are stacked in one vector v of 6N
// entries; M is block-diagonal with the masses and inertias of the bodies, W contains the matrices
// of the vector product with w. Every body satisfies  M v' + W M v = omega_a + omega_c, where
// omega_a are the applied forces and omega_c those transmitted by joints and constraints, and
//
//   v = J_h qd + v_t,   qd = J_nh alpha + d (kane_rates.c),   v = J alpha + v_0
//   J = J_h J_nh,   v_0 = v_t + J_h d
//   D = J^T M J,   C = J^T (M J' + W M J),   tauk = J^T (omega_a - M v_0' - W M v_0)
//   D alpha' + C alpha = tauk
//
// omega_c does no work on J and is eliminated. omega_a contains gravity and the applied forces;
// torques on coordinates are included by their power. Torques proportional to accelerations belong
// to D and C. v_t is the velocity due to time alone. In J', W and the applied forces, every rate of
// a coordinate is replaced by J_nh alpha + d: D, C and tauk are functions of coordinates, speeds
// and time, independent of rates passed to a program that violate the constraints.
//
// Over the rates of the coordinates the same sums yield the quantities of all methods:
//   M = J_h^T M J_h,   h = J_h^T (M v' + W M v) without accelerations,   G = - J_h^T omega_gravity,
//   tau = J_h^T (M v' + W M v - omega_gravity) - Qe
//
// Reference: Kane and Levinson 1985; De Santis, sections 2 to 4, 8 and 9. His C is another
// factorisation than the Christoffel matrix: C alpha is the same, D' - 2C need not be skew.
// SPDX-License-Identifier: MIT
#include "formulation/methods/kane.h"

#include "formulation/derived/factors.h"
#include "formulation/derived/forward.h"
#include "formulation/forces.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"

// ---- bodies

// Velocity of the centre of mass and angular velocity, and inertia about the centre of mass, all in
// the axes of the body's frame.
typedef struct KaneBody {
  const Expr *mass;
  Mat3 inertia;
  Twist velocity;
} KaneBody;

static KaneBody kane_body(Derivation *derivation, int b)
{
  Pool *pool = derivation->equations->pool;
  derivation_speeds(derivation);  // must be named before expressions are built from them
  const Body *body = &derivation->mechanism->bodies[b];
  const FrameMotion *frame = &derivation_motions(derivation)[body->frame];
  return (KaneBody){
    .mass = expr_copy(pool, body->mass),
    .inertia = mat3_copy(pool, body->inertia_F),
    .velocity = { .v = point_velocity_F(frame, vec3_copy(pool, body->com_F)), .w = frame->w_F },
  };
}

// M_b x
static Twist kane_momentum(const KaneBody *body, Twist x)
{
  return (Twist){ .v = vec3_scale(body->mass, x.v), .w = mat3_mul_vec(body->inertia, x.w) };
}

// M_b x' + W_b M_b x: force and moment about the centre of mass, in the body's axes.
static Twist kane_inertia_force(const KaneBody *body, Twist x, Twist x_rate)
{
  Vec3 w = body->velocity.w;
  Twist carried = kane_momentum(body, x);
  Twist turned = { .v = vec3_cross(w, carried.v), .w = vec3_cross(w, carried.w) };
  return twist_add(kane_momentum(body, x_rate), turned);
}

static Twist kane_weight(Derivation *derivation, int b)
{
  Pool *pool = derivation->equations->pool;
  const Body *body = &derivation->mechanism->bodies[b];
  Mat3 R_GF = derivation_motions(derivation)[body->frame].pose.R;
  Vec3 gravity = mat3_mul_vec_transposed(R_GF, vec3_copy(pool, derivation->mechanism->gravity));
  return (Twist){ .v = vec3_scale(expr_copy(pool, body->mass), gravity), .w = vec3_zero(pool) };
}

// ---- stacks of twists, six rows for each body

// Adds J_b^T f to a column of `out`.
static void add_projection(Matrix J, int b, Twist f, Matrix out, int column)
{
  for (int i = 0; i < J.columns; i++) {
    Twist x = twist_of_column(J, 6 * b, i);
    if (twist_is_zero(x)) continue;
    matrix_set(out, i, column, sum(matrix_get(out, i, column), twist_dot(x, f)));
  }
}

// Adds J^T M J.
static void add_inertia(Derivation *derivation, Matrix J, Matrix out)
{
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    KaneBody body = kane_body(derivation, b);
    for (int k = 0; k < J.columns; k++) {
      Twist x = twist_of_column(J, 6 * b, k);
      if (!twist_is_zero(x)) add_projection(J, b, kane_momentum(&body, x), out, k);
    }
  }
}

// ---- quantities over the rates of the coordinates

static bool derive_Jh(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Matrix v = derivation_zeros(derivation, 6 * derivation->mechanism->body_count, 1);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    twist_put(kane_body(derivation, b).velocity, v, 6 * b, 0);
  return derivation_put(derivation, key, matrix_jacobian(v, speed_column(derivation)));
}

static bool derive_kinetic(Derivation *derivation, const char *key, Text *why)
{
  const Expr *T = energy_of_added_inertia(derivation, why);
  if (!T) return false;
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    KaneBody body = kane_body(derivation, b);
    T = sum(T, half(twist_dot(body.velocity, kane_momentum(&body, body.velocity))));
  }
  return derivation_put_number(derivation, key, T);
}

static bool derive_mass_matrix(Derivation *derivation, const char *key, Text *why)
{
  Matrix Ma = derivation_matrix(derivation, "Ma", why);
  if (!Ma.at) return false;
  Matrix M = matrix_copy(Ma);
  add_inertia(derivation, derivation_require_matrix(derivation, "Jh"), M);
  return derivation_put(derivation, key, M);
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
    add_projection(Jh, b, kane_inertia_force(&body, body.velocity, rate), h, 0);
  }
  return put_bias(derivation, key, "Coriolis and centrifugal terms", h);
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Matrix Jh = derivation_require_matrix(derivation, "Jh"),
         weight = derivation_zeros(derivation, Jh.columns, 1);
  for (int b = 0; b < derivation->mechanism->body_count; b++)
    add_projection(Jh, b, kane_weight(derivation, b), weight, 0);
  return put_gravity(derivation, key, matrix_neg(weight));
}

static bool derive_tau(Derivation *derivation, const char *key, Text *why)
{
  Matrix tau = outer_forces(derivation, why);
  if (!tau.at) return false;
  Matrix Jh = derivation_require_matrix(derivation, "Jh");
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    KaneBody body = kane_body(derivation, b);
    Twist rate = twist_rate(body.velocity);
    Twist force = kane_inertia_force(&body, body.velocity, rate);
    add_projection(Jh, b, twist_sub(force, kane_weight(derivation, b)), tau, 0);
  }
  return put_tau(derivation, key, tau);
}

// ---- rates by speeds

static bool derive_rates_by_speeds(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const KaneSpeeds *speeds = kane_speeds(derivation, why);
  if (!speeds) return false;
  equations_put(equations,
                (Quantity){ .key = key,
                            .row_labels = kane_rate_names(equations),
                            .column_labels = speeds->names },
                speeds->Jnh);
  return true;
}

static bool derive_drift(Derivation *derivation, const char *key, Text *why)
{
  const KaneSpeeds *speeds = kane_speeds(derivation, why);
  if (!speeds) return false;
  return derivation_put(derivation, key, speeds->drift);
}

static bool derive_rates(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const KaneSpeeds *speeds = kane_speeds(derivation, why);
  if (!speeds) return false;
  equations_put(equations, (Quantity){ .key = key, .labels = kane_rate_names(equations) },
                speeds->rates);
  return true;
}

// ---- quantities over the speeds

static int count_nodes(Matrix a)
{
  Steps steps = steps_of(a.at, a.rows * a.columns);
  int nodes = steps.count;
  steps_free(&steps);
  return nodes;
}

// Quotients of rates make entries long. A short printed form may repeat operations that the built
// form does once: it is tried in a separate pool, and used if a program becomes shorter. Long
// entries remain unchanged: they are not read, and the search would take longer than the
// derivation.
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

static bool derive_partial_velocities(Derivation *derivation, const char *key, Text *why)
{
  Matrix Jh = derivation_matrix(derivation, "Jh", why);
  const KaneSpeeds *speeds = Jh.at ? kane_speeds(derivation, why) : NULL;
  if (!speeds) return false;
  Matrix J = matrix_mul(Jh, speeds->Jnh);
  if (speeds->is_constrained || derivation->mechanism->speed_count > 0) kane_shorten(J);
  return derivation_put(derivation, key, J);
}

// d/dt of entries that depend on coordinates and time, with rates replaced by speeds.
static Matrix rate_of(const Derivation *derivation, Matrix a)
{
  Matrix rate = matrix_copy(a);
  int count = a.rows * a.columns;
  expr_time_derivatives(a.at, count, rate.at);
  kane_reduce(derivation, derivation->kane_speeds, rate.at, count);
  return rate;
}

static bool derive_partial_velocity_rates(Derivation *derivation, const char *key, Text *why)
{
  Matrix J = derivation_matrix(derivation, "J", why);
  if (!J.at) return false;
  return derivation_put(derivation, key, rate_of(derivation, J));
}

// ---- D, C and tauk

// J_nh^T Ma X: the contribution of torques proportional to accelerations.
static Matrix inertia_of_torques(const KaneSpeeds *speeds, Matrix Ma, Matrix X)
{
  return matrix_mul_transposed(speeds->Jnh, matrix_mul(Ma, X));
}

static bool derive_speed_inertia(Derivation *derivation, const char *key, Text *why)
{
  Matrix J = derivation_matrix(derivation, "J", why);
  Matrix Ma = J.at ? derivation_matrix(derivation, "Ma", why) : J;
  if (!Ma.at) return false;
  const KaneSpeeds *speeds = derivation->kane_speeds;
  Matrix D = inertia_of_torques(speeds, Ma, speeds->Jnh);
  add_inertia(derivation, J, D);
  shorten_where_it_pays(derivation, D);
  return derivation_put(derivation, key, D);
}

// The body with its velocity as a function of the speeds.
static KaneBody reduced_body(Derivation *derivation, const KaneSpeeds *speeds, int b)
{
  KaneBody body = kane_body(derivation, b);
  kane_reduce(derivation, speeds, body.velocity.v.at, 3);
  kane_reduce(derivation, speeds, body.velocity.w.at, 3);
  return body;
}

static bool derive_speed_coriolis(Derivation *derivation, const char *key, Text *why)
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
      Twist x = twist_of_column(J, 6 * b, k);
      if (twist_is_zero(x)) continue;
      Twist force = kane_inertia_force(&body, x, twist_of_column(rate, 6 * b, k));
      add_projection(J, b, force, C, k);
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

// v_0, the velocity of a body if all speeds are zero.
static Twist velocity_without_speeds(Derivation *derivation, const KaneSpeeds *speeds,
                                     Twist velocity)
{
  Matrix rates = speed_column(derivation), drift = speeds->drift;
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

// Jnh^T (Qe + Qu - Ma d'); `at` is NULL, with a sentence in `why`, if it cannot be derived.
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

static bool derive_active_forces(Derivation *derivation, const char *key, Text *why)
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
    add_projection(J, b, twist_add(kane_weight(derivation, b), force), tauk, 0);
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

// The coordinate that names a pivot: the first one moved by the speed.
static int coordinate_of_speed(const KaneSpeeds *speeds, int speed)
{
  int first = 0;
  while (first < speeds->Jnh.rows - 1 && is_zero(matrix_get(speeds->Jnh, first, speed)))
    first++;
  return first;
}

// Returns true if an entry is so long that factors are named; short ones are more readable unnamed.
static bool is_long(Matrix a)
{
  enum { LONG = 100 };
  for (int e = 0; e < a.rows * a.columns; e++) {
    if (a.at[e]->form->cost > LONG) return true;
  }
  return false;
}

// The pivots of D; NULL with a sentence in `why`.
static Pivot *pivots_of(Derivation *derivation, const KaneSpeeds *speeds, Matrix D,
                        SymmetricFactors *factors, Text *why)
{
  int m = speeds->count;
  IntermediateNaming naming =
      is_long(D) ? derivation_names(derivation, "s", m, SYSTEM_OF_INERTIA, speeds->names, NULL)
                 : (IntermediateNaming){ 0 };
  int singular = factors_of(D, NULL, naming, factors);
  if (singular >= 0) {
    explain_no_inertia_of(speeds, singular, is_zero(matrix_get(D, singular, singular)), why);
    return NULL;
  }
  Pivot *pivots = ARENA_ARRAY(derivation->equations->arena, Pivot, m);
  for (int k = 0; k < m; k++) {
    int speed = factors->order[m - 1 - k];
    pivots[k] = (Pivot){ .value = pivot_margin(D, factors, m - 1 - k),
                         .coordinate = coordinate_of_speed(speeds, speed) };
  }
  return pivots;
}

// C alpha computed without C: J^T (M J' alpha + W M J alpha) + J_nh^T Ma J_nh' alpha.
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
    Twist force = kane_inertia_force(&body, twist_of_column(velocity, 6 * b, 0),
                                     twist_of_column(rate, 6 * b, 0));
    add_projection(J, b, force, forces, 0);
  }
  shorten_where_it_pays(derivation, forces);
  return forces;
}

// C alpha, from the matrix or directly from the velocities, whichever has fewer operations: the
// matrix for few bodies, the velocities for many.
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
static bool derive_speed_accelerations(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  if (forward_reject_acceleration_drives(derivation, why)) return false;
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

// ---- constraint wrenches of the bodies
//
//   omega_c = M v' + W M v - omega_a
//
// omega_a is the weight and all applied forces, moments and springs on the body. If several bodies
// form one rigid link, loads on the link are assigned to the first of them; loads on parts fixed to
// ground are assigned to the nearest body that carries the place. Loads on a link without mass are
// transmitted by its joint and belong to omega_c. Torques on coordinates act inside joints: they
// also belong to omega_c, as do the torques computed by inverse dynamics.

// The first body on the frame, or on its nearest ancestor with a body; NULL: there is none.
static const Body *nearest_body(const Mechanism *mechanism, int frame)
{
  for (int f = frame;; f = mechanism->frames[f].parent) {
    for (int b = 0; b < mechanism->body_count; b++) {
      if (mechanism->bodies[b].frame == f) return &mechanism->bodies[b];
    }
    if (f == FRAME_GROUND) return NULL;
  }
}

// Returns true if loads on the frame are assigned to this body.
static bool is_answered_by(Derivation *derivation, const Body *body, int frame)
{
  const Mechanism *mechanism = derivation->mechanism;
  const LinkTree *tree = derivation_links(derivation);
  int link = tree->places[frame].link;
  if (link == LINK_GROUND) return nearest_body(mechanism, frame) == body;
  for (int b = 0; b < mechanism->body_count; b++) {
    if (tree->places[mechanism->bodies[b].frame].link == link) return &mechanism->bodies[b] == body;
  }
  return false;
}

static Twist applied_wrench(Derivation *derivation, const Body *body)
{
  const Mechanism *mechanism = derivation->mechanism;
  const ActionList *list = derivation_actions(derivation);
  Pool *pool = derivation->equations->pool;
  Twist wrench = kane_weight(derivation, (int)(body - mechanism->bodies));
  for (int k = 0; k < list->count; k++) {
    const Action *action = &list->at[k];
    const Force *force = action->force;
    bool is_on_ground = action->is_reaction && action->frame == FRAME_GROUND;
    if (force->kind == FORCE_TORQUE || is_on_ground) continue;
    if (!is_answered_by(derivation, body, action->frame)) continue;
    Mat3 R = pose_of_frame(mechanism, pool, force->axes, body->frame).R;
    Vec3 vector = mat3_mul_vec(R, action_vector(derivation, action));
    if (action->is_reaction) vector = vec3_neg(vector);
    Vec3 moment = vector;
    if (force->kind == FORCE_AT_POINT) {
      Pose given = pose_of_frame(mechanism, pool, force->frame, body->frame);
      Vec3 place = pose_apply(given, vec3_copy(pool, force->position_F));
      Vec3 lever = vec3_sub(place, vec3_copy(pool, body->com_F));
      wrench.v = vec3_add(wrench.v, vector);
      moment = vec3_cross(lever, vector);
    }
    wrench.w = vec3_add(wrench.w, moment);
  }
  return wrench;
}

static bool derive_constraint_wrench(Derivation *derivation, const char *key, Text *why)
{
  const Body *body = body_of_key(derivation, key, why);
  if (!body) return false;
  KaneBody own = kane_body(derivation, (int)(body - derivation->mechanism->bodies));
  Twist needed = kane_inertia_force(&own, own.velocity, twist_rate(own.velocity));
  Twist wrench = twist_sub(needed, applied_wrench(derivation, body));
  return derivation_put(derivation, key, twist_column(derivation->equations->arena, wrench));
}

// ---- M and W of all bodies

// Sets diagonal block `index` (two for each body).
static void set_block(Matrix a, int index, Mat3 block)
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      matrix_set(a, 3 * index + i, 3 * index + j, block.at[i][j]);
  }
}

static bool derive_body_masses(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  int count = derivation->mechanism->body_count;
  Matrix M = derivation_zeros(derivation, 6 * count, 6 * count);
  for (int b = 0; b < count; b++) {
    KaneBody body = kane_body(derivation, b);
    set_block(M, 2 * b, mat3_diagonal(body.mass, body.mass, body.mass));
    set_block(M, 2 * b + 1, body.inertia);
  }
  return derivation_put(derivation, key, M);
}

static bool derive_body_rotations(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  int count = derivation->mechanism->body_count;
  Matrix W = derivation_zeros(derivation, 6 * count, 6 * count);
  for (int b = 0; b < count; b++) {
    Mat3 skew = mat3_skew(kane_body(derivation, b).velocity.w);
    set_block(W, 2 * b, skew);
    set_block(W, 2 * b + 1, skew);
  }
  return derivation_put(derivation, key, W);
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
  { "L", derive_energy },             { "M", derive_mass_matrix },
  { "h", derive_bias },                   { "G", derive_gravity },
  { "tau", derive_tau },                  { NULL, NULL },
};
// clang-format on
