// program_impl.h -- how a program is made: lower, improve, schedule. For program/ and its tests.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_PROGRAM_IMPL_H
#define BIELLE_PROGRAM_PROGRAM_IMPL_H

#include "program/draft.h"
#include "program/program.h"

// One pass over a finished draft; returns a new finished draft of the same outputs.
typedef struct ProgramPass {
  const char *name;
  Draft *(*run)(const Draft *draft, void *context);
  void *context;
  bool only_if_cheaper;  // the result is dropped unless it lowers the cost
} ProgramPass;

typedef struct ProgramPasses {
  const ProgramPass *list;
  int count;
  int rounds;  // the whole list is repeated at most so often, until the cost stays
} ProgramPasses;

ProgramPasses program_default_passes(void);

// A program made with these passes, not checked. NULL with a sentence in `why` if a key or a symbol
// is unknown.
Program *program_lower_with(const Equations *equations, const char *const keys[], int key_count,
                            ProgramPasses passes, Text *why);

// Expressions to a finished draft, as written.
Draft *program_lower(Pool *pool, const Expr *const roots[], int count);
// Draft to program: order, register numbers, inputs. `program` has its equations and its outputs
// with room for their registers. False with a sentence in `why` if a symbol is no variable of the
// equations.
bool program_schedule(const Draft *draft, Program *program, Text *why);

// ---- passes (context unused)

Draft *pass_reciprocals(const Draft *draft, void *context);
Draft *pass_products(const Draft *draft, void *context);
Draft *pass_sums(const Draft *draft, void *context);
Draft *pass_factors(const Draft *draft, void *context);
Draft *pass_signs(const Draft *draft, void *context);

#endif
