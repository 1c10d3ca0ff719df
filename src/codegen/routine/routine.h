// routine.h -- a list of steps that is transformed into the body of a function.
//
// A routine is the input of the printers: steps, attributes of each step (parallel to them), and
// the destinations of the results. Two decisions are made here for every target: which steps are
// inlined into the expression of their only user, and in which order and under which titles the
// others are written. Both preserve the operations and their association, so every number stays the
// same bit for bit.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_ROUTINE_ROUTINE_H
#define BIELLE_CODEGEN_ROUTINE_ROUTINE_H

#include "base/memory/arena.h"
#include "codegen/common/identifier.h"
#include "program/program.h"

// Attributes of a step for the printers.
typedef struct RoutineValue {
  int section;           // operations: index of the title under which it is written
  const char *name;      // operations: name given by the model, or NULL
  const char *label;     // its part in names derived from it: "theta1"; NULL: unknown
  const char *spelling;  // reference in expressions; NULL for numbers and inlined steps
  const char *load;      // inputs loaded into a variable before first use: the expression loaded
  ValueSource source;
  int place;      // place in the workspace, counted from 1; 0: not stored there
  int uses;       // number of uses by needed operations and by results
  bool is_given;  // an operation computed earlier, which is an input here
  bool is_inlined;
  bool is_free;      // a sign change that every user absorbs
  bool is_stored;    // assigned to `spelling`, not declared as a local variable
  bool is_early;     // sine or cosine of an input: written first
  bool is_numbered;  // `spelling` is a letter and a number
} RoutineValue;

typedef struct RoutineResult {
  const char *target;  // "M[2]"; NULL: the value is returned
  int value;
  int copy_of;  // index of an earlier result with the same value, or -1
  int member;   // member of the fused function that the result belongs to
} RoutineResult;

// A value that must be positive. If it is not, there are no results and the function returns
// `number`.
typedef struct RoutineCheck {
  int value;
  int number;
  int member;  // member of the fused function whose result then does not exist
} RoutineCheck;

// A value that the loops of a product read, and its position.
typedef struct ProductSlot {
  int value;
  bool is_of_row;
  int index;             // index in the row array or the column array
  const char *spelling;  // "row[12]"
  bool is_own;           // the value is assigned there
} ProductSlot;

// Results that form a matrix of which the entries first[i] .. end[i]-1 of row i are
//   sum over k of row[step k + i] column[step k + j],   summed from k = 0 upwards
typedef struct RoutineProduct {
  int rows, columns;  // size of the whole matrix
  int depth;
  int step;
  int row_start, column_start;  // offsets of i = 0 and j = 0 in the arrays
  int length;                   // length of each array
  int *first, *end;             // bounds of the entries, by row
  bool is_mirrored;             // symmetric: entry (j, i) is a copy of entry (i, j)
  const char *row_array, *column_array;
  ProductSlot *slots;
  int slot_count;
} RoutineProduct;

// One statement of the body: a computed value, a check, or the assignment of a result. The indices
// of the other two kinds are -1.
typedef struct Statement {
  int value;
  int check;
  int result;
  const char *title;  // title of the section that begins here; NULL: none
} Statement;

typedef struct Routine {
  Arena *arena;
  const Steps *steps;
  const double *constants;  // nearest doubles of the literals, which are the first steps
  RoutineValue *values;     // one for each step
  RoutineResult *results;
  int result_count;
  RoutineCheck *checks;
  int check_count;
  RoutineProduct *product;  // results computed in loops, after all statements; NULL: none
  bool has_late_checks;     // checks follow the results and invalidate them
  int widest;               // maximum columns of an expression; 0: about a line and a half of C
  int result_section;       // only steps of this section may be inlined in results; -1: all
                            // sections
  Statement *statements;
  int statement_count;
} Routine;

typedef struct SectionTitles {
  const char *const *of_section;  // NULL: none
  int count;
  const char *trigonometry;  // title of early sines and cosines; NULL: no separate section
  const char *checks;        // NULL: none
  const char *results;       // NULL: none
} SectionTitles;

// Returns true if the value is computed in this routine.
static inline bool routine_computes(const Routine *routine, int place)
{
  return !operator_is_leaf(routine->steps->at[place].op) && !routine->values[place].is_given;
}

static inline int routine_arity(const Routine *routine, int place)
{
  return operator_info(routine->steps->at[place].op)->arity;
}

static inline bool routine_is_circular(const Routine *routine, int place)
{
  Operator op = routine->steps->at[place].op;
  return (op == OP_SIN || op == OP_COS) && !routine->values[place].is_given;
}

// Counts the uses of each value, starting from the results; values that are not needed have none.
// Stored values count as needed. Fills copy_of.
void routine_count_uses(Routine *routine);
// Searches for a matrix product among the results, a rows x columns matrix, and if it is large
// removes its entries from the results; its factors are stored in arrays whose names are claimed in
// `scope` (routine_product.c). Call after the first count of uses, which must then be repeated.
// Vector lengths are PRODUCT_LANES numbers or a divisor of that: the arrays are aligned to
// PRODUCT_LANES, and so are most vectors that the loops read.
enum { PRODUCT_LANES = 16 };
void routine_find_product(Routine *routine, int rows, int columns, NameSet *scope);
// Decides which steps are inlined in their user.
void routine_inline(Routine *routine);
// Orders the remaining steps into statements, section by section, followed by checks and results.
void routine_order(Routine *routine, const SectionTitles *titles);
// Reorders the statements of a long routine for speed. Where stages are mixed, titles mark the
// statements from which values of a further stage are available (routine_schedule.c).
void routine_schedule(Routine *routine, const SectionTitles *titles);
// Names every remaining step: the model's name, sin_theta1, or `letter` and a number. Names are
// claimed in `scope`. A step that already has a spelling keeps it.
void routine_name(Routine *routine, NameSet *scope, char letter);

#endif
