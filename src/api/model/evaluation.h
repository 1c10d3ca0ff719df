// evaluation.h -- quantities at one state, and the accuracy of their values. For the files of api/
// only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MODEL_EVALUATION_H
#define BIELLE_API_MODEL_EVALUATION_H

#include "api/state/state_block.h"
#include "base/messages/diagnostics.h"

// Keys that are evaluated if none are requested: the default quantities without constraints that
// the model has. A model without small terms has no energies, and C is omitted if it is long. The
// caller frees the array.
const char **default_keys(const Equations *equations, int *count);

// Buffers of one evaluation; `out[k]` is output k of the program.
typedef struct Evaluation {
  const Program *program;
  double *registers;
  double *shaken;  // two more sets of registers, for perturbed runs that estimate rounding
  double **out;
  bool divides;       // some output has pivots
  bool has_divisors;  // program_has_divisors()
} Evaluation;
Evaluation evaluation_new(const Program *program, Arena *arena);

// Destination of errors about states; NULL: not reported. `number` is the index of the state in its
// list, from 1; 0 for a single state.
typedef struct Report {
  const Source *source;  // NULL: the states have no source text
  Diagnostics *diagnostics;
  long number;
} Report;

typedef enum EvaluationStatus {
  VERDICT_GOOD,
  VERDICT_FEW_DIGITS,  // warning
  VERDICT_NO_VALUE,    // error
} EvaluationStatus;

// Evaluates into `out`.
EvaluationStatus evaluation_at(const Evaluation *evaluation, const ProgramState *state,
                               const Report *report);
// The same for state s of a block that was evaluated; `state` has its values.
EvaluationStatus evaluation_of_block(const Evaluation *evaluation, const StateBlock *block, int s,
                                     const ProgramState *state, const Report *report);

// Returns false, with an error, if a result is divided by a number that is zero up to rounding.
// Used for results that are printed individually, not for rows of numbers (program.h states the
// cost).
bool evaluation_check_divisors(const Evaluation *evaluation, const ProgramState *state,
                               const Report *report);

#endif
