// start.c -- initial positions and speeds of a mechanism.
// SPDX-License-Identifier: MIT
#include "transform/carried/start.h"

#include "mechanism/default_value.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <math.h>

// ---- given values

// Initial value of "q" or "q'" in the experiment; NULL: none.
static const Expr *given_start(const Task *experiment, const char *name, const char *prime,
                               Arena *arena)
{
  if (!experiment) return NULL;
  const TaskOption *option =
      task_option(experiment, arena_format(arena, "start %s%s", name, prime));
  return option && option->value_count > 0 ? option->values[0] : NULL;
}

static const Expr *begin_of(const Mechanism *mechanism, const Task *experiment)
{
  const TaskOption *time = experiment ? task_option(experiment, "time") : NULL;
  bool has_begin = time && time->value_count > 1;
  return has_begin ? time->values[0] : expr_integer(mechanism->pool, 0);
}

// The shortest decimal of the number.
static const Expr *decimal_of(Pool *pool, double value)
{
  Text text = { 0 };
  text_put_double(&text, fabs(value));
  const Expr *size = expr_decimal(pool, text_string(&text), text.length);
  text_free(&text);
  return value < 0 ? negative(size) : size;
}

// The given value, or the assembled one if it differs.
static const Expr *closed_value(const Mechanism *mechanism, const ClosedStart *closed,
                                const Expr *given, const double values[], int i)
{
  static const double SAME = 1e-9;
  if (!closed || !values) return given;
  double rough = mechanism_value_with(mechanism, closed->parameters, given);
  bool is_closed = fabs(rough - values[i]) <= SAME * fmax(1, fabs(rough));
  return is_closed || !isfinite(values[i]) ? given : decimal_of(mechanism->pool, values[i]);
}

// ---- the start

static void put_coordinate(Start *start, const Mechanism *mechanism, int i, const Expr *q,
                           const Expr *qd, const Expr *since)
{
  const Expr *along = is_zero(qd) ? q : sum(q, product(qd, since));
  substitution_add(&start->along, mechanism->coordinates[i].q, along);
}

// The given value of a smooth input; NULL: not given, so that its law applies.
static const Expr *given_input(const Mechanism *mechanism, const Task *experiment,
                               const ClosedStart *closed, int i, Arena *arena)
{
  if (closed && closed->has_inputs && closed->has_inputs[i])
    return decimal_of(mechanism->pool, closed->inputs[i]);
  return given_start(experiment, mechanism->inputs[i].name, "", arena);
}

// Smooth inputs and their rates at the start: given inputs are constant, with zero rates; a law has
// its initial values; external inputs are 0.
static void put_inputs(Start *start, const Mechanism *mechanism, const Task *experiment,
                       const ClosedStart *closed, const Expr *begin, Arena *arena)
{
  const Expr *time = expr_symbol(mechanism->pool, "t", STAGE_TIME);
  const Expr *zero = expr_integer(mechanism->pool, 0);
  bool is_held = false;
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    if (!input_is_smooth(input)) continue;
    const Expr *given =
        input->is_rate ? NULL : given_input(mechanism, experiment, closed, i, arena);
    if (!input->is_rate) is_held = given != NULL;
    const Expr *value =
        is_held || !input->value ? zero : expr_substitute(input->value, &time, &begin, 1);
    substitution_add(&start->then, input->symbol, given ? given : value);
  }
}

Start start_new(const Mechanism *mechanism, const Task *experiment, const ClosedStart *closed,
                Arena *arena)
{
  const Expr *time = expr_symbol(mechanism->pool, "t", STAGE_TIME);
  const Expr *begin = begin_of(mechanism, experiment), *since = difference(time, begin);
  const Expr *zero = expr_integer(mechanism->pool, 0);
  Start start = { substitution_new(mechanism, arena), substitution_new(mechanism, arena) };
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    const Expr *q = given_start(experiment, coordinate_name(coordinate), "", arena);
    const Expr *qd = given_start(experiment, coordinate_name(coordinate), "'", arena);
    q = closed_value(mechanism, closed, q ? q : coordinate_start(coordinate),
                     closed ? closed->q : NULL, i);
    qd = closed_value(mechanism, closed, qd ? qd : zero, closed ? closed->qd : NULL, i);
    put_coordinate(&start, mechanism, i, q, qd, since);
  }
  substitution_add(&start.then, time, begin);
  put_inputs(&start, mechanism, experiment, closed, begin, arena);
  return start;
}

const Expr *start_position(const Start *start, const Expr *e)
{
  return substituted(&start->then, substituted(&start->along, e));
}

const Expr *start_speed(const Start *start, const Expr *e)
{
  return substituted(&start->then, expr_time_derivative(substituted(&start->along, e)));
}
