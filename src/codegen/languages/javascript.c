// javascript.c -- ES module: NAME.mjs with its types NAME.d.mts, and NAME_selftest.mjs.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"
#include "symbolic/literal.h"

static const char *const RESERVED[] = {
  "arguments", "async",      "await",    "debugger", "eval",       "extends",   "finally",
  "function",  "implements", "import",   "in",       "instanceof", "interface", "let",
  "null",      "package",    "super",    "var",      "with",       "yield",     "of",
  "undefined", "NaN",        "Infinity", NULL,
};
static const char *const TAKEN[] = { "Math",  "Float64Array", "signOf",   "tableValue",
                                     "solve", "leastSquares", "lengthOf", NULL };

static const char *const CALLS[OP_COUNT] = {
  [OP_POW] = "Math.pow",   [OP_SQRT] = "Math.sqrt",   [OP_SIN] = "Math.sin",
  [OP_COS] = "Math.cos",   [OP_TAN] = "Math.tan",     [OP_ASIN] = "Math.asin",
  [OP_ACOS] = "Math.acos", [OP_ATAN] = "Math.atan",   [OP_ATAN2] = "Math.atan2",
  [OP_EXP] = "Math.exp",   [OP_LOG] = "Math.log",     [OP_SINH] = "Math.sinh",
  [OP_COSH] = "Math.cosh", [OP_TANH] = "Math.tanh",   [OP_ABS] = "Math.abs",
  [OP_SIGN] = "signOf",    [OP_FLOOR] = "Math.floor", [OP_MIN] = "Math.min",
  [OP_MAX] = "Math.max",   [OP_TABLE] = "tableValue",
};

static const CodeHelper HELPERS[] = { { "signOf(", "sign.mjs" },
                                      { "tableValue(", "table.mjs" },
                                      { "solve(", "newton.mjs" } };

// Returns the arguments "k, q, M"; the array that receives the result comes last.
static const char *arguments_of(const CodeModel *model, const CodeFunction *function, int state,
                                const char *result)
{
  const char *names = code_argument_names(model, function, state);
  if (!function->signature.is_array) return names;
  return arena_format(model->arena, "%s, %s", names, result);
}

static void put_call(Text *out, const CodeModel *model, const CodeFunction *function, int state)
{
  if (function->signature.is_array) {
    text_format(out, "got = new Float64Array(%d);\n", function->size);
    code_put(out, model, "model.%s(%s);\n", function->name,
             arguments_of(model, function, state, "got"));
  } else {
    code_put(out, model, "got = [model.%s(%s)];\n", function->name,
             code_argument_names(model, function, state));
  }
}

static void put_constraint_solver_call(Text *out, const CodeModel *model,
                                       const CodeConstraintSolver *solver, int state)
{
  text_format(out, "got = Float64Array.from([...start_%s%d, 0]);\n", solver->short_name, state);
  text_format(out, "got[got.length - 1] = model.%s(%s) !== 0;\n", solver->name,
              constraint_solver_names(model, solver, state, "got.subarray(0, -1)"));
}

static const Language JAVASCRIPT = {
  .name = "javascript",
  .names = { .reserved = RESERVED },
  .prefix = "",
  .taken = TAKEN,
  .columns = 100,
  .indent = 2,
  .comment = "//",
  .ending = ";",
  .goes_on = "",
  .parameter = "p.%s",
  .member = "k.%s",
  .alias = "const p = k.p;",
  .entry = "[%d]",
  .result_entry = "[%d]",
  .local = "const %s =",
  .returned = "return",
  .number_ending = "",
  .nan = "NaN",
  .infinity = "Infinity",
  .calls = CALLS,
  .not_equal = "!==",
  .choice = "$c~? $a~: $b",
  .truth = "$c ? $1 : $0",
  .unless = "if",
  .check = "(!($x > 0)) return ($r.fill(NaN), $n)",
  .table = { "const $f = (order, x) => tableValue([", "  ], [", "  ], $d, order, x);\n\n" },
  .held_words = "is true; with null all may change",
  .solved_words = "Returns 0",
  .selftest = { .file = "$NAME_selftest.mjs",
                .run = "node $NAME_selftest.mjs",
                .parts = { "selftest_head.mjs", "selftest_begin.mjs", "selftest_end.mjs" },
                .array = { "const $f = [", "];\n" },
                .number = { "const $f = ", ";\n" },
                .parameter = { "p.$f = ", ";\n" },
                .prepare = "const k = model.prepare(p);\n\n",
                .check = { "check('$f', $s, $i, got, [", "], [", "]);\n" },
                .put_call = put_call,
                .put_constraint_solver_call = put_constraint_solver_call,
                .held = { "const $f = [", "];\n" },
                .flags = { "false", "true" } },
};

