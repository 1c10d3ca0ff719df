// trajectory_forces.c -- drive efforts along the path (inverse dynamics).
//
//   tau(q, qd, qdd) - Qu + A_c^T lambda = E u
//
// with A_c the rows of the mechanism itself: motions are produced by the drives, not by constraint
// forces.
// SPDX-License-Identifier: MIT
#include "study/trajectory/trajectory_impl.h"

#include <math.h>
#include <string.h>

static const double RANK_TOLERANCE = 1e-8;
// Largest admissible residual of the balance, relative to the largest force.
static const double BALANCED = 1e-6;

// ---- drives

// Returns true if an input acts as a torque on the coordinate.
static bool has_motor(const Mechanism *mechanism, int coordinate)
{
  bool result = false;
  for (int i = 0; i < mechanism->force_count; i++) {
    const Force *force = &mechanism->forces[i];
    bool is_own = force->kind == FORCE_TORQUE && force->coordinate == coordinate;
    result = result || (is_own && force->amount->form->stage == STAGE_INPUT);
  }
  return result;
}

// Drives are chosen in this order: motors of the description, coordinates with motions, those with
// an effort limit in the description, all others.
static bool is_wanted(const TrajectoryWork *work, int coordinate, int round)
{
  const TrajectoryAxis *axis = &work->trajectory->axes[coordinate];
  if (round == 0) return has_motor(work->described, coordinate);
  if (round == 1) return axis->is_moved;
  return round == 3 || isfinite(axis->limits[LIMIT_EFFORT]);
}

// Adds each drive that is independent of those before it. The rank is determined at the middle
// sample, since the ends are often singular.
static void find_drives(TrajectoryWork *work)
{
  int n = work->n, count = work->own_count, rank = 0;
  TrajectoryAxis *axes = work->trajectory->axes;
  WayPoint middle = trajectory_sample(work, work->samples / 2);
  work->constraints.state.time = middle.t;
  constraint_system_evaluate_at(&work->constraints, middle.q);
  double *rows = ARENA_ARRAY(work->arena, double, (count + n) * n);
  for (int i = 0; i < count; i++)
    memcpy(rows + i * n, work->constraints.scaled + work->own_rows[i] * n,
           sizeof(double) * (size_t)n);
  NumericRank found = { 0 };
  numeric_rank(count, n, rows, RANK_TOLERANCE, NULL, NULL, &found);
  rank = found.rank;
  for (int k = 0; k < 4 * n && rank < n; k++) {
    int j = k % n;
    if (!is_wanted(work, j, k / n) || axes[j].is_driven) continue;
    memset(rows + count * n, 0, sizeof(double) * (size_t)n);
    rows[count * n + j] = 1;
    numeric_rank(count + 1, n, rows, RANK_TOLERANCE, NULL, NULL, &found);
    if (found.rank == rank) continue;
    rank = found.rank;
    count++;
    axes[j].is_driven = true;
  }
  work->drives = ARENA_ARRAY(work->arena, int, n);
  for (int j = 0; j < n; j++) {
    if (axes[j].is_driven) work->drives[work->drive_count++] = j;
  }
}

// ---- equations

static bool compile(TrajectoryWork *work)
{
  static const char *const KEYS[] = { "tau", "Qu", "T", "V", "P", "P_t" };
  enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0] };
  System *system = work->trajectory->system;
  double **const places[] = { &work->tau, &work->Qu, &work->T, &work->V, &work->P, &work->P_t };
  if (!system_derive(system, KEYS, KEY_COUNT, work->why)) return false;
  work->forces = evaluator_new(system->equations, work->arena, KEY_COUNT);
  for (int k = 0; k < KEY_COUNT; k++)
    *places[k] = evaluator_add(&work->forces, KEYS[k], NULL);
  return evaluator_compile(&work->forces, work->why);
}

