// state_block.h -- some hundred states side by side, as the batched evaluator takes them. For the files
// of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_STATE_BLOCK_H
#define BIELLE_API_STATE_STATE_BLOCK_H

#include "api/state/state_json.h"

enum { STATE_BLOCK = 256 };

// Variable i of a source at state s is values[source][i * STATE_BLOCK + s]; entries of results lie as
// far apart.
typedef struct StateBlock {
  const Program *program;
  double *values[SOURCE_COUNT];  // NULL: of parameters, which are common, and what is no value
  int *failed;                   // by state, as program_evaluate() gives it
  double **out;                  // by output
  void *scratch;
} StateBlock;

StateBlock state_block_new(const Program *program, Arena *arena);
// State s goes in, all but its parameters; or comes out.
void state_block_set(const StateBlock *block, int s, StateValues *state);
void state_block_state(const StateBlock *block, int s, StateValues *state);
// Evaluates the first `count` states, on the thread that calls.
void state_block_evaluate(const StateBlock *block, const double parameters[], int count);
// The results of state s, output by output.
void state_block_get(const StateBlock *block, int s, double *const out[]);

#endif
