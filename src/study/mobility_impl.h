// mobility_impl.h -- what the files of the mobility study share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MOBILITY_IMPL_H
#define BIELLE_STUDY_MOBILITY_IMPL_H

#include "study/mobility.h"

// ---- mobility_jacobian.c

// Phi and J = [Phi_q; H] as functions of q. Lengths are measured by the size of the mechanism and
// rows by their usual length, so that neither units nor ways of writing decide what counts as zero.
typedef struct Closing {
  Program *program;  // owned
  ProgramState state;
  Arena *arena;
  int n;
  int rows;
  int holonomic;  // rows, the first ones
  int geometric;  // of these, the first ones: without the motions that drive coordinates
  double *registers;
  double *phi;
  double *J;          // rows x n, as it is
  double *scaled;     // the same in units of row_scale and step
  double *selected;   // some rows of `scaled`
  double *row_scale;  // usual length of each row
  double *step;       // by coordinate: 1 rad, or a length of the mechanism's size
} Closing;

typedef enum RowSelection {
  ROWS_GEOMETRY,   // what ties positions, without motions
  ROWS_MECHANISM,  // and speeds
  ROWS_ALL,
} RowSelection;

// Fills *closing at the study's values. False with a sentence in `why` after a bug of ours.
bool closing_new(Closing *closing, const MobilityStudy *study, Text *why);
void closing_free(Closing *closing);
// Phi, J and scaled at q. False if not all of them are numbers.
bool closing_at(Closing *closing, const double q[]);
// The rank of rows of what closing_at() left in `scaled`. `values` (may be NULL, room for n)
// receives the singular values, with zeros behind the last; `directions` (may be NULL) as
// numeric_rank() has it, in units of `step`.
NumericRank closing_rank(Closing *closing, RowSelection selection, double values[],
                         double directions[]);
// Moves q to a configuration nearby that closes, motions left aside. False if there is none.
bool closing_project(Closing *closing, double q[]);

// ---- mobility_values.c

// The values of the description; parameters without one get trial values of number `trial`.
void values_of_description(MobilityStudy *study, int trial, double q[]);
// Has every parameter that the constraints depend on a value in the description?
bool values_are_complete(const MobilityStudy *study);
// Is this one that has none?
bool values_lack(const MobilityStudy *study, int parameter);

// ---- mobility_motion.c

// Finds study->q and the ranks from study->start_q. False if J has no value there.
bool motion_study(MobilityStudy *study, Closing *closing);

// ---- mobility_rows.c

// Marks the redundant rows at study->q.
void rows_study(MobilityStudy *study, Closing *closing);

#endif
