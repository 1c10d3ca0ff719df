// batch_plan.c -- allocation of memory slots to values.
// SPDX-License-Identifier: MIT
#include "program/run/batch_plan.h"

#include "base/memory/memory.h"
#include "program/program_impl.h"

#include <stdlib.h>

typedef struct Planner {
  const Program *program;
  const Steps *steps;
  int late;  // register
  const FusedSteps *compounds;
  int *last;        // by register: last step that reads it
  int *stored_run;  // by register: run after which it is stored; -1: not a result
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
    const FusedStep *step = &planner->compounds->steps[i];
    for (int k = 0; k < COMPOUND_ARGUMENTS && step->args[k] >= 0; k++)
      planner->last[step->args[k]] = i;
  }
  for (int k = 0; k < planner->program->output_count; k++) {
    const Output *output = &planner->program->outputs[k];
    for (int i = 0; i < output->quantity->pivot_count; i++)
      planner->last[output->pivots[i]] = planner->compounds->count;
  }
}

// ---- stores

static int size_of(const Output *output)
{
  return output->quantity->rows * output->quantity->columns;
}

// Fills stored_run, for the registers of results.
static void find_stored_runs(Planner *planner)
{
  const FusedSteps *compounds = planner->compounds;
  int *stored_run = planner->stored_run;
  for (int reg = 0; reg < planner->steps->count; reg++)
    stored_run[reg] = -1;
  for (int k = 0; k < planner->program->output_count; k++) {
    const Output *output = &planner->program->outputs[k];
    for (int i = 0; i < size_of(output); i++)
      stored_run[output->registers[i]] = compounds->run_count;
  }
  for (int run = 0, i = 0; run < compounds->run_count; run++) {
    for (; i < compounds->runs[run].end; i++) {
      const FusedStep *step = &compounds->steps[i];
      if (stored_run[step->out] >= 0) stored_run[step->out] = run;
      bool is_pair = compounds->runs[run].kind == COMPOUND_SINCOS;
      if (is_pair && stored_run[step->parts[0]] >= 0) stored_run[step->parts[0]] = run;
    }
  }
}

// Sorts the entries by run and, within each run, by output, so that adjacent entries are stored
// consecutively.
static void sort_stores(Planner *planner)
{
  const Program *program = planner->program;
  BatchPlan *plan = planner->plan;
  int *ends = plan->store_ends, count = 0;
  for (int k = 0; k < program->output_count; k++) {
    for (int i = 0; i < size_of(&program->outputs[k]); i++, count++)
      ends[planner->stored_run[program->outputs[k].registers[i]]]++;
  }
  for (int run = 1; run <= plan->run_count; run++)
    ends[run] += ends[run - 1];
  plan->stores = ARENA_ARRAY(program->arena, BatchOutput, count + STORES_AHEAD);
  for (int k = program->output_count - 1; k >= 0; k--) {
    for (int i = size_of(&program->outputs[k]) - 1; i >= 0; i--) {
      int reg = program->outputs[k].registers[i];
      plan->stores[--ends[planner->stored_run[reg]]] = (BatchOutput){ k, i, reg, -1 };
    }
  }
  // each end is now the beginning of its run
  for (int run = 0; run < plan->run_count; run++)
    ends[run] = ends[run + 1];
  ends[plan->run_count] = count;
  for (int i = count; count > 0 && i < count + STORES_AHEAD; i++)
    plan->stores[i] = plan->stores[count - 1];
}

// ---- slots

// Assigns permanent slots to precomputed values, which are needed for all states.
static void place_known(Planner *planner)
{
  int *places = planner->plan->places;
  for (int reg = 0; reg < planner->steps->count; reg++) {
    bool is_needed = planner->last[reg] >= 0 || planner->stored_run[reg] >= 0;
    places[reg] = reg < planner->late && is_needed ? planner->plan->place_count++ : -1;
  }
}

