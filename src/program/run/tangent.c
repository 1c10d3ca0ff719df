// tangent.c -- directional derivatives of the values of a program: the chain rule, step by step.
// SPDX-License-Identifier: MIT
#include "program/run/evaluate.h"
#include "symbolic/calculus/table_function.h"

#include <math.h>

// Derivative of a function of one argument a with the value e.
static double slope(Operator op, double a, double e)
{
  switch (op) {
  case OP_NEG: return -1;
  case OP_SQRT: return 0.5 / e;
  case OP_SIN: return cos(a);
  case OP_COS: return -sin(a);
  case OP_TAN: return 1 + e * e;
  case OP_ASIN: return 1 / sqrt(1 - a * a);
  case OP_ACOS: return -1 / sqrt(1 - a * a);
  case OP_ATAN: return 1 / (1 + a * a);
  case OP_EXP: return e;
  case OP_LOG: return 1 / a;
  case OP_SINH: return cosh(a);
  case OP_COSH: return sinh(a);
  case OP_TANH: return 1 - e * e;
  case OP_ABS: return (double)((a > 0) - (a < 0));
  default: return 0;  // step functions and comparisons
  }
}

// Derivative of a^b with the value e.
static double power_tangent(const double a[], const double d[], double e)
{
  if (d[1] == 0) return a[1] * pow(a[0], a[1] - 1) * d[0];
  return e * (d[1] * log(a[0]) + a[1] * d[0] / a[0]);
}

// Derivative of the value e of a step with arguments a[] and their derivatives d[], not all zero.
static double chain_rule(const Steps *steps, const Step *step, const double a[], const double d[],
                         double e)
{
  switch (step->op) {
  case OP_ADD: return d[0] + d[1];
  case OP_SUB: return d[0] - d[1];
  case OP_MUL: return d[0] * a[1] + a[0] * d[1];
  case OP_DIV: return (d[0] - e * d[1]) / a[1];
  case OP_POW: return power_tangent(a, d, e);
  case OP_ATAN2: return (a[1] * d[0] - a[0] * d[1]) / (a[0] * a[0] + a[1] * a[1]);
  case OP_MIN: return a[0] < a[1] ? d[0] : d[1];
  case OP_MAX: return a[0] < a[1] ? d[1] : d[0];
  case OP_IF: return a[0] != 0 ? d[1] : d[2];
  case OP_TABLE: {
    const Form *points = steps->at[step->arg[1]].form;
    return d[0] * table_function_value(points->points.table, points->points.order + 1, a[0]);
  }
  default: return d[0] == 0 ? 0 : d[0] * slope(step->op, a[0], e);
  }
}

void program_tangents(const Program *program, const double registers[],
                      const ProgramState *direction, double tangents[])
{
  const Steps *steps = &program->steps;
  for (int k = 0; k < program->constant_count; k++)
    tangents[k] = 0;
  evaluate_inputs(program, direction, tangents + program->constant_count);
  for (int k = program_first_operation(program); k < steps->count; k++) {
    const Step *step = &steps->at[k];
    double a[MAX_ARITY] = { 0 }, d[MAX_ARITY] = { 0 };
    bool is_constant = true;
    for (int i = 0; i < MAX_ARITY && step->arg[i] >= 0; i++) {
      a[i] = registers[step->arg[i]];
      d[i] = tangents[step->arg[i]];
      is_constant = is_constant && d[i] == 0;
    }
    tangents[k] = is_constant ? 0 : chain_rule(steps, step, a, d, registers[k]);
  }
}
