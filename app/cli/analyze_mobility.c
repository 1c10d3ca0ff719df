// analyze_mobility.c -- bielle analyze mobility: how many freedoms, which equations are redundant.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

static BielleStatus study(const StudyWork *work, char **answer)
{
  const Arguments *arguments = work->arguments;
  BielleMobilityOptions options = { work->start };
  BielleAnswer *found = NULL;
  BielleStatus status =
      bielle_analyze_mobility(work->mechanism, &options, work->diagnostics, &found);
  *answer = answer_text(found, arguments);
  return status;
}

int analyze_mobility(const Arguments *arguments) { return run_study(arguments, "mobility", study); }
