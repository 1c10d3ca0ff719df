// code_routine.c -- builds the routine of one function, with the references of its language.
//
// A function contains the steps of the program that its results need. Values that depend on
// parameters only are computed once per parameter set, not once per call: those that later stages
// or results read become members of NAME_prepared; the others stay local to NAME_prepare.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"

#include <string.h>

static const char *const STAGE_TITLES[STAGE_COUNT] = {
  [STAGE_TIME] = "time t",
  [STAGE_POSITION] = "configuration q",
  [STAGE_VELOCITY] = "velocities qd",
  [STAGE_ACCELERATION] = "accelerations qdd",
};

const CodeArray CODE_ARRAYS[SOURCE_COUNT] = {
  [SOURCE_Q] = { "q", "" },          [SOURCE_QD] = { "qd", "_dot" },
  [SOURCE_QDD] = { "qdd", "_ddot" }, [SOURCE_TORQUES] = { "tau", "_force" },
  [SOURCE_INPUTS] = { "u", "" },     [SOURCE_STATES] = { "s", "" },
  [SOURCE_DISCRETES] = { "z", "" },
};

static const char *entry_of_argument(const CodeModel *model, int index)
{
  const Language *language = model->language;
  return arena_format(model->arena, language->entry, index + language->base);
}

static const char *entry_of_result(const CodeModel *model, const Quantity *quantity, int index)
{
  const Language *language = model->language;
  if (!language->matrix_entry || quantity->columns == 1)
    return arena_format(model->arena, language->result_entry, index + language->base);
  return arena_format(model->arena, language->matrix_entry,
                      index / quantity->columns + language->base,
                      index % quantity->columns + language->base);
}

static RoutineValue input_value(const CodeModel *model, const ProgramInput *input)
{
  RoutineValue value = { .source = input->source };
  Arena *arena = model->arena;
  if (value.source == SOURCE_PARAMETERS) {
    value.label = model->parameters[input->index];
    value.spelling = arena_format(arena, model->language->parameter, value.label);
  } else if (value.source == SOURCE_TIME) {
    value.label = "t";
    value.spelling = "t";
  } else {
    const char *name = model->names[value.source][input->index];
    value.label = arena_format(arena, "%s%s", name, CODE_ARRAYS[value.source].ending);
    value.spelling = arena_format(arena, "%s%s", CODE_ARRAYS[value.source].name,
                                  entry_of_argument(model, input->index));
  }
  return value;
}

// Creates a routine with its steps and inputs only.
static Routine *new_routine(const CodeModel *model)
{
  Routine *routine = ARENA_NEW(model->arena, Routine);
  const Program *program = model->program;
  *routine = (Routine){ .arena = model->arena,
                        .steps = &program->steps,
                        .constants = program->constants,
                        .values = ARENA_ARRAY(model->arena, RoutineValue, program->steps.count),
                        .result_section = -1 };
  RoutineValue *inputs = routine->values + program->constant_count;
  for (int k = 0; k < program->input_count; k++)
    inputs[k] = input_value(model, &program->inputs[k]);
  return routine;
}

// ---- prepare

enum { MAX_PRODUCT_LENGTH = 20 };  // characters of a member's name composed of its factors

// Names a product after its factors if the name is short: LG2_m2.
static const char *product_label(const Routine *routine, const Step *step)
{
  if (step->op != OP_MUL) return NULL;
  const char *first = routine->values[step->arg[0]].label;
  const char *second = routine->values[step->arg[1]].label;
  if (!first || !second || strlen(first) + strlen(second) >= MAX_PRODUCT_LENGTH) return NULL;
  if (step->arg[0] == step->arg[1]) return arena_format(routine->arena, "%s_squared", first);
  return arena_format(routine->arena, "%s_%s", first, second);
}

static void fill_early_values(Routine *routine, const CodeModel *model)
{
  const Steps *steps = routine->steps;
  for (int k = program_first_operation(model->program); k < steps->count; k++) {
    if (steps_stage(steps, k) > STAGE_PARAMETER) return;
    const char *name = steps_name(steps, k);
    const char *label =
        name ? identifier_of(model->arena, name) : product_label(routine, &steps->at[k]);
    routine->values[k] = (RoutineValue){ .name = name, .label = label, .section = STAGE_PARAMETER };
  }
}

