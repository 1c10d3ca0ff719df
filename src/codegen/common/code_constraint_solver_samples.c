// code_constraint_solver_samples.c -- expected results of functions that solve constraints, for
// self-tests.
//
// assemble() starts near an assembled configuration, project_velocity() from arbitrary velocities.
// The results are computed here by the same iterations; their sensitivity to rounding is measured
// by repeating the iterations with a perturbation. If no assembled configuration is found
// (parameters may be random), only the failure is compared. If many iterations were needed,
// rounding may lead to another of several solutions, and only the existence of a solution is
// compared.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_samples.h"
#include "codegen/routine/error_bound.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>

typedef double NAME_real;
#include "codegen/runtime/c/least_squares.c"  // NOLINT(bugprone-suspicious-include)
#include "codegen/runtime/c/newton.c"         // NOLINT(bugprone-suspicious-include)

// Perturbation of the numbers passed to the solver: small, but large enough to be measured in
// doubles.
static const double DISTURBANCE = 0x1p-24;
// Safety factor, because the perturbation is only one of many possible ones.
static const double SAFETY = 16;
// Along a solution curve, x is determined only by the damping, whose square root is 0.03: rounding
// of the displacement counts about 30 times.
static const double ALONG = 30;
enum { MANY_TRIES = 12 };           // undamped Newton steps would need half as many
static const double AWAY = 0x1p-4;  // distance of the start from the assembled configuration [rad
                                    // or m]
static const double GRID = 512;     // starts are multiples of 1 / GRID, which float represents
                                    // exactly

// ---- the pasted iterations, run on programs

typedef struct Solver {
  const CodeModel *model;
  const CodeConstraintSolver *constraint_solver;
  Arena *arena;
  ProgramState state;
  double disturbance;
} Solver;

typedef struct ConstraintSolverResult {
  int failed;  // return value of the generated function
  int tries;   // number of evaluations of the constraints
} ConstraintSolverResult;

// Perturbation of number `index`, with signs that are unrelated to the structure of the equations.
static double disturbance_of(const Solver *solver, int index)
{
  return index * index % 7 < 3 ? solver->disturbance : -solver->disturbance;
}

static void evaluate(const Solver *solver, const CodeFunction *function, double out[])
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

// Evaluates F and J at the trial point.
static void evaluate_point(Solver *solver, const NAME_newton *newton)
{
  const CodeConstraintSolver *constraint_solver = solver->constraint_solver;
  int n = newton->unknowns, row = 0;
  if (!constraint_solver->is_for_speeds) solver->state.q = newton->next.x;
  for (int k = 0; k < constraint_solver->part_count; k++) {
    evaluate(solver, constraint_solver->part[k], newton->next.F + row);
    evaluate(solver, constraint_solver->jacobian[k], newton->next.J + row * n);
    row += constraint_solver->part[k]->size;
  }
  for (int i = 0; constraint_solver->is_for_speeds && i < row; i++) {
    for (int j = 0; j < n; j++)
      newton->next.F[i] += newton->next.J[i * n + j] * newton->next.x[j];
  }
}

// Solves for x, coordinates or velocities as the function does, starting from its values, at the
// parameters, time and inputs of the state; for velocities also at its q. `held` may be NULL. x
// receives the same bits as in the generated code.
//
// With a perturbation, every number passed to the solver is changed by that multiple of its
// rounding error bound; the resulting change of x measures its sensitivity.
static ConstraintSolverResult solve(const CodeModel *model,
                                    const CodeConstraintSolver *constraint_solver,
                                    const ProgramState *state, const int held[], double disturbance,
                                    double x[])
{
  Arena *arena = arena_new();
  Solver solver = { model, constraint_solver, arena, *state, disturbance };
  int n = model->equations->coordinate_count,
      m = constraint_solver->equations + constraint_solver->turns;
  double *q = ARENA_ARRAY(arena, double, n);
  for (int j = 0; j < n; j++)
    q[j] = state->q[j] * (1 + disturbance_of(&solver, j));
  solver.state.q = q;
  NAME_newton newton;
  NAME_newton_start(&newton, m, n, x, held, constraint_solver_kinds(model, constraint_solver),
                    ARENA_ARRAY(arena, double, n *(n + 5) + 3 * m * (n + 1)));
  do {
    evaluate_point(&solver, &newton);
  } while (NAME_newton_next(&newton));
  int failed = NAME_newton_end(&newton, x, ARENA_ARRAY(arena, double, m), m);
  arena_free(arena);
  return (ConstraintSolverResult){ failed, newton.tries };
}

