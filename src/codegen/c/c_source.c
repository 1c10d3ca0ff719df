// c_source.c -- NAME.c: defaults, required helpers, prepare, and the functions.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>

// Calls, and the helpers that they require.
static const CodeHelper HELPERS[] = { { "$NAME_noinline ", "noinline.c" },
                                      { "$NAME_no_slp\n", "no_slp.c" },
                                      { "$NAME_wide_vectors ", "wide_vectors.c" },
                                      { "$NAME_sin(", "sin.c" },
                                      { "$NAME_cos(", "cos.c" },
                                      { "$NAME_sign(", "sign.c" },
                                      { "$NAME_min(", "minimum.c" },
                                      { "$NAME_max(", "maximum.c" },
                                      { "$NAME_table(", "table.c" },
                                      { "$NAME_fail(", "fail.c" },
                                      { "$NAME_load(", "block_load.c" },
                                      { "$NAME_store(", "block_store.c" },
                                      { "$NAME_all(", "block_all.c" },
                                      { "$NAME_block_min(", "block_min.c" },
                                      { "$NAME_block_max(", "block_max.c" },
                                      { "$NAME_each1(", "block_each1.c" },
                                      { "$NAME_each2(", "block_each2.c" },
                                      { "$NAME_each_table(", "block_each_table.c" },
                                      { "$NAME_sincos_block(", "block_sincos.c" },
                                      { "$NAME_mark_failed(", "block_mark_failed.c" },
                                      { "$NAME_copy_states(", "copy_states.c" },
                                      { "$NAME_newton_start(", "least_squares.c" },
                                      { "$NAME_newton_start(", "newton.c" } };

static bool has_sincos(const CodeModel *model, const char *text)
{
  return strstr(text, code_named(model, "$NAME_sincos(")) ||
         strstr(text, code_named(model, "$NAME_sincos_block(")) ||
         strstr(text, code_named(model, "$NAME_sin(")) ||
         strstr(text, code_named(model, "$NAME_cos("));
}

static void put_sincos(Text *out, const CodeModel *model)
{
  bool is_float = model->request->real == CODE_FLOAT;
  if (model->request->is_portable) {
    code_put_runtime(out, model, is_float ? "lanes_float_plain.c" : "lanes_plain.c");
  } else {
    code_put_runtime(out, model, is_float ? "lanes_float_gnu.c" : "lanes_gnu.c");
  }
  code_put_runtime(out, model, is_float ? "sincos_float.c" : "sincos.def");
  code_put_runtime(out, model, "sincos.c");
}

static void put_blocks(Text *out, const CodeModel *model, const char *text)
{
  bool is_portable = model->request->is_portable;
  code_put_runtime(out, model, is_portable ? "block_plain.c" : "block_gnu.c");
  if (strstr(text, code_named(model, "$NAME_choose(")) ||
      strstr(text, code_named(model, "$NAME_block_min(")) ||
      strstr(text, code_named(model, "$NAME_block_max(")))
    code_put_runtime(out, model, is_portable ? "block_choose_plain.c" : "block_choose_gnu.c");
}

static void put_defaults(Text *out, const CodeModel *model)
{
  const Equations *equations = model->equations;
  code_put(out, model, "$NAME_params $NAME_default_params(void)\n{\n  const $NAME_params p = {\n");
  for (int k = 0; k < equations->parameter_count; k++) {
    const Variable *parameter = &equations->parameters[k];
    bool has_default = code_has_default(parameter);
    double value = has_default ? expr_literal_value(parameter->value) : 0;
    text_format(out, "    .%s = %s", model->parameters[k], signbit(value) ? "-" : "");
    code_put_literal(out, model, has_default ? parameter->value : NULL, value);
    text_put(out, has_default ? ",\n" : ",  // no default\n");
  }
  if (equations->parameter_count == 0) text_put(out, "    .none = 0\n");
  text_put(out, "  };\n  return p;\n}\n");
}

static void put_functions(Text *out, const CodeModel *model)
{
  c_put_prepare(out, model);
  for (int k = 0; k < model->function_count; k++) {
    text_put_char(out, '\n');
    c_put_functions(out, model, &model->functions[k]);
    if (!model->request->with_batch) continue;
    text_put_char(out, '\n');
    c_put_batch(out, model, &model->functions[k]);
  }
  for (int k = 0; k < model->solver_count; k++) {
    text_put_char(out, '\n');
    c_put_constraint_solver(out, model, &model->solvers[k]);
  }
}

void c_put_definitions(Text *out, const CodeModel *model)
{
  Text functions = { 0 };
  for (int k = 0; k < model->table_count; k++)
    code_put_table(&functions, model, &model->tables[k]);
  put_functions(&functions, model);
  bool with_sincos = has_sincos(model, text_string(&functions));
  bool with_vectors = strstr(text_string(&functions), code_named(model, "$NAME_wide_vectors "));
  code_put(out, model, "#include <math.h>\n%s%s\n",
           with_sincos || with_vectors ? "#include <stdint.h>\n" : "",
           with_sincos || with_vectors || model->request->with_batch ? "#include <string.h>\n"
                                                                     : "");
  if (with_sincos) put_sincos(out, model);
  if (model->request->with_batch) put_blocks(out, model, text_string(&functions));
  code_put_helpers(out, model, HELPERS, sizeof HELPERS / sizeof HELPERS[0],
                   text_string(&functions));
  put_defaults(out, model);
  text_put_char(out, '\n');
  text_put_bytes(out, text_string(&functions), functions.length);
  text_free(&functions);
}

void c_put_source(Text *out, const CodeModel *model)
{
  code_put_banner(out, model, code_named(model, "$NAME.c"),
                  code_named(model, "the functions of $NAME.h"));
  code_put(out, model, "\n#include \"$NAME.h\"\n\n");
  c_put_definitions(out, model);
}

bool c_model_build(CodeModel *model, const CodeRequest *request, Text *why)
{
  return code_model_build(model, request, &LANGUAGE_C, why);
}

bool codegen_c(const CodeRequest *request, CodeFiles *out, Text *why)
{
  CodeModel model;
  bool is_built = c_model_build(&model, request, why);
  if (is_built) {
    c_put_header(codegen_add_file(out, code_named(&model, "$NAME.h")), &model);
    c_put_source(codegen_add_file(out, code_named(&model, "$NAME.c")), &model);
    c_put_selftest(codegen_add_file(out, code_named(&model, "$NAME_selftest.c")), &model);
  }
  code_model_free(&model);
  return is_built;
}
