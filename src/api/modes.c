// modes.c -- small motions about a state, through the public interface.
// SPDX-License-Identifier: MIT
#include "study/modes.h"

#include "api/api.h"
#include "api/coordinate_list.h"
#include "api/start_state.h"

#include <math.h>
#include <string.h>

// What is asked, and where the answer goes.
typedef struct Request {
  const BielleModesOptions *options;
  const Mechanism *mechanism;
  const Equations *names;  // of parameters, coordinates, inputs
  const Source *source;    // of the state
  Arena *arena;
  Diagnostics *local;
  Text *out;
} Request;

// ---- JSON

static void put_string(const char *string, Text *out)
{
  text_put_json_string(out, string, strlen(string));
}

static void put_number(const char *key, double value, Text *out)
{
  text_format(out, ", \"%s\": ", key);
  text_put_double_17(out, value);
}

static void put_state(const Modes *modes, const StateValues *start, Text *out)
{
  const Equations *equations = modes->equations;
  int n = equations->coordinate_count;
  text_put(out, " \"state\": {\"params\": ");
  state_json_put(equations->parameters, equations->parameter_count, start->parameters, out);
  text_put(out, ",\n  \"q\": ");
  state_json_put(equations->coordinates, n, modes->motion->q, out);
  text_put(out, ",\n  \"qd\": ");
  state_json_put(equations->coordinates, n, modes->motion->qd, out);
  text_put(out, ",\n  \"inputs\": ");
  state_json_put(equations->inputs, equations->input_count, start->inputs, out);
  text_put(out, ",\n  \"tau\": ");
  state_json_put(equations->coordinates, n, start->torques, out);
  text_put(out, ",\n  \"t\": ");
  text_put_double_17(out, start->time);
  text_put(out, "},\n");
}

static void put_matrix(const Modes *modes, Text *out)
{
  text_put(out, " \"rows\": [");
  for (int i = 0; i < modes->size; i++) {
    if (i > 0) text_put(out, ", ");
    put_string(modes->rows[i], out);
  }
  text_put(out, "],\n \"A\": [");
  for (int i = 0; i < modes->size; i++) {
    text_put(out, i > 0 ? ",\n  [" : "\n  [");
    for (int j = 0; j < modes->size; j++) {
      if (j > 0) text_put(out, ", ");
      text_put_double_17(out, modes->A[i * modes->size + j]);
    }
    text_put_char(out, ']');
  }
  text_put(out, "],\n");
}

// {"q1": [1, 0], "q2": [0.5, 0.1]}: real and imaginary parts.
static void put_shape(const Equations *equations, const double shape[], const double shape_im[],
                      Text *out)
{
  int n = equations->coordinate_count;
  text_put_char(out, '{');
  for (int i = 0; i < n + equations->state_count; i++) {
    if (i > 0) text_put(out, ", ");
    put_string(i < n ? equations->coordinates[i].name : equations->states[i - n].name, out);
    text_put(out, ": [");
    text_put_double_17(out, shape[i]);
    text_put(out, ", ");
    text_put_double_17(out, shape_im ? shape_im[i] : 0);
    text_put_char(out, ']');
  }
  text_put_char(out, '}');
}

static void put_mode(const Modes *modes, const Mode *mode, Text *out)
{
  static const double TURN = 2 * 3.14159265358979323846;
  text_put(out, "{\"eigenvalue\": [");
  text_put_double_17(out, mode->real);
  text_put(out, ", ");
  text_put_double_17(out, mode->imaginary);
  text_put_char(out, ']');
  if (mode->imaginary > 0) {
    put_number("damped_Hz", mode->imaginary / TURN, out);
    put_number("natural_Hz", mode->natural / TURN, out);
    put_number("natural_rad_s", mode->natural, out);
    put_number("damping_ratio", mode->damping, out);
  }
  if (mode->real != 0) put_number("time_constant_s", 1 / fabs(mode->real), out);
  text_format(out,
              ", \"kind\": \"%s\", \"unstable\": %s,\n   \"shape\": ", mode_kind_word(mode->kind),
              mode_grows(mode) ? "true" : "false");
  put_shape(modes->equations, mode->shape, mode->shape_im, out);
  text_put_char(out, '}');
}

