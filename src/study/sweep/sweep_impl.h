// sweep_impl.h -- what the files of a sweep share.
//
// The unknowns of the curve are the coordinates that are neither held nor driven, then the input,
// each divided by its scale: angles count as they are, lengths by the size of the mechanism.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SWEEP_SWEEP_IMPL_H
#define BIELLE_STUDY_SWEEP_SWEEP_IMPL_H

#include "numeric/solve/curve.h"
#include "system/constraints/constraint_system.h"
#include "study/sweep/sweep.h"

// Phi and its derivatives as functions of the curve's unknowns, which point into it.
typedef struct SweepConstraints {
  ConstraintSystem constraints;
  ConstraintUnknowns unknowns;  // the free coordinates, then the input
  int free_count;
  int input;
} SweepConstraints;

static inline double sweep_input_scale(const SweepConstraints *closure)
{
  return closure->constraints.step[closure->unknowns.places[closure->free_count]];
}
static inline double sweep_input_of(const SweepConstraints *closure, const double x[])
{
  return x[closure->free_count] * sweep_input_scale(closure);
}

// Rates and what depends on them (sweep_rows.c).
typedef struct SweepRows SweepRows;
// Names and counts the columns of `sweep`. NULL with a sentence after a bug of ours.
SweepRows *sweep_rows_new(Sweep *sweep, Text *why);
void sweep_rows_free(SweepRows *rows);  // NULL is allowed
// One row at the configuration that the closure has. False if rates have no value there.
bool sweep_rows_fill(SweepRows *rows, const SweepConstraints *closure, double row[]);

// Columns behind those that there are, `values` row by row; names are the sweep's (sweep.c).
void sweep_append(Sweep *sweep, const RowColumn columns[], int count, const double values[]);

// Finds a closed configuration near that of the closure where the input can move and nothing else
// is free, and leaves it in the closure (sweep_start.c). With `is_in_range` only values of the
// range are tried.
SweepStatus sweep_find_start(const Sweep *sweep, SweepConstraints *closure, bool is_in_range,
                             Text *why);

// Follows the curve from the configuration of the closure both ways; fills rows, places and
// extremes (sweep_trace.c).
void sweep_trace(Sweep *sweep, SweepConstraints *closure, SweepRows *rows);

#endif
