// witness.c -- numerical values of the quantities of a mechanism.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "witness/witness_impl.h"

#include <stdlib.h>
#include <string.h>

// ---- the expressions of a mechanism

typedef struct Roots {
  const Expr **items;
  int count;
  int capacity;
} Roots;

static void note(Roots *roots, const Expr *e)
{
  if (!e) return;
  if (roots->count == roots->capacity) {
    roots->capacity = 2 * roots->capacity + 64;
    roots->items = memory_grow(roots->items, (size_t)roots->capacity, sizeof roots->items[0]);
  }
  roots->items[roots->count++] = e;
}

static void note_vector(Roots *roots, Vec3 v)
{
  for (int i = 0; i < 3; i++)
    note(roots, v.at[i]);
}

static void note_move(Roots *roots, const Move *move)
{
  if (move->kind == MOVE_QUATERNION) {
    for (int k = 0; k < 4; k++)
      note(roots, move->at[k]);
  } else {
    note_vector(roots, move_axis(move));
    note(roots, move->amount);
  }
}

static void note_force(Roots *roots, const Force *force)
{
  note(roots, force->amount);
  note_vector(roots, force->position_F);
  note_vector(roots, force->vector);
}

static void note_constraints(Roots *roots, const Mechanism *mechanism)
{
  for (int i = 0; i < mechanism->loop_count; i++) {
    const Loop *loop = &mechanism->loops[i];
    note_vector(roots, loop->axis);
    note(roots, loop->pitch);
    note_vector(roots, loop->first.position_F);
    note_vector(roots, loop->second.position_F);
  }
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Constraint *constraint = &mechanism->constraints[i];
    for (int k = 0; constraint->norm && k < 4; k++)
      note(roots, constraint->norm[k]);
    note(roots, constraint->residual);
  }
  for (int i = 0; i < mechanism->rolling_count; i++) {
    note_vector(roots, mechanism->rollings[i].axle_F);
    note_vector(roots, mechanism->rollings[i].normal);
    note(roots, mechanism->rollings[i].radius);
  }
  for (int i = 0; i < mechanism->task_count; i++)
    note(roots, mechanism->tasks[i].law);
}

static Roots roots_of(const Mechanism *mechanism)
{
  Roots roots = { 0 };
  note_vector(&roots, mechanism->gravity);
  for (int i = 0; i < mechanism->coordinate_count; i++)
    note(&roots, mechanism->coordinates[i].q);
  for (int f = 1; f < mechanism->frame_count; f++) {
    for (int m = 0; m < mechanism->frames[f].move_count; m++)
      note_move(&roots, &mechanism->frames[f].moves[m]);
  }
  for (int b = 0; b < mechanism->body_count; b++) {
    const Body *body = &mechanism->bodies[b];
    note(&roots, body->mass);
    note_vector(&roots, body->com_F);
    for (int i = 0; i < 9; i++)
      note(&roots, body->inertia_F.at[i / 3][i % 3]);
  }
  for (int p = 0; p < mechanism->point_count; p++)
    note_vector(&roots, mechanism->points[p].position_F);
  for (int k = 0; k < mechanism->force_count; k++)
    note_force(&roots, &mechanism->forces[k]);
  for (int k = 0; k < mechanism->energy_count; k++)
    note(&roots, mechanism->energies[k].value);
  note_constraints(&roots, mechanism);
  return roots;
}

// ---- forces and moments

// Returns true for a torque with a free input. The effort of drives is part of the result tau, not
// of the given forces.
static bool is_drive(const ReferenceModel *witness, const Force *force)
{
  const Mechanism *mechanism = witness->mechanism;
  for (int i = 0; force->kind == FORCE_TORQUE && i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    if (!input_is_free(input)) continue;
    if (tape_depends_on(witness->tape, force->amount, tape_name_of(input->symbol))) return true;
  }
  return false;
}

static bool has_symbol(const Tape *tape, const char *name)
{
  for (int i = 0; i < tape_symbol_count(tape); i++) {
    if (strcmp(tape_symbol_name(tape, i), name) == 0) return true;
  }
  return false;
}

