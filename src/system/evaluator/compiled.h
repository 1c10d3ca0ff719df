// compiled.h -- quantities evaluated by compiled C, bitwise equal to the interpreter and several
// times faster.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_EVALUATOR_COMPILED_H
#define BIELLE_SYSTEM_EVALUATOR_COMPILED_H

#include "program/program.h"

typedef struct Compiled Compiled;

// Compiles these quantities of the equations. NULL with a sentence in `why`, as
// shared_object_load().
Compiled *compiled_new(const Equations *equations, const char *const keys[], int count, Text *why);
// As program_evaluate().
int compiled_evaluate(Compiled *compiled, const ProgramState *state, double *const out[]);
void compiled_free(Compiled *compiled);  // NULL is allowed

#endif
