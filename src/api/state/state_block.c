// state_block.c -- states as a structure of arrays for the batched evaluator.
// SPDX-License-Identifier: MIT
#include "api/state/state_block.h"

StateBlock state_block_new(const Program *program, Arena *arena)
{
  StateBlock block = {
    .program = program,
    .failed = ARENA_ARRAY(arena, int, STATE_BLOCK),
    .out = ARENA_ARRAY(arena, double *, program->output_count),
    .scratch = arena_alloc(arena, program_batch_scratch(program)),
  };
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    int count = state_value_count(program->equations, source);
    block.values[source] = ARENA_ARRAY(arena, double, count *STATE_BLOCK);
  }
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    block.out[k] = ARENA_ARRAY(arena, double, quantity->rows * quantity->columns * STATE_BLOCK);
  }
  return block;
}

void state_block_set(const StateBlock *block, int s, StateValues *state)
{
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    const double *values = state_values(state, source);
    int count = state_value_count(block->program->equations, source);
    for (int i = 0; i < count; i++)
      block->values[source][i * STATE_BLOCK + s] = values[i];
  }
}

void state_block_state(const StateBlock *block, int s, StateValues *state)
{
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    double *values = state_values(state, source);
    int count = state_value_count(block->program->equations, source);
    for (int i = 0; i < count; i++)
      values[i] = block->values[source][i * STATE_BLOCK + s];
  }
}

void state_block_evaluate(const StateBlock *block, const double parameters[], int count)
{
  ProgramBatch batch = { .count = count,
                         .stride = STATE_BLOCK,
                         .parameters = parameters,
                         .q = block->values[SOURCE_Q],
                         .qd = block->values[SOURCE_QD],
                         .qdd = block->values[SOURCE_QDD],
                         .inputs = block->values[SOURCE_INPUTS],
                         .torques = block->values[SOURCE_TORQUES],
                         .states = block->values[SOURCE_STATES],
                         .discretes = block->values[SOURCE_DISCRETES],
                         .time = block->values[SOURCE_TIME],
                         .failed = block->failed };
  program_evaluate_batch(block->program, &batch, block->scratch, 1, block->out);
}

void state_block_get(const StateBlock *block, int s, double *const out[])
{
  for (int k = 0; k < block->program->output_count; k++) {
    const Quantity *quantity = block->program->outputs[k].quantity;
    for (int i = 0; i < quantity->rows * quantity->columns; i++)
      out[k][i] = block->out[k][i * STATE_BLOCK + s];
  }
}
