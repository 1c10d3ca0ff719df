// c_source.c -- NAME.c: defaults, helpers in use, prepare, and the functions.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>

// The helpers that the functions call.
static void put_helpers(Text *out, const CModel *model, const char *functions)
{
  static const struct {
    CRuntime helper;
    const char *call;
  } helpers[] = { { C_RUNTIME_SIGN, "NAME_sign(" },
                  { C_RUNTIME_TABLE, "NAME_table(" },
                  { C_RUNTIME_FAIL, "NAME_fail(" },
                  { C_RUNTIME_LEAST_SQUARES, "NAME_newton_start(" },
                  { C_RUNTIME_NEWTON, "NAME_newton_start(" } };
  for (size_t k = 0; k < sizeof helpers / sizeof helpers[0]; k++) {
    if (strstr(functions, c_named(model, helpers[k].call)))
      c_put_runtime(out, model, helpers[k].helper);
  }
}

static void put_defaults(Text *out, const CModel *model)
{
  const Equations *equations = model->equations;
  c_put(out, model, "NAME_params NAME_default_params(void)\n{\n  const NAME_params p = {\n");
  for (int k = 0; k < equations->parameter_count; k++) {
    const Variable *parameter = &equations->parameters[k];
    bool has_default = c_has_default(parameter);
    double value = has_default ? expr_literal_value(parameter->value) : 0;
    text_format(out, "    .%s = %s", model->parameters[k], signbit(value) ? "-" : "");
    c_put_literal(out, model, has_default ? parameter->value : NULL, value);
    text_put(out, has_default ? ",\n" : ",  // no default\n");
  }
  if (equations->parameter_count == 0) text_put(out, "    .none = 0\n");
  text_put(out, "  };\n  return p;\n}\n");
}

static void put_functions(Text *out, const CModel *model)
{
  c_put_prepare(out, model);
  for (int k = 0; k < model->function_count; k++) {
    text_put_char(out, '\n');
    c_put_functions(out, model, &model->functions[k]);
    if (!model->request->with_batch) continue;
    text_put_char(out, '\n');
    c_put_batch(out, model, &model->functions[k]);
  }
  for (int k = 0; k < model->closing_count; k++) {
    text_put_char(out, '\n');
    c_put_closing(out, model, &model->closings[k]);
  }
}

void c_put_definitions(Text *out, const CModel *model)
{
  Text functions = { 0 };
  for (int k = 0; k < model->table_count; k++)
    c_put_table(&functions, model, &model->tables[k]);
  put_functions(&functions, model);
  c_put(out, model, "#include <math.h>\n%s\n",
        model->request->with_batch ? "#include <stddef.h>\n" : "");
  put_helpers(out, model, text_string(&functions));
  put_defaults(out, model);
  text_put_char(out, '\n');
  text_put_bytes(out, text_string(&functions), functions.length);
  text_free(&functions);
}

void c_put_source(Text *out, const CModel *model)
{
  c_put_banner(out, model, c_named(model, "NAME.c"), c_named(model, "the functions of NAME.h"));
  c_put(out, model, "\n#include \"NAME.h\"\n\n");
  c_put_definitions(out, model);
}
