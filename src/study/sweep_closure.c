// sweep_closure.c -- the equations that tie a mechanism together, as the curve of a sweep sees
// them. SPDX-License-Identifier: MIT
#include "study/sweep_impl.h"

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
