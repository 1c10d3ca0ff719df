// c_constraint_solver.c -- C functions that solve the constraints (code_constraint_solver.c). The
// iterations are in runtime/newton.c; the code generated here evaluates the constraints for them.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

#include <string.h>

// ---- prototypes

CArguments c_constraint_solver_arguments(const CodeModel *model, const CodeConstraintSolver *solver,
                                         CForm form)
{
  CArguments arguments = c_first_argument(model, form);
  if (solver->is_for_speeds)
    c_add_argument(&arguments, model, SOURCE_Q, "q", "const $NAME_real %s[]");
  c_add_argument(&arguments, model, SOURCE_OUTPUT, constraint_solver_unknowns(solver),
                 "$NAME_real %s[]");
  c_add_argument(&arguments, model, SOURCE_NONE, "held", "const int %s[]");
  if (solver->takes & TAKES_INPUTS)
    c_add_argument(&arguments, model, SOURCE_INPUTS, "u", "const $NAME_real %s[]");
  if (solver->takes & TAKES_TIME)
    c_add_argument(&arguments, model, SOURCE_TIME, "t", "$NAME_real %s");
  c_add_argument(&arguments, model, SOURCE_NONE, "residual", "$NAME_real %s[]");
  return arguments;
}

static void put_prototype(Text *out, const CodeModel *model, const CodeConstraintSolver *solver,
                          CForm form)
{
  CArguments arguments = c_constraint_solver_arguments(model, solver, form);
  code_put_list(out, &LANGUAGE_C,
                code_text(model, "int %s%s", solver->name, form == C_PREPARED ? "_prepared" : ""),
                arguments.declaration, arguments.count);
}

void c_put_constraint_solver_prototypes(Text *out, const CodeModel *model,
                                        const CodeConstraintSolver *solver)
{
  Text comment = { 0 };
  code_put_constraint_solver_text(&comment, model, solver);
  text_put_char(out, '\n');
  code_put_comment(out, &LANGUAGE_C, 0, 1, text_string(&comment));
  text_free(&comment);
  for (int form = C_PLAIN; form <= C_PREPARED; form++) {
    put_prototype(out, model, solver, (CForm)form);
    text_put(out, ";\n");
  }
}

// ---- bodies

// Puts "    rr_constraints_prepared(k, w.next.x, t, w.next.F);".
static void put_evaluation(Text *out, const CodeModel *model, const CodeFunction *function,
                           const char *q, const char *target, int first)
{
  CArguments arguments = c_arguments(model, function, C_PREPARED);
  for (int k = 0; k < arguments.count; k++) {
    if (arguments.source[k] == SOURCE_Q) arguments.name[k] = q;
    if (arguments.source[k] == SOURCE_OUTPUT)
      arguments.name[k] = first > 0 ? code_text(model, "%s + %d", target, first) : target;
  }
  code_put_list(out, &LANGUAGE_C, code_text(model, "    %s_prepared", function->name),
                arguments.name, arguments.count);
  text_put(out, ";\n");
}

// Evaluates Phi and Phi_q; for velocities also adds J qd.
static void put_evaluations(Text *out, const CodeModel *model, const CodeConstraintSolver *solver)
{
  const char *q = solver->is_for_speeds ? "q" : "w.next.x";
  int n = model->equations->coordinate_count, row = 0;
  for (int k = 0; k < solver->part_count; k++) {
    put_evaluation(out, model, solver->part[k], q, "w.next.F", row);
    put_evaluation(out, model, solver->jacobian[k], q, "w.next.J", row * n);
    row += solver->part[k]->size;
  }
  if (!solver->is_for_speeds) return;
  text_format(out,
              "    for (int i = 0; i < %d; i++) {\n"
              "      for (int j = 0; j < %d; j++)\n"
              "        w.next.F[i] += w.next.J[i * %d + j] * w.next.x[j];\n"
              "    }\n",
              solver->equations, n, n);
}

// Puts the string in pieces that fit a line.
static void put_kinds(Text *out, const char *kinds)
{
  enum { PIECE = 64 };
  text_put(out, "  const char *const kinds =");
  for (size_t k = 0; k < strlen(kinds); k += PIECE)
    text_format(out, "\n      \"%.*s\"", PIECE, kinds + k);
  text_put(out, ";\n");
}

static void put_prepared(Text *out, const CodeModel *model, const CodeConstraintSolver *solver)
{
  int n = model->equations->coordinate_count, m = solver->equations + solver->turns;
  put_prototype(out, model, solver, C_PREPARED);
  code_put(out, model, "\n{\n  $NAME_real work[%d];\n  $NAME_newton w;\n",
           n * (n + 5) + 3 * m * (n + 1));
  put_kinds(out, constraint_solver_kinds(model, solver));
  code_put(out, model, "  $NAME_newton_start(&w, %d, %d, %s, held, kinds, work);\n  do {\n", m, n,
           constraint_solver_unknowns(solver));
  put_evaluations(out, model, solver);
  code_put(out, model,
           "  } while ($NAME_newton_next(&w));\n"
           "  return $NAME_newton_end(&w, %s, residual, %d);\n}\n",
           constraint_solver_unknowns(solver), solver->equations);
}

void c_put_constraint_solver(Text *out, const CodeModel *model, const CodeConstraintSolver *solver)
{
  put_prepared(out, model, solver);
  text_put_char(out, '\n');
  put_prototype(out, model, solver, C_PLAIN);
  c_put_plain_body(out, model, solver->name,
                   c_constraint_solver_arguments(model, solver, C_PREPARED), true);
}
