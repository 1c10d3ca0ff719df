// check.c -- bielle check: is the description right, and what does it describe?
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

int command_check(const Arguments *arguments)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *mechanism = NULL;
  BielleStatus status = bielle_mechanism_load(arguments->file, diagnostics, &mechanism);
  if (status == BIELLE_OK) status = put_result(arguments, bielle_mechanism_summary(mechanism));
  bielle_mechanism_free(mechanism);
  return finish(diagnostics, arguments, status);
}
