// dump.c -- bielle dump: everything that a stage holds.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <stdio.h>
#include <string.h>

static BielleStatus dump_mechanism(const Arguments *arguments, BielleDiagnostics *diagnostics,
                                   char **text)
{
  BielleMechanism *mechanism = NULL;
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status == BIELLE_OK) *text = bielle_mechanism_dump(mechanism);
  bielle_mechanism_free(mechanism);
  return status;
}

static BielleStatus dump_model(const Arguments *arguments, BielleDiagnostics *diagnostics,
                               char **text)
{
  BielleModel *model = NULL;
  BielleStatus status = load_model(arguments, diagnostics, &model);
  if (status == BIELLE_OK) {
    status = bielle_model_dump(model, arguments->stage, arguments->keys, arguments->key_count,
                               diagnostics, text);
  }
  bielle_model_free(model);
  return status;
}

int command_dump(const Arguments *arguments)
{
  if (!arguments->stage) {
    complain("bielle dump: which stage? Give --stage "
             "grammar|quantities|mechanism|equations|program");
    return EXIT_BAD_INPUT;
  }
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  char *text = NULL;
  BielleStatus status;
  if (strcmp(arguments->stage, "grammar") == 0) {
    text = bielle_grammar();
    status = BIELLE_OK;
  } else if (strcmp(arguments->stage, "quantities") == 0) {
    text = bielle_quantities();
    status = BIELLE_OK;
  } else if (strcmp(arguments->stage, "mechanism") == 0) {
    status = dump_mechanism(arguments, diagnostics, &text);
  } else {
    status = dump_model(arguments, diagnostics, &text);
  }
  if (status == BIELLE_OK) status = put_result(arguments, text);
  return finish(diagnostics, status);
}
