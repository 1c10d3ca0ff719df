// analyze_statics.c -- bielle analyze statics: what holds a mechanism, where it stays by itself.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

static BielleStatus study(const StudyWork *work, BielleAnswer **answer)
{
  const Arguments *arguments = work->arguments;
  BielleStaticsOptions options = {
    .start = work->start,
    .hold = arguments->hold,
    .drives = arguments->drives,
    .weights = arguments->weights,
    .is_equilibrium = arguments->is_equilibrium,
    .wants_all = arguments->wants_all,
  };
  return bielle_analyze_statics(work->mechanism, &options, work->diagnostics, answer);
}

int analyze_statics(const Arguments *arguments) { return run_study(arguments, "statics", study); }
