// sure_digits.c -- how many digits rounding leaves of what a program divides by.
//
// The program runs again with every operation rounded at random, up or down by half a unit in the
// last place: what differs between such runs is not known (Vignes' stochastic arithmetic). Bounds
// of running error analysis would hold for certain, but grow along a chain of fifty links until
// nothing seems to be known.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "program/evaluate.h"
#include "symbolic/literal.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { RUNS = 3 };

static bool is_rounded(Operator op)
{
  bool is_exact = op == OP_NEG || op == OP_ABS || op == OP_SIGN || op == OP_FLOOR || op == OP_MIN ||
                  op == OP_MAX || op == OP_IF || operator_info(op)->precedence == PREC_COMPARE;
  return !is_exact;
}

// `registers` comes with constants and inputs.
static void run_shaken(const Program *program, uint64_t *random, double registers[])
{
  const Steps *steps = &program->steps;
  for (int k = program_first_operation(program); k < steps->count; k++) {
    const Step *step = &steps->at[k];
    double up = random_next(random) >> 63 ? DBL_EPSILON / 2 : -DBL_EPSILON / 2;
    registers[k] = operation_value(steps, step, registers);
    if (is_rounded(step->op)) registers[k] += up * registers[k];
  }
}

static void compare(const Program *program, const double exact[], const double shaken[],
                    SureDigits *least)
{
  for (int k = 0; k < program->output_count; k++) {
    const Output *output = &program->outputs[k];
    for (int i = 0; i < output->quantity->pivot_count; i++) {
      if (output->quantity->pivots[i].is_left_out) continue;
      double value = exact[output->pivots[i]], off = fabs(value - shaken[output->pivots[i]]);
      double digits = off > 0 ? log10(fabs(value) / off) : DBL_DIG;
      if (!(digits < least->digits)) continue;
      *least = (SureDigits){ digits, output->quantity, &output->quantity->pivots[i] };
    }
  }
}

SureDigits program_sure_digits(const Program *program, const double registers[], double scratch[])
{
  SureDigits least = { .digits = DBL_DIG };
  bool has_pivots = false;
  for (int k = 0; k < program->output_count; k++)
    has_pivots = has_pivots || program->outputs[k].quantity->pivot_count > 0;
  uint64_t random = 1;
  for (int run = 0; run < RUNS && has_pivots; run++) {
    memcpy(scratch, registers, sizeof(double) * (size_t)program_first_operation(program));
    run_shaken(program, &random, scratch);
    compare(program, registers, scratch, &least);
  }
  return least;
}
