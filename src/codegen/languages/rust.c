// rust.c -- Rust (no_std): NAME.rs, one module, and NAME_selftest.rs.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"
#include "symbolic/literal.h"

#include <string.h>

static const char *const RESERVED[] = {
  "Self",  "abstract", "as",   "async",  "await",    "become", "box",   "crate", "do",
  "dyn",   "final",    "fn",   "gen",    "impl",     "in",     "let",   "loop",  "macro",
  "match", "mod",      "move", "mut",    "override", "priv",   "pub",   "ref",   "self",
  "super", "trait",    "type", "unsafe", "unsized",  "use",    "where", "yield", NULL,
};
static const char *const TAKEN[] = {
  "f64",       "usize", "sign_of", "table_value", "solve", "least_squares",
  "length_of", "part",  "minimum", "maximum",     "Ok",    "Err",
  "Some",      "None",  "Option",  "Result",      "Point", NULL
};

static const char *const CALLS[OP_COUNT] = {
  [OP_POW] = "pow",     [OP_SQRT] = "sqrt",   [OP_SIN] = "sin",     [OP_COS] = "cos",
  [OP_TAN] = "tan",     [OP_ASIN] = "asin",   [OP_ACOS] = "acos",   [OP_ATAN] = "atan",
  [OP_ATAN2] = "atan2", [OP_EXP] = "exp",     [OP_LOG] = "log",     [OP_SINH] = "sinh",
  [OP_COSH] = "cosh",   [OP_TANH] = "tanh",   [OP_ABS] = "fabs",    [OP_SIGN] = "sign_of",
  [OP_FLOOR] = "floor", [OP_MIN] = "minimum", [OP_MAX] = "maximum", [OP_TABLE] = "table_value",
};

static const CodeHelper HELPERS[] = { { "", "math.rs" },
                                      { "sign_of(", "sign.rs" },
                                      { "table_value(", "table.rs" },
                                      { "solve::<", "newton.rs" } };

static void put_call(Text *out, const CodeModel *model, const CodeFunction *function, int state)
{
  const Signature *signature = &function->signature;
  if (signature->is_array) text_format(out, "    let mut got = [0.0; %d];\n", function->size);
  const char *before = signature->can_fail ? "let _ = " : signature->is_array ? "" : "let got = [";
  code_put(out, model, "    %smodel::%s(&k", before, function->name);
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (signature->takes & (1U << source))
      text_format(out, ", %s%s%d", source == SOURCE_TIME ? "" : "&", code_argument_name(source),
                  state);
  }
  text_put(out, signature->is_array ? ", &mut got);\n" : ")];\n");
}

static void put_constraint_solver_call(Text *out, const CodeModel *model,
                                       const CodeConstraintSolver *solver, int state)
{
  const char *name = solver->short_name;
  text_format(out, "    let mut x = start_%s%d;\n    let done = model::%s(&k", name, state,
              solver->name);
  if (solver->is_for_speeds) text_format(out, ", &q_%s%d", name, state);
  text_format(out, ", &mut x, &held_%s%d", name, state);
  if (solver->takes & TAKES_INPUTS) text_format(out, ", &u%d", state);
  if (solver->takes & TAKES_TIME) text_format(out, ", t%d", state);
  int n = model->equations->coordinate_count;
  text_format(
      out,
      ", &mut [0.0; %d]);\n    let mut got = [0.0; %d];\n    got[..%d].copy_from_slice(&x);\n"
      "    got[%d] = f64::from(u8::from(done.is_err()));\n",
      solver->equations, n + 1, n, n);
}

