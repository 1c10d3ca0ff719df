// code.c -- bielle code: generates programs that compute the model.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <string.h>

// The command line for the header comment: without directories and -o.
static void put_command(Text *text, const Arguments *arguments, const char *language)
{
  const char *slash = strrchr(arguments->file, '/');
  const char *const words[][2] = { { "method", arguments->method },
                                   { "freeze", arguments->freeze },
                                   { "parametrisation", arguments->parametrisation },
                                   { "drop", arguments->drop },
                                   { "negligible", arguments->negligible },
                                   { "speeds", arguments->speeds },
                                   { "accelerations", arguments->accelerations },
                                   { "constraints", arguments->constraints },
                                   { "independent", arguments->independent },
                                   { "weights", arguments->weights } };
  text_format(text, "bielle code %s --lang %s", slash ? slash + 1 : arguments->file, language);
  int own = arguments->key_count - arguments->fused_count;
  for (int i = 0; i < own; i++)
    text_format(text, "%s%s", i == 0 ? " --what " : ",", arguments->keys[i]);
  for (int i = own; i < arguments->key_count; i++)
    text_format(text, "%s%s", i == own ? " --fuse " : ",", arguments->keys[i]);
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (!words[i][1]) continue;
    bool is_list = strpbrk(words[i][1], "=, ") != NULL;
    text_format(text, is_list ? " --%s '%s'" : " --%s %s", words[i][0], words[i][1]);
  }
  if (arguments->is_float) text_put(text, " --float");
  if (arguments->has_batch) text_put(text, " --batch");
  if (arguments->is_portable) text_put(text, " --portable");
  if (is_word(arguments->order, "book")) text_put(text, " --order book");
}

BielleStatus command_code(Work *work)
{
  const Arguments *arguments = work->arguments;
  if (strcmp(arguments->output, "-") == 0) {
    complain("bielle code: '-o -' is not a directory; the files need one, such as -o code");
    return BIELLE_BAD_INPUT;
  }
  char *names = NULL;
  Text command = { 0 };
  const char *language = arguments->language ? arguments->language : "c";
  int own = arguments->key_count - arguments->fused_count;
  put_command(&command, arguments, language);
  BielleCodeOptions options = {
    .language = language,
    .keys = arguments->keys,
    .key_count = own,
    .fused = arguments->keys + own,
    .fused_count = arguments->fused_count,
    .command = text_string(&command),
    .is_float = arguments->is_float,
    .has_batch = arguments->has_batch,
    .is_portable = arguments->is_portable,
    .keeps_stages = is_word(arguments->order, "book"),
  };
  BielleStatus status =
      bielle_model_write_code(work->model, &options, arguments->output, work->diagnostics, &names);
  if (status == BIELLE_OK) {
    work->output = NULL;
    work->answer = answer_new();
    work->answer->record->kind = RECORD_LIST;
    text_put(&work->answer->words, names);
    for (char *rest = names, *name; (name = strsep(&rest, "\n")) != NULL && *name;)
      record_text(work->answer->record, NULL, name);
  }
  bielle_string_free(names);
  text_free(&command);
  return status;
}
