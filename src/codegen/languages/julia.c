// julia.c -- Julia: NAME.jl, one module, and NAME_selftest.jl.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"
#include "symbolic/literal.h"

#include <string.h>

static const char *const RESERVED[] = {
  "baremodule", "begin", "catch",    "const",    "do",        "elseif", "end",
  "export",     "false", "finally",  "function", "global",    "import", "let",
  "local",      "macro", "module",   "quote",    "struct",    "true",   "try",
  "using",      "where", "abstract", "mutable",  "primitive", "type",   "in",
  "isa",        "pi",    "im",       "NaN",      "Inf",       NULL,
};
static const char *const TAKEN[] = { "failed",    "fill",        "zeros",      "abs",
                                     "sign_of",   "table_value", "real_sqrt",  "real_log",
                                     "real_asin", "real_acos",   "real_power", "solve",
                                     "norm",      "Params",      "Prepared",   NULL };

// Functions that would raise an error for negative numbers are replaced by helpers that return NaN.
static const char *const CALLS[OP_COUNT] = {
  [OP_POW] = "real_power", [OP_SQRT] = "real_sqrt",    [OP_SIN] = "sin",
  [OP_COS] = "cos",        [OP_TAN] = "tan",           [OP_ASIN] = "real_asin",
  [OP_ACOS] = "real_acos", [OP_ATAN] = "atan",         [OP_ATAN2] = "atan",
  [OP_EXP] = "exp",        [OP_LOG] = "real_log",      [OP_SINH] = "sinh",
  [OP_COSH] = "cosh",      [OP_TANH] = "tanh",         [OP_ABS] = "abs",
  [OP_SIGN] = "sign_of",   [OP_FLOOR] = "floor",       [OP_MIN] = "min",
  [OP_MAX] = "max",        [OP_TABLE] = "table_value",
};

static const CodeHelper HELPERS[] = { { "real_", "real.jl" },
                                      { "sign_of(", "sign.jl" },
                                      { "table_value(", "table.jl" },
                                      { "solve(", "newton.jl" } };

static void put_call(Text *out, const CodeModel *model, const CodeFunction *function, int state)
{
  text_format(out, "got%s = model.%s(%s)\n", function->signature.can_fail ? ", failed" : "",
              function->name, code_argument_names(model, function, state));
}

static void put_constraint_solver_call(Text *out, const CodeModel *model,
                                       const CodeConstraintSolver *solver, int state)
{
  const char *start = code_text(model, "start_%s%d", solver->short_name, state);
  text_format(out, "got, failed, residual = model.%s(%s)\ngot = [got; failed != 0]\n", solver->name,
              constraint_solver_names(model, solver, state, start));
}

static const Language JULIA = {
  .name = "julia",
  .names = { .reserved = RESERVED },
  .prefix = "",
  .taken = TAKEN,
  .columns = 92,
  .indent = 4,
  .comment = "#",
  .ending = "",
  .goes_on = "",
  .has_parentheses = true,
  .parameter = "p.%s",
  .member = "k.%s",
  .alias = "p = k.p",
  .entry = "[%d]",
  .result_entry = "[%d]",
  .matrix_entry = "[%d, %d]",
  .base = 1,
  .local = "%s =",
  .returned = "return",
  .number_ending = "",
  .nan = "NaN",
  .infinity = "Inf",
  .calls = CALLS,
  .not_equal = "!=",
  .choice = "$c~? $a~: $b",
  .truth = "$c ? $1 : $0",
  .unless = "failed =",
  .check = "failed != 0 || $x > 0 ? failed : $n",
  .table = { "$f(order, x) = table_value(Float64[", "], Float64[", "], $d, order, x)\n\n" },
  .held_words = "is true; with nothing all may change",
  .solved_words = "Returns them, failed and residual: failed is 0",
  .selftest = { .file = "$NAME_selftest.jl",
                .run = "julia $NAME_selftest.jl",
                .parts = { "selftest_head.jl", "selftest_begin.jl", "selftest_end.jl" },
                .array = { "const $f = Float64[", "]\n" },
                .number = { "const $f = ", "\n" },
                .parameter = { "p.$f = ", "\n" },
                .prepare = "k = model.prepare(p)\n\n",
                .check = { "check(\"$f\", $s, $i, got, Float64[", "], Float64[", "])\n" },
                .put_call = put_call,
                .put_constraint_solver_call = put_constraint_solver_call,
                .held = { "const $f = Bool[", "]\n" },
                .flags = { "false", "true" } },
};

// ---- parameters

static void put_params(Text *out, const CodeModel *model)
{
  text_put(out, "\"The parameters of the model, in SI units; one without default is 0.\"\n"
                "Base.@kwdef mutable struct Params\n");
  code_put_parameter_lines(out, model, "    ", "::Float64 = ", "  # ");
  text_put(out, "end\n\n\"The defaults.\"\ndefault_params() = Params()\n\n");
}

