// regulator_place.c -- the minimum of a regulator's cost, and the static efforts of its drives
// there.
//
// The gradient of the cost and the constraints Phi(q) = 0 and J qd + b = 0 must vanish together
// near the initial state. A cost that has its minimum where the mechanism cannot be assembled is
// rejected, because the curvature of the constraints would then contribute to the cost. At the
// minimum
//
//   tau = S u - J^T lambda
//
// where tau is the generalised force that the plant would need without constraints, and S selects
// the driven coordinates.
// SPDX-License-Identifier: MIT
#include "control/regulator_impl.h"
#include "mechanism/default_value.h"
#include "numeric/solve/newton.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "system/assembly/assembly.h"
#include "system/described_values.h"

#include <math.h>
#include <string.h>

double snap_to_zero(double x) { return fabs(x) < 1e-12 ? 0 : x; }

ProgramState regulator_state(const Regulator *regulator)
{
  int n = regulator->n;
  return (ProgramState){
    .parameters = regulator->parameters,
    .q = regulator->x,
    .qd = regulator->x + n,
    .qdd = ARENA_ARRAY(regulator->arena, double, n),
    .states = regulator->x + 2 * n,
    .torques = regulator->torques,
    .inputs = ARENA_ARRAY(regulator->arena, double, regulator->mechanism->input_count + 1),
    .discretes = ARENA_ARRAY(regulator->arena, double, regulator->mechanism->discrete_count + 1)
  };
}

// ---- the cost

// Compiles the gradient and the Hessian of the cost, and the weights.
static bool compile_cost(Regulator *regulator)
{
  static const char KEY[] = "cost";
  System *system = regulator->system;
  const Expr *cost = expr_integer(regulator->mechanism->pool, 0);
  for (int k = 0; k < regulator->term_count; k++)
    cost = sum(cost, regulator->terms[k]->given[0]);
  int size = regulator->size, count = size + size * size + regulator->term_count;
  const Expr **entries = ARENA_ARRAY(regulator->arena, const Expr *, count);
  expr_jacobian(&cost, 1, regulator->symbols, size, entries);
  expr_jacobian(entries, size, regulator->symbols, size, entries + size);
  for (int k = 0; k < regulator->term_count; k++)
    entries[size + size * size + k] = regulator->terms[k]->given[1];
  for (int i = 0; i < count; i++)
    entries[i] = derivation_expression(system->derivation, entries[i]);
  Quantity *quantity = ARENA_NEW(regulator->arena, Quantity);
  *quantity = (Quantity){ .key = KEY, .rows = count, .columns = 1, .entries = entries };
  Equations *equations = ARENA_NEW(regulator->arena, Equations);
  *equations = *system->equations;
  equations->quantities = quantity;
  equations->quantity_count = 1;
  regulator->cost = evaluator_new(equations, regulator->arena, 1);
  regulator->cost_values = evaluator_add(&regulator->cost, KEY, NULL);
  return evaluator_compile(&regulator->cost, regulator->why);
}

static bool weigh(Regulator *regulator)
{
  int size = regulator->size;
  const double *curvature = regulator->cost_values + size, *weights = curvature + size * size;
  for (int i = 0; i < size * size; i++)
    regulator->Q[i] = curvature[i] / 2;
  for (int k = 0; k < regulator->term_count; k++) {
    regulator->R[k] = weights[k];
    if (weights[k] > 0) continue;
    text_put(regulator->why, "the weight of the torque in 'lqr' is above 0");
    return false;
  }
  return true;
}

// ---- the initial state

static bool read_parameters(Regulator *regulator, const double wanted[])
{
  const Mechanism *plant = regulator->system->mechanism;
  regulator->parameters = ARENA_ARRAY(regulator->arena, double, plant->parameter_count + 1);
  regulator->wanted = ARENA_ARRAY(regulator->arena, double, plant->parameter_count + 1);
  for (int i = 0; i < plant->parameter_count; i++) {
    const Parameter *parameter = &plant->parameters[i];
    if (!parameter->value) {
      text_format(regulator->why, "the gains of 'lqr' need a value of '%s'", parameter->name);
      return false;
    }
    regulator->parameters[i] = mechanism_default_value(plant, parameter->value);
    regulator->wanted[i] = wanted ? wanted[i] : regulator->parameters[i];
  }
  return true;
}

static bool describe_start(Regulator *regulator)
{
  Arena *arena = regulator->arena;
  double *inputs = ARENA_ARRAY(arena, double, regulator->mechanism->input_count + 1);
  double *discretes = ARENA_ARRAY(arena, double, regulator->mechanism->discrete_count + 1);
  DescribedValues *described = described_values_new(regulator->system->equations, regulator->why);
  if (!described) return false;
  described_values_at(described, regulator->parameters, 0,
                      (DescribedArrays){ .inputs = inputs,
                                         .q = regulator->x,
                                         .states = regulator->x + 2 * regulator->n,
                                         .discretes = discretes });
  described_values_free(described);
  return true;
}

static bool close_start(Regulator *regulator)
{
  ProgramState state = regulator_state(regulator);
  System *system = regulator->system;
  if (!system_derive_constraints(system, regulator->why)) return false;
  if (system->rows->holonomic_count > 0) {
    Assembly *assembly = assembly_new(system, &state, &(AssemblyOptions){ 0 }, regulator->why);
    if (!assembly) return false;
    bool is_closed = assembly->is_closed;
    if (is_closed)
      memcpy(regulator->x, assembly->configurations[0].q, sizeof(double) * (size_t)regulator->n);
    assembly_free(assembly);
    if (!is_closed) {
      text_put(regulator->why, "the model cannot be closed at the values of the description");
      return false;
    }
  }
  return constraint_system_init(&regulator->constraints, system->ties, &state, regulator->why);
}

