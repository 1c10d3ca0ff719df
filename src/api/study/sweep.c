// sweep.c -- a mechanism over a range of its input, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/state/coordinate_list.h"
#include "api/state/limits.h"
#include "api/state/measure.h"
#include "api/study/study_call.h"
#include "lang/evaluate/value_list.h"
#include "report/row_table.h"
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"

#include <math.h>
#include <string.h>

enum { DEFAULT_STEPS = 72 };
// An angle is followed in steps of a tenth of a radian: larger ranges would take more than seconds.
static const double FARTHEST = 1e4;  // rad

// Arguments of the study.
typedef struct Request {
  const BielleSweepOptions *options;
  const Mechanism *mechanism;
  StudyCall *call;
  Progress *progress;
} Request;

// ---- options

// Dimension of the input, divided by time `order` times.
static Dimension input_dimension(const Mechanism *mechanism, int input, int order)
{
  Dimension result = { .is_known = true };
  bool is_known = true;
  if (input == SWEEP_TIME) {
    result.power[2] = 1;
  } else if (mechanism->coordinates[input].kind == COORDINATE_LENGTH) {
    result.power[0] = 1;
  } else {
    is_known = mechanism->coordinates[input].kind == COORDINATE_ANGLE;
  }
  result.power[2] = (signed char)(result.power[2] - order);
  result.is_known = is_known;
  return result;
}

static int find_input(const Request *request, const char *name, size_t length)
{
  if (length == 1 && name[0] == 't') return SWEEP_TIME;
  int found = coordinate_named(request->mechanism, (Piece){ name, length }, "to be driven",
                               &request->call->why);
  return found >= 0 ? found : SWEEP_TIME - 1;
}

static bool read_measure(const Request *request, const char *text, size_t length, int order,
                         int input, double *value)
{
  static const char *const EXAMPLES[3][2] = { { "90deg", "30mm" },
                                              { "10rad/s or 95rpm", "20mm/s" },
                                              { "2rad/s^2", "2m/s^2" } };
  static const char *const WORDS[] = { "a value", "a speed", "an acceleration" };
  const Mechanism *mechanism = request->mechanism;
  if (unit_value_parse(text, length, input_dimension(mechanism, input, order), value)) return true;
  bool is_length = input >= 0 && mechanism->coordinates[input].kind == COORDINATE_LENGTH;
  const char *name = input >= 0 ? coordinate_name(&mechanism->coordinates[input]) : "t";
  diagnose(request->call->diagnostics, NULL, "'%.*s' is not %s of %s; write a number in SI, or %s",
           (int)length, text, WORDS[order], name,
           input == SWEEP_TIME ? "200ms" : EXAMPLES[order][is_length]);
  return false;
}

// Reads "phi1=0..360deg".
static bool read_drive(const Request *request, SweepOptions *out)
{
  const char *text = request->options->drive;
  const char *equals = text ? strchr(text, '=') : NULL;
  const char *dots = equals ? strstr(equals, "..") : NULL;
  if (!dots) {
    diagnose(request->call->diagnostics, NULL,
             "which coordinate is driven, and how far? Write --drive q1=0..90deg");
    return false;
  }
  size_t length = (size_t)(equals - text);
  while (length > 0 && text[length - 1] == ' ')
    length--;
  out->input = find_input(request, text, length);
  if (out->input < SWEEP_TIME) return false;
  const char *from = equals + 1, *to = dots + 2;
  bool is_good = read_measure(request, from, (size_t)(dots - from), 0, out->input, &out->from) &&
                 read_measure(request, to, strlen(to), 0, out->input, &out->to);
  if (!is_good) return false;
  bool is_angle =
      out->input >= 0 && request->mechanism->coordinates[out->input].kind == COORDINATE_ANGLE;
  double range = fabs(out->to - out->from);
  if ((is_angle && range > FARTHEST) || !isfinite(range)) {
    diagnose(request->call->diagnostics, NULL,
             "the range '%s' is too long; an angle is driven at most %g rad", text, FARTHEST);
    return false;
  }
  if (out->from != out->to) return true;
  diagnose(request->call->diagnostics, NULL, "the range '%s' is empty", text);
  return false;
}

static bool read_rates(const Request *request, SweepOptions *out)
{
  const BielleSweepOptions *options = request->options;
  out->speed = 1;
  if (out->input == SWEEP_TIME && (options->speed || options->acceleration)) {
    diagnose(request->call->diagnostics, NULL,
             "time goes by itself: speed and acceleration are for coordinates that are driven");
    return false;
  }
  if (options->speed &&
      !read_measure(request, options->speed, strlen(options->speed), 1, out->input, &out->speed)) {
    return false;
  }
  const char *acceleration = options->acceleration;
  return !acceleration || read_measure(request, acceleration, strlen(acceleration), 2, out->input,
                                       &out->acceleration);
}

static bool read_steps(const Request *request, SweepOptions *out)
{
  int steps = request->options->steps;
  out->steps = steps == 0 ? DEFAULT_STEPS : steps;
  if (out->steps > 0 && out->steps <= SWEEP_MAX_STEPS) return true;
  diagnose(request->call->diagnostics, NULL, "a sweep takes from 1 to %d steps", SWEEP_MAX_STEPS);
  return false;
}

