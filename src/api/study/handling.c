// handling.c -- steering response of a vehicle, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/study/study_call.h"
#include "report/studies/handling_report.h"

static bool read_options(StudyCall *call, const BielleHandlingOptions *asked, HandlingOptions *out)
{
  static const Dimension SPEED = { .is_known = true, .power = { 1, 0, -1 } };
  static const Dimension ACCELERATION = { .is_known = true, .power = { 1, 0, -2 } };
  *out = (HandlingOptions){ .steer = asked->steer, .speed = 20, .lateral = 4 };
  if (!study_read_measure(call, "--speed", asked->speed, SPEED, &out->speed) ||
      !study_read_measure(call, "--lateral", asked->lateral, ACCELERATION, &out->lateral))
    return false;
  if (out->speed > 0 && out->lateral > 0) return true;
  diagnose(call->diagnostics, NULL,
           "a vehicle is driven with a speed and a lateral acceleration above 0");
  return false;
}

static BielleStatus solve(StudyCall *call, const BielleHandlingOptions *asked)
{
  StateValues start;
  HandlingOptions options;
  const char *hint = NULL;
  if (!read_options(call, asked, &options) || !study_read_state(call, &start))
    return BIELLE_BAD_INPUT;
  ProgramState state = start_state_program(&start);
  Handling *handling = handling_new(call->system, &state, &options, &call->why, &hint);
  if (!handling) return study_fail(call, hint);
  handling_words(handling, &call->answer->words);
  handling_record(handling, call->answer->record);
  if (handling->runs_straight) {
    RowTable table = handling_table(handling);
    row_table_csv(&table, &call->answer->table);
    handling_svg(handling, &call->answer->picture);
  }
  bool holds = handling->runs_straight && handling->is_complete;
  handling_free(handling);
  return holds ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

BielleStatus bielle_analyze_handling(const BielleMechanism *mechanism,
                                     const BielleHandlingOptions *options,
                                     BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleHandlingOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  return study_end(&call, solve(&call, options), out);
}
