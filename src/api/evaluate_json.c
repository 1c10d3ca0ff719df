// evaluate_json.c -- numbers at states given as JSON, as JSON.
//
// A long list of states with the same parameters goes through the batched evaluator, block by
// block; the others are evaluated one by one.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "api/closure.h"
#include "api/start_state.h"
#include "api/state_json.h"
#include "api/values_json.h"
#include "base/memory.h"
#include "formulation/quantities.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What one evaluation needs; `out[k]` is output k of the program.
typedef struct Evaluation {
  const Program *program;
  double *registers;
  double *shaken;  // registers twice again, to see what rounding leaves of them
  double **out;
} Evaluation;

static Evaluation evaluation_new(const Program *program, Arena *arena)
{
  Evaluation evaluation = {
    .program = program,
    .registers = ARENA_ARRAY(arena, double, program_register_count(program)),
    .shaken = ARENA_ARRAY(arena, double, 2 * program_register_count(program)),
    .out = ARENA_ARRAY(arena, double *, program->output_count),
  };
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    evaluation.out[k] = ARENA_ARRAY(arena, double, quantity->rows * quantity->columns);
  }
  return evaluation;
}

// Where errors of states go. The number of the state in its list counts from 1; 0 for a lone one.
typedef struct Report {
  const Source *source;
  Diagnostics *diagnostics;
  int number;
} Report;

static void report_state(const Report *report, Severity severity, const char *hint,
                         const char *sentence)
{
  Span span = { report->source, 0, 1 };
  if (report->number == 0) {
    diagnostics_add(report->diagnostics, severity, span, hint, "%s", sentence);
  } else {
    diagnostics_add(report->diagnostics, severity, span, hint, "state %d: %s", report->number,
                    sentence);
  }
}

// Where a quantity has no value, the coordinate that moves nothing inert is named, or the
// constraint that says nothing new.
static bool check_pivots(const Evaluation *evaluation, int failed, const Report *report)
{
  if (failed == 0 || program_is_outweighed(evaluation->program, failed)) return true;
  Text sentence = { 0 };
  const char *hint = program_explain(evaluation->program, failed, &sentence);
  report_state(report, SEVERITY_ERROR, hint, text_string(&sentence));
  text_free(&sentence);
  return false;
}

// JSON has no word for infinity: a state where the result is not finite is an error.
static bool check_finite(const Evaluation *evaluation, const Report *report)
{
  bool is_finite = true;
  for (int k = 0; k < evaluation->program->output_count; k++) {
    const Quantity *quantity = evaluation->program->outputs[k].quantity;
    for (int i = 0; i < quantity->rows * quantity->columns && is_finite; i++) {
      if (isfinite(evaluation->out[k][i])) continue;
      is_finite = false;
      Text sentence = { 0 };
      quantity_put_place(quantity, i, &sentence);
      bool is_overflow = isinf(evaluation->out[k][i]);
      text_put(&sentence, " has no finite value at this state");
      if (is_overflow) text_put(&sentence, ": it overflows (1.8e308), or is divided by 0");
      report_state(report, SEVERITY_ERROR, NULL, text_string(&sentence));
      text_free(&sentence);
    }
  }
  return is_finite;
}

// What an entry, or a pivot, that has lost digits is the difference of.
static void put_loss(const Evaluation *evaluation, const SureDigits *sure, Text *sentence)
{
  if (!sure->pivot) {
    quantity_put_place(sure->quantity, sure->entry, sentence);
    text_put(sentence, " is the difference of numbers that are ");
    return;
  }
  const char *what = sure->pivot->dependent ? sure->pivot->dependent : sure->pivot->constraint;
  if (!what) what = evaluation->program->equations->coordinates[sure->pivot->coordinate].name;
  text_format(sentence, "what it divides by for '%s' is the difference of numbers that are ", what);
}

