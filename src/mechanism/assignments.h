// assignments.h -- values for coordinates, as people write them in a list: "q4=0, q5, q6=30deg".
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_ASSIGNMENTS_H
#define BIELLE_MECHANISM_ASSIGNMENTS_H

#include "mechanism/mechanism.h"

typedef struct Assignment {
  int coordinate;
  const Expr *value;  // exact, SI; NULL: the name stands alone
} Assignment;

// Reads the list, values into `pool`. Returns the assignments in `arena` and their number, or NULL
// with a sentence in `why`; `purpose` ends it: "to hold still".
Assignment *assignments_read(const Mechanism *mechanism, const char *list, const char *purpose,
                             Pool *pool, Arena *arena, int *count, Text *why);

// A number, which `deg` may follow, or a multiple of pi: "-3*pi/4"; NULL if the text is none.
const Expr *assignment_value(Pool *pool, const char *text, size_t length);

#endif