ReferenceModel *reference_model_new(const Mechanism *mechanism)
{
  ReferenceModel *witness = memory_new(1, sizeof *witness);
  witness->mechanism = mechanism;
  witness->arena = arena_new();
  witness->aliases = ARENA_ARRAY(witness->arena, TapeAlias, mechanism->speed_count);
  for (int i = 0; i < mechanism->speed_count; i++) {
    const Speed *speed = &mechanism->speeds[i];
    witness->aliases[i] = (TapeAlias){ speed->symbol, speed->value };
  }
  Roots roots = roots_of(mechanism);
  witness->tape = tape_new(roots.items, roots.count, witness->aliases, mechanism->speed_count);
  free(roots.items);
  witness->is_drive = ARENA_ARRAY(witness->arena, bool, mechanism->force_count);
  for (int k = 0; k < mechanism->force_count; k++)
    witness->is_drive[k] = is_drive(witness, &mechanism->forces[k]);
  witness->names = state_names(mechanism, witness->arena);
  int n = mechanism->coordinate_count;
  for (int i = 2 * n; i < 3 * n && !witness->has_acceleration; i++)
    witness->has_acceleration = has_symbol(witness->tape, witness->names[i]);
  return witness;
}

void reference_model_free(ReferenceModel *witness)
{
  if (!witness) return;
  tape_free(witness->tape);
  arena_free(witness->arena);
  free(witness);
}

// ---- results

typedef struct Session {
  const ReferenceModel *witness;
  const WitnessState *state;
  const Mechanism *mechanism;
  Arena *arena;
  int n;
  Twists twists;
  Ball *unit;  // n zeros; one entry is temporarily 1
  WitnessQuantity *list;
  int count;
  int capacity;
} Session;

static Ball *add_quantity(Session *session, WitnessQuantity quantity)
{
  if (session->count == session->capacity) {
    session->capacity = 2 * session->capacity + 32;
    WitnessQuantity *larger = ARENA_ARRAY(session->arena, WitnessQuantity, session->capacity);
    for (int i = 0; i < session->count; i++)
      larger[i] = session->list[i];
    session->list = larger;
  }
  quantity.entries = ARENA_ARRAY(session->arena, Ball, quantity.rows * quantity.columns);
  session->list[session->count++] = quantity;
  return quantity.entries;
}

static Ball *add_scalar(Session *session, const char *key)
{
  return add_quantity(session, (WitnessQuantity){ .key = key, .rows = 1, .columns = 1 });
}

static Ball *add_vector(Session *session, const char *key)
{
  WitnessQuantity quantity = {
    .key = key, .rows = session->n, .columns = 1, .has_coordinate_rows = true
  };
  return add_quantity(session, quantity);
}

// ---- kinematics

static Ball *derivatives_of(Session *session, int count)
{
  return ARENA_ARRAY(session->arena, Ball, count);
}

// One run for each coordinate: the first derivatives of all poses, and of the residuals, with
// respect to it.
typedef struct Residuals {
  int count;
  Residual *rows;  // capacity for one run
  Ball *by_q;      // count x n
} Residuals;

static void run_by_coordinates(Session *session, Residuals *positions, Residuals *speeds)
{
  int n = session->n;
  for (int j = 0; j < n; j++) {
    session->unit[j] = ball_of_integer(1);
    Path path = { .order = 1, .dq = session->unit, .qd = session->unit };
    Run run = reference_run(session->witness, session->state, &path);
    session->unit[j] = ball_zero();
    for (int f = 0; f < session->mechanism->frame_count; f++) {
      JetVector v = jet_vector_rate(&run.frames[f].p),
                w = jet_matrix_angular_velocity(&run.frames[f].R);
      session->twists.origin[f * n + j] = run_values(&v);
      session->twists.angular[f * n + j] = run_values(&w);
    }
    position_residuals(&run, positions->rows);
    for (int c = 0; c < positions->count; c++)
      positions->by_q[c * n + j] = positions->rows[c].value.at[1];
    speed_residuals(&run, speeds->rows);
    for (int c = 0; c < speeds->count; c++)
      speeds->by_q[c * n + j] = speeds->rows[c].value.at[0];
    run_free(&run);
  }
}

static void add_pose(Session *session, const Run *run, const char *name, int frame, Vec3 place)
{
  const char *key = arena_format(session->arena, "fk:%s", name);
  Ball *H = add_quantity(session, (WitnessQuantity){ .key = key, .rows = 4, .columns = 4 });
  const JetPose *pose = &run->frames[frame];
  JetVector r = run_vector(run, place), x = jet_pose_apply(pose, &r);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      H[4 * i + j] = pose->R.at[i][j].at[0];
    H[4 * i + 3] = x.at[i].at[0];
  }
  H[15] = ball_of_integer(1);
}

