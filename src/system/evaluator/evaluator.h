// evaluator.h -- a program of some quantities, with where their values go.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_EVALUATOR_EVALUATOR_H
#define BIELLE_SYSTEM_EVALUATOR_EVALUATOR_H

#include "formulation/constraints/constraints.h"
#include "program/program.h"
#include "system/evaluator/compiled.h"

// Are programs compiled? `auto`: those that are evaluated so often that it pays, if it can be.
typedef enum CompileMode { COMPILING_NEVER, COMPILING_AUTO, COMPILING_ALWAYS } CompileMode;

// How it is evaluated; changes while it is.
typedef struct EvaluatorBackend {
  CompileMode compiling;
  Compiled *compiled;  // NULL: by the evaluator
  long evaluations;
} EvaluatorBackend;

typedef struct Evaluator {
  const Equations *equations;  // borrowed
  Arena *arena;                // holds all but the program
  Program *program;
  double *registers;
  double **out;
  const char **keys;
  int count;
  EvaluatorBackend *pace;
  double **rates;  // like out: along a direction; NULL: nobody asks for that
  double *tangents;
} Evaluator;

// For at most `most` quantities.
Evaluator evaluator_new(const Equations *equations, Arena *arena, int most);
// One quantity of expressions of the mechanism, whose values go to *values.
Evaluator evaluator_of_expressions(Derivation *derivation, Arena *arena,
                                   const Expr *const expressions[], int count, double **values);
// One more quantity; `values` NULL: room is made. Returns where the values go.
double *evaluator_add(Evaluator *evaluator, const char *key, double values[]);
// A quantity of the constraints on positions and, below it, one of those on speeds, `width` numbers
// for each row: as many rows as there are constraints.
double *evaluator_add_rows(Evaluator *evaluator, const ConstraintList *rows, const char *holonomic,
                           const char *nonholonomic, int width);
// False with a sentence in `why`; also where it must be compiled and cannot.
bool evaluator_compile(Evaluator *evaluator, Text *why);
// As program_evaluate().
int evaluator_evaluate(const Evaluator *evaluator, const ProgramState *state);
void evaluator_free(Evaluator *evaluator);

// Makes room for how the values change along directions; behind evaluator_compile(). evaluator_derivative() is where
// that of `values` then goes.
void evaluator_differentiate(Evaluator *evaluator);
double *evaluator_derivative(const Evaluator *evaluator, const double values[]);
// The state, then along as many directions as one likes.
void evaluator_linearise_at(const Evaluator *evaluator, const ProgramState *state);
void evaluator_directional(const Evaluator *evaluator, const ProgramState *direction);

#endif
