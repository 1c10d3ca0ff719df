// routine.c -- what dissolves, in which order the rest is told.
// SPDX-License-Identifier: MIT
#include "codegen/routine.h"

#include <string.h>

enum {
  WIDEST_EXPRESSION = 150,  // columns, about a line and a half of C: what the eye still takes in
  LOCAL_NAME_WIDTH = 4,     // of names not chosen yet
};

static int arity(const RoutineValue *value) { return operator_info(value->op)->arity; }

static bool is_trigonometric(const RoutineValue *value)
{
  return value->op == OP_SIN || value->op == OP_COS;
}

// ---- uses

static void count_checks_and_results(Routine *routine)
{
  for (int k = 0; k < routine->result_count; k++) {
    RoutineResult *result = &routine->results[k];
    result->copy_of = -1;
    bool is_step = routine_is_step(&routine->values[result->value]);
    for (int before = 0; is_step && before < k && result->copy_of < 0; before++) {
      if (routine->results[before].value == result->value) result->copy_of = before;
    }
    if (result->copy_of < 0) routine->values[result->value].uses++;
  }
  for (int k = 0; k < routine->check_count; k++)
    routine->values[routine->checks[k].value].uses++;
}

void routine_count_uses(Routine *routine)
{
  for (int k = 0; k < routine->count; k++)
    routine->values[k].uses = 0;
  count_checks_and_results(routine);
  for (int k = routine->count - 1; k >= 0; k--) {
    const RoutineValue *value = &routine->values[k];
    if (!routine_is_step(value) || (value->uses == 0 && !value->is_stored)) continue;
    for (int a = 0; a < arity(value); a++)
      routine->values[value->arg[a]].uses++;
  }
}

// ---- inlining

// Sines and cosines keep a line of their own: their names tell more than an expression.
static bool may_dissolve(const RoutineValue *value, int section)
{
  if (!routine_is_step(value)) return false;
  if (value->is_free) return true;
  return value->uses == 1 && !value->name && !value->is_stored && !is_trigonometric(value) &&
         value->section == section;
}

static int width_of_leaf(const RoutineValue *value)
{
  if (value->op == OP_NUMBER) return 6;
  return value->spelling ? (int)strlen(value->spelling)
         : value->name   ? (int)strlen(value->name)
                         : LOCAL_NAME_WIDTH;
}

// Dissolves the arguments of `step`, narrow ones first in doubt; returns the width it now has.
static int dissolve_arguments(Routine *routine, int step, const int width[])
{
  RoutineValue *value = &routine->values[step];
  int total = 8;  // the operator or the call, with a pair of parentheses
  for (int a = 0; a < arity(value); a++) {
    RoutineValue *argument = &routine->values[value->arg[a]];
    argument->is_inlined = may_dissolve(argument, value->section);
    total += argument->is_inlined ? width[value->arg[a]] : width_of_leaf(argument);
  }
  int widest_allowed = routine->widest > 0 ? routine->widest : WIDEST_EXPRESSION;
  while (total > widest_allowed) {
    int widest = -1;
    for (int a = 0; a < arity(value); a++) {
      const RoutineValue *argument = &routine->values[value->arg[a]];
      if (!argument->is_inlined || argument->is_free) continue;
      if (widest < 0 || width[value->arg[a]] > width[widest]) widest = value->arg[a];
    }
    if (widest < 0) break;
    routine->values[widest].is_inlined = false;
    total += width_of_leaf(&routine->values[widest]) - width[widest];
  }
  return total;
}

void routine_inline(Routine *routine)
{
  int *width = ARENA_ARRAY(routine->arena, int, routine->count);
  for (int k = 0; k < routine->count; k++) {
    const RoutineValue *value = &routine->values[k];
    bool is_needed = value->uses > 0 || value->is_stored;
    if (routine_is_step(value) && is_needed) width[k] = dissolve_arguments(routine, k, width);
  }
  for (int k = 0; k < routine->result_count; k++) {
    RoutineValue *value = &routine->values[routine->results[k].value];
    int section = routine->result_section < 0 ? value->section : routine->result_section;
    if (may_dissolve(value, section)) value->is_inlined = true;
  }
}

// ---- order

