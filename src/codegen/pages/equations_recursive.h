// equations_recursive.h -- equations as a sequence of named intermediate results.
//
// The results of the recursive methods are short only as a sequence: every value that is used more
// than once is named and printed before its users, and single-use values are inlined. The decisions
// are those of the code printers (routine.h); here the steps are converted back to formulas.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_PAGES_EQUATIONS_RECURSIVE_H
#define BIELLE_CODEGEN_PAGES_EQUATIONS_RECURSIVE_H

#include "codegen/pages/equations_layout.h"

// An intermediate result, or an entry of a quantity.
typedef struct RecursiveLine {
  const char *title;         // title of the section that begins here; NULL: none
  const char *name;          // name of an intermediate result; NULL: the line is an entry
  const Quantity *quantity;  // quantity of an entry
  int index;                 // index of the entry, row-major
  const Formula *formula;
} RecursiveLine;

typedef struct RecursiveForm {
  Pool *pool;        // owned; names of intermediate results are symbols of this pool
  Shorthand *names;  // NULL: nothing is abbreviated
  RecursiveLine *lines;
  int count;
} RecursiveForm;

// Representation of sines and cosines of the coordinates.
typedef enum RecursiveAngles {
  ANGLES_AS_STEPS,    // sin_θ2, a separate line
  ANGLES_WRITTEN_OUT  // inline, in shorthand if the print is compact
} RecursiveAngles;

// Builds the lines of print->program in the order of computation: intermediate results, then the
// entries of each quantity except zeros and mirrored ones. Formulas are allocated in the arena.
RecursiveForm recursive_build(const EquationsPrint *print, RecursiveAngles angles, Arena *arena);
void recursive_free(RecursiveForm *form);

#endif