static void put_json(const Modes *modes, const StateValues *start, Text *out)
{
  static const char *const STATES[] = { [MODES_EQUILIBRIUM] = "equilibrium",
                                        [MODES_STEADY] = "steady motion",
                                        [MODES_PASSING] = "passing" };
  if (!modes->motion->is_closed) {
    text_put(out, "{\"closed\": false}\n");
    return;
  }
  const Equations *equations = modes->equations;
  int width = equations->coordinate_count + equations->state_count;
  text_format(out, "{\"closed\": true, \"about\": \"%s\", \"stable\": %s,\n", STATES[modes->state],
              modes_are_stable(modes) ? "true" : "false");
  put_state(modes, start, out);
  put_matrix(modes, out);
  text_put(out, " \"modes\": [");
  for (int k = 0; k < modes->count; k++) {
    text_put(out, k > 0 ? ",\n  " : "\n  ");
    put_mode(modes, &modes->modes[k], out);
  }
  text_format(out, "],\n \"zero_eigenvalues\": %d,\n \"free\": [", modes->zero_count);
  for (int k = 0; k < modes->null_count; k++) {
    text_put(out, k > 0 ? ",\n  " : "\n  ");
    put_shape(equations, modes->null + k * width, NULL, out);
  }
  text_put(out, "]}\n");
}

// ---- from the mechanism to the answer

static BielleStatus solve(const Request *request, Text *why)
{
  StateValues start;
  const char *hint = NULL;
  bool *is_held = ARENA_ARRAY(request->arena, bool, request->mechanism->coordinate_count);
  ModesOptions options = { .wants_equilibrium = request->options->is_equilibrium != 0,
                           .is_held = request->options->hold ? is_held : NULL };
  bool is_good = coordinate_list_read(request->options->hold, "to be held", request->mechanism,
                                      is_held, request->local);
  bool is_read = start_state_read(request->names, request->source, request->arena, request->local,
                                  &start, why);
  if (!is_read || !is_good) return BIELLE_BAD_INPUT;
  ProgramState state = start_state_program(&start);
  Modes *modes = modes_new(request->mechanism, &state, &options, why, &hint);
  if (!modes && hint) {
    Span span = { request->source, 0, 1 };
    diagnostics_add(request->local, SEVERITY_ERROR, span, hint, "%s", text_string(why));
    text_clear(why);
  }
  if (!modes) return BIELLE_BAD_INPUT;
  if (request->options->is_json) {
    put_json(modes, &start, request->out);
  } else {
    modes_report(modes, request->out);
  }
  bool holds = modes->motion->is_closed && (!modes->is_searched || modes->is_found);
  modes_free(modes);
  return holds ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

BielleStatus bielle_analyze_modes(const BielleMechanism *mechanism,
                                  const BielleModesOptions *options, BielleDiagnostics *diagnostics,
                                  char **out)
{
  static const BielleModesOptions USUAL = { 0 };
  *out = NULL;
  if (!options) options = &USUAL;
  Text why = { 0 }, answer = { 0 };
  Source source = start_state_source(options->state, options->state_length, options->state_name);
  Diagnostics *local = diagnostics_new();
  Arena *arena = arena_new();
  Equations *names = derivation_release(derivation_new(mechanism->mechanism, NULL, 0));
  Request request = { options, mechanism->mechanism, names, &source, arena, local, &answer };
  BielleStatus status = solve(&request, &why);
  adopt_diagnostics(diagnostics, local, &source);
  if (why.length > 0) diagnose(diagnostics, NULL, "%s", text_string(&why));
  if (answer.length > 0) *out = text_release(&answer);
  equations_free(names);
  arena_free(arena);
  text_free(&answer);
  text_free(&why);
  return status;
}
