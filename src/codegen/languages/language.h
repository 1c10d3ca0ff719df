// language.h -- how a language spells what every program of a model has.
//
// The routines of a model (routine.h) belong to no language. A language is a table of words and
// templates, and a few functions that put what has no common form: heads and ends of functions, and
// the files around them. In templates $NAME stands for the name of the model; '~' is a space where a
// line may break; "$x" is replaced as the field says.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_LANGUAGES_LANGUAGE_H
#define BIELLE_CODEGEN_LANGUAGES_LANGUAGE_H

#include "codegen/common/identifier.h"
#include "symbolic/expr.h"

struct CodeModel;
struct CodeFunction;
struct CodeConstraintSolver;

// A program that calls every function at some states and compares (code_selftest.c). It is a file of
// runtime/, the states, one more such file, the parameters that have no default, what prepares
// them, the calls, and a last file.
typedef struct SelfTest {
  const char *file;          // "$NAME_selftest.py"
  const char *run;           // how to start it
  const char *parts[3];      // files of runtime/
  const char *array[2];      // around the numbers of the array $f, $n of them
  const char *number[2];     // around the one of $f
  const char *parameter[2];  // the same, of a parameter
  const char *prepare;       // the line that does
  // around the numbers expected, and around how many roundings they may be away: of the function
  // $f at state $s, $n entries from $i on, counted from 0
  const char *check[3];
  // Puts a call whose result is called got, row by row.
  void (*put_call)(Text *out, const struct CodeModel *model, const struct CodeFunction *function,
                   int state);
  // Of functions that solve the constraints, from start_x1 with held_x1, at the coordinates q_x1
  // where speeds are solved for, x being the function and 1 the state; got is what they leave there
  // and, behind it, 1 where there is no solution. NULL: there are none.
  void (*put_constraint_solver_call)(Text *out, const struct CodeModel *model,
                                     const struct CodeConstraintSolver *solver, int state);
  const char *held[2];   // around the array $f of what is held
  const char *flags[2];  // an entry of it that is not held, and one that is
} SelfTest;

// Words of code that computes several states side by side, one in each lane of a value.
typedef struct LaneSyntax {
  const char *load;   // the value of an entry in all lanes, format of printf: "$NAME_load(%s)"
  const char *store;  // what begins the line of a result, up to the value
  const char *all;    // what begins a number that all lanes have in common
  const char *minimum, *maximum;  // what begins a call of these
  const char *each;    // what begins a call of a function of one state, with %d arguments
  const char *table;   // the same of a table
  const char *sincos;  // what begins a statement that computes the sine %s and a cosine
} LaneSyntax;

typedef struct Language {
  const char *name;  // as in --lang

  // ---- names
  NameRules names;
  const char *prefix;        // of functions: "$NAME_", or "" where a module keeps them apart
  const char *const *taken;  // of functions and of bodies, besides what C takes; NULL ends the list
  const char *const *files;  // that it loads: one with the model's name would hide them; NULL: none

  // ---- lines
  int columns;
  int indent;            // of statements in a function
  const char *comment;   // what begins one: "//"
  const char *ending;    // of a statement
  const char *goes_on;   // at the end of a line that is continued
  bool is_scheduled;     // in an order that runs fast; otherwise stage by stage
  bool has_parentheses;  // around an expression of several lines

  // ---- references, formats of printf
  const char *parameter;     // "p->%s"
  const char *member;        // of what is prepared: "k->%s"
  const char *alias;         // the line that makes p the parameters among what is prepared
  const char *entry;         // of an argument: "[%d]"
  const char *result_entry;  // of a result
  const char *matrix_entry;  // of a result with rows and columns; NULL: it is stored row by row
  int base;                  // the first subscript
  const char *local;         // what begins the line of a value: "const $NAME_real %s ="
  const char *returned;  // the same of a result that is a number, with %s for its name: "return"

  // ---- expressions
  const char *number_ending, *nan, *infinity;
  const char *const *calls;    // by Operator
  const char *not_equal;       // the operator
  const char *choice;          // $a where $c holds, otherwise $b
  const char *truth;           // 1 where $c holds, otherwise 0; $1 and $0 are these numbers
  bool has_choice_as_call;     // these two need no parentheses around them
  const char *check, *unless;  // a statement, and how it begins: where $x is not positive there is
                               // no result $r of $s entries, the $m-th from 0, and the number
                               // is $n
  const char *late_check;      // the same behind all results, others of which stay; NULL: none

  const LaneSyntax *lanes;  // NULL: one state at a time

  // ---- tables: the function $f of an order and x, for the table $t with its $n points, $m
  // coefficients of degree $d; the points stand behind the first text, the coefficients behind the
  // second
  const char *table[3];

  // ---- functions that solve the constraints: "is not 0; with NULL all may change" of what is held,
  // and "Returns 0" where they hold
  const char *held_words, *solved_words;

  bool has_products;  // results that are a product of matrices are told in loops

  SelfTest selftest;
} Language;

extern const Language LANGUAGE_C;

#endif
