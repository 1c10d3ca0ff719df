// mobility_actuators.c -- admissible actuator placements.
//
// A set with as many joints as there are degrees of freedom (internal motions need no actuator) is
// admissible if the joint velocities determine the motion: the square matrix of their rates in the
// motions of the mechanism is regular, here at a generic configuration. Only joints with one degree
// of freedom are candidates.
// SPDX-License-Identifier: MIT
#include "study/mobility/mobility_findings.h"

#include <math.h>
#include <string.h>

static const double REGULAR = 1e-6;  // smallest singular value of the rates, with rows of length 1
static const double MAX_PATHS = 2000;

static double binomial(int n, int k)
{
  double result = 1;
  for (int i = 1; i <= k; i++)
    result = result * (n - k + i) / i;
  return round(result);
}

// Advances to the next set in lexicographic order. Returns false after the last.
static bool advance(int set[], int size, int candidates)
{
  int i = size - 1;
  while (i >= 0 && set[i] == candidates - size + i)
    i--;
  if (i < 0) return false;
  set[i]++;
  for (int j = i + 1; j < size; j++)
    set[j] = set[j - 1] + 1;
  return true;
}

// Tests the rank of the rates of the joints in the set; each row has length 1, or is zero if the
// joint does not move.
static bool is_admissible(const ActuatorSets *sets, const int set[], int motions, double rates[],
                          NumericStatus *status)
{
  for (int i = 0; i < sets->size; i++) {
    const double *own = sets->candidates[set[i]]->rates;
    double length = 0;
    for (int k = 0; k < motions; k++)
      length = hypot(length, own[k]);
    for (int k = 0; k < motions; k++)
      rates[i * motions + k] = length > REGULAR ? own[k] / length : 0;
  }
  NumericRank rank;
  *status = numeric_rank(sets->size, motions, rates, REGULAR, NULL, NULL, &rank);
  return rank.rank == sets->size;
}

static NumericStatus try_all(ActuatorSets *sets, int motions, Arena *arena)
{
  int size = sets->size, bad = 0;
  int *set = ARENA_ARRAY(arena, int, size);
  int *good_sets = ARENA_ARRAY(arena, int, (int)sets->ways *size);
  int *bad_sets = ARENA_ARRAY(arena, int, (int)sets->ways *size);
  double *rates = ARENA_ARRAY(arena, double, size *motions);
  for (int i = 0; i < size; i++)
    set[i] = i;
  do {
    NumericStatus status;
    bool is_good = is_admissible(sets, set, motions, rates, &status);
    if (status != NUMERIC_OK) return status;
    int *place = is_good ? good_sets + sets->admissible++ * size : bad_sets + bad++ * size;
    memcpy(place, set, sizeof(int) * (size_t)size);
  } while (advance(set, size, sets->candidate_count));
  sets->lists_admissible = sets->admissible < bad;
  sets->sets = sets->lists_admissible ? good_sets : bad_sets;
  sets->set_count = sets->lists_admissible ? sets->admissible : bad;
  return NUMERIC_OK;
}

NumericStatus actuator_sets(const KinematicGraph *graph, int internal, Arena *arena,
                            ActuatorSets *out)
{
  ActuatorSets sets = { .candidates = ARENA_ARRAY(arena, const SkeletonJoint *, graph->joint_count),
                        .size = graph->study->mobility - internal };
  for (int i = 0; i < graph->joint_count; i++) {
    if (graph->joints[i].freedoms != 1) continue;
    sets.candidates[sets.candidate_count++] = &graph->joints[i];
  }
  NumericStatus status = NUMERIC_OK;
  if (sets.size > 0 && sets.size <= sets.candidate_count) {
    sets.ways = binomial(sets.candidate_count, sets.size);
    sets.is_listed = sets.ways <= MAX_PATHS;
    if (sets.is_listed) status = try_all(&sets, graph->motion_count, arena);
  }
  *out = sets;
  return status;
}
