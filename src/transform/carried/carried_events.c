// carried_events.c -- converts what events assign to old coordinates.
//
// A new coordinate is a function x = F(q, t) of the old ones, with the speed G(q, q', t) = dF/dt.
// An event that sets q = a and q' = b sets it to F(a, t), and its speed to G(a, b, t); coordinates
// that do not depend on the assigned ones are not changed. Minimal coordinates are inverted: q =
// f(x, t) with one x, so that q' = b becomes x' = (b - f_t)/f_x.
//
// If a smooth input u moves frames, F and G depend on it as well: an event that sets u = c does not
// change the old coordinates and sets x = F(q, c, t), with zero rates of u.
// SPDX-License-Identifier: MIT
#include "transform/transform.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

static bool is_motion(const Reset *reset)
{
  return reset->kind == TARGET_POSITION || reset->kind == TARGET_SPEED;
}

// ---- inputs that move frames

static const Expr *smooth_input(const Mechanism *mechanism, const Reset *reset)
{
  bool is_input = reset->kind == TARGET_INPUT;
  return is_input && input_is_smooth(&mechanism->inputs[reset->index])
             ? mechanism->inputs[reset->index].symbol
             : NULL;
}

static bool any_depends_on(const Substitution *list, const Expr *symbol)
{
  for (int i = 0; i < list->count; i++) {
    if (expr_depends_on(list->to[i], symbol)) return true;
  }
  return false;
}

static bool frame_depends_on(const Frame *frame, const Expr *symbol)
{
  for (int m = 0; m < frame->move_count; m++) {
    const Expr *const *amounts;
    int count = move_amounts(&frame->moves[m], &amounts);
    for (int i = 0; i < count; i++)
      if (expr_depends_on(amounts[i], symbol)) return true;
  }
  return false;
}

static bool is_held_by_constraints(const Transform *transform, const Expr *symbol)
{
  const Mechanism *mechanism = transform->mechanism;
  bool result = false;
  for (int f = 1; f < mechanism->frame_count && transform->is_constrained; f++)
    result = result || frame_depends_on(&mechanism->frames[f], symbol);
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Constraint *constraint = &mechanism->constraints[i];
    result = result || (constraint->residual && expr_depends_on(constraint->residual, symbol));
  }
  return result;
}

// Returns true if the new coordinates depend on an input that is set.
static bool is_moving(const Transform *transform, const Reset *reset)
{
  const Expr *symbol = smooth_input(transform->mechanism, reset);
  return symbol && (any_depends_on(&transform->seen, symbol) ||
                    any_depends_on(&transform->reported, symbol) ||
                    is_held_by_constraints(transform, symbol));
}

static bool reject_input(const Transform *transform, const Reset *reset, const char *what)
{
  diagnostics_add(transform->diagnostics, SEVERITY_ERROR, reset->span,
                  "describe it in these coordinates", "%s, on which the other coordinates depend",
                  arena_format(transform->scratch, "%s '%s'", what,
                               transform->mechanism->inputs[reset->index].name));
  return false;
}

static bool reject(const Transform *transform, const Reset *reset, const char *why)
{
  const Mechanism *mechanism = transform->mechanism;
  const char *prime = reset->kind == TARGET_SPEED ? "'" : "";
  diagnostics_add(transform->diagnostics, SEVERITY_ERROR, reset->span,
                  "describe it in these coordinates", "an event sets '%s%s', which %s",
                  coordinate_name(&mechanism->coordinates[reset->index]), prime, why);
  return false;
}

// ---- new coordinates as functions of the old ones

typedef struct Sets {
  Substitution values;  // assigned values
  Reset *resets;
  int count;
  Span span;
} Sets;

static void put_reset(Sets *sets, TargetKind kind, int index, const Expr *before)
{
  const Expr *value = substituted(&sets->values, before);
  if (value == before) return;
  sets->resets[sets->count++] =
      (Reset){ .kind = kind, .index = index, .value = value, .span = sets->span };
}

// Adds the value of an input, with zero rates.
static void add_input(Substitution *values, const Mechanism *mechanism, const Reset *reset)
{
  const Input *inputs = mechanism->inputs;
  const Expr *zero = expr_integer(mechanism->pool, 0);
  substitution_add(values, inputs[reset->index].symbol, reset->value);
  for (int i = reset->index + 1; i < mechanism->input_count && inputs[i].is_rate; i++)
    substitution_add(values, inputs[i].symbol, zero);
}

static Substitution set_values(const Transform *transform, const Event *event)
{
  Substitution values = substitution_new(transform->mechanism, transform->scratch);
  for (int k = 0; k < event->reset_count; k++) {
    const Reset *reset = &event->resets[k];
    if (smooth_input(transform->mechanism, reset)) add_input(&values, transform->mechanism, reset);
    if (!is_motion(reset)) continue;
    const Coordinate *coordinate = &transform->mechanism->coordinates[reset->index];
    bool is_speed = reset->kind == TARGET_SPEED;
    substitution_add(&values, is_speed ? coordinate_rate(coordinate) : coordinate->q, reset->value);
  }
  return values;
}

