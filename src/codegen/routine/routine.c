// routine.c -- inlining of steps, and the order of the remaining statements.
// SPDX-License-Identifier: MIT
#include "codegen/routine/routine.h"

#include <stdlib.h>
#include <string.h>

enum {
  MAX_EXPRESSION_WIDTH = 150,  // about a line and a half of C, still readable
  LOCAL_NAME_WIDTH = 4,        // assumed width of names not chosen yet
};

// ---- uses

static bool is_needed(const RoutineValue *value) { return value->uses > 0 || value->is_stored; }

static void count_checks_and_results(Routine *routine)
{
  int *first = ARENA_ARRAY(routine->arena, int, routine->steps->count);  // by step: result + 1
  for (int k = 0; k < routine->result_count; k++) {
    RoutineResult *result = &routine->results[k];
    bool is_computed = routine_computes(routine, result->value);
    result->copy_of = is_computed ? first[result->value] - 1 : -1;
    if (result->copy_of >= 0) continue;
    first[result->value] = k + 1;
    routine->values[result->value].uses++;
  }
  for (int k = 0; k < routine->check_count; k++)
    routine->values[routine->checks[k].value].uses++;
  for (int k = 0; routine->product && k < routine->product->slot_count; k++)
    routine->values[routine->product->slots[k].value].uses++;
}

void routine_count_uses(Routine *routine)
{
  for (int k = 0; k < routine->steps->count; k++)
    routine->values[k].uses = 0;
  count_checks_and_results(routine);
  for (int k = routine->steps->count - 1; k >= 0; k--) {
    if (!routine_computes(routine, k) || !is_needed(&routine->values[k])) continue;
    for (int a = 0; a < routine_arity(routine, k); a++)
      routine->values[routine->steps->at[k].arg[a]].uses++;
  }
}

// ---- inlining

// Returns true if a step may be inlined. Sines and cosines keep their own line, because their names
// are more readable than an expression.
static bool can_inline(const Routine *routine, int place, int section)
{
  const RoutineValue *value = &routine->values[place];
  if (!routine_computes(routine, place)) return false;
  if (value->is_free) return true;
  return value->uses == 1 && !value->name && !value->is_stored &&
         !routine_is_circular(routine, place) && value->section == section;
}

static int width_of_leaf(const Routine *routine, int place)
{
  const RoutineValue *value = &routine->values[place];
  if (routine->steps->at[place].op == OP_NUMBER) return 6;
  return value->spelling ? (int)strlen(value->spelling)
         : value->name   ? (int)strlen(value->name)
                         : LOCAL_NAME_WIDTH;
}

// Inlines the arguments of a step; if the expression would be too wide, the widest ones are not
// inlined. Returns the resulting width.
static int inline_arguments(Routine *routine, int place, const int width[])
{
  const int *arg = routine->steps->at[place].arg;
  int arity = routine_arity(routine, place);
  int total = 8;  // operator or call, with a pair of parentheses
  for (int a = 0; a < arity; a++) {
    RoutineValue *argument = &routine->values[arg[a]];
    argument->is_inlined = can_inline(routine, arg[a], routine->values[place].section);
    total += argument->is_inlined ? width[arg[a]] : width_of_leaf(routine, arg[a]);
  }
  int widest_allowed = routine->widest > 0 ? routine->widest : MAX_EXPRESSION_WIDTH;
  while (total > widest_allowed) {
    int widest = -1;
    for (int a = 0; a < arity; a++) {
      const RoutineValue *argument = &routine->values[arg[a]];
      if (!argument->is_inlined || argument->is_free) continue;
      if (widest < 0 || width[arg[a]] > width[widest]) widest = arg[a];
    }
    if (widest < 0) break;
    routine->values[widest].is_inlined = false;
    total += width_of_leaf(routine, widest) - width[widest];
  }
  return total;
}

void routine_inline(Routine *routine)
{
  int *width = ARENA_ARRAY(routine->arena, int, routine->steps->count);
  for (int k = 0; k < routine->steps->count; k++) {
    if (routine_computes(routine, k) && is_needed(&routine->values[k]))
      width[k] = inline_arguments(routine, k, width);
  }
  for (int k = 0; k < routine->result_count; k++) {
    int place = routine->results[k].value;
    RoutineValue *value = &routine->values[place];
    int section = routine->result_section < 0 ? value->section : routine->result_section;
    if (can_inline(routine, place, section)) value->is_inlined = true;
  }
}

// ---- order

static bool is_reported(const Routine *routine, int place)
{
  const RoutineValue *value = &routine->values[place];
  return routine_computes(routine, place) && !value->is_inlined && !value->is_free &&
         is_needed(value);
}

