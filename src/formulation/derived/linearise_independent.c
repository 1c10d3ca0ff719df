// linearise_independent.c -- linearised equations of the independent coordinates and speeds.
//
// The independent coordinates q_in are those of the constraints on positions, the independent
// speeds v_in those of all constraints. Without wheels both are the independent coordinates of the
// partition. Small changes of all others follow, with A(q, t) qd + b(q, t) = 0, A = [Phi_q; H]:
//
//   dq = Nq dq_in                  Phi_q Nq = 0
//   dqd = N dv_in + R dq           A N = 0,   A R = - d(A qd + b)/dq
//
// In the rows of independent speeds, N has unit rows and R is zero. So dx = T dx_in,
// x = (q, qd, s), and
//
//   lin:A_in = rows of x_in in lin:A T,     lin:B_in = rows of x_in in lin:B
//
// These rows are derivatives of accelerations under the constraints, and T is tangent to the
// constraints: the values of the accelerations off the constraints have no effect.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/constraint_method.h"
#include "formulation/recipes.h"
#include "symbolic/algebra.h"

#include <string.h>

// Independent coordinates and speeds, and the matrices that determine the others.
typedef struct Tangent {
  const int *q_in;
  int q_count;
  const int *v_in;
  int v_count;
  Matrix Nq;  // n x q_count
  Matrix N;   // n x v_count
  Matrix R;   // n x n
} Tangent;

// d(A qd + b)/dq of the active constraints.
static Matrix speeds_by_positions(Derivation *derivation, const ActiveConstraints *active,
                                  Text *why)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count, held = derivation->constraints->holonomic_count;
  Matrix qd = derivation_zeros(derivation, n, 1), q = derivation_zeros(derivation, n, 1);
  for (int i = 0; i < n; i++) {
    qd.at[i] = speed_of(equations, i);
    q.at[i] = equations->coordinates[i].symbol;
  }
  Matrix b = derivation_zeros(derivation, active->count, 1);
  for (int i = 0; i < active->count; i++) {
    bool is_held = active->places[i] < held;
    Matrix whole = derivation_matrix(derivation, is_held ? "Phi_t" : "b_nh", why);
    if (!whole.at) return whole;
    b.at[i] = whole.at[active->places[i] - (is_held ? 0 : held)];
  }
  return matrix_jacobian(matrix_add(matrix_mul(active->J, qd), b), q);
}

// Solves J X = right with zero rows of X for independent speeds.
static Matrix solve_dependent(const Derivation *derivation, const ActiveConstraints *active,
                              const Partition *partition, Matrix right)
{
  int m = active->count;
  Matrix X = derivation_zeros(derivation, active->J.columns, right.columns);
  Matrix held = matrix_rows(active->J, partition->constraint, m);
  Matrix tableau = matrix_beside(matrix_columns(held, partition->dependent, m),
                                 matrix_rows(right, partition->constraint, m));
  for (int k = 0; k < m; k++)
    matrix_eliminate(tableau, k, k, partition_naming(derivation, m));
  for (int e = 0; e < m * right.columns; e++) {
    int k = e / right.columns, j = e % right.columns;
    matrix_set(X, partition->dependent[k], j, matrix_get(tableau, k, m + j));
  }
  return X;
}

// ---- positions, if wheels constrain speeds

static int holonomic_active_constraints(const Derivation *derivation,
                                        const ActiveConstraints *active)
{
  int count = 0;
  while (count < active->count && active->places[count] < derivation->constraints->holonomic_count)
    count++;
  return count;
}

// The column for pivot k of the tableau: the dependent coordinate of the partition, or another of
// its dependent coordinates if the entry of that one is zero; -1: there is none.
static int choose_column(const Partition *partition, int active, Matrix tableau, int k,
                         const bool is_dependent[])
{
  int row = partition->constraint[k];
  for (int i = 0; i < active; i++) {
    int column = partition->dependent[(k + i) % active];
    if (!is_dependent[column] && !is_zero(matrix_get(tableau, row, column))) return column;
  }
  return -1;
}

// Solves the constraints on positions for dependent coordinates. row_of, by coordinate: the row of
// the tableau that determines it, -1 if it is independent. Returns false if rows are dependent.
static bool solve_positions(const Derivation *derivation, const ActiveConstraints *active,
                            Matrix tableau, int row_of[])
{
  const Partition *partition = derivation->partition;
  int n = tableau.columns;
  bool *is_dependent = ARENA_ARRAY(tableau.arena, bool, n);
  for (int i = 0; i < n; i++)
    row_of[i] = -1;
  for (int k = 0; k < active->count; k++) {
    int row = partition->constraint[k];
    if (row >= tableau.rows) continue;
    int column = choose_column(partition, active->count, tableau, k, is_dependent);
    if (column < 0) return false;
    is_dependent[column] = true;
    row_of[column] = row;
    matrix_eliminate(tableau, row, column, partition_naming(derivation, tableau.rows));
  }
  return true;
}

