// regulator.c -- from costs to gains.
// SPDX-License-Identifier: MIT
#include "control/parts.h"
#include "control/regulator_impl.h"
#include "numeric/linear/eigen.h"
#include "numeric/linear/riccati.h"
#include "symbolic/algebra.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    regulator->symbols[n + i] = coordinate_rate(&mechanism->coordinates[i]);
  }
  for (int i = 0; i < mechanism->state_count; i++)
    regulator->symbols[2 * n + i] = mechanism->states[i].symbol;
  regulator->x = ARENA_ARRAY(arena, double, size);
  regulator->torques = ARENA_ARRAY(arena, double, n);
  regulator->Q = ARENA_ARRAY(arena, double, size *size);
  regulator->R = ARENA_ARRAY(arena, double, regulator->term_count);
  regulator->K = ARENA_ARRAY(arena, double, regulator->term_count *size);
  regulator->places = ARENA_ARRAY(arena, int, size);
}

static const char *name_of(const Regulator *regulator, int place)
{
  const Mechanism *mechanism = regulator->mechanism;
  int n = regulator->n;
  if (place >= 2 * n) return mechanism->states[place - 2 * n].name;
  const char *name = coordinate_name(&mechanism->coordinates[place % n]);
  return place < n ? name : arena_format(regulator->arena, "%s'", name);
}

// ---- the plant, linearised in the independent entries

// dx/dt = A x + B u for x_in, with the cost x'Q x.
typedef struct Linear {
  int count;
  double *A, *B, *Q;
} Linear;

// Finds the indices of x_in in x: the rows of the quantity have the names of coordinates, then of
// rates, then of states, each group in order.
static void find_places(Regulator *regulator, const Quantity *A)
{
  int place = 0;
  regulator->count = 0;
  for (int i = 0; i < A->rows; i++) {
    while (place < regulator->size && strcmp(name_of(regulator, place), A->row_labels[i]) != 0)
      place++;
    regulator->places[regulator->count++] = place++;
  }
}

// Computes the derivative of x with respect to entry j of x_in; the dependent entries satisfy the
// constraints. Returns false if these cannot be solved.
static bool follow_entry(Regulator *regulator, int j, const bool stays[], double along[])
{
  ConstraintSystem *constraints = &regulator->constraints;
  int n = regulator->n;
  memset(along, 0, sizeof(double) * (size_t)regulator->size);
  along[regulator->places[j]] = 1;
  if (constraints->rows == 0) return true;
  const ProgramState direction = { .q = along, .qd = along + n, .states = along + 2 * n };
  constraint_system_tangent(constraints, &direction);
  if (!constraint_system_follow(constraints, stays, along)) return false;
  constraint_system_tangent(constraints, &direction);
  return constraint_system_follow_velocity(constraints, stays + n, NULL, regulator->x + n,
                                           along + n);
}

// Computes Q = T' Q T with dx = T dx_in.
static bool gather_cost(Regulator *regulator, double Q[])
{
  int size = regulator->size, count = regulator->count;
  double *T = ARENA_ARRAY(regulator->arena, double, count *size);
  bool *stays = ARENA_ARRAY(regulator->arena, bool, size);
  for (int i = 0; i < count; i++)
    stays[regulator->places[i]] = true;
  for (int j = 0; j < count; j++) {
    if (!follow_entry(regulator, j, stays, T + j * size)) return false;
  }
  for (int e = 0; e < count * count; e++) {
    const double *left = T + e / count * size, *right = T + e % count * size;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++)
        Q[e] += left[i] * regulator->Q[i * size + j] * right[j];
    }
  }
  return true;
}

