// fortran.c -- Fortran 2008: NAME.f90, one module, and NAME_selftest.f90.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"
#include "symbolic/literal.h"

#include <string.h>

// Fortran has no reserved words, but intrinsic functions called in bodies must not be shadowed.
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
  [OP_POW] = "$NAME_power", [OP_SQRT] = "sqrt",         [OP_SIN] = "sin",
  [OP_COS] = "cos",         [OP_TAN] = "tan",           [OP_ASIN] = "asin",
  [OP_ACOS] = "acos",       [OP_ATAN] = "atan",         [OP_ATAN2] = "atan2",
  [OP_EXP] = "exp",         [OP_LOG] = "log",           [OP_SINH] = "sinh",
  [OP_COSH] = "cosh",       [OP_TANH] = "tanh",         [OP_ABS] = "abs",
  [OP_SIGN] = "$NAME_sign", [OP_FLOOR] = "$NAME_floor", [OP_MIN] = "$NAME_min",
  [OP_MAX] = "$NAME_max",   [OP_TABLE] = "$NAME_table",
};

static const CodeHelper HELPERS[] = {
  { "$NAME_sign(", "sign.f90" },           { "$NAME_floor(", "floor.f90" },
  { "$NAME_min(", "minimum.f90" },         { "$NAME_max(", "maximum.f90" },
  { "$NAME_power(", "power.f90" },         { "$NAME_table(", "table.f90" },
  { "$NAME_newton_start(", "newton.f90" },
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

static void put_constraint_solver_call(Text *out, const CodeModel *model,
                                       const CodeConstraintSolver *solver, int state)
{
  text_format(out, "  x = start_%s%d\n  call renew(residual, %d)\n", solver->short_name, state,
              solver->equations);
  text_format(out, "  call %s(%s, residual, failed)\n", solver->name,
              constraint_solver_names(model, solver, state, "x"));
  text_put(out, "  got = [x, merge(1.0_wp, 0.0_wp, failed /= 0)]\n");
}

static const Language FORTRAN = {
  .name = "fortran",
  .names = { .reserved = RESERVED, .folds_case = true, .longest = 63 },
  .prefix = "$NAME_",
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
             "    ]\n    value = $NAME_table(points, coefficients, $d, order, x)\n"
             "  end function $f\n\n" },
  .held_words = "is true",
  .solved_words = "failed is 0",
  .selftest = { .file = "$NAME_selftest.f90",
                .run = "gfortran -O2 -ffp-contract=off $NAME.f90 $NAME_selftest.f90 && ./a.out",
                .parts = { "selftest_head.f90", "selftest_begin.f90", "selftest_end.f90" },
                .array = { "  real(wp), parameter :: $f($n) = [real(wp) ::", "  ]\n" },
                .number = { "  real(wp), parameter :: $f = ", "\n" },
                .parameter = { "  p%$f = ", "\n" },
                .prepare = "  k = $NAME_prepare(p)\n\n",
                .check = { "  call check('$f', $s, $i, got, [real(wp) ::", "  ], [real(wp) ::",
                           "  ])\n" },
                .put_call = put_call,
                .put_constraint_solver_call = put_constraint_solver_call,
                .held = { "  logical, parameter :: $f($n) = [logical ::", "  ]\n" },
                .flags = { ".false.", ".true." } },
};

// ---- types

static void put_params(Text *out, const CodeModel *model)
{
  code_put(out, model,
           "  !> The parameters of the model, in SI units.\n  type, public :: $NAME_params\n");
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
  code_put(out, model, "  end type $NAME_params\n\n");
}

// Puts the declarations of the local variables of a routine, or of the prepared values.
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
      "  type, public :: $NAME_prepared\n    type($NAME_params) :: p\n");
  put_declarations(out, model->prepare, true);
  code_put(out, model,
           "  end type $NAME_prepared\n\n  public :: $NAME_default_params, $NAME_prepare\n");
  for (int k = 0; k < model->function_count; k++)
    text_format(out, "  public :: %s\n", model->functions[k].name);
  for (int k = 0; k < model->solver_count; k++)
    text_format(out, "  public :: %s\n", model->solvers[k].name);
}

// ---- functions

