// zero_divisors.c -- detection of divisors that are zero within rounding.
//
// x - 3*y is 5.6e-17 for x = 0.3 and y = 0.1, and its reciprocal looks like a valid number. The
// program is evaluated again with inputs and operations rounded differently: a divisor without any
// significant digit is zero within the rounding of its operands, and the quotient is undefined.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "base/random.h"
#include "program/run/evaluate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// With this number of runs, a zero divisor appears to keep a digit in all of them with a
// probability of about 1e-4.
enum { RUNS = 8 };

// Computes the largest difference of each register between the runs; runs in which it is undefined
// are ignored.
static void run_rounded(const Program *program, const double exact[], double scratch[],
                        double off[])
{
  int count = program_register_count(program), first = program_first_operation(program);
  uint64_t random = 1;
  memset(off, 0, sizeof(double) * (size_t)count);
  for (int run = 0; run < RUNS; run++) {
    memcpy(scratch, exact, sizeof(double) * (size_t)first);
    for (int k = program->constant_count; k < first; k++)
      scratch[k] = evaluate_nudged(scratch[k], &random);
    evaluate_shaken(program, exact, &random, scratch);
    for (int k = 0; k < count; k++) {
      double difference = fabs(scratch[k] - exact[k]);
      if (isfinite(difference)) off[k] = fmax(off[k], difference);
    }
  }
}

static bool has_no_digit(double value, double off) { return off > 0 && !(fabs(value) > 10 * off); }

// Returns true if the operation is undefined for a zero argument, and the argument is zero within
// rounding.
static bool divides_by_zero(const Step *step, const double exact[], const double off[], int place)
{
  int a = step->arg[0], b = step->arg[1];
  switch (step->op) {
  case OP_DIV: return has_no_digit(exact[b], off[b]);
  case OP_POW: return exact[b] < 0 && has_no_digit(exact[a], off[a]);
  case OP_LOG: return has_no_digit(exact[a], off[a]);
  case OP_TAN: return fabs(exact[place]) > 1 && has_no_digit(exact[place], off[place]);
  default: return false;
  }
}

// Marks the registers that depend on such an operation; of a choice, only the selected branch
// counts.
static void find_lost(const Program *program, const double exact[], const double off[],
                      bool is_failed[])
{
  const Steps *steps = &program->steps;
  for (int k = program_first_operation(program); k < steps->count; k++) {
    const Step *step = &steps->at[k];
    is_failed[k] = divides_by_zero(step, exact, off, k);
    if (step->op == OP_IF) {
      is_failed[k] =
          is_failed[step->arg[0]] || is_failed[step->arg[exact[step->arg[0]] != 0 ? 1 : 2]];
      continue;
    }
    for (int n = 0; n < MAX_ARITY && step->arg[n] >= 0; n++)
      is_failed[k] = is_failed[k] || is_failed[step->arg[n]];
  }
}

// Returns the first affected entry, or -1. In quantities with pivots, a dominant inertia may leave
// no significant digit in a divisor although the results are accurate; there the result must also
// be without significant digits.
static int first_lost_entry(const Output *output, const double exact[], const double off[],
                            const bool is_failed[])
{
  for (int i = 0; i < output->quantity->rows * output->quantity->columns; i++) {
    int place = output->registers[i];
    bool is_judged = output->quantity->pivot_count == 0 || has_no_digit(exact[place], off[place]);
    if (is_failed[place] && is_judged) return i;
  }
  return -1;
}

// Inputs count as exact: a division by an input is not examined.
bool program_has_divisors(const Program *program)
{
  const Steps *steps = &program->steps;
  int first = program_first_operation(program);
  for (int k = first; k < steps->count; k++) {
    const Step *step = &steps->at[k];
    bool is_quotient = step->op == OP_DIV && step->arg[1] >= first;
    if (is_quotient || step->op == OP_POW || step->op == OP_LOG || step->op == OP_TAN) return true;
  }
  return false;
}

int program_zero_divisor(const Program *program, const double registers[], double scratch[],
                         const Output **output)
{
  int count = program_register_count(program), entry = -1;
  double *off = scratch + count;
  bool *is_failed = memory_new((size_t)count + 1, sizeof is_failed[0]);
  run_rounded(program, registers, scratch, off);
  find_lost(program, registers, off, is_failed);
  for (int k = 0; k < program->output_count && entry < 0; k++) {
    *output = &program->outputs[k];
    entry = first_lost_entry(*output, registers, off, is_failed);
  }
  free(is_failed);
  return entry;
}
