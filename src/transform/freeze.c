// freeze.c -- substitutes constant values for coordinates.
// SPDX-License-Identifier: MIT
#include "transform/freeze.h"

#include "transform/carried/substitution.h"
#include "symbolic/algebra.h"
#include "notation/print/print.h"

#include <string.h>

typedef struct Freezing {
  Mechanism *mechanism;
  const Expr *const *value;  // by coordinate; NULL: remains free
  Substitution substitution;
} Freezing;

// ---- Euler parameters: all four of a joint, and of a rotation, or none

static int held_value(const Freezing *freezing, const Expr *symbol, const Expr **value)
{
  int i = mechanism_coordinate_of(freezing->mechanism, symbol);
  if (i < 0 || !freezing->value[i]) return -1;
  *value = freezing->value[i];
  return i;
}

static bool check_quaternion(const Freezing *freezing, const Move *move, Text *why)
{
  const Mechanism *mechanism = freezing->mechanism;
  const Expr *norm = expr_integer(mechanism->pool, 0);
  int held = 0, last = 0;
  for (int k = 0; k < 4; k++) {
    const Expr *value = NULL;
    int i = held_value(freezing, move->at[k], &value);
    if (i < 0) continue;
    norm = sum(norm, square(value));
    last = i;
    held++;
  }
  if (held == 0) return true;
  const char *name = coordinate_name(&mechanism->coordinates[last]);
  if (held < 4) {
    text_format(why, "'%s' is one of four Euler parameters: hold all of them still, or none", name);
  } else if (!expr_is_one(norm)) {
    text_format(why,
                "the Euler parameters with '%s' are not a rotation: their squares do not add up "
                "to 1",
                name);
  }
  return held == 4 && expr_is_one(norm);
}

static bool check_quaternions(const Freezing *freezing, Text *why)
{
  const Mechanism *mechanism = freezing->mechanism;
  for (int f = 1; f < mechanism->frame_count; f++) {
    for (int m = 0; m < mechanism->frames[f].move_count; m++) {
      const Move *move = &mechanism->frames[f].moves[m];
      if (move->kind == MOVE_QUATERNION && !check_quaternion(freezing, move, why)) return false;
    }
  }
  return true;
}

// ---- resets and initial values of fixed coordinates

static bool sets_held(const Freezing *freezing, const Reset *reset)
{
  bool is_motion = reset->kind == TARGET_POSITION || reset->kind == TARGET_SPEED;
  return is_motion && freezing->value[reset->index];
}

// An event may set a fixed coordinate to the value that it has.
static bool check_event(const Freezing *freezing, const Event *event, Text *why)
{
  const Mechanism *mechanism = freezing->mechanism;
  for (int k = 0; k < event->reset_count; k++) {
    const Reset *reset = &event->resets[k];
    if (!sets_held(freezing, reset)) continue;
    const Expr *set = substituted(&freezing->substitution, reset->value);
    bool is_speed = reset->kind == TARGET_SPEED;
    if (is_speed ? is_zero(set) : expr_same_value(set, freezing->value[reset->index])) continue;
    text_format(why, "'when %s' sets '%s%s', which is held still", event->condition,
                coordinate_name(&mechanism->coordinates[reset->index]), is_speed ? "'" : "");
    return false;
  }
  return true;
}

static bool check_events(const Freezing *freezing, Text *why)
{
  const Mechanism *mechanism = freezing->mechanism;
  for (int e = 0; e < mechanism->event_count; e++) {
    if (!check_event(freezing, &mechanism->events[e], why)) return false;
  }
  return true;
}

static void remove_resets(const Freezing *freezing)
{
  const Mechanism *mechanism = freezing->mechanism;
  for (int e = 0; e < mechanism->event_count; e++) {
    Event *event = &mechanism->events[e];
    int kept = 0;
    for (int k = 0; k < event->reset_count; k++) {
      if (!sets_held(freezing, &event->resets[k])) event->resets[kept++] = event->resets[k];
    }
    event->reset_count = kept;
  }
}