static void put_prepare(Text *out, const CodeModel *model)
{
  CodeBody body = code_body(model, NULL);
  code_put(out, model,
           "  !> The defaults; a parameter without one is 0.\n"
           "  function $NAME_default_params() result(p)\n    type($NAME_params) :: p\n"
           "    p = $NAME_params()\n  end function $NAME_default_params\n\n"
           "  function $NAME_prepare(p) result(k)\n    type($NAME_params), intent(in) :: p\n"
           "    type($NAME_prepared) :: k\n");
  put_declarations(out, body.routine, false);
  text_put(out, "    k%p = p\n");
  text_put(out, text_string(&body.lines));
  code_put(out, model, "  end function $NAME_prepare\n\n");
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
  code_put(out, model, "    type($NAME_prepared), intent(in) :: k\n");
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

// Marks arguments that are not read, to avoid compiler warnings: a function takes all arguments of
// its signature.
static void put_unused(Text *out, const CodeFunction *function, unsigned used)
{
  unsigned unused = function->signature.takes & ~used;
  bool reads_prepared = used & (1U << SOURCE_PREPARED | 1U << SOURCE_PARAMETERS);
  if (!reads_prepared) text_put(out, "    associate (unused => k); end associate\n");
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (unused & (1U << source))
      text_format(out, "    associate (unused => %s); end associate\n", code_argument_name(source));
  }
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
    code_put(out, model, "    type($NAME_params) :: p\n");
  put_declarations(out, body.routine, false);
  put_unused(out, function, body.used);
  if (signature->can_fail) text_put(out, "    failed = 0\n");
  text_put(out, text_string(&body.lines));
  if (signature->can_fail)
    text_format(out, "    if (failed /= 0) %s = ieee_value(1.0_wp, ieee_quiet_nan)\n",
                function->output);
  text_format(out, "  end %s %s\n\n", kind, function->name);
  code_body_free(&body);
}

// ---- constraints

static void put_constraint_solver_arguments(Text *out, const CodeModel *model,
                                            const CodeConstraintSolver *solver)
{
  int n = model->equations->coordinate_count, inputs = model->equations->input_count;
  code_put(out, model, "    type($NAME_prepared), intent(in) :: k\n");
  if (solver->is_for_speeds) text_format(out, "    real(wp), intent(in) :: q(%d)\n", n);
  text_format(out, "    real(wp), intent(inout) :: %s(%d)\n    logical, intent(in) :: held(%d)\n",
              constraint_solver_unknowns(solver), n, n);
  if (solver->takes & TAKES_INPUTS) text_format(out, "    real(wp), intent(in) :: u(%d)\n", inputs);
  if (solver->takes & TAKES_TIME) text_put(out, "    real(wp), intent(in) :: t\n");
  code_put(out, model,
           "    real(wp), intent(out) :: residual(%d)\n    integer, intent(out) :: failed\n"
           "    type($NAME_newton) :: w\n",
           solver->equations);
}

static void put_constraint_solver(Text *out, const CodeModel *model,
                                  const CodeConstraintSolver *solver)
{
  const char *unknowns = constraint_solver_unknowns(solver),
             *q = solver->is_for_speeds ? "q" : "w%x";
  int row = 1;
  Text words = { 0 };
  code_put_constraint_solver_text(&words, model, solver);
  code_put_words(out, model->language, 2, "!>", 1, text_string(&words));
  text_free(&words);
  text_format(out, "  subroutine %s(%s, residual, failed)\n", solver->name,
              constraint_solver_names(model, solver, 0, unknowns));
  put_constraint_solver_arguments(out, model, solver);
  code_put(out, model, "    call $NAME_newton_start(w, %d, %s, held, &\n      '%s')\n    do\n",
           solver->equations + solver->turns, unknowns, constraint_solver_kinds(model, solver));
  for (int k = 0; k < solver->part_count; k++) {
    const CodeFunction *part = solver->part[k], *slopes = solver->jacobian[k];
    int last = row + part->size - 1;
    text_format(out, "      call %s(%s, w%%F(%d:%d))\n", part->name,
                constraint_solver_arguments(model, part, q), row, last);
    text_format(out, "      call %s(%s, w%%J(%d:%d, :))\n", slopes->name,
                constraint_solver_arguments(model, slopes, q), row, last);
    row = last + 1;
  }
  if (solver->is_for_speeds) text_put(out, "      w%F = w%F + matmul(w%J, w%x)\n");
  code_put(out, model,
           "      if (.not. $NAME_newton_goes_on(w)) exit\n    end do\n"
           "    call $NAME_newton_end(w, %s, residual, failed)\n  end subroutine %s\n\n",
           unknowns, solver->name);
}

// ---- files

static void put_head(Text *out, const CodeModel *model)
{
  code_put_runtime(out, model, "module.f90");
  put_params(out, model);
  put_prepared(out, model);
  if (model->solver_count > 0) code_put_runtime(out, model, "newton_type.f90");
  text_put(out, "\ncontains\n\n");
}

static const CodeModule MODULE = {
  .file = "$NAME.f90",
  .purpose = "the equations of a mechanism as functions of Fortran 2008",
  .put_head = put_head,
  .put_prepare = put_prepare,
  .put_function = put_function,
  .put_constraint_solver = put_constraint_solver,
  .helpers = HELPERS,
  .helper_count = sizeof HELPERS / sizeof HELPERS[0],
  .end = "end module $NAME_module\n",
};

bool codegen_fortran(const CodeRequest *request, CodeFiles *out, Text *why)
{
  return code_print(request, &FORTRAN, &MODULE, out, why);
}
