// program.c -- construction of a checked program: lower, optimise, schedule, check.
//
// Each quantity is lowered and optimised separately; equal steps are then merged.
// SPDX-License-Identifier: MIT
#include "program/program.h"

#include "base/memory/memory.h"
#include "program/run/batch_plan.h"
#include "program/program_impl.h"

#include <stdlib.h>

// ---- passes

ProgramPasses program_default_passes(void)
{
  static const ProgramPass list[] = { pass_reciprocals, pass_products,  pass_factors,
                                      pass_sums,        pass_negations, pass_angle_sums };
  return (ProgramPasses){ list, sizeof list / sizeof list[0], 4, false };
}

// Total weight of the operations, split at the parameter stage: steps that run once per parameter
// set count only as a tie-breaker.
typedef struct Cost {
  long late;  // after the parameter stage
  long once;
} Cost;

// The weight of a sine or a cosine equals that of eight other operations, its cost in generated C
// when all angles of a function are computed together.
static long weight_of(Operator op)
{
  enum { OF_CIRCULAR = 16 };
  return op == OP_SIN || op == OP_COS ? OF_CIRCULAR : (long)operator_info(op)->cost;
}

static Cost cost_of(const Steps *steps)
{
  Cost cost = { 0 };
  for (int i = 0; i < steps->count; i++) {
    if (operator_is_leaf(steps->at[i].op)) continue;
    bool is_late = steps_stage(steps, i) > STAGE_PARAMETER;
    *(is_late ? &cost.late : &cost.once) += weight_of(steps->at[i].op);
  }
  return cost;
}

static bool is_cheaper(Cost a, Cost b)
{
  return a.late != b.late ? a.late < b.late : a.once < b.once;
}

// Repeats the passes until none of them in turn lowers the cost, or the limit is reached.
static Steps run_passes(Steps steps, ProgramPasses passes)
{
  int idle = 0;
  Cost cost = cost_of(&steps);
  for (int i = 0; i < passes.rounds * passes.count && idle < passes.count; i++) {
    Steps other = passes.list[i % passes.count](&steps);
    Cost other_cost = cost_of(&other);
    idle++;
    if (is_cheaper(other_cost, cost)) {
      steps_free(&steps);
      steps = other;
      cost = other_cost;
      idle = 0;
    } else {
      steps_free(&other);
    }
  }
  return steps;
}

// Runs the passes, and then orders sums as in fusion.c unless that adds operations.
static Steps improve(Steps steps, ProgramPasses passes)
{
  steps = run_passes(steps, passes);
  if (passes.count == 0) return steps;
  Steps fused = pass_fusion(&steps);
  bool is_worse = is_cheaper(cost_of(&steps), cost_of(&fused));
  steps_free(is_worse ? &fused : &steps);
  return is_worse ? steps : fused;
}

// ---- quantities

static const Quantity *quantity_of(const Program *program, int place)
{
  return program->outputs[program->order[place]].quantity;
}

// Returns the number of roots of the outputs first .. end-1 of the order.
static int root_count(const Program *program, int first, int end)
{
  int roots = 0;
  for (int k = first; k < end; k++) {
    const Quantity *quantity = quantity_of(program, k);
    roots += quantity->rows * quantity->columns + quantity->pivot_count;
  }
  return roots;
}

// Returns every entry and every pivot of these outputs.
static const Expr **roots_of(const Program *program, int first, int end)
{
  const Expr **roots = memory_new((size_t)root_count(program, first, end), sizeof(const Expr *));
  for (int k = first, next = 0; k < end; k++) {
    const Quantity *quantity = quantity_of(program, k);
    for (int i = 0; i < quantity->rows * quantity->columns; i++)
      roots[next++] = quantity->entries[i];
    for (int i = 0; i < quantity->pivot_count; i++)
      roots[next++] = quantity->pivots[i].value;
  }
  return roots;
}

