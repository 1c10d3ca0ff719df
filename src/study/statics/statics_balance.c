// statics_balance.c -- efforts and multipliers that balance the forces at a configuration.
//
// Let the rows of N be a basis of the motions admitted by the constraints (A N^T = 0). Multipliers
// do no work on them:
//
//   N S = N B u
//
// where u are the efforts and B their effect on the coordinates. Motions D on which no effort works
// (D A^T = 0, D B = 0) are free: D S would have to be balanced. In echelon form each has a
// coordinate of its own, on which a force of that size is sufficient; with these forces there is
// always a solution u. If there are several, the one with the smallest weighted sum of squares is
// used. The multipliers follow from A^T lambda = tau - S, by the minimum-norm solution if
// constraints are redundant.
// SPDX-License-Identifier: MIT
#include "study/statics/statics_impl.h"

#include "numeric/linear/echelon.h"

#include <math.h>
#include <string.h>

// Work of a drive below this fraction of its possible work counts as zero.
static const double NO_WORK = 1e-12;
static const double PIVOT = 1e-9;

typedef struct Balance {
  StaticsWork *work;
  StaticConfiguration *rest;
  Arena *scratch;
  double *S;        // without the given torques
  double *N;        // motions x n
  int motions;      // number of admissible motions
  double *B;        // n x drives
  double *NB;       // motions x drives
  double *applied;  // n: B u plus the forces on free motions
} Balance;

static double *room(const Balance *balance, int count)
{
  return ARENA_ARRAY(balance->scratch, double, count);
}

static bool are_finite(const double values[], int count)
{
  for (int i = 0; i < count; i++) {
    if (!isfinite(values[i])) return false;
  }
  return true;
}

// ---- forces and motions

static bool is_driven(const StaticsWork *work, int coordinate)
{
  for (int k = 0; k < work->statics->drive_count; k++) {
    const StaticsDrive *drive = &work->statics->drives[k];
    if (!drive->is_input && drive->index == coordinate) return true;
  }
  return false;
}

// Evaluates the forces with zero drive efforts.
static bool evaluate(Balance *balance)
{
  StaticsWork *work = balance->work;
  StaticConfiguration *rest = balance->rest;
  ProgramState state = work->state;
  for (int k = 0; k < work->statics->drive_count; k++) {
    if (work->statics->drives[k].is_input) rest->inputs[work->statics->drives[k].index] = 0;
  }
  state.q = rest->q;
  state.inputs = rest->inputs;
  const ForceEvaluator *forces = &work->forces;
  evaluator_evaluate(&forces->evaluator, &state);
  rest->scale = 0;
  for (int i = 0; i < work->n; i++) {
    bool is_given = work->state.torques && !is_driven(work, i);
    rest->torques[i] = is_given ? work->state.torques[i] : 0;
    balance->S[i] = forces->S[i] - rest->torques[i];
    const double parts[] = { forces->S[i], forces->G[i], forces->Qe[i], forces->Qu[i],
                             rest->torques[i] };
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
      rest->scale = fmax(rest->scale, fabs(parts[k]));
  }
  return are_finite(forces->S, work->n) && are_finite(forces->A, work->rows * work->n);
}

// Returns a basis of the null space of A, rows x n, or NULL on a numerical failure.
static double *motions_of(const StaticsWork *work, Arena *arena, int *rank)
{
  int n = work->n;
  double *directions = ARENA_ARRAY(arena, double, n *n);
  NumericRank found;
  NumericStatus status =
      numeric_rank(work->rows, n, work->forces.A, STATICS_RANK_TOLERANCE, NULL, directions, &found);
  *rank = found.rank;
  return status == NUMERIC_OK ? directions + found.rank * n : NULL;
}

