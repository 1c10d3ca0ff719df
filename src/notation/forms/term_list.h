// term_list.h -- an expression as a sum of terms: a constant times a function of what moves.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_TERM_LIST_H
#define BIELLE_NOTATION_FORMS_TERM_LIST_H

#include "base/memory/arena.h"
#include "symbolic/expr.h"

typedef struct Term {
  const Expr *constant;  // of parameters
  const Expr *function;  // a product of coordinates, sines, cosines, ...; 1: there is none
} Term;

// An expression that has more, multiplied out, is better left in one piece.
enum { MAX_TERMS = 100 };

// The terms, whose sum is e; functions differ. Sines and cosines are put in the form that has the
// fewest terms. If there are too many, e itself is the only term. They live in `arena`.
Term *expr_terms(const Expr *e, Arena *arena, int *count);

#endif