// ---- the operating point

// A NewtonFunction: half the gradient, then Phi divided by the row scales.
static bool evaluate(void *context, const double x[], double residual[], double jacobian[])
{
  Regulator *regulator = context;
  ConstraintSystem *constraints = &regulator->constraints;
  int size = regulator->size, n = regulator->n;
  ArenaMark mark = arena_mark(regulator->arena);
  ProgramState state = regulator_state(regulator);
  state.parameters = regulator->wanted;
  state.q = x;
  state.qd = x + n;
  state.states = x + 2 * n;
  evaluator_evaluate(&regulator->cost, &state);
  arena_rewind(regulator->arena, mark);
  for (int i = 0; i < size; i++)
    residual[i] = regulator->cost_values[i] / 2;
  for (int i = 0; i < size * size; i++)
    jacobian[i] = regulator->cost_values[size + i] / 2;
  bool has_value = constraint_system_evaluate_at(constraints, x);
  for (int i = 0; i < constraints->holonomic; i++) {
    double *row = jacobian + (size + i) * size;
    residual[size + i] = constraints->phi[i] / constraints->row_scale[i];
    memset(row, 0, sizeof(double) * (size_t)size);
    for (int j = 0; j < n; j++)
      row[j] = constraints->J[i * n + j] / constraints->row_scale[i];
  }
  return has_value;
}

// Projects the velocities onto the constraints, and returns true if the gradient of the cost still
// vanishes.
static bool fit_place(Regulator *regulator, double residual[], double jacobian[])
{
  static const double FLAT = 1e-8;  // relative to the terms of the gradient
  int size = regulator->size;
  double *qd = regulator->x + regulator->n;
  if (!constraint_system_project_velocity(&regulator->constraints, NULL, NULL, qd)) return false;
  if (!evaluate(regulator, regulator->x, residual, jacobian)) return false;
  for (int i = 0; i < size; i++) {
    double scale = 0;
    for (int j = 0; j < size; j++)
      scale = fmax(scale, fabs(jacobian[i * size + j]) * fmax(1, fabs(regulator->x[j])));
    if (!(fabs(residual[i]) <= FLAT * scale)) return false;
  }
  return true;
}

bool regulator_find_minimum(Regulator *regulator, const double wanted[])
{
  if (!read_parameters(regulator, wanted) || !describe_start(regulator) ||
      !close_start(regulator) || !compile_cost(regulator)) {
    return false;
  }
  int size = regulator->size, equations = size + regulator->constraints.holonomic;
  double *residual = ARENA_ARRAY(regulator->arena, double, equations);
  double *jacobian = ARENA_ARRAY(regulator->arena, double, equations *size);
  NewtonProblem problem = { size, equations, evaluate, regulator };
  NewtonResult result;
  NumericStatus status = newton_solve(&problem, NULL, regulator->x, &result);
  if (status == NUMERIC_NOT_FINITE) {
    text_put(regulator->why, "the cost of 'lqr' has no value at the start");
    return false;
  }
  for (int i = 0; i < size; i++)
    regulator->x[i] = snap_to_zero(regulator->x[i]);
  if (status != NUMERIC_OK || !fit_place(regulator, residual, jacobian)) {
    text_put(regulator->why, regulator->constraints.rows > 0
                                 ? "the cost of 'lqr' is least where the mechanism cannot be: take "
                                   "it of a place where all closes"
                                 : "the cost of 'lqr' has no least value");
    return false;
  }
  return weigh(regulator);
}

// ---- static efforts

// Computes the efforts of drives and constraints that balance the plant. Coordinates without drive
// must be in equilibrium by themselves.
bool regulator_hold(Regulator *regulator)
{
  static const char *const KEYS[] = { "tau" };
  static const double REST = 1e-6;
  const ConstraintSystem *constraints = &regulator->constraints;
  int n = regulator->n, m = regulator->term_count, columns = m + constraints->rows;
  if (!system_derive(regulator->system, KEYS, 1, regulator->why)) return false;
  Evaluator evaluator = evaluator_new(regulator->system->equations, regulator->arena, 1);
  const double *tau = evaluator_add(&evaluator, KEYS[0], NULL);
  bool is_good = evaluator_compile(&evaluator, regulator->why);
  ProgramState state = regulator_state(regulator);
  if (is_good) evaluator_evaluate(&evaluator, &state);
  evaluator_free(&evaluator);
  if (!is_good) return false;
  double *matrix = ARENA_ARRAY(regulator->arena, double, n *columns);
  double *holding = ARENA_ARRAY(regulator->arena, double, columns), largest = 1;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m; k++)
      matrix[i * columns + k] = regulator->terms[k]->coordinate == i;
    for (int r = 0; r < constraints->rows; r++)
      matrix[i * columns + m + r] = -constraints->J[r * n + i];
    largest = fmax(largest, fabs(tau[i]));
  }
  NumericRank rank;
  if (least_squares_solve(n, columns, matrix, tau, 1e-10, holding, &rank, NULL) != NUMERIC_OK) {
    text_put(regulator->why, "what holds it where the cost of 'lqr' is least has no value");
    return false;
  }
  for (int k = 0; k < m; k++)
    regulator->torques[regulator->terms[k]->coordinate] = snap_to_zero(holding[k]);
  for (int i = 0; i < n; i++) {
    double left = tau[i];
    for (int k = 0; k < columns; k++)
      left -= matrix[i * columns + k] * holding[k];
    if (fabs(left) <= REST * largest) continue;
    text_format(regulator->why,
                "the cost of 'lqr' is least where '%s' does not rest: %.3g would have to hold it",
                coordinate_name(&regulator->mechanism->coordinates[i]), left);
    return false;
  }
  return true;
}