static void add_jacobian(Session *session, const Run *run, const char *name, int frame, Vec3 place)
{
  int n = session->n;
  WitnessQuantity quantity = { .key = arena_format(session->arena, "jac:%s", name),
                               .rows = 6,
                               .columns = n,
                               .has_coordinate_columns = true };
  Ball *J = add_quantity(session, quantity);
  JetVector r = run_vector(run, place), x = jet_pose_apply(&run->frames[frame], &r);
  for (int j = 0; j < n; j++) {
    Ball3 v = twists_point(&session->twists, run, frame, j, run_values(&x));
    for (int i = 0; i < 3; i++) {
      J[i * n + j] = v.at[i];
      J[(3 + i) * n + j] = session->twists.angular[frame * n + j].at[i];
    }
  }
}

static const Vec3 ORIGIN = { { NULL, NULL, NULL } };

static void add_kinematics(Session *session, const Run *run)
{
  const Mechanism *mechanism = session->mechanism;
  bool *carries = ARENA_ARRAY(session->arena, bool, mechanism->frame_count);
  for (int f = 1; f < mechanism->frame_count; f++) {
    carries[mechanism->frames[f].parent] = true;
    add_pose(session, run, mechanism->frames[f].name, f, ORIGIN);
  }
  for (int p = 0; p < mechanism->point_count; p++) {
    const Point *point = &mechanism->points[p];
    add_pose(session, run, point->name, point->frame, point->position_F);
    add_jacobian(session, run, point->name, point->frame, point->position_F);
  }
  for (int f = 1; f < mechanism->frame_count && mechanism->point_count == 0; f++) {
    if (!carries[f]) add_jacobian(session, run, mechanism->frames[f].name, f, ORIGIN);
  }
}

// ---- dynamics

typedef struct BodyMotion {
  Ball mass;
  Ball3 com;
  Ball3 v;  // of the centre of mass
  Ball3 a;
  Ball3 w;
  Ball3 force;   // m a
  Ball3 moment;  // I w' + w x I w, about the centre of mass
  Ball3 spin;    // I w
  JetMatrix I;   // ground axes
} BodyMotion;

static Ball3 derivative_of(const JetVector *v, int order)
{
  return (Ball3){ { v->at[0].at[order], v->at[1].at[order], v->at[2].at[order] } };
}

// The body's inertia matrix in ground axes, R I R^T.
static JetMatrix inertia_in_ground(const Run *run, const Body *body)
{
  const JetMatrix *R = &run->frames[body->frame].R;
  JetMatrix I, Rt;
  for (int i = 0; i < 9; i++) {
    I.at[i / 3][i % 3] = run_value(run, body->inertia_F.at[i / 3][i % 3]);
    Rt.at[i / 3][i % 3] = R->at[i % 3][i / 3];
  }
  JetMatrix turned = jet_matrix_mul(R, &I);
  return jet_matrix_mul(&turned, &Rt);
}

// The run's path has order 2 in time: linear momentum and angular momentum are jets, force and
// moment their rates.
static BodyMotion motion_of_body(const Run *run, const Body *body)
{
  const JetPose *pose = &run->frames[body->frame];
  JetVector r = run_vector(run, body->com_F), c = jet_pose_apply(pose, &r);
  JetVector w = jet_matrix_angular_velocity(&pose->R);
  BodyMotion motion = { .mass = run_value(run, body->mass).at[0],
                        .com = run_values(&c),
                        .v = derivative_of(&c, 1),
                        .a = derivative_of(&c, 2),
                        .w = run_values(&w),
                        .I = inertia_in_ground(run, body) };
  JetVector spin = jet_matrix_apply(&motion.I, &w);
  motion.spin = run_values(&spin);
  motion.moment = derivative_of(&spin, 1);
  for (int i = 0; i < 3; i++)
    motion.force.at[i] = ball_mul(motion.mass, motion.a.at[i]);
  return motion;
}

static Ball3 com_velocity(const Session *session, const Run *run, const Body *body,
                          const BodyMotion *motion, int j)
{
  return twists_point(&session->twists, run, body->frame, j, motion->com);
}

