// evaluate_json.c -- numbers at states given as JSON, as JSON.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "api/state_json.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

// What one evaluation needs; `out[k]` is output k of the program.
typedef struct Evaluation {
  const Program *program;
  double *registers;
  double **out;
} Evaluation;

static Evaluation evaluation_new(const Program *program, Arena *arena)
{
  Evaluation evaluation = {
    .program = program,
    .registers = ARENA_ARRAY(arena, double, program_register_count(program)),
    .out = ARENA_ARRAY(arena, double *, program->output_count),
  };
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    evaluation.out[k] = ARENA_ARRAY(arena, double, quantity->rows * quantity->columns);
  }
  return evaluation;
}

static void put_row(Text *text, const double values[], int count)
{
  text_put_char(text, '[');
  for (int i = 0; i < count; i++) {
    if (i > 0) text_put(text, ", ");
    text_put_double_17(text, values[i]);
  }
  text_put_char(text, ']');
}

// A scalar as a number, a vector as a list, a matrix as a list of rows.
static void put_quantity(Text *text, const Quantity *quantity, const double values[])
{
  if (quantity->rows == 1 && quantity->columns == 1) {
    text_put_double_17(text, values[0]);
  } else if (quantity->columns == 1) {
    put_row(text, values, quantity->rows);
  } else {
    text_put_char(text, '[');
    for (int i = 0; i < quantity->rows; i++) {
      if (i > 0) text_put(text, ", ");
      put_row(text, values + i * quantity->columns, quantity->columns);
    }
    text_put_char(text, ']');
  }
}

static void put_coordinates(Text *text, const Equations *equations)
{
  text_put(text, "\"coordinates\": [");
  for (int i = 0; i < equations->coordinate_count; i++) {
    const char *name = equations->coordinates[i].name;
    if (i > 0) text_put(text, ", ");
    text_put_json_string(text, name, strlen(name));
  }
  text_put(text, "]");
}

// JSON has no word for infinity: a state where the result is not finite is an error.
static bool check_finite(const Evaluation *evaluation, const Source *source,
                         Diagnostics *diagnostics)
{
  bool is_finite = true;
  for (int k = 0; k < evaluation->program->output_count; k++) {
    const Quantity *quantity = evaluation->program->outputs[k].quantity;
    for (int i = 0; i < quantity->rows * quantity->columns && is_finite; i++) {
      if (isfinite(evaluation->out[k][i])) continue;
      is_finite = false;
      diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ source, 0, 1 }, NULL,
                      "%s[%d,%d] has no finite value at this state", quantity->key,
                      i / quantity->columns + 1, i % quantity->columns + 1);
    }
  }
  return is_finite;
}

static bool evaluate_state(const Evaluation *evaluation, const json_t *state, const Source *source,
                           Diagnostics *diagnostics, Text *text)
{
  const Program *program = evaluation->program;
  Arena *arena = arena_new();
  StateValues values;
  bool is_good = state_json_read(state, program->equations, source, arena, diagnostics, &values);
  if (is_good) {
    ProgramState numbers = { values.parameters, values.q,      values.qd,
                             values.qdd,        values.inputs, values.time };
    program_evaluate(program, &numbers, evaluation->registers, evaluation->out);
    is_good = check_finite(evaluation, source, diagnostics);
  }
  if (is_good) {
    text_put(text, "{");
    put_coordinates(text, program->equations);
    for (int k = 0; k < program->output_count; k++) {
      const Quantity *quantity = program->outputs[k].quantity;
      text_put(text, ",\n ");
      text_put_json_string(text, quantity->key, strlen(quantity->key));
      text_put(text, ": ");
      put_quantity(text, quantity, evaluation->out[k]);
    }
    text_put(text, "}");
  }
  arena_free(arena);
  return is_good;
}

static void evaluate_document(const Program *program, const json_t *document, const Source *source,
                              Diagnostics *diagnostics, Text *text)
{
  Arena *arena = arena_new();
  Evaluation evaluation = evaluation_new(program, arena);
  if (!json_is_array(document)) {
    evaluate_state(&evaluation, document, source, diagnostics, text);
  } else {
    text_put(text, "[");
    for (size_t i = 0; i < json_array_size(document); i++) {
      if (i > 0) text_put(text, ",\n");
      evaluate_state(&evaluation, json_array_get(document, i), source, diagnostics, text);
    }
    text_put(text, "]");
  }
  text_put(text, "\n");
  arena_free(arena);
}

BielleStatus bielle_model_evaluate_json(const BielleModel *model, const char *const keys[],
                                        int key_count, const char *name, const char *state,
                                        size_t length, BielleDiagnostics *diagnostics, char **out)
{
  static const char *const USUAL[] = { "T", "V", "M", "C", "h", "G", "tau" };
  *out = NULL;
  if (key_count == 0) {
    keys = USUAL;
    key_count = (int)(sizeof USUAL / sizeof USUAL[0]);
  }
  if (!has_quantities(model, keys, key_count, diagnostics)) return BIELLE_BAD_INPUT;
  Text why = { 0 }, text = { 0 };
  Program *program = program_new(model->equations, keys, key_count, &why);
  if (!program) {
    diagnose(diagnostics, NULL, "%s", text_string(&why));
    text_free(&why);
    return BIELLE_INTERNAL;
  }
  Source source = { name, state, length };
  Diagnostics *local = diagnostics_new();
  json_t *document = state_json_parse(&source, local);
  if (document) evaluate_document(program, document, &source, local, &text);
  json_decref(document);
  program_free(program);
  bool is_good = diagnostics_error_count(local) == 0;
  adopt_diagnostics(diagnostics, local, &source);
  if (is_good) *out = text_release(&text);
  text_free(&text);
  return is_good ? BIELLE_OK : BIELLE_BAD_INPUT;
}
