// check.c -- bielle check: is the description right, and what does it describe?
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

int command_check(const Arguments *arguments)
{
  enum { MOST_FOR_PEOPLE = 1000 };  // nobody reads a million
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *mechanism = NULL;
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status == BIELLE_OK) {
    BielleAnswer *answer =
        arguments->wants_units
            ? bielle_mechanism_units(mechanism)
            : bielle_mechanism_summary(mechanism, wants_json(arguments) ? 0 : MOST_FOR_PEOPLE);
    status = put_answer(arguments, answer, status);
  }
  bielle_mechanism_free(mechanism);
  return finish(diagnostics, status);
}
