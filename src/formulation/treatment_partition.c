// treatment_partition.c -- fewer coordinates: some follow from the others.
//
//   J qdd = gamma  solved for the dependent ones:  qdd = N qdd_in + a,   J N = 0,   J a = gamma
//   M_in = N^T M N,   h_in = N^T (h + M a),   G_in = N^T G,   tau_in = N^T (tau + Qe + Qu)
//   M_in qdd_in + h_in + G_in = tau_in
//
// J is reduced by Gauss and Jordan. Where each step divides is settled beforehand: as the caller
// says, who has seen numbers (study/partition.h), otherwise where an entry is constant if there is
// such, the last coordinates first. The multipliers are what the dependent coordinates miss,
// J_d^T lambda = (Q - M qdd)_d. M itself may be singular.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"
#include "formulation/forward.h"
#include "formulation/recipes.h"
#include "formulation/treatment.h"
#include "symbolic/algebra.h"

#include <string.h>

// Systems up to this size are solved without names, so that N can be read.
enum { READABLE = 3 };

// ---- where to divide

static bool may_depend(const Scene *scene, int coordinate)
{
  const bool *independent = scene->options ? scene->options->independent : NULL;
  return !independent || !independent[coordinate];
}

// A matrix of `rows` x `columns`, its last columns right-hand sides, on the way to [I ...].
typedef struct Tableau {
  const Expr **at;
  int rows;
  int columns;
} Tableau;

static const Expr **entry(const Tableau *tableau, int row, int column)
{
  return &tableau->at[row * tableau->columns + column];
}

// The place to divide at: constants before functions, later coordinates before earlier ones.
static bool choose_place(const Scene *scene, const Tableau *tableau, const bool is_used[], int *row,
                         int *column)
{
  bool is_found = false;
  for (int j = scene->equations->coordinate_count - 1; j >= 0; j--) {
    for (int i = 0; i < tableau->rows && may_depend(scene, j); i++) {
      const Expr *here = *entry(tableau, i, j);
      if (is_used[i] || is_zero(here)) continue;
      bool is_constant = here->form->stage < STAGE_POSITION;
      if (is_found &&
          !(is_constant && (*entry(tableau, *row, *column))->form->stage >= STAGE_POSITION))
        continue;
      *row = i;
      *column = j;
      is_found = true;
    }
  }
  return is_found;
}

// ---- reduction

static void name_row(const Scene *scene, const Tableau *tableau, int row)
{
  for (int j = 0; j < tableau->columns; j++) {
    const Expr **here = entry(tableau, row, j);
    if (tableau->rows > READABLE) {
      *here = name_entry(scene, "R", row, j, *here);
    } else {
      entries_shorten(here, 1);
    }
  }
}

// Makes the pivot one, and the rest of its column zero.
static void reduce(const Scene *scene, const Tableau *tableau, int row, int column)
{
  const Expr *pivot = *entry(tableau, row, column);
  for (int j = 0; j < tableau->columns; j++)
    *entry(tableau, row, j) = quotient(*entry(tableau, row, j), pivot);
  name_row(scene, tableau, row);
  for (int i = 0; i < tableau->rows; i++) {
    const Expr *factor = *entry(tableau, i, column);
    if (i == row || is_zero(factor)) continue;
    for (int j = 0; j < tableau->columns; j++) {
      const Expr *taken = *entry(tableau, row, j);
      if (is_zero(taken)) continue;
      *entry(tableau, i, j) = difference(*entry(tableau, i, j), product(factor, taken));
    }
  }
}

// |row|^2 by row of J.
static const Expr **squared_rows(const Scene *scene, const Bonds *bonds)
{
  int n = scene->equations->coordinate_count;
  const Expr **squared = ARENA_ARRAY(scene->equations->arena, const Expr *, bonds->count);
  for (int i = 0; i < bonds->count; i++)
    squared[i] = dot_of(scene, bonds->J + i * n, 1, bonds->J + i * n, 1, n);
  return squared;
}

