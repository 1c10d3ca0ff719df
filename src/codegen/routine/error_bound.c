// error_bound.c -- running error analysis: each step propagates the errors of its arguments through
// its derivatives and adds its own rounding.
// SPDX-License-Identifier: MIT
#include "codegen/routine/error_bound.h"

#include "symbolic/calculus/table_function.h"

#include <math.h>

// Propagated error of the result: |dr/da| ea + |dr/db| eb.
static double passed_on(Operator op, const double v[], const double e[], double r)
{
  switch (op) {
  case OP_ADD:
  case OP_SUB: return e[0] + e[1];
  case OP_NEG:
  case OP_ABS: return e[0];
  case OP_MUL: return fabs(v[1]) * e[0] + fabs(v[0]) * e[1];
  case OP_DIV: return (e[0] + fabs(r) * e[1]) / fabs(v[1]);
  case OP_POW: return fabs(r) * (fabs(v[1] / v[0]) * e[0] + fabs(log(fabs(v[0]))) * e[1]);
  case OP_SQRT: return r > 0 ? e[0] / (2 * r) : 0;
  case OP_SIN: return fabs(cos(v[0])) * e[0];
  case OP_COS: return fabs(sin(v[0])) * e[0];
  case OP_TAN: return (1 + r * r) * e[0];
  case OP_ASIN:
  case OP_ACOS: return e[0] / sqrt(1 - v[0] * v[0]);
  case OP_ATAN: return e[0] / (1 + v[0] * v[0]);
  case OP_ATAN2: return (fabs(v[1]) * e[0] + fabs(v[0]) * e[1]) / (v[0] * v[0] + v[1] * v[1]);
  case OP_EXP: return fabs(r) * e[0];
  case OP_LOG: return e[0] / fabs(v[0]);
  case OP_SINH: return cosh(v[0]) * e[0];
  case OP_COSH: return fabs(sinh(v[0])) * e[0];
  case OP_TANH: return (1 - r * r) * e[0];
  case OP_MIN:
  case OP_MAX: return fmax(e[0], e[1]);
  case OP_IF: return v[0] != 0 ? e[1] : e[2];
  default: return 0;  // truth values, signs, integers
  }
}

// Number of roundings in the operation itself.
static int own_roundings(Operator op)
{
  bool is_exact = op == OP_NEG || op == OP_ABS || op == OP_SIGN || op == OP_FLOOR || op == OP_MIN ||
                  op == OP_MAX || op == OP_IF || operator_info(op)->precedence == PREC_COMPARE;
  bool is_correct = op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_DIV || op == OP_SQRT;
  return is_exact ? 0 : is_correct ? 1 : 2;
}

// Error of a table: in addition to x, the points and the coefficients are rounded; a polynomial has at
// most four terms, each rounded at most twice.
static double of_table(const Form *points, double x, double error)
{
  const TableFunction *table = points->points.table;
  int order = points->points.order;
  double h, size = 0, slope = fabs(table_function_value(table, order + 1, x));
  const double *piece = table_function_piece(table, x, &h);
  for (int k = table->degree; k >= order; k--)
    size = size * fabs(h) + (order > 0 ? 6 : 1) * fabs(piece[k]);
  return slope * (error + fabs(x) + fabs(h)) + 8 * size;
}

void error_bounds(const Program *program, const double registers[], double bounds[])
{
  for (int k = 0; k < program_first_operation(program); k++) {
    int input = k - program->constant_count;
    bool is_exact = input >= 0 && program->inputs[input].stage != STAGE_PARAMETER;
    bounds[k] = is_exact ? 0 : fabs(registers[k]);
  }
  for (int k = program_first_operation(program); k < program->steps.count; k++) {
    const Step *step = &program->steps.at[k];
    double values[MAX_ARITY] = { 0 }, errors[MAX_ARITY] = { 0 };
    if (step->op == OP_TABLE) {
      int x = step->arg[0];
      bounds[k] = of_table(program->steps.at[step->arg[1]].form, registers[x], bounds[x]);
      continue;
    }
    for (int a = 0; a < operator_info(step->op)->arity; a++) {
      values[a] = registers[step->arg[a]];
      errors[a] = bounds[step->arg[a]];
    }
    bounds[k] = passed_on(step->op, values, errors, registers[k]) +
                own_roundings(step->op) * fabs(registers[k]);
  }
}
