// analyze_sweep.c -- bielle analyze sweep: words to the terminal, rows to a file.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static BielleStatus study(const StudyWork *work, BielleAnswer **answer)
{
  const Arguments *arguments = work->arguments;
  BielleSweepOptions options = {
    .start = work->start,
    .hold = arguments->hold,
    .drive = arguments->drive,
    .speed = arguments->speed,
    .acceleration = arguments->acceleration,
    .columns = arguments->columns,
    .progress = progress_show,
  };
  if (!read_steps(arguments, &options.steps)) return BIELLE_BAD_INPUT;
  progress_begin();
  BielleStatus status = bielle_analyze_sweep(work->mechanism, &options, work->diagnostics, answer);
  progress_end();
  if (*answer && status == BIELLE_DOES_NOT_HOLD && arguments->notation &&
      strcmp(arguments->notation, "csv") == 0) {
    complain("bielle analyze sweep: only a part of the range can be reached; --as text says why");
  }
  return status;
}

int analyze_sweep(const Arguments *arguments) { return run_study(arguments, "sweep", study); }
