// equations_recursive.h -- equations as a sequence of named intermediate results.
//
// What the recursive methods compute is short only as a sequence: every value that is used more
// than once is named and told before its users, single-use values dissolve in them. The decisions
// are those of the printers of code (routine.h); here the steps become formulas again.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_PAGES_EQUATIONS_RECURSIVE_H
#define BIELLE_CODEGEN_PAGES_EQUATIONS_RECURSIVE_H

#include "codegen/pages/equations_layout.h"

// An intermediate result, or an entry of a quantity.
typedef struct RecursiveLine {
  const char *title;         // of the section that begins here; NULL: none
  const char *name;          // of an intermediate result; NULL: it is an entry
  const Quantity *quantity;  // of an entry,
  int index;                 // row-major
  const Formula *formula;
} RecursiveLine;

typedef struct RecursiveForm {
  Pool *pool;        // own: names of intermediate results are symbols here
  Shorthand *names;  // NULL: nothing is abbreviated
  RecursiveLine *lines;
  int count;
} RecursiveForm;

// How sines and cosines of the coordinates appear.
typedef enum RecursiveAngles {
  ANGLES_AS_STEPS,    // sin_θ2, a line of its own
  ANGLES_WRITTEN_OUT  // as they are, or in shorthand where the print is compact
} RecursiveAngles;

// The lines of print->program, in the order of computation: intermediate results, then the entries
// of each quantity without zeros and mirrored ones. Formulas live in the arena.
RecursiveForm recursive_build(const EquationsPrint *print, RecursiveAngles angles, Arena *arena);
void recursive_free(RecursiveForm *form);

#endif
