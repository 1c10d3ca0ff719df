// draft_signs.c -- steps of signed arguments: a + (-b) is a - b, (-a)*b is -(a*b).
//
// The sign of a value is kept beside its node as long as possible. Sums and products pass it on or
// swallow it; only functions and outputs ask for the value itself (draft_positive).
// SPDX-License-Identifier: MIT
#include "program/draft.h"

static bool is_literal(const Draft *draft, Signed value)
{
  return draft->nodes[value.node].op == OP_NUMBER;
}

static Signed negated(Signed value) { return (Signed){ value.node, !value.is_minus }; }

static Signed positive(int node) { return (Signed){ node, false }; }

int draft_positive(Draft *draft, Signed value)
{
  if (!value.is_minus) return value.node;
  const DraftNode *node = &draft->nodes[value.node];
  if (node->op == OP_NUMBER) return draft_leaf(draft, expr_neg(node->leaf));
  if (node->op == OP_SUB && !node->name) {
    int swapped[] = { node->arg[1], node->arg[0] };
    return draft_step(draft, OP_SUB, swapped);
  }
  return draft_step(draft, OP_NEG, &value.node);
}

Signed draft_apply_as_written(Draft *draft, Operator op, const Signed args[])
{
  int nodes[MAX_ARITY] = { -1, -1, -1 };
  for (int k = 0; k < operator_info(op)->arity; k++)
    nodes[k] = draft_positive(draft, args[k]);
  return positive(draft_step(draft, op, nodes));
}

// a - b, or -(b - a) if that is there already.
static Signed difference(Draft *draft, int a, int b)
{
  int forward[] = { a, b }, backward[] = { b, a };
  if (draft_find_step(draft, OP_SUB, forward) < 0) {
    int found = draft_find_step(draft, OP_SUB, backward);
    if (found >= 0) return (Signed){ found, true };
  }
  return positive(draft_step(draft, OP_SUB, forward));
}

static Signed sum(Draft *draft, Signed a, Signed b)
{
  if (is_literal(draft, a) && expr_is_zero(draft->nodes[a.node].leaf)) return b;
  if (is_literal(draft, b) && expr_is_zero(draft->nodes[b.node].leaf)) return a;
  if (a.is_minus != b.is_minus) {
    return a.is_minus ? difference(draft, b.node, a.node) : difference(draft, a.node, b.node);
  }
  int nodes[] = { a.node, b.node };
  return (Signed){ draft_step(draft, OP_ADD, nodes), a.is_minus };
}

static Signed product(Draft *draft, Operator op, Signed a, Signed b)
{
  bool is_minus = a.is_minus != b.is_minus;
  if (is_literal(draft, b) && expr_is_one(draft->nodes[b.node].leaf)) {
    return (Signed){ a.node, is_minus };
  }
  if (op == OP_MUL && is_literal(draft, a) && expr_is_one(draft->nodes[a.node].leaf)) {
    return (Signed){ b.node, is_minus };
  }
  int nodes[] = { a.node, b.node };
  return (Signed){ draft_step(draft, op, nodes), is_minus };
}

// Literals that meet become one literal, exactly.
static Signed combined_literals(Draft *draft, Operator op, const Signed args[])
{
  const Expr *leaves[MAX_ARITY] = { NULL };
  for (int k = 0; k < operator_info(op)->arity; k++) {
    const Expr *leaf = draft->nodes[args[k].node].leaf;
    leaves[k] = args[k].is_minus ? expr_neg(leaf) : leaf;
  }
  return positive(draft_leaf(draft, expr_apply(op, leaves)));
}

Signed draft_apply(Draft *draft, Operator op, const Signed args[])
{
  bool is_constant = true;
  for (int k = 0; k < operator_info(op)->arity; k++) {
    is_constant = is_constant && is_literal(draft, args[k]);
  }
  if (is_constant) return combined_literals(draft, op, args);
  if (op == OP_NEG) return negated(args[0]);
  if (op == OP_ADD) return sum(draft, args[0], args[1]);
  if (op == OP_SUB) return sum(draft, args[0], negated(args[1]));
  if (op == OP_MUL || op == OP_DIV) return product(draft, op, args[0], args[1]);
  return draft_apply_as_written(draft, op, args);
}

Signed draft_add(Draft *draft, Signed a, Signed b)
{
  return draft_apply(draft, OP_ADD, (const Signed[MAX_ARITY]){ a, b });
}

Signed draft_multiply(Draft *draft, Signed a, Signed b)
{
  return draft_apply(draft, OP_MUL, (const Signed[MAX_ARITY]){ a, b });
}
