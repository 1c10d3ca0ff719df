// constraint_method_partition.c -- coordinate partitioning: dependent and independent coordinates.
//
//   J qdd = gamma  solved for the dependent ones:  qdd = N qdd_in + a,   J N = 0,   J a = gamma
//   M_in = N^T M N,   h_in = N^T (h + M a),   G_in = N^T G,   tau_in = N^T (tau + Qe + Qu)
//   M_in qdd_in + h_in + G_in = tau_in
//
// J is reduced by Gauss-Jordan elimination. The pivot positions are fixed beforehand: given by the
// caller, if numbers are known (study/partition.h), otherwise among the columns selected by exact
// ranks (dependents.h), constant entries first, then the last coordinates first. The multipliers
// follow from the equations of the dependent coordinates, J_d^T lambda = (Q - M qdd)_d. M itself
// may be singular.
//
// Reference: Wehage and Haug 1982 (generalised coordinate partitioning); Haug 1989.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/dependents.h"
#include "formulation/formulation.h"
#include "formulation/derived/forward.h"
#include "formulation/recipes.h"
#include "formulation/constraints/constraint_method.h"
#include "notation/forms/reduce_by_relations.h"
#include "symbolic/algebra.h"

#include <string.h>

// Systems up to this size are solved without names, so that N is readable.
enum { READABLE = 3 };

// ---- pivot positions

static bool is_wanted(const Derivation *derivation, int coordinate)
{
  const bool *independent = derivation->options ? derivation->options->independent : NULL;
  return independent && independent[coordinate];
}

// Selects a pivot in the column of a dependent coordinate: constants before functions, later
// coordinates before earlier ones.
static bool choose_place(const Derivation *derivation, Matrix tableau, const bool is_dependent[],
                         const bool is_used[], int *row, int *column)
{
  bool is_found = false;
  for (int j = derivation->equations->coordinate_count - 1; j >= 0; j--) {
    bool may_depend = is_dependent[j] && !is_wanted(derivation, j);
    for (int i = 0; i < tableau.rows && may_depend; i++) {
      const Expr *here = matrix_get(tableau, i, j);
      if (is_used[i] || is_zero(here)) continue;
      bool is_constant = here->form->stage < STAGE_POSITION;
      if (is_found &&
          !(is_constant && matrix_get(tableau, *row, *column)->form->stage >= STAGE_POSITION))
        continue;
      *row = i;
      *column = j;
      is_found = true;
    }
  }
  return is_found;
}

// ---- reduction

static const Expr *name_long(const void *context, const char *letter, int row, int column,
                             const Expr *value)
{
  const Derivation *derivation = context;
  bool is_factor =
      column < derivation->equations->coordinate_count;  // the last column is the right-hand side
  const EntryWords words = { .before = is_factor ? "factor in '" : "right side of '",
                             .rows = derivation->active->labels,
                             .between = is_factor ? "', solved, of " : "', solved",
                             .columns =
                                 is_factor ? coordinate_names(derivation->equations) : NULL };
  return name_entry(derivation, letter, row, column, &words, value);
}

static const Expr *shorten(const void *context, const char *letter, int row, int column,
                           const Expr *value)
{
  (void)context, (void)letter, (void)row, (void)column;
  entries_shorten(&value, 1);
  return value;
}

IntermediateNaming partition_naming(const Derivation *derivation, int rows)
{
  bool is_named = rows > READABLE && derivation->writing != WRITTEN_OUT;
  return (IntermediateNaming){ is_named ? name_long : shorten, derivation };
}

// |row|^2 for each row of J.
static const Expr **squared_rows(const ActiveConstraints *active)
{
  Matrix J = active->J;
  const Expr **squared = ARENA_ARRAY(J.arena, const Expr *, J.rows);
  for (int i = 0; i < J.rows; i++) {
    Matrix row = matrix_of(J.arena, J.pool, J.columns, 1, matrix_row(J, i));
    squared[i] = matrix_mul_transposed(row, row).at[0];
  }
  return squared;
}

