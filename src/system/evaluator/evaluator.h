// evaluator.h -- a program of some quantities, with where their values go.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_EVALUATOR_EVALUATOR_H
#define BIELLE_SYSTEM_EVALUATOR_EVALUATOR_H

#include "formulation/constraints/constraints.h"
#include "program/program.h"
#include "system/evaluator/compiled.h"

// Are programs compiled? `auto`: those that are evaluated so often that it pays, if it can be.
typedef enum Compiling { COMPILING_NEVER, COMPILING_AUTO, COMPILING_ALWAYS } Compiling;

// How it is evaluated; changes while it is.
typedef struct BoardPace {
  Compiling compiling;
  Compiled *compiled;  // NULL: by the evaluator
  long evaluations;
} BoardPace;

typedef struct Board {
  const Equations *equations;  // borrowed
  Arena *arena;                // holds all but the program
  Program *program;
  double *registers;
  double **out;
  const char **keys;
  int count;
  BoardPace *pace;
  double **rates;  // like out: along a direction; NULL: nobody asks for that
  double *tangents;
} Board;

// For at most `most` quantities.
Board board_new(const Equations *equations, Arena *arena, int most);
// One quantity of expressions of the mechanism, whose values go to *values.
Board board_of(Derivation *derivation, Arena *arena, const Expr *const expressions[], int count,
               double **values);
// One more quantity; `values` NULL: room is made. Returns where the values go.
double *board_add(Board *board, const char *key, double values[]);
// A quantity of the constraints on positions and, below it, one of those on speeds, `width` numbers
// for each row: as many rows as there are constraints.
double *board_add_rows(Board *board, const ConstraintList *rows, const char *holonomic,
                       const char *nonholonomic, int width);
// False with a sentence in `why`; also where it must be compiled and cannot.
bool board_compile(Board *board, Text *why);
// As program_evaluate().
int board_evaluate(const Board *board, const ProgramState *state);
void board_close(Board *board);

// Makes room for how the values change along directions; behind board_compile(). board_rate() is where
// that of `values` then goes.
void board_differentiate(Board *board);
double *board_rate(const Board *board, const double values[]);
// The state, then along as many directions as one likes.
void board_stand_at(const Board *board, const ProgramState *state);
void board_go_along(const Board *board, const ProgramState *direction);

#endif
