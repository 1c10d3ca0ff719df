// evaluation.c -- checks of the results at one state.
// SPDX-License-Identifier: MIT
#include "api/model/evaluation.h"

#include "base/memory/memory.h"
#include "formulation/quantities.h"

#include <math.h>

const char **default_keys(const Equations *equations, int *count)
{
  const unsigned TRAITS = TRAIT_DEFAULT | TRAIT_TIES_POSITIONS | TRAIT_TIES_SPEEDS;
  const char **keys = memory_new((size_t)equations->quantity_count + 1, sizeof *keys);
  *count = 0;
  for (int i = 0; quantity_info(i); i++) {
    bool is_default = (quantity_info(i)->traits & TRAITS) == TRAIT_DEFAULT;
    const Quantity *quantity = is_default ? equations_find(equations, quantity_info(i)->key) : NULL;
    if (quantity) keys[(*count)++] = quantity->key;
  }
  return keys;
}

Evaluation evaluation_new(const Program *program, Arena *arena)
{
  Evaluation evaluation = {
    .program = program,
    .registers = ARENA_ARRAY(arena, double, program_register_count(program)),
    .shaken = ARENA_ARRAY(arena, double, 2 * program_register_count(program)),
    .out = ARENA_ARRAY(arena, double *, program->output_count),
    .has_divisors = program_has_divisors(program),
  };
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    if (quantity->pivot_count > 0) evaluation.divides = true;
    evaluation.out[k] = ARENA_ARRAY(arena, double, quantity->rows * quantity->columns);
  }
  return evaluation;
}

static void report_state(const Report *report, Severity severity, const char *hint,
                         const char *sentence)
{
  if (!report->diagnostics) return;
  Text where = { 0 };
  if (report->number > 0) text_format(&where, "state %ld: ", report->number);
  diagnostics_add(report->diagnostics, severity, (Span){ report->source, 0, 1 }, hint, "%s%s",
                  text_string(&where), sentence);
  text_free(&where);
}

// Reports a missing value: the coordinate without inertia, or the redundant constraint.
static bool check_pivots(const Evaluation *evaluation, int failed, const Report *report)
{
  if (failed == 0 || program_is_ill_conditioned(evaluation->program, failed)) return true;
  Text sentence = { 0 };
  const char *hint = program_explain(evaluation->program, failed, &sentence);
  report_state(report, SEVERITY_ERROR, hint, text_string(&sentence));
  text_free(&sentence);
  return false;
}

// JSON cannot represent infinity: a result that is not finite is an error.
static bool check_finite(const Evaluation *evaluation, const Report *report)
{
  bool is_finite = true;
  for (int k = 0; k < evaluation->program->output_count; k++) {
    const Quantity *quantity = evaluation->program->outputs[k].quantity;
    for (int i = 0; i < quantity->rows * quantity->columns && is_finite; i++) {
      if (isfinite(evaluation->out[k][i])) continue;
      is_finite = false;
      Text sentence = { 0 };
      quantity_put_place(quantity, i, &sentence);
      bool is_overflow = isinf(evaluation->out[k][i]);
      text_put(&sentence, " has no finite value at this state");
      if (is_overflow) text_put(&sentence, ": it overflows (1.8e308), or is divided by 0");
      report_state(report, SEVERITY_ERROR, NULL, text_string(&sentence));
      text_free(&sentence);
    }
  }
  return is_finite;
}

// Names the operands whose difference lost digits, for an entry or a pivot.
static void put_loss(const Evaluation *evaluation, const SignificantDigits *sure, Text *sentence)
{
  if (!sure->pivot) {
    quantity_put_place(sure->quantity, sure->entry, sentence);
    text_put(sentence, " is the difference of numbers that are ");
    return;
  }
  const char *what = sure->pivot->dependent ? sure->pivot->dependent : sure->pivot->constraint;
  if (!what) what = evaluation->program->equations->coordinates[sure->pivot->coordinate].name;
  text_format(sentence,
              "loss of precision: the pivot of '%s' is the difference of numbers that are ", what);
}

// Checks the number of significant digits. Near a singular state, or for masses of very different
// magnitude, rounding errors reduce or eliminate them. The registers are those of the state; a
// failure so far is a comparison of inertias, which the digits characterise more precisely.
static EvaluationStatus check_digits(const Evaluation *evaluation, int failed, const Report *report)
{
  for (int k = 0; failed != 0 && k < evaluation->program->output_count; k++)
    program_copy(&evaluation->program->outputs[k], evaluation->registers, evaluation->out[k]);
  SignificantDigits sure =
      program_sure_digits(evaluation->program, evaluation->registers, evaluation->shaken);
  if (sure.digits >= SURE_DIGITS_FEW) return VERDICT_GOOD;
  bool is_lost = sure.digits < 1;
  Text sentence = { 0 };
  text_format(&sentence, "%s %s at this state: ", sure.quantity->key,
              is_lost ? "has no value that doubles can tell" : "is known to few digits");
  put_loss(evaluation, &sure, &sentence);
  text_format(&sentence,
              is_lost ? "equal but for rounding" : "nearly equal; about %d digits are sure",
              (int)sure.digits);
  report_state(report, is_lost ? SEVERITY_ERROR : SEVERITY_WARNING,
               sure.pivot ? "a singular configuration is near, or masses differ too much"
                          : "masses differ too much; --constraints partition loses least by that",
               text_string(&sentence));
  text_free(&sentence);
  return is_lost ? VERDICT_NO_VALUE : VERDICT_FEW_DIGITS;
}

// Classifies the result; `failed`, the results and the registers of divisions are set.
static EvaluationStatus judge(const Evaluation *evaluation, int failed, const Report *report)
{
  if (!check_pivots(evaluation, failed, report)) return VERDICT_NO_VALUE;
  EvaluationStatus verdict =
      evaluation->divides ? check_digits(evaluation, failed, report) : VERDICT_GOOD;
  if (verdict == VERDICT_NO_VALUE) return verdict;
  return check_finite(evaluation, report) ? verdict : VERDICT_NO_VALUE;
}

EvaluationStatus evaluation_at(const Evaluation *evaluation, const ProgramState *state,
                               const Report *report)
{
  int failed = program_evaluate(evaluation->program, state, evaluation->registers, evaluation->out);
  return judge(evaluation, failed, report);
}

EvaluationStatus evaluation_of_block(const Evaluation *evaluation, const StateBlock *block, int s,
                                     const ProgramState *state, const Report *report)
{
  state_block_get(block, s, evaluation->out);
  if (evaluation->divides) program_run(evaluation->program, state, evaluation->registers);
  return judge(evaluation, block->failed[s], report);
}

// In floating point a divisor that is exactly zero often becomes a rounding error, and the quotient
// is meaningless.
bool evaluation_check_divisors(const Evaluation *evaluation, const ProgramState *state,
                               const Report *report)
{
  const Output *output;
  if (!evaluation->has_divisors) return true;
  program_run(evaluation->program, state, evaluation->registers);
  int entry =
      program_zero_divisor(evaluation->program, evaluation->registers, evaluation->shaken, &output);
  if (entry < 0) return true;
  Text sentence = { 0 };
  quantity_put_place(output->quantity, entry, &sentence);
  text_put(&sentence, " has no finite value at this state: it is divided by 0, but for rounding");
  report_state(report, SEVERITY_ERROR, NULL, text_string(&sentence));
  text_free(&sentence);
  return false;
}
