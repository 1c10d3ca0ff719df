// regulator.c -- from costs to gains.
// SPDX-License-Identifier: MIT
#include "control/regulator.h"

#include "control/parts.h"
#include "mechanism/default_value.h"
#include "numeric/least_squares.h"
#include "numeric/riccati.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "system/board.h"
#include "system/described_values.h"
#include "system/system.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Regulator {
  Mechanism *mechanism;
  System *system;  // of the plant
  Arena *arena;
  const ModelTerm **terms;
  int term_count;
  int n, size;           // coordinates; x = (q, qd, s)
  const Expr **symbols;  // of x, in the mechanism's pool
  const Expr *cost;      // of all of them
  double *parameters;
  double *x;        // where the cost is least
  double *torques;  // that hold the plant there
  double *Q, *R, *K;
  Text *why;
} Regulator;

static void begin(Regulator *regulator)
{
  const Mechanism *mechanism = regulator->mechanism;
  Arena *arena = regulator->arena;
  int n = mechanism->coordinate_count, size = 2 * n + mechanism->state_count;
  regulator->n = n;
  regulator->size = size;
  regulator->symbols = ARENA_ARRAY(arena, const Expr *, size);
  for (int i = 0; i < n; i++) {
    regulator->symbols[i] = mechanism->coordinates[i].q;
    regulator->symbols[n + i] = mechanism->coordinates[i].qd;
  }
  for (int i = 0; i < mechanism->state_count; i++)
    regulator->symbols[2 * n + i] = mechanism->states[i].symbol;
  regulator->cost = expr_integer(mechanism->pool, 0);
  for (int k = 0; k < regulator->term_count; k++)
    regulator->cost = sum(regulator->cost, regulator->terms[k]->given[0]);
  regulator->x = ARENA_ARRAY(arena, double, size);
  regulator->torques = ARENA_ARRAY(arena, double, n);
  regulator->Q = ARENA_ARRAY(arena, double, size *size);
  regulator->R = ARENA_ARRAY(arena, double, regulator->term_count);
  regulator->K = ARENA_ARRAY(arena, double, regulator->term_count *size);
}

static bool read_parameters(Regulator *regulator)
{
  const Mechanism *plant = regulator->system->mechanism;
  regulator->parameters = ARENA_ARRAY(regulator->arena, double, plant->parameter_count + 1);
  for (int i = 0; i < plant->parameter_count; i++) {
    const Parameter *parameter = &plant->parameters[i];
    if (!parameter->value) {
      text_format(regulator->why, "the gains of 'lqr' need a value of '%s'", parameter->name);
      return false;
    }
    regulator->parameters[i] = mechanism_default_value(plant, parameter->value);
  }
  return true;
}

static ProgramState state_of(const Regulator *regulator)
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

static double without_rounding(double x) { return fabs(x) < 1e-12 ? 0 : x; }

// ---- where the cost is least

// Slope and curvature of the cost, and the weights, at x.
static bool weigh(Regulator *regulator, double slope[])
{
  static const char KEY[] = "cost";
  System *system = regulator->system;
  int size = regulator->size, count = size + size * size + regulator->term_count;
  const Expr **entries = ARENA_ARRAY(regulator->arena, const Expr *, count);
  expr_jacobian(&regulator->cost, 1, regulator->symbols, size, entries);
  expr_jacobian(entries, size, regulator->symbols, size, entries + size);
  for (int k = 0; k < regulator->term_count; k++)
    entries[size + size * size + k] = regulator->terms[k]->given[1];
  for (int i = 0; i < count; i++)
    entries[i] = derivation_expression(system->derivation, entries[i]);
  Quantity quantity = { .key = KEY, .rows = count, .columns = 1, .entries = entries };
  Equations equations = *system->equations;
  equations.quantities = &quantity;
  equations.quantity_count = 1;
  Board board = board_new(&equations, regulator->arena, 1);
  const double *values = board_add(&board, KEY, NULL);
  bool is_good = board_compile(&board, regulator->why);
  ProgramState state = state_of(regulator);
  if (is_good) board_evaluate(&board, &state);
  board_close(&board);
  if (!is_good) return false;
  memcpy(slope, values, sizeof(double) * (size_t)size);
  for (int i = 0; i < size * size; i++)
    regulator->Q[i] = values[size + i] / 2;
  for (int k = 0; k < regulator->term_count; k++) {
    regulator->R[k] = values[size + size * size + k];
    if (regulator->R[k] > 0) continue;
    text_put(regulator->why, "the weight of the torque in 'lqr' is above 0");
    return false;
  }
  return true;
}

