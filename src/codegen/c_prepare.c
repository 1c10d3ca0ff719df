// c_prepare.c -- the parameter stage of the program: NAME_prepare.
//
// What depends on parameters only is computed once per robot, not once per call. What later stages
// or results read becomes a member of NAME_prepared; the rest stays local to NAME_prepare.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

#include <string.h>

enum { LONGEST_PRODUCT = 20 };  // letters of a member's name made of its factors

Routine *c_routine_new(const CModel *model)
{
  Routine *routine = ARENA_NEW(model->arena, Routine);
  const Program *program = model->program;
  *routine = (Routine){ .arena = model->arena,
                        .steps = &program->steps,
                        .constants = program->constants,
                        .values = ARENA_ARRAY(model->arena, RoutineValue, program->steps.count),
                        .result_section = -1 };
  return routine;
}

// A product is called after its factors as long as that is short: LG2_m2.
static const char *product_label(const Routine *routine, const Step *step)
{
  if (step->op != OP_MUL) return NULL;
  const char *first = routine->values[step->arg[0]].label;
  const char *second = routine->values[step->arg[1]].label;
  if (!first || !second || strlen(first) + strlen(second) >= LONGEST_PRODUCT) return NULL;
  if (step->arg[0] == step->arg[1]) return arena_format(routine->arena, "%s_squared", first);
  return arena_format(routine->arena, "%s_%s", first, second);
}

static void fill_values(Routine *routine, const CModel *model)
{
  const Program *program = model->program;
  for (int k = 0; k < program->input_count; k++) {
    if (program->inputs[k].stage != STAGE_PARAMETER) continue;
    const char *name = model->parameters[program->inputs[k].index];
    routine->values[program->constant_count + k] =
        (RoutineValue){ .label = name,
                        .spelling = arena_format(model->arena, "p->%s", name),
                        .source = SOURCE_PARAMETERS };
  }
  for (int k = program_first_operation(program); k < program->steps.count; k++) {
    if (steps_stage(&program->steps, k) > STAGE_PARAMETER) return;
    const char *name = steps_name(&program->steps, k);
    routine->values[k] =
        (RoutineValue){ .name = name,
                        .label = name ? identifier_of(model->arena, name)
                                      : product_label(routine, &program->steps.at[k]),
                        .section = STAGE_PARAMETER };
  }
}

// A change of sign costs a reader nothing, so it is not stored: -k->m1 stands where it is used.
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
      const char *wish =
          value->label ? value->label : arena_format(routine->arena, "c%d", ++number);
      value->spelling = arena_format(routine->arena, "k->%s", name_set_claim(&members, wish));
      value->source = SOURCE_PREPARED;
    }
  }
  name_set_free(&members);
}

void c_prepare_build(CModel *model)
{
  static const char *const title[] = { NULL, "depends on the parameters only" };
  Routine *routine = c_routine_new(model);
  model->prepare = routine;
  fill_values(routine, model);
  keep_what_is_read(routine);
  routine_count_uses(routine);
  routine_inline(routine);
  routine_order(routine, &(SectionTitles){ .of_section = title, .count = 2 });
  name_members(routine);
  NameSet locals = c_local_names(model, NULL);
  routine_name(routine, &locals, 't');
  name_set_free(&locals);
}
