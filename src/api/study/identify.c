// identify.c -- parameter identification from a measured motion, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/state/measurements.h"
#include "api/study/study_call.h"
#include "report/studies/identification_report.h"
#include "report/row_table.h"
#include "study/identification/identification.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Request {
  StudyCall *call;
  const BielleIdentifyOptions *asked;
  Source source;  // of the data
  IdentificationOptions options;
  Progress progress;
  StateValues start;
  Measurements measured;
} Request;

static bool reject(const Request *request, const char *what)
{
  diagnose(request->call->diagnostics, NULL, "%s", what);
  return false;
}

static bool read_options(Request *request, double *period)
{
  static const Dimension FREQUENCY = { .is_known = true, .power = { 0, 0, -1 } };
  static const Dimension TIME = { .is_known = true, .power = { 0, 0, 1 } };
  const BielleIdentifyOptions *asked = request->asked;
  request->options = (IdentificationOptions){ .cutoff = NAN,
                                              .has_friction = asked->has_friction != 0,
                                              .is_unweighted = asked->is_unweighted != 0,
                                              .progress = &request->progress };
  *period = 10;
  if (!study_read_measure(request->call, "--cutoff", asked->cutoff, FREQUENCY,
                          &request->options.cutoff) ||
      !study_read_measure(request->call, "--time", asked->time, TIME, period)) {
    return false;
  }
  if (!(*period > 0)) return reject(request, "a motion takes a time above 0");
  return true;
}

// Defaults of parameters without a value in the description. Masses are unknowns and need none:
// parameters that the regressor does not use are infinite if they are not given, as are then the
// described values of the base parameters that depend on them.
static bool choose_defaults(Request *request)
{
  StudyCall *call = request->call;
  const Equations *equations = call->system->equations;
  const char *keys[3];
  int key_count = identification_keys(call->system, keys, &call->why);
  if (key_count == 0) return false;
  if (!system_derive(call->system, keys, key_count, &call->why)) return false;
  Program *program = program_new(equations, keys, key_count, &call->why);
  if (!program) return false;
  double *usual = ARENA_ARRAY(call->arena, double, equations->parameter_count);
  for (int i = 0; i < equations->parameter_count; i++)
    usual[i] = equations->parameters[i].value ? NAN : INFINITY;
  for (int k = 0; k < program->input_count; k++) {
    if (program->inputs[k].source == SOURCE_PARAMETERS) usual[program->inputs[k].index] = NAN;
  }
  program_free(program);
  call->defaults.usual = usual;
  return true;
}

// ---- data

static bool is_measured(const Request *request, ValueSource source, int *missing)
{
  const int *columns = request->measured.columns.of[source];
  *missing = 0;
  for (int i = 0; i < request->call->mechanism->coordinate_count; i++) {
    *missing = i;
    if (columns[i] < 0) return false;
  }
  return true;
}

static bool require(const Request *request, ValueSource source, const char *format)
{
  int missing;
  if (is_measured(request, source, &missing)) return true;
  const char *name = coordinate_name(&request->call->mechanism->coordinates[missing]);
  const char *column = arena_format(request->call->arena, format, name);
  diagnostics_add(request->call->local, SEVERITY_ERROR, request->measured.heading,
                  "names of columns are those of 'bielle trajectory -o FILE.csv'",
                  "there is no column '%s'", column);
  return false;
}

static double cell(const Measurements *measured, int row, int column)
{
  return measured->rows[(size_t)row * (size_t)measured->width + (size_t)column];
}

// Values of a source by row and variable; 0 for those not measured.
static double *take(const Request *request, ValueSource source, int count)
{
  const Measurements *measured = &request->measured;
  const int *columns = measured->columns.of[source];
  size_t size = (size_t)measured->count * (size_t)count;
  double *values = arena_alloc(request->call->arena, size * sizeof(double));
  for (int k = 0; k < measured->count; k++) {
    for (int i = 0; i < count; i++)
      values[(size_t)k * (size_t)count + (size_t)i] =
          columns[i] >= 0 ? cell(measured, k, columns[i]) : 0;
  }
  return values;
}

// Inputs that are not measured have the values of the initial state, or else those described for
// the time of the row.
static double *take_inputs(const Request *request, const double time[])
{
  const Equations *equations = request->call->system->equations;
  const int *columns = request->measured.columns.of[SOURCE_INPUTS];
  const StateValues *start = &request->start;
  int count = equations->input_count;
  double *inputs = take(request, SOURCE_INPUTS, count);
  StateValues at = state_values_new(equations, request->call->arena);
  DescribedValues *described = described_values_new(equations, &request->call->why);
  for (int k = 0; described && count > 0 && k < request->measured.count; k++) {
    described_values_at(described, start->parameters, time[k],
                        (DescribedArrays){ at.inputs, at.q, at.states, at.discretes });
    for (int i = 0; i < count; i++) {
      double otherwise = start->has_inputs[i] ? start->inputs[i] : at.inputs[i];
      if (columns[i] < 0) inputs[(size_t)k * (size_t)count + (size_t)i] = otherwise;
    }
  }
  described_values_free(described);
  return inputs;
}

