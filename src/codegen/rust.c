// rust.c -- Rust without its standard library: NAME.rs, one module, and NAME_selftest.rs.
// SPDX-License-Identifier: MIT
#include "codegen/code_model.h"
#include "symbolic/literal.h"

#include <string.h>

static const char *const RESERVED[] = {
  "Self",  "abstract", "as",   "async",  "await",    "become", "box",   "crate", "do",
  "dyn",   "final",    "fn",   "gen",    "impl",     "in",     "let",   "loop",  "macro",
  "match", "mod",      "move", "mut",    "override", "priv",   "pub",   "ref",   "self",
  "super", "trait",    "type", "unsafe", "unsized",  "use",    "where", "yield", NULL,
};
static const char *const TAKEN[] = { "f64", "usize", "sign_of", "table_value", NULL };

static const char *const CALLS[OP_COUNT] = {
  [OP_POW] = "pow",     [OP_SQRT] = "sqrt",   [OP_SIN] = "sin",     [OP_COS] = "cos",
  [OP_TAN] = "tan",     [OP_ASIN] = "asin",   [OP_ACOS] = "acos",   [OP_ATAN] = "atan",
  [OP_ATAN2] = "atan2", [OP_EXP] = "exp",     [OP_LOG] = "log",     [OP_SINH] = "sinh",
  [OP_COSH] = "cosh",   [OP_TANH] = "tanh",   [OP_ABS] = "fabs",    [OP_SIGN] = "sign_of",
  [OP_FLOOR] = "floor", [OP_MIN] = "minimum", [OP_MAX] = "maximum", [OP_TABLE] = "table_value",
};

static const CodeHelper HELPERS[] = { { "", "math.rs" },
                                      { "sign_of(", "sign.rs" },
                                      { "table_value(", "table.rs" } };

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
  .selftest = { .file = "NAME_selftest.rs",
                .run = "rustc -O NAME_selftest.rs && ./NAME_selftest",
                .parts = { "selftest_head.rs", "selftest_begin.rs", "selftest_end.rs" },
                .array = { "const $f: [f64; $n] = [", "];\n" },
                .number = { "const $f: f64 = ", ";\n" },
                .parameter = { "    p.$f = ", ";\n" },
                .prepare = "    let k = model::prepare(&p);\n\n",
                .check = { "    tally.check(\"$f\", $s, $i, &got, &[", "    ], &[", "    ]);\n" },
                .put_call = put_call },
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

// What every member begins with, and what it becomes.
static void put_members(Text *out, const CodeModel *model, const char *format)
{
  const Routine *prepare = model->prepare;
  for (int k = 0; k < prepare->statement_count; k++) {
    const RoutineValue *value = &prepare->values[prepare->statements[k].value];
    if (value->is_stored) text_format(out, format, value->spelling + strlen("k."));
  }
}

static void put_prepare(Text *out, const CodeModel *model)
{
  CodeBody body = code_body(model, NULL);
  text_put(out,
           "/// What depends on the parameters only, with a copy of them: every function takes "
           "it.\n#[derive(Clone, Copy, Debug)]\npub struct Prepared {\n    pub p: Params,\n");
  put_members(out, model, "    %s: f64,\n");
  text_put(out, "}\n\npub fn prepare(p: &Params) -> Prepared {\n    let mut k = Prepared {\n"
                "        p: *p,\n");
  put_members(out, model, "        %s: 0.0,\n");
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

// ---- files

static void put_module(Text *out, const CodeModel *model)
{
  Text functions = { 0 };
  for (int k = 0; k < model->table_count; k++)
    code_put_table(&functions, model, &model->tables[k]);
  put_params(&functions, model);
  put_prepare(&functions, model);
  for (int k = 0; k < model->function_count; k++)
    put_function(&functions, model, &model->functions[k]);
  code_put_banner(
      out, model, code_named(model, "NAME.rs"),
      "the equations of a mechanism as functions of Rust, without its standard library");
  code_put_tables_of_model(out, model);
  code_put_helpers(out, model, HELPERS, sizeof HELPERS / sizeof HELPERS[0],
                   text_string(&functions));
  text_put(out, text_string(&functions));
  text_free(&functions);
}

bool codegen_rust(const CodeRequest *request, CodeFiles *out, Text *why)
{
  CodeModel model;
  bool is_built = code_model_build(&model, request, &RUST, why);
  if (is_built) {
    put_module(codegen_add_file(out, code_named(&model, "NAME.rs")), &model);
    code_put_selftest(codegen_add_file(out, code_named(&model, RUST.selftest.file)), &model);
  }
  code_model_free(&model);
  return is_built;
}
