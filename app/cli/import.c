// import.c -- bielle import: a foreign description, translated to the language.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

int command_import(const Arguments *arguments)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleImportOptions options = {
    .keep_angles = arguments->keeps_angles,
    .merge_fixed = arguments->merges_fixed,
  };
  char *text = NULL;
  BielleStatus status = bielle_import(arguments->file, &options, diagnostics, &text);
  if (status == BIELLE_OK) status = put_result(arguments, text);
  return finish(diagnostics, status);
}