static void put_prepare(Text *out, const CodeModel *model)
{
  CodeBody body = code_body(model, NULL);
  put_params(out, model);
  text_put(out, "\"What depends on the parameters only, with a copy of them: every function takes "
                "it.\"\nmutable struct Prepared\n    p::Params\n");
  code_put_members(out, model, "    %s::Float64\n");
  text_put(out, "    Prepared() = new()\nend\n\nfunction prepare(p::Params)\n    k = Prepared()\n"
                "    k.p = deepcopy(p)\n");
  text_put(out, text_string(&body.lines));
  text_put(out, "    return k\nend\n");
  code_body_free(&body);
}

// ---- functions

// Puts text of the model; characters that would end the docstring or be interpolated are replaced.
static void put_words(Text *out, const CodeModel *model, const char *text)
{
  char *words = arena_copy_text(model->arena, text, strlen(text));
  for (char *c = words; *c != '\0'; c++) {
    if (*c == '"') *c = '\'';
    if (*c == '$') *c = ' ';
  }
  code_put_words(out, model->language, 0, "", 0, words);
}

static void put_docstring(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const Signature *signature = &function->signature;
  const char *arguments = code_argument_names(model, function, 0);
  Text words = { 0 };
  text_format(out, "\n\"\"\"\n    %s(%s)\n", function->name, arguments);
  if (signature->is_array)
    text_format(out, "    %s!(%s, %s)\n", function->name, function->output, arguments);
  text_put_char(out, '\n');
  code_put_summary(&words, model, function,
                   "Returns it and failed, or failed alone: 0, or the number");
  put_words(out, model, text_string(&words));
  text_clear(&words);
  code_put_argument_text(&words, model, function);
  text_put_char(out, '\n');
  put_words(out, model, text_string(&words));
  text_put(out, "\"\"\"\n");
  text_free(&words);
}

static const char *new_result(const CodeModel *model, const CodeFunction *function)
{
  const Quantity *quantity = function->quantity;
  if (quantity->columns == 1) return code_text(model, "zeros(%d)", quantity->rows);
  return code_text(model, "zeros(%d, %d)", quantity->rows, quantity->columns);
}

static void put_function(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const Signature *signature = &function->signature;
  const char *arguments = code_argument_names(model, function, 0), *output = function->output;
  CodeBody body = code_body(model, function);
  put_docstring(out, model, function);
  if (signature->can_fail) {
    text_format(out, "function %s(%s)\n    %s = %s\n    return %s, %s!(%s, %s)\nend\n\n",
                function->name, arguments, output, new_result(model, function), output,
                function->name, output, arguments);
  } else if (signature->is_array) {
    text_format(out, "%s(%s) = %s!(%s, %s)\n\n", function->name, arguments, function->name,
                new_result(model, function), arguments);
  }
  const char *changed = signature->is_array ? code_text(model, "!(%s, ", output) : "(";
  text_format(out, "function %s%s%s)\n%s", function->name, changed, arguments,
              signature->can_fail ? "    failed = 0\n" : "");
  text_put(out, text_string(&body.lines));
  if (signature->can_fail) {
    text_format(out, "    failed == 0 || fill!(%s, NaN)\n    return failed\n", output);
  } else if (signature->is_array) {
    text_format(out, "    return %s\n", output);
  }
  text_put(out, "end\n");
  code_body_free(&body);
}

// ---- constraints

static const char *calls_of(const CodeModel *model, const CodeConstraintSolver *solver,
                            const CodeFunction *const functions[])
{
  const char *calls = constraint_solver_calls(model, solver, functions, "; ");
  return solver->part_count == 1 ? calls : code_text(model, "[%s]", calls);
}

static void put_constraint_solver(Text *out, const CodeModel *model,
                                  const CodeConstraintSolver *solver)
{
  const char *unknowns = constraint_solver_unknowns(solver);
  const char *names = constraint_solver_names(model, solver, 0, unknowns);
  Text words = { 0 };
  text_format(out, "\n\"\"\"\n    %s(%s)\n\n", solver->name, names);
  code_put_constraint_solver_text(&words, model, solver);
  put_words(out, model, text_string(&words));
  text_free(&words);
  text_format(out,
              "\"\"\"\nfunction %s(%s)\n    F(x) = %s\n    J(x) = %s\n"
              "    return solve(F, J, %s, held, \"%s\", %s, %d)\nend\n",
              solver->name, names, calls_of(model, solver, solver->part),
              calls_of(model, solver, solver->jacobian), unknowns,
              constraint_solver_kinds(model, solver), solver->is_for_speeds ? "true" : "false",
              solver->equations);
}

// ---- files

static void put_head(Text *out, const CodeModel *model)
{
  code_put(out, model, "module $NAME\n\n%s",
           model->solver_count > 0 ? "using LinearAlgebra\n\n" : "");
}

static const CodeModule MODULE = {
  .file = "$NAME.jl",
  .purpose = "the equations of a mechanism as functions of Julia",
  .put_head = put_head,
  .put_prepare = put_prepare,
  .put_function = put_function,
  .put_constraint_solver = put_constraint_solver,
  .helpers = HELPERS,
  .helper_count = sizeof HELPERS / sizeof HELPERS[0],
  .end = "\nend # module $NAME\n",
};

bool codegen_julia(const CodeRequest *request, CodeFiles *out, Text *why)
{
  return code_print(request, &JULIA, &MODULE, out, why);
}
