// model_shown.c -- model terms that do not affect the motion and occur only in outputs and records.
//
// The terms of controllers are coupled: the inverse dynamics of one joint contain the accelerations
// that are commanded to the others. An output-only term must not be among them, otherwise an output
// would change the motion. The terms that affect the motion are found backwards from the forces and
// from the events that set positions and velocities, through the states, discrete variables and
// inputs that these depend on.
// SPDX-License-Identifier: MIT
#include "control/model_impl.h"

typedef struct Acting {
  const Mechanism *mechanism;
  Arena *arena;
  const Expr **all;  // expressions that affect the motion
  int count;
  bool *terms, *states, *discretes, *inputs, *events, *samples;  // by index: affects the motion
} Acting;

static void add(Acting *acting, const Expr *e)
{
  if (e) *ARENA_PUSH(acting->arena, acting->all, acting->count) = e;
}

static bool is_used(const Acting *acting, const Expr *symbol)
{
  for (int i = 0; i < acting->count; i++)
    if (expr_depends_on(acting->all[i], symbol)) return true;
  return false;
}

static void add_forces(Acting *acting)
{
  for (int i = 0; i < acting->mechanism->force_count; i++) {
    const Force *force = &acting->mechanism->forces[i];
    add(acting, force->amount);
    for (int k = 0; k < 3; k++)
      add(acting, force->vector.at[k]);
  }
}

static bool sets_what_acts(const Acting *acting, const Reset *resets, int count)
{
  for (int i = 0; i < count; i++) {
    int at = resets[i].index;
    TargetKind kind = resets[i].kind;
    bool is_variable = kind == TARGET_STATE || kind == TARGET_DISCRETE || kind == TARGET_INPUT;
    if (!is_variable || (kind == TARGET_STATE && acting->states[at]) ||
        (kind == TARGET_DISCRETE && acting->discretes[at]) ||
        (kind == TARGET_INPUT && acting->inputs[at]))
      return true;
  }
  return false;
}

static void add_resets(Acting *acting, const Reset *resets, int count)
{
  for (int i = 0; i < count; i++)
    add(acting, resets[i].value);
}

// Adds terms and variables on which expressions that affect the motion depend. Returns false if
// there are no further ones.
static bool add_variables(Acting *acting)
{
  const Mechanism *mechanism = acting->mechanism;
  bool is_more = false;
  for (int i = 0; i < mechanism->model_term_count; i++) {
    const ModelTerm *term = &mechanism->model_terms[i];
    if (acting->terms[i] || !is_used(acting, term->symbol)) continue;
    acting->terms[i] = is_more = true;
    for (int k = 0; k < 3; k++)
      add(acting, term->given[k]);
  }
  for (int i = 0; i < mechanism->state_count; i++) {
    if (acting->states[i] || !is_used(acting, mechanism->states[i].symbol)) continue;
    acting->states[i] = is_more = true;
    add(acting, mechanism->states[i].rate);
  }
  for (int i = 0; i < mechanism->discrete_count; i++) {
    if (acting->discretes[i] || !is_used(acting, mechanism->discretes[i].symbol)) continue;
    acting->discretes[i] = is_more = true;
  }
  for (int i = 0; i < mechanism->input_count; i++) {
    if (acting->inputs[i] || !is_used(acting, mechanism->inputs[i].symbol)) continue;
    acting->inputs[i] = is_more = true;
    add(acting, mechanism->inputs[i].value);
  }
  return is_more;
}

// Adds events and samples that set variables affecting the motion.
static bool add_happenings(Acting *acting)
{
  const Mechanism *mechanism = acting->mechanism;
  bool is_more = false;
  for (int i = 0; i < mechanism->event_count; i++) {
    const Event *event = &mechanism->events[i];
    bool acts = sets_what_acts(acting, event->resets, event->reset_count);
    if (acting->events[i] || !acts) continue;
    acting->events[i] = is_more = true;
    add(acting, event->function);
    add_resets(acting, event->resets, event->reset_count);
  }
  for (int i = 0; i < mechanism->sample_count; i++) {
    const Sampling *sample = &mechanism->samples[i];
    bool acts = sets_what_acts(acting, sample->resets, sample->reset_count);
    if (acting->samples[i] || !acts) continue;
    acting->samples[i] = is_more = true;
    add_resets(acting, sample->resets, sample->reset_count);
  }
  return is_more;
}

const bool *model_acting_terms(const Mechanism *mechanism, Arena *arena)
{
  Acting acting = { .mechanism = mechanism,
                    .arena = arena,
                    .terms = ARENA_ARRAY(arena, bool, mechanism->model_term_count + 1),
                    .states = ARENA_ARRAY(arena, bool, mechanism->state_count + 1),
                    .discretes = ARENA_ARRAY(arena, bool, mechanism->discrete_count + 1),
                    .inputs = ARENA_ARRAY(arena, bool, mechanism->input_count + 1),
                    .events = ARENA_ARRAY(arena, bool, mechanism->event_count + 1),
                    .samples = ARENA_ARRAY(arena, bool, mechanism->sample_count + 1) };
  add_forces(&acting);
  bool is_more = true;
  while (is_more) {
    is_more = add_variables(&acting);
    is_more = add_happenings(&acting) || is_more;
  }
  return acting.terms;
}
