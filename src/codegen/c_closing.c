// c_closing.c -- functions that solve the constraints.
//
// NAME_assemble() changes coordinates until Phi(q, t) = 0; NAME_project_velocity() changes speeds
// until Phi_q qd + Phi_t = 0 and H qd + b_nh = 0. Both come with the functions that they call: who
// asks for Phi and Phi_q gets the first, who asks for Phi_q and Phi_t, or H and b_nh, the second.
// The iterations are in runtime/newton.c; what is made here evaluates the constraints for them.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

#include <string.h>

// ---- what is there

static const CodeFunction *function_of(const CodeModel *model, const char *key)
{
  for (int k = 0; k < model->function_count; k++) {
    if (strcmp(model->functions[k].quantity->key, key) == 0) return &model->functions[k];
  }
  return NULL;
}

static void add_part(const CodeModel *model, CodeClosing *closing, const char *key,
                     const char *jacobian)
{
  const CodeFunction *part = function_of(model, key), *derivative = function_of(model, jacobian);
  if (!part || !derivative) return;
  closing->part[closing->part_count] = part;
  closing->jacobian[closing->part_count++] = derivative;
  closing->equations += part->size;
  closing->takes |= (part->signature.takes | derivative->signature.takes) & ~(unsigned)TAKES_Q;
}

static void add_closing(CodeModel *model, CodeClosing closing, const char *macro)
{
  if (closing.part_count == 0) return;
  closing.name = code_text(model, "NAME_%s", closing.short_name);
  closing.size_macro = code_text(model, "%s_%s_SIZE", model->upper, macro);
  model->closings[model->closing_count++] = closing;
}

void c_closing_build(CodeModel *model)
{
  if (model->equations->coordinate_count == 0) return;
  CodeClosing positions = { .short_name = "assemble" };
  add_part(model, &positions, "Phi", "Phi_q");
  add_closing(model, positions, "ASSEMBLE");
  CodeClosing speeds = { .short_name = "project_velocity", .is_for_speeds = true };
  add_part(model, &speeds, "Phi_t", "Phi_q");
  add_part(model, &speeds, "b_nh", "H");
  add_closing(model, speeds, "PROJECT_VELOCITY");
}

// ---- prototypes

static const char *unknowns(const CodeClosing *closing)
{
  return closing->is_for_speeds ? "qd" : "q";
}

CArguments c_closing_arguments(const CodeModel *model, const CodeClosing *closing, CForm form)
{
  CArguments arguments = c_first_argument(model, form);
  if (closing->is_for_speeds)
    c_add_argument(&arguments, model, SOURCE_Q, "q", "const NAME_real %s[]");
  c_add_argument(&arguments, model, SOURCE_OUTPUT, unknowns(closing), "NAME_real %s[]");
  c_add_argument(&arguments, model, SOURCE_NONE, "held", "const int %s[]");
  if (closing->takes & TAKES_INPUTS)
    c_add_argument(&arguments, model, SOURCE_INPUTS, "u", "const NAME_real %s[]");
  if (closing->takes & TAKES_TIME)
    c_add_argument(&arguments, model, SOURCE_TIME, "t", "NAME_real %s");
  c_add_argument(&arguments, model, SOURCE_NONE, "residual", "NAME_real %s[]");
  return arguments;
}

static void put_prototype(Text *out, const CodeModel *model, const CodeClosing *closing, CForm form)
{
  CArguments arguments = c_closing_arguments(model, closing, form);
  code_put_list(out, &LANGUAGE_C,
                code_text(model, "int %s%s", closing->name, form == C_PREPARED ? "_prepared" : ""),
                arguments.declaration, arguments.count);
}

static void put_row_labels(Text *out, const CodeClosing *closing)
{
  int row = 0;
  for (int k = 0; k < closing->part_count; k++) {
    const Quantity *quantity = closing->part[k]->quantity;
    for (int i = 0; quantity->row_labels && i < quantity->rows; i++)
      text_format(out, "%s%s", row++ == 0 ? " Rows: " : ", ", quantity->row_labels[i]);
  }
  if (row > 0) text_put_char(out, '.');
}

static void put_sentences(Text *out, const CodeClosing *closing)
{
  text_put(out,
           closing->is_for_speeds
               ? "Makes the speeds agree with the constraints: changes qd as little as possible. "
                 "Speed j stays as it is if held[j] is not 0; with NULL all may change."
               : "Closes the mechanism: changes q, rough values, until the constraints hold. "
                 "Coordinate j stays as it is if held[j] is not 0; with NULL all may change.");
  text_format(out,
              " What is left of the %d constraint%s goes to residual. Returns 0 if that is nothing "
              "but roundings; otherwise the number, from 1, of the constraint that is furthest "
              "from holding, and %s is the best that was found.",
              closing->equations, closing->equations == 1 ? "" : "s", unknowns(closing));
}

void c_put_closing_prototypes(Text *out, const CodeModel *model, const CodeClosing *closing)
{
  Text comment = { 0 };
  put_sentences(&comment, closing);
  put_row_labels(&comment, closing);
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
static void put_evaluations(Text *out, const CodeModel *model, const CodeClosing *closing)
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

const char *c_closing_angles(const CodeModel *model, const CodeClosing *closing)
{
  Text angles = { 0 };
  for (int j = 0; j < model->equations->coordinate_count; j++) {
    bool is_angle = strcmp(model->equations->coordinates[j].unit, "rad") == 0;
    text_put_char(&angles, is_angle && !closing->is_for_speeds ? '1' : '0');
  }
  const char *result = arena_copy_text(model->arena, text_string(&angles), angles.length);
  text_free(&angles);
  return result;
}

// In pieces that are no longer than a line.
static void put_angles(Text *out, const char *angles)
{
  enum { PIECE = 64 };
  text_put(out, "  const char *const angles =");
  for (size_t k = 0; k < strlen(angles); k += PIECE)
    text_format(out, "\n      \"%.*s\"", PIECE, angles + k);
  text_put(out, ";\n");
}

static void put_prepared(Text *out, const CodeModel *model, const CodeClosing *closing)
{
  int n = model->equations->coordinate_count, m = closing->equations;
  put_prototype(out, model, closing, C_PREPARED);
  code_put(out, model, "\n{\n  NAME_real work[%d];\n  NAME_newton w;\n",
           n * (n + 5) + 3 * m * (n + 1));
  put_angles(out, c_closing_angles(model, closing));
  code_put(out, model, "  NAME_newton_start(&w, %d, %d, %s, held, angles, work);\n  do {\n", m, n,
           unknowns(closing));
  put_evaluations(out, model, closing);
  code_put(out, model,
           "  } while (NAME_newton_next(&w));\n  return NAME_newton_end(&w, %s, residual);\n}\n",
           unknowns(closing));
}

void c_put_closing(Text *out, const CodeModel *model, const CodeClosing *closing)
{
  put_prepared(out, model, closing);
  text_put_char(out, '\n');
  put_prototype(out, model, closing, C_PLAIN);
  c_put_plain_body(out, model, closing->name, c_closing_arguments(model, closing, C_PREPARED),
                   true);
}
