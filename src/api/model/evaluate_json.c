// evaluate_json.c -- evaluates states given as JSON, and prints JSON.
//
// A long list of states with the same parameters is evaluated by the batched evaluator, block by
// block; other lists are evaluated state by state.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "api/state/state_correction.h"
#include "api/model/evaluation.h"
#include "api/state/start_state.h"
#include "api/model/values_json.h"

#include <stdlib.h>
#include <string.h>

// ---- one state

// A state, or a list of states, and the corrections by loop closure.
typedef struct StateList {
  StateValues *values;
  StateChange *changes;
  int count;
} StateList;

static void put_changed(const Equations *equations, const char *key, const double given[],
                        const double used[], Text *text)
{
  bool is_first = true;
  text_format(text, "\"%s\": {", key);
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (given[i] == used[i]) continue;
    const char *name = equations->coordinates[i].name;
    if (!is_first) text_put(text, ", ");
    is_first = false;
    text_put_json_string(text, name, strlen(name));
    text_put(text, ": ");
    text_put_double_17(text, used[i]);
  }
  text_put(text, "}");
}

// Includes the corrected values if the state was closed first: "closed": {"q": {"ps": 0.2}}.
static void put_values(const Evaluation *evaluation, const StateList *states, int s, Text *text)
{
  const Equations *equations = evaluation->program->equations;
  const StateChange *change = &states->changes[s];
  const StateValues *values = &states->values[s];
  Text closed = { 0 };
  if (change->q || change->qd) text_put(&closed, ",\n \"closed\": {");
  if (change->q) put_changed(equations, "q", change->q, values->q, &closed);
  if (change->q && change->qd) text_put(&closed, ", ");
  if (change->qd) put_changed(equations, "qd", change->qd, values->qd, &closed);
  if (change->q || change->qd) text_put(&closed, "}");
  values_put_json(evaluation->program, evaluation->out, text_string(&closed), text);
  text_free(&closed);
}

static void put_good_values(const Evaluation *evaluation, EvaluationStatus verdict,
                            const StateList *states, int s, const Report *report, Text *text)
{
  ProgramState numbers = start_state_program(&states->values[s]);
  if (verdict == VERDICT_NO_VALUE) return;
  if (evaluation_check_divisors(evaluation, &numbers, report))
    put_values(evaluation, states, s, text);
}

static void evaluate_state(const Evaluation *evaluation, const StateList *states, int s,
                           const Report *report, Text *text)
{
  if (states->changes[s].is_refused) return;
  ProgramState numbers = start_state_program(&states->values[s]);
  EvaluationStatus verdict = evaluation_at(evaluation, &numbers, report);
  put_good_values(evaluation, verdict, states, s, report, text);
}

// ---- many states

// A shorter list does not justify a batch.
enum { SHORTEST_BATCH = 32 };

static bool is_batch(const Equations *equations, const StateList *states)
{
  size_t bytes = (size_t)equations->parameter_count * sizeof(double);
  for (int s = 1; s < states->count; s++) {
    if (memcmp(states->values[s].parameters, states->values[0].parameters, bytes) != 0)
      return false;
  }
  return states->count >= SHORTEST_BATCH;
}

static void evaluate_batch(const Evaluation *evaluation, const StateList *states, Arena *arena,
                           Report report, Text *text)
{
  StateBlock block = state_block_new(evaluation->program, arena);
  for (int first = 0; first < states->count; first += STATE_BLOCK) {
    int count = states->count - first < STATE_BLOCK ? states->count - first : STATE_BLOCK;
    for (int s = 0; s < count; s++)
      state_block_set(&block, s, &states->values[first + s]);
    state_block_evaluate(&block, states->values[0].parameters, count);
    for (int s = 0; s < count; s++) {
      if (first + s > 0) text_put(text, ",\n");
      report.number = first + s + 1;
      if (states->changes[first + s].is_refused) continue;
      ProgramState numbers = start_state_program(&states->values[first + s]);
      EvaluationStatus verdict = evaluation_of_block(evaluation, &block, s, &numbers, &report);
      put_good_values(evaluation, verdict, states, first + s, &report, text);
    }
  }
}

