// routine_name.c -- names of the steps.
//
// A name given by the model is kept. Sines and cosines are named after their angle, sums of angles
// and products of parameters after their operands, if the name is short. Other steps are numbered.
// SPDX-License-Identifier: MIT
#include "codegen/routine/routine.h"

#include <string.h>

enum {
  MAX_LABEL_LENGTH = 26,
  MAX_LABEL_DEPTH = 4,  // nested operators
};

// Returns a short descriptive name of a value: its label, or "theta1_theta2" for a sum; NULL if
// there is none.
static const char *label(const Routine *routine, int index, int depth);

static const char *joined(const Routine *routine, const int arg[], const char *between, int depth)
{
  const char *first = label(routine, arg[0], depth + 1);
  const char *second = first ? label(routine, arg[1], depth + 1) : NULL;
  if (!second) return NULL;
  if (strlen(first) + strlen(between) + strlen(second) > MAX_LABEL_LENGTH) return NULL;
  return arena_format(routine->arena, "%s%s%s", first, between, second);
}

// Returns "twice_theta1" or "half_theta1", the multiples that occur in angles, or NULL.
static const char *multiple(const Routine *routine, const int arg[], int depth)
{
  bool is_second = routine->steps->at[arg[0]].op != OP_NUMBER;
  int factor = arg[is_second], other = arg[!is_second];
  if (routine->steps->at[factor].op != OP_NUMBER) return NULL;
  double number = routine->constants[factor];
  bool is_known = number == 2 || number == 0.5;
  const char *angle = is_known ? label(routine, other, depth + 1) : NULL;
  if (!angle) return NULL;
  return arena_format(routine->arena, "%s_%s", number == 2 ? "twice" : "half", angle);
}

static const char *label(const Routine *routine, int index, int depth)
{
  const RoutineValue *value = &routine->values[index];
  if (value->name) return identifier_of(routine->arena, value->name);
  if (value->label || value->is_given || depth == MAX_LABEL_DEPTH) return value->label;
  const Step *step = &routine->steps->at[index];
  if (step->op == OP_ADD) return joined(routine, step->arg, "_", depth);
  if (step->op == OP_SUB) return joined(routine, step->arg, "_minus_", depth);
  if (step->op == OP_MUL) return multiple(routine, step->arg, depth);
  return NULL;
}

static const char *trigonometric_name(const Routine *routine, const Step *step)
{
  const char *angle = label(routine, step->arg[0], 0);
  if (!angle) return NULL;
  return arena_format(routine->arena, "%s_%s", operator_info(step->op)->text, angle);
}

// Only early steps are named after their operands: sums of angles.
static const char *wish(const Routine *routine, int index)
{
  const RoutineValue *value = &routine->values[index];
  if (value->name) return identifier_of(routine->arena, value->name);
  const Step *step = &routine->steps->at[index];
  if (step->op == OP_SIN || step->op == OP_COS) return trigonometric_name(routine, step);
  return value->is_early ? label(routine, index, 0) : NULL;
}

void routine_name(Routine *routine, NameSet *scope, char letter)
{
  // names of the model are claimed first, so that no generated name takes one of them
  for (int k = 0; k < routine->statement_count; k++) {
    int index = routine->statements[k].value;
    if (index < 0 || routine->values[index].spelling) continue;
    RoutineValue *value = &routine->values[index];
    if (value->name) value->spelling = name_set_claim(scope, wish(routine, index));
  }
  int number = 0;
  for (int k = 0; k < routine->statement_count; k++) {
    int index = routine->statements[k].value;
    if (index < 0 || routine->values[index].spelling) continue;
    const char *name = wish(routine, index);
    routine->values[index].is_numbered = !name;
    if (!name) name = arena_format(routine->arena, "%c%d", letter, ++number);
    routine->values[index].spelling = name_set_claim(scope, name);
  }
}
