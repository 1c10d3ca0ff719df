// case.h -- a mechanism, and what one method derives of it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TEST_FORMULATION_CASE_H
#define BIELLE_TEST_FORMULATION_CASE_H

#include "formulation/formulation.h"
#include "support/reading.h"

typedef struct Case {
  Reading reading;
  const Mechanism *mechanism;  // of the reading
  Derivation *derivation;
  Equations *equations;  // of the derivation
} Case;

// `method` NULL: the best for each quantity.
void case_open(Case *c, const char *description, const char *method);
void case_open_example(Case *c, const char *example, const char *more, const char *method);
void case_close(Case *c);

// The entries of the quantity whose key printf() makes; a test fails where it is refused.
__attribute__((format(printf, 2, 3))) const Expr **case_entries(Case *c, const char *format, ...);
// What the description calls by this name with `let`, in the pool of the equations.
const Expr *case_definition(Case *c, const char *name);

// Entry `index` of quantity `key` is what the description calls `name`.
void assert_entry(Case *c, const char *key, int index, const char *name);
// There is no such quantity, and the reason holds this sentence.
void assert_refused(Case *c, const char *key, const char *sentence);

#endif
