// verify.c -- bielle verify: every method against every other, and the witness against all.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/progress.h"

int command_verify(const Arguments *arguments)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *mechanism = NULL;
  BielleAnswer *certificate = NULL;
  BielleVerifyOptions options = { .seed = arguments->seed,
                                  .allows_unproved = arguments->allows_unproved,
                                  .progress = progress_show };
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status == BIELLE_OK) {
    progress_begin();
    status = bielle_verify(mechanism, &options, diagnostics, &certificate);
    progress_end();
  }
  bielle_mechanism_free(mechanism);
  return finish(diagnostics, put_answer(arguments, certificate, status));
}
