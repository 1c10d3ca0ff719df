// mobility_motion.c -- away from the start: what is special there, and what can be followed.
//
// At a special position J has a smaller rank than around it, and allows speeds that lead nowhere.
// Steps along random combinations of what Phi_q leaves free, each followed by Newton back to Phi =
// 0, reach other configurations if there are any; of those the one with the highest rank is
// generic. A step that Newton takes back was no motion: the mechanism is only shaky. Where the rows
// of Phi_q are independent there is nothing to try (implicit functions); otherwise a step along
// each free direction shows how many of them are motions: what Newton leaves of the steps, as seen
// in the free directions, is a matrix whose large singular values count.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "study/mobility_impl.h"

#include <math.h>
#include <string.h>

static const double STEP = 0.1;      // rad, or tenths of the mechanism's size
static const double FOLLOWED = 0.1;  // part of a step that is left if it was a motion
static const double PROBE = 0.02;    // step of the test of each direction
static const double SPECIAL = 1e-3;  // singular values at the start, of those elsewhere
enum { TRIES = 8 };

static double random_between(uint64_t *state)  // -1 and 1
{
  return (double)(random_next(state) >> 11) / 4503599627370496.0 - 1;
}

// A random unit vector among the rows of `directions` from `first` on, in units of closing->step.
static void random_direction(const Closing *closing, const double directions[], int first,
                             uint64_t *state, double out[])
{
  int n = closing->n;
  double length = 0;
  memset(out, 0, sizeof(double) * (size_t)n);
  for (int k = first; k < n; k++) {
    double weight = random_between(state);
    length = hypot(length, weight);
    for (int j = 0; j < n; j++)
      out[j] += weight * directions[k * n + j];
  }
  for (int j = 0; j < n; j++)
    out[j] /= length;
}

static double distance(const Closing *closing, const double a[], const double b[])
{
  double sum = 0;
  for (int j = 0; j < closing->n; j++)
    sum = hypot(sum, (a[j] - b[j]) / closing->step[j]);
  return sum;
}

// q moved by `length` along the direction and closed again; false if Newton took it back, or went
// somewhere else altogether.
static bool follow(Closing *closing, const double from[], const double direction[], double length,
                   double q[])
{
  for (int j = 0; j < closing->n; j++)
    q[j] = from[j] + length * direction[j] * closing->step[j];
  if (!closing_project(closing, q)) return false;
  double way = distance(closing, from, q);
  return way >= FOLLOWED * length && way <= 10 * length;
}

// ---- the generic configuration

static void find_generic(MobilityStudy *study, Closing *closing)
{
  int n = closing->n;
  double *directions = ARENA_ARRAY(closing->arena, double, n *n);
  double *direction = ARENA_ARRAY(closing->arena, double, n);
  double *q = ARENA_ARRAY(closing->arena, double, n);
  uint64_t state = 1;
  memcpy(study->q, study->start_q, sizeof(double) * (size_t)n);
  closing_at(closing, study->start_q);
  int first = closing_rank(closing, ROWS_GEOMETRY, NULL, directions).rank;
  int best = -1, most = closing->rows - study->motion_count;
  for (int k = 0; k < TRIES && first < n && best < most; k++) {
    random_direction(closing, directions, first, &state, direction);
    if (!follow(closing, study->start_q, direction, STEP, q) || !closing_at(closing, q)) continue;
    int rank = closing_rank(closing, ROWS_MECHANISM, NULL, NULL).rank;
    if (rank <= best) continue;
    best = rank;
    memcpy(study->q, q, sizeof(double) * (size_t)n);
  }
}

// ---- directions that are motions

static int count_motions(const MobilityStudy *study, Closing *closing, const double directions[])
{
  int n = closing->n, first = study->phi_rank.rank, count = n - first;
  double *q = ARENA_ARRAY(closing->arena, double, n);
  double *left = ARENA_ARRAY(closing->arena, double, count *count);
  double *values = ARENA_ARRAY(closing->arena, double, count);
  for (int i = 0; i < count; i++) {
    if (!follow(closing, study->q, directions + (first + i) * n, PROBE, q)) continue;
    for (int k = 0; k < count; k++) {
      for (int j = 0; j < n; j++)
        left[i * count + k] +=
            directions[(first + k) * n + j] * (q[j] - study->q[j]) / closing->step[j] / PROBE;
    }
  }
  NumericRank rank;
  numeric_rank(count, count, left, FOLLOWED, values, NULL, &rank);
  int result = 0;
  while (result < count && values[result] > FOLLOWED)
    result++;
  return result;
}

static int finite_mobility(const MobilityStudy *study, Closing *closing)
{
  int n = closing->n, free_count = n - study->phi_rank.rank;
  if (study->phi_rank.rank == closing->geometric || free_count == 0) return free_count;
  double *directions = ARENA_ARRAY(closing->arena, double, n *n);
  closing_at(closing, study->q);
  closing_rank(closing, ROWS_GEOMETRY, NULL, directions);
  return count_motions(study, closing, directions);
}

// ---- ranks

// The rank at the start, by comparison: a position that is special is known to a few digits only.
static void compare_start(MobilityStudy *study, Closing *closing, const double generic[])
{
  double *values = ARENA_ARRAY(closing->arena, double, closing->n);
  closing_at(closing, study->start_q);
  study->start_rank = closing_rank(closing, ROWS_MECHANISM, values, NULL);
  int count = 0;
  while (count < study->rank.rank && values[count] > SPECIAL * generic[count])
    count++;
  study->instantaneous = closing->n - count;
}

static void keep_motions(MobilityStudy *study, const Closing *closing, const double directions[])
{
  int n = closing->n, first = study->rank.rank;
  study->motions = ARENA_ARRAY(study->arena, double, (n - first) * n);
  for (int k = first; k < n; k++) {
    for (int j = 0; j < n; j++)
      study->motions[(k - first) * n + j] = directions[k * n + j] * closing->step[j];
  }
}

bool motion_study(MobilityStudy *study, Closing *closing)
{
  int n = closing->n;
  if (!closing_at(closing, study->start_q)) return false;
  ArenaMark mark = arena_mark(closing->arena);
  double *values = ARENA_ARRAY(closing->arena, double, n);
  double *directions = ARENA_ARRAY(closing->arena, double, n *n);
  find_generic(study, closing);
  closing_at(closing, study->q);
  study->phi_rank = closing_rank(closing, ROWS_GEOMETRY, NULL, NULL);
  study->rank = closing_rank(closing, ROWS_MECHANISM, values, directions);
  keep_motions(study, closing, directions);
  compare_start(study, closing, values);
  study->positions = n - study->phi_rank.rank;
  study->finite = finite_mobility(study, closing);
  study->mobility = study->finite - (study->rank.rank - study->phi_rank.rank);
  arena_rewind(closing->arena, mark);
  return true;
}
