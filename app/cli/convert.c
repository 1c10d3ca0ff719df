// convert.c -- bielle convert: the mechanism in another convention.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <stdio.h>

int command_convert(const Arguments *arguments)
{
  if (!arguments->convention) {
    complain("bielle convert: to what? Give --to dh-standard|dh-modified|khalil|urdf|bl");
    return EXIT_BAD_INPUT;
  }
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *mechanism = NULL;
  char *text = NULL;
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status == BIELLE_OK) {
    status = bielle_mechanism_convert(mechanism, arguments->convention, diagnostics, &text);
  }
  if (status == BIELLE_OK) status = put_result(arguments, text);
  bielle_mechanism_free(mechanism);
  return finish(diagnostics, status);
}
