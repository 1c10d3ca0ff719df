// work.c -- loading, output and exit status, the same for every subcommand.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/progress.h"
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int finish(BielleDiagnostics *diagnostics, BielleStatus status)
{
  tell_diagnostics(diagnostics);
  bielle_diagnostics_free(diagnostics);
  if (status == BIELLE_INTERNAL || status == BIELLE_DOES_NOT_HOLD) return EXIT_DOES_NOT_HOLD;
  return status == BIELLE_OK ? EXIT_DONE : EXIT_BAD_INPUT;
}

BielleStatus load_mechanism(const Arguments *arguments, BielleDiagnostics *diagnostics,
                            BielleMechanism **mechanism)
{
  BielleStatus status = bielle_mechanism_load(arguments->file, diagnostics, mechanism);
  if (status == BIELLE_OK && arguments->freeze) {
    status = bielle_mechanism_freeze(*mechanism, arguments->freeze, diagnostics);
  }
  if (status == BIELLE_OK && arguments->parametrisation) {
    status = bielle_mechanism_parametrise(*mechanism, arguments->parametrisation, diagnostics);
  }
  if (status == BIELLE_OK) return status;
  bielle_mechanism_free(*mechanism);
  *mechanism = NULL;
  return status;
}

BielleStatus derive_model(const Arguments *arguments, const BielleMechanism *mechanism,
                          BielleDiagnostics *diagnostics, BielleModel **model)
{
  BielleDeriveOptions options = {
    .method = arguments->method,
    .keys = arguments->keys,
    .key_count = arguments->key_count,
    .drop = arguments->drop,
    .negligible = arguments->negligible,
    .speeds = arguments->speeds,
    .accelerations = arguments->accelerations,
    .constraints = arguments->constraints,
    .independent = arguments->independent,
    .weights = arguments->weights,
    .state = arguments->state_text ? text_string(arguments->state_text) : NULL,
    .state_length = arguments->state_text ? arguments->state_text->length : 0,
    .about = arguments->about,
    .seed = arguments->seed,
    .is_for_reading = arguments->is_for_reading,
    .is_explicit = arguments->form && strcmp(arguments->form, "explicit") == 0,
    .is_for_steps = arguments->is_for_steps,
    .keeps_open = arguments->keeps_open,
    .progress = progress_show,
  };
  return bielle_model_derive(mechanism, &options, diagnostics, model);
}

BielleStatus load_model(const Arguments *arguments, BielleDiagnostics *diagnostics,
                        BielleModel **model)
{
  *model = NULL;
  BielleMechanism *mechanism = NULL;
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  progress_begin();
  if (status == BIELLE_OK) status = derive_model(arguments, mechanism, diagnostics, model);
  progress_end();
  bielle_mechanism_free(mechanism);
  return status;
}

static bool write_standard_output(const char *text)
{
  return fputs(text, stdout) >= 0 && fflush(stdout) == 0;
}

BielleStatus put_result(const Arguments *arguments, char *text)
{
  BielleStatus status = BIELLE_OK;
  Text why = { 0 };
  if (arguments->output && strcmp(arguments->output, "-") != 0) {
    if (!file_write(arguments->output, text, strlen(text), &why)) {
      complain("bielle: %s", text_string(&why));
      status = BIELLE_IO;
    }
  } else if (!write_standard_output(text)) {
    complain("bielle: cannot write the result: %s", strerror(errno));
    status = BIELLE_IO;
  }
  text_free(&why);
  bielle_string_free(text);
  return status;
}