static bool find_positions(const Derivation *derivation, const ActiveConstraints *active, int held,
                           Tangent *tangent, Text *why)
{
  int n = active->J.columns, count = 0;
  Arena *arena = derivation->equations->arena;
  int *row_of = ARENA_ARRAY(arena, int, n), *q_in = ARENA_ARRAY(arena, int, n);
  Matrix tableau = matrix_of(arena, active->J.pool, held, n, active->J.at);
  if (!solve_positions(derivation, active, tableau, row_of)) {
    text_put(why, "the constraints on positions do not determine any of the coordinates that "
                  "depend on the others");
    return false;
  }
  for (int i = 0; i < n; i++) {
    if (row_of[i] < 0) q_in[count++] = i;
  }
  tangent->q_in = q_in;
  tangent->q_count = count;
  tangent->Nq = derivation_zeros(derivation, n, count);
  for (int j = 0; j < count; j++) {
    matrix_set(tangent->Nq, q_in[j], j, expr_integer(active->J.pool, 1));
    for (int i = 0; i < n; i++) {
      if (row_of[i] < 0) continue;
      matrix_set(tangent->Nq, i, j, negative(matrix_get(tableau, row_of[i], q_in[j])));
    }
  }
  return true;
}

// ---- the tangent and the matrices

static bool find_tangent(Derivation *derivation, Tangent *tangent, Text *why)
{
  const ActiveConstraints *active = derivation_active_constraints(derivation, why);
  const Partition *partition = active ? derivation_partition(derivation, why) : NULL;
  if (!partition) return false;
  *tangent = (Tangent){ .q_in = partition->independent,
                        .q_count = partition->free_count,
                        .v_in = partition->independent,
                        .v_count = partition->free_count,
                        .Nq = partition->N,
                        .N = partition->N };
  Matrix by_q = speeds_by_positions(derivation, active, why);
  if (!by_q.at && active->count > 0) return false;
  tangent->R = solve_dependent(derivation, active, partition, matrix_neg(by_q));
  int held = holonomic_active_constraints(derivation, active);
  return held == active->count || find_positions(derivation, active, held, tangent, why);
}

// The indices of x_in in x = (q, qd, s).
static int *places_of(const Equations *equations, const Tangent *tangent, int *count)
{
  int n = equations->coordinate_count;
  int *places = ARENA_ARRAY(equations->arena, int, 2 * n + equations->state_count);
  *count = 0;
  for (int i = 0; i < tangent->q_count; i++)
    places[(*count)++] = tangent->q_in[i];
  for (int i = 0; i < tangent->v_count; i++)
    places[(*count)++] = n + tangent->v_in[i];
  for (int i = 0; i < equations->state_count; i++)
    places[(*count)++] = 2 * n + i;
  return places;
}

// T of dx = T dx_in.
static Matrix tangent_matrix(const Derivation *derivation, const Tangent *tangent, int count)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count, q_count = tangent->q_count, v_count = tangent->v_count;
  Matrix T = derivation_zeros(derivation, 2 * n + equations->state_count, count);
  Matrix turned = matrix_mul(tangent->R, tangent->Nq);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < q_count; j++) {
      matrix_set(T, i, j, matrix_get(tangent->Nq, i, j));
      matrix_set(T, n + i, j, matrix_get(turned, i, j));
    }
    for (int j = 0; j < v_count; j++)
      matrix_set(T, n + i, q_count + j, matrix_get(tangent->N, i, j));
  }
  for (int i = 0; i < equations->state_count; i++)
    matrix_set(T, 2 * n + i, q_count + v_count + i, expr_integer(equations->pool, 1));
  return T;
}

static const Pivot *all_pivots(const Derivation *derivation, const Quantity *whole, int *count)
{
  const Partition *partition = derivation->partition;
  int active = derivation->active->count;
  *count = active + whole->pivot_count;
  Pivot *pivots = ARENA_ARRAY(derivation->equations->arena, Pivot, *count);
  if (active > 0) memcpy(pivots, partition->pivots, sizeof(Pivot) * (size_t)active);
  if (whole->pivot_count > 0)
    memcpy(pivots + active, whole->pivots, sizeof(Pivot) * (size_t)whole->pivot_count);
  return pivots;
}

static Quantity describe(const Derivation *derivation, const char *key, const Quantity *whole,
                         const int places[], int count, bool is_state)
{
  Arena *arena = derivation->equations->arena;
  const char **labels = ARENA_ARRAY(arena, const char *, count);
  for (int i = 0; i < count; i++)
    labels[i] = whole->row_labels[places[i]];
  Quantity quantity = { .key = key,
                        .rows = count,
                        .columns = is_state ? count : whole->columns,
                        .row_labels = labels,
                        .column_labels = is_state ? labels : whole->column_labels };
  quantity.pivots = all_pivots(derivation, whole, &quantity.pivot_count);
  return quantity;
}

bool derive_independent_linearised(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  bool is_state = strcmp(key, "lin:A_in") == 0;
  Tangent tangent;
  if (!find_tangent(derivation, &tangent, why)) return false;
  Matrix whole = derivation_matrix(derivation, is_state ? "lin:A" : "lin:B", why);
  if (!whole.at) return false;
  int count = 0;
  const int *places = places_of(equations, &tangent, &count);
  Matrix rows = matrix_rows(whole, places, count);
  if (is_state) rows = matrix_mul(rows, tangent_matrix(derivation, &tangent, count));
  const Quantity *source = equations_find(equations, is_state ? "lin:A" : "lin:B");
  const Expr **out =
      equations_add(equations, describe(derivation, key, source, places, count, is_state));
  matrix_put(rows, out);
  entries_shorten_on_loops(derivation, out, rows.rows * rows.columns);
  return true;
}
