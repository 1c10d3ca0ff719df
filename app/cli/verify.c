// verify.c -- bielle verify: every method against every other.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <stdlib.h>

int command_verify(const Arguments *arguments)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *mechanism = NULL;
  char *certificate = NULL;
  uint64_t seed = arguments->seed ? strtoull(arguments->seed, NULL, 0) : 0;
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status == BIELLE_OK) status = bielle_verify(mechanism, seed, diagnostics, &certificate);
  bielle_mechanism_free(mechanism);
  if (certificate) {
    BielleStatus written = put_result(arguments, certificate);
    if (written != BIELLE_OK) status = written;
  }
  return finish(diagnostics, arguments, status);
}