static const Language RUST = {
  .name = "rust",
  .names = { .reserved = RESERVED },
  .prefix = "",
  .taken = TAKEN,
  .columns = 100,
  .indent = 4,
  .comment = "//",
  .ending = ";",
  .goes_on = "",
  .parameter = "p.%s",
  .member = "k.%s",
  .alias = "let p = &k.p;",
  .entry = "[%d]",
  .result_entry = "[%d]",
  .local = "let %s =",
  .returned = "return",
  .number_ending = "",
  .nan = "f64::NAN",
  .infinity = "f64::INFINITY",
  .calls = CALLS,
  .not_equal = "!=",
  .choice = "if $c { $a } else { $b }",
  .truth = "if $c { $1 } else { $0 }",
  .unless = "if",
  .check = "!($x > 0.0) { $r.fill(f64::NAN); return Err($n) }",
  .table = { "fn $f(order: usize, x: f64) -> f64 {\n    const POINTS: [f64; $n] = [",
             "    ];\n    const COEFFICIENTS: [f64; $m] = [",
             "    ];\n    table_value(&POINTS, &COEFFICIENTS, $d, order, x)\n}\n\n" },
  .held_words = "is true",
  .solved_words = "Ok",
  .selftest = { .file = "$NAME_selftest.rs",
                .run = "rustc -O $NAME_selftest.rs && ./$NAME_selftest",
                .parts = { "selftest_head.rs", "selftest_begin.rs", "selftest_end.rs" },
                .array = { "const $f: [f64; $n] = [", "];\n" },
                .number = { "const $f: f64 = ", ";\n" },
                .parameter = { "    p.$f = ", ";\n" },
                .prepare = "    let k = model::prepare(&p);\n\n",
                .check = { "    tally.check(\"$f\", $s, $i, &got, &[", "    ], &[", "    ]);\n" },
                .put_call = put_call,
                .put_constraint_solver_call = put_constraint_solver_call,
                .held = { "const $f: [bool; $n] = [", "];\n" },
                .flags = { "false", "true" } },
};

// ---- types

static void put_params(Text *out, const CodeModel *model)
{
  int count = model->equations->parameter_count;
  text_put(out, "/// The parameters of the model, in SI units.\n#[derive(Clone, Copy, Debug)]\n"
                "pub struct Params {\n");
  for (int k = 0; k < count; k++) {
    Text comment = { 0 };
    code_put_parameter_text(&comment, model, k);
    code_put_words(out, model->language, 4, "///", 1, text_string(&comment));
    text_format(out, "    pub %s: f64,\n", model->parameters[k]);
    text_free(&comment);
  }
  text_put(out, "}\n\n/// The defaults; a parameter without one is 0.\n"
                "pub fn default_params() -> Params {\n    Params {\n");
  for (int k = 0; k < count; k++) {
    const Variable *parameter = &model->equations->parameters[k];
    text_format(out, "        %s: ", model->parameters[k]);
    code_put_double(out, model->language,
                    code_has_default(parameter) ? expr_literal_value(parameter->value) : 0);
    text_put(out, ",\n");
  }
  text_put(out, "    }\n}\n\n");
}

static void put_prepare(Text *out, const CodeModel *model)
{
  CodeBody body = code_body(model, NULL);
  text_put(out,
           "/// What depends on the parameters only, with a copy of them: every function takes "
           "it.\n#[derive(Clone, Copy, Debug)]\npub struct Prepared {\n    pub p: Params,\n");
  code_put_members(out, model, "    %s: f64,\n");
  text_put(out, "}\n\npub fn prepare(p: &Params) -> Prepared {\n    let mut k = Prepared {\n"
                "        p: *p,\n");
  code_put_members(out, model, "        %s: 0.0,\n");
  text_put(out, "    };\n");
  text_put(out, text_string(&body.lines));
  text_put(out, "    k\n}\n");
  code_body_free(&body);
}

// ---- functions

static void put_comment(Text *out, const CodeModel *model, const CodeFunction *function)
{
  Text words = { 0 };
  code_put_summary(&words, model, function, "The error is the number");
  code_put_words(out, model->language, 0, "///", 1, text_string(&words));
  text_clear(&words);
  code_put_argument_text(&words, model, function);
  text_put(out, "///\n");
  code_put_words(out, model->language, 0, "///", 1, text_string(&words));
  text_free(&words);
}