// Adds Jv' m a + Jw' (I w)' to the forces, Jv' m g to `weight`.
static void add_inertia(const Session *session, const Run *run, Ball forces[], Ball weight[])
{
  JetVector gravity = run_vector(run, session->mechanism->gravity);
  Ball3 g = run_values(&gravity);
  for (int b = 0; b < session->mechanism->body_count; b++) {
    const Body *body = &session->mechanism->bodies[b];
    BodyMotion motion = motion_of_body(run, body);
    for (int j = 0; j < session->n; j++) {
      Ball3 v = com_velocity(session, run, body, &motion, j);
      Ball3 w = session->twists.angular[body->frame * session->n + j];
      Ball power = ball_add(ball3_dot(v, motion.force), ball3_dot(w, motion.moment));
      forces[j] = ball_add(forces[j], power);
      weight[j] = ball_addmul(weight[j], motion.mass, ball3_dot(v, g));
    }
  }
}

static Ball3 apply_values(const JetMatrix *I, Ball3 w)
{
  Ball3 x;
  for (int i = 0; i < 3; i++) {
    Ball3 row = { { I->at[i][0].at[0], I->at[i][1].at[0], I->at[i][2].at[0] } };
    x.at[i] = ball3_dot(row, w);
  }
  return x;
}

// Adds m Jv' Jv + Jw' I Jw of one body to M.
static void add_mass(const Session *session, const Run *run, const Body *body, Ball M[])
{
  int n = session->n;
  BodyMotion motion = motion_of_body(run, body);
  Ball3 *v = memory_new((size_t)n + 1, sizeof *v), *p = memory_new((size_t)n + 1, sizeof *p);
  Ball3 *spin = memory_new((size_t)n + 1, sizeof *spin);
  const Ball3 *w = &session->twists.angular[body->frame * n];
  for (int j = 0; j < n; j++) {
    v[j] = com_velocity(session, run, body, &motion, j);
    spin[j] = apply_values(&motion.I, w[j]);
    for (int i = 0; i < 3; i++)
      p[j].at[i] = ball_mul(motion.mass, v[j].at[i]);
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      Ball part = ball_add(ball3_dot(v[i], p[j]), ball3_dot(w[i], spin[j]));
      M[i * n + j] = ball_add(M[i * n + j], part);
      M[j * n + i] = M[i * n + j];
    }
  }
  free(spin);
  free(p);
  free(v);
}

// Torques that depend on accelerations act as inertia: column j is minus the change of the
// forces due to a unit acceleration of coordinate j.
static void find_added_inertia(Session *session, const Ball Q_at_rest[], Ball Ma[])
{
  int n = session->n;
  Ball *Q = derivatives_of(session, n);
  for (int j = 0; j < n && session->witness->has_acceleration; j++) {
    session->unit[j] = ball_of_integer(1);
    Path path = { .order = 1,
                  .dq = state_speeds(session->state),
                  .qd = state_speeds(session->state),
                  .qdd = session->unit,
                  .has_time = true };
    Run run = reference_run(session->witness, session->state, &path);
    session->unit[j] = ball_zero();
    reference_forces(&run, &session->twists, false, Q);
    for (int i = 0; i < n; i++)
      Ma[i * n + j] = ball_sub(Q_at_rest[i], Q[i]);
    run_free(&run);
  }
}

static void find_energies(const Session *session, const Run *run, const Ball Ma[], Ball *T, Ball *V)
{
  const Ball *qd = state_speeds(session->state);
  JetVector gravity = run_vector(run, session->mechanism->gravity);
  Ball twice = ball_zero();
  for (int b = 0; b < session->mechanism->body_count; b++) {
    BodyMotion motion = motion_of_body(run, &session->mechanism->bodies[b]);
    twice = ball_addmul(twice, motion.mass, ball3_dot(motion.v, motion.v));
    twice = ball_add(twice, ball3_dot(motion.w, motion.spin));
    Ball height = ball3_dot(run_values(&gravity), motion.com);
    *V = ball_sub(*V, ball_mul(motion.mass, height));
  }
  for (int k = 0; k < session->mechanism->energy_count; k++)
    *V = ball_add(*V, run_value(run, session->mechanism->energies[k].value).at[0]);
  for (int e = 0; e < session->n * session->n; e++)
    twice = ball_addmul(twice, Ma[e], ball_mul(qd[e / session->n], qd[e % session->n]));
  *T = ball_div(twice, ball_of_integer(2));
}

