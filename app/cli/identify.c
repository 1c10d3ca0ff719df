// identify.c -- bielle identify: parameters from measured data, or the design of an exciting
// motion.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/files/progress.h"
#include "base/files/file.h"

// The reason why the combination of arguments is invalid; NULL: it is valid.
static const char *misuse_of(const Arguments *arguments)
{
  if (arguments->is_design && arguments->second)
    return "--design makes a motion, and takes no data";
  if (!arguments->is_design && !arguments->second)
    return "what was measured is needed: DATA.csv, or --design for a motion";
  if (!arguments->is_design && arguments->period) return "--time is the period of a --design";
  if (arguments->is_design && (arguments->cutoff || arguments->velocities))
    return "--cutoff and --velocities are about data";
  if (!arguments->is_design && is_word(arguments->notation, "csv"))
    return "--as csv writes the motion of a --design";
  return NULL;
}

BielleStatus command_identify(Work *work)
{
  const Arguments *arguments = work->arguments;
  Text data = { 0 }, why = { 0 };
  const char *misuse = misuse_of(arguments);
  if (misuse) complain("bielle identify: %s", misuse);
  if (misuse) return BIELLE_BAD_INPUT;
  BielleStatus status = BIELLE_OK;
  if (arguments->second && !file_read(arguments->second, &data, &why)) {
    complain("bielle identify: %s", text_string(&why));
    status = BIELLE_BAD_INPUT;
  }
  BielleIdentifyOptions options = { .start = start_of(work),
                                    .data = arguments->second ? text_string(&data) : NULL,
                                    .data_length = data.length,
                                    .data_name = arguments->second,
                                    .velocities = arguments->velocities,
                                    .cutoff = arguments->cutoff,
                                    .has_friction = arguments->has_friction,
                                    .is_unweighted = is_word(arguments->weights, "none"),
                                    .is_design = arguments->is_design,
                                    .time = arguments->period,
                                    .progress = progress_show };
  if (status == BIELLE_OK)
    status = bielle_identify(work->mechanism, &options, work->diagnostics, &work->answer);
  text_free(&data);
  text_free(&why);
  return status;
}
