// evaluator.h -- a program of some quantities, with the arrays that receive their values.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_EVALUATOR_EVALUATOR_H
#define BIELLE_SYSTEM_EVALUATOR_EVALUATOR_H

#include "formulation/constraints/constraints.h"
#include "program/program.h"
#include "system/evaluator/compiled.h"

// When programs are compiled; `auto`: after so many evaluations that it pays, if possible.
typedef enum CompileMode { COMPILING_NEVER, COMPILING_AUTO, COMPILING_ALWAYS } CompileMode;

// Present mode of evaluation; updated by evaluator_evaluate().
typedef struct EvaluatorBackend {
  CompileMode compiling;
  Compiled *compiled;  // NULL: interpreted
  long evaluations;
} EvaluatorBackend;

typedef struct Evaluator {
  const Equations *equations;  // borrowed
  Arena *arena;                // owns everything except the program
  Program *program;
  double *registers;
  double **out;
  const char **keys;
  int count;
  EvaluatorBackend *pace;
  double **rates;  // directional derivatives, like out; NULL: not requested
  double *tangents;
} Evaluator;

// An empty evaluator for at most `most` quantities.
Evaluator evaluator_new(const Equations *equations, Arena *arena, int most);
// An evaluator of one quantity, the expressions of the mechanism; their values go to *values.
Evaluator evaluator_of_expressions(Derivation *derivation, Arena *arena,
                                   const Expr *const expressions[], int count, double **values);
// Adds a quantity. If `values` is NULL, memory is allocated. Returns the array that receives the
// values.
double *evaluator_add(Evaluator *evaluator, const char *key, double values[]);
// Adds a quantity of the position constraints and, below it, one of the velocity constraints, with
// `width` numbers for each constraint.
double *evaluator_add_rows(Evaluator *evaluator, const ConstraintList *rows, const char *holonomic,
                           const char *nonholonomic, int width);
// Compiles the program. Returns false with a sentence in `why`, also if compiled C is required and
// not possible.
bool evaluator_compile(Evaluator *evaluator, Text *why);
// As program_evaluate().
int evaluator_evaluate(const Evaluator *evaluator, const ProgramState *state);
void evaluator_free(Evaluator *evaluator);

// Allocates memory for directional derivatives; call it after evaluator_compile().
// evaluator_derivative() returns the array with the derivatives of `values`.
void evaluator_differentiate(Evaluator *evaluator);
double *evaluator_derivative(const Evaluator *evaluator, const double values[]);
// Linearises at the state; then evaluates the derivatives along any number of directions.
void evaluator_linearise_at(const Evaluator *evaluator, const ProgramState *state);
void evaluator_directional(const Evaluator *evaluator, const ProgramState *direction);

#endif