// Marks the sines and cosines of inputs, and the sums that are their arguments.
static void mark_early(Routine *routine)
{
  const Step *steps = routine->steps->at;
  bool *feeds = ARENA_ARRAY(routine->arena, bool, routine->steps->count);
  for (int k = routine->steps->count - 1; k >= 0; k--) {
    if (!routine_computes(routine, k) || !is_needed(&routine->values[k])) continue;
    bool leads_on = feeds[k] || routine_is_circular(routine, k);
    for (int a = 0; leads_on && a < routine_arity(routine, k); a++)
      feeds[steps[k].arg[a]] = true;
  }
  for (int k = 0; k < routine->steps->count; k++) {
    bool is_computed = routine_computes(routine, k);
    bool is_early = !is_computed || feeds[k] || routine_is_circular(routine, k);
    for (int a = 0; is_computed && a < routine_arity(routine, k); a++) {
      int argument = steps[k].arg[a];
      is_early =
          is_early && routine->values[argument].is_early && !routine_is_circular(routine, argument);
    }
    routine->values[k].is_early = is_early;
  }
}

static void add_statement(Routine *routine, Statement statement)
{
  routine->statements[routine->statement_count++] = statement;
}

typedef struct Ordering {
  Routine *routine;
  int *partners;
  bool *is_done;
  const char *title;  // title pending for the first statement of its section
} Ordering;

static void tell(Ordering *ordering, int place)
{
  if (ordering->is_done[place]) return;
  ordering->is_done[place] = true;
  add_statement(ordering->routine, (Statement){ place, -1, -1, ordering->title });
  ordering->title = NULL;
}

// Emits the sine of an angle and then its cosine.
static void emit_sincos_pair(Ordering *ordering, int place)
{
  const Routine *routine = ordering->routine;
  int other = ordering->partners[place];
  bool is_pair = other >= 0 && is_reported(routine, other) &&
                 routine->values[other].section == routine->values[place].section;
  bool is_turned = routine->steps->at[place].op == OP_COS;
  if (is_pair && is_turned) tell(ordering, other);
  tell(ordering, place);
  if (is_pair && !is_turned) tell(ordering, other);
}

static bool is_reported_early(const Routine *routine, int place)
{
  return is_reported(routine, place) && routine->values[place].is_early;
}

// Returns the first section that contains early trigonometry; all of it is emitted there.
static int section_of_trigonometry(const Routine *routine, int section_count)
{
  int first = section_count;
  for (int k = 0; k < routine->steps->count; k++) {
    int section = routine->values[k].section;
    if (is_reported_early(routine, k) && section < first) first = section;
  }
  return first;
}

// Emits the sums of angles, then all sines and cosines, which C computes by one call.
static void report_trigonometry(Ordering *ordering)
{
  const Routine *routine = ordering->routine;
  for (int is_circular = 0; is_circular <= 1; is_circular++) {
    for (int k = 0; k < routine->steps->count; k++) {
      bool is_due = is_reported_early(routine, k) && routine_is_circular(routine, k) == is_circular;
      if (is_due) emit_sincos_pair(ordering, k);
    }
  }
}

static void report_section(Ordering *ordering, int section)
{
  const Routine *routine = ordering->routine;
  for (int k = 0; k < routine->steps->count; k++) {
    if (is_reported(routine, k) && routine->values[k].section == section)
      emit_sincos_pair(ordering, k);
  }
}

static void report_checks(Routine *routine, const SectionTitles *titles)
{
  for (int k = 0; k < routine->check_count; k++)
    add_statement(routine, (Statement){ -1, k, -1, k == 0 ? titles->checks : NULL });
}

void routine_order(Routine *routine, const SectionTitles *titles)
{
  int count = routine->steps->count;
  routine->statements =
      ARENA_ARRAY(routine->arena, Statement, count + routine->check_count + routine->result_count);
  mark_early(routine);
  Ordering ordering = { routine, steps_partners(routine->steps),
                        ARENA_ARRAY(routine->arena, bool, count), NULL };
  int first = titles->trigonometry ? section_of_trigonometry(routine, titles->count) : -1;
  for (int section = 0; section < titles->count; section++) {
    ordering.title = titles->trigonometry;
    if (section == first) report_trigonometry(&ordering);
    ordering.title = titles->of_section[section];
    report_section(&ordering, section);
  }
  free(ordering.partners);
  if (!routine->has_late_checks) report_checks(routine, titles);
  for (int k = 0; k < routine->result_count; k++) {
    add_statement(routine, (Statement){ -1, -1, k, k == 0 ? titles->results : NULL });
  }
  if (routine->has_late_checks) report_checks(routine, titles);
}