// Validity check of a pivot p, positive while |p| exceeds 2^-31 of the norm of the rows of the same
// loop or wheel: p^2 - 2^-62 |rows|^2.
static Pivot pivot_of(const Derivation *derivation, const ActiveConstraints *active,
                      const Expr *const squared[], int row, int column, const Expr *pivot)
{
  int n = derivation->equations->coordinate_count;
  const Expr *tiny = expr_rational(derivation->equations->pool, 1, 1L << 62);
  const Expr *least = product(tiny, sum_beside(derivation, active, row, squared));
  return (Pivot){ .value = difference(square(pivot), least),
                  .coordinate = n + active->places[row],
                  .constraint = active->labels[row],
                  .dependent = derivation->equations->coordinates[column].name };
}

static void explain_no_partition(const Derivation *derivation, Text *why)
{
  const Equations *equations = derivation->equations;
  text_put(why, "the coordinates chosen as independent do not determine the others:");
  for (int j = 0; j < equations->coordinate_count; j++) {
    if (is_wanted(derivation, j)) text_format(why, " %s", equations->coordinates[j].name);
  }
  text_put(
      why,
      "; choose as many as the mechanism has degrees of freedom, and such that holding them holds "
      "everything (bielle analyze mobility lists them)");
}

// Returns true if a large system, solved without names on trial, has entries that are too long.
static bool is_too_long(const Derivation *derivation, Matrix tableau)
{
  enum { LONGEST = 1000 };
  bool is_wanted = derivation->options && derivation->options->is_explicit;
  if (tableau.rows <= READABLE || derivation->writing != WRITTEN_OUT || is_wanted) return false;
  for (int e = 0; e < tableau.rows * tableau.columns; e++) {
    if (tableau.at[e]->form->cost > LONGEST) return true;
  }
  return false;
}

// Transforms [J gamma] to [I -N a], with the unit matrix in the columns of the dependent
// coordinates.
static bool eliminate(const Derivation *derivation, const ActiveConstraints *active, Matrix tableau,
                      Partition *partition, Text *why)
{
  const Expr *const *squared = squared_rows(active);
  IntermediateNaming naming = partition_naming(derivation, active->count);
  const FormulateOptions *options = derivation->options;
  bool *is_used = ARENA_ARRAY(derivation->equations->arena, bool, active->count);
  bool *is_dependent = ARENA_ARRAY(derivation->equations->arena, bool, tableau.columns);
  find_dependents(derivation, active, is_dependent);
  for (int k = 0; k < active->count; k++) {
    int row = 0, column = 0;
    if (options && options->places) {
      row = options->places[k].constraint;
      column = options->places[k].coordinate;
    }
    const Expr *given = options && options->places ? matrix_get(tableau, row, column) : NULL;
    bool is_given = given && !is_zero(given);
    if (!is_given && !choose_place(derivation, tableau, is_dependent, is_used, &row, &column)) {
      explain_no_partition(derivation, why);
      return false;
    }
    is_used[row] = true;
    partition->constraint[k] = row;
    partition->dependent[k] = column;
    const Expr *pivot = matrix_get(tableau, row, column);
    partition->pivots[partition->pivot_count++] =
        pivot_of(derivation, active, squared, row, column, pivot);
    matrix_eliminate(tableau, row, column, naming);
    if (is_too_long(derivation, tableau)) {
      text_put(why, "what is solved without names becomes too long");
      return false;
    }
  }
  return true;
}

static void find_independent(const Derivation *derivation, const ActiveConstraints *active,
                             Partition *partition)
{
  for (int j = 0; j < derivation->equations->coordinate_count; j++) {
    bool is_dependent = false;
    for (int k = 0; k < active->count; k++)
      is_dependent = is_dependent || partition->dependent[k] == j;
    if (!is_dependent) partition->independent[partition->free_count++] = j;
  }
}

