// identification_impl.h -- for the files of identification only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_IDENTIFICATION_IDENTIFICATION_IMPL_H
#define BIELLE_STUDY_IDENTIFICATION_IDENTIFICATION_IMPL_H

#include "study/identification/identification.h"
#include "system/evaluator/evaluator.h"

// The regressor at a state, with the friction that is asked for.
typedef struct RegressorEvaluator {
  Evaluator evaluator;
  const Quantity *Yb;
  const double *values;         // of Yb
  const double *rest;           // of Y0
  const double *N;              // n x independent; NULL: there are no constraints
  const Quantity *independent;  // N itself
  int n;
  int count;      // of parameters,
  int of_base;    // those of the description first
  int *friction;  // by coordinate: where its columns FV, FS begin; -1: there are none
} RegressorEvaluator;

// False with a sentence in `why`. Close it in any case.
bool regressor_evaluator_init(System *system, bool has_friction, Arena *arena,
                              RegressorEvaluator *out, Text *why);
// n rows of `count` entries, and what tau holds besides.
void regressor_evaluator_evaluate(const RegressorEvaluator *evaluator, const ProgramState *state,
                                  double rows[], double rest[]);

// Positions, speeds and accelerations become the nearest with which the constraints hold; with copies
// in the arena. False with a sentence in `why`.
bool identification_close(System *system, const ProgramState *start, Arena *arena,
                          IdentificationData *measured, Text *why);

// Columns become of length 1; `lengths` are what they were, 1 for columns of zeros.
void columns_scale(int rows, int columns, double a[], double lengths[]);

// Fills `links`.
void consistent_links_find(System *system, const ProgramState *start, Identification *out);
// Fills `values`; the first `of_base` parameters are those of the description.
void identified_values_find(System *system, const ProgramState *start, int of_base,
                            Identification *out);

#endif
