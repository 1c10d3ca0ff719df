// print.c -- equations as text through the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "codegen/equations_print.h"

enum { USUAL_WIDTH = 100 };

BielleStatus bielle_model_print(const BielleModel *model, const BiellePrintOptions *options,
                                BielleDiagnostics *diagnostics, char **out)
{
  static const char *const USUAL[] = { "T", "V", "M", "C", "G" };
  static const BiellePrintOptions PLAIN = { 0 };
  *out = NULL;
  if (!options) options = &PLAIN;
  static const char *const LEFT[] = { "M", "h", "G" };
  bool is_reduced = model->equations->omissions != NULL;
  const char *const *usual = is_reduced ? LEFT : USUAL;
  size_t usual_count = is_reduced ? sizeof LEFT / sizeof LEFT[0] : sizeof USUAL / sizeof USUAL[0];
  EquationsPrint print = {
    .equations = model->equations,
    .keys = options->key_count > 0 ? options->keys : usual,
    .key_count = options->key_count > 0 ? options->key_count : (int)usual_count,
    .form = options->form == BIELLE_EXPANDED ? FORM_EXPANDED : FORM_CONDENSED,
    .is_compact = options->is_compact != 0,
    .width = options->width > 0 ? options->width : USUAL_WIDTH,
  };
  if (print.is_compact && options->notation == BIELLE_JSON) {
    diagnose(diagnostics, "text and LaTeX take compact names",
             "JSON is read by programs: its formulas keep cos(q2), for which C2 would be no name");
    return BIELLE_BAD_INPUT;
  }
  if (!has_quantities(model, print.keys, print.key_count, diagnostics)) return BIELLE_BAD_INPUT;
  Text text = { 0 };
  switch (options->notation) {
  case BIELLE_TEXT: equations_print_text(&print, &text); break;
  case BIELLE_LATEX: equations_print_latex(&print, &text); break;
  case BIELLE_JSON: equations_print_json(&print, &text); break;
  }
  *out = text_release(&text);
  return BIELLE_OK;
}
