// schedule.c -- draft to program: stages, and within a stage an order that tells a story.
//
// Stage by stage; within a stage first the sines and cosines, those of one angle side by side, then
// what the outputs need, depth first in the order of the outputs. Constants are numbered by first
// use, inputs by stage and place.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "program/program_impl.h"
#include "symbolic/literal.h"

#include <assert.h>
#include <stdlib.h>

typedef struct Schedule {
  const Draft *draft;
  int *walk;  // every node, arguments first, depth first by output
  int walk_count;
  int *cosine_of;  // by angle: its COS node, or -1
  int *sine_of;
  int *steps;  // nodes in their final order
  int step_count;
  bool *is_placed;
  int *stack;
  int *next_arg;
} Schedule;

// ---- orders

// Appends the nodes below `root` that are not placed yet, arguments first.
static void walk_from(Schedule *schedule, int root, int list[], int *count)
{
  int depth = 0;
  if (schedule->is_placed[root]) return;
  schedule->stack[depth++] = root;
  while (depth > 0) {
    int node = schedule->stack[depth - 1];
    const DraftNode *it = &schedule->draft->nodes[node];
    int k = schedule->next_arg[node];
    if (k < MAX_ARITY && it->arg[k] >= 0) {
      schedule->next_arg[node]++;
      if (!schedule->is_placed[it->arg[k]]) schedule->stack[depth++] = it->arg[k];
      continue;
    }
    depth--;
    schedule->next_arg[node] = 0;
    schedule->is_placed[node] = true;
    list[(*count)++] = node;
  }
}

static void clear_marks(Schedule *schedule)
{
  for (int i = 0; i < schedule->draft->count; i++)
    schedule->is_placed[i] = false;
}

static void walk_outputs(Schedule *schedule)
{
  const Draft *draft = schedule->draft;
  for (int i = 0; i < draft->output_count; i++) {
    walk_from(schedule, draft->outputs[i], schedule->walk, &schedule->walk_count);
  }
  clear_marks(schedule);
}

static void find_pairs(Schedule *schedule)
{
  const Draft *draft = schedule->draft;
  for (int i = 0; i < draft->count; i++)
    schedule->cosine_of[i] = schedule->sine_of[i] = -1;
  for (int i = 0; i < draft->count; i++) {
    const DraftNode *node = &draft->nodes[i];
    if (node->op == OP_SIN) schedule->sine_of[node->arg[0]] = i;
    if (node->op == OP_COS) schedule->cosine_of[node->arg[0]] = i;
  }
}

static void place(Schedule *schedule, int node)
{
  walk_from(schedule, node, schedule->steps, &schedule->step_count);
}

// The sine of an angle and right after it the cosine.
static void place_pair(Schedule *schedule, int angle)
{
  place(schedule, angle);
  if (schedule->sine_of[angle] >= 0) place(schedule, schedule->sine_of[angle]);
  if (schedule->cosine_of[angle] >= 0) place(schedule, schedule->cosine_of[angle]);
}

static bool is_circular(const DraftNode *node) { return node->op == OP_SIN || node->op == OP_COS; }

// A sine that is an argument of a later one is placed through it, so its pair is placed first:
// the walk has arguments first.
static void place_stage(Schedule *schedule, Stage stage)
{
  const DraftNode *nodes = schedule->draft->nodes;
  for (int i = 0; i < schedule->walk_count; i++) {
    const DraftNode *node = &nodes[schedule->walk[i]];
    if (node->stage == stage && is_circular(node)) place_pair(schedule, node->arg[0]);
  }
  for (int i = 0; i < schedule->walk_count; i++) {
    if (nodes[schedule->walk[i]].stage == stage) place(schedule, schedule->walk[i]);
  }
}

static void place_steps(Schedule *schedule)
{
  const Draft *draft = schedule->draft;
  for (int i = 0; i < draft->count; i++)
    schedule->is_placed[i] = !draft_is_step(&draft->nodes[i]);
  for (Stage stage = STAGE_LITERAL; stage < STAGE_COUNT; stage++)
    place_stage(schedule, stage);
}

static Schedule schedule_of(const Draft *draft)
{
  size_t count = (size_t)draft->count;
  Schedule schedule = { .draft = draft };
  schedule.walk = memory_new(count, sizeof(int));
  schedule.cosine_of = memory_new(count, sizeof(int));
  schedule.sine_of = memory_new(count, sizeof(int));
  schedule.steps = memory_new(count, sizeof(int));
  schedule.is_placed = memory_new(count, sizeof(bool));
  schedule.stack = memory_new(count, sizeof(int));
  schedule.next_arg = memory_new(count, sizeof(int));
  walk_outputs(&schedule);
  find_pairs(&schedule);
  place_steps(&schedule);
  return schedule;
}

static void schedule_free(Schedule *schedule)
{
  free(schedule->walk);
  free(schedule->cosine_of);
  free(schedule->sine_of);
  free(schedule->steps);
  free(schedule->is_placed);
  free(schedule->stack);
  free(schedule->next_arg);
}

// ---- inputs

enum { NO_VARIABLE = -1 };

static void note_symbol(int place_of_symbol[], const Symbol *symbol, int index)
{
  if (symbol) place_of_symbol[symbol->index] = index;
}

