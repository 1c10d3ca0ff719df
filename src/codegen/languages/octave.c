// octave.c -- functions of Octave and MATLAB: one file NAME_x.m for each, NAME_default_params.m,
// NAME_prepare.m and NAME_selftest.m.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"
#include "symbolic/literal.h"

#include <string.h>

static const char *const RESERVED[] = {
  "elseif",      "end",
  "endif",       "endfor",
  "endfunction", "endwhile",
  "function",    "global",
  "otherwise",   "persistent",
  "parfor",      "spmd",
  "until",       "unwind_protect",
  "endswitch",   "end_try_catch",
  "methods",     "properties",
  "events",      "enumeration",
  "classdef",    "i",
  "j",           "e",
  "pi",          "eps",
  "Inf",         "NaN",
  "NA",          "ans",
  "nargin",      "nargout",
  "varargin",    "varargout",
  NULL,
};
static const char *const TAKEN[] = { "minimum",   "maximum",           "sign",       "zeros",
                                     "choose",    "table_value",       "failed",     "end",
                                     "real_sqrt", "real_log",          "real_power", "real_asin",
                                     "real_acos", "sign_of",           "point_of",   "is_zero",
                                     "check",     "solve_constraints", NULL };

// Functions that would return complex numbers for negative arguments are replaced by helpers that
// return NaN.
static const char *const CALLS[OP_COUNT] = {
  [OP_POW] = "real_power", [OP_SQRT] = "real_sqrt",    [OP_SIN] = "sin",
  [OP_COS] = "cos",        [OP_TAN] = "tan",           [OP_ASIN] = "real_asin",
  [OP_ACOS] = "real_acos", [OP_ATAN] = "atan",         [OP_ATAN2] = "atan2",
  [OP_EXP] = "exp",        [OP_LOG] = "real_log",      [OP_SINH] = "sinh",
  [OP_COSH] = "cosh",      [OP_TANH] = "tanh",         [OP_ABS] = "abs",
  [OP_SIGN] = "sign_of",   [OP_FLOOR] = "floor",       [OP_MIN] = "minimum",
  [OP_MAX] = "maximum",    [OP_TABLE] = "table_value",
};

static const CodeHelper HELPERS[] = {
  { "minimum(", "minimum.m" },
  { "maximum(", "maximum.m" },
  { "choose(", "choose.m" },
  { "sign_of(", "sign.m" },
  { "table_value(", "table.m" },
  { "real_sqrt(", "real_sqrt.m" },
  { "real_log(", "real_log.m" },
  { "real_power(", "real_power.m" },
  { "real_asin(", "real_asin.m" },
  { "real_acos(", "real_acos.m" },
  { "solve_constraints(", "newton.m" },
};

static void put_call(Text *out, const CodeModel *model, const CodeFunction *function, int state)
{
  text_format(out, "  got = %s(%s);\n", function->name,
              code_argument_names(model, function, state));
}

static void put_constraint_solver_call(Text *out, const CodeModel *model,
                                       const CodeConstraintSolver *solver, int state)
{
  const char *start = code_text(model, "start_%s%d", solver->short_name, state);
  text_format(out, "  [got, failed] = %s(%s);\n  got = [got(:); double(failed ~= 0)];\n",
              solver->name, constraint_solver_names(model, solver, state, start));
}

static const Language OCTAVE = {
  .name = "octave",
  .names = { .reserved = RESERVED, .longest = 63 },
  .prefix = "$NAME_",
  .taken = TAKEN,
  .columns = 100,
  .indent = 2,
  .comment = "%",
  .ending = ";",
  .goes_on = " ...",
  .parameter = "p.%s",
  .member = "k.%s",
  .alias = "p = k.p;",
  .entry = "(%d)",
  .result_entry = "(%d)",
  .matrix_entry = "(%d, %d)",
  .base = 1,
  .local = "%s =",
  .returned = "%s =",
  .number_ending = "",
  .nan = "NaN",
  .infinity = "Inf",
  .calls = CALLS,
  .not_equal = "~=",
  .choice = "choose($c,~$a,~$b)",
  .truth = "choose($c, $1, $0)",
  .has_choice_as_call = true,
  .unless = "if",
  .check = "~($x > 0), failed = $n; $r(:) = NaN; return, end",
  .table = { "function value = $f(order, x)\n  value = table_value([", "  ], [",
             "  ], $d, order, x);\nend\n\n" },
  .held_words = "is not 0; with [] all may change",
  .solved_words = "failed is 0",
  .selftest = { .file = "$NAME_selftest.m",
                .run = "octave-cli --eval $NAME_selftest",
                .parts = { "selftest_head.m", "selftest_begin.m", "selftest_end.m" },
                .array = { "  $f = [", "  ];\n" },
                .number = { "  $f = ", ";\n" },
                .parameter = { "  p.$f = ", ";\n" },
                .prepare = "  k = $NAME_prepare(p);\n\n",
                .check = { "  tally = check(tally, '$f', $s, $i, got, [", "  ], [", "  ]);\n" },
                .put_call = put_call,
                .put_constraint_solver_call = put_constraint_solver_call,
                .held = { "  $f = [", "  ];\n" },
                .flags = { "0", "1" } },
};

