// reduced.c -- models without small terms through the public interface.
// SPDX-License-Identifier: MIT
#include "api/model/reduced.h"

#include "api/state/measure.h"
#include "lang/evaluate/value_list.h"
#include "symbolic/literal.h"

#include <string.h>

// Parses "1%" or "0.01"; returns a negative number on error.
static double read_tolerance(const char *text)
{
  size_t length = strlen(text);
  bool is_percent = length > 0 && text[length - 1] == '%';
  double tolerance = -1;
  const Dimension number = { .is_known = true };
  unit_value_parse(text, is_percent ? length - 1 : length, number, &tolerance);
  if (is_percent) tolerance /= 100;
  return tolerance <= 1 ? tolerance : -1;
}

// Parses "2", or "q1=2, q2=90 deg/s"; NULL: not given. Returns false with a diagnostic.
static bool read_largest(const Mechanism *mechanism, const char *text, int order, Pool *pool,
                         Arena *arena, const Expr *const **largest, BielleDiagnostics *diagnostics)
{
  static const char *const PURPOSES[] = { "", "to limit the speed of",
                                          "to limit the acceleration of" };
  *largest = NULL;
  if (!text) return true;
  const Expr **values = ARENA_ARRAY(arena, const Expr *, mechanism->coordinate_count);
  *largest = values;
  const Expr *all = value_read((Piece){ text, strlen(text) }, pool, (Dimension){ 0 });
  for (int i = 0; i < mechanism->coordinate_count; i++)
    values[i] = all;
  Text why = { 0 };
  bool is_good =
      all || coordinate_values_read(mechanism, text, order, PURPOSES[order], pool, values, &why);
  if (!is_good) diagnose(diagnostics, NULL, "%s", text_string(&why));
  text_free(&why);
  return is_good;
}

bool reduced_read(const BielleMechanism *mechanism, const BielleDeriveOptions *options, Pool *pool,
                  Arena *arena, NegligibleOptions *negligible, BielleDiagnostics *diagnostics)
{
  if (options->drop && strcmp(options->drop, "coriolis") != 0) {
    diagnose(diagnostics, NULL, "'%s' cannot be dropped; choose one of: coriolis", options->drop);
    return false;
  }
  if (!options->negligible) {
    if (!options->speeds && !options->accelerations) return true;
    diagnose(diagnostics, NULL, "ranges of speeds and accelerations are for negligible terms only");
    return false;
  }
  if (mechanism->mechanism->coordinate_count == 0) {
    diagnose(diagnostics, NULL,
             "nothing moves: there are no torques whose terms could be negligible");
    return false;
  }
  *negligible = (NegligibleOptions){ .tolerance = read_tolerance(options->negligible) };
  if (!read_largest(mechanism->mechanism, options->speeds, 1, pool, arena, &negligible->speeds,
                    diagnostics) ||
      !read_largest(mechanism->mechanism, options->accelerations, 2, pool, arena,
                    &negligible->accelerations, diagnostics)) {
    return false;
  }
  if (negligible->tolerance >= 0) return true;
  diagnose(diagnostics, NULL, "'%s' is not a share of a torque; write 1%%, from 0%% to 100%%",
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

void reduced_note_operations(const BielleMechanism *mechanism, uint64_t seed, Equations *equations)
{
  static const char *const TORQUE[] = { "tau" };
  if (!equations_find(equations, "tau")) return;
  Text why = { 0 };
  Equations *whole = formulate(mechanism->mechanism, NULL, seed, TORQUE, 1, &why);
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
