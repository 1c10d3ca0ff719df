// c_library.c -- the functions of a model for use in this process: one translation unit with common
// entry points.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

static const char *argument_of(const CodeModel *model, const CArguments *arguments, int index,
                               int output)
{
  ValueSource source = arguments->source[index];
  switch (source) {
  case SOURCE_PREPARED: return "k";
  case SOURCE_TIME: return "t";
  case SOURCE_OUTPUT: return code_text(model, "out[%d]", output);
  default: return code_text(model, "arrays[%d]", (int)source);
  }
}

static void put_call(Text *out, const CodeModel *model, int index)
{
  const CodeFunction *function = &model->functions[index];
  CArguments arguments = c_arguments(model, function, C_PREPARED);
  for (int k = 0; k < arguments.count; k++)
    arguments.name[k] = argument_of(model, &arguments, k, index);
  const char *before = function->signature.can_fail   ? "failed = "
                       : function->signature.is_array ? ""
                                                      : code_text(model, "out[%d][0] = ", index);
  code_put_list(out, &LANGUAGE_C, code_text(model, "  %s%s_prepared", before, function->name),
                arguments.name, arguments.count);
  text_put(out, ";\n");
  if (function->signature.can_fail) text_put(out, "  if (first == 0) first = failed;\n");
}

static void put_entry_points(Text *out, const CodeModel *model)
{
  code_put(out, model,
           "\nunsigned long bielle_prepared_size(void) { return sizeof($NAME_prepared); }\n\n"
           "void bielle_prepare(const double parameters[], void *prepared)\n{\n  $NAME_params p;\n"
           "  (void)parameters;\n");
  for (int k = 0; k < model->equations->parameter_count; k++)
    text_format(out, "  p.%s = parameters[%d];\n", model->parameters[k], k);
  if (model->equations->parameter_count == 0) text_put(out, "  p.none = 0;\n");
  code_put(out, model,
           "  $NAME_prepare(&p, prepared);\n}\n\n"
           "int bielle_evaluate(const void *prepared, const double *const arrays[], double t,\n"
           "                    double *const out[])\n{\n  const $NAME_prepared *k = prepared;\n"
           "  int first = 0, failed = 0;\n  (void)arrays;\n  (void)t;\n  (void)failed;\n");
  for (int k = 0; k < model->function_count; k++)
    put_call(out, model, k);
  text_put(out, "  return first;\n}\n");
}

bool codegen_c_library(const CodeRequest *request, Text *out, Text *why)
{
  CodeModel model;
  if (!c_model_build(&model, request, why)) return false;
  c_put_header(out, &model);
  c_put_definitions(out, &model);
  put_entry_points(out, &model);
  code_model_free(&model);
  return true;
}
