// analyze.c -- bielle analyze STUDY FILE: the studies, each with its own options.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"
#include "app/cli/files/progress.h"

#include <stdlib.h>
#include <string.h>

BielleStart start_of(const Work *work)
{
  const Arguments *arguments = work->arguments;
  return (BielleStart){ .text = arguments->state ? text_string(&work->state) : NULL,
                        .length = work->state.length,
                        .name = arguments->state_name,
                        .keeps_open = arguments->keeps_open,
                        .keeps_sides = arguments->keeps_sides };
}

BielleStatus command_trajectory(Work *work)
{
  const Arguments *arguments = work->arguments;
  BielleTrajectoryOptions options = { .start = start_of(work),
                                      .motions = arguments->second,
                                      .hold = arguments->hold,
                                      .until = arguments->until,
                                      .step = arguments->row_step,
                                      .is_shortest = arguments->is_shortest,
                                      .progress = progress_show };
  BielleStatus status =
      bielle_trajectory(work->mechanism, &options, work->diagnostics, &work->answer);
  if (work->answer && is_word(arguments->notation, "csv")) report_why_rows_end(work);
  return status;
}

static BielleStatus study_assembly(Work *work)
{
  BielleAssemblyOptions options = { .start = start_of(work),
                                    .hold = work->arguments->hold,
                                    .requests_all = work->arguments->requests_all };
  return bielle_analyze_assembly(work->mechanism, &options, work->diagnostics, &work->answer);
}

static BielleStatus study_mobility(Work *work)
{
  BielleMobilityOptions options = { .start = start_of(work) };
  return bielle_analyze_mobility(work->mechanism, &options, work->diagnostics, &work->answer);
}

static BielleStatus study_statics(Work *work)
{
  const Arguments *arguments = work->arguments;
  BielleStaticsOptions options = { .start = start_of(work),
                                   .hold = arguments->hold,
                                   .drives = arguments->drives,
                                   .weights = arguments->weights,
                                   .is_equilibrium = arguments->is_equilibrium,
                                   .requests_all = arguments->requests_all };
  return bielle_analyze_statics(work->mechanism, &options, work->diagnostics, &work->answer);
}

static BielleStatus study_motion(Work *work)
{
  BielleMotionOptions options = { .start = start_of(work),
                                  .hold = work->arguments->hold,
                                  .constraints = work->arguments->constraints };
  return bielle_analyze_motion(work->mechanism, &options, work->diagnostics, &work->answer);
}

static BielleStatus study_modes(Work *work)
{
  BielleModesOptions options = { .start = start_of(work),
                                 .hold = work->arguments->hold,
                                 .is_equilibrium = work->arguments->is_equilibrium };
  return bielle_analyze_modes(work->mechanism, &options, work->diagnostics, &work->answer);
}

static bool read_steps(const char *word, int *steps)
{
  char *end = NULL;
  long value = word ? strtol(word, &end, 10) : 0;
  *steps = !word || (value > 0 && value < 1000000000) ? (int)value : -1;
  if (!word || *end == '\0') return true;
  complain("bielle analyze sweep: --steps needs a whole number, not '%s'", word);
  return false;
}

static BielleStatus study_sweep(Work *work)
{
  const Arguments *arguments = work->arguments;
  BielleSweepOptions options = { .start = start_of(work),
                                 .hold = arguments->hold,
                                 .drive = arguments->drive,
                                 .speed = arguments->speed,
                                 .acceleration = arguments->acceleration,
                                 .columns = arguments->columns,
                                 .progress = progress_show };
  if (!read_steps(arguments->steps, &options.steps)) return BIELLE_BAD_INPUT;
  BielleStatus status =
      bielle_analyze_sweep(work->mechanism, &options, work->diagnostics, &work->answer);
  if (work->answer && status == BIELLE_DOES_NOT_HOLD && is_word(arguments->notation, "csv")) {
    complain("bielle analyze sweep: only a part of the range can be reached; --as text says why");
  }
  return status;
}

