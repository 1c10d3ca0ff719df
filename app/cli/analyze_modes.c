// analyze_modes.c -- bielle analyze modes: eigenvalues, frequencies, damping and shapes about a
// state.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

static BielleStatus study(const StudyWork *work, char **answer)
{
  const Arguments *arguments = work->arguments;
  BielleModesOptions options = {
    .state = work->state,
    .state_length = work->state_length,
    .state_name = arguments->state_name,
    .hold = arguments->hold,
    .is_equilibrium = arguments->is_equilibrium,
    .is_json = wants_json(arguments),
  };
  return bielle_analyze_modes(work->mechanism, &options, work->diagnostics, answer);
}

int analyze_modes(const Arguments *arguments) { return run_study(arguments, "modes", study); }
