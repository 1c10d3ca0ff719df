// constraint_method.c -- active constraints, the regularised mass matrix, and the choice of the
// method.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/norms.h"

#include "formulation/derived/forward.h"
#include "formulation/formulation.h"
#include "symbolic/algebra.h"

// ---- helpers

const Expr *name_entry(const Derivation *derivation, const char *letters, int i, int j,
                       const EntryWords *words, const Expr *value)
{
  enum { SHORT = 12 };
  Arena *arena = derivation->equations->arena;
  if (value->form->cost <= SHORT || derivation->writing == WRITTEN_OUT) return value;
  const char *name = j < 0 ? arena_format(arena, "%s%d", letters, i + 1)
                           : arena_format(arena, "%s%d_%d", letters, i + 1, j + 1);
  const char *meaning = NULL;
  if (words) {
    meaning = arena_format(arena, "%s%s%s%s", words->before, words->rows[i],
                           words->between ? words->between : "",
                           words->columns && j >= 0 ? words->columns[j] : "");
  }
  return derivation_name(derivation, name, 'F', meaning, value);
}

void name_entries(const Derivation *derivation, const char *letters, const EntryWords *words,
                  Matrix a)
{
  for (int i = 0; i < a.rows; i++) {
    for (int j = 0; j < a.columns; j++) {
      const Expr *entry = matrix_get(a, i, j);
      matrix_set(a, i, j,
                 name_entry(derivation, letters, i, a.columns == 1 ? -1 : j, words, entry));
    }
  }
}

const Expr *sum_beside(const Derivation *derivation, const ActiveConstraints *active, int row,
                       const Expr *const values[])
{
  const ConstraintEquation *equations = derivation->constraints->equations;
  const ConstraintEquation *own = &equations[active->places[row]];
  const Expr *total = values[row];
  for (int i = 0; i < active->count; i++) {
    const ConstraintEquation *other = &equations[active->places[i]];
    bool is_beside = other->origin == own->origin && other->index == own->index &&
                     other->is_turn == own->is_turn;
    if (i != row && is_beside) total = sum(total, values[i]);
  }
  return total;
}

// ---- active constraints

// Stacks all constraints: coefficients of qdd and right-hand sides, those on positions first.
static bool stack_rows(Derivation *derivation, const ConstraintList *list, Matrix *J, Matrix *gamma,
                       Text *why)
{
  static const char *const KEYS[][2] = { { "Phi_q", "gamma" }, { "H", "gamma_nh" } };
  int counts[] = { list->holonomic_count, list->count - list->holonomic_count };
  *J = derivation_zeros(derivation, 0, derivation->equations->coordinate_count);
  *gamma = derivation_zeros(derivation, 0, 1);
  for (int k = 0; k < 2; k++) {
    if (counts[k] == 0) continue;
    Matrix coefficients = derivation_matrix(derivation, KEYS[k][0], why);
    if (!coefficients.at) return false;
    Matrix right = derivation_matrix(derivation, KEYS[k][1], why);
    if (!right.at) return false;
    *J = matrix_above(*J, coefficients);
    *gamma = matrix_above(*gamma, right);
  }
  return true;
}

// Selects the rows that are not omitted and do not depend, in every configuration, on the rows
// before them. Returns their number.
static int choose_rows(const Derivation *derivation, Matrix J, int places[])
{
  const bool *omitted = derivation->options ? derivation->options->omitted : NULL;
  int *kept = ARENA_ARRAY(derivation->equations->arena, int, J.rows), count = 0;
  for (int i = 0; i < J.rows; i++) {
    if (!omitted || !omitted[i]) kept[count++] = i;
  }
  int chosen = matrix_independent_rows(matrix_rows(J, kept, count), places);
  for (int i = 0; i < chosen; i++)
    places[i] = kept[places[i]];
  return chosen;
}

// Finds the omitted rows that are not always implied by the active ones.
static void find_left_out(const Derivation *derivation, Matrix J, ActiveConstraints *active)
{
  Arena *arena = derivation->equations->arena;
  const bool *omitted = derivation->options ? derivation->options->omitted : NULL;
  int *rows = ARENA_ARRAY(arena, int, J.rows), *found = ARENA_ARRAY(arena, int, J.rows);
  active->left_out = ARENA_ARRAY(arena, int, J.rows);
  int count = active->count;
  for (int i = 0; i < count; i++)
    rows[i] = active->places[i];
  for (int i = 0; omitted && i < J.rows; i++) {
    if (omitted[i]) rows[count++] = i;
  }
  int independent = matrix_independent_rows(matrix_rows(J, rows, count), found);
  for (int i = active->count; i < independent; i++)
    active->left_out[active->left_out_count++] = rows[found[i]];
  active->left_out_J = matrix_rows(J, active->left_out, active->left_out_count);
}

