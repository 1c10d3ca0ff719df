// mobility.c -- mobility, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/study/study_call.h"
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"

// The study at the given state, or by default at the values of the description, some of which may
// be missing.
static MobilityStudy *study(StudyCall *call)
{
  StateValues values;
  if (!call->has_state) return mobility_study_new(call->system, NULL, NULL, &call->why);
  if (!study_read_state(call, &values)) return NULL;
  ProgramState start = start_state_program(&values);
  const bool *is_named, *unused;
  study_named_values(call, &values, NULL, &is_named, &unused);
  return mobility_study_new(call->system, &start, is_named, &call->why);
}

static BielleStatus answer(StudyCall *call)
{
  MobilityStudy *found = study(call);
  if (!found) return BIELLE_BAD_INPUT;
  mobility_find_branch(found, call->system);
  MobilityFindings *findings = mobility_findings_new(found, &call->why);
  BielleStatus status = BIELLE_INTERNAL;
  if (findings) {
    mobility_words(findings, &call->answer->words);
    mobility_record(findings, call->answer->record);
    status = found->is_assembled ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
  }
  mobility_findings_free(findings);
  mobility_study_free(found);
  return status;
}

BielleStatus bielle_analyze_mobility(const BielleMechanism *mechanism,
                                     const BielleMobilityOptions *options,
                                     BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleMobilityOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  return study_end(&call, answer(&call), out);
}
