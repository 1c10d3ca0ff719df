// fused_step.c -- selects the products that are fused into sums, and orders the fused steps.
// SPDX-License-Identifier: MIT
#include "program/passes/fused_step.h"

#include "base/memory/memory.h"

#include <stdlib.h>

_Static_assert((int)COMPOUND_OTHER < (int)RUN_KINDS &&
                   (int)COMPOUND_ARGUMENTS == (int)RUN_ARGUMENTS,
               "kinds make runs");

typedef struct Finder {
  const Steps *steps;
  int begin, end;    // registers
  int *uses;         // by register: number of uses
  int *partner;      // by register: cosine of a sine and vice versa; -1: none
  bool *is_part;     // by register: a product inside a sum, or a cosine that belongs to its sine
  int *item_of;      // by register: the item that computes it; -1: known
  FusedStep *items;  // in the order of the program
  RunItem *run_items;
  int count;
} Finder;

// ---- fused items

static bool is_single_product(const Finder *finder, int reg)
{
  return reg >= finder->begin && finder->steps->at[reg].op == OP_MUL && finder->uses[reg] == 1;
}

static void find_parts(Finder *finder)
{
  for (int reg = finder->begin; reg < finder->end; reg++) {
    const Step *step = &finder->steps->at[reg];
    bool is_sum = step->op == OP_ADD || step->op == OP_SUB;
    for (int k = 0; is_sum && k < 2; k++) {
      if (is_single_product(finder, step->arg[k])) finder->is_part[step->arg[k]] = true;
    }
    if (finder->partner[reg] >= 0 && step->op == OP_COS) finder->is_part[reg] = true;
  }
}

static void put_product(const Finder *finder, int product, int args[2], int *part)
{
  args[0] = finder->steps->at[product].arg[0];
  args[1] = finder->steps->at[product].arg[1];
  *part = product;
}

// Returns true for a product inside a sum; the cosine of a pair is also a part, but not a product.
static bool is_inside(const Finder *finder, int reg)
{
  return finder->is_part[reg] && finder->steps->at[reg].op == OP_MUL;
}

static CompoundKind put_sum(const Finder *finder, const Step *sum, FusedStep *item)
{
  bool is_sub = sum->op == OP_SUB;
  int a = sum->arg[0], b = sum->arg[1];
  bool has_first = is_inside(finder, a), has_second = is_inside(finder, b);
  if (!has_first && !has_second) return is_sub ? COMPOUND_SUB : COMPOUND_ADD;
  put_product(finder, has_first ? a : b, item->args, &item->parts[0]);
  item->args[2] = has_first ? b : a;
  if (has_first && has_second) {
    put_product(finder, b, item->args + 2, &item->parts[1]);
    return is_sub ? COMPOUND_MULS_SUB : COMPOUND_MULS_ADD;
  }
  if (!is_sub) return COMPOUND_MUL_ADD;
  return has_first ? COMPOUND_MUL_SUB : COMPOUND_SUB_MUL;
}

static CompoundKind put_step(const Finder *finder, int reg, FusedStep *item)
{
  const Step *step = &finder->steps->at[reg];
  *item = (FusedStep){ .out = reg, .parts = { -1, -1 } };
  for (int k = 0; k < COMPOUND_ARGUMENTS; k++)
    item->args[k] = k < MAX_ARITY ? step->arg[k] : -1;
  if (step->op == OP_MUL) return COMPOUND_MUL;
  if (step->op == OP_ADD || step->op == OP_SUB) return put_sum(finder, step, item);
  if (step->op != OP_SIN || finder->partner[reg] < 0) return COMPOUND_OTHER;
  item->parts[0] = finder->partner[reg];
  return COMPOUND_SINCOS;
}

static void find_items(Finder *finder)
{
  for (int reg = 0; reg < finder->end; reg++) {
    finder->item_of[reg] = -1;
    if (reg < finder->begin || finder->is_part[reg]) continue;
    FusedStep *item = &finder->items[finder->count];
    RunItem *run_item = &finder->run_items[finder->count];
    run_item->kind = (int)put_step(finder, reg, item);
    finder->item_of[reg] = finder->count++;
  }
  for (int i = 0; i < finder->count; i++) {
    for (int k = 0; k < COMPOUND_PARTS && finder->items[i].parts[k] >= 0; k++)
      finder->item_of[finder->items[i].parts[k]] = i;
  }
  for (int i = 0; i < finder->count; i++) {
    for (int k = 0; k < COMPOUND_ARGUMENTS; k++) {
      int argument = finder->items[i].args[k];
      finder->run_items[i].args[k] = argument < 0 ? -1 : finder->item_of[argument];
    }
  }
}

// ---- order

// Window within which steps of the same kind are collected; a larger one would keep too many
// values.
enum { WINDOW = 2048 };

// Fills the runs of the order. The sines of one run are computed together, so a run ends before a
// sine whose angle depends on others of the run.
static void put_runs(const Finder *finder, const int order[], const Run runs[], FusedSteps *out)
{
  int *places = memory_new((size_t)finder->count + 1, sizeof places[0]);
  int begin = 0;
  for (const Run *run = runs; begin < finder->count; run++) {
    for (int k = begin; k < run->end; k++) {
      int angle = finder->run_items[order[k]].args[0];
      bool is_made_here = run->kind == COMPOUND_SINCOS && angle >= 0 && places[angle] >= begin;
      if (is_made_here) {
        out->runs[out->run_count++] = (Run){ COMPOUND_SINCOS, k };
        begin = k;
      }
      places[order[k]] = k;
    }
    out->runs[out->run_count++] = *run;
    begin = run->end;
  }
  free(places);
}

const FusedSteps *fused_steps_new(const Program *program, int begin, int end)
{
  size_t room = (size_t)end + 1;
  Finder finder = { .steps = &program->steps, .begin = begin, .end = end };
  finder.uses = steps_uses(finder.steps);
  finder.partner = steps_partners(finder.steps);
  finder.is_part = memory_new(room, sizeof(bool));
  finder.item_of = memory_new(room, sizeof(int));
  finder.items = memory_new(room, sizeof finder.items[0]);
  finder.run_items = memory_new(room, sizeof finder.run_items[0]);
  int *order = memory_new(room, sizeof order[0]);
  find_parts(&finder);
  find_items(&finder);
  FusedSteps *compounds = ARENA_NEW(program->arena, FusedSteps);
  compounds->count = finder.count;
  compounds->steps = ARENA_ARRAY(program->arena, FusedStep, finder.count);
  compounds->runs = ARENA_ARRAY(program->arena, Run, finder.count);
  Run *runs = memory_new(room, sizeof runs[0]);
  run_order(finder.run_items, finder.count, WINDOW, order, runs);
  put_runs(&finder, order, runs, compounds);
  free(runs);
  for (int i = 0; i < finder.count; i++)
    compounds->steps[i] = finder.items[order[i]];
  free(finder.uses);
  free(finder.partner);
  free(finder.is_part);
  free(finder.item_of);
  free(finder.items);
  free(finder.run_items);
  free(order);
  return compounds;
}
