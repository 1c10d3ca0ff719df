// mobility_branches.c -- searches for a branch of different mobility.
//
// The set of assembled configurations may be disconnected, and constraints that are dependent on
// one branch may be independent on another: bars of a scissor lift that coincide turn freely.
// Newton's method converges to other branches from other starts; one with more independent
// constraints is stored.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "system/assembly/assembly.h"
#include "system/mobility/mobility_impl.h"

#include <string.h>

enum { STARTS = 12 };
static const double FARTHEST = 1.5;  // [rad], or times the size of the mechanism

// Rank of Phi_q after assembly from `q`, which becomes that configuration; -1: it cannot be
// assembled.
static int rank_from(const MobilityStudy *study, const System *system, double q[], Text *why)
{
  const ProgramState start = {
    .parameters = study->parameters, .q = q, .inputs = study->inputs, .time = study->time
  };
  const AssemblyOptions options = { 0 };
  Assembly *assembly = assembly_new(system, &start, &options, why);
  int rank = assembly && assembly->is_closed ? assembly->configurations[0].rank.rank : -1;
  if (rank >= 0)
    memcpy(q, assembly->configurations[0].q, sizeof(double) * (size_t)study->coordinate_count);
  assembly_free(assembly);
  text_clear(why);
  return rank;
}

// Scale by coordinate: 1, or the size of the mechanism.
static bool find_steps(const MobilityStudy *study, double steps[])
{
  const ProgramState start = {
    .parameters = study->parameters, .q = study->q, .inputs = study->inputs, .time = study->time
  };
  ConstraintSystem constraints;
  Text unused = { 0 };
  bool is_open = constraint_system_init(&constraints, study->equations, &start, &unused);
  if (is_open) {
    memcpy(steps, constraints.step, sizeof(double) * (size_t)study->coordinate_count);
    constraint_system_free(&constraints);
  }
  text_free(&unused);
  return is_open;
}

void mobility_find_branch(MobilityStudy *study, const System *system)
{
  int n = study->coordinate_count;
  if (!study->is_assembled || study->rows->holonomic_count == 0) return;
  if (mobility_redundant_count(study) == 0) return;
  double *steps = ARENA_ARRAY(study->arena, double, n), *q = ARENA_ARRAY(study->arena, double, n);
  Text why = { 0 };
  uint64_t state = 0;
  memcpy(q, study->q, sizeof(double) * (size_t)n);
  int here = find_steps(study, steps) ? rank_from(study, system, q, &why) : -1, rank = here;
  for (int k = 0; k < STARTS && here >= 0 && rank <= here; k++) {
    for (int i = 0; i < n; i++)
      q[i] = study->start_q[i] + FARTHEST * steps[i] * random_number(&state);
    rank = rank_from(study, system, q, &why);
  }
  if (here >= 0 && rank > here) {
    study->branch_q = q;
    study->branch_mobility = study->mobility - (rank - here);
  }
  text_free(&why);
}
