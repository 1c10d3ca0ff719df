// fmu_source.c -- the C source of a unit: functions of the model over one array of all values, the
// tables of its variables and events, and the interface.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"
#include "codegen/fmu/fmu.h"

#include <math.h>
#include <string.h>

// ---- calls

static const CodeFunction *function_of(const CodeModel *model, const char *key)
{
  for (int k = 0; k < model->function_count; k++) {
    if (strcmp(model->functions[k].quantity->key, key) == 0) return &model->functions[k];
  }
  return NULL;
}

static const char *value_of(ValueSource source)
{
  switch (source) {
  case SOURCE_Q: return "v + FMU_X";
  case SOURCE_QD: return "v + FMU_X + FMU_COORDINATES";
  case SOURCE_QDD: return "v + FMU_RATES + FMU_COORDINATES";
  case SOURCE_TORQUES: return "FMU_NO_TORQUES";
  case SOURCE_INPUTS: return "v + FMU_U";
  case SOURCE_STATES: return "v + FMU_X + 2 * FMU_COORDINATES";
  case SOURCE_DISCRETES: return "v + FMU_Z";
  case SOURCE_TIME: return "v[FMU_TIME]";
  default: return NULL;
  }
}

static CArguments values_for(CArguments arguments, const char *result)
{
  for (int k = 0; k < arguments.count; k++) {
    ValueSource source = arguments.source[k];
    const char *value = source == SOURCE_OUTPUT ? result : value_of(source);
    if (value) arguments.name[k] = value;
  }
  return arguments;
}

// Puts "  failed |= arm_forward_dynamics_prepared(k, v + FMU_X, ...);".
static void put_call(Text *out, const CodeModel *model, const char *key, const char *result)
{
  const CodeFunction *function = function_of(model, key);
  CArguments arguments = values_for(c_arguments(model, function, C_PREPARED), result);
  const char *before = function->signature.can_fail   ? "failed |= "
                       : function->signature.is_array ? ""
                                                      : code_text(model, "*(%s) = ", result);
  code_put_list(out, &LANGUAGE_C, code_text(model, "  %s%s_prepared", before, function->name),
                arguments.name, arguments.count);
  text_put(out, ";\n");
}

static void put_constraint_solver(Text *out, const CodeModel *model,
                                  const CodeConstraintSolver *solver)
{
  const char *unknowns = solver->is_for_speeds ? "v + FMU_X + FMU_COORDINATES" : "v + FMU_X";
  CArguments arguments =
      values_for(c_constraint_solver_arguments(model, solver, C_PREPARED), unknowns);
  const char *unless = solver->is_for_speeds ? "" : "if (!keeps_places) ";
  for (int k = 0; k < arguments.count; k++) {
    if (strcmp(arguments.name[k], "held") == 0 && !solver->is_for_speeds)
      arguments.name[k] = "held_places";
  }
  code_put_list(
      out, &LANGUAGE_C,
      code_text(model, "  %sfailed |= %s_prepared", unless, code_named(model, solver->name)),
      arguments.name, arguments.count);
  text_put(out, ";\n");
}

// ---- tables

// Returns what an event sets; indices past the events are samples.
static const FmuEvent *setting(const Fmu *fmu, int index)
{
  return index < fmu->event_count ? &fmu->events[index]
                                  : &fmu->samples[index - fmu->event_count].set;
}

static int first_waiting(const Fmu *fmu, int index)
{
  int first = 0;
  for (int k = 0; k < index; k++)
    first += fmu->samples[k].room * fmu->samples[k].set.target_count;
  return first;
}

