// analyze_four_bar.c -- bielle analyze four-bar.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

static BielleStatus study(const StudyWork *work, BielleAnswer **answer)
{
  const Arguments *arguments = work->arguments;
  BielleFourBarOptions options = {
    .start = work->start,
    .drive = arguments->drive,
    .speed = arguments->speed,
    .acceleration = arguments->acceleration,
  };
  return bielle_analyze_four_bar(work->mechanism, &options, work->diagnostics, answer);
}

int analyze_four_bar(const Arguments *arguments) { return run_study(arguments, "four-bar", study); }
