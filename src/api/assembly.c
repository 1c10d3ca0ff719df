// assembly.c -- closing a mechanism through the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "api/state_json.h"
#include "study/assembly.h"

#include <string.h>

// ---- held coordinates

static int find_coordinate(const Equations *equations, const char *name, size_t length)
{
  for (int i = 0; i < equations->coordinate_count; i++) {
    const char *candidate = equations->coordinates[i].name;
    if (strlen(candidate) == length && memcmp(candidate, name, length) == 0) return i;
  }
  return -1;
}

static void report_unknown(const Equations *equations, const char *name, size_t length,
                           Arena *arena, Diagnostics *diagnostics)
{
  const char **names = ARENA_ARRAY(arena, const char *, equations->coordinate_count);
  for (int i = 0; i < equations->coordinate_count; i++)
    names[i] = equations->coordinates[i].name;
  const char *near = nearest_name(name, length, names, equations->coordinate_count);
  const char *hint = near ? arena_format(arena, "did you mean '%s'?", near) : NULL;
  diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ 0 }, hint,
                  "unknown coordinate '%.*s' to be held", (int)length, name);
}

// Names of the list "q1, q2".
static void read_hold(const char *list, const Equations *equations, Arena *arena, bool is_held[],
                      Diagnostics *diagnostics)
{
  for (const char *name = list ? list : ""; *name;) {
    size_t length = strcspn(name, ", ");
    int index = find_coordinate(equations, name, length);
    if (index >= 0) {
      is_held[index] = true;
    } else if (length > 0) {
      report_unknown(equations, name, length, arena, diagnostics);
    }
    name += length;
    name += strspn(name, ", ");
  }
}

// ---- JSON

static void put_numbers(const Variable variables[], int count, const double values[], Text *out)
{
  text_put_char(out, '{');
  for (int i = 0; i < count; i++) {
    if (i > 0) text_put(out, ", ");
    text_put_json_string(out, variables[i].name, strlen(variables[i].name));
    text_put(out, ": ");
    text_put_double_17(out, values[i]);
  }
  text_put_char(out, '}');
}

static void put_json(const Assembly *assembly, const StateValues *start, Text *out)
{
  const Equations *equations = assembly->equations;
  text_format(out, "{\"closed\": %s,\n", assembly->is_closed ? "true" : "false");
  text_put(out, " \"residuals\": [");
  for (int k = 0; k < assembly->count; k++) {
    if (k > 0) text_put(out, ", ");
    text_put_double_17(out, assembly->configurations[k].norm);
  }
  text_put(out, "],\n \"configurations\": [");
  for (int k = 0; k < assembly->count; k++) {
    text_put(out, k > 0 ? ",\n  {\"params\": " : "\n  {\"params\": ");
    put_numbers(equations->parameters, equations->parameter_count, start->parameters, out);
    text_put(out, ",\n   \"q\": ");
    put_numbers(equations->coordinates, equations->coordinate_count, assembly->configurations[k].q,
                out);
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
  const Equations *equations;
  const Source *source;  // of the state
  Arena *arena;
  Diagnostics *diagnostics;
  Text *out;
} Request;

static bool read_start(const Request *request, StateValues *values, Text *why)
{
  json_t *document = state_json_parse(request->source, request->diagnostics);
  InputValues *inputs = document ? input_values_new(request->equations, why) : NULL;
  StateReader reader = { request->equations, inputs, request->source, request->arena,
                         request->diagnostics };
  bool is_good = inputs && state_json_read(&reader, document, values);
  input_values_free(inputs);
  json_decref(document);
  return is_good;
}

static BielleStatus solve(const Request *request, Text *why)
{
  StateValues start;
  const Equations *equations = request->equations;
  bool *is_held = ARENA_ARRAY(request->arena, bool, equations->coordinate_count);
  read_hold(request->options->hold, equations, request->arena, is_held, request->diagnostics);
  if (!read_start(request, &start, why) || diagnostics_error_count(request->diagnostics) > 0) {
    return BIELLE_BAD_INPUT;
  }
  ProgramState state = {
    .parameters = start.parameters, .q = start.q, .inputs = start.inputs, .time = start.time
  };
  AssemblyOptions options = { .is_held = is_held, .wants_all = request->options->wants_all != 0 };
  Assembly *assembly = assembly_new(equations, &state, &options, why);
  if (!assembly) return BIELLE_INTERNAL;
  if (request->options->is_json) {
    put_json(assembly, &start, request->out);
  } else {
    assembly_report(assembly, request->out);
  }
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
  Source source = { options->state ? options->state_name : "state",
                    options->state ? options->state : "{}",
                    options->state ? options->state_length : 2 };
  Diagnostics *local = diagnostics_new();
  BielleStatus status = BIELLE_BAD_INPUT;
  Equations *equations = assembly_equations(mechanism->mechanism, 0, &why);
  if (equations) {
    Arena *arena = arena_new();
    Request request = { options, equations, &source, arena, local, &answer };
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
