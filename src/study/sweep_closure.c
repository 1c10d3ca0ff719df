// sweep_closure.c -- the equations that tie a mechanism together, as the curve of a sweep sees
// them.
// SPDX-License-Identifier: MIT
#include "study/sweep_impl.h"

#include <math.h>
#include <string.h>

// ---- scales

static bool has_unit(const Equations *equations, int coordinate, const char *unit)
{
  return strcmp(equations->coordinates[coordinate].unit, unit) == 0;
}

// Angles count as they are, lengths by the longest lever of an angle, time by the range.
static void choose_scales(const Sweep *sweep, SweepClosure *closure)
{
  const Equations *equations = sweep->equations;
  int n = closure->coordinate_count, count = closure->free_count;
  double range = fabs(sweep->options.to - sweep->options.from), lever = 0;
  for (int i = 0; i < closure->equation_count * n; i++) {
    if (has_unit(equations, i % n, "rad")) lever = fmax(lever, fabs(closure->phi_q[i]));
  }
  if (!(lever > 0)) lever = range;
  for (int j = 0; j <= count; j++) {
    int coordinate = j < count ? closure->places[j] : closure->input;
    closure->scales[j] = 1;
    if (coordinate == SWEEP_TIME) {
      closure->scales[j] = range;
    } else if (has_unit(equations, coordinate, "m")) {
      closure->scales[j] = lever;
    }
  }
}

// Every equation by its longest derivative in scaled unknowns.
static void choose_weights(SweepClosure *closure)
{
  int n = closure->coordinate_count;
  for (int i = 0; i < closure->equation_count; i++) {
    double longest = 0;
    for (int j = 0; j < closure->free_count; j++)
      longest =
          fmax(longest, fabs(closure->phi_q[i * n + closure->places[j]]) * closure->scales[j]);
    closure->weights[i] = longest > 0 && isfinite(longest) ? longest : 1;
  }
}

SweepClosure sweep_closure_new(const Sweep *sweep, const Program *program,
                               const ProgramState *start)
{
  Arena *arena = sweep->arena;
  int n = sweep->equations->coordinate_count, count = 0;
  int m = program ? program->outputs[0].quantity->rows : 0;
  int *places = ARENA_ARRAY(arena, int, n);
  double *q = ARENA_ARRAY(arena, double, n);
  for (int i = 0; i < n; i++) {
    q[i] = start->q ? start->q[i] : 0;
    if (i != sweep->options.input && !sweep->options.is_held[i]) places[count++] = i;
  }
  SweepClosure closure = {
    .program = program,
    .state = *start,
    .q = q,
    .coordinate_count = n,
    .equation_count = m,
    .input = sweep->options.input,
    .places = places,
    .free_count = count,
    .scales = ARENA_ARRAY(arena, double, count + 1),
    .weights = ARENA_ARRAY(arena, double, m),
    .registers = ARENA_ARRAY(arena, double, program ? program_register_count(program) : 0),
    .phi = ARENA_ARRAY(arena, double, m),
    .phi_q = ARENA_ARRAY(arena, double, m *n),
    .phi_t = ARENA_ARRAY(arena, double, m),
  };
  closure.state.q = q;
  if (program) {
    double *const out[] = { closure.phi, closure.phi_q, closure.phi_t };
    program_evaluate(program, &closure.state, closure.registers, out);
  }
  choose_scales(sweep, &closure);
  choose_weights(&closure);
  return closure;
}

// ---- values

static double *input_place(SweepClosure *closure)
{
  return closure->input == SWEEP_TIME ? &closure->state.time : &closure->q[closure->input];
}

void sweep_closure_set(SweepClosure *closure, const double x[])
{
  for (int j = 0; j < closure->free_count; j++)
    closure->q[closure->places[j]] = x[j] * closure->scales[j];
  *input_place(closure) = sweep_input_of(closure, x);
}

void sweep_closure_get(const SweepClosure *closure, double x[])
{
  int count = closure->free_count;
  for (int j = 0; j < count; j++)
    x[j] = closure->q[closure->places[j]] / closure->scales[j];
  double input = closure->input == SWEEP_TIME ? closure->state.time : closure->q[closure->input];
  x[count] = input / closure->scales[count];
}

bool sweep_closure_evaluate(void *context, const double x[], double residual[], double jacobian[])
{
  SweepClosure *closure = context;
  sweep_closure_set(closure, x);
  if (closure->equation_count == 0) return true;
  double *const out[] = { closure->phi, closure->phi_q, closure->phi_t };
  program_evaluate(closure->program, &closure->state, closure->registers, out);
  int n = closure->coordinate_count, count = closure->free_count;
  for (int i = 0; i < closure->equation_count; i++) {
    const double *phi_q = closure->phi_q + i * n;
    double *row = jacobian + i * (count + 1), weight = closure->weights[i];
    residual[i] = closure->phi[i] / weight;
    for (int j = 0; j < count; j++)
      row[j] = phi_q[closure->places[j]] * closure->scales[j] / weight;
    double by_input = closure->input == SWEEP_TIME ? closure->phi_t[i] : phi_q[closure->input];
    row[count] = by_input * closure->scales[count] / weight;
  }
  return true;  // the curve itself looks for numbers that are none
}
