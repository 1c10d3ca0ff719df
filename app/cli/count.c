// count.c -- bielle count: what an evaluation costs.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

int command_count(const Arguments *arguments)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleModel *model = NULL;
  BielleAnswer *answer = NULL;
  BielleStatus status = load_model(arguments, diagnostics, &model);
  if (status == BIELLE_OK) {
    status = bielle_model_count(model, arguments->keys, arguments->key_count, diagnostics, &answer);
  }
  status = put_answer(arguments, answer, status);
  bielle_model_free(model);
  return finish(diagnostics, status);
}