// Near a singular state, or between masses of very different size, rounding takes digits, and at
// last all of them. The registers are those of the state; what has failed so far is a comparison of
// inertias, of which the digits tell more.
static bool check_digits(const Evaluation *evaluation, int failed, const Report *report)
{
  for (int k = 0; failed != 0 && k < evaluation->program->output_count; k++)
    program_copy(&evaluation->program->outputs[k], evaluation->registers, evaluation->out[k]);
  SureDigits sure =
      program_sure_digits(evaluation->program, evaluation->registers, evaluation->shaken);
  if (sure.digits >= SURE_DIGITS_FEW) return true;
  bool is_lost = sure.digits < 1;
  Text sentence = { 0 };
  text_format(&sentence, "%s %s at this state: ", sure.quantity->key,
              is_lost ? "has no value that doubles can tell" : "is known to few digits");
  put_loss(evaluation, &sure, &sentence);
  text_format(&sentence,
              is_lost ? "equal but for rounding" : "nearly equal; about %d digits are sure",
              (int)sure.digits);
  report_state(report, is_lost ? SEVERITY_ERROR : SEVERITY_WARNING,
               sure.pivot ? "a singular configuration is near, or masses differ too much"
                          : "masses differ too much; --constraints partition loses least by that",
               text_string(&sentence));
  text_free(&sentence);
  return !is_lost;
}

// ---- one state

// A state, or a list of them, and what closing has changed of each.
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

// With the values that were used where the state was closed first: "closed": {"q": {"ps": 0.2}}.
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

static void evaluate_state(const Evaluation *evaluation, const StateList *states, int s,
                           const Report *report, Text *text)
{
  const StateValues *values = &states->values[s];
  ProgramState numbers = start_state_program(values);
  int failed =
      program_evaluate(evaluation->program, &numbers, evaluation->registers, evaluation->out);
  if (!check_pivots(evaluation, failed, report)) return;
  if (!check_digits(evaluation, failed, report)) return;
  if (check_finite(evaluation, report)) put_values(evaluation, states, s, text);
}

// ---- many states

// Fewer are not worth a batch. A block is what is evaluated at once.
enum { SHORTEST_BATCH = 32, BLOCK = 256 };

static bool is_batch(const Equations *equations, const StateList *states)
{
  size_t bytes = (size_t)equations->parameter_count * sizeof(double);
  for (int s = 1; s < states->count; s++) {
    if (memcmp(states->values[s].parameters, states->values[0].parameters, bytes) != 0)
      return false;
  }
  return states->count >= SHORTEST_BATCH;
}

// A block of states as the batched evaluator takes it, variable by variable, and what it gives.
typedef struct Block {
  double *q, *qd, *qdd, *inputs, *torques, *states, *discretes, *time;
  int *failed;
  double **out;
  void *scratch;
} Block;

static Block block_new(const Program *program, Arena *arena)
{
  const Equations *equations = program->equations;
  int n = equations->coordinate_count;
  Block block = {
    .q = ARENA_ARRAY(arena, double, n *BLOCK),
    .qd = ARENA_ARRAY(arena, double, n *BLOCK),
    .qdd = ARENA_ARRAY(arena, double, n *BLOCK),
    .inputs = ARENA_ARRAY(arena, double, equations->input_count *BLOCK),
    .torques = ARENA_ARRAY(arena, double, n *BLOCK),
    .states = ARENA_ARRAY(arena, double, equations->state_count *BLOCK),
    .discretes = ARENA_ARRAY(arena, double, equations->discrete_count *BLOCK),
    .time = ARENA_ARRAY(arena, double, BLOCK),
    .failed = ARENA_ARRAY(arena, int, BLOCK),
    .out = ARENA_ARRAY(arena, double *, program->output_count),
    .scratch = arena_alloc(arena, program_batch_scratch(program)),
  };
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    block.out[k] = ARENA_ARRAY(arena, double, quantity->rows * quantity->columns * BLOCK);
  }
  return block;
}

static void scatter(double lanes[], const double values[], int count, int s)
{
  for (int i = 0; i < count; i++)
    lanes[i * BLOCK + s] = values[i];
}

