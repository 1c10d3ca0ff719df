// substitution.c -- substitution of expressions for coordinates.
// SPDX-License-Identifier: MIT
#include "transform/carried/substitution.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

// ---- the list

Substitution substitution_new(const Mechanism *mechanism, Arena *arena)
{
  int room = 3 * mechanism->coordinate_count + mechanism->input_count + 1;
  return (Substitution){ .from = ARENA_ARRAY(arena, const Expr *, room),
                         .to = ARENA_ARRAY(arena, const Expr *, room) };
}

void substitution_add(Substitution *substitution, const Expr *from, const Expr *to)
{
  substitution->from[substitution->count] = from;
  substitution->to[substitution->count++] = to;
}

void substitution_add_coordinate(Substitution *substitution, const Coordinate *coordinate,
                                 const Expr *value)
{
  const Expr *rate = expr_time_derivative(value);
  substitution_add(substitution, coordinate->q, value);
  substitution_add(substitution, coordinate_rate(coordinate), rate);
  substitution_add(substitution, coordinate_acceleration(coordinate), expr_time_derivative(rate));
}

const Expr *substituted(const Substitution *substitution, const Expr *e)
{
  return e ? expr_substitute(e, substitution->from, substitution->to, substitution->count) : NULL;
}

// ---- substitution

static void put(const Expr **e, void *substitution) { *e = substituted(substitution, *e); }

// Removes constraints and speeds that are identically zero.
static void remove_zeros(Mechanism *mechanism)
{
  int kept = 0;
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Constraint *constraint = &mechanism->constraints[i];
    if (!is_zero(constraint_residual(constraint, mechanism->pool)))
      mechanism->constraints[kept++] = *constraint;
  }
  mechanism->constraint_count = kept;
  kept = 0;
  for (int i = 0; i < mechanism->speed_count; i++) {
    if (!is_zero(mechanism->speeds[i].value)) mechanism->speeds[kept++] = mechanism->speeds[i];
  }
  mechanism->speed_count = kept;
}

void mechanism_substitute(Mechanism *mechanism, const Substitution *substitution)
{
  Substitution each = *substitution;
  mechanism_visit(mechanism, put, &each);
  remove_zeros(mechanism);
}

// ---- removal of coordinates

static void number_resets(Reset resets[], int count, const int place[])
{
  for (int i = 0; i < count; i++) {
    bool is_coordinate = resets[i].kind == TARGET_POSITION || resets[i].kind == TARGET_SPEED;
    if (is_coordinate) resets[i].index = place[resets[i].index];
  }
}

static void number_anew(Mechanism *mechanism, const bool is_removed[], const int place[])
{
  int kept = 0;
  for (int k = 0; k < mechanism->force_count; k++) {
    Force force = mechanism->forces[k];
    bool is_torque = force.kind == FORCE_TORQUE;
    // a torque on a fixed coordinate does no work
    if (is_torque && is_removed[force.coordinate]) continue;
    if (is_torque) force.coordinate = place[force.coordinate];
    mechanism->forces[kept++] = force;
  }
  mechanism->force_count = kept;
  for (int k = 0; k < mechanism->event_count; k++)
    number_resets(mechanism->events[k].resets, mechanism->events[k].reset_count, place);
  for (int k = 0; k < mechanism->sample_count; k++)
    number_resets(mechanism->samples[k].resets, mechanism->samples[k].reset_count, place);
  for (int j = 0; j < mechanism->joint_count; j++) {
    Joint *joint = &mechanism->joints[j];
    int first = -1, count = 0;
    for (int i = 0; i < joint->coordinate_count; i++) {
      if (is_removed[joint->coordinate + i]) continue;
      if (first < 0) first = place[joint->coordinate + i];
      count++;
    }
    joint->coordinate = first;
    joint->coordinate_count = count;
  }
}

void mechanism_remove_coordinates(Mechanism *mechanism, const bool is_removed[])
{
  Arena *scratch = arena_new();
  int *place = ARENA_ARRAY(scratch, int, mechanism->coordinate_count);
  int kept = 0;
  for (int i = 0; i < mechanism->coordinate_count; i++)
    place[i] = is_removed[i] ? -1 : kept++;
  number_anew(mechanism, is_removed, place);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    if (place[i] >= 0) mechanism->coordinates[place[i]] = mechanism->coordinates[i];
  }
  mechanism->coordinate_count = kept;
  arena_free(scratch);
}
