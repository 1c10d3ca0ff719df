// model.c -- deriving, counting and dumping through the public interface.
// SPDX-License-Identifier: MIT
#include "api/operating_point.h"
#include "api/api.h"
#include "api/closure.h"
#include "api/constrained.h"
#include "api/reduced.h"
#include "base/memory.h"
#include "formulation/formulation.h"

#include <stdlib.h>
#include <string.h>

static void diagnose_method(const char *method, BielleDiagnostics *diagnostics)
{
  Text names = { 0 };
  for (int i = 0; formulation_info(i); i++) {
    text_format(&names, "%s%s", i == 0 ? "" : ", ", formulation_info(i)->name);
  }
  diagnose(diagnostics, NULL, "unknown method '%s'; there is: %s", method, text_string(&names));
  text_free(&names);
}

static bool are_kinematic(const char *const keys[], int key_count)
{
  for (int i = 0; i < key_count; i++) {
    if (!formulation_is_kinematic(keys[i])) return false;
  }
  return true;
}

void diagnose_lines(const char *why, BielleDiagnostics *diagnostics)
{
  for (const char *line = why; *line;) {
    size_t length = strcspn(line, "\n");
    if (length > 0) diagnose(diagnostics, NULL, "%.*s", (int)length, line);
    line += length + (line[length] == '\n');
  }
}

static BielleStatus derive_keys(const BielleMechanism *mechanism, const FormulationInfo *method,
                                const BielleDeriveOptions *options, BielleDiagnostics *diagnostics,
                                Equations **equations)
{
  static const char *const LEFT[] = { "M", "h", "G", "tau" };
  NegligibleOptions negligible;
  Arena *scratch = arena_new();
  Pool *pool = pool_new(options->seed);  // of what options say: the mechanism is not changed
  Text why = { 0 };
  int count = options->key_count;
  const char *const *keys = options->keys;
  if (count == 0 && options->negligible) {
    keys = LEFT;
    count = (int)(sizeof LEFT / sizeof LEFT[0]);
  }
  if (count == 0) keys = formulation_usual_keys(mechanism->mechanism, scratch, &count);
  Progress progress = { options->progress, options->progress_context, NULL, 0, false };
  FormulateOptions reduced = {
    .method = method,
    .seed = options->seed,
    .omits_coriolis = options->drop != NULL,
    .negligible = options->negligible ? &negligible : NULL,
    .is_explicit = options->is_explicit && options->is_for_reading,
    .names_vectors = options->is_for_steps,
    .progress = &progress,
  };
  bool is_good = reduced_read(mechanism, options, pool, scratch, &negligible, diagnostics) &&
                 constrained_read(mechanism, options, pool, scratch, &reduced, diagnostics);
  if (is_good && !are_kinematic(keys, count)) {
    is_good = constrained_study(mechanism, scratch, &reduced, diagnostics);
  }
  if (is_good) {
    *equations = (options->is_for_reading ? formulate_apart : formulate_reduced)(
        mechanism->mechanism, &reduced, keys, count, &why);
  }
  if (!progress.is_stopped) diagnose_lines(text_string(&why), diagnostics);
  if (*equations && options->is_for_reading) {
    note_equations_of_motion(mechanism->mechanism, *equations);
  }
  if (*equations && options->about &&
      !put_operating_point(*equations, options->about, diagnostics)) {
    equations_free(*equations);
    *equations = NULL;
  }
  if (*equations && options->negligible) {
    reduced_note_operations(mechanism, &reduced, *equations);
  }
  text_free(&why);
  pool_free(pool);
  arena_free(scratch);
  if (progress.is_stopped) return BIELLE_CANCELLED;
  return *equations ? BIELLE_OK : BIELLE_BAD_INPUT;
}

BielleStatus bielle_model_derive(const BielleMechanism *mechanism,
                                 const BielleDeriveOptions *options, BielleDiagnostics *diagnostics,
                                 BielleModel **out)
{
  static const BielleDeriveOptions USUAL = { 0 };
  *out = NULL;
  if (!options) options = &USUAL;
  const FormulationInfo *method = options->method ? formulation_find(options->method) : NULL;
  if (options->method && !method) {
    diagnose_method(options->method, diagnostics);
    return BIELLE_BAD_INPUT;
  }
  Equations *equations = NULL;
  BielleStatus status = derive_keys(mechanism, method, options, diagnostics, &equations);
  if (status != BIELLE_OK) return status;
  *out = memory_new(1, sizeof **out);
  (*out)->equations = equations;
  (*out)->closure = closure_equations(mechanism->mechanism, equations, options->seed);
  (*out)->keeps_open = options->keeps_open != 0;
  return BIELLE_OK;
}

void bielle_model_free(BielleModel *model)
{
  if (!model) return;
  equations_free(model->equations);
  equations_free(model->closure);
  free(model);
}

int bielle_model_quantity_count(const BielleModel *model)
{
  return model->equations->quantity_count;
}

BielleQuantity quantity_seen_outside(const Quantity *quantity)
{
  return (BielleQuantity){ .key = quantity->key,
                           .title = quantity->title,
                           .unit = quantity->unit ? quantity->unit : "",
                           .rows = quantity->rows,
                           .columns = quantity->columns,
                           .is_symmetric = quantity->is_symmetric,
                           .row_labels = quantity->row_labels,
                           .column_labels = quantity->column_labels };
}

int bielle_model_quantity(const BielleModel *model, int index, BielleQuantity *out)
{
  if (index < 0 || index >= model->equations->quantity_count) return 0;
  *out = quantity_seen_outside(&model->equations->quantities[index]);
  return 1;
}

