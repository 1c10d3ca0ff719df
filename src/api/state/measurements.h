// measurements.h -- measured data from CSV. For the files of api/ only.
//
// The first line that is not empty has names, followed by units in brackets after a blank: "t
// [s],q1 [deg], tau[q1] [N.m]"; a name without a unit is in SI. Columns with other names are
// ignored. Lines that begin with # are comments; cells are separated by commas or semicolons.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_MEASUREMENTS_H
#define BIELLE_API_STATE_MEASUREMENTS_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"
#include "program/program.h"

// The column of each value of a source, or -1.
typedef struct MeasuredColumns {
  int *of[SOURCE_COUNT];  // by variable; time has one; NULL: this source is not requested
} MeasuredColumns;

typedef struct Measurements {
  Span heading;
  MeasuredColumns columns;
  int width;
  int count;
  double *rows;  // count x width, in SI; the caller frees it
  int ignored;   // number of columns with other names
} Measurements;

// Reads the data. Returns false with diagnostics at their line and column.
bool measurements_read(const Equations *equations, const Source *source, Arena *arena,
                       Diagnostics *diagnostics, Measurements *out);

#endif