static bool prepare_inputs(TrajectoryWork *work)
{
  const Mechanism *mechanism = work->described;
  work->inputs = ARENA_ARRAY(work->arena, double, mechanism->input_count + 1);
  for (int i = 0; i < mechanism->input_count; i++)
    work->inputs[i] = work->state.inputs[i];
  work->now = (DescribedArrays){
    .inputs = ARENA_ARRAY(work->arena, double, mechanism->input_count + 1),
    .q = ARENA_ARRAY(work->arena, double, work->n + 1),
    .states = ARENA_ARRAY(work->arena, double, mechanism->state_count + 1),
    .discretes = ARENA_ARRAY(work->arena, double, mechanism->discrete_count + 1),
  };
  work->inputs_over_time = described_values_new(work->trajectory->system->equations, work->why);
  return work->inputs_over_time != NULL;
}

bool trajectory_choose_drives(TrajectoryWork *work)
{
  int rows = work->trajectory->system->rows->count, n = work->n;
  find_drives(work);
  work->effort = ARENA_ARRAY(work->arena, double, n + 1);
  work->moving = ARENA_ARRAY(work->arena, double, n);
  work->turning = ARENA_ARRAY(work->arena, double, n);
  work->equations = ARENA_ARRAY(work->arena, double, n *(rows + n));
  work->right = ARENA_ARRAY(work->arena, double, rows + n);
  work->unknowns = ARENA_ARRAY(work->arena, double, rows + n);
  return compile(work) && prepare_inputs(work);
}

// ---- one instant

static void read_inputs(TrajectoryWork *work, double t)
{
  const Mechanism *mechanism = work->described;
  const bool *gives = work->trajectory->options.has_inputs;
  if (mechanism->input_count == 0) return;
  described_values_at(work->inputs_over_time, work->state.parameters, t, work->now);
  for (int i = 0; i < mechanism->input_count; i++) {
    bool is_held = (gives && gives[i]) || input_is_free(&mechanism->inputs[i]);
    if (!is_held) work->inputs[i] = work->now.inputs[i];
  }
}

// Solves for lambda of the mechanism's rows, then the efforts, all scaled like the rows of Phi.
static bool balance(TrajectoryWork *work, double rate)
{
  const ConstraintSystem *constraints = &work->constraints;
  int n = work->n, rows = work->own_count, width = rows + work->drive_count;
  double size = 0, left = 0;
  for (int j = 0; j < n; j++) {
    work->right[j] = (work->tau[j] - work->Qu[j]) * constraints->step[j];
    size = fmax(size, fabs(work->right[j]));
    for (int i = 0; i < rows; i++)
      work->equations[j * width + i] = -constraints->scaled[work->own_rows[i] * n + j];
    for (int d = 0; d < work->drive_count; d++)
      work->equations[j * width + rows + d] = work->drives[d] == j ? 1 : 0;
  }
  NumericRank rank;
  NumericStatus status = least_squares_solve(n, width, work->equations, work->right, RANK_TOLERANCE,
                                             work->unknowns, &rank, &left);
  for (int d = 0; d < work->drive_count; d++)
    work->effort[d] = work->unknowns[rows + d] / constraints->step[work->drives[d]];
  work->other_power = work->P[0] + work->P_t[0];
  for (int i = 0; i < rows; i++) {
    int row = work->own_rows[i];
    work->other_power +=
        work->unknowns[i] / constraints->row_scale[row] * constraints->rest[row] * rate;
  }
  return status == NUMERIC_OK && isfinite(left) && left <= BALANCED * size;
}

bool trajectory_efforts(TrajectoryWork *work, const WayPoint *point, double rate)
{
  const Trajectory *trajectory = work->trajectory;
  ProgramState state = work->state;
  double since = point->t - trajectory->begin;
  state.time = rate > 0 ? trajectory->begin + since / rate : point->t;
  state.q = point->q;
  for (int j = 0; j < work->n; j++) {
    work->moving[j] = point->qd[j] * rate;
    work->turning[j] = point->qdd[j] * rate * rate;
  }
  state.qd = work->moving;
  state.qdd = work->turning;
  read_inputs(work, state.time);
  state.inputs = work->inputs;
  work->constraints.state.time = point->t;
  return constraint_system_evaluate_at(&work->constraints, state.q) &&
         evaluator_evaluate(&work->forces, &state) == 0 && balance(work, rate);
}