// ---- parameters

static void put_params(Text *out, const CodeModel *model)
{
  text_put(out, "/** The parameters of the model, in SI units; one without default is 0. */\n"
                "export function default_params() {\n  return {\n");
  code_put_parameter_lines(out, model, "    ", ": ", ",  // ");
  text_put(out, "  };\n}\n\n");
}

static void put_prepare(Text *out, const CodeModel *model)
{
  CodeBody body = code_body(model, NULL);
  text_put(out,
           "/** What depends on the parameters only, with a copy of them: every function takes "
           "it. */\nexport function prepare(p) {\n  const k = { p: { ...p } };\n");
  text_put(out, text_string(&body.lines));
  text_put(out, "  return k;\n}\n");
  code_body_free(&body);
}

// ---- functions

static void put_comment(Text *out, const CodeModel *model, const CodeFunction *function)
{
  Text words = { 0 };
  code_put_summary(&words, model, function, "Returns 0, or the number");
  text_put(out, "/**\n");
  code_put_words(out, model->language, 1, "*", 1, text_string(&words));
  text_put(out, " *\n");
  text_clear(&words);
  code_put_argument_text(&words, model, function);
  if (function->signature.is_array)
    text_format(&words, " The result goes to %s%s.", function->output,
                function->signature.can_fail ? "" : ", which is returned");
  code_put_words(out, model->language, 1, "*", 1, text_string(&words));
  text_put(out, " */\n");
  text_free(&words);
}

static void put_function(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const Signature *signature = &function->signature;
  CodeBody body = code_body(model, function);
  const char *result = signature->can_fail ? function->output
                                           : code_text(model, "%s = new Float64Array(%d)",
                                                       function->output, function->size);
  text_put_char(out, '\n');
  put_comment(out, model, function);
  text_format(out, "export function %s(%s) {\n", function->name,
              arguments_of(model, function, 0, result));
  text_put(out, text_string(&body.lines));
  if (signature->is_array)
    text_format(out, "  return %s;\n", signature->can_fail ? "0" : function->output);
  text_put(out, "}\n");
  code_body_free(&body);
}

// ---- constraints

static void put_constraint_solver_comment(Text *out, const CodeModel *model,
                                          const CodeConstraintSolver *solver)
{
  Text words = { 0 };
  code_put_constraint_solver_text(&words, model, solver);
  text_put(out, "\n/**\n");
  code_put_words(out, model->language, 1, "*", 1, text_string(&words));
  text_put(out, " */\n");
  text_free(&words);
}

static void put_constraint_solver(Text *out, const CodeModel *model,
                                  const CodeConstraintSolver *solver)
{
  int n = model->equations->coordinate_count, row = 0;
  const char *unknowns = constraint_solver_unknowns(solver),
             *at = solver->is_for_speeds ? "q" : "x";
  put_constraint_solver_comment(out, model, solver);
  text_format(out, "export function %s(%s, residual = new Float64Array(%d)) {\n", solver->name,
              constraint_solver_names(model, solver, 0, unknowns), solver->equations);
  text_put(out, "  const evaluate = (x, F, J) => {\n");
  for (int k = 0; k < solver->part_count; k++) {
    const CodeFunction *part = solver->part[k], *slopes = solver->jacobian[k];
    text_format(out, "    %s(%s, F.subarray(%d, %d));\n", part->name,
                constraint_solver_arguments(model, part, at), row, row + part->size);
    text_format(out, "    %s(%s, J.subarray(%d, %d));\n", slopes->name,
                constraint_solver_arguments(model, slopes, at), row * n, (row + part->size) * n);
    row += part->size;
  }
  text_format(out, "  };\n  return solve(evaluate, %d, %s, held, '%s', %s, residual);\n}\n",
              solver->equations + solver->turns, unknowns, constraint_solver_kinds(model, solver),
              solver->is_for_speeds ? "true" : "false");
}

