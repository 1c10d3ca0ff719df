// constrained.c -- numerical selections about the constraints, for derivations.
// SPDX-License-Identifier: MIT
#include "api/model/constrained.h"

#include "api/state/coordinate_list.h"
#include "api/model/row_columns.h"
#include "api/state/start_state.h"
#include "lang/evaluate/value_list.h"
#include "system/mobility/mobility.h"

#include <string.h>

bool constrained_read_treatment(const char *word, ConstraintMethod *treatment,
                                BielleDiagnostics *diagnostics)
{
  static const char *const WORDS[] = { "augmented", "partition", "projector" };
  *treatment = TREATMENT_AUGMENTED;
  for (int i = 0; word && i < 3; i++) {
    if (strcmp(WORDS[i], word) != 0) continue;
    *treatment = (ConstraintMethod)i;
    return true;
  }
  if (!word) return true;
  diagnose(diagnostics, NULL,
           "unknown treatment of constraints '%s'; choose one of: augmented, partition, projector",
           word);
  return false;
}

static int find_input(const Mechanism *mechanism, Piece name)
{
  for (int i = 0; i < mechanism->input_count; i++) {
    if (piece_is(name, mechanism->inputs[i].name)) return i;
  }
  return -1;
}

// Reads "u1=2, u2=0.5", exactly, in `pool`. Returns false with a diagnostic at the first invalid
// item.
static bool read_weights(const char *list, const Mechanism *mechanism, Pool *pool, Arena *arena,
                         FormulateOptions *formulate, BielleDiagnostics *diagnostics)
{
  const Expr **weights = ARENA_ARRAY(arena, const Expr *, mechanism->input_count);
  formulate->weights = list ? weights : NULL;
  for (const char *at = list ? list : ""; *at;) {
    ListItem item;
    at = list_next(at, &item);
    int input = find_input(mechanism, item.name);
    const Expr *weight = input >= 0 ? value_read(item.value, pool, (Dimension){ 0 }) : NULL;
    if (!weight || !expr_is_number(weight) || expr_number_sign(weight) <= 0) {
      diagnose(diagnostics, "write --weights u1=2,u2=1", "'%.*s' %s",
               (int)(item.value.text + item.value.length - item.name.text), item.name.text,
               input < 0 ? "names no input" : "needs a weight above 0");
      return false;
    }
    weights[input] = weight;
  }
  return true;
}

// Warns that the mechanism cannot be assembled with the values of the description: redundant
// constraints are unknown, although the equations may be used with other values.
static void warn_that_open(const MobilityStudy *study, BielleDiagnostics *diagnostics)
{
  if (study->values == VALUES_TRIAL) return;
  Diagnostics *local = diagnostics_new();
  diagnostics_add(local, SEVERITY_WARNING, study->rows->equations[0].span,
                  "'bielle analyze assembly' shows the residuals",
                  "the mechanism cannot be closed with the values of the description (what is left "
                  "is %.3g), so its equations hold nowhere",
                  study->residual);
  adopt_diagnostics(diagnostics, local);
}

static bool put_row(const Equations *names, const BielleDeriveOptions *options, Arena *arena,
                    Diagnostics *diagnostics, StateValues *values)
{
  int count;
  const RowColumn *columns =
      row_columns_read(names, options->columns, options->column_count, arena, diagnostics, &count);
  if (!columns || row_not_finite(options->first_row, count) >= 0) return false;
  row_columns_put(columns, count, options->first_row, values);
  return true;
}

// Reads the first of the states at which the model will be evaluated. Returns false if it cannot be
// read; the evaluation reports the reason.
static bool read_first_state(const Equations *names, const BielleDeriveOptions *options,
                             Arena *arena, StateValues *values)
{
  Text why = { 0 };
  Diagnostics *unheard = diagnostics_new();
  Source source = start_state_source(options->state, options->state_length, "state");
  json_t *document = state_json_parse(names, &source, unheard);
  const json_t *first = json_is_array(document) ? json_array_get(document, 0) : document;
  DescribedValues *described = first ? described_values_new(names, &why) : NULL;
  StateReader reader = { names, described, &source, NULL, arena, unheard };
  bool is_good = described && state_json_read(&reader, first, values);
  if (is_good && options->first_row) is_good = put_row(names, options, arena, unheard, values);
  described_values_free(described);
  json_decref(document);
  diagnostics_free(unheard);
  text_free(&why);
  return is_good;
}

bool constrained_decide(System *system, const BielleDeriveOptions *options,
                        BielleDiagnostics *diagnostics)
{
  if (!mechanism_is_constrained(system->mechanism)) return true;
  Text why = { 0 };
  Arena *arena = arena_new();
  StateValues values;
  bool is_given = (options->state || options->first_row) &&
                  read_first_state(system->equations, options, arena, &values);
  ProgramState start = is_given ? start_state_program(&values) : (ProgramState){ 0 };
  bool is_good = system_select_coordinates(system, is_given ? &start : NULL, &why);
  const MobilityStudy *found = system->mobility;
  bool is_cancelled = progress_is_stopped(system->options.progress);
  if (is_cancelled) found = NULL;
  if (!is_good && found) diagnose(diagnostics, NULL, "%s", text_string(&why));
  if (!found) is_good = true;  // errors of the constraints are reported by the derivation
  if (found && !found->is_assembled) warn_that_open(found, diagnostics);
  arena_free(arena);
  text_free(&why);
  return is_good;
}

bool constrained_read(const BielleMechanism *mechanism, const BielleDeriveOptions *options,
                      Pool *pool, Arena *arena, FormulateOptions *formulate,
                      BielleDiagnostics *diagnostics)
{
  const Mechanism *described = mechanism->mechanism;
  if (!constrained_read_treatment(options->constraints, &formulate->treatment, diagnostics))
    return false;
  // equations in fewer coordinates are shorter
  if (!options->constraints && options->is_for_reading) formulate->treatment = TREATMENT_PARTITION;
  if (!read_weights(options->weights, described, pool, arena, formulate, diagnostics)) return false;
  if (!mechanism_is_constrained(described)) {
    if (!options->constraints && !options->independent) return true;
    diagnose(diagnostics, NULL,
             "the mechanism has no loop, constraint or wheel: there is nothing to treat, and all "
             "coordinates are independent");
    return false;
  }
  if (options->independent) {
    bool *independent = ARENA_ARRAY(arena, bool, described->coordinate_count);
    Diagnostics *local = diagnostics_new();
    bool is_good = coordinate_list_read(options->independent, "to be independent", described,
                                        independent, local);
    adopt_diagnostics(diagnostics, local);
    if (!is_good) return false;
    formulate->independent = independent;
  }
  return true;
}