static void put_sizes(Text *out, const CodeModel *model, const Fmu *fmu)
{
  const Equations *equations = model->equations;
  int n = equations->coordinate_count, settings = 0, x = fmu->first[FMU_STATE];
  for (int e = 0; e < fmu->event_count + fmu->sample_count; e++)
    settings += setting(fmu, e)->target_count;
  const struct {
    const char *name;
    int value;
  } sizes[] = { { "VALUES", fmu->variable_count },
                { "COORDINATES", n },
                { "ORDER", 2 * n + equations->state_count },
                { "INPUTS", equations->input_count },
                { "EVENTS", fmu->event_count },
                { "SETTINGS", settings },
                { "CONTACTS", fmu->contact_count },
                { "ROWS", fmu->contact_rows },
                { "TIES", fmu->ties },
                { "SAMPLES", fmu->sample_count },
                { "STARTS", fmu->start_count },
                { "WAITING", first_waiting(fmu, fmu->sample_count) },
                { "HAS_SLOPES", fmu->has_slopes },
                { "TIME", 0 },
                { "P", fmu->first[FMU_PARAMETER] },
                { "U", fmu->first[FMU_INPUT] },
                { "Z", fmu->first[FMU_DISCRETE] },
                { "X", x },
                { "RATES", fmu->first[FMU_RATE] },
                { "Y", fmu->first[FMU_OUTPUT] },
                { "EV", fmu->first[FMU_EVENT] } };
  text_put(out,
           "// ---- the unit: numbers of its values, and where they begin in the array of all\n\n"
           "#include <stdlib.h>\n#include <string.h>\n");
  if (fmu->version == 3) text_put(out, "#include <stdbool.h>\n#include <stdint.h>\n");
  text_put(out, "\nenum {\n");
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
    text_format(out, "  FMU_%s = %d,\n", sizes[k].name, sizes[k].value);
  text_put(out, "};\n\n");
}

static void put_items(Text *out, const char *head, const Text items[], int count)
{
  int column = 2;
  text_format(out, "%s = {\n  ", head);
  for (int k = 0; k < count; k++)
    code_put_item(out, &LANGUAGE_C, &column, 2, text_string(&items[k]), ",");
  text_put(out, "\n};\n");
}

static void put_list(Text *out, const CodeModel *model, const char *head, int count,
                     void (*put)(Text *out, const Fmu *fmu, int index), const Fmu *fmu)
{
  Text *items = ARENA_ARRAY(model->arena, Text, count);
  for (int k = 0; k < count; k++) {
    items[k] = (Text){ 0 };
    put(&items[k], fmu, k);
  }
  put_items(out, head, items, count);
  for (int k = 0; k < count; k++)
    text_free(&items[k]);
}

static void put_start(Text *out, const Fmu *fmu, int index)
{
  code_put_double(out, &LANGUAGE_C, fmu->variables[index].start);
}

static void put_access(Text *out, const Fmu *fmu, int index)
{
  static const char LETTERS[] = { [FMU_TIME] = 't',
                                  [FMU_PARAMETER] = 'p',
                                  [FMU_INPUT] = 'u',
                                  [FMU_FROM_TIME] = 'r',
                                  [FMU_FROM_MULTIPLIER] = 'r',
                                  [FMU_DISCRETE] = 'z',
                                  [FMU_STATE] = 'x',
                                  [FMU_RATE] = 'r',
                                  [FMU_OUTPUT] = 'y',
                                  [FMU_EVENT] = 'y' };
  const FmuVariable *variable = &fmu->variables[index];
  char letter = LETTERS[variable->role];
  if (variable->is_fixed) letter = 'f';
  if (variable->is_constant) letter = 'c';
  text_format(out, "'%c'", letter);
}

static void put_stop(Text *out, const Fmu *fmu, int index)
{
  bool stops = index < fmu->event_count && fmu->events[index].stops;
  text_put(out, stops ? "'1'" : "'0'");
}

static void put_holds_at_zero(Text *out, const Fmu *fmu, int index)
{
  bool holds = index < fmu->event_count && fmu->events[index].holds_at_zero;
  text_put(out, holds ? "'1'" : "'0'");
}

// There is one extra entry, unused, because C has no empty arrays.
static void put_start_place(Text *out, const Fmu *fmu, int index)
{
  text_format(out, "%d", index < fmu->start_count ? fmu->start_places[index] : 0);
}

static void put_is_given(Text *out, const Fmu *fmu, int index)
{
  int place = fmu->first[FMU_STATE] + index;
  text_put(out, place < fmu->first[FMU_RATE] && fmu->variables[place].is_given ? "'1'" : "'0'");
}

static void put_is_rate(Text *out, const Fmu *fmu, int index)
{
  int place = fmu->first[FMU_INPUT] + index;
  bool is_rate = place < fmu->first[FMU_DISCRETE] && fmu->variables[place].is_rate;
  text_put(out, is_rate ? "'1'" : "'0'");
}

static void put_first(Text *out, const Fmu *fmu, int index)
{
  int first = 0;
  for (int e = 0; e < index; e++)
    first += setting(fmu, e)->target_count;
  text_format(out, "%d", first);
}

// Returns a sample, or an unused extra one past the last, because C has no empty arrays.
static const FmuSample *sample_at(const Fmu *fmu, int index)
{
  static const FmuSample NONE = { .room = 1 };
  return index < fmu->sample_count ? &fmu->samples[index] : &NONE;
}

