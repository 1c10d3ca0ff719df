// statics.c -- set-up of a static analysis: closing the loops, then holding or equilibrium search.
// SPDX-License-Identifier: MIT
#include "study/statics/statics.h"

#include "study/statics/statics_impl.h"

#include <math.h>
#include <string.h>

// The effect of an input must not depend on its value, otherwise u could not be found from B u.
static bool is_proportional(const System *system, const Statics *statics, Text *why)
{
  const Equations *equations = system->equations;
  int inputs = equations->input_count;
  const Quantity *S_u = equations_find(equations, "dS/du");
  for (int k = 0; k < statics->drive_count; k++) {
    for (int d = 0; d < statics->drive_count * equations->coordinate_count; d++) {
      const StaticsDrive *by = &statics->drives[k];
      const StaticsDrive *of = &statics->drives[d % statics->drive_count];
      if (!by->is_input || !of->is_input) continue;
      const Expr *entry = S_u->entries[d / statics->drive_count * inputs + of->index];
      if (!expr_depends_on(entry, equations->inputs[by->index].symbol)) continue;
      text_format(why,
                  "what '%s' does is not proportional to it: efforts are found for drives that "
                  "are; give the input a value and choose others with --drives",
                  equations->inputs[by->index].name);
      return false;
    }
  }
  return true;
}

// ---- holding and equilibrium

static bool hold(StaticsWork *work, const double q[], Text *why)
{
  Statics *statics = work->statics;
  if (statics->has_default_drives) statics_choose_drives(work, q);
  statics->count = 1;
  statics->rests = ARENA_ARRAY(work->arena, StaticConfiguration, 1);
  StaticConfiguration *rest = statics->rests;
  rest->q = ARENA_ARRAY(work->arena, double, work->n);
  memcpy(rest->q, q, sizeof(double) * (size_t)work->n);
  if (!statics_balance(work, rest)) {
    text_put(why, "the forces have no value at this configuration");
    return false;
  }
  statics->is_balanced = true;
  for (int d = 0; d < rest->free_count; d++)
    statics->is_balanced = statics->is_balanced && rest->free[d].force == 0;
  return true;
}

// In an equilibrium, the held coordinates are the drives.
static void drive_held(StaticsWork *work)
{
  Statics *statics = work->statics;
  statics->drives = ARENA_ARRAY(work->arena, StaticsDrive, work->n);
  statics->drive_count = 0;
  for (int i = 0; i < work->n; i++) {
    if (work->is_held[i]) statics->drives[statics->drive_count++] = (StaticsDrive){ false, i, 1 };
  }
}

static bool answer(StaticsWork *work, const double q[], const StaticsOptions *options, Text *why)
{
  const System *system = work->system;
  bool is_good = force_evaluator_new(work, why) &&
                 reaction_evaluator_new(&work->joint_reactions, system->mechanism,
                                        system->equations, work->rows > 0, work->arena, why);
  if (!is_good) return false;
  if (!options->is_equilibrium) return hold(work, q, why);
  drive_held(work);
  return stiffness_evaluator_new(work, why) && statics_search(work, q, options->requests_all, why);
}

// ---- allocation and release

static void copy_options(StaticsWork *work, const StaticsOptions *options)
{
  Statics *statics = work->statics;
  size_t count = (size_t)options->drive_count;
  work->is_held = ARENA_ARRAY(work->arena, bool, work->n);
  if (options->is_held) {
    memcpy(work->is_held, options->is_held, sizeof(bool) * (size_t)work->n);
  }
  statics->is_equilibrium = options->is_equilibrium;
  statics->has_default_drives = options->drive_count == 0;
  statics->are_given = options->are_given;
  statics->drive_count = options->drive_count;
  statics->drives = ARENA_ARRAY(work->arena, StaticsDrive, count);
  if (count > 0) memcpy(statics->drives, options->drives, sizeof(StaticsDrive) * count);
}

// Returns the assembled configuration, or that of the state if there are no loops to close. Returns
// NULL after an internal error, or if the loops cannot be closed, in which case is_closed is false.
static const double *close_loops(StaticsWork *work, const StaticsOptions *asked, Text *why)
{
  Statics *statics = work->statics;
  statics->is_closed = true;
  if (work->system->rows->holonomic_count == 0 || asked->keeps_open) {
    return work->state.q ? work->state.q : ARENA_ARRAY(work->arena, double, work->n);
  }
  AssemblyOptions options = { .is_held = work->is_held, .is_named = asked->is_named };
  statics->assembly = assembly_new(work->system, &work->state, &options, why);
  if (!statics->assembly) return NULL;
  statics->is_closed = statics->assembly->is_closed;
  return statics->is_closed ? statics->assembly->configurations[0].q : NULL;
}

Statics *statics_new(System *system, const ProgramState *state, const StaticsOptions *options,
                     Text *why)
{
  if (!statics_derive(system, options->is_equilibrium, why)) return NULL;
  Arena *arena = arena_new();
  Statics *statics = ARENA_NEW(arena, Statics);
  *statics = (Statics){ .arena = arena, .system = system };
  StaticsWork work = { .statics = statics,
                       .system = system,
                       .arena = arena,
                       .state = *state,
                       .n = system->equations->coordinate_count,
                       .rows = system->rows->count };
  work.state.qd = work.state.qdd = NULL;
  copy_options(&work, options);
  bool is_good = is_proportional(system, statics, why);
  const double *q = is_good ? close_loops(&work, options, why) : NULL;
  if (q) is_good = answer(&work, q, options, why);
  statics_free_evaluators(&work);
  if (is_good && (q || !statics->is_closed)) return statics;
  statics_free(statics);
  return NULL;
}

void statics_free(Statics *statics)
{
  if (!statics) return;
  assembly_free(statics->assembly);
  arena_free(statics->arena);
}
