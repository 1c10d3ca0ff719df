// draft.h -- a program in the making: nodes in one list, arguments before users.
//
// Lowering fills a draft, each pass reads one draft and writes a better one, scheduling turns the
// last into the Program. Nodes are found again by operator and arguments, so a common subexpression
// is one node whoever asks for it. Signs travel beside the nodes (Signed) and are absorbed by the
// sums and products that they meet; a NEG node is made only where nothing can absorb the sign.
//
// Linear forms: the translation check reads the argument of a sine, cosine, tangent or exponential
// as r1*x1 + r2*x2 + ... over atoms x, off the steps. Nodes of such a form and its atoms are
// pinned: passes may move signs inside the form but leave its products and atoms as they are.
// For the files of program/ and its tests only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_DRAFT_H
#define BIELLE_PROGRAM_DRAFT_H

#include "symbolic/expr.h"

typedef struct DraftNode {
  Operator op;         // OP_NUMBER: any literal; OP_SYMBOL: an input; otherwise a step
  int arg[MAX_ARITY];  // nodes before this one; -1: none
  Stage stage;
  const char *name;  // steps only; NULL: none
  const Expr *leaf;  // the literal or the symbol; NULL for steps
} DraftNode;

typedef struct Draft {
  Pool *pool;  // literals that passes combine are added to it
  DraftNode *nodes;
  int count;
  int capacity;
  int *slots;  // open addressing over the nodes, -1 is empty; none in a finished draft
  int slot_count;
  int *outputs;  // a node for each entry of each output
  int output_count;
} Draft;

// A node or its negative.
typedef struct Signed {
  int node;
  bool is_minus;
} Signed;

Draft *draft_new(Pool *pool, int output_count);
void draft_free(Draft *draft);  // NULL is allowed

// The node of a literal or a symbol, found or made.
int draft_leaf(Draft *draft, const Expr *leaf);
// The step op(args), found or made exactly so.
int draft_step(Draft *draft, Operator op, const int args[]);
// The same if it is there, otherwise -1.
int draft_find_step(const Draft *draft, Operator op, const int args[]);
// Gives a step a name unless it has one; leaves have their own.
void draft_set_name(Draft *draft, int node, const char *name);
// Removes what no output needs and closes the draft: it is only read from now on.
void draft_finish(Draft *draft);

static inline bool draft_is_step(const DraftNode *node) { return !node->leaf; }

// Is the node a literal that is a plain rational number?
static inline bool draft_is_number(const Draft *draft, int node)
{
  return draft->nodes[node].leaf && expr_is_number(draft->nodes[node].leaf);
}

// Sines, cosines, tangents, exponentials: functions whose argument is read as a linear form.
static inline bool operator_reads_linear_form(Operator op)
{
  return op == OP_SIN || op == OP_COS || op == OP_TAN || op == OP_EXP;
}

// Is the node a sum or a rational multiple, which a linear form looks through?
bool draft_is_linear(const Draft *draft, int node);

// ---- signs

// op(args) with the signs of the arguments absorbed or moved out; literals are combined, factors 1
// and terms 0 vanish.
Signed draft_apply(Draft *draft, Operator op, const Signed args[]);
// op(args) as it is, signs made explicit: for atoms of linear forms.
Signed draft_apply_as_written(Draft *draft, Operator op, const Signed args[]);
// A node with the value of `value`; makes a NEG step if there is no other way.
int draft_positive(Draft *draft, Signed value);

Signed draft_add(Draft *draft, Signed a, Signed b);
Signed draft_multiply(Draft *draft, Signed a, Signed b);

// ---- cost

// Weight of all steps, split at the parameter stage: what runs once per robot counts little.
typedef struct DraftCost {
  long late;  // after the parameter stage
  long once;
} DraftCost;
DraftCost draft_cost(const Draft *draft);

#endif
