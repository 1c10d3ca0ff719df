// fortran.c -- Fortran 2008: NAME.f90, one module, and NAME_selftest.f90.
// SPDX-License-Identifier: MIT
#include "codegen/code_model.h"
#include "symbolic/literal.h"

#include <string.h>

// No word is reserved, but intrinsic functions that bodies call must not be hidden.
static const char *const RESERVED[] = { "atan2",
                                        "merge",
                                        "min",
                                        "max",
                                        "size",
                                        "real",
                                        "aint",
                                        "ieee_value",
                                        "ieee_quiet_nan",
                                        "ieee_positive_inf",
                                        NULL };
static const char *const TAKEN[] = { "wp", "c_double", "failed", NULL };

static const char *const CALLS[OP_COUNT] = {
  [OP_POW] = "NAME_power", [OP_SQRT] = "sqrt",        [OP_SIN] = "sin",
  [OP_COS] = "cos",        [OP_TAN] = "tan",          [OP_ASIN] = "asin",
  [OP_ACOS] = "acos",      [OP_ATAN] = "atan",        [OP_ATAN2] = "atan2",
  [OP_EXP] = "exp",        [OP_LOG] = "log",          [OP_SINH] = "sinh",
  [OP_COSH] = "cosh",      [OP_TANH] = "tanh",        [OP_ABS] = "abs",
  [OP_SIGN] = "NAME_sign", [OP_FLOOR] = "NAME_floor", [OP_MIN] = "NAME_min",
  [OP_MAX] = "NAME_max",   [OP_TABLE] = "NAME_table",
};

static const CodeHelper HELPERS[] = {
  { "NAME_sign(", "sign.f90" },   { "NAME_floor(", "floor.f90" }, { "NAME_min(", "minimum.f90" },
  { "NAME_max(", "maximum.f90" }, { "NAME_power(", "power.f90" }, { "NAME_table(", "table.f90" }
};

static void put_call(Text *out, const CodeModel *model, const CodeFunction *function, int state)
{
  const char *names = code_argument_names(model, function, state);
  const Quantity *quantity = function->quantity;
  if (!function->signature.is_array) {
    text_format(out, "  got = [%s(%s)]\n", function->name, names);
    return;
  }
  text_format(out, "  call resize(grid, %d, %d)\n  call %s(%s, grid%s)\n", quantity->rows,
              quantity->columns, function->name, names,
              function->signature.can_fail ? ", failed" : "");
  text_format(out, "  got = reshape(transpose(grid), [%d])\n", function->size);
}

static const Language FORTRAN = {
  .name = "fortran",
  .names = { .reserved = RESERVED, .folds_case = true, .longest = 63 },
  .prefix = "NAME_",
  .taken = TAKEN,
  .columns = 100,
  .indent = 4,
  .comment = "!",
  .ending = "",
  .goes_on = " &",
  .parameter = "p%%%s",
  .member = "k%%%s",
  .alias = "p = k%p",
  .entry = "(%d)",
  .result_entry = "(%d)",
  .matrix_entry = "(%d, %d)",
  .base = 1,
  .local = "%s =",
  .returned = "%s =",
  .number_ending = "_wp",
  .nan = "ieee_value(1.0_wp, ieee_quiet_nan)",
  .infinity = "ieee_value(1.0_wp, ieee_positive_inf)",
  .calls = CALLS,
  .not_equal = "/=",
  .choice = "merge($a,~$b,~$c)",
  .truth = "merge($1, $0, $c)",
  .has_choice_as_call = true,
  .unless = "failed =",
  .check = "merge(failed, $n, failed /= 0 .or. $x > 0)",
  .table = { "  function $f(order, x) result(value)\n    integer, intent(in) :: order\n"
             "    real(wp), intent(in) :: x\n    real(wp) :: value\n"
             "    real(wp), parameter :: points($n) = [real(wp) ::",
             "    ]\n    real(wp), parameter :: coefficients($m) = [real(wp) ::",
             "    ]\n    value = NAME_table(points, coefficients, $d, order, x)\n"
             "  end function $f\n\n" },
  .selftest = { .file = "NAME_selftest.f90",
                .run = "gfortran -O2 -ffp-contract=off NAME.f90 NAME_selftest.f90 && ./a.out",
                .parts = { "selftest_head.f90", "selftest_begin.f90", "selftest_end.f90" },
                .array = { "  real(wp), parameter :: $f($n) = [real(wp) ::", "  ]\n" },
                .number = { "  real(wp), parameter :: $f = ", "\n" },
                .parameter = { "  p%$f = ", "\n" },
                .prepare = "  k = NAME_prepare(p)\n\n",
                .check = { "  call check('$f', $s, $i, got, [real(wp) ::", "  ], [real(wp) ::",
                           "  ])\n" },
                .put_call = put_call },
};

// ---- types

static void put_params(Text *out, const CodeModel *model)
{
  code_put(out, model,
           "  !> The parameters of the model, in SI units.\n  type, public :: NAME_params\n");
  for (int k = 0; k < model->equations->parameter_count; k++) {
    const Variable *parameter = &model->equations->parameters[k];
    Text comment = { 0 };
    code_put_parameter_text(&comment, model, k);
    code_put_words(out, model->language, 4, "!>", 1, text_string(&comment));
    text_format(out, "    real(wp) :: %s = ", model->parameters[k]);
    code_put_double(out, model->language,
                    code_has_default(parameter) ? expr_literal_value(parameter->value) : 0);
    text_put_char(out, '\n');
    text_free(&comment);
  }
  code_put(out, model, "  end type NAME_params\n\n");
}

