// resolve_reference.c -- references of controllers: where the motion of a coordinate is read, and
// which motions a controller follows.
//
// Reading reference(J) has no side effect: its value is the law of the motion of J, or its initial
// value. The read is recorded, and a definition or an argument that depends on it is stored with
// it. A `control` follows the motions that it reads directly or indirectly; they are then not
// constraints.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"

#include <string.h>

// ---- reads

// Returns the first motion of the coordinate, or the reference to its initial value if a controller
// holds it there; -1: none.
static int motion_of(const Resolver *resolver, int coordinate)
{
  return map_find(&resolver->driven[false],
                  coordinate_name(&resolver->mechanism->coordinates[coordinate]));
}

static void note(Resolver *resolver, int coordinate)
{
  References *references = &resolver->references;
  if (references->is_only_shown) return;
  *ARENA_PUSH(resolver->file->arena, references->read, references->read_count) = coordinate;
}

Quantity resolve_reference(Resolver *resolver, int coordinate)
{
  const Coordinate *of = &resolver->mechanism->coordinates[coordinate];
  int motion = motion_of(resolver, coordinate);
  const Expr *law = motion >= 0 ? resolver->mechanism->tasks[motion].law : NULL;
  note(resolver, coordinate);
  if (motion < 0)
    map_add_n(&resolver->references.early, coordinate_name(of), strlen(coordinate_name(of)),
              coordinate);
  return quantity_of(law ? law : coordinate_start(of),
                     resolve_dimension_of(resolver, coordinate, 0));
}

bool resolve_is_read(const Resolver *resolver, int coordinate, int first)
{
  const References *references = &resolver->references;
  for (int i = first; i < references->read_count; i++)
    if (references->read[i] == coordinate) return true;
  return false;
}

int resolve_references_since(Resolver *resolver, int first)
{
  References *references = &resolver->references;
  ReferenceSet set = { 0 };
  Arena *arena = resolver->file->arena;
  for (int i = first; i < references->read_count; i++) {
    bool is_new = true;
    for (int k = 0; k < set.count && is_new; k++)
      is_new = set.coordinates[k] != references->read[i];
    if (is_new) *ARENA_PUSH(arena, set.coordinates, set.count) = references->read[i];
  }
  if (set.count == 0) return 0;
  *ARENA_PUSH(arena, references->sets, references->set_count) = set;
  return references->set_count;
}

void resolve_read_name(Resolver *resolver, const Name *name)
{
  bool may_have = name->kind == NAME_DEFINITION || name->kind == NAME_ARGUMENT;
  if (!may_have || name->index == 0) return;
  const ReferenceSet *set = &resolver->references.sets[name->index - 1];
  for (int i = 0; i < set->count; i++)
    note(resolver, set->coordinates[i]);
}

// ---- followed motions

void resolve_follow(Resolver *resolver, int first, Span control)
{
  Mechanism *mechanism = resolver->mechanism;
  for (int i = first; i < resolver->references.read_count; i++) {
    int coordinate = resolver->references.read[i];
    const Coordinate *of = &mechanism->coordinates[coordinate];
    int known = motion_of(resolver, coordinate);
    Task *motion = known >= 0
                       ? &mechanism->tasks[known]
                       : resolve_add_task(resolver, TASK_REFERENCE, coordinate_name(of), control);
    motion->kind = TASK_REFERENCE;
    if (!motion->law) motion->law = coordinate_start(of);
    resolve_drive(resolver, motion);
  }
}

void resolve_note_servos(Resolver *resolver, int first, int first_force)
{
  const Mechanism *mechanism = resolver->mechanism;
  References *references = &resolver->references;
  for (int i = first_force; i < mechanism->force_count; i++) {
    int coordinate = mechanism->forces[i].coordinate;
    if (coordinate >= 0 && resolve_is_read(resolver, coordinate, first))
      *ARENA_PUSH(resolver->file->arena, references->servos, references->servo_count) = i;
  }
}

// ---- final messages

// Returns the motion of the coordinate that is a constraint, or NULL if there is none.
static const Task *constraint_on(const Resolver *resolver, int coordinate)
{
  int known = motion_of(resolver, coordinate);
  const Task *motion = known >= 0 ? &resolver->mechanism->tasks[known] : NULL;
  return motion && motion->kind == TASK_MOTION ? motion : NULL;
}

static void doubt_torque(Resolver *resolver, const Force *force, const char *hint)
{
  if (force->coordinate < 0 || !constraint_on(resolver, force->coordinate)) return;
  const char *name = coordinate_name(&resolver->mechanism->coordinates[force->coordinate]);
  diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, force->span,
                  arena_format(resolver->scratch, hint, name),
                  "the motion of '%s' is a constraint: this torque does not move it", name);
}

// Returns true if a controller may act on the coordinate. A force or a moment is assumed to do so.
static bool is_commanded(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->force_count; i++) {
    const Force *force = &mechanism->forces[i];
    bool is_other = force->coordinate >= 0 &&
                    strcmp(coordinate_name(&mechanism->coordinates[force->coordinate]), name) != 0;
    if (force->is_command && !is_other) return true;
  }
  return false;
}

void resolve_check_references(Resolver *resolver)
{
  const Mechanism *mechanism = resolver->mechanism;
  for (int i = 0; i < resolver->references.servo_count; i++) {
    const Force *force = &mechanism->forces[resolver->references.servos[i]];
    if (!force->is_command)
      doubt_torque(resolver, force, "a controller that follows the motion is made by 'control'");
  }
  for (int i = 0; i < mechanism->force_count; i++) {
    if (mechanism->forces[i].is_command)
      doubt_torque(resolver, &mechanism->forces[i],
                   "with reference(%s) in its goal it follows the motion");
  }
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    bool is_motion = task->kind == TASK_REFERENCE && task->option_count > 0;
    if (!is_motion || is_commanded(mechanism, task->name)) continue;
    const char *hint = "no controller drives '%s': where it is at any time, write %s itself";
    diagnostics_add(resolver->diagnostics, SEVERITY_NOTE, task->span,
                    arena_format(resolver->scratch, hint, task->name, task->name),
                    "a controller follows the motion of '%s', so it is not a constraint",
                    task->name);
  }
}
