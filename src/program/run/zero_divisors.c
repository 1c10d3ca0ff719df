// zero_divisors.c -- divisors that are zero as far as doubles can tell.
//
// x - 3*y is 5.6e-17 where x = 0.3 and y = 0.1, and 1 over that looks like a number. The program
// runs again with inputs and operations rounded otherwise: a divisor of which no digit stays is
// zero within the rounding of what it is made of, and what it divides has no value.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "base/random.h"
#include "program/run/evaluate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// With so many, it happens once in ten thousand that all of them leave a digit by chance.
enum { RUNS = 8 };

// By how much each register differs; of runs in which it has no value nothing is known.
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

// Has the operation no value where one of its arguments is zero, and is that so but for rounding?
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

// Which registers have no value for that; of a choice the side that is taken counts.
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

// In quantities with pivots inertias that outweigh others may leave no digit of a divisor, and yet
// good results: there the result must have no digit either.
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

// Inputs have all their digits.
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