// Place of every symbol within the variables of its kind, by index of the symbol.
static int *places_of_symbols(const Equations *equations)
{
  int count = pool_symbol_count(equations->pool);
  int *places = memory_new((size_t)count, sizeof places[0]);
  for (int i = 0; i < count; i++) {
    places[i] = pool_symbol(equations->pool, i)->stage == STAGE_TIME ? 0 : NO_VARIABLE;
  }
  for (int i = 0; i < equations->parameter_count; i++) {
    note_symbol(places, equations->parameters[i].symbol->form->symbol, i);
  }
  for (int i = 0; i < equations->input_count; i++) {
    note_symbol(places, equations->inputs[i].symbol->form->symbol, i);
  }
  for (int i = 0; equations->torques && i < equations->coordinate_count; i++) {
    note_symbol(places, equations->torques[i].symbol->form->symbol, i);
  }
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Symbol *position = equations->coordinates[i].symbol->form->symbol;
    note_symbol(places, position, i);
    note_symbol(places, position->rate, i);
    if (position->rate) note_symbol(places, position->rate->rate, i);
  }
  return places;
}

static bool is_torque(const Equations *equations, const Symbol *symbol, int index)
{
  return symbol->stage == STAGE_INPUT && equations->torques && index >= 0 &&
         index < equations->coordinate_count &&
         equations->torques[index].symbol->form->symbol == symbol;
}

typedef struct NumberedInput {
  ProgramInput input;
  int node;
} NumberedInput;

static int compare_inputs(const void *a, const void *b)
{
  const ProgramInput *left = &((const NumberedInput *)a)->input;
  const ProgramInput *right = &((const NumberedInput *)b)->input;
  if (left->stage != right->stage) return left->stage < right->stage ? -1 : 1;
  if (left->is_torque != right->is_torque) return right->is_torque ? -1 : 1;
  return (left->index > right->index) - (left->index < right->index);
}

// Fills the inputs and their registers; returns a symbol that is no variable, or NULL.
static const Symbol *number_inputs(const Draft *draft, Program *program, int registers[])
{
  const Symbol *stranger = NULL;
  int *places = places_of_symbols(program->equations);
  NumberedInput *found = memory_new((size_t)draft->count, sizeof found[0]);
  int count = 0;
  for (int i = 0; i < draft->count; i++) {
    if (draft->nodes[i].op != OP_SYMBOL) continue;
    const Symbol *symbol = draft->nodes[i].leaf->form->symbol;
    int index = places[symbol->index];
    if (index == NO_VARIABLE) stranger = symbol;
    bool of_torques = is_torque(program->equations, symbol, index);
    found[count++] = (NumberedInput){ { symbol->name, symbol->stage, index, of_torques }, i };
  }
  qsort(found, (size_t)count, sizeof found[0], compare_inputs);
  program->inputs = ARENA_ARRAY(program->arena, ProgramInput, count);
  program->input_count = count;
  for (int i = 0; i < count; i++) {
    program->inputs[i] = found[i].input;
    registers[found[i].node] = program->constant_count + i;
  }
  free(found);
  free(places);
  return stranger;
}

// ---- constants and steps

static void number_constant(const Draft *draft, Program *program, int node, int registers[])
{
  if (draft->nodes[node].op != OP_NUMBER || registers[node] >= 0) return;
  const Expr *exact = draft->nodes[node].leaf;
  registers[node] = program->constant_count;
  program->constants[program->constant_count++] = (Constant){ exact, expr_literal_value(exact) };
}

static void number_constants(const Schedule *schedule, Program *program, int registers[])
{
  const Draft *draft = schedule->draft;
  program->constants = ARENA_ARRAY(program->arena, Constant, draft->count - schedule->step_count);
  for (int i = 0; i < schedule->step_count; i++) {
    const DraftNode *node = &draft->nodes[schedule->steps[i]];
    for (int k = 0; k < operator_info(node->op)->arity; k++) {
      number_constant(draft, program, node->arg[k], registers);
    }
  }
  for (int i = 0; i < draft->output_count; i++) {
    number_constant(draft, program, draft->outputs[i], registers);
  }
}

static void number_steps(const Schedule *schedule, Program *program, int registers[])
{
  int first = program->constant_count + program->input_count;
  program->steps = ARENA_ARRAY(program->arena, ProgramStep, schedule->step_count);
  program->step_count = schedule->step_count;
  for (int i = 0; i < schedule->step_count; i++) {
    const DraftNode *node = &schedule->draft->nodes[schedule->steps[i]];
    ProgramStep *step = &program->steps[i];
    *step = (ProgramStep){ node->op, { -1, -1, -1 }, node->stage, node->name };
    for (int k = 0; k < operator_info(node->op)->arity; k++) {
      step->arg[k] = registers[node->arg[k]];
      assert(step->arg[k] >= 0 && step->arg[k] < first + i);
    }
    registers[schedule->steps[i]] = first + i;
  }
}

static void connect_outputs(const Draft *draft, Program *program, const int registers[])
{
  int next = 0;
  for (int k = 0; k < program->output_count; k++) {
    Output *output = &program->outputs[k];
    int size = output->quantity->rows * output->quantity->columns;
    for (int i = 0; i < size; i++)
      output->registers[i] = registers[draft->outputs[next++]];
    for (int i = 0; i < output->quantity->pivot_count; i++)
      output->pivots[i] = registers[draft->outputs[next++]];
  }
}

bool program_schedule(const Draft *draft, Program *program, Text *why)
{
  Schedule schedule = schedule_of(draft);
  int *registers = memory_new((size_t)draft->count, sizeof registers[0]);
  for (int i = 0; i < draft->count; i++)
    registers[i] = -1;
  number_constants(&schedule, program, registers);
  const Symbol *stranger = number_inputs(draft, program, registers);
  if (stranger) {
    text_format(why, "the equations use '%s', which is none of their variables", stranger->name);
  } else {
    number_steps(&schedule, program, registers);
    connect_outputs(draft, program, registers);
  }
  free(registers);
  schedule_free(&schedule);
  return !stranger;
}
