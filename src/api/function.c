// function.c -- quantities compiled for evaluation in a loop.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "base/memory.h"

#include <stdlib.h>

BielleStatus bielle_function_new(const BielleModel *model, const char *key,
                                 BielleDiagnostics *diagnostics, BielleFunction **out)
{
  *out = NULL;
  if (!has_quantities(model, &key, 1, diagnostics)) return BIELLE_BAD_INPUT;
  Text why = { 0 };
  Program *program = program_new(model->equations, &key, 1, &why);
  if (!program) diagnose(diagnostics, NULL, "%s", text_string(&why));
  text_free(&why);
  if (!program) return BIELLE_INTERNAL;
  *out = memory_new(1, sizeof **out);
  (*out)->program = program;
  return BIELLE_OK;
}

void bielle_function_free(BielleFunction *function)
{
  if (!function) return;
  program_free(function->program);
  free(function);
}

size_t bielle_function_scratch(const BielleFunction *function)
{
  return (size_t)program_register_count(function->program);
}

int bielle_function_evaluate(const BielleFunction *function, const BielleState *state,
                             double scratch[], double out[])
{
  ProgramState numbers = { .parameters = state->params,
                           .q = state->q,
                           .qd = state->qd,
                           .qdd = state->qdd,
                           .inputs = state->inputs,
                           .torques = state->tau,
                           .states = state->states,
                           .discretes = state->discretes,
                           .time = state->t };
  return program_evaluate(function->program, &numbers, scratch, &out);
}
