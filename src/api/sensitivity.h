// sensitivity.h -- how the rows of a simulation change with values of its start. For the files of api/
// only.
//
// By differences of whole motions: each value is changed to both sides, by h and by 2 h, and
//
//   dy/dp = (8 (y(h) - y(-h)) - (y(2 h) - y(-2 h))) / (12 h),   off by about h^4
//
// with a tolerance so small that what integration leaves is nothing beside it. So loops that are
// closed first, events, samples and impacts take part, whatever they depend on.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_SENSITIVITY_H
#define BIELLE_API_SENSITIVITY_H

#include "api/study_call.h"
#include "study/simulation.h"

// A motion as it is asked for.
typedef struct SimulateRun {
  StateValues start;
  SimulationOptions options;
  ProgramState state;
} SimulateRun;
// False: it is told why not (simulate.c).
bool simulate_prepare(StudyCall *call, const BielleSimulateOptions *asked, SimulateRun *run);

enum { SENSITIVITY_RUNS = 4 };  // for each value

typedef struct SensitivityRows {
  double *rows;  // owned
  int count;
} SensitivityRows;

typedef struct Sensitivity {
  RowExtension extension;
  int value_count;
  int width;               // of a row, time first
  const double *steps;     // h, by value
  SensitivityRows *found;  // by value and run
  double *largest;         // by derivative: the largest so far,
  double *differing;       // and the largest difference from the formula of second order
} Sensitivity;             // starts as { 0 }

// The other motions; `run` is the one that rows are made of. Not BIELLE_OK: it is told why.
BielleStatus sensitivity_find(Sensitivity *sensitivity, StudyCall *call,
                              const BielleMechanism *mechanism, const BielleSimulateOptions *asked,
                              SimulateRun *run);
// How sure they are.
void sensitivity_words(const Sensitivity *sensitivity, Text *out);
void sensitivity_free(Sensitivity *sensitivity);

#endif