// Returns a contact, or an unused extra one past the last.
static const FmuContact *contact_at(const Fmu *fmu, int index)
{
  static const FmuContact NONE = { 0 };
  return index < fmu->contact_count ? &fmu->contacts[index] : &NONE;
}

static void put_contact_event(Text *out, const Fmu *fmu, int index)
{
  text_format(out, "%d", contact_at(fmu, index)->event);
}

static void put_contact_part(Text *out, const Fmu *fmu, int index)
{
  text_format(out, "%d", contact_at(fmu, index)->part);
}

static void put_is_poisson(Text *out, const Fmu *fmu, int index)
{
  text_put(out, contact_at(fmu, index)->is_poisson ? "1" : "0");
}

static void put_friction_part(Text *out, const Fmu *fmu, int index)
{
  text_format(out, "%d", contact_at(fmu, index)->friction);
}

static void put_first_slip(Text *out, const Fmu *fmu, int index)
{
  text_format(out, "%d", contact_at(fmu, index)->first_slip);
}

static void put_slip_count(Text *out, const Fmu *fmu, int index)
{
  text_format(out, "%d", contact_at(fmu, index)->slip_count);
}

static void put_waiting(Text *out, const Fmu *fmu, int index)
{
  text_format(out, "%d", first_waiting(fmu, index));
}

static void put_room(Text *out, const Fmu *fmu, int index)
{
  text_format(out, "%d", sample_at(fmu, index)->room);
}

static void put_targets(Text *out, const Fmu *fmu)
{
  text_put(out, "static const int FMU_SET_TARGET[FMU_SETTINGS + 1] = {");
  for (int e = 0; e < fmu->event_count + fmu->sample_count; e++) {
    for (int k = 0; k < setting(fmu, e)->target_count; k++)
      text_format(out, "\n  %d,", setting(fmu, e)->targets[k]);
  }
  text_put(out, "\n  0\n};\n");
}

static void put_tables(Text *out, const CodeModel *model, const Fmu *fmu)
{
  put_sizes(out, model, fmu);
  text_put(out, "static const double FMU_TOLERANCE = ");
  code_put_double(out, &LANGUAGE_C, fmu->tolerance);
  text_put(out, ";\n");
  put_list(out, model, "static const double FMU_START[FMU_VALUES]", fmu->variable_count, put_start,
           fmu);
  text_put(
      out,
      "// t: time, p: parameters, f: those that are fixed, c: constants, u: inputs, x: states,\n"
      "// z: what events set, r: rates, y: results\n");
  put_list(out, model, "static const char FMU_ACCESS[FMU_VALUES]", fmu->variable_count, put_access,
           fmu);
  text_put(out, "// Whose starts follow parameters until they are set.\n");
  put_list(out, model, "static const int FMU_START_PLACE[FMU_STARTS + 1]", fmu->start_count + 1,
           put_start_place, fmu);
  text_put(out, "// By coordinate, then by speed: does the experiment start it?\n");
  int coordinates = model->equations->coordinate_count;
  put_list(out, model, "static const char FMU_IS_GIVEN[2 * FMU_COORDINATES + 1]",
           2 * coordinates + 1, put_is_given, fmu);
  text_put(out, "// By input: is it the rate of the one before it?\n");
  put_list(out, model, "static const char FMU_IS_RATE[FMU_INPUTS + 1]",
           model->equations->input_count + 1, put_is_rate, fmu);
  text_put(out,
           "// By event: does it end the motion, does it happen where its function is 0? What it "
           "sets, and\n// where that is.\n");
  put_list(out, model, "static const char FMU_STOPS[FMU_EVENTS + 1]", fmu->event_count + 1,
           put_stop, fmu);
  put_list(out, model, "static const char FMU_HOLDS_AT_ZERO[FMU_EVENTS + 1]", fmu->event_count + 1,
           put_holds_at_zero, fmu);
  put_list(out, model, "static const int FMU_SET_FIRST[FMU_EVENTS + FMU_SAMPLES + 1]",
           fmu->event_count + fmu->sample_count + 1, put_first, fmu);
  put_targets(out, fmu);
  int samples = fmu->sample_count + 1;
  text_put(out, "// By sample: where and how many of its results wait at most.\n");
  put_list(out, model, "static const int FMU_WAIT_FIRST[FMU_SAMPLES + 1]", samples, put_waiting,
           fmu);
  put_list(out, model, "static const int FMU_WAIT_ROOM[FMU_SAMPLES + 1]", samples, put_room, fmu);
  if (fmu->contact_count > 0) {
    int contacts = fmu->contact_count + 1;
    text_put(out, "// By contact: its event, which of what that sets is the restitution, and whose "
                  "law.\n");
    put_list(out, model, "static const int FMU_CONTACT_EVENT[FMU_CONTACTS + 1]", contacts,
             put_contact_event, fmu);
    put_list(out, model, "static const int FMU_CONTACT_PART[FMU_CONTACTS + 1]", contacts,
             put_contact_part, fmu);
    put_list(out, model, "static const int FMU_IS_POISSON[FMU_CONTACTS + 1]", contacts,
             put_is_poisson, fmu);
    text_put(out,
             "// How many slips it has, the row of the first, and which of what its event sets "
             "is mu.\n");
    put_list(out, model, "static const int FMU_SLIPS[FMU_CONTACTS + 1]", contacts, put_slip_count,
             fmu);
    put_list(out, model, "static const int FMU_FIRST_SLIP[FMU_CONTACTS + 1]", contacts,
             put_first_slip, fmu);
    put_list(out, model, "static const int FMU_FRICTION_PART[FMU_CONTACTS + 1]", contacts,
             put_friction_part, fmu);
  }
  text_put(out, "static const double FMU_NO_TORQUES[FMU_COORDINATES + 1] = { 0 };\n\n");
}

