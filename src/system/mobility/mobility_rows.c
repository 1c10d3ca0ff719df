// mobility_rows.c -- constraints of J that are implied by others.
//
// Any row of a dependent set could be called redundant. Rows are added one by one if they are
// independent of those before: distances before orientations, so that forces at pins keep their
// meaning and of parallel bars the last one is redundant; then motions, and velocity constraints
// last. The largest tolerance that yields the correct number of rows is used, so that the
// independent rows are clearly independent.
// SPDX-License-Identifier: MIT
#include "system/mobility/mobility_impl.h"

#include <math.h>
#include <string.h>

enum { KINDS = 4 };

// Order in which rows are added.
static int kind_of(const ConstraintEquation *equation)
{
  if (!equation->is_holonomic) return 3;
  if (equation->origin == ORIGIN_MOTION) return 2;
  return equation->is_turn ? 1 : 0;
}

static double dot(const double a[], const double b[], int n)
{
  double sum = 0;
  for (int j = 0; j < n; j++)
    sum += a[j] * b[j];
  return sum;
}

typedef struct Basis {
  double *vectors;  // orthonormal, count x n
  double *rest;     // part of the tested row outside of the span
  int count;
  int n;
} Basis;

// Adds the row to the basis if its part outside of the span exceeds `tolerance`. Gram-Schmidt
// orthogonalisation, repeated once.
static bool take(Basis *basis, const double row[], double tolerance)
{
  int n = basis->n;
  memcpy(basis->rest, row, sizeof(double) * (size_t)n);
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < basis->count; k++) {
      double part = dot(basis->rest, basis->vectors + k * n, n);
      for (int j = 0; j < n; j++)
        basis->rest[j] -= part * basis->vectors[k * n + j];
    }
  }
  double length = sqrt(dot(basis->rest, basis->rest, n));
  if (length <= tolerance || basis->count == n) return false;
  for (int j = 0; j < n; j++)
    basis->vectors[basis->count * n + j] = basis->rest[j] / length;
  basis->count++;
  return true;
}

static int choose(MobilityStudy *study, const ConstraintSystem *constraints, Basis *basis,
                  double tolerance)
{
  basis->count = 0;
  for (int kind = 0; kind < KINDS; kind++) {
    for (int i = 0; i < constraints->rows; i++) {
      if (kind_of(&study->rows->equations[i]) != kind) continue;
      study->is_redundant[i] = !take(basis, constraints->scaled + i * constraints->n, tolerance);
    }
  }
  return basis->count;
}

NumericStatus rows_study(MobilityStudy *study, ConstraintSystem *constraints)
{
  NumericRank rank;
  if (!constraint_system_evaluate_at(constraints, study->q)) return NUMERIC_NOT_FINITE;
  NumericStatus status = constraint_system_rank(constraints, ROWS_ALL, NULL, NULL, &rank);
  // Without redundant rows there is no choice.
  if (status != NUMERIC_OK || rank.rank == constraints->rows) return status;
  ArenaMark mark = arena_mark(constraints->arena);
  Basis basis = { .n = constraints->n,
                  .vectors =
                      ARENA_ARRAY(constraints->arena, double, constraints->n * constraints->n),
                  .rest = ARENA_ARRAY(constraints->arena, double, constraints->n) };
  double tolerance = 0.1;
  while (choose(study, constraints, &basis, tolerance) < rank.rank && tolerance > 1e-12)
    tolerance /= 2;
  arena_rewind(constraints->arena, mark);
  return NUMERIC_OK;
}
