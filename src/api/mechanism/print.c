// print.c -- equations as text through the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "codegen/pages/equations_print.h"

enum { DEFAULT_WIDTH = 100 };

static EquationsForm form_of(BielleForm form)
{
  if (form == BIELLE_RECURSIVE) return FORM_RECURSIVE;
  return form == BIELLE_EXPANDED ? FORM_EXPANDED : FORM_CONDENSED;
}

static void print_equations(const EquationsPrint *print, BielleNotation notation, Text *out)
{
  switch (notation) {
  case BIELLE_TEXT: equations_print_text(print, out); break;
  case BIELLE_LATEX: equations_print_latex(print, out); break;
  case BIELLE_JSON: equations_print_json(print, out); break;
  case BIELLE_MATHML: equations_print_mathml(print, out); break;
  }
}

// Prints the steps of a program.
static BielleStatus print_program(EquationsPrint print, BielleNotation notation,
                                  BielleDiagnostics *diagnostics, Text *out)
{
  Text why = { 0 };
  Program *program = program_new_joint(print.equations, print.keys, print.key_count, &why);
  if (program) {
    print.program = program;
    print_equations(&print, notation, out);
  } else {
    diagnose(diagnostics, NULL, "%s", text_string(&why));
  }
  BielleStatus status = program ? BIELLE_OK : BIELLE_INTERNAL;
  program_free(program);
  text_free(&why);
  return status;
}

BielleStatus bielle_model_print(const BielleModel *model, const BiellePrintOptions *options,
                                BielleDiagnostics *diagnostics, char **out)
{
  static const char *const DEFAULTS[] = { "T", "V", "M", "C", "G" };
  static const BiellePrintOptions PLAIN = { 0 };
  *out = NULL;
  if (!options) options = &PLAIN;
  static const char *const LEFT[] = { "M", "h", "G" };
  bool is_reduced = model->equations->omissions != NULL;
  const char *const *usual = is_reduced ? LEFT : DEFAULTS;
  size_t default_count =
      is_reduced ? sizeof LEFT / sizeof LEFT[0] : sizeof DEFAULTS / sizeof DEFAULTS[0];
  Progress progress = { options->progress, options->progress_context, NULL, 0, false };
  EquationsPrint print = {
    .equations = model->equations,
    .keys = options->key_count > 0 ? options->keys : usual,
    .key_count = options->key_count > 0 ? options->key_count : (int)default_count,
    .form = form_of(options->form),
    .is_compact = options->is_compact != 0,
    .has_colour = options->has_colour != 0,
    .width = options->width > 0 ? options->width : DEFAULT_WIDTH,
    .most_lines = options->most_lines,
    .lines_left_out = options->lines_left_out,
    .progress = &progress,
  };
  if (print.is_compact && options->notation == BIELLE_JSON) {
    diagnose(diagnostics, "text and LaTeX take compact names",
             "JSON is read by programs: its formulas keep cos(q2), for which C2 would be no name");
    return BIELLE_BAD_INPUT;
  }
  if (!has_quantities(model, print.keys, print.key_count, diagnostics)) return BIELLE_BAD_INPUT;
  Text text = { 0 };
  BielleStatus status = BIELLE_OK;
  Equations *own = equations_copy(model->equations);  // printing creates nodes
  print.equations = own;
  if (print.form == FORM_RECURSIVE) {
    status = print_program(print, options->notation, diagnostics, &text);
  } else {
    print_equations(&print, options->notation, &text);
  }
  if (progress.is_cancelled) status = BIELLE_CANCELLED;
  if (status == BIELLE_OK) *out = text_release(&text);
  text_free(&text);
  equations_free(own);
  return status;
}
