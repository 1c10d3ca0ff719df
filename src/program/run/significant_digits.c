// significant_digits.c -- estimate of the significant digits of pivots, and of the results computed
// with them.
//
// The program is evaluated several times with every operation rounded randomly up or down by half a
// unit in the last place; digits that differ between these runs are not significant (Vignes'
// stochastic arithmetic). Bounds from running error analysis would be rigorous, but grow along a
// chain of fifty links until no digit appears significant.
//
// A result may be zero, as accelerations at rest are, and then has no digits to lose; it may be
// zero in every configuration, as the multiplier of a quaternion is where no force acts. Therefore
// results are examined only where one inertia dominates others, and their digits are measured
// relative to their typical size: the larger of the value here and of the value with slightly
// changed inputs, where nothing is in equilibrium any more.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "program/run/evaluate.h"
#include "symbolic/literal.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { RUNS = 3 };

static bool is_exact(Operator op)
{
  return op == OP_NEG || op == OP_ABS || op == OP_MIN || op == OP_MAX || op == OP_IF;
}

// Rounding must not change decisions: at a discontinuity of a step or a comparison no digit would
// remain.
static bool is_decision(Operator op)
{
  return op == OP_SIGN || op == OP_FLOOR || operator_info(op)->precedence == PREC_COMPARE;
}

// ---- runs

double evaluate_nudged(double value, uint64_t *random)
{
  return value + (random_next(random) >> 63 ? DBL_EPSILON / 2 : -DBL_EPSILON / 2) * value;
}

// Evaluates a step on perturbed arguments. Tables may be discontinuous, and a non-integer exponent
// makes the power of a negative number undefined, so these arguments are not perturbed.
static double value_nearby(const Steps *steps, const Step *step, const double exact[],
                           const double registers[])
{
  if (step->op == OP_TABLE) return operation_value(steps, step, exact);
  if (step->op != OP_POW) return operation_value(steps, step, registers);
  const double args[MAX_ARITY] = { registers[step->arg[0]], exact[step->arg[1]] };
  return operator_value(OP_POW, args);
}

void evaluate_shaken(const Program *program, const double exact[], uint64_t *random,
                     double registers[])
{
  const Steps *steps = &program->steps;
  for (int k = program_first_operation(program); k < steps->count; k++) {
    const Step *step = &steps->at[k];
    if (is_decision(step->op)) {
      registers[k] = exact[k];
      continue;
    }
    double value = value_nearby(steps, step, exact, registers);
    registers[k] = is_exact(step->op) ? value : evaluate_nudged(value, random);
  }
}

// ---- pivots

static void compare_pivots(const Output *output, const double exact[], const double shaken[],
                           SignificantDigits *least)
{
  for (int i = 0; i < output->quantity->pivot_count; i++) {
    const Pivot *pivot = &output->quantity->pivots[i];
    if (pivot->is_left_out || pivot->heavy) continue;
    double value = exact[output->pivots[i]], off = fabs(value - shaken[output->pivots[i]]);
    double digits = off > 0 ? log10(fabs(value) / off) : DBL_DIG;
    if (digits < least->digits) *least = (SignificantDigits){ digits, output->quantity, pivot, 0 };
  }
}

// ---- results

// Changes every input by up to a sixteenth of its value; coordinates additionally by up to a
// sixteenth, so that a mechanism in an upright position at zero is tilted. Then evaluates all
// operations.
static void run_elsewhere(const Program *program, uint64_t *random, double registers[])
{
  int first = program_first_operation(program);
  for (int k = program->constant_count; k < first; k++) {
    double part = (double)(int64_t)random_next(random) * 0x1p-67;
    bool is_coordinate = program->inputs[k - program->constant_count].source == SOURCE_Q;
    registers[k] += part * (fabs(registers[k]) + (is_coordinate ? 1 : 0));
  }
  evaluate_operations(program, registers);
}

static double typical_size(const double exact[], const double elsewhere[], int place)
{
  double here = fabs(exact[place]), there = fabs(elsewhere[place]);
  return isfinite(there) ? fmax(here, there) : here;
}

