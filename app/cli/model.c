// model.c -- bielle model: the equations, printed.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <string.h>

static BielleNotation notation_of(const char *word)
{
  if (word && strcmp(word, "latex") == 0) return BIELLE_LATEX;
  if (word && strcmp(word, "json") == 0) return BIELLE_JSON;
  return BIELLE_TEXT;
}

int command_model(const Arguments *arguments)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleModel *model = NULL;
  char *text = NULL;
  bool is_expanded = arguments->form && strcmp(arguments->form, "expanded") == 0;
  BiellePrintOptions options = {
    .keys = arguments->keys,
    .key_count = arguments->key_count,
    .notation = notation_of(arguments->notation),
    .form = is_expanded ? BIELLE_EXPANDED : BIELLE_CONDENSED,
    .is_compact = arguments->is_compact,
  };
  BielleStatus status = load_model(arguments, diagnostics, &model);
  if (status == BIELLE_OK) status = bielle_model_print(model, &options, diagnostics, &text);
  if (status == BIELLE_OK) status = put_result(arguments, text);
  bielle_model_free(model);
  return finish(diagnostics, arguments, status);
}
