// python_c.c -- Python bindings of compiled C: the files of C, NAME_states.c with a loop over
// states for each function, and NAME.py, which compiles them and provides the functions of --lang
// python.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"
#include "codegen/languages/python.h"

#include "base/memory/memory.h"

// ---- C

// Returns the expression of an argument for state j; states are consecutive, as in NumPy.
static const char *argument_at(const CodeModel *model, const CodeFunction *function,
                               const CArguments *arguments, int index)
{
  const char *name = arguments->name[index];
  ValueSource source = arguments->source[index];
  if (source == SOURCE_PREPARED) return name;
  if (source == SOURCE_TIME) return code_text(model, "%s[j]", name);
  int length =
      source == SOURCE_OUTPUT ? function->size : code_argument_length(model, function, source);
  return code_text(model, "%s + %d * j", name, length);
}

// Puts the loop of a function over states. `name` is that in Python.
static void put_loop(Text *out, const CodeModel *model, const CodeFunction *function,
                     const char *name)
{
  const Signature *signature = &function->signature;
  CArguments arguments = c_arguments(model, function, C_PREPARED);
  CArguments declared = c_first_argument(model, C_PREPARED);
  c_add_argument(&declared, model, SOURCE_NONE, "count", "long %s");
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (signature->takes & (1U << source))
      c_add_argument(&declared, model, source, code_argument_name(source), "const double *%s");
  }
  c_add_argument(&declared, model, SOURCE_OUTPUT, function->output, "double *%s");
  c_add_argument(&declared, model, SOURCE_NONE, "failed", "int *%s");
  text_put_char(out, '\n');
  code_put_list(out, &LANGUAGE_C, code_text(model, "void $NAME_%s_states", name),
                declared.declaration, declared.count);
  text_put(out, "\n{\n  for (long j = 0; j < count; j++)\n");
  for (int k = 0; k < arguments.count; k++)
    arguments.name[k] = argument_at(model, function, &arguments, k);
  const char *before = signature->can_fail   ? "failed[j] = "
                       : signature->is_array ? ""
                                             : code_text(model, "%s[j] = ", function->output);
  code_put_list(out, &LANGUAGE_C, code_text(model, "    %s%s_prepared", before, function->name),
                arguments.name, arguments.count);
  text_format(out, ";\n%s}\n", signature->can_fail ? "" : "  (void)failed;\n");
}

static void put_loops(Text *out, const CodeModel *model, const CodeModel *in_python)
{
  code_put_banner(
      out, model, code_named(model, "$NAME_states.c"),
      code_named(model, "the functions of $NAME.h for many states, called by $NAME.py"));
  code_put(out, model,
           "\n#include \"$NAME.h\"\n\n#include <stddef.h>\n\n"
           "size_t $NAME_prepared_size(void) { return sizeof($NAME_prepared); }\n");
  for (int k = 0; k < model->function_count; k++)
    put_loop(out, model, &model->functions[k], in_python->functions[k].name);
}

// ---- Python

static void put_function(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const char *arguments = python_arguments(model, function);
  text_put(out, "\n\n");
  python_put_def(out, model, function);
  text_format(out, "    %s, failed = _call(\"%s\", k, (%s)%s%s)\n", function->output,
              function->name, python_shape(model, function), arguments[0] ? ", " : "", arguments);
  text_format(out, "    return %s%s\n", function->output,
              function->signature.can_fail ? ", failed" : "");
}

static void put_constraint_solver(Text *out, const CodeModel *model,
                                  const CodeConstraintSolver *solver)
{
  python_put_constraint_solver_def(out, model, solver);
  text_format(out, "    return _solve(\"%s\", k, %s, %s, held, %d%s%s)\n", solver->short_name,
              solver->is_for_speeds ? "q" : "None", constraint_solver_unknowns(solver),
              solver->equations, solver->takes & TAKES_INPUTS ? ", u=u" : "",
              solver->takes & TAKES_TIME ? ", t=t" : "");
}

static void put_module(Text *out, const CodeModel *model, const CodeModel *in_c)
{
  code_put_banner(out, model, code_named(model, "$NAME.py"), "functions of Python over compiled C");
  code_put_tables_of_model(out, model);
  code_put_runtime(out, model, "imports_c.py");
  python_put_params(out, model);
  code_put_runtime(out, in_c, "call.py");
  for (int k = 0; k < model->function_count; k++)
    put_function(out, model, &model->functions[k]);
  for (int k = 0; k < model->solver_count; k++)
    put_constraint_solver(out, model, &model->solvers[k]);
}

static void put_files(CodeFiles *out, const CodeModel *model)
{
  CodeModel in_c;
  Text why = { 0 };
  // the same program was already built for Python
  if (!c_model_build(&in_c, model->request, &why)) fail_invariant(text_string(&why));
  c_put_header(codegen_add_file(out, code_named(&in_c, "$NAME.h")), &in_c);
  c_put_source(codegen_add_file(out, code_named(&in_c, "$NAME.c")), &in_c);
  put_loops(codegen_add_file(out, code_named(&in_c, "$NAME_states.c")), &in_c, model);
  put_module(codegen_add_file(out, code_named(model, "$NAME.py")), model, &in_c);
  code_model_free(&in_c);
  text_free(&why);
}

static const CodeModule MODULE = { .put_others = put_files };

bool codegen_python_c(const CodeRequest *request, CodeFiles *out, Text *why)
{
  return code_print(request, &LANGUAGE_PYTHON, &MODULE, out, why);
}