static BielleStatus study_four_bar(Work *work)
{
  const Arguments *arguments = work->arguments;
  BielleFourBarOptions options = { .start = start_of(work),
                                   .drive = arguments->drive,
                                   .speed = arguments->speed,
                                   .acceleration = arguments->acceleration };
  return bielle_analyze_four_bar(work->mechanism, &options, work->diagnostics, &work->answer);
}

static BielleStatus study_handling(Work *work)
{
  const Arguments *arguments = work->arguments;
  BielleHandlingOptions options = { .start = start_of(work),
                                    .steer = arguments->steer,
                                    .speed = arguments->speed,
                                    .lateral = arguments->lateral };
  return bielle_analyze_handling(work->mechanism, &options, work->diagnostics, &work->answer);
}

static BielleStatus study_ride(Work *work)
{
  const Arguments *arguments = work->arguments;
  BielleRideOptions options = { .start = start_of(work),
                                .road = arguments->road,
                                .speed = arguments->speed };
  return bielle_analyze_ride(work->mechanism, &options, work->diagnostics, &work->answer);
}

// ---- the table

#define CHOICE "--freeze --parametrisation -o --json"

static const Command STUDIES[] = {
  { .name = "analyze assembly",
    .run = study_assembly,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--at --upside-down --hold --all --as=text|json " CHOICE,
    .summary = "close the loops, starting from rough values" },
  { .name = "analyze mobility",
    .run = study_mobility,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--at --upside-down --as=text|json " CHOICE,
    .summary = "degrees of freedom, redundant constraints, admissible actuator placements" },
  { .name = "analyze statics",
    .run = study_statics,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--at --open --upside-down --hold --drives --weights --equilibrium --all "
               "--as=text|json " CHOICE,
    .summary = "static balance: actuator efforts, equilibria and stability, joint reactions" },
  { .name = "analyze motion",
    .run = study_motion,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--at --open --upside-down --hold --constraints --as=text|json " CHOICE,
    .summary = "accelerations, energy and joint reactions at a state" },
  { .name = "analyze modes",
    .run = study_modes,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--at --open --upside-down --hold --equilibrium --as=text|json " CHOICE,
    .summary = "linear vibration modes about a state: frequency, damping, stability, mode shape" },
  { .name = "analyze sweep",
    .run = study_sweep,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--drive! --steps --speed --acceleration --columns --plot --at --upside-down --hold "
               "--as=text|csv|json " CHOICE,
    .summary = "positions, velocities, accelerations and forces over a range of the input",
    .notes = "With -o FILE.csv the rows go there and the report to standard output." },
  { .name = "analyze handling",
    .run = study_handling,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--steer --speed --lateral --plot --at --as=text|csv|json " CHOICE,
    .own_options = VEHICLE_OPTIONS,
    .summary =
        "vehicle steady-state cornering, understeer gradient, yaw-rate response to steering" },
  { .name = "analyze ride",
    .run = study_ride,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--road --speed --plot --at --as=text|csv|json " CHOICE,
    .own_options = VEHICLE_OPTIONS,
    .summary = "vehicle ride: bounce, pitch and comfort on a road profile" },
  { .name = "analyze four-bar",
    .run = study_four_bar,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--drive --speed --acceleration --at --as=text|json -o --json",
    .own_options = FOUR_BAR_OPTIONS,
    .summary = "lengths, Grashof, closed form and singular configurations of a four-bar" },
};

enum { STUDY_COUNT = sizeof STUDIES / sizeof STUDIES[0] };

const Command *analyze_studies(int *count)
{
  *count = STUDY_COUNT;
  return STUDIES;
}

// Reports an unknown study; names of studies are found before.
BielleStatus command_analyze(Work *work)
{
  const char *name = work->arguments->file;
  Text names = { 0 }, all = { 0 };
  put_command_names(&names, true);
  text_format(&all, "There is: %s", text_string(&names));
  if (name) {
    complain_of_word("bielle analyze: unknown study", name, text_release(&names),
                     text_string(&all));
  } else {
    complain("bielle analyze: which study? %s", text_string(&all));
  }
  text_free(&names);
  text_free(&all);
  return BIELLE_BAD_INPUT;
}
