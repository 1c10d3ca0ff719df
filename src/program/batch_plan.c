// batch_plan.c -- which products go into sums, in which order steps follow, where values are kept.
// SPDX-License-Identifier: MIT
#include "program/batch_plan.h"

#include "base/memory.h"
#include "program/program_impl.h"

#include <stdlib.h>

_Static_assert((int)BATCH_OTHER < (int)RUN_KINDS && (int)BATCH_ARGUMENTS == (int)RUN_ARGUMENTS,
               "kinds make runs");

typedef struct Planner {
  const Steps *steps;
  int late;           // register
  int *uses;          // by register
  int *partner;       // by register
  bool *is_absorbed;  // by register: a product that is part of a sum, a cosine beside its sine
  int *item_of;       // by register: the step that gives it; -1: it is known
  BatchStep *items;   // with registers for places; none: -1
  BatchKind *kinds;   // by item
  int count;
  int *order;
  int *last;  // by register: the last place in the order that needs it
  int *free_places;
  int free_count;
  BatchPlan *plan;
} Planner;

// ---- what becomes of operations

static bool is_single_product(const Planner *planner, int reg)
{
  return reg >= planner->late && planner->steps->at[reg].op == OP_MUL && planner->uses[reg] == 1;
}

static void absorb(Planner *planner)
{
  for (int reg = planner->late; reg < planner->steps->count; reg++) {
    const Step *step = &planner->steps->at[reg];
    bool is_sum = step->op == OP_ADD || step->op == OP_SUB;
    for (int k = 0; is_sum && k < 2; k++) {
      if (is_single_product(planner, step->arg[k])) planner->is_absorbed[step->arg[k]] = true;
    }
    if (planner->partner[reg] >= 0 && step->op == OP_COS) planner->is_absorbed[reg] = true;
  }
}

static void put_factors(const Planner *planner, int product, int args[2])
{
  args[0] = planner->steps->at[product].arg[0];
  args[1] = planner->steps->at[product].arg[1];
}

// A cosine beside its sine is no product.
static bool is_inside(const Planner *planner, int reg)
{
  return planner->is_absorbed[reg] && planner->steps->at[reg].op == OP_MUL;
}

static BatchKind put_sum(const Planner *planner, const Step *sum, int args[])
{
  bool is_sub = sum->op == OP_SUB;
  int a = sum->arg[0], b = sum->arg[1];
  bool has_first = is_inside(planner, a), has_second = is_inside(planner, b);
  if (!has_first && !has_second) return is_sub ? BATCH_SUB : BATCH_ADD;
  put_factors(planner, has_first ? a : b, args);
  args[2] = has_first ? b : a;
  if (has_first && has_second) {
    put_factors(planner, b, args + 2);
    return is_sub ? BATCH_MULS_SUB : BATCH_MULS_ADD;
  }
  if (!is_sub) return BATCH_MUL_ADD;
  return has_first ? BATCH_MUL_SUB : BATCH_SUB_MUL;
}

static void add_item(Planner *planner, int reg)
{
  const Step *step = &planner->steps->at[reg];
  BatchStep *item = &planner->items[planner->count];
  BatchKind *kind = &planner->kinds[planner->count];
  *item = (BatchStep){ .out = reg, .second = -1, .step = reg };
  for (int k = 0; k < BATCH_ARGUMENTS; k++)
    item->args[k] = k < MAX_ARITY ? step->arg[k] : -1;
  *kind = step->op == OP_MUL ? BATCH_MUL : BATCH_OTHER;
  if (step->op == OP_ADD || step->op == OP_SUB) *kind = put_sum(planner, step, item->args);
  if (step->op == OP_SIN && planner->partner[reg] >= 0) {
    *kind = BATCH_SINCOS;
    item->second = planner->partner[reg];
  }
  planner->item_of[reg] = planner->count++;
}

static void find_items(Planner *planner)
{
  for (int reg = 0; reg < planner->steps->count; reg++) {
    planner->item_of[reg] = -1;
    if (reg >= planner->late && !planner->is_absorbed[reg]) add_item(planner, reg);
  }
  for (int i = 0; i < planner->count; i++) {
    if (planner->items[i].second >= 0) planner->item_of[planner->items[i].second] = i;
  }
}

