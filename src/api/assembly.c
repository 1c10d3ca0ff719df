// assembly.c -- closing a mechanism through the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "api/coordinate_list.h"
#include "api/limits.h"
#include "api/start_state.h"
#include "study/assembly.h"

#include <string.h>

// ---- JSON

static void put_json(const Assembly *assembly, const StateValues *start, Text *out)
{
  const Equations *equations = assembly->equations;
  text_format(out, "{\"closed\": %s,\n", assembly->is_closed ? "true" : "false");
  text_put(out, " \"residuals\": [");
  for (int k = 0; k < assembly->count; k++) {
    if (k > 0) text_put(out, ", ");
    text_put_double_17(out, assembly->configurations[k].norm);
  }
  text_format(out, "],\n \"freedoms\": %d,\n \"branches\": [",
              assembly->free_count - assembly->configurations[0].rank.rank);
  for (int k = 0; k < assembly->count; k++) {
    static const char *const BRANCHES[] = {
      [BRANCH_UNKNOWN] = "null", [BRANCH_OF_START] = "\"start\"", [BRANCH_OTHER] = "\"other\""
    };
    text_format(out, "%s%s", k > 0 ? ", " : "", BRANCHES[assembly->configurations[k].branch]);
  }
  text_put(out, "],\n \"configurations\": [");
  for (int k = 0; k < assembly->count; k++) {
    text_put(out, k > 0 ? ",\n  {\"params\": " : "\n  {\"params\": ");
    state_json_put(equations->parameters, equations->parameter_count, start->parameters, out);
    text_put(out, ",\n   \"q\": ");
    state_json_put(equations->coordinates, equations->coordinate_count,
                   assembly->configurations[k].q, out);
    text_put(out, ",\n   \"t\": ");
    text_put_double_17(out, start->time);
    text_put_char(out, '}');
  }
  text_put(out, "]}\n");
}

// ---- from the mechanism to the answer

// What is asked, and where the answer goes.
typedef struct Request {
  const BielleAssemblyOptions *options;
  const Mechanism *mechanism;
  const Equations *equations;
  const Source *source;  // of the state
  Arena *arena;
  Diagnostics *diagnostics;
  Text *out;
} Request;

static void note_configurations(const Request *request, const Assembly *assembly)
{
  for (int k = 0; k < assembly->count && assembly->is_closed; k++) {
    const char *where =
        assembly->count > 1 ? arena_format(request->arena, "in configuration %d", k + 1) : "";
    for (int i = 0; i < request->mechanism->coordinate_count; i++) {
      double q = assembly->configurations[k].q[i];
      note_limits(request->mechanism, i, q, q, where, request->diagnostics);
    }
  }
}

static BielleStatus solve(const Request *request, Text *why)
{
  StateValues start;
  const Equations *equations = request->equations;
  bool *is_held = ARENA_ARRAY(request->arena, bool, equations->coordinate_count);
  bool is_good = coordinate_list_read(request->options->hold, "to be held", request->mechanism,
                                      is_held, request->diagnostics);
  bool is_read = start_state_read(equations, request->source, request->arena, request->diagnostics,
                                  &start, why);
  if (!is_read || !is_good) return BIELLE_BAD_INPUT;
  ProgramState state = start_state_program(&start);
  AssemblyOptions options = { .is_held = is_held,
                              .wants_all = request->options->wants_all != 0,
                              .lower = lower_limits(request->mechanism, request->arena),
                              .upper = upper_limits(request->mechanism, request->arena) };
  Assembly *assembly = assembly_new(equations, &state, &options, why);
  if (!assembly) return BIELLE_INTERNAL;
  if (request->options->is_json) {
    put_json(assembly, &start, request->out);
  } else {
    assembly_report(assembly, request->out);
  }
  note_configurations(request, assembly);
  BielleStatus status = assembly->is_closed ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
  assembly_free(assembly);
  return status;
}

BielleStatus bielle_analyze_assembly(const BielleMechanism *mechanism,
                                     const BielleAssemblyOptions *options,
                                     BielleDiagnostics *diagnostics, char **out)
{
  static const BielleAssemblyOptions USUAL = { 0 };
  *out = NULL;
  if (!options) options = &USUAL;
  Text why = { 0 }, answer = { 0 };
  Source source = start_state_source(options->state, options->state_length, options->state_name);
  Diagnostics *local = diagnostics_new();
  BielleStatus status = BIELLE_BAD_INPUT;
  Equations *equations = assembly_equations(mechanism->mechanism, 0, &why);
  if (equations) {
    Arena *arena = arena_new();
    Request request = { options, mechanism->mechanism, equations, &source, arena, local, &answer };
    status = solve(&request, &why);
    arena_free(arena);
  }
  adopt_diagnostics(diagnostics, local, &source);
  if (why.length > 0) diagnose(diagnostics, NULL, "%s", text_string(&why));
  if (answer.length > 0) *out = text_release(&answer);
  equations_free(equations);
  text_free(&answer);
  text_free(&why);
  return status;
}
