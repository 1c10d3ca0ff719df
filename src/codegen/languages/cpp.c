// cpp.c -- C++ wrapper of C: the files of C, NAME.hpp with matrices of Eigen, and
// NAME_selftest.cpp.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

#include <string.h>

static const char *matrix_of(const CodeModel *model, const CodeFunction *function)
{
  return code_text(model, "Matrix<%d, %d>", function->quantity->rows, function->quantity->columns);
}

// ---- the header

static const char *argument_declaration(const CodeModel *model, const CodeFunction *function,
                                        ValueSource source)
{
  if (source == SOURCE_TIME) return "double t";
  return code_text(model, "const Vector<%d> &%s", code_argument_length(model, function, source),
                   code_argument_name(source));
}

static void put_prototype(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const Signature *signature = &function->signature;
  const char *items[SOURCE_COUNT] = { "const Prepared &k" };
  int count = 1;
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (signature->takes & (1U << source))
      items[count++] = argument_declaration(model, function, source);
  }
  const char *matrix = matrix_of(model, function);
  if (signature->can_fail) items[count++] = code_text(model, "%s &%s", matrix, function->output);
  const char *type = signature->can_fail ? "int" : signature->is_array ? matrix : "double";
  code_put_list(out, &LANGUAGE_C, code_text(model, "inline %s %s", type, function->short_name),
                items, count);
}

static void put_function(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const Signature *signature = &function->signature;
  CArguments arguments = c_arguments(model, function, C_PREPARED);
  Text comment = { 0 };
  code_put_summary(&comment, model, function, "Returns 0, or the number");
  text_put_char(out, '\n');
  code_put_words(out, &LANGUAGE_C, 0, "///", 1, text_string(&comment));
  text_free(&comment);
  put_prototype(out, model, function);
  text_put(out, "\n{\n");
  bool is_made = signature->is_array && !signature->can_fail;
  if (is_made) text_format(out, "  %s %s;\n", matrix_of(model, function), function->output);
  for (int k = 0; k < arguments.count; k++) {
    ValueSource source = arguments.source[k];
    if (source == SOURCE_PREPARED)
      arguments.name[k] = "&k";
    else if (source != SOURCE_TIME)
      arguments.name[k] = code_text(model, "%s.data()", arguments.name[k]);
  }
  code_put_list(out, &LANGUAGE_C,
                code_text(model, "  %s%s_prepared", is_made ? "" : "return ", function->name),
                arguments.name, arguments.count);
  text_put(out, ";\n");
  if (is_made) text_format(out, "  return %s;\n", function->output);
  text_put(out, "}\n");
}

// Returns the declaration of an argument of a function that solves constraints, and sets `name` to
// the expression passed to C.
static const char *constraint_solver_declaration(const CodeModel *model,
                                                 const CodeConstraintSolver *solver,
                                                 ValueSource source, const char **name)
{
  const char *own = *name;
  if (source == SOURCE_PREPARED) {
    *name = "&k";
    return "const Prepared &k";
  }
  if (source == SOURCE_TIME) return "double t";
  if (strcmp(own, "held") == 0) return "const int *held";
  *name = code_text(model, "%s.data()", own);
  if (source == SOURCE_NONE) return code_text(model, "Matrix<%d, 1> &%s", solver->equations, own);
  int n = model->equations->coordinate_count;
  if (source == SOURCE_OUTPUT) return code_text(model, "Matrix<%d, 1> &%s", n, own);
  int length = source == SOURCE_INPUTS ? model->equations->input_count : n;
  return code_text(model, "const Vector<%d> &%s", length, own);
}

static void put_constraint_solver(Text *out, const CodeModel *model,
                                  const CodeConstraintSolver *solver)
{
  CArguments arguments = c_constraint_solver_arguments(model, solver, C_PREPARED);
  const char *items[C_MAX_ARGUMENTS];
  for (int k = 0; k < arguments.count; k++)
    items[k] =
        constraint_solver_declaration(model, solver, arguments.source[k], &arguments.name[k]);
  Text comment = { 0 };
  code_put_constraint_solver_text(&comment, model, solver);
  text_put_char(out, '\n');
  code_put_words(out, &LANGUAGE_C, 0, "///", 1, text_string(&comment));
  text_free(&comment);
  code_put_list(out, &LANGUAGE_C, code_text(model, "inline int %s", solver->short_name), items,
                arguments.count);
  text_put(out, "\n{\n");
  code_put_list(out, &LANGUAGE_C, code_text(model, "  return %s_prepared", solver->name),
                arguments.name, arguments.count);
  text_put(out, ";\n}\n");
}

