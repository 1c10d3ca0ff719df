// measurements.h -- rows that were measured, from CSV. For the files of api/ only.
//
// The first line that is not empty has names, with units in brackets behind a blank: "t [s],q1 [deg],
// tau[q1] [N.m]"; a name without a unit is in SI. Columns with other names are passed over. Lines that
// begin with # are comments; cells are separated by commas or semicolons.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_MEASUREMENTS_H
#define BIELLE_API_STATE_MEASUREMENTS_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"
#include "program/program.h"

// Where a value of a source is measured: a column, or -1.
typedef struct MeasuredColumns {
  int *of[SOURCE_COUNT];  // by variable; time has one; NULL: nobody asks for this source
} MeasuredColumns;

typedef struct Measurements {
  Span heading;
  MeasuredColumns columns;
  int width;
  int count;
  double *rows;  // count x width, in SI; free() it
  int ignored;   // columns of other names
} Measurements;

// False with diagnostics at their line and column.
bool measurements_read(const Equations *equations, const Source *source, Arena *arena,
                       Diagnostics *diagnostics, Measurements *out);

#endif
