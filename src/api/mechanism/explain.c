// explain.c -- origin of the terms of entries, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "api/model/operating_point.h"
#include "codegen/pages/provenance_print.h"

enum { DEFAULT_WIDTH = 100 };

static bool is_good_input(const BielleExplainOptions *options, BielleDiagnostics *diagnostics)
{
  if (options->notation == BIELLE_TEXT || options->notation == BIELLE_JSON) return true;
  diagnose(diagnostics, "choose one of: text, json", "explanations are text or JSON");
  return false;
}

static void print(Explanation *explanation, const BielleExplainOptions *options, Text *out)
{
  if (options->notation == BIELLE_JSON) {
    provenance_print_json(explanation, out);
  } else {
    provenance_print_text(explanation, options->width > 0 ? options->width : DEFAULT_WIDTH, out);
  }
}

BielleStatus bielle_model_explain(const BielleMechanism *mechanism,
                                  const BielleExplainOptions *options,
                                  BielleDiagnostics *diagnostics, char **out)
{
  *out = NULL;
  if (!is_good_input(options, diagnostics)) return BIELLE_BAD_INPUT;
  Explanation explanation;
  Text why = { 0 }, text = { 0 };
  bool is_wrong;
  bool is_explained = explain(mechanism->mechanism, options->seed, options->entries,
                              options->entry_count, &explanation, &is_wrong, &why);
  diagnose_lines(text_string(&why), diagnostics);
  BielleStatus status = is_wrong ? BIELLE_INTERNAL : is_explained ? BIELLE_OK : BIELLE_BAD_INPUT;
  if (status == BIELLE_OK && options->about &&
      !put_operating_point(explanation.equations, options->about, diagnostics)) {
    status = BIELLE_BAD_INPUT;
  }
  if (status == BIELLE_OK) {
    print(&explanation, options, &text);
    *out = text_release(&text);
  }
  text_free(&why);
  explanation_free(&explanation);
  return status;
}
