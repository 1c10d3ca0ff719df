// c_prepare.c -- the parameter stages of all functions, merged into one.
//
// What depends on parameters only is computed once per robot, not once per call. Two functions that
// need the same value by the same operations share it: values are told apart by operator and
// arguments, so sharing never changes a bit. What later stages read becomes a member of
// NAME_prepared; the rest stays local to NAME_prepare.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

#include <string.h>

enum { LONGEST_PRODUCT = 20 };  // letters of a member's name made of its factors

typedef struct Merger {
  CModel *model;
  Routine *routine;
  Map seen;
} Merger;

// The place of the value known by `key`, new at the end if there is none.
static int merged(Merger *merger, const char *key, RoutineValue value)
{
  int place = map_find(&merger->seen, key);
  if (place >= 0) return place;
  place = merger->routine->count++;
  merger->routine->values[place] = value;
  map_put(&merger->seen, key, place);
  return place;
}

static int merged_constant(Merger *merger, const Constant *constant)
{
  const char *key =
      arena_format(merger->model->arena, "constant %u", (unsigned)constant->exact->id);
  RoutineValue value = { .op = OP_NUMBER, .number = constant->value, .exact = constant->exact };
  return merged(merger, key, value);
}

static int merged_parameter(Merger *merger, int index)
{
  Arena *arena = merger->model->arena;
  const char *name = merger->model->parameters[index];
  RoutineValue value = { .op = OP_SYMBOL,
                         .label = name,
                         .spelling = arena_format(arena, "p->%s", name),
                         .source = SOURCE_PARAMETERS };
  return merged(merger, arena_format(arena, "parameter %d", index), value);
}

// A product is called after its factors as long as that is short: LG2_m2.
static const char *product_label(const Merger *merger, const RoutineValue *value)
{
  if (value->op != OP_MUL) return NULL;
  const char *first = merger->routine->values[value->arg[0]].label;
  const char *second = merger->routine->values[value->arg[1]].label;
  if (!first || !second || strlen(first) + strlen(second) >= LONGEST_PRODUCT) return NULL;
  if (value->arg[0] == value->arg[1])
    return arena_format(merger->model->arena, "%s_squared", first);
  return arena_format(merger->model->arena, "%s_%s", first, second);
}

static int merged_step(Merger *merger, const CFunction *function, const ProgramStep *step)
{
  RoutineValue value = { .op = step->op, .name = step->name, .section = STAGE_PARAMETER };
  int arity = operator_info(step->op)->arity;
  for (int a = 0; a < arity; a++)
    value.arg[a] = function->prepared[step->arg[a]];
  value.label =
      step->name ? identifier_of(merger->model->arena, step->name) : product_label(merger, &value);
  const char *key = arena_format(merger->model->arena, "%s %d %d %d", operator_info(step->op)->name,
                                 value.arg[0], value.arg[1], value.arg[2]);
  int place = merged(merger, key, value);
  RoutineValue *kept = &merger->routine->values[place];
  if (!kept->name && step->name) {
    kept->name = value.name;
    kept->label = value.label;
  }
  return place;
}

static void merge_function(Merger *merger, CFunction *function)
{
  const Program *program = function->program;
  int count = program_register_count(program);
  function->prepared = ARENA_ARRAY(merger->model->arena, int, count);
  memset(function->prepared, -1, sizeof(int) * (size_t)count);
  int place = 0;
  for (int k = 0; k < program->constant_count; k++) {
    function->prepared[place++] = merged_constant(merger, &program->constants[k]);
  }
  for (int k = 0; k < program->input_count; k++, place++) {
    const ProgramInput *input = &program->inputs[k];
    if (input->stage != STAGE_PARAMETER) continue;
    function->prepared[place] = merged_parameter(merger, input->index);
  }
  for (int k = 0; k < program->step_count; k++, place++) {
    const ProgramStep *step = &program->steps[k];
    if (step->stage <= STAGE_PARAMETER)
      function->prepared[place] = merged_step(merger, function, step);
  }
}

// A change of sign costs a reader nothing, so it is not stored: -k->m1 stands where it is used.
static void keep(Merger *merger, int place)
{
  if (place < 0) return;
  RoutineValue *values = merger->routine->values;
  while (values[place].op == OP_NEG)
    place = values[place].arg[0];
  if (routine_is_step(&values[place])) values[place].is_stored = true;
}

static void keep_what_is_read(Merger *merger, const CFunction *function)
{
  const Program *program = function->program;
  for (int k = 0; k < program->step_count; k++) {
    const ProgramStep *step = &program->steps[k];
    if (step->stage <= STAGE_PARAMETER) continue;
    for (int a = 0; a < operator_info(step->op)->arity; a++) {
      keep(merger, function->prepared[step->arg[a]]);
    }
  }
  for (int k = 0; k < function->size; k++) {
    keep(merger, function->prepared[program->outputs[0].registers[k]]);
  }
  for (int k = 0; k < function->quantity->pivot_count; k++)
    keep(merger, function->prepared[program->outputs[0].pivots[k]]);
}

// Members are called as the model calls them, after their factors, or c1, c2, ...
static void name_members(Routine *routine)
{
  NameSet members = name_set_of_members(routine->arena);
  name_set_claim(&members, "p");  // the parameters themselves
  for (int has_name = 1; has_name >= 0; has_name--) {
    int number = 0;
    for (int k = 0; k < routine->statement_count; k++) {
      RoutineValue *value = &routine->values[routine->statements[k].value];
      if (!value->is_stored || (value->name != NULL) != has_name) continue;
      const char *wish = value->label ? value->label : NULL;
      if (!wish) wish = arena_format(routine->arena, "c%d", ++number);
      value->spelling = arena_format(routine->arena, "k->%s", name_set_claim(&members, wish));
      value->source = SOURCE_PREPARED;
    }
  }
  name_set_free(&members);
}

static void name_locals(CModel *model)
{
  NameSet locals = name_set_of_block(model->arena);
  name_set_claim(&locals, "p");
  name_set_claim(&locals, "k");
  name_set_claim(&locals, "w");
  routine_name(model->prepare, &locals, 't');
  name_set_free(&locals);
}

void c_prepare_build(CModel *model)
{
  int capacity = 0;
  for (int k = 0; k < model->function_count; k++) {
    capacity += program_register_count(model->functions[k].program);
  }
  Routine *routine = ARENA_NEW(model->arena, Routine);
  *routine = (Routine){ .arena = model->arena,
                        .values = ARENA_ARRAY(model->arena, RoutineValue, capacity),
                        .result_section = -1 };
  model->prepare = routine;
  Merger merger = { .model = model, .routine = routine };
  for (int k = 0; k < model->function_count; k++)
    merge_function(&merger, &model->functions[k]);
  for (int k = 0; k < model->function_count; k++)
    keep_what_is_read(&merger, &model->functions[k]);
  map_free(&merger.seen);

  routine_count_uses(routine);
  routine_inline(routine);
  static const char *const title[] = { NULL, "depends on the parameters only" };
  routine_order(routine, &(SectionTitles){ .of_section = title, .count = 2 });
  name_members(routine);
  name_locals(model);
}
