// analyze_motion.c -- bielle analyze motion: accelerations at a state, and what is borne there.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

static BielleStatus study(const StudyWork *work, BielleAnswer **answer)
{
  const Arguments *arguments = work->arguments;
  BielleMotionOptions options = {
    .start = work->start,
    .hold = arguments->hold,
    .constraints = arguments->constraints,
  };
  return bielle_analyze_motion(work->mechanism, &options, work->diagnostics, answer);
}

int analyze_motion(const Arguments *arguments) { return run_study(arguments, "motion", study); }
