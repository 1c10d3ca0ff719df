// casadi.c -- functions for CasADi, with the same names in two files: NAME_casadi.c provides them
// through CasADi's interface of external functions (to be compiled and loaded), NAME_casadi.py
// builds them from CasADi symbols (to be differentiated). NAME_selftest.py checks both.
//
// CasADi stores matrices column by column; the parameters are one more vector argument, and a
// function that can fail has a second result.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"
#include "codegen/languages/python.h"
#include "base/memory/memory.h"
#include "symbolic/literal.h"

#include <string.h>

static const char *const TAKEN[] = { "ca",   "sym",  "inputs", "failed",  "SimpleNamespace",
                                     "load", "dict", "float",  "getattr", "range",
                                     "len",  "list", "zip",    "str",     "FUNCTIONS",
                                     NULL };

static const char *const CALLS[OP_COUNT] = {
  [OP_POW] = "ca.power",   [OP_SQRT] = "ca.sqrt", [OP_SIN] = "ca.sin",   [OP_COS] = "ca.cos",
  [OP_TAN] = "ca.tan",     [OP_ASIN] = "ca.asin", [OP_ACOS] = "ca.acos", [OP_ATAN] = "ca.atan",
  [OP_ATAN2] = "ca.atan2", [OP_EXP] = "ca.exp",   [OP_LOG] = "ca.log",   [OP_SINH] = "ca.sinh",
  [OP_COSH] = "ca.cosh",   [OP_TANH] = "ca.tanh", [OP_ABS] = "ca.fabs",  [OP_SIGN] = "ca.sign",
  [OP_FLOOR] = "ca.floor", [OP_MIN] = "ca.fmin",  [OP_MAX] = "ca.fmax",  [OP_TABLE] = "_table",
};

static const CodeHelper HELPERS[] = { { "", "casadi.py" }, { "_table(", "table_casadi.py" } };

// Returns the arguments for state 1: "p, q1, qd1".
static const char *values_at(const CodeModel *model, const CodeFunction *function, int state)
{
  const char *names = code_argument_names(model, function, state);
  return arena_format(model->arena, "p%s", names + strlen("k"));
}

static void put_call(Text *out, const CodeModel *model, const CodeFunction *function, int state)
{
  text_format(out, "got = values(\"%s\", %s)\n", function->name, values_at(model, function, state));
}

static const Language CASADI = {
  .name = "casadi",
  .names = { .reserved = PYTHON_KEYWORDS },
  .prefix = "",
  .taken = TAKEN,
  .files = PYTHON_MODULES,
  .columns = 99,
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
  .local = "%s =",
  .returned = "%s[0] =",
  .number_ending = "",
  .nan = "ca.nan",
  .infinity = "ca.inf",
  .calls = CALLS,
  .not_equal = "!=",
  .choice = "ca.if_else($c,~$a,~$b)",
  .truth = "ca.if_else($c, $1, $0)",
  .has_choice_as_call = true,
  .unless = "failed =",
  .check = "_check(failed, $x, $n)",
  .table = { "def $f(order, x):\n    return _table([", "    ], [", "    ], $d, order, x)\n\n\n" },
  .selftest = { .file = "$NAME_selftest.py",
                .run = "python3 $NAME_selftest.py",
                .parts = { "selftest_head_casadi.py", "selftest_begin_casadi.py",
                           "selftest_end.py" },
                .array = { "$f = [", "]\n" },
                .number = { "$f = ", "\n" },
                .parameter = { "p[\"$f\"] = ", "\n" },
                .prepare = "p = list(p.values())\n\n",
                .check = { "check(\"$f\", $s, $i, got, [", "], [", "])\n" },
                .put_call = put_call },
};

// ---- Python: functions of symbols

static void put_params(Text *out, const CodeModel *model)
{
  text_put(out, "def default_params():\n"
                "    \"\"\"The parameters in SI units, in the order of the vector p; one without "
                "default is 0.\"\"\"\n    return {\n");
  code_put_parameter_lines(out, model, "        \"", "\": ", ",  # ");
  text_put(out, "    }\n\n\n");
}

