// batch_plan.c -- where values are kept.
// SPDX-License-Identifier: MIT
#include "program/batch_plan.h"

#include "base/memory.h"
#include "program/program_impl.h"

#include <stdlib.h>

typedef struct Planner {
  const Steps *steps;
  int late;  // register
  const Compounds *compounds;
  int *last;  // by register: the last step that needs it
  int *free_places;
  int free_count;
  BatchPlan *plan;
} Planner;

static int new_place(Planner *planner)
{
  if (planner->free_count > 0) return planner->free_places[--planner->free_count];
  return planner->plan->place_count++;
}

static void find_last_uses(Planner *planner)
{
  const Steps *steps = planner->steps;
  for (int reg = 0; reg < steps->count; reg++)
    planner->last[reg] = -1;
  for (int i = 0; i < planner->compounds->count; i++) {
    const CompoundStep *step = &planner->compounds->steps[i];
    for (int k = 0; k < COMPOUND_ARGUMENTS && step->args[k] >= 0; k++)
      planner->last[step->args[k]] = i;
  }
  for (int i = 0; i < steps->root_count; i++)
    planner->last[steps->roots[i]] = planner->compounds->count;
}

// What is known before, in places of its own: it is there for all states.
static void place_known(Planner *planner)
{
  int *places = planner->plan->places;
  for (int reg = 0; reg < planner->steps->count; reg++) {
    bool is_kept = reg < planner->late && planner->last[reg] >= 0;
    places[reg] = is_kept ? planner->plan->place_count++ : -1;
  }
}

static void leave(Planner *planner, const CompoundStep *step, int moment)
{
  int *places = planner->plan->places;
  for (int k = 0; k < COMPOUND_ARGUMENTS && step->args[k] >= 0; k++) {
    int reg = step->args[k];
    if (reg < planner->late || planner->last[reg] != moment || places[reg] < 0) continue;
    planner->free_places[planner->free_count++] = places[reg];
    places[reg] = -1;
  }
}

// Arithmetic may leave its result where an argument was.
static void place_step(Planner *planner, CompoundKind kind, int moment)
{
  int *places = planner->plan->places;
  const CompoundStep *step = &planner->compounds->steps[moment];
  BatchStep *placed = &planner->plan->steps[moment];
  bool is_arithmetic = kind < COMPOUND_SINCOS;
  *placed = (BatchStep){ .second = -1, .step = step->out };
  for (int k = 0; k < COMPOUND_ARGUMENTS; k++)
    placed->args[k] = places[step->args[step->args[k] < 0 ? 0 : k]];
  if (is_arithmetic) leave(planner, step, moment);
  placed->out = places[step->out] = new_place(planner);
  if (kind == COMPOUND_SINCOS) placed->second = places[step->parts[0]] = new_place(planner);
  if (!is_arithmetic) leave(planner, step, moment);
}

static void place_steps(Planner *planner)
{
  const Run *run = planner->compounds->runs;
  for (int i = 0; i < planner->compounds->count; i++) {
    if (i == run->end) run++;
    place_step(planner, (CompoundKind)run->kind, i);
  }
}

const BatchPlan *batch_plan_new(const Program *program)
{
  const Steps *steps = &program->steps;
  size_t count = (size_t)steps->count;
  Planner planner = { .steps = steps,
                      .late = program_first_late(program),
                      .compounds = program->late };
  planner.last = memory_new(count, sizeof(int));
  planner.free_places = memory_new(count, sizeof(int));
  planner.plan = ARENA_NEW(program->arena, BatchPlan);
  *planner.plan = (BatchPlan){ .runs = planner.compounds->runs,
                               .run_count = planner.compounds->run_count,
                               .late = planner.late };
  planner.plan->places = ARENA_ARRAY(program->arena, int, steps->count);
  planner.plan->steps = ARENA_ARRAY(program->arena, BatchStep, planner.compounds->count);
  find_last_uses(&planner);
  place_known(&planner);
  place_steps(&planner);
  free(planner.last);
  free(planner.free_places);
  return planner.plan;
}
