// format.c -- bielle format: a description in canonical layout.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

int command_format(const Arguments *arguments)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  char *text = NULL;
  BielleStatus status = bielle_format(arguments->file, diagnostics, &text);
  if (status == BIELLE_OK) status = put_result(arguments, text);
  return finish(diagnostics, status);
}
