// analyze_mobility.c -- bielle analyze mobility: how many freedoms, which equations are redundant.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

static BielleStatus study(const StudyWork *work, BielleAnswer **answer)
{
  BielleMobilityOptions options = { work->start };
  return bielle_analyze_mobility(work->mechanism, &options, work->diagnostics, answer);
}

int analyze_mobility(const Arguments *arguments) { return run_study(arguments, "mobility", study); }
