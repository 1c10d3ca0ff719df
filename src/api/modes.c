// modes.c -- small motions about a state, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/study_call.h"
#include "report/study_record.h"
#include "report/study_words.h"

// With the coordinates that the state names held, if that can be closed.
static Modes *modes_from(StudyCall *call, const StateValues *start, const ModesOptions *options,
                         const char **hint)
{
  ProgramState state = start_state_program(start);
  ModesOptions named = *options;
  named.is_held = study_named(call, start, options->is_held);
  if (named.is_held) {
    Modes *modes = modes_new(call->mechanism, &state, &named, &call->why, hint);
    if (modes && modes->motion->is_closed) return modes;
    modes_free(modes);
    text_clear(&call->why);
    *hint = NULL;
  }
  return modes_new(call->mechanism, &state, options, &call->why, hint);
}

static BielleStatus solve(StudyCall *call, const Equations *names, const BielleModesOptions *asked)
{
  StateValues start;
  const char *hint = NULL;
  ModesOptions options = { .wants_equilibrium = asked->is_equilibrium != 0 };
  bool is_good = study_read_held(call, asked->hold, &options.is_held);
  if (!study_read_state(call, names, &start) || !is_good) return BIELLE_BAD_INPUT;
  ProgramState state = start_state_program(&start);
  Modes *modes = modes_from(call, &start, &options, &hint);
  if (!modes) return study_refuse(call, hint);
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
  static const BielleModesOptions USUAL = { 0 };
  if (!options) options = &USUAL;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  Equations *names = derivation_release(derivation_new(mechanism->mechanism, NULL, 0));
  BielleStatus status = solve(&call, names, options);
  equations_free(names);
  return study_end(&call, status, out);
}
