// analyze_modes.c -- bielle analyze modes: eigenvalues, frequencies, damping and shapes about a
// state.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

static BielleStatus study(const StudyWork *work, BielleAnswer **answer)
{
  const Arguments *arguments = work->arguments;
  BielleModesOptions options = {
    .start = work->start,
    .hold = arguments->hold,
    .is_equilibrium = arguments->is_equilibrium,
  };
  return bielle_analyze_modes(work->mechanism, &options, work->diagnostics, answer);
}

int analyze_modes(const Arguments *arguments) { return run_study(arguments, "modes", study); }