// The values of a routine that are local variables, or members of what is prepared.
static void put_declarations(Text *out, const Routine *routine, bool are_members)
{
  for (int k = 0; k < routine->statement_count; k++) {
    int place = routine->statements[k].value;
    if (place < 0 || routine->values[place].is_stored != are_members) continue;
    const char *name = routine->values[place].spelling + (are_members ? strlen("k%") : 0);
    text_format(out, "    real(wp) :: %s\n", name);
  }
}

static void put_prepared(Text *out, const CodeModel *model)
{
  code_put(
      out, model,
      "  !> What depends on the parameters only, with a copy of them: every function takes it.\n"
      "  type, public :: NAME_prepared\n    type(NAME_params) :: p\n");
  put_declarations(out, model->prepare, true);
  code_put(out, model,
           "  end type NAME_prepared\n\n  public :: NAME_default_params, NAME_prepare\n");
  for (int k = 0; k < model->function_count; k++)
    text_format(out, "  public :: %s\n", model->functions[k].name);
}

// ---- functions

static void put_prepare(Text *out, const CodeModel *model)
{
  CodeBody body = code_body(model, NULL);
  code_put(out, model,
           "  !> The defaults; a parameter without one is 0.\n"
           "  function NAME_default_params() result(p)\n    type(NAME_params) :: p\n"
           "    p = NAME_params()\n  end function NAME_default_params\n\n"
           "  function NAME_prepare(p) result(k)\n    type(NAME_params), intent(in) :: p\n"
           "    type(NAME_prepared) :: k\n");
  put_declarations(out, body.routine, false);
  text_put(out, "    k%p = p\n");
  text_put(out, text_string(&body.lines));
  code_put(out, model, "  end function NAME_prepare\n\n");
  code_body_free(&body);
}

static void put_comment(Text *out, const CodeModel *model, const CodeFunction *function)
{
  Text words = { 0 };
  code_put_summary(&words, model, function, "failed is 0, or the number");
  code_put_words(out, model->language, 2, "!>", 1, text_string(&words));
  text_clear(&words);
  code_put_argument_text(&words, model, function);
  code_put_words(out, model->language, 2, "!>", 1, text_string(&words));
  text_free(&words);
}

static void put_arguments(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const Quantity *quantity = function->quantity;
  const char *output = function->output;
  code_put(out, model, "    type(NAME_prepared), intent(in) :: k\n");
  for (ValueSource source = SOURCE_Q; source <= SOURCE_DISCRETES; source++) {
    if (function->signature.takes & (1U << source))
      text_format(out, "    real(wp), intent(in) :: %s(%d)\n", code_argument_name(source),
                  code_argument_length(model, function, source));
  }
  if (function->signature.takes & TAKES_TIME) text_put(out, "    real(wp), intent(in) :: t\n");
  if (!function->signature.is_array) {
    text_format(out, "    real(wp) :: %s\n", output);
  } else if (quantity->columns == 1) {
    text_format(out, "    real(wp), intent(out) :: %s(%d)\n", output, quantity->rows);
  } else {
    text_format(out, "    real(wp), intent(out) :: %s(%d, %d)\n", output, quantity->rows,
                quantity->columns);
  }
  if (function->signature.can_fail) text_put(out, "    integer, intent(out) :: failed\n");
}

static void put_function(Text *out, const CodeModel *model, const CodeFunction *function)
{
  const Signature *signature = &function->signature;
  const char *kind = signature->is_array ? "subroutine" : "function";
  CodeBody body = code_body(model, function);
  put_comment(out, model, function);
  text_format(out, "  %s %s(%s", kind, function->name, code_argument_names(model, function, 0));
  if (signature->is_array) text_format(out, ", %s", function->output);
  text_put(out, signature->can_fail ? ", failed)\n" : ")");
  if (!signature->can_fail && signature->is_array) text_put_char(out, '\n');
  if (!signature->is_array) text_format(out, " result(%s)\n", function->output);
  put_arguments(out, model, function);
  if (strstr(text_string(&body.lines), model->language->alias))
    code_put(out, model, "    type(NAME_params) :: p\n");
  put_declarations(out, body.routine, false);
  if (signature->can_fail) text_put(out, "    failed = 0\n");
  text_put(out, text_string(&body.lines));
  if (signature->can_fail)
    text_format(out, "    if (failed /= 0) %s = ieee_value(1.0_wp, ieee_quiet_nan)\n",
                function->output);
  text_format(out, "  end %s %s\n\n", kind, function->name);
  code_body_free(&body);
}

// ---- files

static void put_module(Text *out, const CodeModel *model)
{
  Text functions = { 0 };
  for (int k = 0; k < model->table_count; k++)
    code_put_table(&functions, model, &model->tables[k]);
  put_prepare(&functions, model);
  for (int k = 0; k < model->function_count; k++)
    put_function(&functions, model, &model->functions[k]);
  code_put_banner(out, model, code_named(model, "NAME.f90"),
                  "the equations of a mechanism as functions of Fortran 2008");
  code_put_tables_of_model(out, model);
  code_put_runtime(out, model, "module.f90");
  put_params(out, model);
  put_prepared(out, model);
  text_put(out, "\ncontains\n\n");
  code_put_helpers(out, model, HELPERS, sizeof HELPERS / sizeof HELPERS[0],
                   text_string(&functions));
  text_put(out, text_string(&functions));
  code_put(out, model, "end module NAME_module\n");
  text_free(&functions);
}

bool codegen_fortran(const CodeRequest *request, CodeFiles *out, Text *why)
{
  CodeModel model;
  bool is_built = code_model_build(&model, request, &FORTRAN, why);
  if (is_built) {
    put_module(codegen_add_file(out, code_named(&model, "NAME.f90")), &model);
    code_put_selftest(codegen_add_file(out, code_named(&model, FORTRAN.selftest.file)), &model);
  }
  code_model_free(&model);
  return is_built;
}