static void note_rows_left_out(Derivation *derivation, const ConstraintList *list,
                               const ActiveConstraints *active)
{
  Equations *equations = derivation->equations;
  for (int i = 0, next = 0; i < list->count; i++) {
    if (next < active->count && active->places[next] == i) {
      next++;
      continue;
    }
    equations_add_note(equations,
                       arena_format(equations->arena,
                                    "redundant constraint left out: '%s' says nothing that the "
                                    "others do not; its reaction, and theirs, are not unique",
                                    list->equations[i].label));
  }
}

const ActiveConstraints *derivation_active_constraints(Derivation *derivation, Text *why)
{
  if (derivation->active) return derivation->active;
  Arena *arena = derivation->equations->arena;
  const ConstraintList *list = derivation_constraints(derivation, why);
  const char *structure = derivation->options ? derivation->options->structure : NULL;
  Matrix J, gamma;
  if (list && structure) {
    text_put(why, structure);
    return NULL;
  }
  if (!list || !stack_rows(derivation, list, &J, &gamma, why)) return NULL;
  ActiveConstraints *active = ARENA_NEW(arena, ActiveConstraints);
  active->places = ARENA_ARRAY(arena, int, list->count);
  active->count = choose_rows(derivation, J, active->places);
  active->J = matrix_rows(J, active->places, active->count);
  active->gamma = matrix_rows(gamma, active->places, active->count);
  find_left_out(derivation, J, active);
  active->labels = ARENA_ARRAY(arena, const char *, active->count);
  for (int i = 0; i < active->count; i++)
    active->labels[i] = list->equations[active->places[i]].label;
  note_rows_left_out(derivation, list, active);
  derivation->active = active;
  return active;
}

// ---- mass and forces

static void explain_no_motion(const char *name, Text *why)
{
  text_format(why,
              "forward dynamics is not possible: %s can move without moving any inertia, and no "
              "constraint determines it; give what it moves a mass or an inertia, or hold it still",
              name);
}

static const int *all_coordinates(const Equations *equations)
{
  int *all = ARENA_ARRAY(equations->arena, int, equations->coordinate_count);
  for (int i = 0; i < equations->coordinate_count; i++)
    all[i] = i;
  return all;
}

bool bound_mass(Derivation *derivation, Matrix M, const Norms *norms,
                const ActiveConstraints *active, RegularisedMass *mass, Text *why)
{
  const Equations *equations = derivation->equations;
  const char *const *names = norms ? norms->names : coordinate_names(equations);
  mass->coordinates = norms ? norms->coordinates : all_coordinates(equations);
  mass->J = active->J;
  mass->has_active_constraints = matrix_rank(M) < M.rows;
  if (mass->has_active_constraints) M = matrix_add(M, matrix_mul_transposed(active->J, active->J));
  mass->M = M;
  int *order = freedoms_by_tree(derivation, norms);
  SystemKind kind = mass->has_active_constraints ? SYSTEM_OTHER : SYSTEM_OF_INERTIA;
  IntermediateNaming naming = derivation_names(derivation, "", M.rows, kind, names, order);
  int singular = factors_of(M, order, naming, &mass->factors);
  if (singular >= 0) explain_no_motion(names[singular], why);
  return singular < 0;
}

Matrix bound_forces(const RegularisedMass *mass, Matrix Q, Matrix gamma)
{
  return mass->has_active_constraints ? matrix_add(Q, matrix_mul_transposed(mass->J, gamma)) : Q;
}

void motion_add_mass_pivots(ConstrainedMotion *motion, const RegularisedMass *mass)
{
  for (int k = mass->factors.n - 1; k >= 0; k--) {
    Pivot pivot = { .value = pivot_margin(mass->M, &mass->factors, k),
                    .coordinate = mass->coordinates[mass->factors.order[k]] };
    motion->pivots[motion->pivot_count++] = pivot;
  }
}

