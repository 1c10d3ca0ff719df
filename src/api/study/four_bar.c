// four_bar.c -- the study of a four-bar through the public interface.
// SPDX-License-Identifier: MIT
#include "api/state/measure.h"
#include "api/study/study_call.h"
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"

#include <string.h>

static bool read_rate(const char *text, int order, BielleDiagnostics *diagnostics, double *value)
{
  Dimension wanted = { .is_known = true };
  wanted.power[2] = (signed char)-order;
  if (!text || unit_value_parse(text, strlen(text), wanted, value)) return true;
  diagnose(diagnostics, NULL, "'%s' is not %s of the input; write a number in SI, or %s", text,
           order == 1 ? "a speed" : "an acceleration", order == 1 ? "95rpm" : "2rad/s^2");
  return false;
}

static bool has_all_values(const Equations *equations)
{
  for (int i = 0; i < equations->parameter_count; i++) {
    if (!equations->parameters[i].value) return false;
  }
  return true;
}

static bool closes(const FourBarCase *values)
{
  FourBarMotion motion = { .angle = { values->input[0] } };
  return four_bar_solve(&values->size, 1, &motion);
}

static BielleStatus answer(StudyCall *call, const FourBar *four_bar, const ProgramState *state,
                           FourBarCase *values)
{
  if (!four_bar_evaluate(four_bar, state, values, &call->why)) return BIELLE_INTERNAL;
  four_bar_words(four_bar, values, &call->answer->words);
  four_bar_record(values, call->answer->record);
  return closes(values) ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

// If a parameter has no value, only the formulas are printed.
static BielleStatus solve(StudyCall *call, const FourBar *four_bar,
                          const BielleFourBarOptions *options)
{
  FourBarCase values = { .input = { 0, 1, 0 } };
  StateValues start;
  if (!read_rate(options->speed, 1, call->diagnostics, &values.input[1]) ||
      !read_rate(options->acceleration, 2, call->diagnostics, &values.input[2])) {
    return BIELLE_BAD_INPUT;
  }
  if (!call->has_state && !has_all_values(four_bar->equations)) {
    four_bar_words(four_bar, NULL, &call->answer->words);
    return BIELLE_OK;
  }
  if (!study_read_state(call, &start)) return BIELLE_BAD_INPUT;
  ProgramState state = start_state_program(&start);
  return answer(call, four_bar, &state, &values);
}

BielleStatus bielle_analyze_four_bar(const BielleMechanism *mechanism,
                                     const BielleFourBarOptions *options,
                                     BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleFourBarOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  FourBar *four_bar = four_bar_find(mechanism->mechanism, options->drive, &call.why);
  BielleStatus status = four_bar ? solve(&call, four_bar, options) : BIELLE_BAD_INPUT;
  four_bar_free(four_bar);
  return study_end(&call, status, out);
}
