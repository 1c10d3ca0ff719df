// partition.c -- selection of dependent coordinates and pivots, by numerical elimination.
//
// Selects dependent coordinates in order of dependency rank (formulation/constraints/dependents.h)
// while the remaining pivot is at least a given fraction of its row's largest entry; driven
// coordinates only as a last resort. Pivot positions then follow from complete pivoting among the
// dependent columns.
// SPDX-License-Identifier: MIT
#include "system/mobility/partition.h"

#include "formulation/constraints/dependents.h"

#include <math.h>
#include <string.h>

static const double SMALLEST = 1e-9;  // of a row's largest entry; smaller values count as zero

typedef struct Elimination {
  double *at;  // rows x columns
  int rows;
  int holonomic;  // the first of these rows
  int columns;
  bool *is_used;       // by row
  bool *is_dependent;  // by column
  double *largest;     // by row: its largest entry of a dependent coordinate
  int *largest_at;     // by row: that coordinate
} Elimination;

// Reads the rows that are not redundant at `q`, each scaled to largest entry 1.
static bool read_rows(const MobilityStudy *study, const double q[], Elimination *elimination,
                      Arena *arena, Text *why)
{
  const char *keys[2];
  int count = 0, n = study->coordinate_count;
  if (equations_find(study->equations, "Phi_q")) keys[count++] = "Phi_q";
  if (equations_find(study->equations, "H")) keys[count++] = "H";
  Program *program = program_new(study->equations, keys, count, why);
  if (!program) return false;
  ProgramState state = {
    .parameters = study->parameters, .q = q, .inputs = study->inputs, .time = study->time
  };
  double *J = ARENA_ARRAY(arena, double, study->rows->count *n);
  double *registers = ARENA_ARRAY(arena, double, program_register_count(program));
  double *out[2] = { J, J + study->rows->holonomic_count * n };
  if (count == 1 && strcmp(keys[0], "H") == 0) out[0] = J;
  program_evaluate(program, &state, registers, out);
  program_free(program);
  for (int i = 0; i < study->rows->count; i++) {
    if (study->is_redundant[i]) continue;
    double largest = 0;
    for (int j = 0; j < n; j++)
      largest = fmax(largest, fabs(J[i * n + j]));
    for (int j = 0; j < n; j++)
      elimination->at[elimination->rows * n + j] = largest > 0 ? J[i * n + j] / largest : 0;
    elimination->holonomic += i < study->rows->holonomic_count;
    elimination->rows++;
  }
  return true;
}

// Largest entry of a row among the dependent coordinates; of equal entries the one of the later
// coordinate.
static void find_largest_of(Elimination *elimination, int row)
{
  const double *own = elimination->at + row * elimination->columns;
  elimination->largest[row] = 0;
  for (int j = elimination->columns - 1; j >= 0; j--) {
    double here = fabs(own[j]);
    if (!elimination->is_dependent[j] || here < SMALLEST) continue;
    if (here <= elimination->largest[row] * (1 + SMALLEST)) continue;
    elimination->largest[row] = here;
    elimination->largest_at[row] = j;
  }
}

// Largest entry of a dependent coordinate in the unused rows among the first `rows`.
static double find_largest(const Elimination *elimination, int rows, PartitionPlace *place)
{
  double largest = 0;
  for (int i = 0; i < rows; i++) {
    if (elimination->is_used[i] || elimination->largest[i] <= largest * (1 + SMALLEST)) continue;
    largest = elimination->largest[i];
    *place = (PartitionPlace){ i, elimination->largest_at[i] };
  }
  return largest;
}

// Unused row, among the first `rows`, with the largest entry in this column; -1: none.
static int largest_row(const Elimination *elimination, int rows, int column)
{
  int row = -1;
  double largest = 0;
  for (int i = 0; i < rows; i++) {
    double here = fabs(elimination->at[i * elimination->columns + column]);
    if (elimination->is_used[i] || here <= largest) continue;
    largest = here;
    row = i;
  }
  return row;
}

// Eliminates `column` from all unused rows, with `row` as pivot row; rows without the entry are
// skipped.
static void clear(Elimination *elimination, int row, int column)
{
  int n = elimination->columns;
  double *own = elimination->at + row * n, pivot = own[column];
  elimination->is_used[row] = true;
  for (int j = 0; j < n; j++)
    own[j] /= pivot;
  for (int i = 0; i < elimination->rows; i++) {
    double *other = elimination->at + i * n, factor = other[column];
    if (elimination->is_used[i] || factor == 0) continue;
    for (int j = 0; j < n; j++)
      other[j] -= factor * own[j];
    other[column] = 0;
    find_largest_of(elimination, i);
  }
}