static Text *add_file(CodeFiles *out, const CodeModel *model, const char *function)
{
  return codegen_add_file(out, code_text(model, "%s.m", function));
}

// ---- parameters

static void put_params(Text *out, const CodeModel *model)
{
  code_put(out, model, "function p = $NAME_default_params()\n");
  code_put(out, model,
           "%% $NAME_default_params  The parameters of the model, in SI units; one without default "
           "is 0.\n%%\n");
  code_put_banner(out, model, code_named(model, "$NAME_default_params.m"),
                  code_named(model, "see also $NAME_prepare"));
  code_put_tables_of_model(out, model);
  text_put(out, "  p = struct();\n");
  code_put_parameter_lines(out, model, "  p.", " = ", ";  % ");
  text_put(out, "end\n");
}

// ---- functions

// Puts the end of a file: the tables and helpers that the lines call.
static void put_rest(Text *out, const CodeModel *model, const char *lines)
{
  Text functions = { 0 };
  text_put(&functions, lines);
  for (int k = 0; k < model->table_count; k++) {
    const char *call = code_text(model, "%s(", model->tables[k].name);
    if (strstr(lines, call)) code_put_table(&functions, model, &model->tables[k]);
  }
  text_put(out, text_string(&functions));
  code_put_helpers(out, model, HELPERS, sizeof HELPERS / sizeof HELPERS[0],
                   text_string(&functions));
  text_free(&functions);
}

static void put_prepare(Text *out, const CodeModel *model)
{
  CodeBody body = code_body(model, NULL);
  code_put(
      out, model,
      "function k = $NAME_prepare(p)\n"
      "%% $NAME_prepare  What depends on the parameters only, with a copy of them: every function "
      "takes it.\n"
      "  k = struct();\n  k.p = p;\n");
  text_put(&body.lines, "end\n\n");
  put_rest(out, model, text_string(&body.lines));
  code_body_free(&body);
}

static void put_function(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const Quantity *quantity = function->quantity;
  const char *output = function->output;
  CodeBody body = code_body(model, function);
  Text words = { 0 };
  text_format(out,
              function->signature.can_fail ? "function [%s, failed] = %s(%s)\n"
                                           : "function %s = %s(%s)\n",
              output, function->name, code_argument_names(model, function, 0));
  text_format(&words, "%s  ", function->name);
  code_put_summary(&words, model, function, "failed is 0, or the number");
  code_put_comment(out, model->language, 0, 1, text_string(&words));
  text_put(out, "%\n");
  text_clear(&words);
  code_put_argument_text(&words, model, function);
  code_put_comment(out, model->language, 0, 1, text_string(&words));
  text_free(&words);
  if (function->signature.can_fail) text_put(out, "  failed = 0;\n");
  if (function->signature.is_array)
    text_format(out, "  %s = zeros(%d, %d);\n", output, quantity->rows, quantity->columns);
  text_put(&body.lines, "end\n\n");
  put_rest(out, model, text_string(&body.lines));
  code_body_free(&body);
}

// ---- constraints

static void put_constraint_solver(Text *out, const CodeModel *model,
                                  const CodeConstraintSolver *solver)
{
  static const char NEXT_ROW[] = "; ...\n             ";
  const char *unknowns = constraint_solver_unknowns(solver);
  Text words = { 0 }, lines = { 0 };
  text_format(out, "function [%s, failed, residual] = %s(%s)\n", unknowns, solver->name,
              constraint_solver_names(model, solver, 0, unknowns));
  text_format(&words, "%s  ", solver->name);
  code_put_constraint_solver_text(&words, model, solver);
  code_put_comment(out, model->language, 0, 1, text_string(&words));
  text_format(&lines,
              "  F = @(x) [%s];\n  J = @(x) [%s];\n"
              "  [%s, failed, residual] = solve_constraints(F, J, %s, held, ...\n"
              "    '%s', %s, %d);\nend\n\n",
              constraint_solver_calls(model, solver, solver->part, NEXT_ROW),
              constraint_solver_calls(model, solver, solver->jacobian, NEXT_ROW), unknowns,
              unknowns, constraint_solver_kinds(model, solver),
              solver->is_for_speeds ? "true" : "false", solver->equations);
  put_rest(out, model, text_string(&lines));
  text_free(&words);
  text_free(&lines);
}

static void put_files(CodeFiles *out, const CodeModel *model)
{
  put_params(add_file(out, model, code_named(model, "$NAME_default_params")), model);
  put_prepare(add_file(out, model, code_named(model, "$NAME_prepare")), model);
  for (int k = 0; k < model->function_count; k++)
    put_function(add_file(out, model, model->functions[k].name), model, &model->functions[k]);
  for (int k = 0; k < model->solver_count; k++)
    put_constraint_solver(add_file(out, model, model->solvers[k].name), model, &model->solvers[k]);
}

static const CodeModule MODULE = { .put_others = put_files };

bool codegen_octave(const CodeRequest *request, CodeFiles *out, Text *why)
{
  return code_print(request, &OCTAVE, &MODULE, out, why);
}
