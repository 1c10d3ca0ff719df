// schedule.c -- conversion of steps to a program: stages, and a readable order within each stage.
//
// Order: by stage; within a stage, sine/cosine pairs first, then the operations in depth-first
// order of the outputs. Constants are numbered by first use, inputs by stage and index.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "program/program_impl.h"
#include "symbolic/literal.h"

#include <stdlib.h>
#include <string.h>

typedef struct Schedule {
  const Steps *steps;
  int *order;  // indices in their final order
  int count;
  bool *is_placed;
  int *stack;
  int *next_arg;
} Schedule;

// ---- order of operations

// Appends `root` and the steps below it that are not placed yet, arguments first.
static void place(Schedule *schedule, int root)
{
  int depth = 0;
  if (schedule->is_placed[root]) return;
  schedule->stack[depth++] = root;
  while (depth > 0) {
    int next = schedule->stack[depth - 1], k = schedule->next_arg[next];
    const Step *step = &schedule->steps->at[next];
    if (k < MAX_ARITY && step->arg[k] >= 0) {
      schedule->next_arg[next]++;
      if (!schedule->is_placed[step->arg[k]]) schedule->stack[depth++] = step->arg[k];
      continue;
    }
    depth--;
    schedule->next_arg[next] = 0;
    schedule->is_placed[next] = true;
    schedule->order[schedule->count++] = next;
  }
}

// Lists every step in depth-first order of the outputs.
static int *walk_outputs(Schedule *schedule)
{
  const Steps *steps = schedule->steps;
  for (int i = 0; i < steps->root_count; i++)
    place(schedule, steps->roots[i]);
  int *walk = schedule->order;
  schedule->order = memory_new((size_t)steps->count, sizeof walk[0]);
  schedule->count = 0;
  for (int i = 0; i < steps->count; i++)
    schedule->is_placed[i] = operator_is_leaf(steps->at[i].op);
  return walk;
}

// Places the sine of an angle and directly after it the cosine.
static void place_pair(Schedule *schedule, int one, int other)
{
  if (other < 0) other = one;
  bool is_turned = schedule->steps->at[one].op == OP_COS;
  place(schedule, is_turned ? other : one);
  place(schedule, is_turned ? one : other);
}

// Places all operations. A sine that is an argument of a later one is placed through it; its pair
// is placed first because arguments come first in the traversal.
static void place_operations(Schedule *schedule)
{
  const Steps *steps = schedule->steps;
  int *walk = walk_outputs(schedule), *partner = steps_partners(steps);
  for (Stage stage = STAGE_LITERAL; stage < STAGE_COUNT; stage++) {
    for (int i = 0; i < steps->count; i++) {
      Operator op = steps->at[walk[i]].op;
      if (steps_stage(steps, walk[i]) != stage || (op != OP_SIN && op != OP_COS)) continue;
      place_pair(schedule, walk[i], partner[walk[i]]);
    }
    for (int i = 0; i < steps->count; i++) {
      if (steps_stage(steps, walk[i]) == stage) place(schedule, walk[i]);
    }
  }
  free(partner);
  free(walk);
}

// ---- inputs

const Variable *variables_of_source(const Equations *equations, ValueSource source, int *count)
{
  *count = equations->coordinate_count;
  switch (source) {
  case SOURCE_PARAMETERS: *count = equations->parameter_count; return equations->parameters;
  case SOURCE_Q:
  case SOURCE_QD:
  case SOURCE_QDD: return equations->coordinates;
  case SOURCE_TORQUES: return equations->torques;
  case SOURCE_INPUTS: *count = equations->input_count; return equations->inputs;
  case SOURCE_STATES: *count = equations->state_count; return equations->states;
  case SOURCE_DISCRETES: *count = equations->discrete_count; return equations->discretes;
  default: *count = 0; return NULL;
  }
}

static void note_symbol(ProgramInput inputs[], const Symbol *symbol, int index, ValueSource source)
{
  if (symbol) inputs[symbol->index] = (ProgramInput){ symbol->name, symbol->stage, source, index };
}

static void note_variables(ProgramInput inputs[], const Equations *equations, ValueSource source)
{
  int count = 0;
  const Variable *variables = variables_of_source(equations, source, &count);
  for (int i = 0; variables && i < count; i++) {
    const Symbol *symbol = variables[i].symbol->form->symbol;
    int primes = source == SOURCE_QD ? 1 : source == SOURCE_QDD ? 2 : 0;
    for (int k = 0; symbol && k < primes; k++)
      symbol = symbol->rate ? symbol->rate->form->symbol : NULL;
    note_symbol(inputs, symbol, i, source);
  }
}