// Marks as dependent each coordinate of rank <= `most` whose pivot in the first `rows` rows is at
// least `least`. Returns the number marked.
static int give_up(Elimination *elimination, int rows, const int order[],
                   const DependencyRank reluctance[], DependencyRank most, double least)
{
  int count = 0, n = elimination->columns;
  for (int k = 0; k < n && reluctance[order[k]] <= most; k++) {
    int j = order[k], row = elimination->is_dependent[j] ? -1 : largest_row(elimination, rows, j);
    if (row < 0 || fabs(elimination->at[row * n + j]) < least) continue;
    elimination->is_dependent[j] = true;
    clear(elimination, row, j);
    count++;
  }
  return count;
}

// [Phi_q; H] without the redundant rows.
static DependencyRows tied_rows(const MobilityStudy *study, Arena *arena)
{
  Pool *pool = study->equations->pool;
  int n = study->coordinate_count, count = 0;
  int *places = ARENA_ARRAY(arena, int, study->rows->count);
  for (int i = 0; i < study->rows->count; i++) {
    if (!study->is_redundant[i]) places[count++] = i;
  }
  static const char *const KEYS[] = { "Phi_q", "H" };
  Matrix J = matrix_zero(arena, pool, 0, n);
  for (int k = 0; k < 2; k++) {
    const Quantity *part = equations_find(study->equations, KEYS[k]);
    if (part) J = matrix_above(J, matrix_of(arena, pool, part->rows, n, part->entries));
  }
  return (DependencyRows){ study->rows, places, matrix_rows(J, places, count) };
}

// Marks as many dependent coordinates as there are rows, those determined by position constraints
// first. Returns false if that is not possible.
static bool choose_dependents(const MobilityStudy *study, const bool independent[],
                              Elimination *elimination, Arena *arena)
{
  static const struct {
    DependencyRank most;
    double least;  // of the row's largest entry
  } PASSES[] = { { RELUCTANCE_DRIVEN - 1, 0.1 },
                 { RELUCTANCE_DRIVEN - 1, 1e-3 },
                 { RELUCTANCE_DRIVEN, 1e-3 },
                 { RELUCTANCE_DRIVEN, 1e-9 } };
  int n = study->coordinate_count, count = 0;
  DependencyRows rows = tied_rows(study, arena);
  int *order = ARENA_ARRAY(arena, int, n);
  DependencyRank *reluctance = ARENA_ARRAY(arena, DependencyRank, n);
  order_by_dependency_rank(study->mechanism, &rows, independent, order);
  for (int j = 0; j < n; j++)
    reluctance[j] = dependency_rank_of(study->mechanism, &rows, independent, j);
  const int phases[] = { elimination->holonomic, elimination->rows };
  enum { PASS_COUNT = sizeof PASSES / sizeof PASSES[0] };
  for (int k = 0; k < 2 * PASS_COUNT; k++)
    count += give_up(elimination, phases[k / PASS_COUNT], order, reluctance,
                     PASSES[k % PASS_COUNT].most, PASSES[k % PASS_COUNT].least);
  return count == elimination->rows;
}

// Selects the pivots one after the other at `q`. Returns false if one cannot be found.
static bool choose_at(const MobilityStudy *study, const double q[], const bool independent[],
                      Arena *arena, PartitionPlace places[], Text *why)
{
  int n = study->coordinate_count, most = study->rows->count;
  Elimination elimination = { .at = ARENA_ARRAY(arena, double, most *n),
                              .columns = n,
                              .is_used = ARENA_ARRAY(arena, bool, most),
                              .is_dependent = ARENA_ARRAY(arena, bool, n),
                              .largest = ARENA_ARRAY(arena, double, most),
                              .largest_at = ARENA_ARRAY(arena, int, most) };
  if (!read_rows(study, q, &elimination, arena, why)) return false;
  double *unreduced = ARENA_ARRAY(arena, double, most *n);
  memcpy(unreduced, elimination.at, sizeof(double) * (size_t)(elimination.rows * n));
  if (!choose_dependents(study, independent, &elimination, arena)) return false;
  elimination.at = unreduced;
  memset(elimination.is_used, 0, sizeof(bool) * (size_t)most);
  for (int i = 0; i < elimination.rows; i++)
    find_largest_of(&elimination, i);
  // Position constraints first, so that the coordinates they determine are known before the
  // velocity constraints are used.
  for (int k = 0; k < elimination.rows; k++) {
    int rows = k < elimination.holonomic ? elimination.holonomic : elimination.rows;
    if (find_largest(&elimination, rows, &places[k]) == 0) return false;
    clear(&elimination, places[k].constraint, places[k].coordinate);
  }
  return true;
}

const PartitionPlace *partition_choose(const MobilityStudy *study, const bool independent[],
                                       Arena *arena, Text *why)
{
  PartitionPlace *places = ARENA_ARRAY(arena, PartitionPlace, study->rows->count);
  if (choose_at(study, study->start_q, independent, arena, places, why)) return places;
  if (choose_at(study, study->q, independent, arena, places, why)) return places;
  text_format(why,
              "the mechanism has %d degree%s of freedom: the coordinates chosen as independent "
              "hold more than "
              "that, or do not determine the others in any position",
              study->mobility, study->mobility == 1 ? "" : "s");
  return NULL;
}
