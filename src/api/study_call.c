// study_call.c -- the frame around every study.
// SPDX-License-Identifier: MIT
#include "api/study_call.h"

#include "api/closure.h"
#include "api/coordinate_list.h"
#include "api/measure.h"

#include <string.h>

StudyCall study_begin(const BielleMechanism *mechanism, BielleStart start,
                      BielleDiagnostics *diagnostics)
{
  FormulateOptions options = { .stays_long = true };
  return (StudyCall){ .mechanism = mechanism->mechanism,
                      .system = system_new(mechanism->mechanism, &options),
                      .source = start_state_source(start.text, start.length, start.name),
                      .has_state = start.text != NULL,
                      .keeps_open = start.keeps_open != 0,
                      .arena = arena_new(),
                      .local = diagnostics_new(),
                      .diagnostics = diagnostics,
                      .answer = answer_new() };
}

bool study_read_state(StudyCall *call, StateValues *values)
{
  bool is_good = start_state_read(call->system->equations, &call->source, call->usual, call->arena,
                                  call->local, values, &call->why);
  Text unused = { 0 };  // who needs the ties says why there are none
  if (is_good && call->keeps_open && system_derive_ties(call->system, &unused)) {
    ClosureRequest request = { .system = call->system,
                               .keeps_open = true,
                               .source = &call->source,
                               .arena = call->arena,
                               .diagnostics = call->local };
    closure_apply(&request, values, 1, NULL);
  }
  text_free(&unused);
  return is_good;
}

bool study_read_held(StudyCall *call, const char *list, const bool **is_held)
{
  *is_held = NULL;
  if (!list) return true;
  bool *held = ARENA_ARRAY(call->arena, bool, call->mechanism->coordinate_count);
  *is_held = held;
  return coordinate_list_read(list, "to be held", call->mechanism, held, call->local);
}

void study_take_names(const StudyCall *call, const StateValues *values, const bool *is_held,
                      const bool **coordinates, const bool **speeds)
{
  *coordinates = *speeds = NULL;
  for (int i = 0; i < call->mechanism->coordinate_count && !is_held; i++) {
    if (values->gives_q[i]) *coordinates = values->gives_q;
    if (values->gives_qd[i]) *speeds = values->gives_qd;
  }
}

bool study_read_measure(StudyCall *call, const char *option, const char *text, Dimension wanted,
                        double *value)
{
  if (!text) return true;
  if (measure_read(text, strlen(text), wanted, value)) return true;
  diagnose(call->diagnostics, NULL, "'%s' is no value of %s", text, option);
  return false;
}

BielleStatus study_refuse(StudyCall *call, const char *hint)
{
  if (!hint) return BIELLE_BAD_INPUT;
  diagnostics_add(call->local, SEVERITY_ERROR, (Span){ &call->source, 0, 1 }, hint, "%s",
                  text_string(&call->why));
  text_clear(&call->why);
  return BIELLE_BAD_INPUT;
}

BielleStatus study_end(StudyCall *call, BielleStatus status, BielleAnswer **out)
{
  adopt_diagnostics(call->diagnostics, call->local);
  if (call->why.length > 0) diagnose(call->diagnostics, NULL, "%s", text_string(&call->why));
  bool has_answer =
      call->answer->words.length > 0 && (status == BIELLE_OK || status == BIELLE_DOES_NOT_HOLD);
  *out = has_answer ? call->answer : NULL;
  if (!has_answer) bielle_answer_free(call->answer);
  text_free(&call->why);
  system_free(call->system);
  arena_free(call->arena);
  return status;
}