static bool find_quantities(Program *program, const char *const keys[], Text *why)
{
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = equations_find(program->equations, keys[k]);
    if (!quantity) {
      text_format(why, "the equations have no quantity '%s'", keys[k]);
      return false;
    }
    program->outputs[k].quantity = quantity;
    int place = k;
    for (; place > 0 && quantity->place < quantity_of(program, place - 1)->place; place--)
      program->order[place] = program->order[place - 1];
    program->order[place] = k;
  }
  return true;
}

// The steps of outputs that are optimised together, and their positions in the common list.
typedef struct Part {
  Steps steps;
  int *places;
} Part;

static Part add_part(Steps *all, const Program *program, int first, int end, ProgramPasses passes)
{
  const Expr **roots = roots_of(program, first, end);
  Steps lowered = program_lower(all->literals, roots, root_count(program, first, end));
  Part part = { .steps = improve(lowered, passes) };
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
  int *place = all->roots + root_count(program, 0, first);
  for (int i = 0; i < part.steps.root_count; i++)
    place[i] = part.places[part.steps.roots[i]];
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
  int count = program->output_count;
  int part_size = passes.is_joint ? count : 1, part_count = passes.is_joint ? count > 0 : count;
  Steps all = steps_new(program->literals, root_count(program, 0, count));
  Part *parts = memory_new((size_t)part_count, sizeof parts[0]);
  for (int k = 0; k < part_count; k++)
    parts[k] = add_part(&all, program, k * part_size, (k + 1) * part_size, passes);
  int *registers = memory_new((size_t)all.count, sizeof registers[0]);
  bool is_done = program_schedule(program, &all, registers, why);
  for (int k = 0; is_done && k < count; k++) {
    connect_output(program, &program->outputs[program->order[k]], &parts[k / part_size], registers,
                   root_count(program, 0, k));
  }
  for (int k = 0; k < part_count; k++) {
    steps_free(&parts[k].steps);
    free(parts[k].places);
  }
  free(registers);
  free(parts);
  steps_free(&all);
  return is_done;
}

// ---- construction

Program *program_lower_with(const Equations *equations, const char *const keys[], int key_count,
                            ProgramPasses passes, Text *why)
{
  Arena *arena = arena_new();
  Program *program = ARENA_NEW(arena, Program);
  *program = (Program){ .arena = arena,
                        .equations = equations,
                        .literals = pool_new(pool_seed(equations->pool)),
                        .outputs = ARENA_ARRAY(arena, Output, key_count),
                        .output_count = key_count,
                        .order = ARENA_ARRAY(arena, int, key_count) };
  if (!find_quantities(program, keys, why) || !fill_program(program, passes, why)) {
    program_free(program);
    return NULL;
  }
  int late = program_first_state_step(program);
  program->early = fused_steps_new(program, program_first_operation(program), late);
  program->late = fused_steps_new(program, late, program->steps.count);
  program->batch_plan = batch_plan_new(program);
  return program;
}

static Program *checked_program(const Equations *equations, const char *const keys[], int key_count,
                                ProgramPasses passes, Text *why)
{
  if (equations->part) {
    text_put(why, "these equations were derived for reading, each quantity by itself");
    return NULL;
  }
  Program *program = program_lower_with(equations, keys, key_count, passes, why);
  if (!program) return NULL;
  // use points that the construction of the expressions did not use
  uint64_t seed = pool_seed(equations->pool);
  bool is_right = program_check(program, seed ^ UINT64_C(0x5bd1e9955bd1e995), why) &&
                  program_check(program, seed ^ UINT64_C(0x27d4eb2f165667c5), why);
  if (is_right) return program;
  program_free(program);
  return NULL;
}

Program *program_new(const Equations *equations, const char *const keys[], int key_count, Text *why)
{
  return checked_program(equations, keys, key_count, program_default_passes(), why);
}

Program *program_new_joint(const Equations *equations, const char *const keys[], int key_count,
                           Text *why)
{
  ProgramPasses passes = program_default_passes();
  passes.is_joint = true;
  return checked_program(equations, keys, key_count, passes, why);
}

void program_free(Program *program)
{
  if (!program) return;
  steps_free(&program->steps);
  pool_free(program->literals);
  arena_free(program->arena);
}
