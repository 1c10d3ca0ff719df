// tape.h -- expressions as a list of operations on numbers, read off their forms.
//
// The only file of the witness that looks into expressions. It takes operators and arguments as
// they stand and computes with balls and jets: no constructor, no value of a prime field, no rule
// of algebra of src/symbolic takes part.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_WITNESS_TAPE_H
#define BIELLE_WITNESS_TAPE_H

#include "symbolic/expr.h"
#include "witness/jet.h"

typedef struct Tape Tape;

// A symbol that stands for an expression: a generalised speed.
typedef struct TapeAlias {
  const Expr *symbol;
  const Expr *meaning;
} TapeAlias;

// Everything below `roots`, each node once; NULLs among the roots are passed over.
Tape *tape_new(const Expr *const roots[], int count, const TapeAlias aliases[], int alias_count);
void tape_free(Tape *tape);  // NULL is allowed

int tape_length(const Tape *tape);
// The place of a node of the tape; it must be there.
int tape_place(const Tape *tape, const Expr *e);

int tape_symbol_count(const Tape *tape);
const char *tape_symbol_name(const Tape *tape, int symbol);
bool tape_depends_on(const Tape *tape, const Expr *e, const char *symbol_name);
// The functions on the tape that have no algebraic law, such as "asin", in the order of the
// operators; `names` has room for OP_COUNT. Returns how many.
int tape_nonalgebraic_functions(const Tape *tape, const char *names[]);

const char *tape_name_of(const Expr *symbol);

// The values of all operations: `values` holds tape_length() x (order + 1) balls. `symbols` gives
// every symbol of the tape a jet.
void tape_run(const Tape *tape, const Jet symbols[], int order, Ball values[]);
Jet tape_value(const Ball values[], int place, int order);

#endif