// Positive while the pivot is more than rounding of the rows beside it: p^2 - 2^-62 |rows|^2.
static Pivot pivot_of(const Scene *scene, const Bonds *bonds, int row, int column,
                      const Expr *pivot)
{
  int n = scene->equations->coordinate_count;
  const Expr *tiny = expr_rational(scene->equations->pool, 1, 1L << 62);
  const Expr *const *squared = squared_rows(scene, bonds);
  const Expr *least = product(tiny, sum_beside(scene, bonds, row, squared));
  return (Pivot){ .value = difference(square(pivot), least),
                  .coordinate = n + bonds->places[row],
                  .constraint = bonds->labels[row],
                  .dependent = scene->equations->coordinates[column].name };
}

static void explain_no_partition(const Scene *scene, Text *why)
{
  const Equations *equations = scene->equations;
  text_put(why, "the coordinates chosen as independent do not determine the others:");
  for (int j = 0; j < equations->coordinate_count; j++) {
    if (!may_depend(scene, j)) text_format(why, " %s", equations->coordinates[j].name);
  }
  text_put(why, "; choose as many as the mechanism has freedoms, and such that holding them holds "
                "everything (bielle analyze mobility lists them)");
}

// [J gamma] to [I -N a] in the columns of the dependent coordinates.
static bool eliminate(const Scene *scene, const Bonds *bonds, const Tableau *tableau,
                      Partition *partition, Text *why)
{
  const FormulateOptions *options = scene->options;
  bool *is_used = ARENA_ARRAY(scene->equations->arena, bool, bonds->count);
  for (int k = 0; k < bonds->count; k++) {
    int row = 0, column = 0;
    if (options && options->places) {
      row = options->places[k].bond;
      column = options->places[k].coordinate;
    }
    bool is_given = options && options->places && !is_zero(*entry(tableau, row, column));
    if (!is_given && !choose_place(scene, tableau, is_used, &row, &column)) {
      explain_no_partition(scene, why);
      return false;
    }
    is_used[row] = true;
    partition->bond[k] = row;
    partition->dependent[k] = column;
    partition->pivots[k] = pivot_of(scene, bonds, row, column, *entry(tableau, row, column));
    reduce(scene, tableau, row, column);
  }
  return true;
}

static void find_independent(const Scene *scene, const Bonds *bonds, Partition *partition)
{
  for (int j = 0; j < scene->equations->coordinate_count; j++) {
    bool is_dependent = false;
    for (int k = 0; k < bonds->count; k++)
      is_dependent = is_dependent || partition->dependent[k] == j;
    if (!is_dependent) partition->independent[partition->free_count++] = j;
  }
}

static void read_solution(const Scene *scene, const Tableau *tableau, int count,
                          Partition *partition)
{
  int n = scene->equations->coordinate_count, free_count = partition->free_count;
  partition->N = ARENA_ARRAY(scene->equations->arena, const Expr *, n *free_count);
  partition->a = ARENA_ARRAY(scene->equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++) {
    partition->a[i] = expr_integer(scene->equations->pool, 0);
    for (int j = 0; j < free_count; j++)
      partition->N[i * free_count + j] =
          expr_integer(scene->equations->pool, partition->independent[j] == i);
  }
  for (int k = 0; k < count; k++) {
    int row = partition->bond[k], i = partition->dependent[k];
    partition->a[i] = *entry(tableau, row, n);
    for (int j = 0; j < free_count; j++)
      partition->N[i * free_count + j] = negative(*entry(tableau, row, partition->independent[j]));
  }
}

const Partition *scene_partition(Scene *scene, Text *why)
{
  if (scene->partition) return scene->partition;
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count;
  const Bonds *bonds = scene_bonds(scene, why);
  if (!bonds) return NULL;
  int m = bonds->count;
  Partition *partition = ARENA_NEW(arena, Partition);
  *partition = (Partition){ .independent = ARENA_ARRAY(arena, int, n),
                            .dependent = ARENA_ARRAY(arena, int, m),
                            .bond = ARENA_ARRAY(arena, int, m),
                            .pivots = ARENA_ARRAY(arena, Pivot, m) };
  Tableau tableau = { ARENA_ARRAY(arena, const Expr *, m *(n + 1)), m, n + 1 };
  for (int i = 0; i < m; i++) {
    memcpy(entry(&tableau, i, 0), bonds->J + i * n, sizeof(Expr *) * (size_t)n);
    *entry(&tableau, i, n) = bonds->gamma[i];
  }
  if (!eliminate(scene, bonds, &tableau, partition, why)) return NULL;
  find_independent(scene, bonds, partition);
  read_solution(scene, &tableau, m, partition);
  scene->partition = partition;
  return partition;
}

