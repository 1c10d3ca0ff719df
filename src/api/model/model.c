// model.c -- deriving and dumping through the public interface.
// SPDX-License-Identifier: MIT
#include "api/model/operating_point.h"
#include "api/api.h"
#include "api/state/state_correction.h"
#include "api/model/constrained.h"
#include "api/model/reduced.h"
#include "base/memory/memory.h"
#include "formulation/formulation.h"

#include <stdlib.h>
#include <string.h>

static void diagnose_method(const char *method, BielleDiagnostics *diagnostics)
{
  Text names = { 0 };
  for (int i = 0; formulation_info(i); i++) {
    text_format(&names, "%s%s", i == 0 ? "" : ", ", formulation_info(i)->name);
  }
  diagnose(diagnostics, NULL, "unknown method '%s'; choose one of: %s", method,
           text_string(&names));
  text_free(&names);
}

static bool are_kinematic(const char *const keys[], int key_count)
{
  for (int i = 0; i < key_count; i++) {
    if (!formulation_is_kinematic(keys[i])) return false;
  }
  return true;
}

// Identical lines, from a cause that several quantities share, are reported once.
void diagnose_lines(const char *why, BielleDiagnostics *diagnostics)
{
  const char *before = why;
  size_t length_before = 0;
  for (const char *line = why; *line;) {
    size_t length = strcspn(line, "\n");
    bool is_same = length == length_before && memcmp(line, before, length) == 0;
    if (!is_same) diagnose(diagnostics, NULL, "%.*s", (int)length, line);
    before = line;
    length_before = length;
    line += length + (line[length] == '\n');
  }
}

// The requested keys, or the default ones of a model.
static const char *const *keys_of(System *system, const BielleDeriveOptions *options, Arena *arena,
                                  int *count)
{
  static const char *const LEFT[] = { "M", "h", "G", "tau" };
  *count = options->key_count;
  if (*count > 0) return options->keys;
  if (options->negligible) {
    *count = (int)(sizeof LEFT / sizeof LEFT[0]);
    return LEFT;
  }
  Text unused = { 0 };  // a loop that cannot be closed is reported when Phi is derived
  const char **keys =
      formulation_default_keys(system->mechanism, system_rows(system, &unused), arena, count);
  text_free(&unused);
  return keys;
}

// For display each quantity has a separate derivation, and the system only selects coordinates.
static Equations *formulate_keys(System *system, const char *const keys[], int count,
                                 bool is_for_reading, Text *why)
{
  if (!is_for_reading) return system_formulate(system, keys, count, why);
  FormulateOptions options = system->options;
  options.skip_shortening = false;
  Equations *equations = formulate_for_display(system->mechanism, &options, keys, count, why);
  if (equations) note_equations_of_motion(system->mechanism, equations);
  return equations;
}

static Equations *derive_keys(const BielleMechanism *mechanism, System *system,
                              const BielleDeriveOptions *options, BielleDiagnostics *diagnostics,
                              Arena *arena)
{
  int count = 0;
  const char *const *keys = keys_of(system, options, arena, &count);
  if (!are_kinematic(keys, count) && !constrained_decide(system, options, diagnostics)) return NULL;
  Text why = { 0 };
  if (!options->is_for_reading && !options->keeps_open &&
      mechanism_is_constrained(system->mechanism)) {
    system_derive_constraints(system,
                              &why);  // errors of the constraints are reported when other
                                      // quantities are derived
    text_clear(&why);
  }
  const Progress *progress = system->options.progress;
  Equations *equations = formulate_keys(system, keys, count, options->is_for_reading != 0, &why);
  if (!progress_is_stopped(progress)) diagnose_lines(text_string(&why), diagnostics);
  text_free(&why);
  if (equations && options->about && !put_operating_point(equations, options->about, diagnostics)) {
    equations_free(equations);
    return NULL;
  }
  if (equations && options->negligible)
    reduced_note_operations(mechanism, options->seed, equations);
  return equations;
}

// Creates the model, which takes ownership of the equations and the system.
static BielleModel *model_of(const BielleMechanism *mechanism, Equations *equations, System *system,
                             const BielleDeriveOptions *options)
{
  BielleModel *model = memory_new(1, sizeof *model);
  model->equations = equations;
  model->system = system;
  bool is_tied = !options->is_for_reading && system->ties && system->rows->count > 0;
  ClosureNeed need = is_tied ? closure_need(equations) : CLOSURE_NONE;
  model->only_warns = need == CLOSURE_WARNS;
  model->keeps_open = options->keeps_open || model->only_warns;
  if (need == CLOSURE_CLOSES || (model->only_warns && !options->keeps_open))
    model->constraints = system;
  if (equations->design) {
    model->kept = mechanism->self;
    atomic_fetch_add(&model->kept->users, 1);
  }
  return model;
}

BielleStatus bielle_model_derive(const BielleMechanism *mechanism,
                                 const BielleDeriveOptions *options, BielleDiagnostics *diagnostics,
                                 BielleModel **out)
{
  static const BielleDeriveOptions DEFAULTS = { 0 };
  *out = NULL;
  if (!options) options = &DEFAULTS;
  const FormulationInfo *method = options->method ? formulation_find(options->method) : NULL;
  if (options->method && !method) {
    diagnose_method(options->method, diagnostics);
    return BIELLE_BAD_INPUT;
  }
  NegligibleOptions negligible;
  Arena *scratch = arena_new();
  Pool *pool = pool_new(options->seed);  // of options: the mechanism is not modified
  Progress progress = { options->progress, options->progress_context, NULL, 0, false };
  FormulateOptions formulate = {
    .method = method,
    .seed = options->seed,
    .skip_shortening = options->is_for_reading != 0,
    .omits_coriolis = options->drop != NULL,
    .negligible = options->negligible ? &negligible : NULL,
    .is_explicit = options->is_explicit && options->is_for_reading,
    .names_vectors = options->is_for_steps,
    .progress = &progress,
  };
  if (reduced_read(mechanism, options, pool, scratch, &negligible, diagnostics) &&
      constrained_read(mechanism, options, pool, scratch, &formulate, diagnostics)) {
    System *system = system_new(mechanism->mechanism, &formulate);
    system->keeps_sides = options->keeps_sides != 0;
    Equations *equations = derive_keys(mechanism, system, options, diagnostics, scratch);
    if (equations) *out = model_of(mechanism, equations, system, options);
    if (!equations) system_free(system);
  }
  pool_free(pool);
  arena_free(scratch);
  if (progress.is_cancelled) return BIELLE_CANCELLED;
  return *out ? BIELLE_OK : BIELLE_BAD_INPUT;
}

void bielle_model_free(BielleModel *model)
{
  if (!model) return;
  equations_free(model->equations);
  system_free(model->system);
  bielle_mechanism_free(model->kept);
  free(model);
}

int bielle_model_quantity_count(const BielleModel *model)
{
  return model->equations->quantity_count;
}

BielleQuantity quantity_to_public(const Quantity *quantity)
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
  *out = quantity_to_public(&model->equations->quantities[index]);
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
  diagnose(diagnostics, NULL, "unknown quantity '%s'%s (choose one of: %s)", key,
           text_string(&hint), text_string(&list));
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
    diagnose(diagnostics, NULL, "unknown stage '%s'; choose one of: equations, program", stage);
    status = BIELLE_BAD_INPUT;
  }
  if (status == BIELLE_OK) *out = text_release(&text);
  text_free(&text);
  return status;
}
