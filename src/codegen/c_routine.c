// c_routine.c -- the program of one function with the spellings of C.
//
// Registers of the program and values of the routine have the same numbers. Steps of the parameter
// stage are members of NAME_prepared here (c_prepare.c computed them).
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

#include <string.h>

static const char *const STAGE_TITLES[STAGE_COUNT] = {
  [STAGE_TIME] = "time t",
  [STAGE_POSITION] = "configuration q",
  [STAGE_VELOCITY] = "velocities qd",
  [STAGE_ACCELERATION] = "accelerations qdd",
  [STAGE_INPUT] = "inputs u",
};

// In a batch, calls of libm keep compilers from vectorising a loop. So they go into a first loop,
// with all that they need; the second one is arithmetic.
enum { LOOP_OF_CALLS, LOOP_OF_ARITHMETIC, LOOP_COUNT };

// "[2]", or in a batch the place of entry 2 of state s in a structure of arrays.
static const char *subscript(Arena *arena, int index, CStyle style)
{
  if (style == C_SINGLE) return arena_format(arena, "[%d]", index);
  if (index == 0) return "[s]";
  return index == 1 ? "[n + s]" : arena_format(arena, "[%d * n + s]", index);
}

// Arrays that a function takes, and what labels of their entries end in.
static const struct {
  const char *name;
  const char *ending;
} ARRAYS[SOURCE_COUNT] = {
  [SOURCE_Q] = { "q", "" },          [SOURCE_QD] = { "qd", "_dot" },
  [SOURCE_QDD] = { "qdd", "_ddot" }, [SOURCE_TORQUES] = { "tau", "_force" },
  [SOURCE_INPUTS] = { "u", "" },
};

static RoutineValue input_value(const CModel *model, const ProgramInput *input, CStyle style)
{
  RoutineValue value = { .op = OP_SYMBOL, .source = source_of_input(input) };
  Arena *arena = model->arena;
  if (value.source == SOURCE_PARAMETERS) {
    value.label = model->parameters[input->index];
    value.spelling = arena_format(arena, "p->%s", value.label);
  } else if (value.source == SOURCE_TIME) {
    value.label = "t";
    value.spelling = style == C_SINGLE ? "t" : "t[s]";
  } else {
    const char *name = value.source == SOURCE_INPUTS ? model->inputs[input->index]
                                                     : model->coordinates[input->index];
    value.label = arena_format(arena, "%s%s", name, ARRAYS[value.source].ending);
    value.spelling = arena_format(arena, "%s%s", ARRAYS[value.source].name,
                                  subscript(arena, input->index, style));
  }
  return value;
}

static RoutineValue step_value(const ProgramStep *step)
{
  RoutineValue value = { .op = step->op, .name = step->name, .section = (int)step->stage };
  for (int a = 0; a < operator_info(step->op)->arity; a++)
    value.arg[a] = step->arg[a];
  return value;
}

// A step of the parameter stage was computed before, but for a change of sign.
static RoutineValue prepared_value(const CModel *model, const CFunction *function, int place,
                                   const ProgramStep *step)
{
  const RoutineValue *before = &model->prepare->values[function->prepared[place]];
  if (step->op == OP_NEG) {
    RoutineValue value = step_value(step);
    value.name = NULL;
    value.is_free = true;
    return value;
  }
  return (RoutineValue){
    .op = OP_SYMBOL, .label = before->label, .spelling = before->spelling, .source = SOURCE_PREPARED
  };
}

static void fill_values(Routine *routine, const CModel *model, const CFunction *function,
                        CStyle style)
{
  const Program *program = function->program;
  int place = 0;
  for (int k = 0; k < program->constant_count; k++) {
    const Constant *constant = &program->constants[k];
    routine->values[place++] =
        (RoutineValue){ .op = OP_NUMBER, .number = constant->value, .exact = constant->exact };
  }
  for (int k = 0; k < program->input_count; k++) {
    routine->values[place++] = input_value(model, &program->inputs[k], style);
  }
  for (int k = 0; k < program->step_count; k++, place++) {
    const ProgramStep *step = &program->steps[k];
    routine->values[place] = step->stage <= STAGE_PARAMETER
                                 ? prepared_value(model, function, place, step)
                                 : step_value(step);
  }
}

static void fill_results(Routine *routine, const CModel *model, const CFunction *function,
                         CStyle style)
{
  for (int k = 0; k < routine->result_count; k++) {
    bool is_returned = style == C_SINGLE && !function->signature.is_array;
    const char *target = is_returned ? NULL
                                     : arena_format(model->arena, "%s%s", function->output,
                                                    subscript(model->arena, k, style));
    routine->results[k] = (RoutineResult){ target, function->program->outputs[0].registers[k], -1 };
  }
}

// Pivots that are not plainly positive.
static void fill_checks(Routine *routine, const CFunction *function)
{
  const Output *output = &function->program->outputs[0];
  const Quantity *quantity = output->quantity;
  routine->checks = ARENA_ARRAY(routine->arena, RoutineCheck, quantity->pivot_count);
  for (int k = 0; k < quantity->pivot_count; k++) {
    const RoutineValue *value = &routine->values[output->pivots[k]];
    if (value->op == OP_NUMBER && value->number > 0) continue;
    routine->checks[routine->check_count++] =
        (RoutineCheck){ output->pivots[k], quantity->pivots[k].coordinate + 1 };
  }
}

// ---- batches

