// check.c -- bielle check: is the description right, and what does it describe?
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

int command_check(const Arguments *arguments)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *mechanism = NULL;
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status == BIELLE_OK) {
    status = put_result(arguments, arguments->wants_units ? bielle_mechanism_units(mechanism)
                                                          : bielle_mechanism_summary(mechanism));
  }
  bielle_mechanism_free(mechanism);
  return finish(diagnostics, status);
}