static void fill_drives(Balance *balance)
{
  const StaticsWork *work = balance->work;
  int n = work->n, count = work->statics->drive_count;
  int inputs = work->system->mechanism->input_count;
  balance->B = room(balance, n * count);
  for (int k = 0; k < count; k++) {
    const StaticsDrive *drive = &work->statics->drives[k];
    for (int i = 0; i < n; i++) {
      double unit = i == drive->index ? 1 : 0;
      balance->B[i * count + k] =
          drive->is_input ? -work->forces.S_u[i * inputs + drive->index] : unit;
    }
  }
}

// Computes N B; sums that are only rounding are set to zero.
static void fill_work(Balance *balance)
{
  int n = balance->work->n, count = balance->work->statics->drive_count;
  balance->NB = room(balance, balance->motions * count);
  for (int f = 0; f < balance->motions; f++) {
    for (int k = 0; k < count; k++) {
      double sum = 0, size = 0;
      for (int i = 0; i < n; i++) {
        double term = balance->N[f * n + i] * balance->B[i * count + k];
        sum += term;
        size = hypot(size, balance->B[i * count + k]);
      }
      balance->NB[f * count + k] = fabs(sum) > NO_WORK * size ? sum : 0;
    }
  }
}

// ---- free motions

// Returns D, the motions on which no drive works, in echelon form; NULL on a numerical failure.
static double *find_free(Balance *balance, int *count)
{
  int n = balance->work->n, motions = balance->motions;
  int drives = balance->work->statics->drive_count;
  double *transposed = room(balance, drives * motions);
  double *combinations = room(balance, motions * motions);
  for (int f = 0; f < motions; f++) {
    for (int k = 0; k < drives; k++)
      transposed[k * motions + f] = balance->NB[f * drives + k];
  }
  NumericRank rank;
  NumericStatus status =
      numeric_rank(drives, motions, transposed, STATICS_RANK_TOLERANCE, NULL, combinations, &rank);
  if (status != NUMERIC_OK) return NULL;
  balance->rest->independent_count = rank.rank;
  *count = motions - rank.rank;
  double *D = room(balance, *count * n);
  for (int d = 0; d < *count; d++) {
    for (int f = 0; f < motions; f++) {
      double factor = combinations[(rank.rank + d) * motions + f];
      for (int i = 0; i < n; i++)
        D[d * n + i] += factor * balance->N[f * n + i];
    }
  }
  return D;
}

// Stores the free motions, and adds the forces that balance them to `applied`.
static bool balance_free(Balance *balance)
{
  StaticsWork *work = balance->work;
  StaticConfiguration *rest = balance->rest;
  int n = work->n, count = 0;
  double *D = find_free(balance, &count);
  if (!D) return false;
  int *pivots = ARENA_ARRAY(balance->scratch, int, count);
  rest->free_count = echelon_reduce(count, n, D, PIVOT, pivots);
  rest->free = ARENA_ARRAY(work->arena, StaticsMotion, rest->free_count);
  for (int d = 0; d < rest->free_count; d++) {
    StaticsMotion *motion = &rest->free[d];
    motion->coordinate = pivots[d];
    motion->speeds = ARENA_ARRAY(work->arena, double, n);
    memcpy(motion->speeds, D + d * n, sizeof(double) * (size_t)n);
    for (int i = 0; i < n; i++)
      motion->force += D[d * n + i] * balance->S[i];
    if (fabs(motion->force) <= STATICS_ZERO_TOLERANCE * rest->scale) motion->force = 0;
    balance->applied[motion->coordinate] += motion->force;
    rest->torques[motion->coordinate] += motion->force;
  }
  return true;
}

// ---- efforts and multipliers

