// linearise.c -- linearised first-order equations of motion, about any state.
//
//   x = (q, qd, s),  u = (torques, inputs, discrete variables),  dx/dt = f(x, u)
//
//   lin:A = df/dx = [ 0        1         0       ]     lin:B = df/du = [ 0                  ]
//                   [ dqdd/dq  dqdd/dqd  dqdd/ds ]                     [ dqdd/dtau  dqdd/du ]
//                   [ dsd/dq   dsd/dqd   dsd/ds  ]                     [ 0          dsd/du  ]
//
// s are the states and sd their rates, if there are any; variables set by samples and events are
// held constant. The entries are functions of q, qd, s and the torques, evaluated at the state of
// interest. About a state that is not an equilibrium, dx/dt = f(x0, u0) + A (x - x0) + B (u - u0).
//
//   lin:poly = det(s 1 - A), without states det(s^2 1 - s dqdd/dqd - dqdd/dq)
//
// is zero at the eigenvalues s of A. It is for display only, since s has no numerical value in a
// program.
//
// Under constraints not all entries of x can be chosen independently. lin:A_in and lin:B_in are the
// matrices for the independent ones (linearise_independent.c).
// SPDX-License-Identifier: MIT
#include "formulation/derived/factors.h"
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <string.h>

typedef struct Variables {
  const Expr **symbols;
  const char **labels;
  int count;
} Variables;

static void add_variable(Variables *variables, const Expr *symbol, const char *label)
{
  variables->symbols[variables->count] = symbol;
  variables->labels[variables->count++] = label;
}

static Variables variables_new(const Equations *equations, int most)
{
  return (Variables){
    .symbols = ARENA_ARRAY(equations->arena, const Expr *, most),
    .labels = ARENA_ARRAY(equations->arena, const char *, most),
  };
}

static Variables state_of(const Equations *equations)
{
  int n = equations->coordinate_count;
  Variables state = variables_new(equations, 2 * n + equations->state_count);
  for (int i = 0; i < n; i++)
    add_variable(&state, equations->coordinates[i].symbol, equations->coordinates[i].name);
  for (int i = 0; i < n; i++) {
    const Expr *speed = speed_of(equations, i);
    add_variable(&state, speed, speed->form->symbol->name);
  }
  for (int i = 0; i < equations->state_count; i++)
    add_variable(&state, equations->states[i].symbol, equations->states[i].name);
  return state;
}

// The torques, the inputs without a value in the description, and the discrete variables.
static Variables inputs_of(const Derivation *derivation)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  Variables inputs =
      variables_new(equations, n + equations->input_count + equations->discrete_count);
  for (int i = 0; i < n; i++)
    add_variable(&inputs, equations->torques[i].symbol, equations->torques[i].name);
  for (int i = 0; i < equations->input_count; i++) {
    const Input *described = &derivation->mechanism->inputs[i];
    if (described->value) continue;
    add_variable(&inputs, equations->inputs[i].symbol, equations->inputs[i].name);
  }
  for (int i = 0; i < equations->discrete_count; i++)
    add_variable(&inputs, equations->discretes[i].symbol, equations->discretes[i].name);
  return inputs;
}

// Adds the polynomial by falling powers of s, as an equation; coefficients by Taylor's formula.
static void add_polynomial(Equations *equations, const char *key, const Expr *polynomial,
                           const Expr *s, int degree)
{
  const char **power = ARENA_ARRAY(equations->arena, const char *, degree + 2);
  const char **row = ARENA_ARRAY(equations->arena, const char *, 1);
  const Expr *zero = expr_integer(equations->pool, 0);
  row[0] = s->form->symbol->name;
  for (int k = 0; k <= degree; k++)
    power[degree - k] = arena_format(equations->arena, "%s^%d", row[0], k);
  power[degree + 1] = "0";
  const Expr **terms = equations_add(equations, (Quantity){ .key = key,
                                                            .columns = degree + 2,
                                                            .left_columns = degree + 1,
                                                            .row_labels = row,
                                                            .column_labels = power });
  for (int k = 0; k <= degree; k++) {
    const Expr *coefficient = expr_substitute(polynomial, &s, &zero, 1);
    terms[degree - k] = product(coefficient, expr_pow_integer(s, k));
    polynomial = quotient(expr_derivative(polynomial, s), expr_integer(equations->pool, k + 1));
  }
  terms[degree + 1] = zero;
}

