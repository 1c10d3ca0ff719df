// program_impl.h -- how a program is made: lower, improve, schedule. For program/ and its tests.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_PROGRAM_IMPL_H
#define BIELLE_PROGRAM_PROGRAM_IMPL_H

#include "program/program.h"
#include "program/passes/signed.h"

// One pass over a finished list; returns a new finished list of the same roots. It is kept if that
// lowers the cost.
typedef Steps (*ProgramPass)(const Steps *steps);

typedef struct ProgramPasses {
  const ProgramPass *list;
  int count;
  int rounds;     // the whole list is repeated at most so often, until the cost stays
  bool is_joint;  // all quantities together, not each by itself
} ProgramPasses;

ProgramPasses program_default_passes(void);

// A program made with these passes, not checked. NULL with a sentence in `why` if a key or a symbol
// is unknown.
Program *program_lower_with(const Equations *equations, const char *const keys[], int key_count,
                            ProgramPasses passes, Text *why);

// Expressions to a finished list, as written.
Steps program_lower(Pool *literals, const Expr *const roots[], int count);
// Fills the program's steps, constants and inputs with these steps in their final order;
// registers[i] is what becomes of step i. False with a sentence in `why` if a symbol is no variable
// of the equations.
bool program_schedule(Program *program, const Steps *steps, int registers[], Text *why);
// Operations are sorted by stage: the first register of those that depend on more than literals and
// parameters.
int program_first_state_step(const Program *program);

Steps pass_reciprocals(const Steps *old);
Steps pass_products(const Steps *old);
Steps pass_sums(const Steps *old);
Steps pass_factors(const Steps *old);
Steps pass_negations(const Steps *old);
Steps pass_fusion(const Steps *old);
Steps pass_angle_sums(const Steps *old);

#endif
