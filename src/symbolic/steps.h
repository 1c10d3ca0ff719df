// steps.h -- operations in one list, arguments before users, each listed once.
//
// Algorithms on expressions iterate over such a list instead of recursing: a sum of a million terms
// is a million levels deep. steps_of() lists existing expressions: a snapshot of the forms that the
// nodes had when it was made, with names expanded to their definitions.
//
// A program is also such a list, but built step by step from leaves (symbols, and literals of any
// form) and operations on earlier steps. Each step is looked up by operator and arguments, so that
// common subexpressions are shared.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_STEPS_H
#define BIELLE_SYMBOLIC_STEPS_H

#include "symbolic/expr.h"

typedef struct Step {
  const Expr *node;    // node computed by the step; NULL: an operation of a built list
  const Form *form;    // of the node when the list was made
  Operator op;         // in a built list OP_NUMBER denotes any literal
  int arg[MAX_ARITY];  // indices of the arguments in the list; -1: none
} Step;

typedef struct Steps {
  Step *at;
  uint8_t *stages;     // a Stage for each step: the latest stage of its leaves
  const char **names;  // names of steps; NULL: no step has one
  int count;
  int capacity;
  int *roots;  // index of each root in the list
  int root_count;
  struct StepSlot *slots;  // hash table of steps; NULL: the list is read-only
  size_t slot_count;
  Pool *literals;  // for a list being built: pool in which literals are combined; borrowed
} Steps;

// Lists the expressions of `count` roots of one pool. The order is deterministic: depth first,
// first argument first. Time and memory are proportional to the number of steps, independent of the
// size of the pool.
Steps steps_of(const Expr *const roots[], int count);
// Same as steps_of() for one root, visiting only sums, differences, rational multiples and names:
// everything else is a leaf of the list.
Steps steps_of_linear_part(const Expr *root);
void steps_free(Steps *steps);
int steps_place(const Steps *steps, const Expr *node);  // -1: not in the list
bool steps_contain(const Steps *steps, const Expr *node);

// ---- building

// Returns an empty list. `literals` must be a pool that holds literals alone, so that no
// combination of literals is written in terms of symbols.
Steps steps_new(Pool *literals, int root_count);
// Reserves capacity for about `count` steps.
void steps_expect(Steps *steps, int count);
// Returns the step of a literal or a symbol of any pool, found or created.
int steps_leaf(Steps *steps, const Expr *leaf);
// Returns the step op(args), found or created without simplification.
int steps_operation(Steps *steps, Operator op, const int args[]);
// Returns the step op(args) if it exists, otherwise -1.
int steps_find(const Steps *steps, Operator op, const int args[]);
// Sets the name of an operation unless it already has one.
void steps_set_name(Steps *steps, int place, const char *name);
// Returns a read-only copy of these `count` steps in the given order, arguments before users.
// places[i] is set to the index of step i in the copy.
Steps steps_ordered(const Steps *steps, const int order[], int count, int places[]);
// Removes all steps on which no root depends and makes the list read-only.
void steps_finish(Steps *steps);

// ---- queries

static inline Stage steps_stage(const Steps *steps, int place)
{
  return (Stage)steps->stages[place];
}

static inline const char *steps_name(const Steps *steps, int place)
{
  return steps->names ? steps->names[place] : NULL;
}

static inline bool operator_is_leaf(Operator op) { return operator_info(op)->arity == 0; }

// The number that a step represents; NULL if it is not a number.
static inline const fmpq *step_number(const Step *step)
{
  return step->form && step->form->op == OP_NUMBER ? step->form->number : NULL;
}

// Number of uses of each step as an argument or root; free() the result.
int *steps_uses(const Steps *steps);
// For each sine the index of the cosine of the same angle, and vice versa; -1 if there is none or
// the step is another operator; free() the result.
int *steps_partners(const Steps *steps);

// Returns true for sines, cosines, tangents, exponentials and hyperbolic functions: their argument
// is read as a linear form r1*x1 + r2*x2 + ... (fingerprint.h).
static inline bool operator_reads_linear_form(Operator op)
{
  return op == OP_SIN || op == OP_COS || op == OP_TAN || op == OP_EXP || op == OP_SINH ||
         op == OP_COSH || op == OP_TANH;
}
// Index (0 or 1) of the argument that is multiplied by a rational number: usually 1, or 0 if the
// number is the second argument; -1 if the step is not a rational multiple.
int steps_multiplied(const Steps *steps, int place);
// Returns true for a sum, a difference, a negation, a rational multiple or a name: linear forms
// continue into their arguments.
bool steps_is_linear(const Steps *steps, int place);
// Marks the steps of linear forms and their atoms; free() the result.
bool *steps_in_linear_forms(const Steps *steps);

#endif