static void put_prepare(Text *out, const CodeModel *model)
{
  CodeBody body = code_body(model, NULL);
  put_params(out, model);
  text_put(out, "def _prepare(p):\n"
                "    p = SimpleNamespace(**{name: p[i] for i, name in "
                "enumerate(default_params())})\n    k = SimpleNamespace(p=p)\n");
  text_put(out, text_string(&body.lines));
  text_put(out, "    return k\n");
  code_body_free(&body);
}

static void put_docstring(Text *out, const CodeModel *model, const CodeFunction *function)
{
  Text words = { 0 };
  code_put(out, model, "    \"\"\"\n    $NAME_%s(%s) -> %s%s\n\n", function->name,
           values_at(model, function, 0), function->output,
           function->signature.can_fail ? ", failed" : "");
  code_put_summary(&words, model, function, "failed is 0, or the number");
  char *text = arena_copy_text(model->arena, text_string(&words), words.length);
  for (char *quote = text; (quote = strchr(quote, '"')) != NULL;)
    *quote = '\'';
  code_put_words(out, model->language, 4, "", 0, text);
  text_put(out, "    \"\"\"\n");
  text_free(&words);
}

static void put_function(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const Quantity *quantity = function->quantity;
  const char *output = function->output;
  CodeBody body = code_body(model, function);
  text_format(out, "\n\ndef %s(sym=ca.SX):\n", function->name);
  put_docstring(out, model, function);
  text_format(out, "    inputs = _inputs(sym, p=%d", model->equations->parameter_count);
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (function->signature.takes & (1U << source))
      text_format(out, ", %s=%d", code_argument_name(source),
                  code_argument_length(model, function, source));
  }
  text_put(out, ")\n    k = _prepare(inputs[\"p\"])\n");
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    const char *name = code_argument_name(source);
    if (function->signature.takes & (1U << source))
      text_format(out, "    %s = inputs[\"%s\"]\n", name, name);
  }
  text_format(out, "    %s = [0.0] * %d\n", output, function->size);
  if (function->signature.can_fail) text_put(out, "    failed = sym(0)\n");
  text_put(out, text_string(&body.lines));
  code_put(out, model, "    return _function(\"$NAME_%s\", sym, inputs, \"%s\", %s, %d, %d%s)\n",
           function->name, output, output, quantity->rows, quantity->columns,
           function->signature.can_fail ? ", failed" : "");
  code_body_free(&body);
}

// ---- C: external functions

static void put_ports(Text *out, const CodeModel *model, const CodeFunction *function,
                      const CodeFunction *in_c)
{
  code_put(out, model,
           "\nstatic const $NAME_c_port $NAME_%s_in[] = {\n  { \"p\", { %d, 1, 1 } },\n",
           function->name, model->equations->parameter_count);
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (in_c->signature.takes & (1U << source))
      text_format(out, "  { \"%s\", { %d, 1, 1 } },\n", code_argument_name(source),
                  code_argument_length(model, function, source));
  }
  code_put(out, model,
           "};\nstatic const $NAME_c_port $NAME_%s_out[] = {\n  { \"%s\", { %d, %d, 1 } },\n%s};\n",
           function->name, function->output, function->quantity->rows, function->quantity->columns,
           function->signature.can_fail ? "  { \"failed\", { 1, 1, 1 } },\n" : "");
}

// Returns the size of the work array of a function: the result row by row, and zeros for an
// argument that is not given.
static int work_of(const CodeModel *model, const CodeFunction *function)
{
  int most = 1;
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    int length = code_argument_length(model, function, source);
    if (length > most) most = length;
  }
  return function->size + most;
}

