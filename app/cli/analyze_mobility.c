// analyze_mobility.c -- bielle analyze mobility: how many freedoms, which equations are redundant.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "base/file.h"

#include <stdio.h>
#include <string.h>

static BielleStatus study(const Arguments *arguments, const Text *state,
                          BielleDiagnostics *diagnostics)
{
  BielleMechanism *mechanism = NULL;
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status != BIELLE_OK) return status;
  BielleMobilityOptions options = {
    .state = arguments->state ? text_string(state) : NULL,
    .state_length = state->length,
    .state_name = arguments->state,
    .is_json = arguments->notation && strcmp(arguments->notation, "json") == 0,
  };
  char *answer = NULL;
  status = bielle_analyze_mobility(mechanism, &options, diagnostics, &answer);
  bielle_mechanism_free(mechanism);
  if (!answer) return status;
  BielleStatus written = put_result(arguments, answer);
  return written == BIELLE_OK ? status : written;
}

int analyze_mobility(const Arguments *arguments)
{
  Text state = { 0 }, why = { 0 };
  if (arguments->state && !file_read(arguments->state, &state, &why)) {
    fprintf(stderr, "bielle analyze mobility: %s\n", text_string(&why));
    text_free(&why);
    text_free(&state);
    return EXIT_BAD_INPUT;
  }
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleStatus status = study(arguments, &state, diagnostics);
  text_free(&state);
  text_free(&why);
  return finish(diagnostics, arguments, status);
}
