// four_bar.c -- the study of a four-bar through the public interface.
// SPDX-License-Identifier: MIT
#include "study/four_bar.h"

#include "api/api.h"
#include "api/measure.h"
#include "api/start_state.h"

#include <string.h>

static bool read_rate(const char *text, int order, BielleDiagnostics *diagnostics, double *value)
{
  Dimension wanted = { .is_known = true };
  wanted.power[2] = (signed char)-order;
  if (!text || measure_read(text, strlen(text), wanted, value)) return true;
  diagnose(diagnostics, NULL, "'%s' is no %s of the input; write a number in SI, or %s", text,
           order == 1 ? "speed" : "acceleration", order == 1 ? "95rpm" : "2rad/s^2");
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

static BielleStatus answer(const FourBar *four_bar, const BielleFourBarOptions *options,
                           const ProgramState *state, FourBarCase *values, Text *out, Text *why)
{
  if (!four_bar_evaluate(four_bar, state, values, why)) return BIELLE_INTERNAL;
  if (options->is_json) {
    four_bar_put_json(values, out);
  } else {
    four_bar_report(four_bar, values, out);
  }
  return closes(values) ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

static BielleStatus solve(const FourBar *four_bar, const BielleFourBarOptions *options,
                          BielleDiagnostics *diagnostics, Text *out, Text *why)
{
  FourBarCase values = { .input = { 0, 1, 0 } };
  if (!read_rate(options->speed, 1, diagnostics, &values.input[1])) return BIELLE_BAD_INPUT;
  if (!read_rate(options->acceleration, 2, diagnostics, &values.input[2])) return BIELLE_BAD_INPUT;
  if (!options->state && !options->is_json && !has_all_values(four_bar->equations)) {
    four_bar_report(four_bar, NULL, out);
    return BIELLE_OK;
  }
  Source source = start_state_source(options->state, options->state_length, options->state_name);
  Diagnostics *local = diagnostics_new();
  Arena *arena = arena_new();
  StateValues start;
  BielleStatus status = BIELLE_BAD_INPUT;
  if (start_state_read(four_bar->equations, &source, arena, local, &start, why)) {
    ProgramState state = start_state_program(&start);
    status = answer(four_bar, options, &state, &values, out, why);
  }
  arena_free(arena);
  adopt_diagnostics(diagnostics, local, &source);
  return status;
}

BielleStatus bielle_analyze_four_bar(const BielleMechanism *mechanism,
                                     const BielleFourBarOptions *options,
                                     BielleDiagnostics *diagnostics, char **out)
{
  static const BielleFourBarOptions USUAL = { 0 };
  *out = NULL;
  if (!options) options = &USUAL;
  Text why = { 0 }, words = { 0 };
  FourBar *four_bar = four_bar_find(mechanism->mechanism, options->drive, &why);
  BielleStatus status =
      four_bar ? solve(four_bar, options, diagnostics, &words, &why) : BIELLE_BAD_INPUT;
  if (why.length > 0) diagnose(diagnostics, NULL, "%s", text_string(&why));
  if (words.length > 0) *out = text_release(&words);
  four_bar_free(four_bar);
  text_free(&words);
  text_free(&why);
  return status;
}