static void read_solution(const Derivation *derivation, Matrix tableau, int count,
                          Partition *partition)
{
  int n = derivation->equations->coordinate_count;
  partition->N = derivation_zeros(derivation, n, partition->free_count);
  partition->a = derivation_zeros(derivation, n, 1);
  for (int j = 0; j < partition->free_count; j++)
    matrix_set(partition->N, partition->independent[j], j,
               expr_integer(derivation->equations->pool, 1));
  for (int k = 0; k < count; k++) {
    int row = partition->constraint[k], i = partition->dependent[k];
    matrix_set(partition->a, i, 0, matrix_get(tableau, row, n));
    for (int j = 0; j < partition->free_count; j++) {
      const Expr *moved = matrix_get(tableau, row, partition->independent[j]);
      matrix_set(partition->N, i, j, negative(moved));
    }
  }
}

// For each omitted row r, adds a check that r N = 0, relative to the size of its terms: it is still
// implied by the active constraints.
static void examine_left_out(const Derivation *derivation, const ActiveConstraints *active,
                             Partition *partition)
{
  for (int i = 0; i < active->left_out_count && partition->free_count > 0; i++) {
    Matrix row = matrix_rows(active->left_out_J, &i, 1);
    Matrix along = matrix_transpose(matrix_mul(row, partition->N));
    const Expr *whole = expr_integer(derivation->equations->pool, 0);
    for (int e = 0; e < partition->N.rows * partition->free_count; e++) {
      const Expr *entry = matrix_get(row, 0, e / partition->free_count);
      whole = sum(whole, square(product(entry, partition->N.at[e])));
    }
    partition->pivots[partition->pivot_count++] =
        left_out_pivot(derivation, active, i, matrix_mul_transposed(along, along).at[0], whole);
  }
}

const Partition *derivation_partition(Derivation *derivation, Text *why)
{
  if (derivation->partition) return derivation->partition;
  Arena *arena = derivation->equations->arena;
  int n = derivation->equations->coordinate_count;
  const ActiveConstraints *active = derivation_active_constraints(derivation, why);
  if (!active) return NULL;
  int m = active->count;
  choose_partition_writing(derivation, "N");
  Partition *partition = ARENA_NEW(arena, Partition);
  *partition = (Partition){ .independent = ARENA_ARRAY(arena, int, n),
                            .dependent = ARENA_ARRAY(arena, int, m),
                            .constraint = ARENA_ARRAY(arena, int, m),
                            .pivots = ARENA_ARRAY(arena, Pivot, m + active->left_out_count) };
  Matrix tableau = matrix_beside(active->J, active->gamma);
  if (!eliminate(derivation, active, tableau, partition, why)) return NULL;
  find_independent(derivation, active, partition);
  read_solution(derivation, tableau, m, partition);
  examine_left_out(derivation, active, partition);
  partition->is_readable = m <= READABLE || derivation->writing == WRITTEN_OUT;
  if (partition->is_readable) {
    entries_shorten_on_loops(derivation, partition->N.at, n * partition->free_count);
  }
  derivation->partition = partition;
  return partition;
}

Matrix partition_bias(Derivation *derivation)
{
  const Partition *partition = derivation->partition;
  Matrix a = matrix_copy(partition->a);
  if (partition->is_readable) entries_shorten_on_loops(derivation, a.at, a.rows);
  return a;
}

void choose_partition_writing(Derivation *derivation, const char *key)
{
  Text why = { 0 };
  const ActiveConstraints *active = derivation_active_constraints(derivation, &why);
  if (active && active->count > READABLE) choose_writing(derivation, key);
  text_free(&why);
}

// ---- display

