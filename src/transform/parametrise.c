// parametrise.c -- names of parametrisations, and the copy that they modify.
// SPDX-License-Identifier: MIT
#include "transform/parametrise.h"

#include "transform/transform.h"

#include <string.h>

static const char *const WORDS[PARAMETRISATION_COUNT] = { "minimal", "relative", "cartesian" };

Parametrisation parametrisation_of(const char *word)
{
  int i = 0;
  while (i < PARAMETRISATION_COUNT && strcmp(WORDS[i], word) != 0)
    i++;
  return (Parametrisation)i;
}

void transform_note(Transform *transform, const char *why)
{
  transform->is_unchanged = true;
  diagnostics_add(transform->diagnostics, SEVERITY_NOTE, (Span){ 0 }, NULL,
                  "the coordinates stay as described: %s", why);
}

// ---- a copy

#define COPIED(array, count) copied_with_room(arena, array, count, sizeof *(array))

// Copies everything that a parametrisation changes. Data that the arrays refer to are shared,
// except moves and options.
static Mechanism copy_of(const Mechanism *mechanism)
{
  Arena *arena = mechanism->arena;
  Mechanism copy = *mechanism;
  copy.definitions = COPIED(copy.definitions, copy.definition_count);
  copy.coordinates = COPIED(copy.coordinates, copy.coordinate_count);
  copy.frames = COPIED(copy.frames, copy.frame_count);
  copy.joints = COPIED(copy.joints, copy.joint_count);
  copy.bodies = COPIED(copy.bodies, copy.body_count);
  copy.points = COPIED(copy.points, copy.point_count);
  copy.loops = COPIED(copy.loops, copy.loop_count);
  copy.constraints = COPIED(copy.constraints, copy.constraint_count);
  copy.rollings = COPIED(copy.rollings, copy.rolling_count);
  copy.speeds = COPIED(copy.speeds, copy.speed_count);
  copy.forces = COPIED(copy.forces, copy.force_count);
  copy.tasks = COPIED(copy.tasks, copy.task_count);
  copy.energies = COPIED(copy.energies, copy.energy_count);
  copy.states = COPIED(copy.states, copy.state_count);
  copy.events = COPIED(copy.events, copy.event_count);
  copy.samples = COPIED(copy.samples, copy.sample_count);
  for (int f = 0; f < copy.frame_count; f++)
    copy.frames[f].moves = COPIED(copy.frames[f].moves, copy.frames[f].move_count);
  for (int i = 0; i < copy.task_count; i++)
    copy.tasks[i].options = COPIED(copy.tasks[i].options, copy.tasks[i].option_count);
  for (int i = 0; i < copy.event_count; i++) {
    copy.events[i].resets = COPIED(copy.events[i].resets, copy.events[i].reset_count);
    copy.events[i].records = COPIED(copy.events[i].records, copy.events[i].record_count);
  }
  for (int i = 0; i < copy.sample_count; i++)
    copy.samples[i].resets = COPIED(copy.samples[i].resets, copy.samples[i].reset_count);
  return copy;
}

const ClosedStart *closed_start_of(const ClosedStarts *starts, const char *experiment)
{
  for (int i = 0; starts && i < starts->count; i++) {
    const char *name = starts->at[i].experiment;
    if (name == experiment || (name && experiment && strcmp(name, experiment) == 0))
      return &starts->at[i];
  }
  return NULL;
}

// Replaces initial values by those after loop closure: they determine the branches of closed forms.
static void close_initial_values(Transform *transform)
{
  Mechanism *mechanism = transform->mechanism;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    Coordinate *coordinate = &mechanism->coordinates[i];
    const Expr *initial = start_position(&transform->initial, coordinate->q);
    if (initial != coordinate_start(coordinate)) coordinate->initial = initial;
  }
}

// Reports initial values of the description that the loops do not allow.
static void note_initial_values(const Transform *transform, const Mechanism *old)
{
  Text names = { 0 };
  int count = 0;
  for (int i = 0; i < old->coordinate_count; i++) {
    const Coordinate *coordinate = &old->coordinates[i];
    bool is_changed = start_position(&transform->initial, coordinate->q) != coordinate->initial;
    if (!coordinate->initial || !is_changed) continue;
    text_format(&names, "%s'%s'", count++ > 0 ? ", " : "", coordinate_name(coordinate));
  }
  if (count > 0)
    diagnostics_add(
        transform->diagnostics, SEVERITY_NOTE, (Span){ 0 }, NULL,
        "the mechanism cannot be closed at the initial values: %s start%s where it closes",
        text_string(&names), count > 1 ? "" : "s");
  text_free(&names);
}

static bool make(Transform *transform, Parametrisation parametrisation, const Mechanism *old,
                 const ClosedStarts *closed)
{
  static bool (*const TRANSFORMS[PARAMETRISATION_COUNT])(Transform *) = {
    [PARAMETRISATION_MINIMAL] = independent_coordinates,
    [PARAMETRISATION_RELATIVE] = tree_coordinates,
    [PARAMETRISATION_CARTESIAN] = absolute_coordinates,
  };
  close_initial_values(transform);
  if (!TRANSFORMS[parametrisation](transform)) return false;
  if (transform->is_unchanged) return true;
  if (!carry_starts(transform, old, closed) || !carry_whole(transform, old)) return false;
  note_initial_values(transform, old);
  return true;
}

static bool is_constrained(const Mechanism *mechanism)
{
  bool result = mechanism->loop_count + mechanism->rolling_count > 0;
  for (int i = 0; i < mechanism->constraint_count; i++)
    result = result || !mechanism->constraints[i].norm;
  for (int i = 0; i < mechanism->task_count; i++)
    result = result || (mechanism->tasks[i].kind == TASK_MOTION && mechanism->tasks[i].law);
  return result;
}

bool mechanism_parametrise(Mechanism *mechanism, Parametrisation parametrisation,
                           const ClosedStarts *closed, Diagnostics *diagnostics)
{
  Arena *scratch = arena_new();
  Mechanism copy = copy_of(mechanism);
  Transform transform = { .mechanism = &copy,
                          .plane = mechanism_plane(mechanism),
                          .is_constrained = is_constrained(mechanism),
                          .initial =
                              start_new(mechanism, NULL, closed_start_of(closed, NULL), scratch),
                          .diagnostics = diagnostics,
                          .scratch = scratch };
  transform.counted = substitution_new(mechanism, scratch);
  bool is_good = make(&transform, parametrisation, mechanism, closed);
  if (is_good && !transform.is_unchanged) *mechanism = copy;
  arena_free(scratch);
  return is_good;
}
