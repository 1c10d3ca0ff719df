// tape.h -- expressions as a list of numerical operations, read from their forms.
//
// This is the only file of the witness that inspects expressions. It takes the operators and
// arguments verbatim and evaluates them with balls and jets; no constructor, prime-field
// fingerprint or algebraic rule of src/symbolic is used.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_WITNESS_TAPE_H
#define BIELLE_WITNESS_TAPE_H

#include "symbolic/expr.h"
#include "witness/jet.h"

typedef struct Tape Tape;

// A symbol that denotes an expression: a generalised speed.
typedef struct TapeAlias {
  const Expr *symbol;
  const Expr *meaning;
} TapeAlias;

// The nodes of all expressions in `roots`, each once; NULL roots are skipped.
Tape *tape_new(const Expr *const roots[], int count, const TapeAlias aliases[], int alias_count);
void tape_free(Tape *tape);  // NULL is allowed

int tape_length(const Tape *tape);
// The index of a node on the tape; the node must be on it.
int tape_place(const Tape *tape, const Expr *e);

int tape_symbol_count(const Tape *tape);
const char *tape_symbol_name(const Tape *tape, int symbol);
bool tape_depends_on(const Tape *tape, const Expr *e, const char *symbol_name);
// The functions on the tape whose algebraic laws the fingerprints do not represent, such as "asin",
// in the order of the operators. `names` has capacity for OP_COUNT. Returns their number.
int tape_nonalgebraic_functions(const Tape *tape, const char *names[]);

const char *tape_name_of(const Expr *symbol);

// Evaluates all operations: `values` holds tape_length() x (order + 1) balls. `symbols` contains a
// jet for every symbol of the tape.
void tape_run(const Tape *tape, const Jet symbols[], int order, Ball values[]);
Jet tape_value(const Ball values[], int place, int order);

#endif
