// eval.c -- bielle eval: numbers at a state.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <stdio.h>

static BielleStatus evaluate(const Arguments *arguments, const Text *state,
                             BielleDiagnostics *diagnostics)
{
  BielleModel *model = NULL;
  char *numbers = NULL;
  Arguments at_state = *arguments;
  at_state.state_text = state;
  BielleStatus status = load_model(&at_state, diagnostics, &model);
  if (status == BIELLE_OK) {
    status = bielle_model_evaluate_json(model, arguments->keys, arguments->key_count,
                                        arguments->state_name, text_string(state), state->length,
                                        diagnostics, &numbers);
  }
  if (status == BIELLE_OK) status = put_result(arguments, numbers);
  bielle_model_free(model);
  return status;
}

int command_eval(const Arguments *arguments)
{
  if (!arguments->state) {
    complain("bielle eval: at which state? Give --at STATE.json, such as "
             "{\"q\": {\"q1\": 0.3}} ('-' is standard input), or --at \"q1 = 0.3, q2 = 45 deg\"");
    return EXIT_BAD_INPUT;
  }
  Text state = { 0 }, why = { 0 };
  if (!read_state(arguments->state, &state, &why)) {
    complain("bielle eval: %s", text_string(&why));
    text_free(&why);
    text_free(&state);
    return EXIT_BAD_INPUT;
  }
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleStatus status = evaluate(arguments, &state, diagnostics);
  text_free(&state);
  text_free(&why);
  return finish(diagnostics, status);
}