// ---- values

static double initial_value(const Variable *coordinate)
{
  return code_has_default(coordinate) ? expr_literal_value(coordinate->value) : 0;
}

// Searches for an assembled configuration from the initial values of the description, then from
// random ones. Returns false if none is found.
static bool close_somehow(const CodeModel *model, const Samples *samples, int s, double q[])
{
  const CodeConstraintSolver *positions = &model->solvers[0];
  int n = model->equations->coordinate_count;
  ProgramState state = selftest_state(samples, s);
  for (int attempt = 0; attempt <= SELFTEST_STATES; attempt++) {
    for (int j = 0; j < n; j++) {
      q[j] = attempt == 0 ? initial_value(&model->equations->coordinates[j])
                          : samples->arrays[SOURCE_Q][attempt - 1][j];
    }
    if (solve(model, positions, &state, NULL, 0, q).failed == 0) return true;
  }
  return false;
}

static void solve_case(const CodeModel *model, const CodeConstraintSolver *constraint_solver,
                       const Samples *samples, int s, ConstraintSolverCase *one)
{
  int n = model->equations->coordinate_count;
  ProgramState state = selftest_state(samples, s);
  state.q = one->q;
  double *moved = ARENA_ARRAY(model->arena, double, n);
  memcpy(one->expected, one->start, sizeof(double) * (size_t)n);
  memcpy(moved, one->start, sizeof(double) * (size_t)n);
  ConstraintSolverResult result =
      solve(model, constraint_solver, &state, one->held, 0, one->expected);
  bool is_open = result.failed != 0 || result.tries > MANY_TRIES;
  solve(model, constraint_solver, &state, one->held, DISTURBANCE, moved);
  double size = 0, distance = 0;
  for (int j = 0; j < n; j++) {
    size = fmax(size, fabs(one->expected[j]));
    distance = fmax(distance, fabs(one->expected[j] - one->start[j]));
  }
  for (int j = 0; j < n; j++) {
    double way = fabs(moved[j] - one->expected[j]) / DISTURBANCE;
    one->roundings[j] =
        is_open ? INFINITY : selftest_rounded_up(SAFETY * (way + size + ALONG * distance));
  }
  one->expected[n] = result.failed != 0;
}

ConstraintSolverCase selftest_constraint_solver_case(const CodeModel *model,
                                                     const CodeConstraintSolver *constraint_solver,
                                                     const Samples *samples, int s)
{
  int n = model->equations->coordinate_count;
  Arena *arena = model->arena;
  ConstraintSolverCase one = { .q = ARENA_ARRAY(arena, double, n),
                               .start = ARENA_ARRAY(arena, double, n),
                               .held = ARENA_ARRAY(arena, int, n),
                               .expected = ARENA_ARRAY(arena, double, n + 1),
                               .roundings = ARENA_ARRAY(arena, double, n + 1) };
  bool has_positions = !model->solvers[0].is_for_speeds;
  bool is_closed = has_positions && close_somehow(model, samples, s, one.q);
  if (!is_closed) memcpy(one.q, samples->arrays[SOURCE_Q][s], sizeof(double) * (size_t)n);
  const double *speeds = samples->arrays[SOURCE_QD][s];
  for (int j = 0; j < n; j++) {
    double start = round((one.q[j] + AWAY * speeds[j]) * GRID) / GRID;
    one.start[j] = constraint_solver->is_for_speeds ? speeds[j] : start;
  }
  if (s > 0) one.held[(s - 1) % n] = 1;
  solve_case(model, constraint_solver, samples, s, &one);
  if (one.expected[n] != 0 && s > 0) {  // cannot be assembled at the held value
    one.held[(s - 1) % n] = 0;
    solve_case(model, constraint_solver, samples, s, &one);
  }
  return one;
}
