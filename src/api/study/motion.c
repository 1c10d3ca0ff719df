// motion.c -- the motion at one state, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/model/constrained.h"
#include "api/study/study_call.h"
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"

// Speeds that are not given are zero, as in every study.
static BielleStatus solve(StudyCall *call, const BielleMotionOptions *asked)
{
  StateValues start;
  const char *hint = NULL;
  MotionOptions options = { .keeps_open = call->keeps_open };
  bool is_good = study_read_held(call, asked->hold, &options.is_held);
  is_good = constrained_read_treatment(asked->constraints, &options.treatment, call->diagnostics) &&
            is_good;
  if (!study_read_state(call, &start) || !is_good) return BIELLE_BAD_INPUT;
  study_named_values(call, &start, options.is_held, &options.is_named, &options.is_named_rate);
  ProgramState state = start_state_program(&start);
  MotionStudy *study = motion_study_new(call->system, &state, &options, &call->why, &hint);
  if (!study) return study_fail(call, hint);
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
  static const BielleMotionOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  return study_end(&call, solve(&call, options), out);
}
