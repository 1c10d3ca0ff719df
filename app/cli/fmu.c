// fmu.c -- bielle fmu: exports the mechanism for other simulators.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <string.h>

// The command line for the header comment: without directories.
static void put_command(Text *text, const Arguments *arguments)
{
  const char *slash = strrchr(arguments->file, '/');
  text_format(text, "bielle fmu %s", slash ? slash + 1 : arguments->file);
  if (arguments->second) text_format(text, " %s", arguments->second);
  if (arguments->fmi) text_format(text, " --fmi %s", arguments->fmi);
  for (int i = 0; i < arguments->key_count; i++)
    text_format(text, "%s%s", i == 0 ? " --what " : ",", arguments->keys[i]);
}

BielleStatus command_fmu(Work *work)
{
  const Arguments *arguments = work->arguments;
  if (strcmp(arguments->output, "-") == 0) {
    complain("bielle fmu: '-o -' is not a file; the unit needs one, such as -o arm.fmu");
    return BIELLE_BAD_INPUT;
  }
  Text command = { 0 };
  put_command(&command, arguments);
  BielleFmuOptions options = { .start = start_of(work),
                               .experiment = arguments->second,
                               .version = is_word(arguments->fmi, "3") ? 3 : 2,
                               .keys = arguments->keys,
                               .key_count = arguments->key_count,
                               .command = text_string(&command) };
  BielleStatus status =
      bielle_fmu(work->mechanism, &options, arguments->output, work->diagnostics, &work->answer);
  work->output = NULL;
  text_free(&command);
  return status;
}