// Orders the resets: those of remaining coordinates, then those of new ones, then all others in
// their order.
static void carry_by_seen(Transform *transform, Event *event, const bool is_removed[])
{
  const Mechanism *mechanism = transform->mechanism;
  int room = event->reset_count + 2 * mechanism->coordinate_count;
  Sets sets = { .values = set_values(transform, event),
                .resets = ARENA_ARRAY(mechanism->arena, Reset, room),
                .span = event->span };
  for (int k = 0; k < event->reset_count; k++) {
    const Reset *reset = &event->resets[k];
    if (is_motion(reset) && !is_removed[reset->index]) sets.resets[sets.count++] = *reset;
  }
  for (int i = 0; i < transform->seen.count; i++) {
    int index = mechanism_coordinate_of(mechanism, transform->seen.from[i]);
    const Expr *seen = transform->seen.to[i];
    put_reset(&sets, TARGET_POSITION, index, seen);
    put_reset(&sets, TARGET_SPEED, index, expr_time_derivative(seen));
  }
  for (int k = 0; k < event->reset_count; k++)
    if (!is_motion(&event->resets[k])) sets.resets[sets.count++] = event->resets[k];
  event->resets = sets.resets;
  event->reset_count = sets.count;
}

// ---- old coordinates as functions of the remaining ones

// The only remaining coordinate that the value depends on; -1: there are several, or none.
static int only_coordinate(const Mechanism *mechanism, const Expr *value, const bool is_removed[])
{
  int found = -1;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    if (is_removed[i] || !expr_depends_on(value, mechanism->coordinates[i].q)) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

static bool is_set_too(const Event *event, const Reset *reset)
{
  for (int k = 0; k < event->reset_count; k++) {
    const Reset *other = &event->resets[k];
    if (other != reset && other->kind == reset->kind && other->index == reset->index) return true;
  }
  return false;
}

static bool carry_by_told(const Transform *transform, const Event *event, Reset *reset,
                          const bool is_removed[])
{
  const Mechanism *mechanism = transform->mechanism;
  const Expr *value = substituted(&transform->reported, mechanism->coordinates[reset->index].q);
  int i = only_coordinate(mechanism, value, is_removed);
  if (i < 0) return reject(transform, reset, "several of the other coordinates determine");
  const Coordinate *left = &mechanism->coordinates[i];
  const Expr *slope = expr_derivative(value, left->q), *zero = expr_integer(mechanism->pool, 0);
  bool is_linear = slope->form->stage <= STAGE_PARAMETER;
  Reset now = *reset;
  now.index = i;
  if (reset->kind == TARGET_POSITION && !is_linear)
    return reject(transform, reset, "the other coordinates have only as a function of one of them");
  const Expr *rest = reset->kind == TARGET_POSITION ? expr_substitute(value, &left->q, &zero, 1)
                                                    : expr_partial_time_derivative(value);
  now.value = quotient(difference(reset->value, rest), slope);
  if (is_set_too(event, &now)) return reject(transform, reset, "is set twice in the other ones");
  *reset = now;
  return true;
}

// ---- events

static bool carry_event(Transform *transform, Event *event, const bool is_removed[])
{
  bool is_any = false;
  for (int k = 0; k < event->reset_count; k++) {
    Reset *reset = &event->resets[k];
    bool moves = is_moving(transform, reset);
    if (moves && (transform->is_constrained || transform->reported.count > 0))
      return reject_input(transform, reset, "an event sets");
    is_any = is_any || moves || is_motion(reset);
    if (!is_motion(reset)) continue;
    bool is_gone = is_removed[reset->index];
    if (transform->reported.count > 0) {
      if (is_gone && !carry_by_told(transform, event, reset, is_removed)) return false;
    } else if (transform->is_constrained) {
      return reject(transform, reset, "loops or constraints share out among coordinates");
    }
  }
  if (is_any && transform->reported.count == 0) carry_by_seen(transform, event, is_removed);
  return true;
}

// Rejects samples that set an input on which the new coordinates depend: coordinates do not change
// at samples.
static bool check_samples(const Transform *transform)
{
  const Mechanism *mechanism = transform->mechanism;
  for (int i = 0; i < mechanism->sample_count; i++) {
    const Sampling *sampling = &mechanism->samples[i];
    for (int k = 0; k < sampling->reset_count; k++) {
      if (is_moving(transform, &sampling->resets[k]))
        return reject_input(transform, &sampling->resets[k], "a sample sets");
    }
  }
  return true;
}

bool carry_events(Transform *transform, const bool is_removed[])
{
  Mechanism *mechanism = transform->mechanism;
  if (!check_samples(transform)) return false;
  for (int e = 0; e < mechanism->event_count; e++) {
    if (!carry_event(transform, &mechanism->events[e], is_removed)) return false;
  }
  return true;
}