// ---- order

// So many steps are looked ahead for another one of the same kind; more would keep too many values.
enum { WINDOW = 512 };

static void find_order(Planner *planner)
{
  RunItem *items = memory_new((size_t)planner->count, sizeof items[0]);
  for (int i = 0; i < planner->count; i++) {
    const BatchStep *step = &planner->items[i];
    items[i].kind = (int)planner->kinds[i];
    for (int k = 0; k < BATCH_ARGUMENTS; k++)
      items[i].args[k] = step->args[k] < 0 ? -1 : planner->item_of[step->args[k]];
  }
  BatchPlan *plan = planner->plan;
  plan->run_count = run_order(items, planner->count, WINDOW, planner->order, plan->runs);
  free(items);
}

// ---- places

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
  for (int i = 0; i < planner->count; i++) {
    const BatchStep *step = &planner->items[planner->order[i]];
    for (int k = 0; k < BATCH_ARGUMENTS && step->args[k] >= 0; k++)
      planner->last[step->args[k]] = i;
  }
  for (int i = 0; i < steps->root_count; i++)
    planner->last[steps->roots[i]] = planner->count;
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

static void leave(Planner *planner, const BatchStep *step, int moment)
{
  int *places = planner->plan->places;
  for (int k = 0; k < BATCH_ARGUMENTS && step->args[k] >= 0; k++) {
    int reg = step->args[k];
    if (reg < planner->late || planner->last[reg] != moment || places[reg] < 0) continue;
    planner->free_places[planner->free_count++] = places[reg];
    places[reg] = -1;
  }
}

// Arithmetic may leave its result where an argument was.
static void place_step(Planner *planner, int moment)
{
  int *places = planner->plan->places, item = planner->order[moment];
  const BatchStep *step = &planner->items[item];
  BatchStep *placed = &planner->plan->steps[moment];
  bool is_arithmetic = planner->kinds[item] < BATCH_SINCOS;
  *placed = *step;
  for (int k = 0; k < BATCH_ARGUMENTS; k++)
    placed->args[k] = places[step->args[step->args[k] < 0 ? 0 : k]];
  if (is_arithmetic) leave(planner, step, moment);
  placed->out = places[step->out] = new_place(planner);
  if (step->second >= 0) placed->second = places[step->second] = new_place(planner);
  if (!is_arithmetic) leave(planner, step, moment);
}

static void find_places(Planner *planner)
{
  find_last_uses(planner);
  place_known(planner);
  for (int i = 0; i < planner->count; i++)
    place_step(planner, i);
}

// ---- the plan

const BatchPlan *batch_plan_new(const Program *program)
{
  const Steps *steps = &program->steps;
  size_t count = (size_t)steps->count;
  Planner planner = { .steps = steps, .late = program_first_late(program) };
  planner.uses = steps_uses(steps);
  planner.partner = steps_partners(steps);
  planner.is_absorbed = memory_new(count, sizeof(bool));
  planner.item_of = memory_new(count, sizeof(int));
  planner.items = memory_new(count, sizeof planner.items[0]);
  planner.kinds = memory_new(count, sizeof planner.kinds[0]);
  planner.order = memory_new(count, sizeof(int));
  planner.last = memory_new(count, sizeof(int));
  planner.free_places = memory_new(count, sizeof(int));
  planner.plan = ARENA_NEW(program->arena, BatchPlan);
  planner.plan->late = planner.late;
  planner.plan->places = ARENA_ARRAY(program->arena, int, steps->count);
  absorb(&planner);
  find_items(&planner);
  planner.plan->steps = ARENA_ARRAY(program->arena, BatchStep, planner.count);
  planner.plan->runs = ARENA_ARRAY(program->arena, Run, planner.count);
  find_order(&planner);
  find_places(&planner);
  free(planner.uses);
  free(planner.partner);
  free(planner.is_absorbed);
  free(planner.item_of);
  free(planner.items);
  free(planner.kinds);
  free(planner.order);
  free(planner.last);
  free(planner.free_places);
  return planner.plan;
}
