// motion.c -- how a mechanism moves on from a state, through the public interface.
// SPDX-License-Identifier: MIT
#include "study/motion.h"

#include "api/api.h"
#include "api/bearing_json.h"
#include "api/constrained.h"
#include "api/coordinate_list.h"
#include "api/start_state.h"

// What is asked, and where the answer goes.
typedef struct Request {
  const BielleMotionOptions *options;
  const Mechanism *mechanism;
  const Equations *names;  // of parameters, coordinates, inputs
  const Source *source;    // of the state
  Arena *arena;
  Diagnostics *local;
  BielleDiagnostics *diagnostics;
  Text *out;
} Request;

// ---- JSON

static void put_number(const char *key, double value, Text *out)
{
  text_format(out, ",\n \"%s\": ", key);
  text_put_double_17(out, value);
}

static void put_state(const MotionStudy *study, const StateValues *start, Text *out)
{
  const Equations *equations = study->equations;
  int n = equations->coordinate_count;
  text_put(out, " \"state\": {\"params\": ");
  state_json_put(equations->parameters, equations->parameter_count, start->parameters, out);
  text_put(out, ",\n  \"q\": ");
  state_json_put(equations->coordinates, n, study->q, out);
  text_put(out, ",\n  \"qd\": ");
  state_json_put(equations->coordinates, n, study->qd, out);
  text_put(out, ",\n  \"qdd\": ");
  state_json_put(equations->coordinates, n, study->qdd, out);
  text_put(out, ",\n  \"inputs\": ");
  state_json_put(equations->inputs, equations->input_count, start->inputs, out);
  text_put(out, ",\n  \"tau\": ");
  state_json_put(equations->coordinates, n, start->torques, out);
  text_put(out, ",\n  \"t\": ");
  text_put_double_17(out, start->time);
  text_put_char(out, '}');
}

static void put_json(const MotionStudy *study, const StateValues *start, Text *out)
{
  if (!study->is_closed) {
    text_put(out, "{\"closed\": false}\n");
    return;
  }
  text_put(out, "{\"closed\": true,\n");
  put_state(study, start, out);
  put_number("T", study->kinetic_energy, out);
  put_number("V", study->potential_energy, out);
  put_number("P", study->power, out);
  put_number("P_motions", study->drive_power, out);
  text_put(out, ",\n ");
  bearing_put_json(&study->bearing, " ", out);
  text_put(out, "}\n");
}

// ---- from the mechanism to the answer

// At rest where nothing is given, as every study.
static BielleStatus solve(const Request *request, Text *why)
{
  StateValues start;
  const char *hint = NULL;
  bool *is_held = ARENA_ARRAY(request->arena, bool, request->mechanism->coordinate_count);
  MotionOptions options = { .is_held = request->options->hold ? is_held : NULL };
  bool is_good = coordinate_list_read(request->options->hold, "to be held", request->mechanism,
                                      is_held, request->local);
  is_good = constrained_read_treatment(request->options->constraints, &options.treatment,
                                       request->diagnostics) &&
            is_good;
  bool is_read = start_state_read(request->names, request->source, request->arena, request->local,
                                  &start, why);
  if (!is_read || !is_good) return BIELLE_BAD_INPUT;
  ProgramState state = start_state_program(&start);
  MotionStudy *study = motion_study_new(request->mechanism, &state, &options, why, &hint);
  if (!study && hint) {
    Span span = { request->source, 0, 1 };
    diagnostics_add(request->local, SEVERITY_ERROR, span, hint, "%s", text_string(why));
    text_clear(why);
  }
  if (!study) return BIELLE_BAD_INPUT;
  if (request->options->is_json) {
    put_json(study, &start, request->out);
  } else {
    motion_report(study, request->out);
  }
  BielleStatus status = study->is_closed ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
  motion_study_free(study);
  return status;
}

BielleStatus bielle_analyze_motion(const BielleMechanism *mechanism,
                                   const BielleMotionOptions *options,
                                   BielleDiagnostics *diagnostics, char **out)
{
  static const BielleMotionOptions USUAL = { 0 };
  *out = NULL;
  if (!options) options = &USUAL;
  Text why = { 0 }, answer = { 0 };
  Source source = start_state_source(options->state, options->state_length, options->state_name);
  Diagnostics *local = diagnostics_new();
  Arena *arena = arena_new();
  Equations *names = derivation_release(derivation_new(mechanism->mechanism, NULL, 0));
  Request request = { options, mechanism->mechanism, names,  &source, arena,
                      local,   diagnostics,          &answer };
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
