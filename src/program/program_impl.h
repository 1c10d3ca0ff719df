// program_impl.h -- internal interface of program construction: lower, optimise, schedule; for
// program/ and its tests.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_PROGRAM_IMPL_H
#define BIELLE_PROGRAM_PROGRAM_IMPL_H

#include "program/program.h"
#include "program/passes/signed.h"

// An optimisation pass over a finished list. Returns a new finished list with the same roots, which
// is kept if it has a lower cost.
typedef Steps (*ProgramPass)(const Steps *steps);

typedef struct ProgramPasses {
  const ProgramPass *list;
  int count;
  int rounds;     // maximum repetitions of the list; it ends when the cost stays the same
  bool is_joint;  // all quantities together, not each separately
} ProgramPasses;

ProgramPasses program_default_passes(void);

// Builds a program with these passes without checking it. Returns NULL and explains in `why` if a
// key or a symbol is unknown.
Program *program_lower_with(const Equations *equations, const char *const keys[], int key_count,
                            ProgramPasses passes, Text *why);

// Converts expressions to a finished list of steps, as written.
Steps program_lower(Pool *literals, const Expr *const roots[], int count);
// Fills the program's steps, constants and inputs with these steps in their final order.
// registers[i] receives the register of step i. Returns false and explains in `why` if a symbol is
// not a variable of the equations.
bool program_schedule(Program *program, const Steps *steps, int registers[], Text *why);
// Returns the first register of the operations that depend on more than literals and parameters;
// operations are sorted by stage.
int program_first_state_step(const Program *program);

Steps pass_reciprocals(const Steps *old);
Steps pass_products(const Steps *old);
Steps pass_sums(const Steps *old);
Steps pass_factors(const Steps *old);
Steps pass_negations(const Steps *old);
Steps pass_fusion(const Steps *old);
Steps pass_angle_sums(const Steps *old);

#endif
