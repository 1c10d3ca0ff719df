// function.c -- quantities compiled for repeated evaluation.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "base/memory/memory.h"

#include <limits.h>
#include <stdlib.h>

BielleStatus bielle_function_new(const BielleModel *model, const char *const keys[], int key_count,
                                 BielleDiagnostics *diagnostics, BielleFunction **out)
{
  *out = NULL;
  if (!has_quantities(model, keys, key_count, diagnostics)) return BIELLE_BAD_INPUT;
  const char **every = all_keys(model);
  Text why = { 0 };
  Program *program =
      key_count > 0 ? program_new(model->equations, keys, key_count, &why)
                    : program_new(model->equations, every, model->equations->quantity_count, &why);
  if (!program) diagnose(diagnostics, NULL, "%s", text_string(&why));
  text_free(&why);
  free(every);
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

int bielle_function_output_count(const BielleFunction *function)
{
  return function->program->output_count;
}

int bielle_function_output(const BielleFunction *function, int index, BielleQuantity *out)
{
  if (index < 0 || index >= function->program->output_count) return 0;
  *out = quantity_to_public(function->program->outputs[index].quantity);
  return 1;
}

// ---- one state

size_t bielle_function_scratch(const BielleFunction *function)
{
  return (size_t)program_register_count(function->program);
}

int bielle_function_evaluate(const BielleFunction *function, const BielleState *state,
                             double scratch[], double *const out[])
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
  return program_evaluate(function->program, &numbers, scratch, out);
}

char *bielle_function_explain(const BielleFunction *function, int failed)
{
  Text sentence = { 0 };
  const char *hint = failed != 0 ? program_explain(function->program, failed, &sentence) : NULL;
  if (hint) text_format(&sentence, "; %s", hint);
  return text_release(&sentence);
}

// ---- many states

size_t bielle_function_many_scratch(const BielleFunction *function)
{
  return program_batch_scratch(function->program);
}

void bielle_function_evaluate_many(const BielleFunction *function, const BielleStates *states,
                                   int threads, void *scratch, double *const out[])
{
  ProgramBatch batch = { .count = states->count,
                         .stride = states->stride,
                         .parameters = states->params,
                         .q = states->q,
                         .qd = states->qd,
                         .qdd = states->qdd,
                         .inputs = states->inputs,
                         .torques = states->tau,
                         .states = states->states,
                         .discretes = states->discretes,
                         .time = states->t,
                         .failed = states->failed };
  program_evaluate_batch(function->program, &batch, scratch, threads, out);
}
