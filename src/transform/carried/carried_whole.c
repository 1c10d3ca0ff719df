// carried_whole.c -- checks that no expression depends on removed coordinates.
// SPDX-License-Identifier: MIT
#include "transform/transform.h"

#include "symbolic/steps.h"

#include <string.h>

// ---- expressions

static bool is_gone(const Mechanism *now, const Coordinate *coordinate)
{
  return mechanism_coordinate_of(now, coordinate->q) < 0;
}

typedef struct Search {
  Map gone;   // indices of old coordinates by name
  int found;  // -1: none of them
} Search;

// Rates are named after their coordinates: q''.
static void look_at(const Expr **e, void *context)
{
  Search *search = context;
  if ((*e)->form->stage < STAGE_POSITION || search->found >= 0) return;
  Steps steps = steps_of(e, 1);
  for (int i = 0; i < steps.count && search->found < 0; i++) {
    const Form *form = steps.at[i].form;
    if (form->op != OP_SYMBOL || form->stage < STAGE_POSITION) continue;
    const char *name = form->symbol->name;
    search->found = map_find_n(&search->gone, name, strcspn(name, "'"));
  }
  steps_free(&steps);
}

static bool reject_rest(const Transform *transform, const Mechanism *old)
{
  Search search = { .found = -1 };
  for (int i = 0; i < old->coordinate_count; i++) {
    const Coordinate *coordinate = &old->coordinates[i];
    if (is_gone(transform->mechanism, coordinate))
      map_put(&search.gone, coordinate_name(coordinate), i);
  }
  mechanism_visit(transform->mechanism, look_at, &search);
  map_free(&search.gone);
  if (search.found < 0) return true;
  const Coordinate *coordinate = &old->coordinates[search.found];
  diagnostics_add(transform->diagnostics, SEVERITY_ERROR, coordinate->span,
                  "write what uses it by positions of frames, or keep these coordinates",
                  "'%s' or a rate of it is still used, but the other coordinates do not have it",
                  coordinate_name(coordinate));
  return false;
}

// ---- other properties of coordinates

static void put_name(Text *names, const char *name)
{
  text_format(names, "%s'%s'", names->length > 0 ? ", " : "", name);
}

// Reports limits and actuator ratings, which belong to a coordinate: a function of other
// coordinates has none.
static void report_limits(const Transform *transform, const Mechanism *old)
{
  Text names = { 0 };
  for (int i = 0; i < old->coordinate_count; i++) {
    const Coordinate *coordinate = &old->coordinates[i];
    const Joint *joint = coordinate->joint >= 0 ? &old->joints[coordinate->joint] : NULL;
    bool has_limits = coordinate->lower || (joint && (joint->effort || joint->velocity));
    if (has_limits && is_gone(transform->mechanism, coordinate))
      put_name(&names, coordinate_name(coordinate));
  }
  if (names.length > 0)
    diagnostics_add(transform->diagnostics, SEVERITY_WARNING, (Span){ 0 },
                    "the motion is the same; leaving them is not reported",
                    "limits of %s are not carried: these coordinates are gone",
                    text_string(&names));
  text_free(&names);
}

// Returns true if there is a loop or constraint of this name, whose multiplier an input may be.
static bool has_closure(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->loop_count; i++)
    if (strcmp(mechanism->loops[i].name, name) == 0) return true;
  for (int i = 0; i < mechanism->constraint_count; i++)
    if (strcmp(mechanism->constraints[i].name, name) == 0) return true;
  return false;
}

static bool check_multipliers(const Transform *transform, const Mechanism *old)
{
  const Mechanism *now = transform->mechanism;
  for (int i = 0; i < now->input_count; i++) {
    const Input *input = &now->inputs[i];
    const char *name = input->multiplier;
    if (!name || !has_closure(old, name) || has_closure(now, name)) continue;
    diagnostics_add(transform->diagnostics, SEVERITY_ERROR, input->span,
                    "keep the coordinates, or use cartesian ones, which keep the loops",
                    "the input '%s' is the multiplier of '%s', which these coordinates do not need",
                    input->name, name);
    return false;
  }
  return true;
}

bool carry_whole(const Transform *transform, const Mechanism *old)
{
  if (!reject_rest(transform, old) || !check_multipliers(transform, old)) return false;
  report_limits(transform, old);
  return true;
}