void motion_add_constraint_pivots(const Derivation *derivation, ConstrainedMotion *motion,
                                  const ActiveConstraints *active, const SymmetricFactors *factors,
                                  Matrix S)
{
  const Expr **diagonal = ARENA_ARRAY(derivation->equations->arena, const Expr *, S.rows);
  for (int i = 0; i < S.rows; i++)
    diagonal[i] = matrix_get(S, i, i);
  // relative pivot size below which only rounding remains
  const Expr *tiny = expr_rational(derivation->equations->pool, 1, 1L << 40);
  for (int k = factors->n - 1; k >= 0; k--) {
    int row = factors->order[k];
    const Expr *least = product(tiny, sum_beside(derivation, active, row, diagonal));
    Pivot pivot = { .value = difference(factors->pivot[k], least),
                    .coordinate = derivation->equations->coordinate_count + active->places[row],
                    .constraint = active->labels[row] };
    motion->pivots[motion->pivot_count++] = pivot;
  }
}

Pivot left_out_pivot(const Derivation *derivation, const ActiveConstraints *active, int row,
                     const Expr *rest, const Expr *whole)
{
  // 2^-20, a thousandth squared: states satisfy the constraints to this accuracy
  const Expr *share = expr_rational(derivation->equations->pool, 1, 1L << 20);
  int place = active->left_out[row];
  return (Pivot){ .value = difference(product(share, whole), rest),
                  .coordinate = derivation->equations->coordinate_count + place,
                  .constraint = derivation->constraints->equations[place].label,
                  .is_left_out = true };
}

// j M^-1 j^T minus its part along the active constraints, for each omitted row j.
void motion_add_left_out(const Derivation *derivation, ConstrainedMotion *motion,
                         const ActiveConstraints *active, const SymmetricFactors *mass,
                         const SymmetricFactors *factors)
{
  for (int i = 0; i < active->left_out_count; i++) {
    Matrix row = matrix_rows(active->left_out_J, &i, 1);
    Matrix x = matrix_transpose(row);
    factors_solve(mass, x);
    Matrix seen = matrix_mul(active->J, x), effort = matrix_copy(seen);
    factors_solve(factors, effort);
    const Expr *whole = matrix_mul(row, x).at[0];
    const Expr *rest = difference(whole, matrix_mul_transposed(seen, effort).at[0]);
    motion->pivots[motion->pivot_count++] = left_out_pivot(derivation, active, i, rest, whole);
  }
}

// ---- choice of the method

int most_pivots(const Derivation *derivation, const ActiveConstraints *active)
{
  return 2 * derivation->equations->coordinate_count + active->count + active->left_out_count;
}

typedef bool TreatmentFunction(Derivation *derivation, const ActiveConstraints *active,
                               ConstrainedMotion *motion, Text *why);

static TreatmentFunction *treatment_of(const Derivation *derivation)
{
  static TreatmentFunction *const TREATMENTS[] = {
    [TREATMENT_AUGMENTED] = motion_augmented,
    [TREATMENT_PARTITION] = motion_by_partition,
    [TREATMENT_PROJECTOR] = motion_by_projector,
  };
  return TREATMENTS[derivation->options ? derivation->options->treatment : TREATMENT_AUGMENTED];
}

void choose_writing(Derivation *derivation, const char *key)
{
  enum { MAX_COORDINATES = 6, LONGEST = 300 };
  if (!derivation->for_display || derivation->writing != WRITING_OPEN) return;
  bool is_small = derivation->equations->coordinate_count <= MAX_COORDINATES;
  bool is_short = is_small && is_short_written_out(derivation, key, LONGEST);
  derivation->writing = is_short ? WRITTEN_OUT : WRITTEN_WITH_NAMES;
}

const ConstrainedMotion *constrained_motion(Derivation *derivation, Text *why)
{
  if (derivation->motion) return derivation->motion;
  Arena *arena = derivation->equations->arena;
  const ActiveConstraints *active = derivation_active_constraints(derivation, why);
  if (!active || forward_reject_acceleration_drives(derivation, why)) return NULL;
  choose_writing(derivation, "qdd");
  ConstrainedMotion *motion = ARENA_NEW(arena, ConstrainedMotion);
  motion->pivots = ARENA_ARRAY(arena, Pivot, most_pivots(derivation, active));
  // all methods find the same accelerations; the partition has the shortest written form
  bool is_explicit = forward_is_explicit(derivation);
  TreatmentFunction *treatment = is_explicit ? motion_by_partition : treatment_of(derivation);
  if (!treatment(derivation, active, motion, why)) return NULL;
  derivation->motion = motion;
  return motion;
}
