// mobility_motion.c -- moves away from the start: special positions, and directions with a finite
// motion.
//
// At a special position J has a smaller rank than around it, and allows velocities without a finite
// motion. Steps along random combinations of the null space of Phi_q, each followed by Newton's
// method back to Phi = 0, reach other configurations if there are any; among those the one with the
// highest rank is generic. If Newton's method reverses a step, there is no motion: the mechanism is
// only shaky. If the rows of Phi_q are independent, no test is needed (implicit function theorem).
// Otherwise one step along each null space direction is taken: the remaining displacements,
// expressed in that basis, form a matrix whose number of large singular values is the number of
// finite motions.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "system/mobility/mobility_impl.h"

#include <math.h>
#include <string.h>

static const double STEP = 0.1;      // rad, or tenths of the mechanism's size
static const double FOLLOWED = 0.1;  // fraction of a step that remains if it was a motion
static const double PROBE = 0.02;    // step of the test of each direction
static const double SPECIAL = 1e-3;  // limit of singular values at the start, by those elsewhere
enum { TRIES = 8 };

static double random_between(uint64_t *state)  // -1 and 1
{
  return (double)(random_next(state) >> 11) / 4503599627370496.0 - 1;
}

// Random unit vector in the span of `count` null space directions, in units of constraints->step:
// the projection of a random vector, so that it does not depend on the choice of the basis.
static void random_direction(const ConstraintSystem *constraints, const double directions[],
                             int count, uint64_t *state, double out[])
{
  int n = constraints->n;
  ArenaMark mark = arena_mark(constraints->arena);
  double *any = ARENA_ARRAY(constraints->arena, double, n), length = 0;
  memset(out, 0, sizeof(double) * (size_t)n);
  for (int j = 0; j < n; j++)
    any[j] = random_between(state);
  for (int k = 0; k < count; k++) {
    double part = 0;
    for (int j = 0; j < n; j++)
      part += any[j] * directions[k * n + j];
    length = hypot(length, part);
    for (int j = 0; j < n; j++)
      out[j] += part * directions[k * n + j];
  }
  for (int j = 0; j < n; j++)
    out[j] /= length;
  arena_rewind(constraints->arena, mark);
}

static double distance(const ConstraintSystem *constraints, const double a[], const double b[])
{
  double sum = 0;
  for (int j = 0; j < constraints->n; j++)
    sum = hypot(sum, (a[j] - b[j]) / constraints->step[j]);
  return sum;
}

// Moves q by `length` along the direction and assembles again. Returns false if Newton's method
// reversed the step, or converged to a distant configuration.
static bool follow(ConstraintSystem *constraints, const double from[], const double direction[],
                   double length, double q[])
{
  for (int j = 0; j < constraints->n; j++)
    q[j] = from[j] + length * direction[j] * constraints->step[j];
  if (!constraint_system_project(constraints, q)) return false;
  double way = distance(constraints, from, q);
  return way >= FOLLOWED * length && way <= 10 * length;
}

// ---- the generic configuration

// Steps from `from` in random directions; study->q becomes the best configuration reached, of rank
// *best.
static NumericStatus try_from(MobilityStudy *study, ConstraintSystem *constraints,
                              const double from[], uint64_t *state, int *best)
{
  int n = constraints->n, most = constraints->rows - study->motion_count;
  double *directions = ARENA_ARRAY(constraints->arena, double, n *n);
  double *direction = ARENA_ARRAY(constraints->arena, double, n);
  double *q = ARENA_ARRAY(constraints->arena, double, n);
  NumericRank rank;
  if (!constraint_system_evaluate_at(constraints, from)) return NUMERIC_NOT_FINITE;
  NumericStatus status =
      constraint_system_rank(constraints, ROWS_GEOMETRY, NULL, directions, &rank);
  int count = n - rank.rank;
  for (int k = 0; k < TRIES && count > 0 && *best < most && status == NUMERIC_OK; k++) {
    random_direction(constraints, directions, count, state, direction);
    if (!follow(constraints, from, direction, STEP, q) ||
        !constraint_system_evaluate_at(constraints, q))
      continue;
    status = constraint_system_rank(constraints, ROWS_MECHANISM, NULL, NULL, &rank);
    if (status != NUMERIC_OK || rank.rank <= *best) continue;
    *best = rank.rank;
    memcpy(study->q, q, sizeof(double) * (size_t)n);
  }
  return status;
}