// `moving` contains the state's accelerations, `coasting` none. With quaternions, h depends on how
// R is defined off the unit sphere and is therefore omitted.
static void add_dynamics(Session *session, const Run *moving, const Run *coasting)
{
  int n = session->n;
  Ball *Ma = derivatives_of(session, n * n), *Q = derivatives_of(session, n);
  Ball *weight = derivatives_of(session, n), *unused = derivatives_of(session, n);
  Ball *T = add_scalar(session, "T"), *V = add_scalar(session, "V");
  Ball *M = add_quantity(session, (WitnessQuantity){ .key = "M",
                                                     .rows = n,
                                                     .columns = n,
                                                     .has_coordinate_rows = true,
                                                     .has_coordinate_columns = true });
  bool has_bias = !mechanism_has_quaternions(session->mechanism);
  Ball *h = has_bias ? add_vector(session, "h") : derivatives_of(session, n);
  Ball *G = add_vector(session, "G"), *tau = add_vector(session, "tau");
  Ball *Qe = add_vector(session, "Qe"), *Qu = add_vector(session, "Qu");
  reference_forces(coasting, &session->twists, false, Qe);
  reference_forces(coasting, &session->twists, true, Qu);
  reference_forces(moving, &session->twists, false, Q);
  find_added_inertia(session, Qe, Ma);
  find_energies(session, moving, Ma, T, V);
  for (int b = 0; b < session->mechanism->body_count; b++)
    add_mass(session, moving, &session->mechanism->bodies[b], M);
  for (int e = 0; e < n * n; e++)
    M[e] = ball_add(M[e], Ma[e]);
  add_inertia(session, coasting, h, weight);
  add_inertia(session, moving, tau, unused);
  for (int j = 0; j < n; j++) {
    G[j] = ball_neg(weight[j]);
    tau[j] = ball_sub(ball_add(tau[j], G[j]), Q[j]);
  }
}

// ---- constraints

static bool is_void(const Ball entries[], int count)
{
  mag_t size, limit;
  mag_init(size);
  mag_init(limit);
  mag_set_ui_2exp_si(limit, 1, -80);
  bool result = true;
  for (int i = 0; i < count && result; i++) {
    arb_get_mag(size, &entries[i]);
    result = mag_cmp(size, limit) < 0;
  }
  mag_clear(size);
  mag_clear(limit);
  return result;
}

typedef struct ConstraintKeys {
  const char *value;  // NULL: there is no such quantity
  const char *jacobian;
  const char *rest;
  const char *bias;
} ConstraintKeys;

// Adds the rows that are not omitted: J, b and -(J qdd - gamma). `second` is J qdd - gamma: the
// second derivative of position residuals, or the first derivative of speed residuals, along the
// motion.
static void add_rows(Session *session, const Residuals *residuals, const ConstraintKeys *keys,
                     const Ball value[], const Ball rest[], const Ball second[])
{
  int n = session->n, count = 0;
  bool *counts = ARENA_ARRAY(session->arena, bool, residuals->count);
  for (int c = 0; c < residuals->count; c++) {
    bool is_still = is_void(&residuals->by_q[c * n], n) && (keys->value || is_void(&rest[c], 1));
    counts[c] = !(residuals->rows[c].may_be_void && is_still);
    count += counts[c];
  }
  if (count == 0) return;
  WitnessQuantity column = { .rows = count, .columns = 1 }, matrix = column;
  matrix.key = keys->jacobian;
  matrix.columns = n;
  matrix.has_coordinate_columns = true;
  Ball *J = add_quantity(session, matrix), *Phi = NULL;
  column.key = keys->value;
  if (keys->value) Phi = add_quantity(session, column);
  column.key = keys->rest;
  Ball *b = add_quantity(session, column);
  column.key = keys->bias;
  column.jacobian = keys->jacobian;
  Ball *gamma = add_quantity(session, column);
  for (int c = 0, row = 0; c < residuals->count; c++) {
    if (!counts[c]) continue;
    memcpy(&J[row * n], &residuals->by_q[c * n], sizeof *J * (size_t)n);
    if (Phi) Phi[row] = value[c];
    b[row] = rest[c];
    gamma[row++] = ball_neg(second[c]);
  }
}