static void put_function(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const Signature *signature = &function->signature;
  const char *items[SOURCE_COUNT] = { "k: &Prepared" };
  int count = 1;
  CodeBody body = code_body(model, function);
  for (ValueSource source = SOURCE_Q; source <= SOURCE_DISCRETES; source++) {
    if (signature->takes & (1U << source))
      items[count++] = code_text(model, "%s: &[f64; %d]", code_argument_name(source),
                                 code_argument_length(model, function, source));
  }
  if (signature->takes & TAKES_TIME) items[count++] = "t: f64";
  if (signature->is_array)
    items[count++] = code_text(model, "%s: &mut [f64; %d]", function->output, function->size);
  text_put_char(out, '\n');
  put_comment(out, model, function);
  code_put_list(out, model->language, code_text(model, "pub fn %s", function->name), items, count);
  text_put(out, signature->can_fail   ? " -> Result<(), usize> {\n"
                : signature->is_array ? " {\n"
                                      : " -> f64 {\n");
  text_put(out, text_string(&body.lines));
  text_put(out, signature->can_fail ? "    Ok(())\n}\n" : "}\n");
  code_body_free(&body);
}

// ---- constraints

static void put_constraint_solver_head(Text *out, const CodeModel *model,
                                       const CodeConstraintSolver *solver)
{
  int n = model->equations->coordinate_count, count = 1;
  const char *items[SOURCE_COUNT] = { "k: &Prepared" };
  if (solver->is_for_speeds) items[count++] = code_text(model, "q: &[f64; %d]", n);
  items[count++] = code_text(model, "%s: &mut [f64; %d]", constraint_solver_unknowns(solver), n);
  items[count++] = code_text(model, "held: &[bool; %d]", n);
  if (solver->takes & TAKES_INPUTS)
    items[count++] = code_text(model, "u: &[f64; %d]", model->equations->input_count);
  if (solver->takes & TAKES_TIME) items[count++] = "t: f64";
  items[count++] = code_text(model, "residual: &mut [f64; %d]", solver->equations);
  Text words = { 0 };
  code_put_constraint_solver_text(&words, model, solver);
  text_put_char(out, '\n');
  code_put_words(out, model->language, 0, "///", 1, text_string(&words));
  text_free(&words);
  code_put_list(out, model->language, code_text(model, "pub fn %s", solver->name), items, count);
  text_put(out, " -> Result<(), usize> {\n");
}

// Puts "        constraints(k, x, part(&mut f[0..2]));".
static void put_evaluation(Text *out, const CodeModel *model, const CodeFunction *function,
                           const char *q, const char *target, int first)
{
  text_format(out, "        %s(%s, part(&mut %s[%d..%d]));\n", function->name,
              constraint_solver_arguments(model, function, q), target, first,
              first + function->size);
}

static void put_constraint_solver(Text *out, const CodeModel *model,
                                  const CodeConstraintSolver *solver)
{
  int n = model->equations->coordinate_count, m = solver->equations + solver->turns, row = 0;
  const char *q = solver->is_for_speeds ? "q" : "x";
  put_constraint_solver_head(out, model, solver);
  text_format(out, "    let evaluate = |x: &[f64; %d], f: &mut [f64; %d], j: &mut [f64; %d]| {\n",
              n, m, m * n);
  for (int k = 0; k < solver->part_count; k++) {
    put_evaluation(out, model, solver->part[k], q, "f", row);
    put_evaluation(out, model, solver->jacobian[k], q, "j", row * n);
    row += solver->part[k]->size;
  }
  text_format(out,
              "    };\n    let kinds = b\"%s\";\n"
              "    solve::<%d, %d, %d, %d>(evaluate, %s, held, kinds, %s, residual)\n}\n",
              constraint_solver_kinds(model, solver), n, m, m * n, (m + n) * (n + 1),
              constraint_solver_unknowns(solver), solver->is_for_speeds ? "true" : "false");
}

// ---- files

static void put_params_and_prepare(Text *out, const CodeModel *model)
{
  put_params(out, model);
  put_prepare(out, model);
}

static const CodeModule MODULE = {
  .file = "$NAME.rs",
  .purpose = "the equations of a mechanism as functions of Rust, without its standard library",
  .put_prepare = put_params_and_prepare,
  .put_function = put_function,
  .put_constraint_solver = put_constraint_solver,
  .helpers = HELPERS,
  .helper_count = sizeof HELPERS / sizeof HELPERS[0],
};

bool codegen_rust(const CodeRequest *request, CodeFiles *out, Text *why)
{
  return code_print(request, &RUST, &MODULE, out, why);
}