static void put_header(Text *out, const CodeModel *model)
{
  code_put_banner(out, model, code_named(model, "$NAME.hpp"),
                  code_named(model, "the functions of $NAME.h with matrices of Eigen"));
  code_put_runtime(out, model, "eigen.hpp");
  for (int k = 0; k < model->function_count; k++)
    put_function(out, model, &model->functions[k]);
  for (int k = 0; k < model->solver_count; k++)
    put_constraint_solver(out, model, &model->solvers[k]);
  code_put(out, model, "\n}  // namespace $NAME_eigen\n");
}

// ---- the self-test

static void put_call(Text *out, const CodeModel *model, const CodeFunction *function, int state)
{
  const Signature *signature = &function->signature;
  const char *items[SOURCE_COUNT] = { "k" };
  int count = 1;
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (!(signature->takes & (1U << source))) continue;
    const char *name = code_argument_name(source);
    int length = code_argument_length(model, function, source);
    items[count++] = source == SOURCE_TIME
                         ? code_text(model, "t%d", state)
                         : code_text(model, "vector<%d>(%s%d)", length, name, state);
  }
  if (signature->can_fail) {
    code_put(out, model, "  $NAME_eigen::%s out_%s%d;\n", matrix_of(model, function),
             function->short_name, state);
    items[count++] = code_text(model, "out_%s%d", function->short_name, state);
  }
  const char *before = signature->can_fail ? "  " : "  got = entries(";
  code_put_list(out, &LANGUAGE_C,
                code_text(model, "%s$NAME_eigen::%s", before, function->short_name), items, count);
  text_put(out, signature->can_fail ? ";\n" : ");\n");
  if (signature->can_fail) text_format(out, "  got = entries(%s);\n", items[count - 1]);
}

static void put_constraint_solver_call(Text *out, const CodeModel *model,
                                       const CodeConstraintSolver *solver, int state)
{
  int n = model->equations->coordinate_count;
  const char *name = solver->short_name;
  code_put(out, model,
           "  {\n    $NAME_eigen::Matrix<%d, 1> x(start_%s%d);\n"
           "    $NAME_eigen::Matrix<%d, 1> residual;\n",
           n, name, state, solver->equations);
  code_put(out, model, "    const int failed = $NAME_eigen::%s(k", name);
  if (solver->is_for_speeds) text_format(out, ", vector<%d>(q_%s%d)", n, name, state);
  text_format(out, ", x, held_%s%d", name, state);
  if (solver->takes & TAKES_INPUTS)
    text_format(out, ", vector<%d>(u%d)", model->equations->input_count, state);
  if (solver->takes & TAKES_TIME) text_format(out, ", t%d", state);
  text_put(out, ", residual);\n    got = entries(x);\n    got.push_back(failed != 0);\n  }\n");
}

static Language language_of_cpp(void)
{
  Language language = LANGUAGE_C;
  language.nan = "NAN";
  language.selftest = (SelfTest){
    .file = "$NAME_selftest.cpp",
    .run = "cc -O2 -ffp-contract=off -c $NAME.c && "
           "c++ -O2 -ffp-contract=off -I/usr/include/eigen3 $NAME_selftest.cpp $NAME.o && ./a.out",
    .parts = { "selftest_head.cpp", "selftest_begin.cpp", "selftest_end.cpp" },
    .array = { "const double $f[$n + 1] = {", "};\n" },
    .number = { "const double $f = ", ";\n" },
    .parameter = { "  p.$f = ", ";\n" },
    .prepare = "  const auto k = $NAME_eigen::prepare(p);\n\n",
    .check = { "  check(\"$f\", $s, $i, got, {", "  }, {", "  });\n" },
    .put_call = put_call,
    .put_constraint_solver_call = put_constraint_solver_call,
    .held = { "const int $f[$n + 1] = {", "};\n" },
    .flags = { "0", "1" },
  };
  return language;
}

static void put_files(CodeFiles *out, const CodeModel *model)
{
  const Language language = language_of_cpp();
  CodeModel in_cpp = *model;
  in_cpp.language = &language;
  c_put_header(codegen_add_file(out, code_named(model, "$NAME.h")), model);
  c_put_source(codegen_add_file(out, code_named(model, "$NAME.c")), model);
  put_header(codegen_add_file(out, code_named(model, "$NAME.hpp")), model);
  code_put_selftest_file(out, &in_cpp);
}

static const CodeModule MODULE = { .put_others = put_files };

bool codegen_cpp(const CodeRequest *request, CodeFiles *out, Text *why)
{
  return code_print(request, &LANGUAGE_C, &MODULE, out, why);
}
