// language.h -- description of a target language for the common printers.
//
// The routines of a model (routine.h) are independent of the language. A language is a table of
// words and templates, and a few functions for the constructs that have no common form: heads and
// ends of functions, and the files. In templates $NAME is replaced by the name of the model, '~' is
// a space where a line may be broken, and "$x" is replaced as documented at the field.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_LANGUAGES_LANGUAGE_H
#define BIELLE_CODEGEN_LANGUAGES_LANGUAGE_H

#include "codegen/common/identifier.h"
#include "symbolic/expr.h"

struct CodeModel;
struct CodeFunction;
struct CodeConstraintSolver;

// A program that calls every function at some states and compares the results (code_selftest.c). It
// consists of a file of runtime/, the states, a second such file, the parameters without default,
// the line that prepares them, the calls, and a last file.
typedef struct SelfTest {
  const char *file;          // "$NAME_selftest.py"
  const char *run;           // command that starts it
  const char *parts[3];      // files of runtime/
  const char *array[2];      // text around the numbers of the array $f of $n entries
  const char *number[2];     // text around the value of the number $f
  const char *parameter[2];  // text around the value of a parameter
  const char *prepare;       // line that prepares the parameters
  // text around the expected numbers and around their tolerances in units of rounding: function $f,
  // state $s, $n entries from $i on, counted from 0
  const char *check[3];
  // Puts a call whose result is named got, row by row.
  void (*put_call)(Text *out, const struct CodeModel *model, const struct CodeFunction *function,
                   int state);
  // Puts a call of a function that solves the constraints, from start_x1 with held_x1, at the
  // coordinates q_x1 if velocities are solved for; x is the function and 1 the state. got is the
  // solution, followed by 1 if there is none. NULL: the language has no such functions.
  void (*put_constraint_solver_call)(Text *out, const struct CodeModel *model,
                                     const struct CodeConstraintSolver *solver, int state);
  const char *held[2];   // text around the array $f of held flags
  const char *flags[2];  // flag of a free and of a held unknown
} SelfTest;

// Words of code that computes several states in parallel, one in each lane of a value.
typedef struct LaneSyntax {
  const char *load;               // printf format of an array entry in all lanes: "$NAME_load(%s)"
  const char *store;              // beginning of the line of a result, up to the value
  const char *all;                // beginning of a number that is the same in all lanes
  const char *minimum, *maximum;  // beginnings of these calls
  const char *each;               // beginning of a call of a scalar function with %d arguments
  const char *table;              // beginning of a call of a table
  const char *sincos;             // beginning of a statement that computes the sine %s and a cosine
} LaneSyntax;

typedef struct Language {
  const char *name;  // argument of --lang

  // ---- names
  NameRules names;
  const char *prefix;        // prefix of functions: "$NAME_", or "" if a module is a name space
  const char *const *taken;  // reserved as names of functions and locals, in addition to those of
                             // C; terminated by NULL
  const char *const *files;  // modules that the code loads, which a model of the same name would
                             // shadow; NULL: none

  // ---- lines
  int columns;
  int indent;            // indentation of statements in a function
  const char *comment;   // beginning of a comment: "//"
  const char *ending;    // end of a statement
  const char *goes_on;   // end of a line that is continued
  bool is_scheduled;     // statements are scheduled for speed; otherwise ordered by stage
  bool has_parentheses;  // an expression of several lines is put in parentheses

  // ---- references, formats of printf
  const char *parameter;     // "p->%s"
  const char *member;        // prepared value: "k->%s"
  const char *alias;         // line that makes p refer to the parameters among the prepared values
  const char *entry;         // entry of an argument: "[%d]"
  const char *result_entry;  // entry of a result
  const char *matrix_entry;  // entry of a matrix result; NULL: stored row by row
  int base;                  // first subscript
  const char *local;         // beginning of the line of a value: "const $NAME_real %s ="
  const char *returned;      // beginning of the line of a scalar result, %s is its name: "return"

  // ---- expressions
  const char *number_ending, *nan, *infinity;
  const char *const *calls;    // function names by Operator
  const char *not_equal;       // operator "not equal"
  const char *choice;          // $a if $c is true, otherwise $b
  const char *truth;           // 1 if $c is true, otherwise 0; $1 and $0 are these numbers
  bool has_choice_as_call;     // choice and truth need no parentheses around them
  const char *check, *unless;  // a check and its beginning: if $x is not positive, the result $r of
                               // $s entries, the $m-th from 0, does not exist, and the number of
                               // the failure is $n
  const char *late_check;      // a check after all results, which keeps the other results; NULL:
                               // none

  const LaneSyntax *lanes;  // NULL: one state at a time

  // ---- tables: the function $f of an order and x, for the table $t with $n points and $m
  // coefficients of degree $d; the points follow the first text, the coefficients the second
  const char *table[3];

  // ---- functions that solve the constraints: comment texts "is not 0; with NULL all may change"
  // for held flags, and "Returns 0" for success
  const char *held_words, *solved_words;

  bool has_products;  // results that are a matrix product are computed in loops

  SelfTest selftest;
} Language;

extern const Language LANGUAGE_C;

#endif
