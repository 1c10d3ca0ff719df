// signature.h -- the arguments of the function of a quantity.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_ROUTINE_SIGNATURE_H
#define BIELLE_CODEGEN_ROUTINE_SIGNATURE_H

#include "codegen/routine/routine.h"

// One bit for each source of values, in the order of the arguments.
enum {
  TAKES_Q = 1 << SOURCE_Q,
  TAKES_QD = 1 << SOURCE_QD,
  TAKES_QDD = 1 << SOURCE_QDD,
  TAKES_TORQUES = 1 << SOURCE_TORQUES,
  TAKES_INPUTS = 1 << SOURCE_INPUTS,
  TAKES_STATES = 1 << SOURCE_STATES,
  TAKES_DISCRETES = 1 << SOURCE_DISCRETES,
  TAKES_TIME = 1 << SOURCE_TIME
};

typedef struct Signature {
  unsigned takes;
  bool is_array;  // the result is written to an array; otherwise it is returned
  bool can_fail;  // returns 0, or the number of the failed check: then there is no result
} Signature;

// Returns the signature of the function of one output of the program, determined by quantities.def
// and by the inputs that the output uses. A function that takes velocities also takes positions,
// and so on.
Signature signature_of(const Program *program, int output);

#endif
