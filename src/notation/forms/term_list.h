// term_list.h -- an expression as a sum of terms, each a constant times a function of the moving
// variables.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_TERM_LIST_H
#define BIELLE_NOTATION_FORMS_TERM_LIST_H

#include "base/memory/arena.h"
#include "symbolic/expr.h"

typedef struct Term {
  const Expr *constant;  // of parameters
  const Expr *function;  // a product of coordinates, sines, cosines, ...; or 1
} Term;

// An expression with more terms when expanded is kept in one piece.
enum { MAX_TERMS = 100 };

// Returns terms with different functions, whose sum is e. Sines and cosines are converted to the
// form with the fewest terms. If there are too many, e itself is the only term. The terms are
// allocated in `arena`.
Term *expr_terms(const Expr *e, Arena *arena, int *count);

#endif
