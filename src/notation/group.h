// group.h -- sums with common factors pulled out, as a person would do it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_GROUP_H
#define BIELLE_NOTATION_GROUP_H

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

// Other things that are remembered of polynomials.
enum { GROUPED_IRREDUCIBLE = GROUP_PRIORITY_COUNT, GROUPED_TRIGONOMETRY };

// Polynomials that were grouped before, and how: most parts of similar expressions are the same.
// Lives in the arena of the formulas.
typedef struct GroupMemory GroupMemory;
GroupMemory *group_memory_new(Arena *arena);

typedef struct Grouping {
  GroupPriority priority;
  int *factor_budget;   // attempts to factor that are left; shared by many calls
  GroupMemory *memory;  // NULL: nothing is remembered
} Grouping;

// What is remembered of a polynomial: `key`, multiplied out, and the result for this priority, or
// for another purpose from GROUP_PRIORITY_COUNT on. Recalled only if more attempts to factor are
// left than it cost; they are taken off, so that it makes no difference. The memory is not NULL.
const Formula *grouping_recall(Grouping grouping, const Formula *key);
void grouping_remember(Grouping grouping, const Formula *key, int cost, const Formula *result);

// The polynomial with common factors pulled out, recursively. A factor is left inside if it would
// occur again in the bracket: L^2 + L*x stays, unless that is much longer.
const Formula *formula_group(const Polynomial *p, Grouping grouping);

#endif
