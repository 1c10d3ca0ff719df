// c_header.c -- NAME.h: the types, and a commented prototype of each function.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

#include <string.h>

// ---- types

static void put_parameter(Text *out, const CodeModel *model, int index, int width)
{
  Text comment = { 0 };
  code_put_parameter_text(&comment, model, index);
  const char *name = model->parameters[index];
  code_put(out, model, "  $NAME_real %s;", name);
  text_repeat(out, ' ', width - (int)strlen(name));
  text_put(out, "  // ");
  code_put_harmless(out, text_string(&comment));
  text_put_char(out, '\n');
  text_free(&comment);
}

static void put_params(Text *out, const CodeModel *model)
{
  code_put(out, model,
           "// The parameters of the model, in SI units.\ntypedef struct $NAME_params {\n");
  int count = model->equations->parameter_count;
  int width = 0;
  for (int k = 0; k < count; k++) {
    if ((int)strlen(model->parameters[k]) > width) width = (int)strlen(model->parameters[k]);
  }
  for (int k = 0; k < count; k++)
    put_parameter(out, model, k, width);
  if (count == 0) text_put(out, "  char none;  // the model has no parameters\n");
  code_put(out, model,
           "} $NAME_params;\n\n// The defaults; a parameter without one is 0.\n"
           "$NAME_params $NAME_default_params(void);\n\n");
}

static void put_prepared(Text *out, const CodeModel *model)
{
  code_put_comment(out, &LANGUAGE_C, 0, 1,
                   code_named(model,
                              "What depends on the parameters only. Compute it once with "
                              "$NAME_prepare(); the functions ..._prepared() then do no work "
                              "twice. It holds a copy of the parameters."));
  code_put(out, model, "typedef struct $NAME_prepared {\n  $NAME_params p;\n");
  const Routine *prepare = model->prepare;
  for (int k = 0; k < prepare->statement_count; k++) {
    const RoutineValue *value = &prepare->values[prepare->statements[k].value];
    if (!value->is_stored || value->source != SOURCE_PREPARED) continue;
    code_put(out, model, "  $NAME_real %s;\n", value->spelling + strlen("k->"));
  }
  code_put(out, model, "} $NAME_prepared;\n\n");
  CArguments arguments = c_prepare_arguments(model);
  code_put_list(out, &LANGUAGE_C, code_named(model, "void $NAME_prepare"), arguments.declaration,
                arguments.count);
  text_put(out, ";\n");
}

static void put_sizes(Text *out, const CodeFunction *function)
{
  for (int k = 0; k < function->member_count; k++) {
    const CodeFunction *member = &function->members[k];
    if (member->size_macro) text_format(out, "#define %s %d\n", member->size_macro, member->size);
  }
}

static void put_dimensions(Text *out, const CodeModel *model)
{
  text_format(out, "// Lengths of the arrays.\n#define %s_COORDINATES %d\n#define %s_INPUTS %d\n",
              model->upper, model->equations->coordinate_count, model->upper,
              model->equations->input_count);
  const char *const words[] = { "STATES", "DISCRETES" };
  const int counts[] = { model->equations->state_count, model->equations->discrete_count };
  for (int k = 0; k < 2; k++) {
    if (counts[k] > 0) text_format(out, "#define %s_%s %d\n", model->upper, words[k], counts[k]);
  }
  for (int k = 0; k < model->function_count; k++)
    put_sizes(out, &model->functions[k]);
  for (int k = 0; k < model->solver_count; k++) {
    const CodeConstraintSolver *solver = &model->solvers[k];
    text_format(out, "#define %s %d\n", solver->size_macro, solver->equations);
  }
  text_put_char(out, '\n');
}

// ---- functions

static void put_function(Text *out, const CodeModel *model, const CodeFunction *function)
{
  Text comment = { 0 };
  code_put_summary(&comment, model, function, "Returns 0, or the number");
  if (function->signature.can_fail && model->request->with_batch)
    text_put(&comment, " The batch returns the number of such states.");
  text_put_char(out, '\n');
  code_put_comment(out, &LANGUAGE_C, 0, 1, text_string(&comment));
  CForm last = model->request->with_batch ? C_BATCHED : C_PREPARED;
  for (CForm form = C_PLAIN; form <= last; form++) {
    c_put_prototype(out, model, function, form);
    text_put(out, ";\n");
  }
  text_free(&comment);
}

void c_put_header(Text *out, const CodeModel *model)
{
  const char *guard = code_text(model, "%s_H", model->upper);
  code_put_banner(out, model, code_named(model, "$NAME.h"),
                  "the equations of a mechanism as functions of C99");
  code_put_tables_of_model(out, model);
  code_put(out, model,
           "#ifndef %s\n#define %s\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
           "typedef %s $NAME_real;\n\n",
           guard, guard, model->request->real == CODE_FLOAT ? "float" : "double");
  put_dimensions(out, model);
  put_params(out, model);
  put_prepared(out, model);
  if (model->request->with_batch) {
    text_put(
        out,
        "\n// The functions ..._batch() take `count` states at once: entry i of state j lies at\n"
        "// [i * stride + j] of its array, stride >= count. Arrays must not overlap.\n");
  }
  for (int k = 0; k < model->function_count; k++)
    put_function(out, model, &model->functions[k]);
  for (int k = 0; k < model->solver_count; k++)
    c_put_constraint_solver_prototypes(out, model, &model->solvers[k]);
  text_put(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
