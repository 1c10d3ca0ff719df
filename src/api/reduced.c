// reduced.c -- models without small terms through the public interface.
// SPDX-License-Identifier: MIT
#include "api/reduced.h"

#include "mechanism/assignments.h"
#include "symbolic/literal.h"

#include <string.h>

// "1%" or "0.01"; below 0 if it is neither.
static double read_tolerance(const char *text)
{
  size_t length = strlen(text);
  bool is_percent = length > 0 && text[length - 1] == '%';
  Pool *pool = pool_new(0);
  const Expr *value = assignment_value(pool, text, is_percent ? length - 1 : length);
  if (value && is_percent) value = expr_div(value, expr_integer(pool, 100));
  double tolerance = value ? expr_literal_value(value) : -1;
  pool_free(pool);
  return tolerance <= 1 ? tolerance : -1;
}

bool reduced_read(const BielleDeriveOptions *options, NegligibleOptions *negligible,
                  BielleDiagnostics *diagnostics)
{
  if (options->drop && strcmp(options->drop, "coriolis") != 0) {
    diagnose(diagnostics, NULL, "'%s' cannot be dropped; there is: coriolis", options->drop);
    return false;
  }
  if (!options->negligible) {
    if (!options->speeds && !options->accelerations) return true;
    diagnose(diagnostics, NULL, "ranges of speeds and accelerations are for negligible terms only");
    return false;
  }
  *negligible = (NegligibleOptions){
    .tolerance = read_tolerance(options->negligible),
    .speeds = options->speeds,
    .accelerations = options->accelerations,
  };
  if (negligible->tolerance >= 0) return true;
  diagnose(diagnostics, NULL, "'%s' is no share of a torque; write 1%%, from 0%% to 100%%",
           options->negligible);
  return false;
}

static bool count_torque(const Equations *equations, OperationCount *count)
{
  static const char *const TORQUE[] = { "tau" };
  Text why = { 0 };
  Program *program = program_new(equations, TORQUE, 1, &why);
  if (program) *count = program_count(program);
  program_free(program);
  text_free(&why);
  return program != NULL;
}

void reduced_note_operations(const BielleMechanism *mechanism, const FormulateOptions *options,
                             Equations *equations)
{
  static const char *const TORQUE[] = { "tau" };
  if (!equations_find(equations, "tau")) return;
  Text why = { 0 };
  Equations *whole = formulate(mechanism->mechanism, NULL, options->seed, TORQUE, 1, &why);
  text_free(&why);
  OperationCount before, after;
  if (whole && count_torque(whole, &before) && count_torque(equations, &after)) {
    equations_add_note(equations,
                       arena_format(equations->arena,
                                    "  operations of tau: %d × and %d ±; of the whole, by the "
                                    "shortest recursion, %d × and %d ±",
                                    after.multiplications, after.additions, before.multiplications,
                                    before.additions));
  }
  equations_free(whole);
}