// ---- the motion

// J_d^T lambda = missing, with the same divisions as before, transposed.
static void find_multipliers(const Scene *scene, const Bonds *bonds, const Partition *partition,
                             const Expr *const missing[], const Expr *lambda[])
{
  int n = scene->equations->coordinate_count, m = bonds->count;
  Tableau tableau = { ARENA_ARRAY(scene->equations->arena, const Expr *, m *(m + 1)), m, m + 1 };
  for (int k = 0; k < m; k++) {
    for (int c = 0; c < m; c++)
      *entry(&tableau, k, c) = bonds->J[partition->bond[c] * n + partition->dependent[k]];
    *entry(&tableau, k, m) = missing[partition->dependent[k]];
  }
  for (int k = 0; k < m; k++)
    reduce(scene, &tableau, k, k);
  for (int k = 0; k < m; k++)
    lambda[partition->bond[k]] = *entry(&tableau, k, m);
}

void partition_project(const Scene *scene, const Partition *partition, const Expr *const x[],
                       const Expr *out[])
{
  int n = scene->equations->coordinate_count;
  for (int j = 0; j < partition->free_count; j++)
    out[j] = dot_of(scene, partition->N + j, partition->free_count, x, 1, n);
}

void mass_times(const Scene *scene, const Expr *const M[], const Expr *const x[], const Expr *out[])
{
  int n = scene->equations->coordinate_count;
  for (int i = 0; i < n; i++)
    out[i] = dot_of(scene, M + i * n, 1, x, 1, n);
}

bool motion_by_partition(Scene *scene, const Bonds *bonds, ConstrainedMotion *motion, Text *why)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count;
  const Partition *partition = scene_partition(scene, why);
  const Expr *const *M = partition ? scene_quantity(scene, "M_in", why) : NULL;
  if (!M) return false;
  int free_count = partition->free_count;
  SymmetricFactors factors;
  int singular = factors_of(scene, M, free_count, NULL, "i", &factors);
  if (singular >= 0) {
    explain_no_inertia(scene, partition->independent[singular], false, why);
    return false;
  }
  const Expr *const *Q = forward_right_hand_side(scene, why);
  if (!Q) return false;
  const Expr *const *mass = scene_require(scene, "M");
  const Expr **missing = ARENA_ARRAY(arena, const Expr *, n);
  const Expr **free_motion = ARENA_ARRAY(arena, const Expr *, free_count);
  mass_times(scene, mass, partition->a, missing);
  for (int i = 0; i < n; i++)
    missing[i] = difference(Q[i], missing[i]);
  partition_project(scene, partition, missing, free_motion);
  factors_solve(&factors, free_motion, 1, free_motion);
  for (int j = 0; j < free_count; j++)
    free_motion[j] = name_entry(scene, "a", partition->independent[j], -1, free_motion[j]);
  for (int i = 0; i < n; i++) {
    const Expr *moved = dot_of(scene, partition->N + i * free_count, 1, free_motion, 1, free_count);
    motion->qdd[i] = sum(moved, partition->a[i]);
  }
  mass_times(scene, mass, motion->qdd, missing);
  for (int i = 0; i < n; i++)
    missing[i] = difference(Q[i], missing[i]);
  find_multipliers(scene, bonds, partition, missing, motion->lambda);
  for (int k = 0; k < bonds->count; k++)
    motion->pivots[motion->pivot_count++] = partition->pivots[k];
  for (int k = free_count - 1; k >= 0; k--) {
    Pivot pivot = { .value = factors.pivot[k], .coordinate = partition->independent[k] };
    motion->pivots[motion->pivot_count++] = pivot;
  }
  return true;
}
