// steps.h -- operations in one list, arguments before users, each once.
//
// Every algorithm on expressions walks such a list instead of recursing: a sum of a million terms
// is a million levels deep. steps_of() lists expressions as they are: a snapshot of the forms that
// the nodes had when it was made, names entered through their definitions.
//
// A program is such a list too, built step by step: leaves (symbols, and literals of any form) and
// operations on steps before them, each found again by operator and arguments, so that a common
// subexpression is one step whoever asks for it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_STEPS_H
#define BIELLE_SYMBOLIC_STEPS_H

#include "symbolic/expr.h"

typedef struct Step {
  const Expr *node;    // what it computes; NULL: an operation of a list that was built
  const Form *form;    // of the node when the list was made
  Operator op;         // of a list that was built: OP_NUMBER for any literal
  int arg[MAX_ARITY];  // places of the arguments in the list; -1: none
} Step;

typedef struct Steps {
  Step *at;
  uint8_t *stages;     // a Stage for each step: the latest of its leaves
  const char **names;  // of steps; NULL: no step has one
  int count;
  int capacity;
  int *roots;  // place of each root in the list
  int root_count;
  struct StepSlot *slots;  // finds a step; NULL: the list is only read
  size_t slot_count;
  Pool *literals;  // of a list that is built: where literals that meet are combined; borrowed
} Steps;

// The list for `count` roots of one pool. Deterministic: depth first, first argument first. Takes
// time and memory for what is listed, however large the pool is.
Steps steps_of(const Expr *const roots[], int count);
// The same for one root, entering only sums, differences, rational multiples and names: everything
// else is a leaf of the list.
Steps steps_of_linear_part(const Expr *root);
void steps_free(Steps *steps);
int steps_place(const Steps *steps, const Expr *node);  // -1: it is not in the list
bool steps_contain(const Steps *steps, const Expr *node);

// ---- building

// An empty list. `literals` holds literals alone, so that no combination of them is written with
// symbols.
Steps steps_new(Pool *literals, int root_count);
// It will have about so many: room for them is made at once.
void steps_expect(Steps *steps, int count);
// The step of a literal or a symbol of any pool, found or made.
int steps_leaf(Steps *steps, const Expr *leaf);
// The step op(args), found or made exactly so.
int steps_operation(Steps *steps, Operator op, const int args[]);
// The same if it is there, otherwise -1.
int steps_find(const Steps *steps, Operator op, const int args[]);
// Gives an operation a name unless it has one.
void steps_set_name(Steps *steps, int place, const char *name);
// A copy of these `count` steps in this order, arguments before users; it is only read. places[i]
// becomes the place of step i.
Steps steps_ordered(const Steps *steps, const int order[], int count, int places[]);
// Removes what no root needs and closes the list: it is only read from now on.
void steps_finish(Steps *steps);

// ---- questions

static inline Stage steps_stage(const Steps *steps, int place)
{
  return (Stage)steps->stages[place];
}

static inline const char *steps_name(const Steps *steps, int place)
{
  return steps->names ? steps->names[place] : NULL;
}

static inline bool operator_is_leaf(Operator op) { return operator_info(op)->arity == 0; }

// The number that a step is; NULL: it is none.
static inline const fmpq *step_number(const Step *step)
{
  return step->form && step->form->op == OP_NUMBER ? step->form->number : NULL;
}

// How often each step is an argument or a root; free() it.
int *steps_uses(const Steps *steps);
// For each sine the place of the cosine of the same angle, and the other way round; -1: there is
// none, or another operator; free() it.
int *steps_partners(const Steps *steps);

// Sines, cosines, tangents, exponentials and hyperbolic functions: their argument is read as a
// linear form r1*x1 + r2*x2 + ... (value.h).
static inline bool operator_reads_linear_form(Operator op)
{
  return op == OP_SIN || op == OP_COS || op == OP_TAN || op == OP_EXP || op == OP_SINH ||
         op == OP_COSH || op == OP_TANH;
}
// The argument that a rational multiple multiplies: 1, or 0 where the number stands behind; -1: the
// step is no rational multiple.
int steps_multiplied(const Steps *steps, int place);
// A sum, a rational multiple or a name, which a linear form looks through.
bool steps_is_linear(const Steps *steps, int place);
// The steps of linear forms and their atoms; free() it.
bool *steps_in_linear_forms(const Steps *steps);

#endif
