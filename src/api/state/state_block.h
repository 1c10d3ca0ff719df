// state_block.h -- some hundred states as a structure of arrays, for the batched evaluator. For the
// files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_STATE_BLOCK_H
#define BIELLE_API_STATE_STATE_BLOCK_H

#include "api/state/state_json.h"

enum { STATE_BLOCK = 256 };

// Variable i of a source at state s is values[source][i * STATE_BLOCK + s]; entries of results have
// the same stride.
typedef struct StateBlock {
  const Program *program;
  double *values[SOURCE_COUNT];  // NULL for parameters, which are common to all states, and for
                                 // sources without values
  int *failed;                   // by state, as from program_evaluate()
  double **out;                  // by output
  void *scratch;
} StateBlock;

StateBlock state_block_new(const Program *program, Arena *arena);
// Copies all values of state s except parameters into the block, or out of it.
void state_block_set(const StateBlock *block, int s, StateValues *state);
void state_block_state(const StateBlock *block, int s, StateValues *state);
// Evaluates the first `count` states on the calling thread.
void state_block_evaluate(const StateBlock *block, const double parameters[], int count);
// Copies the results of state s, by output.
void state_block_get(const StateBlock *block, int s, double *const out[]);

#endif