// Linearises at the operating point, with the static efforts applied.
static bool linearise(Regulator *regulator, Linear *linear)
{
  static const char *const KEYS[] = { "qdd", "lin:A_in", "lin:B_in" };
  static const double REST = 1e-6;
  System *system = regulator->system;
  ProgramState state = regulator_state(regulator);
  if (!system_select_coordinates(system, &state, regulator->why) ||
      !system_derive(system, KEYS, 3, regulator->why)) {
    return false;
  }
  Evaluator evaluator = evaluator_new(system->equations, regulator->arena, 3);
  const double *qdd = evaluator_add(&evaluator, KEYS[0], NULL);
  linear->A = evaluator_add(&evaluator, KEYS[1], NULL);
  const double *wide = evaluator_add(&evaluator, KEYS[2], NULL);
  int columns = equations_find(system->equations, KEYS[2])->columns, m = regulator->term_count;
  find_places(regulator, equations_find(system->equations, KEYS[1]));
  linear->count = regulator->count;
  bool is_good = evaluator_compile(&evaluator, regulator->why);
  int failed = is_good ? evaluator_evaluate(&evaluator, &state) : 0;
  if (failed != 0) program_explain(evaluator.program, failed, regulator->why);
  evaluator_free(&evaluator);
  if (!is_good || failed != 0) return false;
  for (int i = 0; i < regulator->n; i++) {
    if (fabs(qdd[i]) <= REST) continue;
    text_format(regulator->why, "the cost of 'lqr' is least where '%s' does not rest",
                name_of(regulator, i));
    return false;
  }
  linear->B = ARENA_ARRAY(regulator->arena, double, linear->count *m);
  linear->Q = ARENA_ARRAY(regulator->arena, double, linear->count * linear->count);
  for (int i = 0; i < linear->count * m; i++)
    linear->B[i] = wide[i / m * columns + regulator->terms[i % m]->coordinate];
  if (gather_cost(regulator, linear->Q)) return true;
  text_put(regulator->why, "what is tied does not follow where the cost of 'lqr' is least");
  return false;
}

// ---- wheels

static bool is_ignored(const Linear *linear, int j)
{
  for (int i = 0; i < linear->count; i++) {
    if (linear->A[i * linear->count + j] != 0 || linear->Q[i * linear->count + j] != 0)
      return false;
  }
  return true;
}

static void leave_out(Regulator *regulator, Linear *linear, int j)
{
  int count = linear->count, m = regulator->term_count, kept = 0;
  for (int i = 0; i < count; i++) {
    if (i == j) continue;
    int column = 0;
    for (int k = 0; k < count; k++) {
      if (k == j) continue;
      linear->A[kept * (count - 1) + column] = linear->A[i * count + k];
      linear->Q[kept * (count - 1) + column++] = linear->Q[i * count + k];
    }
    memmove(linear->B + kept * m, linear->B + i * m, sizeof(double) * (size_t)m);
    regulator->places[kept++] = regulator->places[i];
  }
  linear->count = regulator->count = kept;
}

// Nonholonomic constraints leave more coordinates than velocities: wheel angles are arbitrary.
// Coordinates on which neither the motion nor the cost depends are removed; the others must not
// move at the operating point.
static bool leave_wheels(Regulator *regulator, Linear *linear)
{
  static const double STILL = 1e-9;
  int n = regulator->n;
  for (int j = 0;
       j < linear->count && regulator->constraints.rows > regulator->constraints.holonomic;) {
    if (regulator->places[j] < n && is_ignored(linear, j)) {
      leave_out(regulator, linear, j);
      j = 0;
    } else {
      j++;
    }
  }
  for (int j = 0; j < linear->count; j++) {
    int place = regulator->places[j];
    if (place >= n || fabs(regulator->x[n + place]) <= STILL) continue;
    text_format(regulator->why, "where the cost of 'lqr' is least '%s' goes on: it has no place",
                name_of(regulator, place));
    return false;
  }
  return true;
}

// ---- gains

static const double SMALL = 1e-9;

// Output rows b; a motion v is observed as b v.
typedef struct Rows {
  int count, n;
  const double *b;
  double scale;
} Rows;

static double seen_of(const Rows *rows, const double v[])
{
  double most = 0;
  for (int e = 0; e < rows->count; e++) {
    double sum = 0;
    for (int i = 0; i < rows->n; i++)
      sum += rows->b[e * rows->n + i] * v[i];
    most = fmax(most, fabs(sum));
  }
  return most;
}

static int largest_of(const double v[], const double v_im[], int n)
{
  int largest = 0;
  for (int i = 1; i < n; i++) {
    if (hypot(v[i], v_im[i]) > (1 + SMALL) * hypot(v[largest], v_im[largest])) largest = i;
  }
  return largest;
}

