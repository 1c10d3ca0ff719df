// parametrise.c -- the words for parametrisations, and the copy that they work on.
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

void transform_note(const Transform *transform, const char *why)
{
  diagnostics_add(transform->diagnostics, SEVERITY_NOTE, (Span){ 0 }, NULL,
                  "the coordinates stay as described: %s", why);
}

// ---- a copy

#define COPIED(array, count) copied_with_room(arena, array, count, sizeof *(array))

// All that a parametrisation changes. What the arrays point to is shared, except moves and options.
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

// Positions and speeds that an event sets would have to be found again in the new coordinates.
static bool sets_coordinates(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  for (int i = 0; i < mechanism->event_count; i++) {
    const Event *event = &mechanism->events[i];
    for (int k = 0; k < event->reset_count; k++) {
      const Reset *reset = &event->resets[k];
      if (reset->kind != TARGET_POSITION && reset->kind != TARGET_SPEED) continue;
      diagnostics_add(diagnostics, SEVERITY_ERROR, reset->span, "describe it in these coordinates",
                      "an event sets '%s', which other coordinates do not have",
                      coordinate_name(&mechanism->coordinates[reset->index]));
      return true;
    }
  }
  return false;
}

bool mechanism_parametrise(Mechanism *mechanism, Parametrisation parametrisation,
                           Diagnostics *diagnostics)
{
  static bool (*const TRANSFORMS[PARAMETRISATION_COUNT])(Transform *) = {
    [PARAMETRISATION_MINIMAL] = independent_coordinates,
    [PARAMETRISATION_RELATIVE] = tree_coordinates,
    [PARAMETRISATION_CARTESIAN] = absolute_coordinates,
  };
  if (sets_coordinates(mechanism, diagnostics)) return false;
  Mechanism copy = copy_of(mechanism);
  Transform transform = { .mechanism = &copy,
                          .plane = mechanism_plane(mechanism),
                          .diagnostics = diagnostics,
                          .scratch = arena_new() };
  bool is_good = TRANSFORMS[parametrisation](&transform);
  if (is_good) *mechanism = copy;
  arena_free(transform.scratch);
  return is_good;
}