void entries_shorten_on_loops(Derivation *derivation, const Expr *entries[], int count)
{
  static const char NOTE[] = "shortened by Phi = 0, which closed loops satisfy";
  const ConstraintList *list = derivation->constraints;
  if (!derivation->for_display || !entries || !list || list->holonomic_count == 0) return;
  Arena *scratch = arena_new();
  const Expr **zeros = ARENA_ARRAY(scratch, const Expr *, list->holonomic_count);
  for (int i = 0; i < list->holonomic_count; i++)
    zeros[i] = list->equations[i].residual;
  const Relations *relations = relations_new(zeros, list->holonomic_count, scratch);
  bool is_changed = false;
  for (int i = 0; i < count; i++) {
    const Expr *shorter = expr_shorten_modulo(entries[i], relations);
    is_changed = is_changed || shorter != entries[i];
    entries[i] = shorter;
  }
  const char *note = derivation->equations->note;
  if (is_changed && !(note && strstr(note, NOTE))) equations_add_note(derivation->equations, NOTE);
  arena_free(scratch);
}

// ---- the motion

// Solves J_d^T lambda = missing with the transposed pivot positions of the partition.
static Matrix find_multipliers(const Derivation *derivation, const ActiveConstraints *active,
                               const Partition *partition, Matrix missing)
{
  int m = active->count;
  Matrix held = matrix_rows(active->J, partition->constraint, m);
  Matrix Jd = matrix_columns(held, partition->dependent, m);
  Matrix right = matrix_rows(missing, partition->dependent, m);
  Matrix tableau = matrix_beside(matrix_transpose(Jd), right);
  for (int k = 0; k < m; k++)
    matrix_eliminate(tableau, k, k, partition_naming(derivation, m));
  Matrix lambda = derivation_zeros(derivation, m, 1);
  for (int k = 0; k < m; k++)
    matrix_set(lambda, partition->constraint[k], 0, matrix_get(tableau, k, m));
  return lambda;
}

static void add_pivots(const Partition *partition, Matrix M_in, const SymmetricFactors *factors,
                       ConstrainedMotion *motion)
{
  for (int k = 0; k < partition->pivot_count; k++)
    motion->pivots[motion->pivot_count++] = partition->pivots[k];
  for (int k = factors->n - 1; k >= 0; k--) {
    Pivot pivot = { .value = pivot_margin(M_in, factors, k),
                    .coordinate = partition->independent[k] };
    motion->pivots[motion->pivot_count++] = pivot;
  }
}

bool motion_by_partition(Derivation *derivation, const ActiveConstraints *active,
                         ConstrainedMotion *motion, Text *why)
{
  const Partition *partition = derivation_partition(derivation, why);
  Matrix M_in = partition ? derivation_matrix(derivation, "M_in", why) : (Matrix){ 0 };
  if (!M_in.at) return false;
  SymmetricFactors factors;
  IntermediateNaming naming =
      derivation_names(derivation, "i", partition->free_count, SYSTEM_OF_INERTIA,
                       independent_names(derivation, partition), NULL);
  int singular = factors_of(M_in, NULL, naming, &factors);
  if (singular >= 0) {
    explain_no_inertia(derivation, partition->independent[singular], false, why);
    return false;
  }
  const Expr *const *forces = forward_right_hand_side(derivation, why);
  if (!forces) return false;
  Matrix Q = derivation_column(derivation, forces, derivation->equations->coordinate_count);
  Matrix M = derivation_require_matrix(derivation, "M"), N = partition->N,
         a = partition_bias(derivation);
  Matrix qdd_in = matrix_mul_transposed(N, matrix_sub(Q, matrix_mul(M, a)));
  factors_solve(&factors, qdd_in);
  const EntryWords words = { .before = "acceleration of ",
                             .rows = coordinate_names(derivation->equations) };
  for (int j = 0; j < partition->free_count; j++)
    qdd_in.at[j] = name_entry(derivation, "a", partition->independent[j], -1, &words, qdd_in.at[j]);
  motion->qdd = matrix_add(matrix_mul(N, qdd_in), a);
  Matrix missing = matrix_sub(Q, matrix_mul(M, motion->qdd));
  motion->lambda = find_multipliers(derivation, active, partition, missing);
  add_pivots(partition, M_in, &factors, motion);
  return true;
}