// One step of Newton's, by the least change: what costs nothing stays where it starts.
static bool find_place(Regulator *regulator)
{
  int size = regulator->size;
  Arena *arena = regulator->arena;
  double *slope = ARENA_ARRAY(arena, double, size), *step = ARENA_ARRAY(arena, double, size);
  double *unused = ARENA_ARRAY(arena, double, regulator->mechanism->input_count + 1);
  double *discretes = ARENA_ARRAY(arena, double, regulator->mechanism->discrete_count + 1);
  DescribedValues *described = described_values_new(regulator->system->equations, regulator->why);
  if (!described) return false;
  described_values_at(described, regulator->parameters, 0,
                      (DescribedArrays){ .inputs = unused,
                                         .q = regulator->x,
                                         .states = regulator->x + 2 * regulator->n,
                                         .discretes = discretes });
  described_values_free(described);
  if (!weigh(regulator, slope)) return false;
  for (int i = 0; i < size; i++)
    slope[i] /= -2;
  NumericRank rank;
  NumericStatus status =
      least_squares_solve(size, size, regulator->Q, slope, 1e-12, step, &rank, NULL);
  if (status == NUMERIC_NOT_FINITE) {
    text_put(regulator->why, "the cost of 'lqr' has no value at the start");
    return false;
  }
  for (int i = 0; i < size; i++)
    regulator->x[i] = without_rounding(regulator->x[i] + step[i]);
  return weigh(regulator, slope);
}

// ---- gains

static bool is_driven(const Regulator *regulator, int coordinate)
{
  bool result = false;
  for (int k = 0; k < regulator->term_count; k++)
    result = result || regulator->terms[k]->coordinate == coordinate;
  return result;
}

// Drives hold the plant; what has no drive must rest by itself.
static bool hold(Regulator *regulator, const double tau[])
{
  double largest = 1e-12;
  for (int i = 0; i < regulator->n; i++)
    largest = fmax(largest, fabs(tau[i]));
  for (int i = 0; i < regulator->n; i++) {
    if (is_driven(regulator, i)) {
      regulator->torques[i] = without_rounding(tau[i]);
    } else if (fabs(tau[i]) > 1e-6 * fmax(1, largest)) {
      text_format(regulator->why,
                  "the cost of 'lqr' is least where '%s' does not rest: %.3g would have to hold it",
                  regulator->mechanism->coordinates[i].name, tau[i]);
      return false;
    }
  }
  return true;
}

static bool find_gains(Regulator *regulator)
{
  static const char *const KEYS[] = { "tau", "lin:A", "lin:B" };
  System *system = regulator->system;
  if (!system_derive(system, KEYS, 3, regulator->why)) return false;
  Board board = board_new(system->equations, regulator->arena, 3);
  const double *tau = board_add(&board, KEYS[0], NULL);
  const double *A = board_add(&board, KEYS[1], NULL), *wide = board_add(&board, KEYS[2], NULL);
  int columns = equations_find(system->equations, KEYS[2])->columns;
  bool is_good = board_compile(&board, regulator->why);
  ProgramState state = state_of(regulator);
  if (is_good) board_evaluate(&board, &state);
  is_good = is_good && hold(regulator, tau);
  if (is_good) board_evaluate(&board, &state);
  int size = regulator->size, m = regulator->term_count;
  double *B = ARENA_ARRAY(regulator->arena, double, size *m);
  for (int i = 0; i < size; i++) {
    for (int k = 0; k < m; k++)
      B[i * m + k] = wide[i * columns + regulator->terms[k]->coordinate];
  }
  NumericStatus status = NUMERIC_OK;
  if (is_good)
    status =
        riccati_gains(size, m, A, B, regulator->Q, regulator->R, regulator->arena, regulator->K);
  board_close(&board);
  if (status == NUMERIC_OK) return is_good;
  text_put(
      regulator->why,
      status == NUMERIC_NO_SOLUTION
          ? "no feedback holds it where the cost of 'lqr' is least: some motion is not reached "
            "by the drives, or costs nothing"
          : "the gains of 'lqr' are not found: a number is infinite or not a number");
  return false;
}