static bool is_told(const RoutineValue *value)
{
  return routine_is_step(value) && !value->is_inlined && !value->is_free &&
         (value->uses > 0 || value->is_stored);
}

// Marks the sines and cosines of what comes from outside, with the sums that they are taken of.
static void mark_early(Routine *routine)
{
  bool *feeds = ARENA_ARRAY(routine->arena, bool, routine->count);
  for (int k = routine->count - 1; k >= 0; k--) {
    const RoutineValue *value = &routine->values[k];
    if (!routine_is_step(value) || !(feeds[k] || is_trigonometric(value))) continue;
    for (int a = 0; a < arity(value); a++)
      feeds[value->arg[a]] = true;
  }
  for (int k = 0; k < routine->count; k++) {
    RoutineValue *value = &routine->values[k];
    bool is_early = !routine_is_step(value) || feeds[k] || is_trigonometric(value);
    for (int a = 0; routine_is_step(value) && a < arity(value); a++) {
      const RoutineValue *argument = &routine->values[value->arg[a]];
      is_early = is_early && argument->is_early && !is_trigonometric(argument);
    }
    value->is_early = is_early;
  }
}

static void add_statement(Routine *routine, Statement statement)
{
  routine->statements[routine->statement_count++] = statement;
}

// The other one of sin(x) and cos(x), or -1. partner[x] holds the two by argument.
typedef struct Partners {
  int sine;
  int cosine;
} Partners;

static Partners *find_partners(const Routine *routine)
{
  Partners *partners = ARENA_ARRAY(routine->arena, Partners, routine->count);
  memset(partners, -1, sizeof *partners * (size_t)routine->count);
  for (int k = 0; k < routine->count; k++) {
    const RoutineValue *value = &routine->values[k];
    if (!is_trigonometric(value) || !is_told(value)) continue;
    if (value->op == OP_SIN) partners[value->arg[0]].sine = k;
    if (value->op == OP_COS) partners[value->arg[0]].cosine = k;
  }
  return partners;
}

typedef struct Ordering {
  Routine *routine;
  Partners *partners;
  bool *is_done;
  const char *title;  // waits for the first statement of its section
} Ordering;

static void tell(Ordering *ordering, int value)
{
  if (ordering->is_done[value]) return;
  ordering->is_done[value] = true;
  add_statement(ordering->routine, (Statement){ value, -1, -1, ordering->title });
  ordering->title = NULL;
}

static void tell_pair(Ordering *ordering, int value)
{
  const RoutineValue *step = &ordering->routine->values[value];
  if (is_trigonometric(step)) {
    Partners pair = ordering->partners[step->arg[0]];
    int section = step->section;
    const RoutineValue *values = ordering->routine->values;
    if (pair.sine >= 0 && values[pair.sine].section == section) tell(ordering, pair.sine);
    if (pair.cosine >= 0 && values[pair.cosine].section == section) tell(ordering, pair.cosine);
  }
  tell(ordering, value);
}

static void tell_section(Ordering *ordering, int section, bool early_only)
{
  for (int k = 0; k < ordering->routine->count; k++) {
    const RoutineValue *value = &ordering->routine->values[k];
    if (!is_told(value) || value->section != section) continue;
    if (early_only && !value->is_early) continue;
    tell_pair(ordering, k);
  }
}

void routine_order(Routine *routine, const SectionTitles *titles)
{
  routine->statements = ARENA_ARRAY(routine->arena, Statement,
                                    routine->count + routine->check_count + routine->result_count);
  mark_early(routine);
  Ordering ordering = { routine, find_partners(routine),
                        ARENA_ARRAY(routine->arena, bool, routine->count), NULL };
  for (int section = 0; section < titles->count; section++) {
    if (titles->trigonometry) {
      ordering.title = titles->trigonometry;
      tell_section(&ordering, section, true);
    }
    ordering.title = titles->of_section[section];
    tell_section(&ordering, section, false);
  }
  for (int k = 0; k < routine->check_count; k++) {
    add_statement(routine, (Statement){ -1, k, -1, k == 0 ? titles->checks : NULL });
  }
  for (int k = 0; k < routine->result_count; k++) {
    add_statement(routine, (Statement){ -1, -1, k, k == 0 ? titles->results : NULL });
  }
}
