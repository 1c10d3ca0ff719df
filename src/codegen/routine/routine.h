// routine.h -- a list of steps on its way to become the body of a function.
//
// A routine is what a printer works on: steps, what is known of each besides (parallel to them),
// and where the results go. Two decisions are made here for every target: which steps dissolve in
// the expression of their only user, and in which order and under which titles the others are told.
// Both keep the operations and their association as they are, so that every number stays the same
// bit for bit.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_ROUTINE_ROUTINE_H
#define BIELLE_CODEGEN_ROUTINE_ROUTINE_H

#include "base/memory/arena.h"
#include "codegen/common/identifier.h"
#include "program/program.h"

// What a printer knows of a step.
typedef struct RoutineValue {
  int section;           // operations: the title under which it is told
  const char *name;      // operations: given by the model, or NULL
  const char *label;     // what it is called in the names of others: "theta1"; NULL: unknown
  const char *spelling;  // how expressions refer to it; NULL for numbers and what is inlined
  const char *load;      // inputs that go into a variable before their first use: from where
  ValueSource source;
  int place;      // in the workspace, counted from 1; 0: it is not kept there
  int uses;       // by operations that are needed, and by results
  bool is_given;  // an operation that was done before: comes from outside like an input
  bool is_inlined;
  bool is_free;      // a change of sign that every user takes along
  bool is_stored;    // assigned to `spelling` as it is, not declared as a local variable
  bool is_early;     // trigonometry of what comes from outside: told first
  bool is_numbered;  // its spelling is a letter and a number
} RoutineValue;

typedef struct RoutineResult {
  const char *target;  // "M[2]"; NULL: the value is returned
  int value;
  int copy_of;  // earlier result with the same value, or -1
  int member;   // of the function: whose result it is an entry of
} RoutineResult;

// A value that must be positive: where it is not, there are no results and the function returns
// `number`.
typedef struct RoutineCheck {
  int value;
  int number;
  int member;  // of the function: whose result is lost
} RoutineCheck;

// A value that the loops of a product read, and where they read it.
typedef struct ProductSlot {
  int value;
  bool is_of_row;
  int index;             // in the array of the rows, or that of the columns, from its beginning
  const char *spelling;  // "row[12]"
  bool is_own;           // the value is assigned there
} ProductSlot;

// Results that form a matrix, of which the entries first[i] .. end[i]-1 of row i are
//   sum over k of row[step k + i] column[step k + j],   added from k = 0 on
typedef struct RoutineProduct {
  int rows, columns;  // of the whole matrix
  int depth;
  int step;
  int row_start, column_start;  // where i = 0 and j = 0 stand in the arrays
  int length;                   // of each array
  int *first, *end;             // by row
  bool is_mirrored;             // what stands at (j, i) is what stands at (i, j)
  const char *row_array, *column_array;
  ProductSlot *slots;
  int slot_count;
} RoutineProduct;

// One line of the story: a value that is computed, a check, or a result that is assigned; -1 for
// the two others.
typedef struct Statement {
  int value;
  int check;
  int result;
  const char *title;  // of the section that begins here; NULL: none
} Statement;

typedef struct Routine {
  Arena *arena;
  const Steps *steps;
  const double *constants;  // nearest doubles of the literals, which come first
  RoutineValue *values;     // one for each step
  RoutineResult *results;
  int result_count;
  RoutineCheck *checks;
  int check_count;
  RoutineProduct *product;  // results that are told in loops, behind all statements; NULL: none
  bool has_late_checks;     // behind the results, which they take back
  int widest;               // columns that an expression may have; 0: about a line and a half of C
  int result_section;       // steps of this section may dissolve in results; -1: of every section
  Statement *statements;
  int statement_count;
} Routine;

typedef struct SectionTitles {
  const char *const *of_section;  // NULL: none
  int count;
  const char *trigonometry;  // of what is told early; NULL: it is not set apart
  const char *checks;        // NULL: none
  const char *results;       // NULL: none
} SectionTitles;

// Is the value computed here?
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

// Counts the uses, from the results back; what nothing needs has none. Values that are stored count
// as needed. Fills copy_of.
void routine_count_uses(Routine *routine);
// Looks for a product among the results, which are so many rows and columns, and takes its entries
// out of them if it is large; its factors are stored in arrays named in `scope`
// (routine_product.c). Behind the first count of uses; they are to be counted again.
// Vectors are as long as PRODUCT_LANES numbers or divide that: the arrays begin at a multiple of it,
// and so do most vectors that the loops read.
enum { PRODUCT_LANES = 16 };
void routine_find_product(Routine *routine, int rows, int columns, NameSet *scope);
// Decides which steps dissolve in their user.
void routine_inline(Routine *routine);
// Orders the steps that are left into statements, section by section; then checks, then results.
void routine_order(Routine *routine, const SectionTitles *titles);
// Puts the statements of a long routine into an order that runs fast. Where stages mix, titles tell
// where values of one more begin (routine_schedule.c).
void routine_schedule(Routine *routine, const SectionTitles *titles);
// Gives every step that is left its name: the model's, sin_theta1, or `letter` and a number.
// The names are claimed in `scope`. A step that has a spelling keeps it.
void routine_name(Routine *routine, NameSet *scope, char letter);

#endif