static void add_position_constraints(Session *session, const Run *moving, Residuals *residuals)
{
  static const ConstraintKeys KEYS = { "Phi", "Phi_q", "Phi_t", "gamma" };
  Ball *value = derivatives_of(session, residuals->count),
       *rest = derivatives_of(session, residuals->count);
  Ball *second = derivatives_of(session, residuals->count);
  Path by_time = { .order = 1, .has_time = true };
  Run run = reference_run(session->witness, session->state, &by_time);
  position_residuals(&run, residuals->rows);
  for (int c = 0; c < residuals->count; c++)
    rest[c] = residuals->rows[c].value.at[1];
  run_free(&run);
  position_residuals(moving, residuals->rows);
  for (int c = 0; c < residuals->count; c++) {
    value[c] = residuals->rows[c].value.at[0];
    second[c] = residuals->rows[c].value.at[2];
  }
  add_rows(session, residuals, &KEYS, value, rest, second);
}

// A run with the rate of one coordinate also contains the rate-independent part of a residual,
// which is subtracted.
static void add_speed_constraints(Session *session, const Run *moving, Residuals *residuals)
{
  static const ConstraintKeys KEYS = { NULL, "H", "b_nh", "gamma_nh" };
  int n = session->n;
  Ball *rest = derivatives_of(session, residuals->count),
       *first = derivatives_of(session, residuals->count);
  Path at_rest = { .order = 1 }, by_time = { .order = 1, .has_time = true };
  Run run = reference_run(session->witness, session->state, &at_rest);
  speed_residuals(&run, residuals->rows);
  for (int e = 0; e < residuals->count * n; e++)
    residuals->by_q[e] = ball_sub(residuals->by_q[e], residuals->rows[e / n].value.at[0]);
  run_free(&run);
  run = reference_run(session->witness, session->state, &by_time);
  speed_residuals(&run, residuals->rows);
  for (int c = 0; c < residuals->count; c++)
    rest[c] = residuals->rows[c].value.at[0];
  run_free(&run);
  speed_residuals(moving, residuals->rows);
  for (int c = 0; c < residuals->count; c++)
    first[c] = residuals->rows[c].value.at[1];
  add_rows(session, residuals, &KEYS, NULL, rest, first);
}

// ---- evaluation

static Residuals residuals_of(const Session *session, int count)
{
  return (Residuals){ .count = count,
                      .rows = ARENA_ARRAY(session->arena, Residual, count),
                      .by_q = ARENA_ARRAY(session->arena, Ball, count * session->n) };
}

WitnessQuantity *reference_evaluate(const ReferenceModel *witness, const WitnessState *state,
                                    Arena *arena, int *count)
{
  const Mechanism *mechanism = witness->mechanism;
  int n = mechanism->coordinate_count, places = mechanism->frame_count * n;
  Session session = { .witness = witness,
                      .state = state,
                      .mechanism = mechanism,
                      .arena = arena,
                      .n = n,
                      .unit = ARENA_ARRAY(arena, Ball, n),
                      .twists = { .origin = ARENA_ARRAY(arena, Ball3, places),
                                  .angular = ARENA_ARRAY(arena, Ball3, places),
                                  .n = n } };
  const Ball *qd = state_speeds(state), *qdd = state_accelerations(state);
  Path with = {
    .order = 2, .dq = qd, .ddq = qdd, .qd = qd, .dqd = qdd, .qdd = qdd, .has_time = true
  };
  Path without = { .order = 2, .dq = qd, .qd = qd, .has_time = true };
  Run moving = reference_run(witness, state, &with),
      coasting = reference_run(witness, state, &without);
  Residuals positions = residuals_of(&session, position_residuals(&moving, NULL));
  Residuals speeds = residuals_of(&session, speed_residuals(&moving, NULL));
  run_by_coordinates(&session, &positions, &speeds);
  add_dynamics(&session, &moving, &coasting);
  add_kinematics(&session, &moving);
  if (positions.count > 0) add_position_constraints(&session, &moving, &positions);
  if (speeds.count > 0) add_speed_constraints(&session, &moving, &speeds);
  run_free(&coasting);
  run_free(&moving);
  *count = session.count;
  return session.list;
}
