// mobility.c -- how a mechanism can move, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "api/start_state.h"
#include "study/mobility_report.h"

// What is asked, and where the answer goes.
typedef struct Request {
  const BielleMobilityOptions *options;
  const Mechanism *mechanism;
  const Source *source;  // of the state
  Arena *arena;
  Diagnostics *diagnostics;
  Text *out;
} Request;

// The study at the given state; without one at the values of the description, which may lack some.
static MobilityStudy *study(const Request *request, Text *why)
{
  if (!request->options->state) return mobility_study_new(request->mechanism, NULL, why);
  Equations *names = derivation_release(derivation_new(request->mechanism, NULL, 0));
  StateValues values;
  MobilityStudy *result = NULL;
  if (start_state_read(names, request->source, request->arena, request->diagnostics, &values,
                       why)) {
    ProgramState start = start_state_program(&values);
    result = mobility_study_new(request->mechanism, &start, why);
  }
  equations_free(names);
  return result;
}

static BielleStatus answer(const Request *request, Text *why)
{
  MobilityStudy *found = study(request, why);
  if (!found) return BIELLE_BAD_INPUT;
  MobilityFindings *findings = mobility_findings_new(found, why);
  BielleStatus status = BIELLE_INTERNAL;
  if (findings) {
    (request->options->is_json ? mobility_json : mobility_report)(findings, request->out);
    status = found->is_assembled ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
  }
  mobility_findings_free(findings);
  mobility_study_free(found);
  return status;
}

BielleStatus bielle_analyze_mobility(const BielleMechanism *mechanism,
                                     const BielleMobilityOptions *options,
                                     BielleDiagnostics *diagnostics, char **out)
{
  static const BielleMobilityOptions USUAL = { 0 };
  *out = NULL;
  if (!options) options = &USUAL;
  Text why = { 0 }, text = { 0 };
  Source source = start_state_source(options->state, options->state_length, options->state_name);
  Diagnostics *local = diagnostics_new();
  Arena *arena = arena_new();
  Request request = { options, mechanism->mechanism, &source, arena, local, &text };
  BielleStatus status = answer(&request, &why);
  arena_free(arena);
  adopt_diagnostics(diagnostics, local, &source);
  if (why.length > 0) diagnose(diagnostics, NULL, "%s", text_string(&why));
  if (text.length > 0) *out = text_release(&text);
  text_free(&text);
  text_free(&why);
  return status;
}
