// model_explain.c -- bielle model --explain: where the terms of entries come from.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <stdio.h>
#include <string.h>

// Whole equations have parts; what is left of reduced ones has none.
static bool is_whole_model(const Arguments *arguments)
{
  const char *notation = arguments->notation;
  bool is_shown = !notation || strcmp(notation, "text") == 0 || strcmp(notation, "json") == 0;
  if (!is_shown) {
    complain("bielle model: --explain is for --as text and json");
    return false;
  }
  bool is_plain = !arguments->form && !arguments->method && !arguments->is_compact;
  if (is_plain && !arguments->drop && !arguments->negligible) return true;
  complain("bielle model: --explain is of whole equations, without --method, --form, --compact, "
           "--drop and --negligible");
  return false;
}

int explain_model(const Arguments *arguments)
{
  if (!is_whole_model(arguments)) return EXIT_BAD_INPUT;
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *mechanism = NULL;
  char *text = NULL;
  const BielleExplainOptions options = {
    .entries = arguments->keys,
    .entry_count = arguments->key_count,
    .seed = arguments->seed,
    .about = arguments->about,
    .notation = wants_json(arguments) ? BIELLE_JSON : BIELLE_TEXT,
    .width = text_width(arguments),
  };
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status == BIELLE_OK) status = bielle_model_explain(mechanism, &options, diagnostics, &text);
  if (status == BIELLE_OK) status = put_result(arguments, text);
  bielle_mechanism_free(mechanism);
  return finish(diagnostics, status);
}