// s 1 - A
static Matrix first_order_matrix(const Derivation *derivation, Matrix A, const Expr *s)
{
  Matrix whole = derivation_zeros(derivation, A.rows, A.rows);
  for (int i = 0; i < A.rows; i++) {
    for (int j = 0; j < A.rows; j++) {
      const Expr *entry = negative(matrix_get(A, i, j));
      matrix_set(whole, i, j, i == j ? sum(s, entry) : entry);
    }
  }
  return whole;
}

// s^2 1 - s dqdd/dqd - dqdd/dq
static Matrix second_order_matrix(const Derivation *derivation, Matrix A, const Expr *s)
{
  int n = A.rows / 2;
  Matrix whole = derivation_zeros(derivation, n, n);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const Expr *by_q = matrix_get(A, n + i, j);
      const Expr *by_qd = product(s, matrix_get(A, n + i, n + j));
      const Expr *entry = negative(sum(by_q, by_qd));
      matrix_set(whole, i, j, i == j ? sum(square(s), entry) : entry);
    }
  }
  return whole;
}

static bool derive_characteristic_polynomial(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  if (!derivation->for_display) {
    text_format(why, "'%s' is for reading; what programs compute is lin:A", key);
    return false;
  }
  Matrix A = derivation_matrix(derivation, "lin:A", why);
  if (!A.at) return false;
  const Expr *s =
      expr_symbol(equations->pool, derivation_free_name(derivation, "s", 's'), STAGE_INPUT);
  Matrix whole = equations->state_count > 0 ? first_order_matrix(derivation, A, s)
                                            : second_order_matrix(derivation, A, s);
  add_polynomial(equations, key, matrix_determinant(whole), s, A.rows);
  return true;
}

bool derive_linearised(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  bool is_state = strcmp(key, "lin:A") == 0;
  if (strcmp(key, "lin:poly") == 0) return derive_characteristic_polynomial(derivation, key, why);
  Variables state = state_of(equations);
  Variables columns = is_state ? state : inputs_of(derivation);
  MassFactors mass;
  if (!mass_factors(derivation, &mass, why)) return false;
  Matrix symbols = derivation_column(derivation, columns.symbols, columns.count);
  Matrix partials = acceleration_partials(derivation, &mass, symbols, why);
  if (!partials.at) return false;
  int m = equations->state_count;
  Matrix rates =
      m > 0 ? derivation_matrix(derivation, "sd", why) : derivation_zeros(derivation, 0, 1);
  if (!rates.at) return false;
  Matrix speeds = derivation_zeros(derivation, n, columns.count);
  for (int i = 0; is_state && i < n; i++)
    matrix_set(speeds, i, n + i, expr_integer(equations->pool, 1));
  Matrix by_rows = matrix_above(matrix_above(speeds, partials), matrix_jacobian(rates, symbols));
  const char *x = m > 0 ? "(q, qd, s)" : "(q, qd)";
  equations_put(
      equations,
      (Quantity){ .key = key,
                  .title = is_state ? arena_format(equations->arena,
                                                   "linearised equations, A of dx/dt = A x + B u, "
                                                   "x = %s",
                                                   x)
                                    : NULL,
                  .row_labels = state.labels,
                  .column_labels = columns.labels,
                  .pivots = mass.pivots,
                  .pivot_count = mass.pivot_count },
      by_rows);
  return true;
}
