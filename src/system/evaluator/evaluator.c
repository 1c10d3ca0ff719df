// evaluator.c -- programs with arrays for their results.
// SPDX-License-Identifier: MIT
#include "system/evaluator/evaluator.h"

Evaluator evaluator_new(const Equations *equations, Arena *arena, int most)
{
  return (Evaluator){ .equations = equations,
                      .arena = arena,
                      .out = ARENA_ARRAY(arena, double *, most),
                      .keys = ARENA_ARRAY(arena, const char *, most),
                      .pace = ARENA_NEW(arena, EvaluatorBackend) };
}

Evaluator evaluator_of_expressions(Derivation *derivation, Arena *arena,
                                   const Expr *const expressions[], int count, double **values)
{
  static const char KEY[] = "values";
  const Expr **entries = ARENA_ARRAY(arena, const Expr *, count + 1);
  for (int i = 0; i < count; i++)
    entries[i] = derivation_expression(derivation, expressions[i]);
  Quantity *quantity = ARENA_NEW(arena, Quantity);
  *quantity = (Quantity){ .key = KEY, .rows = count, .columns = 1, .entries = entries };
  Equations *equations = ARENA_NEW(arena, Equations);
  *equations = *derivation->equations;
  equations->quantities = quantity;
  equations->quantity_count = 1;
  Evaluator evaluator = evaluator_new(equations, arena, 1);
  *values = evaluator_add(&evaluator, KEY, NULL);
  return evaluator;
}

double *evaluator_add(Evaluator *evaluator, const char *key, double values[])
{
  const Quantity *quantity = equations_find(evaluator->equations, key);
  if (!values) values = ARENA_ARRAY(evaluator->arena, double, quantity->rows * quantity->columns);
  evaluator->keys[evaluator->count] = quantity->key;
  evaluator->out[evaluator->count++] = values;
  return values;
}

double *evaluator_add_rows(Evaluator *evaluator, const ConstraintList *rows, const char *holonomic,
                           const char *nonholonomic, int width)
{
  double *values = ARENA_ARRAY(evaluator->arena, double, rows->count *width);
  int held = rows->holonomic_count;
  if (held > 0) evaluator_add(evaluator, holonomic, values);
  if (rows->count > held) evaluator_add(evaluator, nonholonomic, values + held * width);
  return values;
}

bool evaluator_compile(Evaluator *evaluator, Text *why)
{
  if (evaluator->count == 0) return true;
  evaluator->program = program_new(evaluator->equations, evaluator->keys, evaluator->count, why);
  if (!evaluator->program) return false;
  int registers = program_register_count(evaluator->program);
  evaluator->registers = ARENA_ARRAY(evaluator->arena, double, registers);
  if (evaluator->pace->compiling != COMPILING_ALWAYS) return true;
  evaluator->pace->compiled =
      compiled_new(evaluator->equations, evaluator->keys, evaluator->count, why);
  return evaluator->pace->compiled;
}

// Returns true if compilation pays: the compiler takes 0.25 ms per operation, as long as 250000
// interpreted evaluations of it, and at least a quarter of a second.
static bool is_worth_it(const Evaluator *evaluator)
{
  enum { MIN_EVALUATIONS = 250000 };
  const double MIN_OPERATIONS = 2.5e8;
  long evaluations = evaluator->pace->evaluations;
  double operations = (double)evaluations * program_register_count(evaluator->program);
  return evaluations >= MIN_EVALUATIONS && operations >= MIN_OPERATIONS;
}

// Switches to compiled C if possible. Results are bitwise equal, so that the switch is not visible.
static void try_to_compile(const Evaluator *evaluator)
{
  Text unused = { 0 };
  evaluator->pace->compiled =
      compiled_new(evaluator->equations, evaluator->keys, evaluator->count, &unused);
  evaluator->pace->compiling = COMPILING_NEVER;  // no further attempt
  text_free(&unused);
}

int evaluator_evaluate(const Evaluator *evaluator, const ProgramState *state)
{
  EvaluatorBackend *pace = evaluator->pace;
  if (!evaluator->program) return 0;
  pace->evaluations++;
  if (!pace->compiled && pace->compiling == COMPILING_AUTO && is_worth_it(evaluator))
    try_to_compile(evaluator);
  if (pace->compiled) return compiled_evaluate(pace->compiled, state, evaluator->out);
  return program_evaluate(evaluator->program, state, evaluator->registers, evaluator->out);
}

void evaluator_free(Evaluator *evaluator)
{
  program_free(evaluator->program);
  evaluator->program = NULL;
  if (!evaluator->pace) return;  // the evaluator was never created
  compiled_free(evaluator->pace->compiled);
  evaluator->pace->compiled = NULL;
}

// ---- directional derivatives

void evaluator_differentiate(Evaluator *evaluator)
{
  if (!evaluator->program || evaluator->rates) return;
  evaluator->tangents =
      ARENA_ARRAY(evaluator->arena, double, program_register_count(evaluator->program));
  evaluator->rates = ARENA_ARRAY(evaluator->arena, double *, evaluator->count);
  for (int k = 0; k < evaluator->count; k++) {
    const Quantity *quantity = evaluator->program->outputs[k].quantity;
    evaluator->rates[k] = ARENA_ARRAY(evaluator->arena, double, quantity->rows * quantity->columns);
  }
}

double *evaluator_derivative(const Evaluator *evaluator, const double values[])
{
  for (int k = 0; evaluator->rates && k < evaluator->count; k++) {
    if (evaluator->out[k] == values) return evaluator->rates[k];
  }
  return NULL;
}

void evaluator_linearise_at(const Evaluator *evaluator, const ProgramState *state)
{
  if (evaluator->program) program_run(evaluator->program, state, evaluator->registers);
}

void evaluator_directional(const Evaluator *evaluator, const ProgramState *direction)
{
  if (!evaluator->program) return;
  program_tangents(evaluator->program, evaluator->registers, direction, evaluator->tangents);
  for (int k = 0; k < evaluator->count; k++)
    program_copy(&evaluator->program->outputs[k], evaluator->tangents, evaluator->rates[k]);
}