// ---- functions over the array of all values

static const char HEAD[] =
    "\n{\n  int failed = 0;\n  (void)k, (void)v, (void)failed, (void)FMU_NO_TORQUES;\n";
static const char FAILS[] = "\n{\n  int failed = 0;\n  (void)k, (void)v, (void)FMU_NO_TORQUES;\n";
static const char END[] = "  return failed != 0;\n}\n\n";

static void put_prepare(Text *out, const CodeModel *model)
{
  code_put(out, model,
           "static void fmu_model_prepare(const double v[], $NAME_prepared *prepared)\n{\n"
           "  $NAME_params p;\n  (void)v;\n");
  int count = model->equations->parameter_count;
  for (int k = 0; k < count; k++)
    text_format(out, "  p.%s = v[FMU_P + %d];\n", model->parameters[k], k);
  if (count == 0) text_put(out, "  p.none = 0;\n");
  code_put(out, model, "  $NAME_prepare(&p, prepared);\n}\n\n");
}

// Puts the functions for periods and delays of samples, and for start values that are formulas of
// parameters.
static void put_formulas(Text *out, const CodeModel *model, const Fmu *fmu)
{
  code_put(out, model,
           "static void fmu_model_timing(const $NAME_prepared *k, const double v[], double "
           "timing[])%s  (void)timing;\n",
           HEAD);
  if (fmu->timing) put_call(out, model, fmu->timing, "timing");
  code_put(out, model,
           "}\n\nstatic void fmu_model_starts(const $NAME_prepared *k, const double v[], double "
           "starts[])%s  (void)starts;\n",
           HEAD);
  if (fmu->starts) put_call(out, model, fmu->starts, "starts");
  text_put(out, "}\n\n");
}

static void put_inputs(Text *out, const CodeModel *model, const Fmu *fmu)
{
  text_put(out, "// Inputs follow their laws until they are held.\n");
  code_put(out, model,
           "static void fmu_model_inputs(const $NAME_prepared *k, double v[], const char held[])%s"
           "  (void)held;\n",
           HEAD);
  if (fmu->inputs) {
    text_put(out, "  double u[FMU_INPUTS];\n");
    put_call(out, model, fmu->inputs, "u");
    for (int i = 0; i < model->equations->input_count; i++) {
      if (fmu->variables[fmu->first[FMU_INPUT] + i].role == FMU_FROM_TIME)
        text_format(out, "  if (!held[%d]) v[FMU_U + %d] = u[%d];\n", i, i, i);
    }
  }
  text_put(out, "}\n\n");
}

