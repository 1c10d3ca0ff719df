// analyze_motion.c -- bielle analyze motion: accelerations at a state, and what is borne there.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

static BielleStatus study(const StudyWork *work, char **answer)
{
  const Arguments *arguments = work->arguments;
  BielleMotionOptions options = {
    .state = work->state,
    .state_length = work->state_length,
    .state_name = arguments->state_name,
    .hold = arguments->hold,
    .constraints = arguments->constraints,
    .is_json = wants_json(arguments),
  };
  return bielle_analyze_motion(work->mechanism, &options, work->diagnostics, answer);
}

int analyze_motion(const Arguments *arguments) { return run_study(arguments, "motion", study); }