static void evaluate_block(const Evaluation *evaluation, const Block *block,
                           const StateValues states[], int count)
{
  const Equations *equations = evaluation->program->equations;
  int n = equations->coordinate_count;
  for (int s = 0; s < count; s++) {
    scatter(block->q, states[s].q, n, s);
    scatter(block->qd, states[s].qd, n, s);
    scatter(block->qdd, states[s].qdd, n, s);
    scatter(block->inputs, states[s].inputs, equations->input_count, s);
    scatter(block->torques, states[s].torques, n, s);
    scatter(block->states, states[s].states, equations->state_count, s);
    scatter(block->discretes, states[s].discretes, equations->discrete_count, s);
    block->time[s] = states[s].time;
  }
  ProgramBatch batch = { .count = count,
                         .stride = BLOCK,
                         .parameters = states[0].parameters,
                         .q = block->q,
                         .qd = block->qd,
                         .qdd = block->qdd,
                         .inputs = block->inputs,
                         .torques = block->torques,
                         .states = block->states,
                         .discretes = block->discretes,
                         .time = block->time,
                         .failed = block->failed };
  program_evaluate_batch(evaluation->program, &batch, block->scratch, 1, block->out);
}

static void gather(const Evaluation *evaluation, const Block *block, int s)
{
  for (int k = 0; k < evaluation->program->output_count; k++) {
    const Quantity *quantity = evaluation->program->outputs[k].quantity;
    for (int i = 0; i < quantity->rows * quantity->columns; i++)
      evaluation->out[k][i] = block->out[k][i * BLOCK + s];
  }
}

static void evaluate_batch(const Evaluation *evaluation, const StateList *states, Arena *arena,
                           Report report, Text *text)
{
  Block block = block_new(evaluation->program, arena);
  bool divides = false;
  for (int k = 0; k < evaluation->program->output_count; k++)
    divides = divides || evaluation->program->outputs[k].quantity->pivot_count > 0;
  for (int first = 0; first < states->count; first += BLOCK) {
    int count = states->count - first < BLOCK ? states->count - first : BLOCK;
    evaluate_block(evaluation, &block, states->values + first, count);
    for (int s = 0; s < count; s++) {
      if (first + s > 0) text_put(text, ",\n");
      gather(evaluation, &block, s);
      report.number = first + s + 1;
      if (!check_pivots(evaluation, block.failed[s], &report)) continue;
      if (divides) {
        ProgramState numbers = start_state_program(&states->values[first + s]);
        program_run(evaluation->program, &numbers, evaluation->registers);
        if (!check_digits(evaluation, block.failed[s], &report)) continue;
      }
      if (check_finite(evaluation, &report)) put_values(evaluation, states, first + s, text);
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
  StateReader reader = { program->equations, described, source, arena, diagnostics };
  Evaluation evaluation = evaluation_new(program, arena);
  Report report = { source, diagnostics, 0 };
  StateList states;
  if (read_states(&reader, document, &states)) {
    ClosureRequest request = { .system = model->closing,
                               .keeps_open = model->keeps_open,
                               .is_list = json_is_array(document),
                               .source = source,
                               .arena = arena,
                               .diagnostics = diagnostics };
    closure_apply(&request, states.values, states.count, states.changes);
    if (json_is_array(document)) {
      evaluate_list(&evaluation, &states, arena, report, text);
    } else {
      evaluate_state(&evaluation, &states, 0, &report, text);
    }
    text_put(text, "\n");
  }
  arena_free(arena);
}

// Those of the usual ones without constraints that the model has: without small terms there are no
// energies, and C is left out where it is long.
static const char **usual_keys(const Equations *equations, int *count)
{
  const unsigned TRAITS = TRAIT_USUAL | TRAIT_TIES_POSITIONS | TRAIT_TIES_SPEEDS;
  const char **keys = memory_new((size_t)equations->quantity_count + 1, sizeof *keys);
  *count = 0;
  for (int i = 0; quantity_info(i); i++) {
    bool is_usual = (quantity_info(i)->traits & TRAITS) == TRAIT_USUAL;
    const Quantity *quantity = is_usual ? equations_find(equations, quantity_info(i)->key) : NULL;
    if (quantity) keys[(*count)++] = quantity->key;
  }
  return keys;
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
  if (key_count == 0) usual = usual_keys(model->equations, &key_count);
  BielleStatus status =
      evaluate_keys(model, usual ? usual : keys, key_count, source, diagnostics, out);
  free(usual);
  return status;
}