static void put_params_and_prepare(Text *out, const CodeModel *model)
{
  put_params(out, model);
  put_prepare(out, model);
}

static void put_head(Text *out, const CodeModel *model)
{
  (void)model;
  text_put_char(out, '\n');
}

// ---- types

static void put_type_of_function(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const Signature *signature = &function->signature;
  text_put_char(out, '\n');
  put_comment(out, model, function);
  const char *items[SOURCE_COUNT] = { "k: Prepared" };
  int count = 1;
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (signature->takes & (1U << source))
      items[count++] = code_text(model, "%s: %s", code_argument_name(source),
                                 source == SOURCE_TIME ? "number" : "ArrayLike<number>");
  }
  if (signature->is_array)
    items[count++] =
        code_text(model, "%s%s: Float64Array", function->output, signature->can_fail ? "" : "?");
  code_put_list(out, model->language, code_text(model, "export function %s", function->name), items,
                count);
  text_format(out, ": %s;\n",
              signature->is_array && !signature->can_fail ? "Float64Array" : "number");
}

static void put_type_of_constraint_solver(Text *out, const CodeModel *model,
                                          const CodeConstraintSolver *solver)
{
  const char *items[SOURCE_COUNT] = { "k: Prepared" };
  int count = 1;
  if (solver->is_for_speeds) items[count++] = "q: ArrayLike<number>";
  items[count++] = code_text(model, "%s: Float64Array", constraint_solver_unknowns(solver));
  items[count++] = "held: ArrayLike<boolean> | null";
  if (solver->takes & TAKES_INPUTS) items[count++] = "u: ArrayLike<number>";
  if (solver->takes & TAKES_TIME) items[count++] = "t: number";
  items[count++] = "residual?: Float64Array";
  put_constraint_solver_comment(out, model, solver);
  code_put_list(out, model->language, code_text(model, "export function %s", solver->name), items,
                count);
  text_put(out, ": number;\n");
}

static void put_types(CodeFiles *files, const CodeModel *model)
{
  Text *out = codegen_add_file(files, code_named(model, "$NAME.d.mts"));
  code_put_banner(out, model, code_named(model, "$NAME.d.mts"),
                  code_named(model, "types of $NAME.mjs"));
  text_put(out, "\nexport interface Params {\n");
  for (int k = 0; k < model->equations->parameter_count; k++)
    text_format(out, "  %s: number;\n", model->parameters[k]);
  text_put(out, "}\n\nexport interface Prepared {\n  readonly p: Readonly<Params>;\n}\n\n"
                "export function default_params(): Params;\n"
                "export function prepare(p: Params): Prepared;\n");
  for (int k = 0; k < model->function_count; k++)
    put_type_of_function(out, model, &model->functions[k]);
  for (int k = 0; k < model->solver_count; k++)
    put_type_of_constraint_solver(out, model, &model->solvers[k]);
}

static const CodeModule MODULE = {
  .file = "$NAME.mjs",
  .purpose = "the equations of a mechanism as functions of JavaScript",
  .put_head = put_head,
  .put_prepare = put_params_and_prepare,
  .put_function = put_function,
  .put_constraint_solver = put_constraint_solver,
  .helpers = HELPERS,
  .helper_count = sizeof HELPERS / sizeof HELPERS[0],
  .put_others = put_types,
};

bool codegen_javascript(const CodeRequest *request, CodeFiles *out, Text *why)
{
  return code_print(request, &JAVASCRIPT, &MODULE, out, why);
}
