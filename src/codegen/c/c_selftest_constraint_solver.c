// c_selftest_constraint_solver.c -- the self-test of C functions that solve constraints.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_selftest.h"

#include <string.h>

static void put_reals_table(Text *out, const CodeModel *model, const char *name,
                            const ConstraintSolverCase cases[], bool is_start)
{
  int n = model->equations->coordinate_count;
  code_put(out, model, "static const $NAME_real %s[STATES][%d] = {\n", name, n);
  for (int s = 0; s < SELFTEST_STATES; s++) {
    text_put(out, "  {\n    ");
    selftest_put_reals(out, model, 4, is_start ? cases[s].start : cases[s].q, n);
    text_put(out, "\n  },\n");
  }
  text_put(out, "};\n\n");
}

static void put_tables(Text *out, const CodeModel *model, const CodeConstraintSolver *solver,
                       const ConstraintSolverCase cases[])
{
  int n = model->equations->coordinate_count;
  const char *name = solver->short_name;
  put_reals_table(out, model, code_text(model, "start_%s", name), cases, true);
  if (solver->is_for_speeds)
    put_reals_table(out, model, code_text(model, "q_%s", name), cases, false);
  text_format(out, "static const int held_%s[STATES][%d] = {\n", name, n);
  for (int s = 0; s < SELFTEST_STATES; s++) {
    text_put(out, "  {");
    for (int j = 0; j < n; j++)
      text_format(out, "%s%s %d", j > 0 ? "," : "", j % 30 == 29 ? "\n   " : "", cases[s].held[j]);
    text_put(out, " },\n");
  }
  text_put(out, "};\n\n// What is solved for; then whether there is no solution.\n");
  text_format(out, "static const Expected expected_%s[STATES][%d] = {\n", name, n + 1);
  for (int s = 0; s < SELFTEST_STATES; s++)
    selftest_put_expected(out, cases[s].expected, cases[s].roundings, n + 1);
  text_put(out, "};\n\n");
}

static void put_check(Text *out, const CodeModel *model, const CodeConstraintSolver *solver)
{
  int n = model->equations->coordinate_count;
  const char *name = solver->short_name;
  CArguments arguments = c_constraint_solver_arguments(model, solver, C_PLAIN);
  for (int k = 0; k < arguments.count; k++) {
    const char **argument = &arguments.name[k];
    ValueSource source = arguments.source[k];
    if (source == SOURCE_OUTPUT) *argument = "got";
    if (source == SOURCE_Q) *argument = code_text(model, "q_%s[s]", name);
    if (source == SOURCE_INPUTS || source == SOURCE_TIME)
      *argument = code_text(model, "states[s].%s", *argument);
    if (strcmp(*argument, "held") == 0) *argument = code_text(model, "held_%s[s]", name);
  }
  code_put(out, model,
           "static void check_%s(Tally *tally, const $NAME_params *p)\n{\n"
           "  for (int s = 0; s < STATES; s++) {\n"
           "    $NAME_real got[%d], residual[%d];\n"
           "    for (int j = 0; j < %d; j++) got[j] = start_%s[s][j];\n",
           name, n + 1, solver->equations, n, name);
  code_put_list(out, &LANGUAGE_C, code_text(model, "    const int failed = %s", solver->name),
                arguments.name, arguments.count);
  code_put(out, model, ";\n    got[%d] = ($NAME_real)(failed != 0);\n", n);
  selftest_put_comparison(out, model, name, name, n + 1);
}

void selftest_put_constraint_solver(Text *out, const CodeModel *model,
                                    const CodeConstraintSolver *solver, const Samples *samples)
{
  ConstraintSolverCase cases[SELFTEST_STATES];
  for (int s = 0; s < SELFTEST_STATES; s++)
    cases[s] = selftest_constraint_solver_case(model, solver, samples, s);
  put_tables(out, model, solver, cases);
  put_check(out, model, solver);
}
