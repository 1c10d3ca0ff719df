// partition.c -- where to divide: complete pivoting in doubles.
// SPDX-License-Identifier: MIT
#include "study/partition.h"

#include "numeric/echelon.h"

#include <math.h>
#include <string.h>

// A driven coordinate is made dependent only if its entry is this many times larger.
static const double DRIVEN_SHARE = 1e-3;
static const double SMALLEST = 1e-9;  // of a row's largest entry; less counts as zero

typedef struct Elimination {
  double *at;  // rows x columns
  int rows;
  int holonomic;  // of them, the first
  int columns;
  bool *is_used;   // by row
  double *weight;  // by column: 0 must stay independent
} Elimination;

// The rows that count at `q`, each scaled to largest entry 1.
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

static void weigh(const MobilityStudy *study, const bool independent[], double weight[])
{
  const Mechanism *mechanism = study->mechanism;
  for (int j = 0; j < study->coordinate_count; j++)
    weight[j] = independent && independent[j] ? 0 : 1;
  for (int k = 0; k < mechanism->force_count && !independent; k++) {
    const Force *force = &mechanism->forces[k];
    if (force->kind == FORCE_TORQUE) weight[force->coordinate] = DRIVEN_SHARE;
  }
}

// The largest entry that is left of so many rows, by weight; later coordinates first where they are
// equal.
static double find_largest(const Elimination *elimination, int rows, PartitionPlace *place)
{
  double largest = 0;
  for (int i = 0; i < rows; i++) {
    for (int j = elimination->columns - 1; j >= 0 && !elimination->is_used[i]; j--) {
      double here = fabs(elimination->at[i * elimination->columns + j]);
      if (here < SMALLEST || elimination->weight[j] * here <= largest * (1 + SMALLEST)) continue;
      largest = elimination->weight[j] * here;
      *place = (PartitionPlace){ i, j };
    }
  }
  return largest;
}

// One place after the other, at `q`; false if one cannot be found.
static bool choose_at(const MobilityStudy *study, const double q[], const bool independent[],
                      Arena *arena, PartitionPlace places[], Text *why)
{
  int n = study->coordinate_count, most = study->rows->count;
  Elimination elimination = { .at = ARENA_ARRAY(arena, double, most *n),
                              .columns = n,
                              .is_used = ARENA_ARRAY(arena, bool, most),
                              .weight = ARENA_ARRAY(arena, double, n) };
  if (!read_rows(study, q, &elimination, arena, why)) return false;
  weigh(study, independent, elimination.weight);
  // Constraints on positions first: what they alone determine is then known, too.
  for (int k = 0; k < elimination.rows; k++) {
    int rows = k < elimination.holonomic ? elimination.holonomic : elimination.rows;
    if (find_largest(&elimination, rows, &places[k]) == 0) return false;
    elimination.is_used[places[k].bond] = true;
    echelon_clear_column(elimination.rows, n, elimination.at, places[k].bond, places[k].coordinate);
  }
  return true;
}

const PartitionPlace *partition_choose(const MobilityStudy *study, const bool independent[],
                                       Arena *arena, Text *why)
{
  PartitionPlace *places = ARENA_ARRAY(arena, PartitionPlace, study->rows->count);
  if (choose_at(study, study->start_q, independent, arena, places, why)) return places;
  if (choose_at(study, study->q, independent, arena, places, why)) return places;
  text_format(
      why,
      "the mechanism has %d freedom%s: the coordinates chosen as independent hold more than "
      "that, or do not determine the others in any position",
      study->mobility, study->mobility == 1 ? "" : "s");
  return NULL;
}
