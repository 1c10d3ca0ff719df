// runs.c -- the runs of a program.
// SPDX-License-Identifier: MIT
#include "program/runs.h"

#include "base/memory.h"
#include "program/program_impl.h"

#include <stdlib.h>

// So many operations are looked ahead for another one with the same operator: runs are long then,
// and what they read is still in the second-level cache.
enum { WINDOW = 16384 };

static RunKind kind_of(Operator op)
{
  return op == OP_MUL ? RUN_MUL : op == OP_ADD ? RUN_ADD : op == OP_SUB ? RUN_SUB : RUN_OTHER;
}

// The operations of the registers begin..end-1.
static void add_runs(const Program *program, int begin, int end, Runs *runs)
{
  const Steps *steps = &program->steps;
  int count = end - begin, before = begin - program_first_operation(program);
  RunItem *items = memory_new((size_t)count, sizeof items[0]);
  int *order = memory_new((size_t)count, sizeof order[0]);
  for (int i = 0; i < count; i++) {
    const Step *step = &steps->at[begin + i];
    items[i].kind = (int)kind_of(step->op);
    for (int k = 0; k < RUN_ARGUMENTS; k++)
      items[i].args[k] = k < MAX_ARITY ? step->arg[k] - begin : -1;
  }
  Run *added = runs->list + runs->count;
  int run_count = run_order(items, count, WINDOW, order, added);
  for (int i = 0; i < run_count; i++)
    added[i].end += before;
  for (int i = 0; i < count; i++) {
    const Step *step = &steps->at[begin + order[i]];
    runs->operations[before + i] = (Operation){ begin + order[i], step->arg[0], step->arg[1] };
  }
  runs->count += run_count;
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
  add_runs(program, first, late, runs);
  runs->early_count = runs->count;
  add_runs(program, late, count, runs);
  return runs;
}
