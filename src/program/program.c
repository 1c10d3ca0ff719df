// program.c -- from equations to a checked program: lower, improve, schedule, check.
//
// Each quantity is lowered and improved by itself; steps that come out alike are then one.
// SPDX-License-Identifier: MIT
#include "program/program.h"

#include "base/memory.h"
#include "program/program_impl.h"

#include <stdlib.h>

// ---- passes

ProgramPasses program_default_passes(void)
{
  static const ProgramPass list[] = { pass_reciprocals, pass_products, pass_factors, pass_sums,
                                      pass_negations };
  return (ProgramPasses){ list, sizeof list / sizeof list[0], 4 };
}

// Weight of all operations, split at the parameter stage: what runs once per robot counts little.
typedef struct Cost {
  long late;  // after the parameter stage
  long once;
} Cost;

static Cost cost_of(const Steps *steps)
{
  Cost cost = { 0 };
  for (int i = 0; i < steps->count; i++) {
    if (operator_is_leaf(steps->at[i].op)) continue;
    bool is_late = steps_stage(steps, i) > STAGE_PARAMETER;
    *(is_late ? &cost.late : &cost.once) += (long)operator_info(steps->at[i].op)->cost;
  }
  return cost;
}

static bool is_cheaper(Cost a, Cost b)
{
  return a.late != b.late ? a.late < b.late : a.once < b.once;
}

static Steps run_passes(Steps steps, ProgramPasses passes)
{
  for (int round = 0; round < passes.rounds; round++) {
    bool has_gained = false;
    for (int i = 0; i < passes.count; i++) {
      Steps better = passes.list[i](&steps);
      bool is_better = is_cheaper(cost_of(&better), cost_of(&steps));
      steps_free(is_better ? &steps : &better);
      if (is_better) steps = better;
      has_gained = has_gained || is_better;
    }
    if (!has_gained) break;
  }
  return steps;
}

// ---- quantities

static int root_count(const Quantity *quantity)
{
  return quantity->rows * quantity->columns + quantity->pivot_count;
}

// Every entry and every pivot, in order.
static const Expr **roots_of(const Quantity *quantity)
{
  int size = quantity->rows * quantity->columns;
  const Expr **roots = memory_new((size_t)root_count(quantity), sizeof(const Expr *));
  for (int i = 0; i < size; i++)
    roots[i] = quantity->entries[i];
  for (int i = 0; i < quantity->pivot_count; i++)
    roots[size + i] = quantity->pivots[i].value;
  return roots;
}

static bool find_quantities(Program *program, const char *const keys[], Text *why)
{
  for (int k = 0; k < program->output_count; k++) {
    program->outputs[k].quantity = equations_find(program->equations, keys[k]);
    if (program->outputs[k].quantity) continue;
    text_format(why, "the equations have no quantity '%s'", keys[k]);
    return false;
  }
  return true;
}

// The steps of one quantity, and where they are among all.
typedef struct Part {
  Steps steps;
  int *places;
} Part;

static Part add_part(Steps *all, const Quantity *quantity, ProgramPasses passes, int *next_root)
{
  const Expr **roots = roots_of(quantity);
  Part part = { .steps =
                    run_passes(program_lower(all->literals, roots, root_count(quantity)), passes) };
  free(roots);
  part.places = memory_new((size_t)part.steps.count, sizeof part.places[0]);
  for (int i = 0; i < part.steps.count; i++) {
    const Step *step = &part.steps.at[i];
    int args[MAX_ARITY] = { -1, -1, -1 };
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
      args[k] = part.places[step->arg[k]];
    part.places[i] =
        step->node ? steps_leaf(all, step->node) : steps_operation(all, step->op, args);
    if (steps_name(&part.steps, i)) steps_set_name(all, part.places[i], part.steps.names[i]);
  }
  for (int i = 0; i < part.steps.root_count; i++)
    all->roots[(*next_root)++] = part.places[part.steps.roots[i]];
  return part;
}

static void connect_output(Program *program, Output *output, const Part *part,
                           const int registers[], int first_root)
{
  output->registers = program->steps.roots + first_root;
  output->pivots = output->registers + output->quantity->rows * output->quantity->columns;
  if (!part->steps.names) return;
  output->names = ARENA_ARRAY(program->arena, const char *, program->steps.count);
  for (int i = 0; i < part->steps.count; i++)
    output->names[registers[part->places[i]]] = part->steps.names[i];
}

static bool fill_program(Program *program, ProgramPasses passes, Text *why)
{
  int count = program->output_count, roots = 0, next_root = 0;
  for (int k = 0; k < count; k++)
    roots += root_count(program->outputs[k].quantity);
  Steps all = steps_new(program->literals, roots);
  Part *parts = memory_new((size_t)count, sizeof parts[0]);
  for (int k = 0; k < count; k++)
    parts[k] = add_part(&all, program->outputs[k].quantity, passes, &next_root);
  int *registers = memory_new((size_t)all.count, sizeof registers[0]);
  bool is_done = program_schedule(program, &all, registers, why);
  for (int k = 0, first_root = 0; k < count; k++) {
    if (is_done) connect_output(program, &program->outputs[k], &parts[k], registers, first_root);
    first_root += parts[k].steps.root_count;
    steps_free(&parts[k].steps);
    free(parts[k].places);
  }
  free(registers);
  free(parts);
  steps_free(&all);
  return is_done;
}

// ---- life

Program *program_lower_with(const Equations *equations, const char *const keys[], int key_count,
                            ProgramPasses passes, Text *why)
{
  Arena *arena = arena_new();
  Program *program = ARENA_NEW(arena, Program);
  *program = (Program){ .arena = arena,
                        .equations = equations,
                        .literals = pool_new(pool_seed(equations->pool)),
                        .outputs = ARENA_ARRAY(arena, Output, key_count),
                        .output_count = key_count };
  if (find_quantities(program, keys, why) && fill_program(program, passes, why)) return program;
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
  if (!program) return;
  steps_free(&program->steps);
  pool_free(program->literals);
  arena_free(program->arena);
}
