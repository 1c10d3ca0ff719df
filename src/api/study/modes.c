// modes.c -- vibration modes about a state, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/study/study_call.h"
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"

// Checks the options of an equilibrium search.
static bool is_possible(const StudyCall *call, const BielleModesOptions *asked)
{
  const char *wrong = NULL;
  if (asked->hold)
    wrong = "an equilibrium is one of all coordinates, and none is held in small motions about it: "
            "--freeze holds coordinates still";
  if (call->keeps_open)
    wrong = "an equilibrium is looked for among closed states: leave --open away";
  if (!asked->is_equilibrium || !wrong) return true;
  diagnose(call->diagnostics, NULL, "%s", wrong);
  return false;
}

static BielleStatus solve(StudyCall *call, const BielleModesOptions *asked)
{
  StateValues start;
  const char *hint = NULL;
  ModesOptions options = { .requests_equilibrium = asked->is_equilibrium != 0,
                           .constraints.keeps_open = call->keeps_open };
  MotionOptions *constraints = &options.constraints;
  if (!is_possible(call, asked)) return BIELLE_BAD_INPUT;
  bool is_good = study_read_held(call, asked->hold, &constraints->is_held);
  if (!study_read_state(call, &start) || !is_good) return BIELLE_BAD_INPUT;
  study_named_values(call, &start, constraints->is_held, &constraints->is_named,
                     &constraints->is_named_rate);
  ProgramState state = start_state_program(&start);
  Modes *modes = modes_new(call->system, &state, &options, &call->why, &hint);
  if (!modes) return study_fail(call, hint);
  modes_words(modes, &call->answer->words);
  modes_record(modes, &state, call->answer->record);
  bool holds = modes->motion->is_closed && (!modes->is_searched || modes->is_found);
  modes_free(modes);
  return holds ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

BielleStatus bielle_analyze_modes(const BielleMechanism *mechanism,
                                  const BielleModesOptions *options, BielleDiagnostics *diagnostics,
                                  BielleAnswer **out)
{
  static const BielleModesOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  return study_end(&call, solve(&call, options), out);
}