// If several loops are flat at the start, a step may unfold only some of them: the search is
// repeated from the result as long as the rank increases.
static NumericStatus find_generic(MobilityStudy *study, ConstraintSystem *constraints)
{
  int n = constraints->n, best = -1, before;
  double *from = ARENA_ARRAY(constraints->arena, double, n);
  uint64_t state = 1;
  NumericStatus status;
  memcpy(study->q, study->start_q, sizeof(double) * (size_t)n);
  do {
    before = best;
    memcpy(from, study->q, sizeof(double) * (size_t)n);
    status = try_from(study, constraints, from, &state, &best);
  } while (status == NUMERIC_OK && best > before);
  return status;
}

// ---- directions with a finite motion

static NumericStatus count_motions(const MobilityStudy *study, ConstraintSystem *constraints,
                                   const double directions[], int count, int *motions)
{
  int n = constraints->n;
  double *q = ARENA_ARRAY(constraints->arena, double, n);
  double *left = ARENA_ARRAY(constraints->arena, double, count *count);
  double *values = ARENA_ARRAY(constraints->arena, double, count);
  for (int i = 0; i < count; i++) {
    if (!follow(constraints, study->q, directions + i * n, PROBE, q)) continue;
    for (int k = 0; k < count; k++) {
      for (int j = 0; j < n; j++)
        left[i * count + k] +=
            directions[k * n + j] * (q[j] - study->q[j]) / constraints->step[j] / PROBE;
    }
  }
  NumericRank rank;
  NumericStatus status = numeric_rank(count, count, left, FOLLOWED, values, NULL, &rank);
  for (*motions = 0; *motions < count && values[*motions] > FOLLOWED;)
    ++*motions;
  return status;
}

static NumericStatus find_finite(MobilityStudy *study, ConstraintSystem *constraints)
{
  int n = constraints->n;
  NumericRank rank;
  study->finite = study->positions;
  if (study->phi_rank.rank == constraints->geometric || study->positions == 0) return NUMERIC_OK;
  double *directions = ARENA_ARRAY(constraints->arena, double, n *n);
  if (!constraint_system_evaluate_at(constraints, study->q)) return NUMERIC_NOT_FINITE;
  NumericStatus status =
      constraint_system_rank(constraints, ROWS_GEOMETRY, NULL, directions, &rank);
  if (status != NUMERIC_OK) return status;
  return count_motions(study, constraints, directions, study->positions, &study->finite);
}

// ---- ranks

// Rank at the start, by comparison with the generic configuration: a special position is known to a
// few digits only.
static NumericStatus compare_start(MobilityStudy *study, ConstraintSystem *constraints,
                                   const double generic[])
{
  double *values = ARENA_ARRAY(constraints->arena, double, constraints->n);
  if (!constraint_system_evaluate_at(constraints, study->start_q)) return NUMERIC_NOT_FINITE;
  NumericStatus status =
      constraint_system_rank(constraints, ROWS_MECHANISM, values, NULL, &study->start_rank);
  int count = 0;
  while (count < study->rank.rank && values[count] > SPECIAL * generic[count])
    count++;
  study->instantaneous = constraints->n - count;
  return status;
}

static void keep_motions(MobilityStudy *study, const ConstraintSystem *constraints,
                         const double directions[])
{
  int n = constraints->n, count = n - study->rank.rank;
  study->motions = ARENA_ARRAY(study->arena, double, count *n);
  for (int i = 0; i < count * n; i++)
    study->motions[i] = directions[i] * constraints->step[i % n];
}

static NumericStatus find_ranks(MobilityStudy *study, ConstraintSystem *constraints)
{
  int n = constraints->n;
  double *values = ARENA_ARRAY(constraints->arena, double, n);
  double *directions = ARENA_ARRAY(constraints->arena, double, n *n);
  if (!constraint_system_evaluate_at(constraints, study->q)) return NUMERIC_NOT_FINITE;
  NumericStatus status =
      constraint_system_rank(constraints, ROWS_GEOMETRY, NULL, NULL, &study->phi_rank);
  if (status != NUMERIC_OK) return status;
  status = constraint_system_rank(constraints, ROWS_MECHANISM, values, directions, &study->rank);
  if (status != NUMERIC_OK) return status;
  keep_motions(study, constraints, directions);
  study->positions = n - study->phi_rank.rank;
  return compare_start(study, constraints, values);
}

NumericStatus motion_study(MobilityStudy *study, ConstraintSystem *constraints)
{
  ArenaMark mark = arena_mark(constraints->arena);
  NumericStatus status = find_generic(study, constraints);
  if (status == NUMERIC_OK) status = find_ranks(study, constraints);
  if (status == NUMERIC_OK) status = find_finite(study, constraints);
  study->mobility = study->finite - (study->rank.rank - study->phi_rank.rank);
  arena_rewind(constraints->arena, mark);
  return status;
}
