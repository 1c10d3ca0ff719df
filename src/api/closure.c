// closure.c -- states against the constraints.
// SPDX-License-Identifier: MIT
#include "api/closure.h"

#include "api/start_state.h"
#include "formulation/formulation.h"
#include "program/program.h"

#include <math.h>
#include <string.h>

static const char *const KEY[] = { "closure" };
// Nobody measures better, and typed states have six digits.
static const double TOLERANCE = 1e-5;

static bool is_constrained(const Quantity *quantity)
{
  if (strcmp(quantity->key, "qdd") == 0 || strcmp(quantity->key, "lambda") == 0) return true;
  for (int i = 0; i < quantity->pivot_count; i++) {
    if (quantity->pivots[i].constraint) return true;
  }
  return false;
}

Equations *closure_equations(const Mechanism *mechanism, const Equations *equations, uint64_t seed)
{
  bool is_needed = false;
  for (int i = 0; i < equations->quantity_count; i++)
    is_needed = is_needed || is_constrained(&equations->quantities[i]);
  if (!is_needed) return NULL;
  Text why = { 0 };
  Equations *closure = formulate(mechanism, NULL, seed, KEY, 1, &why);
  text_free(&why);
  if (closure && closure->quantities[0].rows > 0) return closure;
  equations_free(closure);
  return NULL;
}

static double largest_of(const double values[], int count)
{
  double largest = 0;
  for (int i = 0; i < count; i++)
    largest = fmax(largest, fabs(values[i]));
  return largest;
}

// The row that is off the most, -1 if none is; compared with how far coordinates and speeds reach.
static int worst_row(const Program *program, const StateValues *state, double registers[],
                     double residuals[])
{
  const Equations *equations = program->equations;
  int n = equations->coordinate_count, rows = program->outputs[0].quantity->rows, worst = -1;
  ProgramState numbers = start_state_program(state);
  program_evaluate(program, &numbers, registers, &residuals);
  double scale = fmax(1, fmax(largest_of(state->q, n), largest_of(state->qd, n)));
  double most = TOLERANCE * scale;
  for (int i = 0; i < rows; i++) {
    if (!(fabs(residuals[i]) > most)) continue;
    most = fabs(residuals[i]);
    worst = i;
  }
  return worst;
}

static void warn(const Quantity *closure, int row, double residual, int number,
                 const Source *source, Diagnostics *diagnostics)
{
  Text where = { 0 };
  if (number > 0) text_format(&where, "state %d: ", number);
  diagnostics_add(diagnostics, SEVERITY_WARNING, (Span){ source, 0, 1 },
                  "close it first: bielle analyze assembly",
                  "%sthe state does not satisfy the constraints: '%s' is off by %.3g",
                  text_string(&where), closure->row_labels[row], residual);
  text_free(&where);
}

void closure_check(const Equations *equations, const StateValues states[], int count, bool is_list,
                   const Source *source, Diagnostics *diagnostics)
{
  Text why = { 0 };
  Program *program = equations ? program_new(equations, KEY, 1, &why) : NULL;
  text_free(&why);
  if (!program) return;
  Arena *arena = arena_new();
  const Quantity *closure = program->outputs[0].quantity;
  double *registers = ARENA_ARRAY(arena, double, program_register_count(program));
  double *residuals = ARENA_ARRAY(arena, double, closure->rows);
  for (int s = 0; s < count; s++) {
    int row = worst_row(program, &states[s], registers, residuals);
    if (row < 0) continue;
    warn(closure, row, residuals[row], is_list ? s + 1 : 0, source, diagnostics);
    break;
  }
  arena_free(arena);
  program_free(program);
}