// Returns true for "start q = .." with the fixed value, or "start q' = 0".
static bool starts_as_held(const Freezing *freezing, const TaskOption *option, Arena *scratch)
{
  const Mechanism *mechanism = freezing->mechanism;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const char *name = coordinate_name(&mechanism->coordinates[i]);
    const Expr *held = freezing->value[i];
    if (!held || option->value_count != 1) continue;
    if (strcmp(option->name, arena_format(scratch, "start %s", name)) == 0)
      return expr_same_value(option->values[0], held);
    if (strcmp(option->name, arena_format(scratch, "start %s'", name)) == 0)
      return is_zero(option->values[0]);
  }
  return false;
}

// Removes initial values that agree with the fixed ones. A different initial value is kept: the
// experiment then cannot be simulated, and reports it.
static void remove_starts(const Freezing *freezing, Arena *scratch)
{
  const Mechanism *mechanism = freezing->mechanism;
  for (int i = 0; i < mechanism->task_count; i++) {
    Task *task = &mechanism->tasks[i];
    int kept = 0;
    for (int k = 0; k < task->option_count; k++) {
      bool is_gone =
          task->kind == TASK_EXPERIMENT && starts_as_held(freezing, &task->options[k], scratch);
      if (!is_gone) task->options[kept++] = task->options[k];
    }
    task->option_count = kept;
  }
}

// ---- substitution

static bool check_constraints(const Freezing *freezing, Text *why)
{
  const Mechanism *mechanism = freezing->mechanism;
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Expr *now = constraint_residual(&mechanism->constraints[i], mechanism->pool);
    const Expr *residual = substituted(&freezing->substitution, now);
    if (residual->form->stage > STAGE_LITERAL || is_zero(residual)) continue;
    text_format(why, "the constraint '%s' cannot hold with these values",
                mechanism->constraints[i].name);
    return false;
  }
  return true;
}

static void remove_coordinates(const Freezing *freezing, Arena *scratch)
{
  Mechanism *mechanism = freezing->mechanism;
  bool *is_held = ARENA_ARRAY(scratch, bool, mechanism->coordinate_count);
  for (int i = 0; i < mechanism->coordinate_count; i++)
    is_held[i] = freezing->value[i] != NULL;
  mechanism_remove_coordinates(mechanism, is_held);
}

// Appends "q4 = 0, q5 = pi/6" to the note of fixed coordinates.
static void note_held(const Freezing *freezing)
{
  Mechanism *mechanism = freezing->mechanism;
  Text text = { 0 };
  if (mechanism->held) text_put(&text, mechanism->held);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    if (!freezing->value[i]) continue;
    text_format(&text, "%s%s = ", text.length > 0 ? ", " : "",
                coordinate_name(&mechanism->coordinates[i]));
    expr_print(freezing->value[i], &text);
  }
  if (text.length > 0) {
    mechanism->held = arena_copy_text(mechanism->arena, text_string(&text), text.length);
  }
  text_free(&text);
}

bool mechanism_freeze(Mechanism *mechanism, const Expr *const values[], Text *why)
{
  Arena *scratch = arena_new();
  int n = mechanism->coordinate_count;
  Freezing freezing = {
    .mechanism = mechanism,
    .value = values,
    .substitution = substitution_new(mechanism, scratch),
  };
  bool is_good = check_quaternions(&freezing, why);
  for (int i = 0; is_good && i < n; i++) {
    if (!freezing.value[i]) continue;
    substitution_add_coordinate(&freezing.substitution, &mechanism->coordinates[i],
                                freezing.value[i]);
  }
  is_good = is_good && check_constraints(&freezing, why) && check_events(&freezing, why);
  if (is_good) {
    note_held(&freezing);
    remove_resets(&freezing);
    remove_starts(&freezing, scratch);
    mechanism_substitute(mechanism, &freezing.substitution);
    remove_coordinates(&freezing, scratch);
  }
  arena_free(scratch);
  return is_good;
}