// Returns true if constraints alone determine the motion. Inertia then has no influence, and the
// accelerations of a locked mechanism are zero in every configuration.
static bool is_locked(const Program *program, const Quantity *quantity)
{
  int constraints = 0;
  for (int i = 0; i < quantity->pivot_count; i++)
    constraints += quantity->pivots[i].constraint && !quantity->pivots[i].is_left_out;
  return constraints >= program->equations->coordinate_count;
}

// Returns true if the inertia of some coordinate is so much larger than that of others in its loop
// that digits are lost. Its pivot is 1/D - 2^-40 times the sum of theirs
// (constraint_method_weights.c), and D is its own.
static bool is_outweighed(const Program *program, const Output *output, const double exact[])
{
  static const double FAIR = 0x1p-14;  // an inertia ratio of 2^26, because of the factor 2^-40
  const Quantity *quantity = output->quantity;
  for (int i = 0; i < quantity->pivot_count; i++) {
    const Pivot *own = &quantity->pivots[i];
    if (own->constraint || own->heavy) continue;
    const char *name = program->equations->coordinates[own->coordinate].name;
    for (int k = i + 1; k < quantity->pivot_count; k++) {
      bool is_other = !quantity->pivots[k].heavy || strcmp(quantity->pivots[k].heavy, name) != 0;
      if (is_other) continue;
      if (1 - exact[output->pivots[k]] * exact[output->pivots[i]] > FAIR) return true;
    }
  }
  return false;
}

// Compares results. The rounding of entries that are small compared with others of the same result
// is ignored.
static void compare_results(const Output *output, const double exact[], const double elsewhere[],
                            const double shaken[], SignificantDigits *least)
{
  static const double FLOOR = 1e-13;
  int size = output->quantity->rows * output->quantity->columns;
  double largest = 0;
  for (int i = 0; i < size; i++)
    largest = fmax(largest, typical_size(exact, elsewhere, output->registers[i]));
  for (int i = 0; i < size; i++) {
    int place = output->registers[i];
    double off = fabs(exact[place] - shaken[place]);
    if (!(off > FLOOR * largest)) continue;
    double digits = log10(typical_size(exact, elsewhere, place) / off);
    if (digits < least->digits) *least = (SignificantDigits){ digits, output->quantity, NULL, i };
  }
}

// ---- both

SignificantDigits program_sure_digits(const Program *program, const double registers[],
                                      double scratch[])
{
  SignificantDigits pivots = { .digits = DBL_DIG }, results = pivots;
  size_t given = sizeof(double) * (size_t)program_first_operation(program);
  double *elsewhere = scratch + program_register_count(program);
  bool has_pivots = false;
  for (int k = 0; k < program->output_count; k++)
    has_pivots = has_pivots || program->outputs[k].quantity->pivot_count > 0;
  if (!has_pivots) return pivots;
  uint64_t random = 1;
  memcpy(elsewhere, registers, given);
  run_elsewhere(program, &random, elsewhere);
  for (int run = 0; run < RUNS; run++) {
    memcpy(scratch, registers, given);
    evaluate_shaken(program, registers, &random, scratch);
    for (int k = 0; k < program->output_count; k++) {
      const Output *output = &program->outputs[k];
      if (output->quantity->pivot_count == 0) continue;
      compare_pivots(output, registers, scratch, &pivots);
      if (is_outweighed(program, output, registers) && !is_locked(program, output->quantity))
        compare_results(output, registers, elsewhere, scratch, &results);
    }
  }
  return results.digits < pivots.digits && pivots.digits >= SURE_DIGITS_FEW ? results : pivots;
}

void program_rounding(const Program *program, const Output *output, const double registers[],
                      double scratch[], double off[])
{
  int size = output->quantity->rows * output->quantity->columns;
  int first = program_first_operation(program);
  uint64_t random = 1;
  memset(off, 0, sizeof(double) * (size_t)size);
  for (int run = 0; run < RUNS; run++) {
    memcpy(scratch, registers, sizeof(double) * (size_t)first);
    for (int k = program->constant_count; k < first; k++)
      scratch[k] = evaluate_nudged(scratch[k], &random);
    evaluate_shaken(program, registers, &random, scratch);
    for (int i = 0; i < size; i++) {
      int place = output->registers[i];
      off[i] = fmax(off[i], fabs(registers[place] - scratch[place]));
    }
  }
}