static bool is_call(Operator op)
{
  return op == OP_SIGN ||
         (operator_info(op)->precedence == PREC_CALL && op != OP_ABS && op != OP_IF);
}

static void divide_into_loops(Routine *routine)
{
  bool *is_needed = ARENA_ARRAY(routine->arena, bool, routine->count);
  for (int k = routine->count - 1; k >= 0; k--) {
    RoutineValue *value = &routine->values[k];
    if (!routine_is_step(value)) continue;
    bool is_first = is_needed[k] || is_call(value->op) || value->op == OP_POW;
    value->section = is_first ? LOOP_OF_CALLS : LOOP_OF_ARITHMETIC;
    for (int a = 0; is_first && a < operator_info(value->op)->arity; a++) {
      is_needed[value->arg[a]] = true;
    }
  }
}

static void store_if_first(RoutineValue *value)
{
  bool is_first = routine_is_step(value) && value->section == LOOP_OF_CALLS;
  if (is_first && !value->is_free) value->is_stored = true;
}

// What the second loop reads of the first lies in an array with one place for each lane.
static void store_between_loops(Routine *routine)
{
  for (int k = 0; k < routine->count; k++) {
    RoutineValue *value = &routine->values[k];
    bool is_second = value->section == LOOP_OF_ARITHMETIC || value->is_free;
    bool is_told = routine_is_step(value) && (value->uses > 0 || value->is_free);
    for (int a = 0; is_told && is_second && a < operator_info(value->op)->arity; a++) {
      store_if_first(&routine->values[value->arg[a]]);
    }
  }
  for (int k = 0; k < routine->result_count; k++)
    store_if_first(&routine->values[routine->results[k].value]);
  for (int k = 0; k < routine->check_count; k++)
    store_if_first(&routine->values[routine->checks[k].value]);
}

static void add_lane_subscripts(Routine *routine)
{
  for (int k = 0; k < routine->count; k++) {
    RoutineValue *value = &routine->values[k];
    if (!value->is_stored) continue;
    value->spelling = arena_format(routine->arena, "%s[s - first]", value->spelling);
  }
}

// ---- the whole

static NameSet local_scope(const CModel *model, const CFunction *function)
{
  static const char *const taken[] = { "p",        "k",   "q",      "qd",     "qdd",
                                       "u",        "t",   "w",      "s",      "count",
                                       "stride",   "n",   "end",    "first",  "last",
                                       "prepared", "tau", "failed", "is_lost" };
  NameSet scope = name_set_of_block(model->arena);
  for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++)
    name_set_claim(&scope, taken[k]);
  if (!name_set_has(&scope, function->output)) name_set_claim(&scope, function->output);
  const char *used[] = { "sign", "fail", "real", "params", "prepared" };
  for (size_t k = 0; k < sizeof used / sizeof used[0]; k++) {
    name_set_claim(&scope, arena_format(model->arena, "%s_%s", model->name, used[k]));
  }
  return scope;
}

static const char *results_title(const CModel *model, const Quantity *quantity)
{
  if (quantity->unit[0] == '\0') return quantity->title;
  return arena_format(model->arena, "%s [%s]", quantity->title, quantity->unit);
}

static const char *checks_title(const Quantity *quantity)
{
  for (int k = 0; k < quantity->pivot_count; k++) {
    if (quantity->pivots[k].constraint)
      return "no answer without inertia, or where a constraint follows from others";
  }
  return "no answer without inertia";
}

static void finish_single(Routine *routine, const CModel *model, const CFunction *function)
{
  const char *titles[STAGE_COUNT];
  memcpy(titles, STAGE_TITLES, sizeof titles);
  if (function->signature.takes & TAKES_TORQUES) {
    bool has_inputs = (function->signature.takes & TAKES_INPUTS) != 0;
    titles[STAGE_INPUT] = has_inputs ? "torques tau, inputs u" : "torques tau";
  }
  routine->result_section = -1;
  routine_count_uses(routine);
  routine_inline(routine);
  routine_order(routine, &(SectionTitles){ .of_section = titles,
                                           .count = STAGE_COUNT,
                                           .trigonometry = "trigonometry",
                                           .checks = checks_title(function->quantity),
                                           .results = results_title(model, function->quantity) });
}

static void finish_batch(Routine *routine)
{
  static const char *const no_titles[LOOP_COUNT] = { NULL, NULL };
  routine->result_section = LOOP_OF_ARITHMETIC;
  divide_into_loops(routine);
  routine_count_uses(routine);
  store_between_loops(routine);
  routine_inline(routine);
  routine_order(routine, &(SectionTitles){ .of_section = no_titles, .count = LOOP_COUNT });
}

Routine *c_routine(const CModel *model, const CFunction *function, CStyle style)
{
  Arena *arena = model->arena;
  Routine *routine = ARENA_NEW(arena, Routine);
  int count = program_register_count(function->program);
  *routine = (Routine){ .arena = arena,
                        .values = ARENA_ARRAY(arena, RoutineValue, count),
                        .count = count,
                        .results = ARENA_ARRAY(arena, RoutineResult, function->size),
                        .result_count = function->size };
  fill_values(routine, model, function, style);
  fill_results(routine, model, function, style);
  fill_checks(routine, function);
  NameSet scope = local_scope(model, function);
  if (style == C_SINGLE) {
    finish_single(routine, model, function);
    routine_name(routine, &scope, 't');
  } else {
    finish_batch(routine);
    routine_name(routine, &scope, 't');
    add_lane_subscripts(routine);
  }
  name_set_free(&scope);
  return routine;
}