static bool find_efforts(Balance *balance)
{
  const Statics *statics = balance->work->statics;
  StaticConfiguration *rest = balance->rest;
  int n = balance->work->n, motions = balance->motions, count = statics->drive_count;
  double *needed = room(balance, motions), *scaled = room(balance, motions * count);
  for (int f = 0; f < motions; f++) {
    for (int i = 0; i < n; i++)
      needed[f] += balance->N[f * n + i] * (balance->S[i] - balance->applied[i]);
    for (int k = 0; k < count; k++)
      scaled[f * count + k] = balance->NB[f * count + k] / sqrt(statics->drives[k].weight);
  }
  NumericRank rank;
  NumericStatus status = least_squares_solve(motions, count, scaled, needed, STATICS_RANK_TOLERANCE,
                                             rest->efforts, &rank, NULL);
  for (int k = 0; k < count; k++) {
    const StaticsDrive *drive = &statics->drives[k];
    rest->efforts[k] /= sqrt(drive->weight);
    for (int i = 0; i < n; i++)
      balance->applied[i] += balance->B[i * count + k] * rest->efforts[k];
    if (drive->is_input) {
      rest->inputs[drive->index] = rest->efforts[k];
    } else {
      rest->torques[drive->index] += rest->efforts[k];
    }
  }
  return status == NUMERIC_OK;
}

static bool bear(Balance *balance)
{
  StaticsWork *work = balance->work;
  StaticConfiguration *rest = balance->rest;
  double *right = room(balance, work->n);
  if (work->rows > 0) {
    memcpy(rest->joint_reactions.A, work->forces.A,
           sizeof(double) * (size_t)(work->rows * work->n));
  }
  for (int i = 0; i < work->n; i++)
    right[i] = balance->applied[i] - balance->S[i];
  const double *null;
  if (reactions_distribute(&rest->joint_reactions, right, STATICS_RANK_TOLERANCE, balance->scratch,
                           &null) != NUMERIC_OK)
    return false;
  ProgramState state = work->state;
  state.q = rest->q;
  state.inputs = rest->inputs;
  reactions_compute(&rest->joint_reactions, &work->joint_reactions, &state, null);
  return true;
}

static void make_room(StaticsWork *work, StaticConfiguration *rest)
{
  const Mechanism *mechanism = work->system->mechanism;
  size_t inputs = (size_t)mechanism->input_count;
  rest->efforts = ARENA_ARRAY(work->arena, double, work->statics->drive_count);
  rest->inputs = ARENA_ARRAY(work->arena, double, mechanism->input_count);
  rest->torques = ARENA_ARRAY(work->arena, double, work->n);
  rest->joint_reactions =
      reactions_new(mechanism, work->system->equations, work->system->rows, work->arena);
  rest->softest.coordinate = -1;
  if (work->state.inputs) memcpy(rest->inputs, work->state.inputs, sizeof(double) * inputs);
}

bool statics_balance(StaticsWork *work, StaticConfiguration *rest)
{
  make_room(work, rest);
  Arena *scratch = arena_new();
  Balance balance = { .work = work, .rest = rest, .scratch = scratch };
  balance.S = room(&balance, work->n);
  balance.applied = room(&balance, work->n);
  int rank = 0;
  bool has_values = evaluate(&balance);
  if (has_values) balance.N = motions_of(work, scratch, &rank);
  has_values = has_values && balance.N;
  if (has_values) {
    balance.motions = work->n - rank;
    fill_drives(&balance);
    fill_work(&balance);
    has_values = balance_free(&balance) && find_efforts(&balance) && bear(&balance);
  }
  arena_free(scratch);
  return has_values;
}

void statics_choose_drives(StaticsWork *work, const double q[])
{
  Statics *statics = work->statics;
  ProgramState state = work->state;
  state.q = q;
  evaluator_evaluate(&work->forces.evaluator, &state);
  Arena *scratch = arena_new();
  int rank = 0;
  double *N = motions_of(work, scratch, &rank);
  int *pivots = ARENA_ARRAY(scratch, int, work->n);
  // without a basis nothing is balanced, which statics_balance() detects
  statics->drive_count = N ? echelon_reduce(work->n - rank, work->n, N, PIVOT, pivots) : 0;
  statics->drives = ARENA_ARRAY(work->arena, StaticsDrive, statics->drive_count);
  for (int k = 0; k < statics->drive_count; k++)
    statics->drives[k] = (StaticsDrive){ false, pivots[k], 1 };
  arena_free(scratch);
}