static bool read_options(const Request *request, SweepOptions *out)
{
  bool *is_held = ARENA_ARRAY(request->call->arena, bool, request->mechanism->coordinate_count);
  *out = (SweepOptions){ .is_held = is_held, .progress = request->progress };
  if (!read_drive(request, out) || !read_rates(request, out) || !read_steps(request, out)) {
    return false;
  }
  bool is_good = coordinate_list_read(request->options->hold, "to be held", request->mechanism,
                                      is_held, request->call->local);
  if (!is_good || out->input < 0 || !is_held[out->input]) return is_good;
  diagnose(request->call->diagnostics, NULL, "%s cannot be driven and held at once",
           coordinate_name(&request->mechanism->coordinates[out->input]));
  return false;
}

// ---- results

static void note_extremes(const Request *request, const Sweep *sweep, const double parameters[])
{
  if (sweep->row_count == 0) return;
  int input = sweep->options.input;
  double first = sweep->rows[0];
  double last = sweep->rows[(size_t)(sweep->row_count - 1) * (size_t)sweep->column_count];
  for (int i = 0; i < request->mechanism->coordinate_count; i++) {
    const SweepExtremes *extremes = &sweep->extremes[i];
    double least = i == input ? fmin(first, last) : extremes->least;
    double greatest = i == input ? fmax(first, last) : extremes->greatest;
    if (!sweep->options.is_held[i]) {
      note_limits(request->mechanism, parameters, i, least, greatest, "in the sweep",
                  request->call->local);
    }
  }
}

// Plots the chosen columns; by default the outputs, or the coordinates, and the actuator efforts.
static void put_plot(const Request *request, const Sweep *sweep)
{
  PlotColumn *curves = ARENA_ARRAY(request->call->arena, PlotColumn, sweep->column_count);
  RowTable table = sweep_table(sweep);
  int count = 0, n = sweep->equations->coordinate_count;
  for (int i = 1; i < sweep->chosen_count; i++)
    curves[count++] = row_table_curve(&table, sweep->chosen[i], request->call->arena);
  for (int i = 0; i < sweep->output_count && !sweep->chosen; i++)
    curves[count++] = row_table_curve(&table, sweep->first_output + i, request->call->arena);
  for (int i = 0; i < n && !sweep->chosen && sweep->output_count == 0; i++) {
    int column = sweep_find_column(sweep, sweep->equations->coordinates[i].name);
    if (column > 0) curves[count++] = row_table_curve(&table, column, request->call->arena);
  }
  for (int i = 0; i < sweep->force_count && !sweep->chosen; i++) {
    int column = sweep->first_force + i;
    if (strncmp(sweep->columns[column].name, "tau[", 4) == 0)
      curves[count++] = row_table_curve(&table, column, request->call->arena);
  }
  const Equations *equations = sweep->equations;
  Plot plot = { .title = equations->title[0] ? equations->title : equations->name,
                .across = row_table_curve(&table, 0, request->call->arena),
                .curves = curves,
                .curve_count = count,
                .rows = sweep->row_count };
  plot_svg(&plot, &request->call->answer->picture);
}

static BielleStatus answer(const Request *request, const Sweep *sweep, const double parameters[])
{
  BielleAnswer *out = request->call->answer;
  note_extremes(request, sweep, parameters);
  put_plot(request, sweep);
  sweep_words(sweep, &out->words);
  sweep_record(sweep, out->record);
  RowTable table = sweep_table(sweep);
  row_table_csv(&table, &out->table);
  return sweep->is_complete ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

static BielleStatus solve(const Request *request)
{
  static const BielleStatus STATUSES[] = { [SWEEP_OK] = BIELLE_OK,
                                           [SWEEP_NO_EQUATIONS] = BIELLE_BAD_INPUT,
                                           [SWEEP_DOES_NOT_CLOSE] = BIELLE_DOES_NOT_HOLD,
                                           [SWEEP_WRONG_FREEDOMS] = BIELLE_BAD_INPUT,
                                           [SWEEP_BROKEN] = BIELLE_INTERNAL };
  SweepOptions options;
  StateValues start;
  Text *why = &request->call->why;
  if (!read_options(request, &options)) return BIELLE_BAD_INPUT;
  if (!study_read_state(request->call, &start)) return BIELLE_BAD_INPUT;
  ProgramState state = start_state_program(&start);
  Sweep *sweep = NULL;
  SweepStatus found = sweep_new(request->call->system, &state, &options, &sweep, why);
  bool is_cancelled = request->progress->is_cancelled;
  bool is_good =
      sweep && !is_cancelled && sweep_add_forces(sweep, request->call->system, &state, why);
  if (is_good) sweep_add_transmission(sweep, request->mechanism, &state);
  const char *columns = request->options->columns;
  is_good = is_good && (!columns || sweep_choose(sweep, columns, why));
  BielleStatus status = is_cancelled ? BIELLE_CANCELLED
                        : is_good    ? answer(request, sweep, state.parameters)
                        : sweep      ? BIELLE_BAD_INPUT
                                     : STATUSES[found];
  sweep_free(sweep);
  return status;
}

BielleStatus bielle_analyze_sweep(const BielleMechanism *mechanism,
                                  const BielleSweepOptions *options, BielleDiagnostics *diagnostics,
                                  BielleAnswer **out)
{
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  Progress progress = { options->progress, options->progress_context, NULL, 0, false };
  Request request = { options, mechanism->mechanism, &call, &progress };
  return study_end(&call, solve(&request), out);
}