static void put_external(Text *out, const CodeModel *model, const CodeFunction *function,
                         const CodeModel *in_c, const CodeFunction *called)
{
  CArguments arguments = c_arguments(in_c, called, C_PLAIN);
  int work = work_of(model, function), place = 1;
  for (int k = 0; k < arguments.count; k++) {
    ValueSource source = arguments.source[k];
    if (source == SOURCE_OUTPUT) {
      arguments.name[k] = "w";
    } else if (source < SOURCE_Q || source > SOURCE_TIME) {
      arguments.name[k] = "&p";
    } else {
      arguments.name[k] = code_text(model,
                                    source == SOURCE_TIME ? "*$NAME_c_given(arg[%d], zeros)"
                                                          : "$NAME_c_given(arg[%d], zeros)",
                                    place++);
    }
  }
  put_ports(out, model, function, called);
  code_put(out, model, "$NAME_C_INTERFACE($NAME_%s, %d)\n", function->name, work);
  code_put(
      out, model,
      "$NAME_C_EXPORT int $NAME_%s(const casadi_real **arg, casadi_real **res, casadi_int *iw,\n"
      "    casadi_real *w, int mem)\n{\n  const $NAME_c_params p = $NAME_c_take_params(arg[0]);\n"
      "  casadi_real *zeros = w + %d;\n  (void)iw, (void)mem;\n"
      "  memset(zeros, 0, sizeof *zeros * %d);\n",
      function->name, function->size, work - function->size);
  const Signature *signature = &called->signature;
  const char *before = signature->can_fail   ? "const int failed = "
                       : signature->is_array ? ""
                                             : "w[0] = ";
  code_put_list(out, &LANGUAGE_C, code_text(model, "  %s%s", before, called->name), arguments.name,
                arguments.count);
  text_format(out, ";\n%s",
              signature->can_fail ? "  if (res[1]) res[1][0] = (casadi_real)failed;\n" : "");
  code_put(out, model, "  $NAME_c_hand_over(w, %d, %d, res[0]);\n  return 0;\n}\n",
           function->quantity->rows, function->quantity->columns);
}

static void put_take_params(Text *out, const CodeModel *model, const CodeModel *in_c)
{
  code_put(out, model,
           "static $NAME_c_params $NAME_c_take_params(const casadi_real *values)\n{\n"
           "  $NAME_c_params p = $NAME_c_default_params();\n  (void)values;\n");
  for (int k = 0; k < in_c->equations->parameter_count; k++)
    text_format(out, "  p.%s = values ? values[%d] : 0;\n", in_c->parameters[k], k);
  text_put(out, "  return p;\n}\n");
}

static void put_source(Text *out, const CodeModel *model, const CodeModel *in_c)
{
  c_put_header(out, in_c);
  c_put_definitions(out, in_c);
  text_put_char(out, '\n');
  code_put_runtime(out, model, "casadi.c");
  put_take_params(out, model, in_c);
  for (int k = 0; k < model->function_count; k++)
    put_external(out, model, &model->functions[k], in_c, &in_c->functions[k]);
}

// ---- files

static void put_external_functions(CodeFiles *out, const CodeModel *model)
{
  Equations renamed = *model->equations;  // rr_mass_matrix() calls rr_c_mass_matrix()
  renamed.name = code_named(model, "$NAME_c");
  CodeRequest request = *model->request;
  request.equations = &renamed;
  CodeModel in_c;
  Text why = { 0 };
  // the same program was already built for Python
  if (!c_model_build(&in_c, &request, &why)) fail_invariant(text_string(&why));
  put_source(codegen_add_file(out, code_named(model, "$NAME_casadi.c")), model, &in_c);
  code_model_free(&in_c);
  text_free(&why);
}

static const CodeModule MODULE = {
  .file = "$NAME_casadi.py",
  .purpose = "the equations of a mechanism as functions of CasADi's symbols",
  .put_prepare = put_prepare,
  .put_function = put_function,
  .helpers = HELPERS,
  .helper_count = sizeof HELPERS / sizeof HELPERS[0],
  .put_others = put_external_functions,
};

bool codegen_casadi(const CodeRequest *request, CodeFiles *out, Text *why)
{
  return code_print(request, &CASADI, &MODULE, out, why);
}