// Forces depend on multipliers and multipliers on forces: both are computed by fixed-point
// iteration.
static void put_pressed_rates(Text *out, const CodeModel *model, const Fmu *fmu)
{
  const CodeFunction *lambda = function_of(model, "lambda");
  int count = 0;
  text_format(out, "  double lambda[%d];\n  static const int PLACES[] = {", lambda->size);
  for (int i = 0; i < fmu->variable_count; i++) {
    if (fmu->variables[i].role == FMU_FROM_MULTIPLIER)
      text_format(out, "%s %d", count++ > 0 ? "," : "", i);
  }
  text_put(out, " }, ROWS[] = {");
  for (int i = 0, k = 0; i < fmu->variable_count; i++) {
    if (fmu->variables[i].role == FMU_FROM_MULTIPLIER)
      text_format(out, "%s %d", k++ > 0 ? "," : "", fmu->variables[i].row);
  }
  text_format(out, " };\n  FmuPressed pressed = { .round = 0 };\n"
                   "  for (int stays = 0; !stays && !failed;) {\n  ");
  put_call(out, model, "qdd", "v + FMU_RATES + FMU_COORDINATES");
  text_put(out, "  ");
  put_call(out, model, "lambda", "lambda");
  text_format(out,
              "    stays = fmu_multipliers_stay(&pressed, %d, PLACES, ROWS, lambda, v);\n"
              "    if (stays < 0) return 1;\n  }\n",
              count);
}

static void put_rates(Text *out, const CodeModel *model, const Fmu *fmu)
{
  if (fmu->has_multipliers) code_put_runtime(out, model, "fmu_multipliers.c");
  code_put(out, model, "static int fmu_model_rates(const $NAME_prepared *k, double v[])%s", FAILS);
  if (model->equations->coordinate_count > 0) {
    text_put(out, "  memcpy(v + FMU_RATES, v + FMU_X + FMU_COORDINATES, sizeof(double) * "
                  "FMU_COORDINATES);\n");
    if (fmu->has_multipliers) {
      put_pressed_rates(out, model, fmu);
    } else {
      put_call(out, model, "qdd", "v + FMU_RATES + FMU_COORDINATES");
    }
  }
  if (model->equations->state_count > 0)
    put_call(out, model, "sd", "v + FMU_RATES + 2 * FMU_COORDINATES");
  text_put(out, END);
}

static void put_outputs(Text *out, const CodeModel *model, const Fmu *fmu)
{
  code_put(out, model, "static int fmu_model_outputs(const $NAME_prepared *k, double v[])%s",
           FAILS);
  int place = 0;
  for (int i = 0; i < fmu->output_count; i++) {
    put_call(out, model, fmu->outputs[i], code_text(model, "v + FMU_Y + %d", place));
    place += function_of(model, fmu->outputs[i])->size;
  }
  text_put(out, END);
}

static void put_events(Text *out, const CodeModel *model, const Fmu *fmu)
{
  code_put(out, model, "static void fmu_model_events(const $NAME_prepared *k, double v[])%s", HEAD);
  if (fmu->event_count > 0) put_call(out, model, "ev", "v + FMU_EV");
  code_put(out, model,
           "}\n\nstatic void fmu_model_set(const $NAME_prepared *k, const double v[], int event, "
           "double set[])%s  (void)event, (void)set;\n",
           HEAD);
  for (int e = 0; e < fmu->event_count + fmu->sample_count; e++) {
    if (!setting(fmu, e)->key) continue;
    text_format(out, "  if (event == %d)\n  ", e);
    put_call(out, model, setting(fmu, e)->key, "set");
  }
  text_put(out, "}\n\n");
}

static void put_close(Text *out, const CodeModel *model)
{
  text_put(out,
           "// Coordinates, unless all of them keep their places, and speeds that agree with the\n"
           "// constraints. NULL: none of them is held.\n");
  code_put(out, model,
           "static int fmu_model_close(const $NAME_prepared *k, double v[], int keeps_places,\n"
           "                           const int held_places[], const int held[])%s"
           "  (void)keeps_places, (void)held_places, (void)held;\n",
           FAILS);
  int most = 0;
  for (int k = 0; k < model->solver_count; k++) {
    if (model->solvers[k].equations > most) most = model->solvers[k].equations;
  }
  if (most > 0) text_format(out, "  double residual[%d];\n", most);
  for (int k = 0; k < model->solver_count; k++)
    put_constraint_solver(out, model, &model->solvers[k]);
  text_put(out, END);
}

