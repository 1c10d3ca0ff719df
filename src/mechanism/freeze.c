// freeze.c -- reading the list, and putting values in the place of coordinates everywhere.
// SPDX-License-Identifier: MIT
#include "mechanism/freeze.h"

#include "mechanism/assignments.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/print.h"

typedef struct Freezing {
  Mechanism *mechanism;
  const Expr **value;  // by coordinate; NULL: stays free
  const Expr **from;   // q, q' and q'' of those that are held
  const Expr **to;
  int count;
} Freezing;

// ---- the list

static bool read_list(Freezing *freezing, const char *list, Arena *scratch, Text *why)
{
  Mechanism *mechanism = freezing->mechanism;
  int count = 0;
  const Assignment *assignments =
      assignments_read(mechanism, list, "to hold still", mechanism->pool, scratch, &count, why);
  for (int k = 0; assignments && k < count; k++) {
    const Expr *initial = mechanism->coordinates[assignments[k].coordinate].initial;
    const Expr *usual = initial ? initial : expr_integer(mechanism->pool, 0);
    freezing->value[assignments[k].coordinate] =
        assignments[k].value ? assignments[k].value : usual;
  }
  return assignments != NULL;
}

// ---- Euler parameters: all four of a joint, and of a rotation, or none

static int held_value(const Freezing *freezing, const Expr *symbol, const Expr **value)
{
  for (int i = 0; i < freezing->mechanism->coordinate_count; i++) {
    if (freezing->mechanism->coordinates[i].q != symbol || !freezing->value[i]) continue;
    *value = freezing->value[i];
    return i;
  }
  return -1;
}

