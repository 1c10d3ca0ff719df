// runs.c -- the runs of a program.
// SPDX-License-Identifier: MIT
#include "program/runs.h"

#include "base/memory.h"
#include "program/program_impl.h"

#include <stdlib.h>

// So many operations are looked ahead for another one with the same operator: runs are long then,
// and what they read is still in the second-level cache.
enum { WINDOW = 16384 };

typedef struct RunFinder {
  const Program *program;
  int *partner;  // by register: of a sine the cosine, and the other way round; -1: none
  Runs *runs;
} RunFinder;

static RunKind kind_of(const RunFinder *finder, int reg)
{
  Operator op = finder->program->steps.at[reg].op;
  if (op == OP_SIN && finder->partner[reg] >= 0) return RUN_SINCOS;
  return op == OP_MUL ? RUN_MUL : op == OP_ADD ? RUN_ADD : op == OP_SUB ? RUN_SUB : RUN_OTHER;
}

static bool is_beside_its_sine(const RunFinder *finder, int reg)
{
  return finder->program->steps.at[reg].op == OP_COS && finder->partner[reg] >= 0;
}

static Operation operation_of(const RunFinder *finder, int reg)
{
  const Step *step = &finder->program->steps.at[reg];
  bool is_pair = kind_of(finder, reg) == RUN_SINCOS;
  return (Operation){ reg, step->arg[0], is_pair ? finder->partner[reg] : step->arg[1] };
}

// The operations of the registers begin..end-1.
static void add_runs(RunFinder *finder, int begin, int end)
{
  const Steps *steps = &finder->program->steps;
  Runs *runs = finder->runs;
  size_t room = (size_t)(end - begin);
  int count = 0, before = runs->count == 0 ? 0 : runs->list[runs->count - 1].end;
  RunItem *items = memory_new(room, sizeof items[0]);
  int *order = memory_new(room, sizeof order[0]),
      *registers = memory_new(room, sizeof registers[0]);
  int *item_of = memory_new(room, sizeof item_of[0]);
  for (int reg = begin; reg < end; reg++) {
    bool is_beside = is_beside_its_sine(finder, reg);
    item_of[reg - begin] = is_beside ? item_of[finder->partner[reg] - begin] : count;
    if (is_beside) continue;
    RunItem *item = &items[count];
    item->kind = (int)kind_of(finder, reg);
    for (int k = 0; k < RUN_ARGUMENTS; k++) {
      int argument = k < MAX_ARITY ? steps->at[reg].arg[k] : -1;
      item->args[k] = argument < begin ? -1 : item_of[argument - begin];
    }
    registers[count++] = reg;
  }
  Run *added = runs->list + runs->count;
  int run_count = run_order(items, count, WINDOW, order, added);
  for (int i = 0; i < run_count; i++)
    added[i].end += before;
  for (int i = 0; i < count; i++)
    runs->operations[before + i] = operation_of(finder, registers[order[i]]);
  runs->count += run_count;
  free(item_of);
  free(registers);
  free(order);
  free(items);
}

const Runs *runs_new(const Program *program)
{
  int first = program_first_operation(program), late = program_first_late(program);
  int count = program->steps.count;
  Runs *runs = ARENA_NEW(program->arena, Runs);
  runs->operations = ARENA_ARRAY(program->arena, Operation, count - first);
  runs->list = ARENA_ARRAY(program->arena, Run, count - first);
  RunFinder finder = { program, steps_partners(&program->steps), runs };
  add_runs(&finder, first, late);
  runs->early_count = runs->count;
  add_runs(&finder, late, count);
  free(finder.partner);
  return runs;
}
