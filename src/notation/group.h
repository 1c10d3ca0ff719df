// group.h -- sums with common factors pulled out, as a person would do it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_GROUP_H
#define BIELLE_NOTATION_GROUP_H

#include "notation/memo.h"
#include "notation/polynomial.h"

// Which atoms are pulled out first.
typedef enum GroupPriority {
  GROUP_PARAMETERS,  // masses, lengths: m2*(L1*cos(a) + ...)
  GROUP_GAIN,        // whatever shortens most
  GROUP_SPEEDS,      // velocities, accelerations, inputs
  GROUP_FUNCTIONS,   // sines, cosines
  GROUP_NOTHING,     // expanded, but for what all terms share
  GROUP_PRIORITY_COUNT
} GroupPriority;

typedef struct Grouping {
  GroupPriority priority;
  int *factor_budget;  // attempts to factor that are left; shared by many calls
  Memo *memo;
} Grouping;

// The form that was found before, if more attempts to factor are left than it cost; they are taken
// off, so that remembering makes no difference to what comes after. NULL: there is none.
const Formula *grouping_recall(Grouping grouping, uint64_t key);
// Keeps a form that was found with this budget at the beginning, unless the budget ran out.
void grouping_remember(Grouping grouping, uint64_t key, int budget, const Formula *result);

// The polynomial with common factors pulled out, recursively. A factor is left inside if it would
// occur again in the bracket: L^2 + L*x stays, unless that is much longer.
const Formula *formula_group(const Polynomial *p, Grouping grouping);

#endif