static bool check_quaternion(const Freezing *freezing, const Move *move, Text *why)
{
  const Mechanism *mechanism = freezing->mechanism;
  const Expr *norm = expr_integer(mechanism->pool, 0);
  int held = 0, last = 0;
  for (int k = 0; k < 4; k++) {
    const Expr *value = NULL;
    int i = held_value(freezing, move->parameter[k], &value);
    if (i < 0) continue;
    norm = sum(norm, square(value));
    last = i;
    held++;
  }
  if (held == 0) return true;
  const char *name = mechanism->coordinates[last].name;
  if (held < 4) {
    text_format(why, "'%s' is one of four Euler parameters: hold all of them still, or none", name);
  } else if (!expr_is_one(norm)) {
    text_format(why,
                "the Euler parameters with '%s' are no rotation: their squares do not add up "
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

// ---- putting the values in

static void note(Freezing *freezing, const Expr *from, const Expr *to)
{
  freezing->from[freezing->count] = from;
  freezing->to[freezing->count++] = to;
}

static void put(const Freezing *freezing, const Expr **e)
{
  if (*e) *e = expr_substitute(*e, freezing->from, freezing->to, freezing->count);
}

static void put_vector(const Freezing *freezing, Vec3 *v)
{
  for (int i = 0; i < 3; i++) {
    if (v->at[i]) put(freezing, &v->at[i]);
  }
}

static void put_moves(const Freezing *freezing)
{
  Mechanism *mechanism = freezing->mechanism;
  for (int f = 1; f < mechanism->frame_count; f++) {
    for (int m = 0; m < mechanism->frames[f].move_count; m++) {
      Move *move = &mechanism->frames[f].moves[m];
      put(freezing, &move->amount);
      for (int i = 0; i < 4; i++)
        put(freezing, &move->parameter[i]);
    }
  }
}

// A constraint that always holds, and a speed that is always zero, are gone.
static void put_conditions(const Freezing *freezing)
{
  Mechanism *mechanism = freezing->mechanism;
  for (int i = 0; i < mechanism->definition_count; i++)
    put(freezing, &mechanism->definitions[i].value);
  int kept = 0;
  for (int i = 0; i < mechanism->constraint_count; i++) {
    put(freezing, &mechanism->constraints[i].residual);
    if (!is_zero(mechanism->constraints[i].residual)) {
      mechanism->constraints[kept++] = mechanism->constraints[i];
    }
  }
  mechanism->constraint_count = kept;
  kept = 0;
  for (int i = 0; i < mechanism->speed_count; i++) {
    put(freezing, &mechanism->speeds[i].value);
    if (!is_zero(mechanism->speeds[i].value)) mechanism->speeds[kept++] = mechanism->speeds[i];
  }
  mechanism->speed_count = kept;
}

static bool check_constraints(const Freezing *freezing, Text *why)
{
  const Mechanism *mechanism = freezing->mechanism;
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Expr *residual = mechanism->constraints[i].residual;
    put(freezing, &residual);
    if (residual->stage > STAGE_LITERAL || is_zero(residual)) continue;
    text_format(why, "the constraint '%s' cannot hold with these values",
                mechanism->constraints[i].name);
    return false;
  }
  return true;
}

static void put_forces(const Freezing *freezing)
{
  Mechanism *mechanism = freezing->mechanism;
  int kept = 0;
  for (int k = 0; k < mechanism->force_count; k++) {
    Force *force = &mechanism->forces[k];
    if (force->kind == FORCE_TORQUE && freezing->value[force->coordinate]) continue;
    put(freezing, &force->amount);
    put_vector(freezing, &force->vector);
    put(freezing, &force->stiffness);
    put(freezing, &force->length);
    put(freezing, &force->damping);
    mechanism->forces[kept++] = *force;
  }
  mechanism->force_count = kept;
}

// ---- without the coordinates

static void number_anew(const Freezing *freezing, const int place[])
{
  Mechanism *mechanism = freezing->mechanism;
  for (int k = 0; k < mechanism->force_count; k++) {
    Force *force = &mechanism->forces[k];
    if (force->kind == FORCE_TORQUE) force->coordinate = place[force->coordinate];
  }
  for (int j = 0; j < mechanism->joint_count; j++) {
    Joint *joint = &mechanism->joints[j];
    int first = -1, count = 0;
    for (int i = 0; i < joint->coordinate_count; i++) {
      if (freezing->value[joint->coordinate + i]) continue;
      if (first < 0) first = place[joint->coordinate + i];
      count++;
    }
    joint->coordinate = first;
    joint->coordinate_count = count;
  }
}

static void remove_coordinates(const Freezing *freezing)
{
  Mechanism *mechanism = freezing->mechanism;
  Arena *scratch = arena_new();
  int *place = ARENA_ARRAY(scratch, int, mechanism->coordinate_count);
  int kept = 0;
  for (int i = 0; i < mechanism->coordinate_count; i++)
    place[i] = freezing->value[i] ? -1 : kept++;
  number_anew(freezing, place);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    if (place[i] >= 0) mechanism->coordinates[place[i]] = mechanism->coordinates[i];
  }
  mechanism->coordinate_count = kept;
  arena_free(scratch);
}

// "q4 = 0, q5 = pi/6", behind what was held before.
static void note_held(const Freezing *freezing)
{
  Mechanism *mechanism = freezing->mechanism;
  Text text = { 0 };
  if (mechanism->held) text_put(&text, mechanism->held);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    if (!freezing->value[i]) continue;
    text_format(&text, "%s%s = ", text.length > 0 ? ", " : "", mechanism->coordinates[i].name);
    expr_print(freezing->value[i], &text);
  }
  if (text.length > 0) {
    mechanism->held = arena_copy_text(mechanism->arena, text_string(&text), text.length);
  }
  text_free(&text);
}

bool mechanism_freeze(Mechanism *mechanism, const char *list, Text *why)
{
  Arena *scratch = arena_new();
  int n = mechanism->coordinate_count;
  Freezing freezing = {
    .mechanism = mechanism,
    .value = ARENA_ARRAY(scratch, const Expr *, n),
    .from = ARENA_ARRAY(scratch, const Expr *, 3 * n),
    .to = ARENA_ARRAY(scratch, const Expr *, 3 * n),
  };
  bool is_good = read_list(&freezing, list, scratch, why) && check_quaternions(&freezing, why);
  const Expr *zero = expr_integer(mechanism->pool, 0);
  for (int i = 0; is_good && i < n; i++) {
    if (!freezing.value[i]) continue;
    note(&freezing, mechanism->coordinates[i].q, freezing.value[i]);
    note(&freezing, mechanism->coordinates[i].qd, zero);
    note(&freezing, mechanism->coordinates[i].qdd, zero);
  }
  is_good = is_good && check_constraints(&freezing, why);
  if (is_good) {
    note_held(&freezing);
    put_moves(&freezing);
    put_conditions(&freezing);
    put_forces(&freezing);
    remove_coordinates(&freezing);
  }
  arena_free(scratch);
  return is_good;
}
