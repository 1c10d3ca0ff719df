// closing_values.c -- the pasted iterations, run on programs.
// SPDX-License-Identifier: MIT
#include "codegen/closing_values.h"

#include "codegen/error_bound.h"

#include <math.h>
#include <string.h>

typedef double NAME_real;
#include "codegen/runtime/least_squares.c"  // NOLINT(bugprone-suspicious-include)
#include "codegen/runtime/newton.c"         // NOLINT(bugprone-suspicious-include)

typedef struct Solver {
  const CModel *model;
  const CClosing *closing;
  Arena *arena;
  ProgramState state;
  double disturbance;
} Solver;

// Signs that follow no pattern of the equations.
static double disturbance_of(const Solver *solver, int index)
{
  return index * index % 7 < 3 ? solver->disturbance : -solver->disturbance;
}

static void evaluate(const Solver *solver, const CFunction *function, double out[])
{
  ArenaMark start = arena_mark(solver->arena);
  const Program *program = solver->model->program;
  int count = program_register_count(program);
  double *registers = ARENA_ARRAY(solver->arena, double, count);
  double *bounds = ARENA_ARRAY(solver->arena, double, count);
  program_run(program, &solver->state, registers);
  program_read(function->result, registers, out);
  if (solver->disturbance > 0) error_bounds(program, registers, bounds);
  for (int k = 0; k < function->size; k++)
    out[k] += disturbance_of(solver, k) * bounds[function->result->registers[k]];
  arena_rewind(solver->arena, start);
}

// F and J at the point to be tried.
static void evaluate_point(Solver *solver, const NAME_newton *newton)
{
  const CClosing *closing = solver->closing;
  int n = newton->unknowns, row = 0;
  if (!closing->is_for_speeds) solver->state.q = newton->next.x;
  for (int k = 0; k < closing->part_count; k++) {
    evaluate(solver, closing->part[k], newton->next.F + row);
    evaluate(solver, closing->jacobian[k], newton->next.J + row * n);
    row += closing->part[k]->size;
  }
  for (int i = 0; closing->is_for_speeds && i < row; i++) {
    for (int j = 0; j < n; j++)
      newton->next.F[i] += newton->next.J[i * n + j] * newton->next.x[j];
  }
}

ClosingResult closing_solve(const CModel *model, const CClosing *closing, const ProgramState *state,
                            const int held[], double disturbance, double x[])
{
  Arena *arena = arena_new();
  Solver solver = { model, closing, arena, *state, disturbance };
  int n = model->equations->coordinate_count, m = closing->equations;
  double *q = ARENA_ARRAY(arena, double, n);
  for (int j = 0; j < n; j++)
    q[j] = state->q[j] * (1 + disturbance_of(&solver, j));
  solver.state.q = q;
  NAME_newton newton;
  NAME_newton_start(&newton, m, n, x, held,
                    ARENA_ARRAY(arena, double, n *(n + 4) + 3 * m * (n + 1)));
  do {
    evaluate_point(&solver, &newton);
  } while (NAME_newton_next(&newton));
  int failed = NAME_newton_end(&newton, x, ARENA_ARRAY(arena, double, m));
  arena_free(arena);
  return (ClosingResult){ failed, newton.tries };
}
