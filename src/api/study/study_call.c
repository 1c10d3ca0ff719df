// study_call.c -- the common part of every study.
// SPDX-License-Identifier: MIT
#include "api/study/study_call.h"

#include "api/state/state_correction.h"
#include "api/state/coordinate_list.h"
#include "api/state/measure.h"

#include <math.h>
#include <string.h>

StudyCall study_begin(const BielleMechanism *mechanism, BielleStart start,
                      BielleDiagnostics *diagnostics)
{
  FormulateOptions options = { .skip_shortening = true };
  System *system = system_new(mechanism->mechanism, &options);
  system->keeps_sides = start.keeps_sides != 0;
  return (StudyCall){ .mechanism = mechanism->mechanism,
                      .system = system,
                      .source = start_state_source(start.text, start.length, start.name),
                      .defaults = { .mechanism = mechanism->mechanism },
                      .has_state = start.text != NULL,
                      .keeps_open = start.keeps_open != 0,
                      .arena = arena_new(),
                      .local = diagnostics_new(),
                      .diagnostics = diagnostics,
                      .answer = answer_new() };
}

bool study_read_state(StudyCall *call, StateValues *values)
{
  bool is_good = start_state_read(call->system->equations, &call->source, &call->defaults,
                                  call->arena, call->local, values, &call->why);
  Text unused = { 0 };  // missing constraints are reported by code that needs them
  if (is_good && call->keeps_open && system_derive_constraints(call->system, &unused)) {
    StateCorrectionRequest request = { .system = call->system,
                                       .keeps_open = true,
                                       .source = &call->source,
                                       .arena = call->arena,
                                       .diagnostics = call->local };
    state_correction_apply(&request, values, 1, NULL);
  }
  text_free(&unused);
  return is_good;
}

// Index of the smooth input whose first or second rate this is.
static int input_of_rate(const Equations *equations, int rate)
{
  while (equations->inputs[rate].is_rate)
    rate--;
  return rate;
}

bool study_check_rates(StudyCall *call, const StateValues *values, bool are_outside)
{
  const Equations *equations = call->system->equations;
  for (int i = 0; i < equations->input_count; i++) {
    if (!equations->inputs[i].is_rate || !values->has_inputs[i]) continue;
    const int own = input_of_rate(equations, i);
    bool has_law = equations->inputs[own].value && !values->has_inputs[own];
    if (!has_law && (are_outside || values->inputs[i] == 0)) continue;
    const char *name = equations->inputs[own].name;
    text_format(&call->why,
                has_law ? "'%s' cannot be given over a time: '%s' follows its law, and so do its "
                          "rates"
                        : "'%s' cannot be given over a time: '%s' is held, and its rates are 0",
                equations->inputs[i].name, name);
    return false;
  }
  return true;
}

bool study_read_held(StudyCall *call, const char *list, const bool **is_held)
{
  *is_held = NULL;
  if (!list) return true;
  bool *held = ARENA_ARRAY(call->arena, bool, call->mechanism->coordinate_count);
  *is_held = held;
  return coordinate_list_read(list, "to be held", call->mechanism, held, call->local);
}

void study_named_values(const StudyCall *call, const StateValues *values, const bool *is_held,
                        const bool **coordinates, const bool **speeds)
{
  *coordinates = *speeds = NULL;
  for (int i = 0; i < call->mechanism->coordinate_count && !is_held; i++) {
    if (values->has_q[i]) *coordinates = values->has_q;
    if (values->has_qd[i]) *speeds = values->has_qd;
  }
}

void study_report_motions(const StudyCall *call, const StateValues *values, const double q[])
{
  const double NOTHING = 1e-9;
  const Mechanism *mechanism = call->mechanism;
  for (int k = 0; k < mechanism->task_count; k++) {
    const Task *motion = &mechanism->tasks[k];
    if (motion->kind != TASK_MOTION || !motion->law) continue;
    int i = mechanism_find_coordinate(mechanism, motion->name);
    if (i < 0 || !values->has_q[i]) continue;
    if (fabs(values->q[i] - q[i]) <= NOTHING * fmax(1, fabs(q[i]))) continue;
    diagnostics_add(
        call->local, SEVERITY_WARNING, motion->span,
        "a motion starts where the description or its `from` says",
        "the motion of '%s' is at %.6g at the start; the value %.6g that is given is not "
        "used",
        motion->name, q[i], values->q[i]);
  }
}

bool study_read_measure(StudyCall *call, const char *option, const char *text, Dimension wanted,
                        double *value)
{
  if (!text) return true;
  if (unit_value_parse(text, strlen(text), wanted, value)) return true;
  diagnose(call->diagnostics, NULL, "'%s' is not a value of %s", text, option);
  return false;
}

BielleStatus study_fail(StudyCall *call, const char *hint)
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