// Marks a value as stored. A sign change is not stored, because -k->m1 can be written at each use.
static void keep(Routine *routine, int place)
{
  const Steps *steps = routine->steps;
  while (steps->at[place].op == OP_NEG)
    place = steps->at[place].arg[0];
  bool is_early = steps_stage(steps, place) <= STAGE_PARAMETER;
  if (is_early && routine_computes(routine, place)) routine->values[place].is_stored = true;
}

static void keep_what_is_read(Routine *routine)
{
  const Steps *steps = routine->steps;
  for (int k = 0; k < steps->count; k++) {
    bool is_late = steps_stage(steps, k) > STAGE_PARAMETER;
    for (int a = 0; is_late && a < routine_arity(routine, k); a++)
      keep(routine, steps->at[k].arg[a]);
  }
  for (int k = 0; k < steps->root_count; k++)
    keep(routine, steps->roots[k]);
}

// Members have the name given by the model, a name composed of their factors, or c1, c2, ...
static void name_members(Routine *routine, const Language *language)
{
  NameSet members = name_set_of_members(routine->arena);
  name_set_obey(&members, &language->names);
  name_set_claim(&members, "p");  // reserved for the parameters
  for (int has_name = 1; has_name >= 0; has_name--) {
    int number = 0;
    for (int k = 0; k < routine->statement_count; k++) {
      RoutineValue *value = &routine->values[routine->statements[k].value];
      if (!value->is_stored || (value->name != NULL) != has_name) continue;
      const char *wish =
          value->label ? value->label : arena_format(routine->arena, "c%d", ++number);
      value->spelling =
          arena_format(routine->arena, language->member, name_set_claim(&members, wish));
      value->source = SOURCE_PREPARED;
    }
  }
  name_set_free(&members);
}

void code_prepare_build(CodeModel *model)
{
  static const char *const title[] = { NULL, "depends on the parameters only" };
  Routine *routine = new_routine(model);
  model->prepare = routine;
  fill_early_values(routine, model);
  keep_what_is_read(routine);
  routine_count_uses(routine);
  routine_inline(routine);
  routine_order(routine, &(SectionTitles){ .of_section = title, .count = 2 });
  name_members(routine, model->language);
  NameSet locals = code_local_names(model, NULL);
  routine_name(routine, &locals, 't');
  name_set_free(&locals);
}

// ---- functions

// Values of the parameter stage are inputs here, except sign changes, which are repeated.
static RoutineValue prepared_value(const CodeModel *model, int place)
{
  if (model->program->steps.at[place].op == OP_NEG) return (RoutineValue){ .is_free = true };
  const RoutineValue *before = &model->prepare->values[place];
  return (RoutineValue){ .label = before->label,
                         .spelling = before->spelling,
                         .source = SOURCE_PREPARED,
                         .is_given = true };
}

static const char *name_of_value(const CodeFunction *function, int place)
{
  const char *name = NULL;
  for (int k = 0; !name && k < function->member_count; k++) {
    const char *const *names = function->members[k].result->names;
    name = names ? names[place] : NULL;
  }
  return name;
}

static void fill_values(Routine *routine, const CodeModel *model, const CodeFunction *function)
{
  const Program *program = model->program;
  for (int k = program_first_operation(program); k < program->steps.count; k++) {
    Stage stage = steps_stage(&program->steps, k);
    routine->values[k] =
        stage <= STAGE_PARAMETER
            ? prepared_value(model, k)
            : (RoutineValue){ .name = name_of_value(function, k), .section = (int)stage };
  }
}

static void fill_results(Routine *routine, const CodeModel *model, const CodeFunction *function)
{
  RoutineResult *result = routine->results;
  for (int m = 0; m < function->member_count; m++) {
    const CodeFunction *member = &function->members[m];
    for (int k = 0; k < member->size; k++) {
      const char *entry = entry_of_result(model, member->quantity, k);
      const char *target = function->signature.is_array
                               ? arena_format(model->arena, "%s%s", member->output, entry)
                               : NULL;
      *result++ = (RoutineResult){ target, member->result->registers[k], -1, m };
    }
  }
}

