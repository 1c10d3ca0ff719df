// c_source.c -- NAME.c: defaults, helpers in use, prepare, and the functions.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"
#include "symbolic/literal.h"

#include <math.h>

static bool uses_operator(const CModel *model, Operator op)
{
  const Steps *steps = &model->program->steps;
  for (int k = 0; k < steps->count; k++) {
    if (steps->at[k].op == op) return true;
  }
  return false;
}

// Pivots that are positive numbers are not checked.
static bool uses_fail(const CModel *model)
{
  const Program *program = model->program;
  for (int k = 0; k < program->output_count; k++) {
    const Output *output = &program->outputs[k];
    for (int i = 0; i < output->quantity->pivot_count; i++) {
      bool is_number = output->pivots[i] < program->constant_count;
      if (!is_number || !(program->constants[output->pivots[i]] > 0)) return true;
    }
  }
  return false;
}

static void put_helpers(Text *out, const CModel *model)
{
  bool uses_newton = false;
  for (int k = 0; k < C_CLOSING_COUNT; k++)
    uses_newton = uses_newton || model->closings[k].name;
  if (uses_operator(model, OP_SIGN)) c_put_runtime(out, model, C_RUNTIME_SIGN);
  if (uses_fail(model)) c_put_runtime(out, model, C_RUNTIME_FAIL);
  if (uses_newton) c_put_runtime(out, model, C_RUNTIME_LEAST_SQUARES);
  if (uses_newton) c_put_runtime(out, model, C_RUNTIME_NEWTON);
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

void c_put_source(Text *out, const CModel *model)
{
  c_put_banner(out, model, c_named(model, "NAME.c"), c_named(model, "the functions of NAME.h"));
  c_put(out, model, "\n#include \"NAME.h\"\n\n#include <math.h>\n%s\n",
        model->request->with_batch ? "#include <stddef.h>\n" : "");
  put_helpers(out, model);
  put_defaults(out, model);
  text_put_char(out, '\n');
  c_put_prepare(out, model);
  for (int k = 0; k < model->function_count; k++) {
    const CFunction *function = &model->functions[k];
    text_put_char(out, '\n');
    c_put_functions(out, model, function);
    if (!model->request->with_batch) continue;
    text_put_char(out, '\n');
    c_put_batch(out, model, function);
  }
  for (int k = 0; k < C_CLOSING_COUNT; k++) {
    if (!model->closings[k].name) continue;
    text_put_char(out, '\n');
    c_put_closing(out, model, &model->closings[k]);
  }
}
