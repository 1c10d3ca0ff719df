// python.c -- Python with NumPy: NAME.py, one module, and NAME_selftest.py.
//
// The entries of a state are along the last axis of an argument; preceding axes, if any, enumerate
// states and precede the axes of the result.
// SPDX-License-Identifier: MIT
#include "codegen/languages/python.h"

#include "symbolic/literal.h"

#include <string.h>

// Names that the module imports or calls; a function of the model would shadow them.
static const char *const TAKEN[] = {
  "np",      "shape",     "tuple",      "float",     "int",
  "Params",  "failed",    "astuple",    "dataclass", "SimpleNamespace",
  "ctypes",  "enumerate", "isinstance", "len",       "list",
  "map",     "max",       "min",        "range",     "str",
  "getattr", "print",     "zip",        "sum",       "abs",
  "any",     "all",       "dict",       "set",       "sorted",
  "type",    "object",    "subprocess", "sysconfig", "Path",
  "os",      "tempfile",  "sys",        NULL
};

static const char *const CALLS[OP_COUNT] = {
  [OP_POW] = "np.power",   [OP_SQRT] = "np.sqrt",   [OP_SIN] = "np.sin",
  [OP_COS] = "np.cos",     [OP_TAN] = "np.tan",     [OP_ASIN] = "np.arcsin",
  [OP_ACOS] = "np.arccos", [OP_ATAN] = "np.arctan", [OP_ATAN2] = "np.arctan2",
  [OP_EXP] = "np.exp",     [OP_LOG] = "np.log",     [OP_SINH] = "np.sinh",
  [OP_COSH] = "np.cosh",   [OP_TANH] = "np.tanh",   [OP_ABS] = "np.abs",
  [OP_SIGN] = "_sign",     [OP_FLOOR] = "np.floor", [OP_MIN] = "np.minimum",
  [OP_MAX] = "np.maximum", [OP_TABLE] = "_table",
};

static const CodeHelper HELPERS[] = { { "_states(", "states.py" },
                                      { "_check(", "check.py" },
                                      { "_sign(", "sign.py" },
                                      { "_table(", "table.py" },
                                      { "_solve(", "newton.py" } };

static void put_call(Text *out, const CodeModel *model, const CodeFunction *function, int state)
{
  code_put(out, model, "got%s = model.%s(%s)\n", function->signature.can_fail ? ", failed" : "",
           function->name, code_argument_names(model, function, state));
}

static void put_constraint_solver_call(Text *out, const CodeModel *model,
                                       const CodeConstraintSolver *solver, int state)
{
  const char *start = code_text(model, "start_%s%d", solver->short_name, state);
  code_put(out, model, "got, failed, residual = model.%s(%s)\ngot = [*got, failed != 0]\n",
           solver->name, constraint_solver_names(model, solver, state, start));
}

const Language LANGUAGE_PYTHON = {
  .name = "python",
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
  .result_entry = "[..., %d]",
  .matrix_entry = "[..., %d, %d]",
  .local = "%s =",
  .returned = "%s[...] =",
  .number_ending = "",
  .nan = "np.nan",
  .infinity = "np.inf",
  .calls = CALLS,
  .not_equal = "!=",
  .choice = "np.where($c,~$a,~$b)",
  .truth = "np.where($c, $1, $0)",
  .has_choice_as_call = true,
  .unless = "failed =",
  .check = "_check(failed, $x, $n)",
  .table = { "def $f(order, x):\n    return _table(np.array([", "    ]), np.array([",
             "    ]), $d, order, x)\n\n\n" },
  .held_words = "is true; with None all may change",
  .solved_words = "Returns them, failed and residual: failed is 0",
  .selftest = { .file = "$NAME_selftest.py",
                .run = "python3 $NAME_selftest.py",
                .parts = { "selftest_head.py", "selftest_begin.py", "selftest_end.py" },
                .array = { "$f = [", "]\n" },
                .number = { "$f = ", "\n" },
                .parameter = { "p.$f = ", "\n" },
                .prepare = "k = model.prepare(p)\n\n",
                .check = { "check(\"$f\", $s, $i, got, [", "], [", "])\n" },
                .put_call = put_call,
                .put_constraint_solver_call = put_constraint_solver_call,
                .held = { "$f = [", "]\n" },
                .flags = { "False", "True" } },
};

// ---- parameters

void python_put_params(Text *out, const CodeModel *model)
{
  text_put(out, "@dataclass\nclass Params:\n"
                "    \"\"\"The parameters of the model, in SI units.\"\"\"\n\n");
  code_put_parameter_lines(out, model, "    ", ": float = ", "  # ");
  if (model->equations->parameter_count == 0) text_put(out, "    pass\n");
  text_put(out, "\n\ndef default_params():\n"
                "    \"\"\"The defaults; a parameter without one is 0.\"\"\"\n"
                "    return Params()\n\n\n");
}

// Suppresses NumPy warnings: both branches of a choice are evaluated, and evaluation continues
// after a failed check, but the resulting NaN is not used.
static void put_silence(Text *out, bool can_fail, const char *lines)
{
  if (can_fail || strstr(lines, "np.where(")) text_put(out, "@np.errstate(all=\"ignore\")\n");
}

