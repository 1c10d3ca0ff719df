// trajectory.c -- prescribed motions, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/study/study_call.h"
#include "report/row_table.h"
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"

#include <math.h>

static bool read_options(StudyCall *call, const BielleTrajectoryOptions *asked,
                         const StateValues *start, TrajectoryOptions *options)
{
  const Dimension SECONDS = { .is_known = true, .power = { 0, 0, 1 } };
  const bool *speeds;
  *options = (TrajectoryOptions){ .motions = asked->motions,
                                  .end = NAN,
                                  .step = NAN,
                                  .is_shortest = asked->is_shortest != 0,
                                  .keeps_sides = call->system->keeps_sides };
  if (!study_read_measure(call, "time", asked->until, SECONDS, &options->end) ||
      !study_read_measure(call, "step", asked->step, SECONDS, &options->step) ||
      !study_read_held(call, asked->hold, &options->is_held)) {
    return false;
  }
  options->has_inputs = start->has_inputs;
  study_named_values(call, start, options->is_held, &options->is_named, &speeds);
  return true;
}

// Plots positions, speeds and actuator efforts.
static void put_plot(StudyCall *call, const Trajectory *trajectory)
{
  RowTable table = trajectory_table(trajectory);
  int count = 0, n = call->mechanism->coordinate_count;
  PlotColumn *curves = ARENA_ARRAY(call->arena, PlotColumn, table.width);
  for (int c = 1; c < table.width; c++) {
    bool is_effort = c > 3 * n && table.columns[c].name[0] == 't';
    if (c <= 2 * n || is_effort) curves[count++] = row_table_curve(&table, c, call->arena);
  }
  const Equations *equations = call->system->equations;
  Plot plot = { .title = equations->title[0] ? equations->title : equations->name,
                .across = row_table_curve(&table, 0, call->arena),
                .curves = curves,
                .curve_count = count,
                .rows = table.row_count };
  plot_svg(&plot, &call->answer->picture);
}

// Reports the error at the statement that it concerns, or at the state.
static BielleStatus reject(StudyCall *call, Span place, const char *hint)
{
  if (!place.source) return study_fail(call, hint);
  diagnostics_add(call->local, SEVERITY_ERROR, place, hint, "%s", text_string(&call->why));
  text_clear(&call->why);
  return BIELLE_BAD_INPUT;
}

static BielleStatus solve(StudyCall *call, const BielleTrajectoryOptions *asked)
{
  StateValues start;
  TrajectoryOptions options;
  const char *hint = NULL;
  Span place;
  if (!study_read_state(call, &start) || !study_check_rates(call, &start, false) ||
      !read_options(call, asked, &start, &options))
    return BIELLE_BAD_INPUT;
  Progress progress = { asked->progress, asked->progress_context, NULL, 0, false };
  options.progress = &progress;
  ProgramState state = start_state_program(&start);
  Trajectory *trajectory =
      trajectory_new(call->mechanism, &state, &options, &call->why, &hint, &place);
  if (!trajectory) return reject(call, place, hint);
  bool holds =
      trajectory->is_closed && trajectory->failure.length == 0 && trajectory->excess_count == 0;
  if (trajectory->row_count > 0) study_report_motions(call, &start, trajectory->rows + 1);
  trajectory_words(trajectory, &call->answer->words);
  trajectory_record(trajectory, call->answer->record);
  RowTable table = trajectory_table(trajectory);
  row_table_csv(&table, &call->answer->table);
  if (trajectory->row_count > 0) put_plot(call, trajectory);
  trajectory_free(trajectory);
  if (progress.is_cancelled) return BIELLE_CANCELLED;
  return holds ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

BielleStatus bielle_trajectory(const BielleMechanism *mechanism,
                               const BielleTrajectoryOptions *options,
                               BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleTrajectoryOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  return study_end(&call, solve(&call, options), out);
}
