// evaluation.h -- quantities at one state, and whether their numbers mean anything. For the files of
// api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MODEL_EVALUATION_H
#define BIELLE_API_MODEL_EVALUATION_H

#include "api/state/state_block.h"
#include "base/messages/diagnostics.h"

// What is evaluated where nothing is asked for: those of the usual quantities without constraints
// that the model has. Without small terms there are no energies, and C is left out where it is
// long. free() it.
const char **default_keys(const Equations *equations, int *count);

// What one evaluation needs; `out[k]` is output k of the program.
typedef struct Evaluation {
  const Program *program;
  double *registers;
  double *shaken;  // registers twice again, to see what rounding leaves of them
  double **out;
  bool divides;       // some output has pivots
  bool has_divisors;  // program_has_divisors()
} Evaluation;
Evaluation evaluation_new(const Program *program, Arena *arena);

// Where errors of states go; NULL: nothing is said. The number of the state in its list counts from
// 1; 0 for a lone one.
typedef struct Report {
  const Source *source;  // NULL: the states are not written anywhere
  Diagnostics *diagnostics;
  long number;
} Report;

typedef enum EvaluationStatus {
  VERDICT_GOOD,
  VERDICT_FEW_DIGITS,  // a warning
  VERDICT_NO_VALUE,    // an error
} EvaluationStatus;

// Fills in `out`.
EvaluationStatus evaluation_at(const Evaluation *evaluation, const ProgramState *state,
                               const Report *report);
// The same from state s of a block that was evaluated; `state` has its numbers.
EvaluationStatus evaluation_of_block(const Evaluation *evaluation, const StateBlock *block, int s,
                                     const ProgramState *state, const Report *report);

// False, with an error, if a result is divided by what is zero but for rounding: for numbers that
// are reported one by one, as rows of numbers are not (program.h says what it costs).
bool evaluation_check_divisors(const Evaluation *evaluation, const ProgramState *state,
                               const Report *report);

#endif
