// signed.c -- sums and products propagate or absorb signs; only functions and the roots of the list
// need values without sign.
// SPDX-License-Identifier: MIT
#include "program/passes/signed.h"

static bool is_literal(const Steps *steps, Signed value)
{
  return steps->at[value.place].op == OP_NUMBER;
}

static bool is_integer(const Steps *steps, Signed value, long number)
{
  return is_literal(steps, value) && expr_is_integer(steps->at[value.place].node, number);
}

static Signed negated(Signed value) { return (Signed){ value.place, !value.is_minus }; }

static Signed positive(int place) { return (Signed){ place, false }; }

int signed_positive(Steps *steps, Signed value)
{
  if (!value.is_minus) return value.place;
  const Step *step = &steps->at[value.place];
  if (step->op == OP_NUMBER) return steps_leaf(steps, expr_neg(step->node));
  if (step->op == OP_SUB && !steps_name(steps, value.place)) {
    return steps_operation(steps, OP_SUB, (const int[]){ step->arg[1], step->arg[0] });
  }
  return steps_operation(steps, OP_NEG, &value.place);
}

Signed signed_as_written(Steps *steps, Operator op, const Signed args[])
{
  int places[MAX_ARITY] = { -1, -1, -1 };
  for (int k = 0; k < operator_info(op)->arity; k++)
    places[k] = signed_positive(steps, args[k]);
  return positive(steps_operation(steps, op, places));
}

// Returns a - b, or -(b - a) if that step already exists.
static Signed difference(Steps *steps, int a, int b)
{
  const int forward[] = { a, b }, backward[] = { b, a };
  if (steps_find(steps, OP_SUB, forward) < 0) {
    int found = steps_find(steps, OP_SUB, backward);
    if (found >= 0) return (Signed){ found, true };
  }
  return positive(steps_operation(steps, OP_SUB, forward));
}

static Signed sum(Steps *steps, Signed a, Signed b)
{
  if (is_integer(steps, a, 0)) return b;
  if (is_integer(steps, b, 0)) return a;
  if (a.is_minus != b.is_minus) {
    return a.is_minus ? difference(steps, b.place, a.place) : difference(steps, a.place, b.place);
  }
  const int places[] = { a.place, b.place };
  return (Signed){ steps_operation(steps, OP_ADD, places), a.is_minus };
}

static Signed product(Steps *steps, Operator op, Signed a, Signed b)
{
  bool is_minus = a.is_minus != b.is_minus;
  if (is_integer(steps, b, 1)) return (Signed){ a.place, is_minus };
  if (op == OP_MUL && is_integer(steps, a, 1)) return (Signed){ b.place, is_minus };
  const int places[] = { a.place, b.place };
  return (Signed){ steps_operation(steps, op, places), is_minus };
}

// Literal arguments are combined into one literal, exactly.
static Signed combined_literals(Steps *steps, Operator op, const Signed args[])
{
  const Expr *literals[MAX_ARITY] = { NULL };
  for (int k = 0; k < operator_info(op)->arity; k++) {
    const Expr *literal = steps->at[args[k].place].node;
    literals[k] = args[k].is_minus ? expr_neg(literal) : literal;
  }
  return positive(steps_leaf(steps, expr_apply(op, literals)));
}

Signed signed_apply(Steps *steps, Operator op, const Signed args[])
{
  bool is_constant = true;
  for (int k = 0; k < operator_info(op)->arity; k++)
    is_constant = is_constant && is_literal(steps, args[k]);
  if (is_constant) return combined_literals(steps, op, args);
  if (op == OP_NEG) return negated(args[0]);
  if (op == OP_ADD) return sum(steps, args[0], args[1]);
  if (op == OP_SUB) return sum(steps, args[0], negated(args[1]));
  if (op == OP_MUL || op == OP_DIV) return product(steps, op, args[0], args[1]);
  return signed_as_written(steps, op, args);
}

Signed signed_add(Steps *steps, Signed a, Signed b)
{
  return signed_apply(steps, OP_ADD, (const Signed[MAX_ARITY]){ a, b });
}

Signed signed_multiply(Steps *steps, Signed a, Signed b)
{
  return signed_apply(steps, OP_MUL, (const Signed[MAX_ARITY]){ a, b });
}

Signed signed_integer(Steps *steps, long number)
{
  return positive(steps_leaf(steps, expr_integer(steps->literals, number)));
}