// Searches for an unobserved combination v of the null vectors. Returns the index of its largest
// entry, or -1 if there is none.
static int find_unseen_rest(const EigenSystem *eigen, const Rows *rows, Arena *arena)
{
  int n = rows->n, count = eigen->null_count;
  double *seen = ARENA_ARRAY(arena, double, (rows->count + 1) * count);
  double *parts = ARENA_ARRAY(arena, double, count *count);
  double *v = ARENA_ARRAY(arena, double, n), *zero = ARENA_ARRAY(arena, double, n);
  for (int e = 0; e < rows->count * count; e++) {
    for (int i = 0; i < n; i++)
      seen[e] += rows->b[e / count * n + i] * eigen->null[e % count * n + i];
    if (fabs(seen[e]) <= SMALL * rows->scale) seen[e] = 0;
  }
  NumericRank rank;
  if (numeric_null_space(rows->count, count, seen, SMALL, NULL, parts, &rank) != NUMERIC_OK ||
      rank.rank == count) {
    return -1;
  }
  for (int e = 0; e < count * n; e++)
    v[e % n] += parts[e / n] * eigen->null[e];
  return largest_of(v, zero, n);
}

// Returns the index of the largest entry of an eigenvector of a, n x n, that does not decay and is
// not observed by the rows b, or -1 if there is none (Popov-Belevitch-Hautus test).
static int find_unseen(int n, const double a[], int count, const double b[], Arena *arena)
{
  EigenSystem eigen;
  Rows rows = { count, n, b, 0 };
  if (eigen_general(n, a, SMALL, arena, &eigen) != NUMERIC_OK) return -1;
  for (int i = 0; i < count * n; i++)
    rows.scale = fmax(rows.scale, fabs(b[i]));
  for (int k = 0; k < eigen.count; k++) {
    const double *v = eigen.vectors + k * n, *v_im = eigen.vectors_im + k * n;
    bool decays = eigen.real[k] < -SMALL * hypot(eigen.real[k], eigen.imaginary[k]);
    if (!decays && fmax(seen_of(&rows, v), seen_of(&rows, v_im)) <= SMALL * rows.scale)
      return largest_of(v, v_im, n);
  }
  return eigen.null_count > 0 ? find_unseen_rest(&eigen, &rows, arena) : -1;
}

static void report_why(const Regulator *regulator, const Linear *linear)
{
  int n = linear->count, m = regulator->term_count;
  double *turned = ARENA_ARRAY(regulator->arena, double, n *n);
  double *drives = ARENA_ARRAY(regulator->arena, double, m *n);
  for (int i = 0; i < n * n; i++)
    turned[i % n * n + i / n] = linear->A[i];
  for (int i = 0; i < n * m; i++)
    drives[i % m * n + i / m] = linear->B[i];
  int unreached = find_unseen(n, turned, m, drives, regulator->arena);
  int free = unreached < 0 ? find_unseen(n, linear->A, n, linear->Q, regulator->arena) : -1;
  text_put(regulator->why, "no feedback holds it where the cost of 'lqr' is least: ");
  if (unreached >= 0)
    text_format(regulator->why, "the drives do not reach '%s'",
                name_of(regulator, regulator->places[unreached]));
  else if (free >= 0)
    text_format(regulator->why, "a motion of '%s' does not end by itself and costs nothing",
                name_of(regulator, regulator->places[free]));
  else
    text_put(regulator->why,
             "some motion is hardly reached by the drives, or costs next to nothing");
}

static bool find_gains(Regulator *regulator)
{
  Linear linear;
  if (!regulator_hold(regulator) || !linearise(regulator, &linear) ||
      !leave_wheels(regulator, &linear)) {
    return false;
  }
  NumericStatus status = riccati_gains(linear.count, regulator->term_count, linear.A, linear.B,
                                       linear.Q, regulator->R, regulator->arena, regulator->K);
  if (status == NUMERIC_OK) return true;
  if (status == NUMERIC_NO_SOLUTION)
    report_why(regulator, &linear);
  else
    text_put(regulator->why,
             "the gains of 'lqr' are not found: a number is infinite or not a number");
  return false;
}

// ---- the law

enum { NUMBER_SIZE = 40 };

static int put_number(double value, char text[NUMBER_SIZE])
{
  return snprintf(text, NUMBER_SIZE, "%.12g", fabs(value));
}

double regulator_rounded(double value)
{
  char text[NUMBER_SIZE];
  put_number(value, text);
  return copysign(strtod(text, NULL), value);
}

