// algebraic.c -- the operations whose laws residues satisfy.
// SPDX-License-Identifier: MIT
#include "formulation/verify/algebraic.h"

#include "symbolic/steps.h"

static bool has_law(const Step *step)
{
  switch (step->op) {
  case OP_NUMBER:
  case OP_SYMBOL:
  case OP_NAMED:
  case OP_PI:
  case OP_ADD:
  case OP_SUB:
  case OP_NEG:
  case OP_MUL:
  case OP_DIV:
  case OP_SIN:
  case OP_COS:
  case OP_TAN: return true;
  case OP_SQRT: return step->node->form->stage == STAGE_LITERAL;
  default: return false;
  }
}

bool entries_are_algebraic(const Expr *const entries[], int count)
{
  Steps steps = steps_of(entries, count);
  bool have_laws = true;
  for (int i = 0; i < steps.count; i++)
    have_laws = have_laws && has_law(&steps.at[i]);
  steps_free(&steps);
  return have_laws;
}
