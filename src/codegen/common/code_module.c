// code_module.c -- the files of a language: a module with all functions, and its accompanying
// files.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"

static Text functions_of(const CodeModel *model, const CodeModule *module)
{
  Text functions = { 0 };
  for (int k = 0; k < model->table_count; k++)
    code_put_table(&functions, model, &model->tables[k]);
  if (module->put_prepare) module->put_prepare(&functions, model);
  for (int k = 0; k < model->function_count; k++)
    module->put_function(&functions, model, &model->functions[k]);
  for (int k = 0; module->put_constraint_solver && k < model->solver_count; k++)
    module->put_constraint_solver(&functions, model, &model->solvers[k]);
  return functions;
}

static void put_module(CodeFiles *files, const CodeModel *model, const CodeModule *module)
{
  const char *file = code_named(model, module->file);
  Text *out = codegen_add_file(files, file);
  Text functions = functions_of(model, module);
  code_put_banner(out, model, file, module->purpose);
  code_put_tables_of_model(out, model);
  if (module->put_head) module->put_head(out, model);
  code_put_helpers(out, model, module->helpers, module->helper_count, text_string(&functions));
  text_put_bytes(out, text_string(&functions), functions.length);
  if (module->end) text_put(out, code_named(model, module->end));
  text_free(&functions);
}

void code_put_selftest_file(CodeFiles *files, const CodeModel *model)
{
  const char *file = code_named(model, model->language->selftest.file);
  code_put_selftest(codegen_add_file(files, file), model);
}

bool code_print(const CodeRequest *request, const Language *language, const CodeModule *module,
                CodeFiles *out, Text *why)
{
  CodeModel model;
  bool is_built = code_model_build(&model, request, language, why);
  if (is_built && module->file) put_module(out, &model, module);
  if (is_built && module->put_others) module->put_others(out, &model);
  if (is_built && language->selftest.file) code_put_selftest_file(out, &model);
  code_model_free(&model);
  return is_built;
}