static bool take_data(const Request *request, IdentificationData *data)
{
  const char *velocities = request->asked->velocities;
  int n = request->call->mechanism->coordinate_count, unused;
  bool has_rates =
      is_measured(request, SOURCE_QD, &unused) && is_measured(request, SOURCE_QDD, &unused);
  bool is_given = velocities && strcmp(velocities, "given") == 0;
  if (velocities && !is_given && strcmp(velocities, "filter") != 0)
    return reject(request, "velocities are 'given' or those of a 'filter'");
  if (!require(request, SOURCE_Q, "%s")) return false;
  bool *is_effort = ARENA_ARRAY(request->call->arena, bool, n);
  bool has_effort = false;
  for (int i = 0; i < n; i++) {
    is_effort[i] = request->measured.columns.of[SOURCE_TORQUES][i] >= 0;
    has_effort = has_effort || is_effort[i];
  }
  if (!has_effort && !require(request, SOURCE_TORQUES, "tau[%s]")) return false;
  if (is_given && !(require(request, SOURCE_QD, "%s'") && require(request, SOURCE_QDD, "%s''")))
    return false;
  bool is_filtered = !has_rates || (velocities && !is_given);
  bool has_time = request->measured.columns.of[SOURCE_TIME][0] >= 0;
  if (!has_time && (is_filtered || isfinite(request->options.cutoff))) {
    diagnostics_add(request->call->local, SEVERITY_ERROR, request->measured.heading,
                    "the times of the rows", "there is no column '%s'", "t");
    return false;
  }
  *data = (IdentificationData){ .count = request->measured.count,
                                .time = take(request, SOURCE_TIME, 1),
                                .q = take(request, SOURCE_Q, n),
                                .qd = is_filtered ? NULL : take(request, SOURCE_QD, n),
                                .qdd = is_filtered ? NULL : take(request, SOURCE_QDD, n),
                                .tau = take(request, SOURCE_TORQUES, n),
                                .is_measured = is_effort };
  data->inputs = take_inputs(request, data->time);
  return true;
}

// ---- results

static BielleStatus identify(Request *request)
{
  StudyCall *call = request->call;
  IdentificationData data;
  if (!measurements_read(call->system->equations, &request->source, call->arena, call->local,
                         &request->measured) ||
      !take_data(request, &data)) {
    return BIELLE_BAD_INPUT;
  }
  ProgramState state = start_state_program(&request->start);
  Identification *found =
      identification_new(call->system, &state, &data, &request->options, &call->why);
  if (progress_is_stopped(&request->progress)) text_clear(&call->why);
  if (!found) return progress_is_stopped(&request->progress) ? BIELLE_CANCELLED : BIELLE_BAD_INPUT;
  identification_words(found, &call->answer->words);
  identification_record(found, call->answer->record);
  identification_values(found, &call->answer->table);
  bool holds = found->unseen_count == 0;
  identification_free(found);
  return holds ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

static BielleStatus design(Request *request, double period)
{
  StudyCall *call = request->call;
  const char *keys[3];
  if (identification_keys(call->system, keys, &call->why) == 3) {
    text_put(&call->why,
             "a motion is designed for trees: here loops or constraints tie coordinates");
    return BIELLE_BAD_INPUT;
  }
  ProgramState state = start_state_program(&request->start);
  ExcitingMotion *motion =
      exciting_motion_new(call->system, &state, period, &request->options, &call->why);
  if (!motion) return progress_is_stopped(&request->progress) ? BIELLE_CANCELLED : BIELLE_BAD_INPUT;
  exciting_motion_words(motion, &call->answer->words);
  exciting_motion_record(motion, call->answer->record);
  row_table_csv(&motion->table, &call->answer->table);
  exciting_motion_free(motion);
  return BIELLE_OK;
}

static BielleStatus solve(Request *request)
{
  const BielleIdentifyOptions *asked = request->asked;
  double period;
  if (!asked->is_design && !asked->data)
    reject(request, "what was measured is needed: a table DATA.csv, or --design for a motion");
  if (!asked->is_design && !asked->data) return BIELLE_BAD_INPUT;
  if (!read_options(request, &period) || !choose_defaults(request) ||
      !study_read_state(request->call, &request->start)) {
    return BIELLE_BAD_INPUT;
  }
  return asked->is_design ? design(request, period) : identify(request);
}

BielleStatus bielle_identify(const BielleMechanism *mechanism, const BielleIdentifyOptions *options,
                             BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleIdentifyOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  Request request = { .call = &call,
                      .progress = { options->progress, options->progress_context, NULL, 0, false },
                      .asked = options,
                      .source = { options->data_name ? options->data_name : "data", options->data,
                                  options->data ? options->data_length : 0 } };
  BielleStatus status = solve(&request);
  free(request.measured.rows);
  return study_end(&call, status, out);
}
