// c_constraint_solver.c -- functions of C that solve the constraints (code_closing.c). The iterations are in
// runtime/newton.c; what is made here evaluates the constraints for them.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

#include <string.h>

// ---- prototypes

CArguments c_closing_arguments(const CodeModel *model, const CodeConstraintSolver *closing, CForm form)
{
  CArguments arguments = c_first_argument(model, form);
  if (closing->is_for_speeds)
    c_add_argument(&arguments, model, SOURCE_Q, "q", "const $NAME_real %s[]");
  c_add_argument(&arguments, model, SOURCE_OUTPUT, constraint_solver_unknowns(closing),
                 "$NAME_real %s[]");
  c_add_argument(&arguments, model, SOURCE_NONE, "held", "const int %s[]");
  if (closing->takes & TAKES_INPUTS)
    c_add_argument(&arguments, model, SOURCE_INPUTS, "u", "const $NAME_real %s[]");
  if (closing->takes & TAKES_TIME)
    c_add_argument(&arguments, model, SOURCE_TIME, "t", "$NAME_real %s");
  c_add_argument(&arguments, model, SOURCE_NONE, "residual", "$NAME_real %s[]");
  return arguments;
}

static void put_prototype(Text *out, const CodeModel *model, const CodeConstraintSolver *closing, CForm form)
{
  CArguments arguments = c_closing_arguments(model, closing, form);
  code_put_list(out, &LANGUAGE_C,
                code_text(model, "int %s%s", closing->name, form == C_PREPARED ? "_prepared" : ""),
                arguments.declaration, arguments.count);
}

void c_put_closing_prototypes(Text *out, const CodeModel *model, const CodeConstraintSolver *closing)
{
  Text comment = { 0 };
  code_put_closing_text(&comment, model, closing);
  text_put_char(out, '\n');
  code_put_comment(out, &LANGUAGE_C, 0, 1, text_string(&comment));
  text_free(&comment);
  for (int form = C_PLAIN; form <= C_PREPARED; form++) {
    put_prototype(out, model, closing, (CForm)form);
    text_put(out, ";\n");
  }
}

// ---- bodies

// "    rr_constraints_prepared(k, w.next.x, t, w.next.F);"
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

// Phi and Phi_q; of speeds also J qd.
static void put_evaluations(Text *out, const CodeModel *model, const CodeConstraintSolver *closing)
{
  const char *q = closing->is_for_speeds ? "q" : "w.next.x";
  int n = model->equations->coordinate_count, row = 0;
  for (int k = 0; k < closing->part_count; k++) {
    put_evaluation(out, model, closing->part[k], q, "w.next.F", row);
    put_evaluation(out, model, closing->jacobian[k], q, "w.next.J", row * n);
    row += closing->part[k]->size;
  }
  if (!closing->is_for_speeds) return;
  text_format(out,
              "    for (int i = 0; i < %d; i++) {\n"
              "      for (int j = 0; j < %d; j++)\n"
              "        w.next.F[i] += w.next.J[i * %d + j] * w.next.x[j];\n"
              "    }\n",
              closing->equations, n, n);
}

// In pieces that are no longer than a line.
static void put_kinds(Text *out, const char *kinds)
{
  enum { PIECE = 64 };
  text_put(out, "  const char *const kinds =");
  for (size_t k = 0; k < strlen(kinds); k += PIECE)
    text_format(out, "\n      \"%.*s\"", PIECE, kinds + k);
  text_put(out, ";\n");
}

static void put_prepared(Text *out, const CodeModel *model, const CodeConstraintSolver *closing)
{
  int n = model->equations->coordinate_count, m = closing->equations + closing->turns;
  put_prototype(out, model, closing, C_PREPARED);
  code_put(out, model, "\n{\n  $NAME_real work[%d];\n  $NAME_newton w;\n",
           n * (n + 5) + 3 * m * (n + 1));
  put_kinds(out, constraint_solver_kinds(model, closing));
  code_put(out, model, "  $NAME_newton_start(&w, %d, %d, %s, held, kinds, work);\n  do {\n", m, n,
           constraint_solver_unknowns(closing));
  put_evaluations(out, model, closing);
  code_put(out, model,
           "  } while ($NAME_newton_next(&w));\n"
           "  return $NAME_newton_end(&w, %s, residual, %d);\n}\n",
           constraint_solver_unknowns(closing), closing->equations);
}

void c_put_closing(Text *out, const CodeModel *model, const CodeConstraintSolver *closing)
{
  put_prepared(out, model, closing);
  text_put_char(out, '\n');
  put_prototype(out, model, closing, C_PLAIN);
  c_put_plain_body(out, model, closing->name, c_closing_arguments(model, closing, C_PREPARED),
                   true);
}
