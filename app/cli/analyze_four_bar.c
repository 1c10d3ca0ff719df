// analyze_four_bar.c -- bielle analyze four-bar.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

static BielleStatus study(const StudyWork *work, char **answer)
{
  const Arguments *arguments = work->arguments;
  BielleFourBarOptions options = {
    .state = work->state,
    .state_length = work->state_length,
    .state_name = arguments->state_name,
    .drive = arguments->drive,
    .speed = arguments->speed,
    .acceleration = arguments->acceleration,
    .is_json = wants_json(arguments),
  };
  return bielle_analyze_four_bar(work->mechanism, &options, work->diagnostics, answer);
}

int analyze_four_bar(const Arguments *arguments) { return run_study(arguments, "four-bar", study); }
