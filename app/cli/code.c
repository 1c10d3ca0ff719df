// code.c -- bielle code: programs that compute the model.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

// How to make the files again, as a person would type it: no directories, no -o.
static void put_command(Text *text, const Arguments *arguments, const char *language)
{
  const char *slash = strrchr(arguments->file, '/');
  text_format(text, "bielle code %s --lang %s", slash ? slash + 1 : arguments->file, language);
  for (int i = 0; i < arguments->key_count; i++) {
    text_format(text, "%s%s", i == 0 ? " --what " : ",", arguments->keys[i]);
  }
  if (arguments->method) text_format(text, " --method %s", arguments->method);
  if (arguments->freeze) text_format(text, " --freeze '%s'", arguments->freeze);
  if (arguments->parametrisation) {
    text_format(text, " --parametrisation %s", arguments->parametrisation);
  }
  if (arguments->drop) text_format(text, " --drop %s", arguments->drop);
  if (arguments->negligible) text_format(text, " --negligible %s", arguments->negligible);
  if (arguments->speeds) text_format(text, " --speeds '%s'", arguments->speeds);
  if (arguments->accelerations) {
    text_format(text, " --accelerations '%s'", arguments->accelerations);
  }
  if (arguments->constraints) text_format(text, " --constraints %s", arguments->constraints);
  if (arguments->independent) text_format(text, " --independent '%s'", arguments->independent);
  if (arguments->weights) text_format(text, " --weights '%s'", arguments->weights);
  if (arguments->is_float) text_put(text, " --float");
  if (arguments->has_batch) text_put(text, " --batch");
}

// A name on each line, or an array of them.
static void print_names(const char *names, bool is_json)
{
  if (!is_json) {
    printf("%s", names);
    return;
  }
  Text array = { 0 };
  for (const char *at = names; *at; at += strspn(at, "\n")) {
    size_t length = strcspn(at, "\n");
    text_put(&array, array.length > 0 ? ", " : "[");
    text_put_json_string(&array, at, length);
    at += length;
  }
  printf("%s]\n", text_string(&array));
  text_free(&array);
}

int command_code(const Arguments *arguments)
{
  if (!arguments->output) {
    complain("bielle code: where to? Give -o DIRECTORY");
    return EXIT_BAD_INPUT;
  }
  if (strcmp(arguments->output, "-") == 0) {
    complain("bielle code: '-o -' is no directory; the files need one, such as -o code");
    return EXIT_BAD_INPUT;
  }
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleModel *model = NULL;
  char *names = NULL;
  Text command = { 0 };
  const char *language = arguments->language ? arguments->language : "c";
  put_command(&command, arguments, language);
  BielleCodeOptions options = {
    .language = language,
    .keys = arguments->keys,
    .key_count = arguments->key_count,
    .command = text_string(&command),
    .is_float = arguments->is_float,
    .has_batch = arguments->has_batch,
  };
  BielleStatus status = load_model(arguments, diagnostics, &model);
  if (status == BIELLE_OK) {
    status = bielle_model_write_code(model, &options, arguments->output, diagnostics, &names);
  }
  if (status == BIELLE_OK) print_names(names, arguments->is_json);
  bielle_string_free(names);
  bielle_model_free(model);
  text_free(&command);
  return finish(diagnostics, status);
}
