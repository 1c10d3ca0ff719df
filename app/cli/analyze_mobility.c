// analyze_mobility.c -- bielle analyze mobility: how many freedoms, which equations are redundant.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

static BielleStatus study(const StudyWork *work, char **answer)
{
  const Arguments *arguments = work->arguments;
  BielleMobilityOptions options = {
    .state = work->state,
    .state_length = work->state_length,
    .state_name = arguments->state_name,
    .is_json = wants_json(arguments),
  };
  return bielle_analyze_mobility(work->mechanism, &options, work->diagnostics, answer);
}

int analyze_mobility(const Arguments *arguments) { return run_study(arguments, "mobility", study); }