// Twelve digits exceed the accuracy of any model.
static const Expr *number(Pool *pool, double value)
{
  char text[NUMBER_SIZE];
  int length = put_number(value, text);
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

static const char *drive_name(const Regulator *regulator, int k)
{
  return coordinate_name(&regulator->mechanism->coordinates[regulator->terms[k]->coordinate]);
}

// Returns the name of entry i of x, for a rate without the prime.
static const char *plain_name(const Regulator *regulator, int i)
{
  const Mechanism *mechanism = regulator->mechanism;
  int n = regulator->n;
  return i < 2 * n ? coordinate_name(&mechanism->coordinates[i % n])
                   : mechanism->states[i - 2 * n].name;
}

const char *gain_name(const Regulator *regulator, int k, int j)
{
  int i = regulator->places[j], n = regulator->n;
  const char *sort = i < n ? "kp" : i < 2 * n ? "kd" : "k";
  return arena_format(regulator->mechanism->arena, "lqr.%s.%s.%s", sort, drive_name(regulator, k),
                      plain_name(regulator, i));
}

const char *place_name(const Regulator *regulator, int i)
{
  bool is_speed = i >= regulator->n && i < 2 * regulator->n;
  return arena_format(regulator->mechanism->arena, is_speed ? "lqr.rate.%s" : "lqr.at.%s",
                      plain_name(regulator, i));
}

const char *holding_name(const Regulator *regulator, int k)
{
  return arena_format(regulator->mechanism->arena, "lqr.hold.%s", drive_name(regulator, k));
}

// Returns the symbol of a parameter of the law. Parameters of the operating point are shared by all
// drives.
static const Expr *named(const Regulator *regulator, const char *name, Dimension dimension,
                         double value, Span span)
{
  Mechanism *mechanism = regulator->mechanism;
  int known = mechanism_find_parameter(mechanism, name);
  if (known >= 0) return mechanism->parameters[known].symbol;
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
  Dimension torque = control_dimension_on(mechanism, term->coordinate);
  double holding = regulator->torques[term->coordinate];
  const Expr *law = regulator->turns && regulator->turns[k]
                        ? named(regulator, holding_name(regulator, k), torque, holding, term->span)
                        : number(mechanism->pool, holding);
  for (int j = 0; j < regulator->count; j++) {
    int i = regulator->places[j];
    Dimension of_x = dimension_of_x(regulator, i);
    const Expr *gain = named(regulator, gain_name(regulator, k, j),
                             dimension_multiply(torque, dimension_power(of_x, -1)),
                             regulator->K[k * regulator->count + j], term->span);
    const Expr *place =
        regulator->moves && regulator->moves[i]
            ? named(regulator, place_name(regulator, i), of_x, regulator->x[i], term->span)
            : number(mechanism->pool, regulator->x[i]);
    law = difference(law, product(gain, difference(regulator->symbols[i], place)));
  }
  return law;
}

// ---- entry points

void regulator_find_terms(Regulator *regulator)
{
  const Mechanism *mechanism = regulator->mechanism;
  regulator->terms =
      ARENA_ARRAY(regulator->arena, const ModelTerm *, mechanism->model_term_count + 1);
  for (int i = 0; i < mechanism->model_term_count; i++) {
    const ModelTerm *term = &mechanism->model_terms[i];
    if (term->kind == MODEL_LQR) regulator->terms[regulator->term_count++] = term;
  }
}

bool regulator_solve(Regulator *regulator, const Mechanism *plant, const double wanted[])
{
  begin(regulator);
  regulator->system = system_new(plant, &(FormulateOptions){ .skip_shortening = true });
  return regulator_find_minimum(regulator, wanted) && find_gains(regulator);
}

void regulator_end(Regulator *regulator)
{
  evaluator_free(&regulator->cost);
  if (regulator->constraints.arena) constraint_system_free(&regulator->constraints);
  system_free(regulator->system);
}

bool regulator_put(Mechanism *mechanism, const Mechanism *plant, Substitution *known, Text *why)
{
  Arena *arena = arena_new();
  Regulator regulator = { .mechanism = mechanism, .arena = arena, .why = why };
  regulator_find_terms(&regulator);
  bool is_good = true;
  if (regulator.term_count > 0) {
    is_good = regulator_solve(&regulator, plant, NULL);
    if (is_good) regulator_keep_design(&regulator, plant);
    for (int k = 0; k < regulator.term_count && is_good; k++)
      substitution_add(known, regulator.terms[k]->symbol, law_of(&regulator, k));
    regulator_end(&regulator);
  }
  arena_free(arena);
  return is_good;
}