static void evaluate_list(const Evaluation *evaluation, const StateList *states, Arena *arena,
                          Report report, Text *text)
{
  text_put(text, "[");
  if (is_batch(evaluation->program->equations, states)) {
    evaluate_batch(evaluation, states, arena, report, text);
  } else {
    for (int s = 0; s < states->count; s++) {
      if (s > 0) text_put(text, ",\n");
      report.number = s + 1;
      evaluate_state(evaluation, states, s, &report, text);
    }
  }
  text_put(text, "]");
}

// ---- the document: a state or a list of states

static bool read_states(const StateReader *reader, const json_t *document, StateList *states)
{
  bool is_list = json_is_array(document), is_good = true;
  states->count = is_list ? (int)json_array_size(document) : 1;
  states->values = ARENA_ARRAY(reader->arena, StateValues, states->count);
  states->changes = ARENA_ARRAY(reader->arena, StateChange, states->count);
  for (int s = 0; s < states->count; s++) {
    const json_t *state = is_list ? json_array_get(document, (size_t)s) : document;
    if (!state_json_read(reader, state, &states->values[s])) is_good = false;
  }
  return is_good;
}

static void evaluate_document(const BielleModel *model, const Program *program,
                              const DescribedValues *described, const json_t *document,
                              const Source *source, Diagnostics *diagnostics, Text *text)
{
  Arena *arena = arena_new();
  StateReader reader = { program->equations, described, source, NULL, arena, diagnostics };
  Evaluation evaluation = evaluation_new(program, arena);
  Report report = { source, diagnostics, 0 };
  StateList states;
  if (read_states(&reader, document, &states)) {
    StateCorrectionRequest request = { .system = model->constraints,
                                       .keeps_open = model->keeps_open,
                                       .only_warns = model->only_warns,
                                       .is_list = json_is_array(document),
                                       .source = source,
                                       .arena = arena,
                                       .diagnostics = diagnostics };
    state_correction_apply(&request, states.values, states.count, states.changes);
    if (json_is_array(document)) {
      evaluate_list(&evaluation, &states, arena, report, text);
    } else {
      evaluate_state(&evaluation, &states, 0, &report, text);
    }
    text_put(text, "\n");
  }
  arena_free(arena);
}

static BielleStatus evaluate_keys(const BielleModel *model, const char *const keys[], int key_count,
                                  Source source, BielleDiagnostics *diagnostics, char **out)
{
  if (!has_quantities(model, keys, key_count, diagnostics)) return BIELLE_BAD_INPUT;
  Text why = { 0 }, text = { 0 };
  Program *program = program_new(model->equations, keys, key_count, &why);
  DescribedValues *described = program ? described_values_new(model->equations, &why) : NULL;
  if (!described) {
    program_free(program);
    diagnose(diagnostics, NULL, "%s", text_string(&why));
    text_free(&why);
    return BIELLE_INTERNAL;
  }
  Diagnostics *local = diagnostics_new();
  json_t *document = state_json_parse(model->equations, &source, local);
  if (document) evaluate_document(model, program, described, document, &source, local, &text);
  json_decref(document);
  described_values_free(described);
  program_free(program);
  bool is_good = diagnostics_error_count(local) == 0;
  adopt_diagnostics(diagnostics, local);
  if (is_good) *out = text_release(&text);
  text_free(&text);
  return is_good ? BIELLE_OK : BIELLE_BAD_INPUT;
}

BielleStatus bielle_model_evaluate_json(const BielleModel *model, const char *const keys[],
                                        int key_count, const char *name, const char *state,
                                        size_t length, BielleDiagnostics *diagnostics, char **out)
{
  const char **usual = NULL;
  Source source = { name, state, length };
  *out = NULL;
  if (key_count == 0) usual = default_keys(model->equations, &key_count);
  BielleStatus status =
      evaluate_keys(model, usual ? usual : keys, key_count, source, diagnostics, out);
  free(usual);
  return status;
}
