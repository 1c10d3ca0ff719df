// identification_impl.h -- declarations shared by the files of identification; not for other code.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_IDENTIFICATION_IDENTIFICATION_IMPL_H
#define BIELLE_STUDY_IDENTIFICATION_IDENTIFICATION_IMPL_H

#include "study/identification/identification.h"
#include "system/evaluator/evaluator.h"

// The regressor at a state, including the requested friction.
typedef struct RegressorEvaluator {
  Evaluator evaluator;
  const Quantity *Yb;
  const double *values;         // of Yb
  const double *rest;           // of Y0
  const double *N;              // n x independent; NULL: there are no constraints
  const Quantity *independent;  // the quantity N
  int n;
  int count;      // number of parameters
  int of_base;    // number of parameters of the description, which come first
  int *friction;  // by coordinate: index of its columns FV, FS; -1: none
} RegressorEvaluator;

// Returns false with a message in `why`. The evaluator must be freed in any case.
bool regressor_evaluator_init(System *system, bool has_friction, Arena *arena,
                              RegressorEvaluator *out, Text *why);
// Computes n rows with `count` entries, and the part of tau that does not depend on the parameters.
void regressor_evaluator_evaluate(const RegressorEvaluator *evaluator, const ProgramState *state,
                                  double rows[], double rest[]);

// Replaces positions, speeds and accelerations by the nearest ones that satisfy the constraints, as
// copies in the arena. Returns false with a message in `why`.
bool identification_close(System *system, const ProgramState *start, Arena *arena,
                          IdentificationData *measured, Text *why);

// Scales columns to length 1; `lengths` receives their former lengths, 1 for zero columns.
void columns_scale(int rows, int columns, double a[], double lengths[]);

// Fills `links`.
void consistent_links_find(System *system, const ProgramState *start, Identification *out);
// Fills `values`; the first `of_base` parameters are those of the description.
void identified_values_find(System *system, const ProgramState *start, int of_base,
                            Identification *out);

#endif