// ---- the law

// Twelve digits are more than any model is true to.
static const Expr *number(Pool *pool, double value)
{
  char text[40];
  int length = snprintf(text, sizeof text, "%.12g", fabs(value));
  const Expr *size = expr_decimal(pool, text, (size_t)length);
  return value < 0 ? expr_neg(size) : size;
}

static Dimension dimension_of_x(const Regulator *regulator, int i)
{
  const Mechanism *mechanism = regulator->mechanism;
  int n = regulator->n;
  if (i >= 2 * n) return mechanism->states[i - 2 * n].dimension;
  const Coordinate *coordinate = &mechanism->coordinates[i % n];
  Dimension dimension = { .is_known = coordinate->kind != COORDINATE_NUMBER };
  if (coordinate->kind == COORDINATE_LENGTH) dimension.power[0] = 1;
  if (i >= n) dimension.power[2] = -1;
  return dimension;
}

// A parameter lqr.SORT.DRIVE.NAME.
static const Expr *named(const Regulator *regulator, const char *name, Dimension dimension,
                         double value, Span span)
{
  Mechanism *mechanism = regulator->mechanism;
  Parameter parameter = { .name = name,
                          .symbol = expr_symbol(mechanism->pool, name, STAGE_PARAMETER),
                          .value = number(mechanism->pool, value),
                          .dimension = dimension,
                          .span = span };
  return control_add_parameter(mechanism, parameter)->symbol;
}

static const Expr *law_of(const Regulator *regulator, int k)
{
  Mechanism *mechanism = regulator->mechanism;
  const ModelTerm *term = regulator->terms[k];
  const char *drive = mechanism->coordinates[term->coordinate].name;
  Dimension torque = control_dimension_on(mechanism, term->coordinate);
  int n = regulator->n;
  const Expr *law = number(mechanism->pool, regulator->torques[term->coordinate]);
  for (int i = 0; i < regulator->size; i++) {
    const char *name =
        i < 2 * n ? mechanism->coordinates[i % n].name : mechanism->states[i - 2 * n].name;
    const char *sort = i < n ? "kp" : i < 2 * n ? "kd" : "k";
    name = arena_format(mechanism->arena, "lqr.%s.%s.%s", sort, drive, name);
    Dimension dimension =
        dimension_multiply(torque, dimension_power(dimension_of_x(regulator, i), -1));
    const Expr *gain =
        named(regulator, name, dimension, regulator->K[k * regulator->size + i], term->span);
    const Expr *off = difference(regulator->symbols[i], number(mechanism->pool, regulator->x[i]));
    law = difference(law, product(gain, off));
  }
  return law;
}

bool regulator_put(Mechanism *mechanism, const Mechanism *plant, Substitution *known, Text *why)
{
  Arena *arena = arena_new();
  Regulator regulator = { .mechanism = mechanism,
                          .arena = arena,
                          .terms = ARENA_ARRAY(arena, const ModelTerm *,
                                               mechanism->model_term_count + 1),
                          .why = why };
  for (int i = 0; i < mechanism->model_term_count; i++) {
    const ModelTerm *term = &mechanism->model_terms[i];
    if (term->kind == MODEL_LQR) regulator.terms[regulator.term_count++] = term;
  }
  bool is_good = true;
  if (regulator.term_count > 0) {
    begin(&regulator);
    regulator.system = system_new(plant, &(FormulateOptions){ .stays_long = true });
    is_good = read_parameters(&regulator) && find_place(&regulator) && find_gains(&regulator);
    for (int k = 0; k < regulator.term_count && is_good; k++)
      substitution_add(known, regulator.terms[k]->symbol, law_of(&regulator, k));
    system_free(regulator.system);
  }
  arena_free(arena);
  return is_good;
}