const char **all_keys(const BielleModel *model)
{
  const Equations *equations = model->equations;
  const char **keys = memory_new((size_t)equations->quantity_count + 1, sizeof(*keys));
  for (int i = 0; i < equations->quantity_count; i++)
    keys[i] = equations->quantities[i].key;
  return keys;
}

static void diagnose_key(const Equations *equations, const char *key,
                         BielleDiagnostics *diagnostics)
{
  int count = equations->quantity_count;
  const char **keys = memory_new((size_t)count, sizeof(*keys));
  Text list = { 0 }, hint = { 0 };
  for (int i = 0; i < count; i++) {
    keys[i] = equations->quantities[i].key;
    text_format(&list, "%s%s", i == 0 ? "" : " ", keys[i]);
  }
  const char *near = nearest_name(key, strlen(key), keys, count);
  if (near) text_format(&hint, "; did you mean '%s'?", near);
  diagnose(diagnostics, NULL, "unknown quantity '%s'%s (there are: %s)", key, text_string(&hint),
           text_string(&list));
  text_free(&hint);
  text_free(&list);
  free(keys);
}

double bielle_model_quantity_size(const BielleModel *model, const char *key)
{
  const Quantity *quantity = equations_find(model->equations, key);
  return quantity ? quantity_size_written(quantity) : 0;
}

int bielle_model_quantity_is_zero(const BielleModel *model, const char *key)
{
  const Quantity *quantity = equations_find(model->equations, key);
  return quantity && quantity_is_zero(quantity);
}

bool has_quantities(const BielleModel *model, const char *const keys[], int key_count,
                    BielleDiagnostics *diagnostics)
{
  bool is_complete = true;
  for (int i = 0; i < key_count; i++) {
    if (equations_find(model->equations, keys[i])) continue;
    diagnose_key(model->equations, keys[i], diagnostics);
    is_complete = false;
  }
  return is_complete;
}

// ---- operation counts

static bool is_nothing(OperationCount count)
{
  return count.multiplications + count.additions + count.divisions + count.roots +
             count.sincos_pairs + count.others ==
         0;
}

static void put_count(Text *out, const char *label, OperationCount count)
{
  text_format(out, "  %-14s %7d %7d %7d %7d %7d %7d\n", label, count.multiplications,
              count.additions, count.divisions, count.roots, count.sincos_pairs, count.others);
}

static void put_program_count(Text *out, const Quantity *quantity, const Program *program)
{
  static const char *const STAGES[STAGE_COUNT] = { "literals", "parameters", "time",  "q",
                                                   "qd",       "qdd",        "inputs" };
  text_format(out, "%s  %s\n", quantity->key, quantity->title);
  for (int stage = STAGE_PARAMETER; stage < STAGE_COUNT; stage++) {
    OperationCount count = program_count_stage(program, (Stage)stage);
    if (!is_nothing(count)) put_count(out, STAGES[stage], count);
  }
  put_count(out, "each call", program_count(program));
}

BielleStatus bielle_model_count(const BielleModel *model, const char *const keys[], int key_count,
                                BielleDiagnostics *diagnostics, char **out)
{
  *out = NULL;
  if (!has_quantities(model, keys, key_count, diagnostics)) return BIELLE_BAD_INPUT;
  Text text = { 0 };
  if (model->equations->note) text_put(&text, model->equations->note);
  text_format(&text, "  %-14s %7s %7s %8s %7s %7s %7s\n", "", "×", "+ −", "÷", "sqrt", "sincos",
              "other");
  int count = key_count > 0 ? key_count : model->equations->quantity_count;
  for (int i = 0; i < count; i++) {
    const char *key = key_count > 0 ? keys[i] : model->equations->quantities[i].key;
    Text why = { 0 };
    Program *program = program_new(model->equations, &key, 1, &why);
    if (!program) {
      diagnose(diagnostics, NULL, "%s", text_string(&why));
      text_free(&why);
      text_free(&text);
      return BIELLE_INTERNAL;
    }
    put_program_count(&text, equations_find(model->equations, key), program);
    program_free(program);
  }
  *out = text_release(&text);
  return BIELLE_OK;
}

// ---- dumps

static BielleStatus dump_program(const BielleModel *model, const char *const keys[], int key_count,
                                 BielleDiagnostics *diagnostics, Text *out)
{
  int all = model->equations->quantity_count;
  const char **every = all_keys(model);
  Text why = { 0 };
  Program *program = program_new(model->equations, key_count > 0 ? keys : every,
                                 key_count > 0 ? key_count : all, &why);
  if (program) {
    program_dump(program, out);
  } else {
    diagnose(diagnostics, NULL, "%s", text_string(&why));
  }
  BielleStatus status = program ? BIELLE_OK : BIELLE_INTERNAL;
  program_free(program);
  text_free(&why);
  free(every);
  return status;
}

BielleStatus bielle_model_dump(const BielleModel *model, const char *stage,
                               const char *const keys[], int key_count,
                               BielleDiagnostics *diagnostics, char **out)
{
  *out = NULL;
  if (!has_quantities(model, keys, key_count, diagnostics)) return BIELLE_BAD_INPUT;
  Text text = { 0 };
  BielleStatus status = BIELLE_OK;
  if (strcmp(stage, "equations") == 0) {
    equations_dump(model->equations, &text);
  } else if (strcmp(stage, "program") == 0) {
    status = dump_program(model, keys, key_count, diagnostics, &text);
  } else {
    diagnose(diagnostics, NULL, "unknown stage '%s'; there is: equations, program", stage);
    status = BIELLE_BAD_INPUT;
  }
  if (status == BIELLE_OK) *out = text_release(&text);
  text_free(&text);
  return status;
}