static void free_place(Planner *planner, int reg)
{
  planner->free_places[planner->free_count++] = planner->plan->places[reg];
  planner->plan->places[reg] = -1;
}

// Releases the slots of values that a step reads for the last time, except results to be stored
// after the run.
static void leave(Planner *planner, const FusedStep *step, int moment, int run)
{
  for (int k = 0; k < COMPOUND_ARGUMENTS && step->args[k] >= 0; k++) {
    int reg = step->args[k];
    bool is_last = reg >= planner->late && planner->last[reg] == moment;
    if (!is_last || planner->plan->places[reg] < 0 || planner->stored_run[reg] == run) continue;
    free_place(planner, reg);
  }
}

// Assigns slots to a step; arithmetic may write its result to the slot of an argument.
static void place_step(Planner *planner, int run, int moment)
{
  CompoundKind kind = (CompoundKind)planner->compounds->runs[run].kind;
  int *places = planner->plan->places;
  const FusedStep *step = &planner->compounds->steps[moment];
  BatchStep *placed = &planner->plan->steps[moment];
  bool is_arithmetic = kind < COMPOUND_SINCOS;
  *placed = (BatchStep){ .second = -1, .step = step->out };
  for (int k = 0; k < COMPOUND_ARGUMENTS; k++)
    placed->args[k] = places[step->args[step->args[k] < 0 ? 0 : k]];
  if (is_arithmetic) leave(planner, step, moment, run);
  placed->out = places[step->out] = new_place(planner);
  if (kind == COMPOUND_SINCOS) placed->second = places[step->parts[0]] = new_place(planner);
  if (!is_arithmetic) leave(planner, step, moment, run);
}

// Sets the slots of the results of a run, and releases those that no later step reads.
static void place_stores(Planner *planner, int run)
{
  const BatchPlan *plan = planner->plan;
  int first = run > 0 ? plan->store_ends[run - 1] : 0, end = plan->store_ends[run];
  for (int i = first; i < end; i++)
    plan->stores[i].place = plan->places[plan->stores[i].reg];
  for (int i = first; i < end && run < plan->run_count; i++) {
    int reg = plan->stores[i].reg;
    bool is_over = planner->last[reg] < plan->runs[run].end;
    if (is_over && plan->places[reg] >= 0) free_place(planner, reg);
  }
}

static void place_steps(Planner *planner)
{
  const FusedSteps *compounds = planner->compounds;
  for (int run = 0, i = 0; run < compounds->run_count; run++) {
    for (; i < compounds->runs[run].end; i++)
      place_step(planner, run, i);
    place_stores(planner, run);
  }
  place_stores(planner, compounds->run_count);
}

const BatchPlan *batch_plan_new(const Program *program)
{
  const Steps *steps = &program->steps;
  size_t count = (size_t)steps->count;
  Planner planner = { .program = program,
                      .steps = steps,
                      .late = program_first_state_step(program),
                      .compounds = program->late };
  planner.last = memory_new(count, sizeof(int));
  planner.stored_run = memory_new(count, sizeof(int));
  planner.free_places = memory_new(count, sizeof(int));
  planner.plan = ARENA_NEW(program->arena, BatchPlan);
  *planner.plan = (BatchPlan){ .runs = planner.compounds->runs,
                               .run_count = planner.compounds->run_count,
                               .late = planner.late };
  planner.plan->places = ARENA_ARRAY(program->arena, int, steps->count);
  planner.plan->steps = ARENA_ARRAY(program->arena, BatchStep, planner.compounds->count);
  planner.plan->store_ends = ARENA_ARRAY(program->arena, int, planner.compounds->run_count + 1);
  find_last_uses(&planner);
  find_stored_runs(&planner);
  sort_stores(&planner);
  place_known(&planner);
  place_steps(&planner);
  free(planner.last);
  free(planner.stored_run);
  free(planner.free_places);
  return planner.plan;
}
