// program.c -- from equations to a checked program: lower, improve, schedule, check.
// SPDX-License-Identifier: MIT
#include "program/program.h"

#include "base/memory.h"
#include "program/program_impl.h"

#include <stdlib.h>

// ---- passes

ProgramPasses program_default_passes(void)
{
  static const ProgramPass list[] = {
    { "reciprocals", pass_reciprocals, NULL, true },
    { "products", pass_products, NULL, true },
    { "factors", pass_factors, NULL, true },
    { "sums", pass_sums, NULL, true },
    { "signs", pass_signs, NULL, true },
  };
  return (ProgramPasses){ list, sizeof list / sizeof list[0], 4 };
}

static bool is_cheaper(DraftCost a, DraftCost b)
{
  return a.late != b.late ? a.late < b.late : a.once < b.once;
}

static Draft *run_pass(Draft *draft, const ProgramPass *pass)
{
  Draft *better = pass->run(draft, pass->context);
  if (pass->only_if_cheaper && !is_cheaper(draft_cost(better), draft_cost(draft))) {
    draft_free(better);
    return draft;
  }
  draft_free(draft);
  return better;
}

static Draft *run_passes(Draft *draft, ProgramPasses passes)
{
  for (int round = 0; round < passes.rounds; round++) {
    DraftCost before = draft_cost(draft);
    for (int i = 0; i < passes.count; i++)
      draft = run_pass(draft, &passes.list[i]);
    if (!is_cheaper(draft_cost(draft), before)) break;
  }
  return draft;
}

// ---- life

static bool find_outputs(Program *program, const char *const keys[], Text *why)
{
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = equations_find(program->equations, keys[k]);
    if (!quantity) {
      text_format(why, "the equations have no quantity '%s'", keys[k]);
      return false;
    }
    int size = quantity->rows * quantity->columns;
    program->outputs[k] = (Output){
      .quantity = quantity,
      .registers = ARENA_ARRAY(program->arena, int, size),
      .pivots = ARENA_ARRAY(program->arena, int, quantity->pivot_count),
    };
  }
  return true;
}

// Every entry and every pivot of every output, in order.
static const Expr **entries_of_outputs(const Program *program, int *count)
{
  *count = 0;
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    *count += quantity->rows * quantity->columns + quantity->pivot_count;
  }
  const Expr **entries = memory_new((size_t)*count, sizeof(const Expr *));
  int next = 0;
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    for (int i = 0; i < quantity->rows * quantity->columns; i++) {
      entries[next++] = quantity->entries[i];
    }
    for (int i = 0; i < quantity->pivot_count; i++)
      entries[next++] = quantity->pivots[i].value;
  }
  return entries;
}

Program *program_lower_with(const Equations *equations, const char *const keys[], int key_count,
                            ProgramPasses passes, Text *why)
{
  Arena *arena = arena_new();
  Program *program = ARENA_NEW(arena, Program);
  program->arena = arena;
  program->equations = equations;
  program->outputs = ARENA_ARRAY(arena, Output, key_count);
  program->output_count = key_count;
  bool is_done = find_outputs(program, keys, why);
  if (is_done) {
    int count;
    const Expr **entries = entries_of_outputs(program, &count);
    Draft *draft = run_passes(program_lower(equations->pool, entries, count), passes);
    is_done = program_schedule(draft, program, why);
    draft_free(draft);
    free(entries);
  }
  if (is_done) return program;
  program_free(program);
  return NULL;
}

Program *program_new(const Equations *equations, const char *const keys[], int key_count, Text *why)
{
  Program *program = program_lower_with(equations, keys, key_count, program_default_passes(), why);
  if (!program) return NULL;
  // points that construction of the expressions did not use
  uint64_t seed = pool_seed(equations->pool);
  bool is_right = program_check(program, seed ^ UINT64_C(0x5bd1e9955bd1e995), why) &&
                  program_check(program, seed ^ UINT64_C(0x27d4eb2f165667c5), why);
  if (is_right) return program;
  program_free(program);
  return NULL;
}

void program_free(Program *program)
{
  if (program) arena_free(program->arena);
}
