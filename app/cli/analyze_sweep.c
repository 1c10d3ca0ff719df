// analyze_sweep.c -- bielle analyze sweep: words to the terminal, rows to a file.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_suffix(const char *text, const char *suffix)
{
  size_t length = strlen(text), end = strlen(suffix);
  return length >= end && strcmp(text + length - end, suffix) == 0;
}

static bool is_word(const char *text, const char *word) { return text && strcmp(text, word) == 0; }

// The rows go where the result goes if they are asked for by name; to a file whose name says that
// they are, and then the words to standard output.
static BielleStatus put_answer(const Arguments *arguments, char *words, char *table)
{
  bool wants_table = is_word(arguments->notation, "csv");
  bool is_table_file =
      !arguments->notation && arguments->output && has_suffix(arguments->output, ".csv");
  if (!wants_table && !is_table_file) {
    bielle_string_free(table);
    return put_result(arguments, words);
  }
  BielleStatus status = put_result(arguments, table);
  if (wants_table || status != BIELLE_OK) {
    bielle_string_free(words);
    return status;
  }
  Arguments to_terminal = *arguments;
  to_terminal.output = NULL;
  return put_result(&to_terminal, words);
}

static bool read_steps(const Arguments *arguments, int *steps)
{
  *steps = 0;
  if (!arguments->steps) return true;
  char *end = NULL;
  long value = strtol(arguments->steps, &end, 10);
  *steps = value > 0 && value < 1000000000 ? (int)value : -1;
  if (*end == '\0') return true;
  complain("bielle analyze sweep: --steps needs a whole number, not '%s'", arguments->steps);
  return false;
}

static BielleStatus study(const StudyWork *work, char **answer)
{
  (void)answer;  // there may be two, and they are written here
  const Arguments *arguments = work->arguments;
  char *picture = NULL;
  BielleSweepOptions options = {
    .state = work->state,
    .state_length = work->state_length,
    .state_name = arguments->state_name,
    .hold = arguments->hold,
    .drive = arguments->drive,
    .speed = arguments->speed,
    .acceleration = arguments->acceleration,
    .columns = arguments->columns,
    .plot = arguments->plot ? &picture : NULL,
    .is_json = wants_json(arguments),
    .progress = progress_show,
  };
  if (!read_steps(arguments, &options.steps)) return BIELLE_BAD_INPUT;
  char *words = NULL, *table = NULL;
  progress_begin();
  BielleStatus status =
      bielle_analyze_sweep(work->mechanism, &options, work->diagnostics, &words, &table);
  progress_end();
  if (picture) {
    Arguments to_file = *arguments;
    to_file.output = arguments->plot;
    BielleStatus drawn = put_result(&to_file, picture);
    if (status == BIELLE_OK) status = drawn;
  } else if (words && arguments->plot) {
    remark("bielle analyze sweep: there is nothing to plot");
  }
  if (!words) return status;
  if (status == BIELLE_DOES_NOT_HOLD && is_word(arguments->notation, "csv")) {
    complain("bielle analyze sweep: only a part of the range can be reached; --as text says why");
  }
  BielleStatus written = put_answer(arguments, words, table);
  return written == BIELLE_OK ? status : written;
}

int analyze_sweep(const Arguments *arguments) { return run_study(arguments, "sweep", study); }
