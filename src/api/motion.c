// motion.c -- how a mechanism moves on, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/constrained.h"
#include "api/study_call.h"
#include "report/study_record.h"
#include "report/study_words.h"

// With the coordinates that the state names held, if that can be closed.
static MotionStudy *study_from(StudyCall *call, const StateValues *start,
                               const MotionOptions *options, const char **hint)
{
  ProgramState state = start_state_program(start);
  MotionOptions named = *options;
  named.is_held = study_named(call, start, options->is_held);
  if (named.is_held) {
    MotionStudy *study = motion_study_new(call->mechanism, &state, &named, &call->why, hint);
    if (study && study->is_closed) return study;
    motion_study_free(study);
    text_clear(&call->why);
    *hint = NULL;
  }
  return motion_study_new(call->mechanism, &state, options, &call->why, hint);
}

// At rest where nothing is given, as every study.
static BielleStatus solve(StudyCall *call, const Equations *names, const BielleMotionOptions *asked)
{
  StateValues start;
  const char *hint = NULL;
  MotionOptions options = { 0 };
  bool is_good = study_read_held(call, asked->hold, &options.is_held);
  is_good = constrained_read_treatment(asked->constraints, &options.treatment, call->diagnostics) &&
            is_good;
  if (!study_read_state(call, names, &start) || !is_good) return BIELLE_BAD_INPUT;
  ProgramState state = start_state_program(&start);
  MotionStudy *study = study_from(call, &start, &options, &hint);
  if (!study) return study_refuse(call, hint);
  motion_words(study, &call->answer->words);
  motion_record(study, &state, call->answer->record);
  BielleStatus status = study->is_closed ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
  motion_study_free(study);
  return status;
}

BielleStatus bielle_analyze_motion(const BielleMechanism *mechanism,
                                   const BielleMotionOptions *options,
                                   BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleMotionOptions USUAL = { 0 };
  if (!options) options = &USUAL;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  Equations *names = derivation_release(derivation_new(mechanism->mechanism, NULL, 0));
  BielleStatus status = solve(&call, names, options);
  equations_free(names);
  return study_end(&call, status, out);
}