static void put_prepare(Text *out, const CodeModel *model)
{
  CodeBody body = code_body(model, NULL);
  put_silence(out, false, text_string(&body.lines));
  text_put(out,
           "def prepare(p):\n"
           "    \"\"\"What depends on the parameters only, with a copy of them: every function "
           "takes it.\"\"\"\n"
           "    p = Params(*(np.float64(value) for value in astuple(p)))\n"
           "    k = SimpleNamespace(p=p)\n");
  text_put(out, text_string(&body.lines));
  text_put(out, "    return k\n");
  code_body_free(&body);
}

// ---- functions

// Puts text of the model as part of a docstring, with quotation marks replaced so that they cannot
// end it.
static void put_docstring(Text *out, const CodeModel *model, const char *text)
{
  Text words = { 0 };
  for (const char *c = text; *c != '\0'; c++)
    text_put_bytes(&words, *c == '"' ? "'" : c, 1);
  code_put_words(out, model->language, 4, "", 0, text_string(&words));
  text_free(&words);
}

void python_put_def(Text *out, const CodeModel *model, const CodeFunction *function)
{
  Text words = { 0 };
  text_format(out, "def %s(%s):\n    \"\"\"\n", function->name,
              code_argument_names(model, function, 0));
  code_put_summary(&words, model, function, "Returns it and failed: 0, or the number");
  put_docstring(out, model, text_string(&words));
  text_clear(&words);
  code_put_argument_text(&words, model, function);
  text_put_char(out, '\n');
  put_docstring(out, model, text_string(&words));
  text_put(out, "    \"\"\"\n");
  text_free(&words);
}

const char *python_arguments(const CodeModel *model, const CodeFunction *function)
{
  const char *words = "";
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (!(function->signature.takes & (1U << source))) continue;
    const char *name = code_argument_name(source);
    int count = code_argument_length(model, function, source);
    const char *length = source == SOURCE_TIME ? "None" : code_text(model, "%d", count);
    words =
        code_text(model, "%s%s(\"%s\", %s, %s)", words, words[0] ? ", " : "", name, name, length);
  }
  return words;
}

const char *python_shape(const CodeModel *model, const CodeFunction *function)
{
  const Quantity *quantity = function->quantity;
  if (!function->signature.is_array) return "";
  if (quantity->columns == 1) return code_text(model, "%d,", quantity->rows);
  return code_text(model, "%d, %d", quantity->rows, quantity->columns);
}

static void put_beginning(Text *out, const CodeModel *model, const CodeFunction *function)
{
  python_put_def(out, model, function);
  text_put(out, "    shape");
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (function->signature.takes & (1U << source))
      text_format(out, ", %s", code_argument_name(source));
  }
  text_format(out, "%s = _states(%s)\n    %s = np.empty(shape + (%s))\n",
              function->signature.takes ? "" : ", *_", python_arguments(model, function),
              function->output, python_shape(model, function));
  if (function->signature.can_fail) text_put(out, "    failed = np.zeros(shape, dtype=int)\n");
}

static void put_function(Text *out, const CodeModel *model, const CodeFunction *function)
{
  CodeBody body = code_body(model, function);
  const char *output = function->output;
  text_put(out, "\n\n");
  put_silence(out, function->signature.can_fail, text_string(&body.lines));
  put_beginning(out, model, function);
  text_put(out, text_string(&body.lines));
  if (function->signature.can_fail) {
    text_format(out, "    %s[failed != 0] = np.nan\n    return %s, failed[()]\n", output, output);
  } else {
    text_format(out, "    return %s%s\n", output, function->signature.is_array ? "" : "[()]");
  }
  code_body_free(&body);
}

// ---- constraints

void python_put_constraint_solver_def(Text *out, const CodeModel *model,
                                      const CodeConstraintSolver *solver)
{
  Text words = { 0 };
  text_format(out, "\n\ndef %s(%s):\n    \"\"\"\n", solver->name,
              constraint_solver_names(model, solver, 0, constraint_solver_unknowns(solver)));
  code_put_constraint_solver_text(&words, model, solver);
  put_docstring(out, model, text_string(&words));
  text_put(out, "    \"\"\"\n");
  text_free(&words);
}

static void put_constraint_solver(Text *out, const CodeModel *model,
                                  const CodeConstraintSolver *solver)
{
  python_put_constraint_solver_def(out, model, solver);
  text_format(out,
              "    def evaluate(x):\n        return ([%s],\n                [%s])\n"
              "    return _solve(evaluate, %s, held, \"%s\", %s, %d)\n",
              constraint_solver_calls(model, solver, solver->part, ", "),
              constraint_solver_calls(model, solver, solver->jacobian, ", "),
              constraint_solver_unknowns(solver), constraint_solver_kinds(model, solver),
              solver->is_for_speeds ? "True" : "False", solver->equations);
}

// ---- files

static void put_head(Text *out, const CodeModel *model)
{
  code_put_runtime(out, model, "imports.py");
  python_put_params(out, model);
}

static const CodeModule MODULE = {
  .file = "$NAME.py",
  .purpose = "the equations of a mechanism as functions of Python",
  .put_head = put_head,
  .put_prepare = put_prepare,
  .put_function = put_function,
  .put_constraint_solver = put_constraint_solver,
  .helpers = HELPERS,
  .helper_count = sizeof HELPERS / sizeof HELPERS[0],
};

bool codegen_python(const CodeRequest *request, CodeFiles *out, Text *why)
{
  return code_print(request, &LANGUAGE_PYTHON, &MODULE, out, why);
}
