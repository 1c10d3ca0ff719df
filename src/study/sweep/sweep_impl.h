// sweep_impl.h -- declarations shared by the files of a sweep.
//
// The unknowns of the curve are the coordinates that are neither held nor driven, then the input,
// each divided by its scale: 1 for angles, the size of the mechanism for lengths.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SWEEP_SWEEP_IMPL_H
#define BIELLE_STUDY_SWEEP_SWEEP_IMPL_H

#include "numeric/solve/curve.h"
#include "system/constraints/constraint_system.h"
#include "study/sweep/sweep.h"

// Phi and its derivatives as functions of the unknowns of the curve, which refer to this structure.
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

// Computes rates and the quantities that depend on them (sweep_rows.c).
typedef struct SweepRows SweepRows;
// Names and counts the columns of `sweep`. Returns NULL with a message after an internal error.
SweepRows *sweep_rows_new(Sweep *sweep, Text *why);
void sweep_rows_free(SweepRows *rows);  // NULL is allowed
// Computes one row at the present configuration of `closure`. Returns false if the rates are not
// determined.
bool sweep_rows_fill(SweepRows *rows, const SweepConstraints *closure, double row[]);

// Appends columns to the existing ones; `values` is stored row by row, and the names are owned by
// the sweep (sweep.c).
void sweep_append(Sweep *sweep, const RowColumn columns[], int count, const double values[]);

// Finds a closed configuration near that of `closure` in which the input can move and no other
// degree of freedom is left, and stores it in `closure` (sweep_start.c). With `is_in_range` only
// values of the range are tried.
SweepStatus sweep_find_start(const Sweep *sweep, SweepConstraints *closure, bool is_in_range,
                             Text *why);

// Follows the curve from the configuration of `closure` in both directions; fills rows, places and
// extremes (sweep_trace.c).
void sweep_trace(Sweep *sweep, SweepConstraints *closure, SweepRows *rows);

#endif