// Returns every symbol as an input, by index of the symbol; without a name if it is not a variable.
static ProgramInput *inputs_of_symbols(const Equations *equations)
{
  int count = pool_symbol_count(equations->pool);
  ProgramInput *inputs = memory_new((size_t)count, sizeof inputs[0]);
  const Expr *time = expr_find_symbol(equations->pool, "t");
  if (time) note_symbol(inputs, time->form->symbol, 0, SOURCE_TIME);
  for (ValueSource source = SOURCE_PARAMETERS; source <= SOURCE_DISCRETES; source++)
    note_variables(inputs, equations, source);
  return inputs;
}

typedef struct PlacedInput {
  ProgramInput input;
  int place;
} PlacedInput;

// In the order of inputs, input variables precede torques.
static int order_of(ValueSource source)
{
  return source == SOURCE_TORQUES ? SOURCE_COUNT : (int)source;
}

static int compare_inputs(const void *a, const void *b)
{
  const ProgramInput *left = &((const PlacedInput *)a)->input;
  const ProgramInput *right = &((const PlacedInput *)b)->input;
  if (left->stage != right->stage) return left->stage < right->stage ? -1 : 1;
  if (left->source != right->source)
    return order_of(left->source) < order_of(right->source) ? -1 : 1;
  return (left->index > right->index) - (left->index < right->index);
}

// Fills the inputs and appends their indices to `order`. Returns a symbol that is not a variable,
// or NULL.
static const Symbol *place_inputs(Program *program, const Steps *steps, int order[])
{
  const Symbol *unknown = NULL;
  int count = 0;
  ProgramInput *inputs = inputs_of_symbols(program->equations);
  PlacedInput *found = memory_new((size_t)steps->count, sizeof found[0]);
  for (int i = 0; i < steps->count; i++) {
    if (steps->at[i].op != OP_SYMBOL) continue;
    const Symbol *symbol = steps->at[i].form->symbol;
    if (!inputs[symbol->index].name) unknown = symbol;
    found[count++] = (PlacedInput){ inputs[symbol->index], i };
  }
  qsort(found, (size_t)count, sizeof found[0], compare_inputs);
  program->inputs = ARENA_ARRAY(program->arena, ProgramInput, count);
  program->input_count = count;
  for (int i = 0; i < count; i++) {
    program->inputs[i] = found[i].input;
    order[i] = found[i].place;
  }
  free(found);
  free(inputs);
  return unknown;
}

// ---- constants

static void place_constant(Schedule *schedule, Program *program, int place, int order[])
{
  const Step *step = &schedule->steps->at[place];
  if (step->op != OP_NUMBER || schedule->next_arg[place] > 0) return;
  schedule->next_arg[place] = 1;  // counted
  program->constants[program->constant_count] = expr_literal_value(step->node);
  order[program->constant_count++] = place;
}

static void place_constants(Schedule *schedule, Program *program, int order[])
{
  const Steps *steps = schedule->steps;
  program->constants = ARENA_ARRAY(program->arena, double, steps->count - schedule->count);
  for (int i = 0; i < schedule->count; i++) {
    const Step *step = &steps->at[schedule->order[i]];
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
      place_constant(schedule, program, step->arg[k], order);
  }
  for (int i = 0; i < steps->root_count; i++)
    place_constant(schedule, program, steps->roots[i], order);
}

// ---- the program

bool program_schedule(Program *program, const Steps *steps, int registers[], Text *why)
{
  size_t count = (size_t)steps->count;
  Schedule schedule = { .steps = steps };
  schedule.order = memory_new(count, sizeof(int));
  schedule.is_placed = memory_new(count, sizeof(bool));
  schedule.stack = memory_new(count, sizeof(int));
  schedule.next_arg = memory_new(count, sizeof(int));
  place_operations(&schedule);
  int *order = memory_new(count, sizeof(int));
  place_constants(&schedule, program, order);
  const Symbol *unknown = place_inputs(program, steps, order + program->constant_count);
  if (unknown) {
    text_format(why, "the equations use '%s', which is none of their variables", unknown->name);
  } else {
    memcpy(order + program_first_operation(program), schedule.order,
           (size_t)schedule.count * sizeof(int));
    program->steps = steps_ordered(steps, order, steps->count, registers);
  }
  free(order);
  free(schedule.order);
  free(schedule.is_placed);
  free(schedule.stack);
  free(schedule.next_arg);
  return !unknown;
}

int program_first_state_step(const Program *program)
{
  int reg = program_first_operation(program);
  while (reg < program->steps.count && steps_stage(&program->steps, reg) <= STAGE_PARAMETER)
    reg++;
  return reg;
}