// Puts the functions required for impacts: gaps, mass matrix, and constraint Jacobian.
static void put_contact_model(Text *out, const CodeModel *model)
{
  code_put(out, model,
           "static void fmu_model_gaps(const $NAME_prepared *k, const double v[], double gap[], "
           "double direction[],\n                           double rate[], double bias[])%s",
           HEAD);
  put_call(out, model, "gap", "gap");
  put_call(out, model, "gap_q", "direction");
  put_call(out, model, "gap_t", "rate");
  put_call(out, model, "gap_2", "bias");
  code_put(out, model,
           "}\n\nstatic void fmu_model_inertia(const $NAME_prepared *k, const double v[], double "
           "M[])%s",
           HEAD);
  put_call(out, model, "M", "M");
  if (function_of(model, "Ma")) {
    text_put(out, "  double added[FMU_COORDINATES * FMU_COORDINATES];\n");
    put_call(out, model, "Ma", "added");
    text_put(out, "  for (int i = 0; i < FMU_COORDINATES * FMU_COORDINATES; i++)\n"
                  "    M[i] += added[i];\n");
  }
  code_put(
      out, model,
      "}\n\nstatic void fmu_model_ties(const $NAME_prepared *k, const double v[], double J[])%s"
      "  (void)J;\n",
      HEAD);
  const CodeFunction *holonomic = function_of(model, "Phi_q");
  if (holonomic) put_call(out, model, "Phi_q", "J");
  if (function_of(model, "H"))
    put_call(out, model, "H", code_text(model, "J + %d", holonomic ? holonomic->size : 0));
  text_put(out, "}\n\n");
}

static void put_slopes(Text *out, const CodeModel *model, const Fmu *fmu)
{
  text_put(out, "// Changes of the rates along those of states and inputs: A x + B u.\n");
  code_put(
      out, model,
      "static int fmu_model_slopes(const $NAME_prepared *k, const double v[], double along[])%s"
      "  (void)along;\n",
      FAILS);
  if (fmu->has_slopes) {
    text_put(out, "  double A[FMU_ORDER * FMU_ORDER];\n");
    put_call(out, model, "lin:A", "A");
    const CodeFunction *by_inputs = function_of(model, "lin:B");
    if (by_inputs) {
      text_format(out, "  double B[%d];\n", by_inputs->size);
      put_call(out, model, "lin:B", "B");
    }
    text_put(out, "  for (int i = 0; i < FMU_ORDER; i++) {\n    double sum = 0;\n"
                  "    for (int j = 0; j < FMU_ORDER; j++)\n"
                  "      sum += A[i * FMU_ORDER + j] * along[FMU_X + j];\n");
    for (int i = 0; by_inputs && i < model->equations->input_count; i++) {
      if (fmu->slope_columns[i] < 0) continue;
      text_format(out, "    sum += B[i * %d + %d] * along[FMU_U + %d];\n",
                  by_inputs->quantity->columns, fmu->slope_columns[i], i);
    }
    text_put(out, "    along[FMU_RATES + i] = sum;\n  }\n");
  }
  text_put(out, END);
}

static void put_contacts(Text *out, const CodeModel *model, const Fmu *fmu)
{
  if (fmu->contact_count == 0) {
    code_put_runtime(out, model, "fmu_no_contacts.c");
    return;
  }
  put_contact_model(out, model);
  code_put_runtime(out, model, "complementarity.def");
  code_put_runtime(out, model, "coulomb_contact.def");
  code_put_runtime(out, model, "coulomb.def");
  code_put_runtime(out, model, "fmu_gaps.c");
  code_put_runtime(out, model, "fmu_contacts.c");
}

bool codegen_fmu_source(const Fmu *fmu, Text *out, Text *why)
{
  CodeModel model;
  bool is_built = c_model_build(&model, &fmu->request, why);
  if (is_built) {
    c_put_header(out, &model);
    c_put_definitions(out, &model);
    text_put_char(out, '\n');
    put_tables(out, &model, fmu);
    put_prepare(out, &model);
    put_formulas(out, &model, fmu);
    put_inputs(out, &model, fmu);
    put_rates(out, &model, fmu);
    put_outputs(out, &model, fmu);
    put_events(out, &model, fmu);
    put_close(out, &model);
    put_slopes(out, &model, fmu);
    put_contacts(out, &model, fmu);
    code_put_runtime(out, &model, "fmu.c");
    code_put_runtime(out, &model, fmu->version == 2 ? "fmi2_types.c" : "fmi3_types.c");
    code_put_runtime(out, &model, "fmi.c");
    code_put_runtime(out, &model, fmu->version == 2 ? "fmi2.c" : "fmi3.c");
  }
  code_model_free(&model);
  return is_built;
}