// Adds a check for each pivot that is not a positive number. In a fused function each member's
// result is invalidated by its own checks after all results, in reverse order: the last one to fail
// determines the number returned.
static void fill_checks(Routine *routine, const CodeFunction *function)
{
  int count = 0;
  for (int m = 0; m < function->member_count; m++)
    count += function->members[m].quantity->pivot_count;
  routine->checks = ARENA_ARRAY(routine->arena, RoutineCheck, count);
  routine->has_late_checks = !function->quantity;
  for (int m = 0; m < function->member_count; m++) {
    const Output *output = function->members[m].result;
    for (int k = 0; k < output->quantity->pivot_count; k++) {
      int place = output->pivots[k];
      bool is_number = routine->steps->at[place].op == OP_NUMBER;
      if (is_number && routine->constants[place] > 0) continue;
      routine->checks[routine->check_count++] =
          (RoutineCheck){ place, output->quantity->pivots[k].coordinate + 1, m };
    }
  }
  for (int k = 0; routine->has_late_checks && k < routine->check_count / 2; k++) {
    RoutineCheck *first = &routine->checks[k],
                 *last = &routine->checks[routine->check_count - 1 - k], other = *first;
    *first = *last;
    *last = other;
  }
}

// ---- assembly of the routine

static const char *results_title(const CodeModel *model, const Quantity *quantity)
{
  if (!quantity) return "results";
  if (quantity->unit[0] == '\0') return quantity->title;
  return arena_format(model->arena, "%s [%s]", quantity->title, quantity->unit);
}

static const char *checks_title(const CodeFunction *function)
{
  for (int m = 0; m < function->member_count; m++) {
    const Quantity *quantity = function->members[m].quantity;
    for (int k = 0; k < quantity->pivot_count; k++) {
      if (quantity->pivots[k].constraint)
        return "no answer without inertia, or where a constraint follows from others";
    }
  }
  return "no answer without inertia";
}

// Returns the title for inputs other than the motion: "torques tau, inputs u".
static const char *title_of_given(const CodeModel *model, unsigned takes)
{
  static const char *const WORDS[SOURCE_COUNT] = { [SOURCE_TORQUES] = "torques",
                                                   [SOURCE_INPUTS] = "inputs",
                                                   [SOURCE_STATES] = "states",
                                                   [SOURCE_DISCRETES] = "discrete variables" };
  const char *title = "";
  for (ValueSource source = SOURCE_TORQUES; source <= SOURCE_DISCRETES; source++) {
    if (!(takes & (1U << source))) continue;
    title = code_text(model, "%s%s%s %s", title, title[0] ? ", " : "", WORDS[source],
                      CODE_ARRAYS[source].name);
  }
  return title;
}

static void finish_single(Routine *routine, const CodeModel *model, const CodeFunction *function,
                          NameSet *scope)
{
  const char *titles[STAGE_COUNT];
  memcpy(titles, STAGE_TITLES, sizeof titles);
  titles[STAGE_INPUT] = title_of_given(model, function->signature.takes);
  routine->result_section = -1;
  routine_count_uses(routine);
  if (model->language->has_products && function->quantity) {
    const Quantity *quantity = function->quantity;
    routine_find_product(routine, quantity->rows, quantity->columns, scope);
    if (routine->product) routine_count_uses(routine);
  }
  routine_inline(routine);
  const SectionTitles all = { .of_section = titles,
                              .count = STAGE_COUNT,
                              .trigonometry = "trigonometry",
                              .checks = checks_title(function),
                              .results = results_title(model, function->quantity) };
  routine_order(routine, &all);
  bool is_scheduled = model->language->is_scheduled && !model->request->keeps_stages;
  if (is_scheduled) routine_schedule(routine, &all);
}

// Loads entries of arguments into local variables with the names given by the model.
static void name_loads(Routine *routine, const CodeModel *model, NameSet *scope)
{
  const Program *program = model->program;
  for (int k = 0; k < program->input_count; k++) {
    RoutineValue *value = &routine->values[program->constant_count + k];
    if (value->source == SOURCE_PARAMETERS) continue;
    value->load = code_text(model, model->language->lanes->load, value->spelling);
    value->spelling = name_set_claim(scope, value->label);
  }
}

Routine *code_routine(const CodeModel *model, const CodeFunction *function)
{
  Routine *routine = new_routine(model);
  routine->results = ARENA_ARRAY(model->arena, RoutineResult, function->size);
  routine->result_count = function->size;
  fill_values(routine, model, function);
  fill_results(routine, model, function);
  fill_checks(routine, function);
  NameSet scope = code_local_names(model, function);
  finish_single(routine, model, function, &scope);
  if (model->language->lanes) name_loads(routine, model, &scope);
  routine_name(routine, &scope, 't');
  name_set_free(&scope);
  return routine;
}
