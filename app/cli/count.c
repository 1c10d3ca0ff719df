// count.c -- bielle count: what an evaluation costs.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

int command_count(const Arguments *arguments)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleModel *model = NULL;
  char *table = NULL;
  BielleStatus status = load_model(arguments, diagnostics, &model);
  if (status == BIELLE_OK) {
    status = bielle_model_count(model, arguments->keys, arguments->key_count, diagnostics, &table);
  }
  if (status == BIELLE_OK) status = put_result(arguments, table);
  bielle_model_free(model);
  return finish(diagnostics, status);
}
