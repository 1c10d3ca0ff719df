// sensitivity.c -- motions with changed values, and their differences.
// SPDX-License-Identifier: MIT
#include "api/sensitivity.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Of the value. In an oscillation of 100 rad this shifts the end by 0.03 rad: off by 3e-8, as much
// as what the integration leaves.
static const double STEP = 3e-4;
static const double LOOSEST = 1e-11, TIGHTEST = 1e-13;
static const int OFFSETS[SENSITIVITY_RUNS] = { -2, -1, 1, 2 };
enum { MOST_VALUES = 32 };

// ---- values

static double value_of(SimulateRun *run, const Equations *equations, StatePlace place)
{
  int count;
  ValueSource source = place.source;
  bool is_rate = source == SOURCE_QD;
  const Variable *first = variables_of_source(equations, is_rate ? SOURCE_Q : source, &count);
  const double *values =
      source == SOURCE_PARAMETERS ? run->start.parameters : state_values(&run->start, source);
  return values[place.variable - first];
}

static bool may_differ(ValueSource source)
{
  return source == SOURCE_PARAMETERS || source == SOURCE_Q || source == SOURCE_QD ||
         source == SOURCE_INPUTS || source == SOURCE_STATES || source == SOURCE_DISCRETES;
}

// "m1, k, phi'"
static bool read_values(StudyCall *call, const char *list, StatePlace places[], const char *names[],
                        int *count)
{
  for (const char *at = list + strspn(list, " ,"); *at; at += strspn(at, " ,")) {
    size_t length = strcspn(at, " ,");
    const char *name = arena_copy_text(call->arena, at, length);
    at += length;
    if (*count == MOST_VALUES) {
      diagnose(call->diagnostics, NULL,
               "this cannot be simulated: derivatives by more than %d values", MOST_VALUES);
      return false;
    }
    if (!state_name_find(call->system->equations, name, &places[*count]) ||
        !may_differ(places[*count].source)) {
      diagnose(call->diagnostics, NULL,
               "there is no '%s' to differentiate by: parameters, coordinates, speeds, inputs and "
               "states at the start",
               name);
      return false;
    }
    names[(*count)++] = name;
  }
  if (*count == 0) diagnose(call->diagnostics, NULL, "'%s' is no value of sensitivity", list);
  return *count > 0;
}

// ---- motions

static bool take_rows(SensitivityRows *found, const Simulation *simulation, Text *why)
{
  size_t size = (size_t)simulation->row_count * (size_t)simulation->column_count;
  if (!simulation->motion->is_closed || simulation->row_count == 0) {
    text_put(why, "it cannot be closed");
    return false;
  }
  found->count = simulation->row_count;
  found->rows = memory_new(size, sizeof(double));
  memcpy(found->rows, simulation->rows, size * sizeof(double));
  return true;
}

// Columns that rows are made of: time, then those that are differentiated.
static RowColumn *copy_columns(Arena *arena, const Simulation *simulation)
{
  RowColumn *columns = ARENA_ARRAY(arena, RowColumn, simulation->column_count);
  for (int c = 0; c < simulation->column_count; c++) {
    const RowColumn *column = &simulation->columns[c];
    columns[c] = (RowColumn){ arena_copy_text(arena, column->name, strlen(column->name)),
                              arena_copy_text(arena, column->unit, strlen(column->unit)) };
  }
  return columns;
}

// One motion; what it says of its own is not told. *columns takes what its rows are.
static bool move(const BielleMechanism *mechanism, const BielleSimulateOptions *asked,
                 const StateGiven *given, Progress *progress, Arena *arena, SensitivityRows *found,
                 RowColumn **columns, int *width, Text *why)
{
  BielleDiagnostics *unheard = bielle_diagnostics_new();
  StudyCall call = study_begin(mechanism, asked->start, unheard);
  SimulateRun run;
  const char *hint;
  call.given = given;
  Simulation *simulation = NULL;
  if (simulate_prepare(&call, asked, &run)) {
    run.options.tolerance = fmax(TIGHTEST, fmin(LOOSEST, 1e-2 * run.options.tolerance));
    run.options.progress = progress;
    simulation = simulation_new(call.system, &run.state, &run.options, &call.why, &hint);
  }
  bool is_good = simulation && take_rows(found, simulation, &call.why);
  if (is_good && !*columns) {
    *columns = copy_columns(arena, simulation);
    *width = simulation->column_count;
  }
  if (!is_good) text_put(why, call.why.length > 0 ? text_string(&call.why) : "it has no start");
  text_clear(&call.why);
  simulation_free(simulation);
  BielleAnswer *unused;
  study_end(&call, BIELLE_BAD_INPUT, &unused);
  bielle_diagnostics_free(unheard);
  return is_good;
}

// Parts of the whole, which ends with the motion itself.
typedef struct Share {
  const BielleSimulateOptions *asked;
  int done, whole;
} Share;

static int tell_share(void *context, const char *what, double part)
{
  const Share *share = context;
  double whole = (share->done + part) / share->whole;
  return share->asked->progress(share->asked->progress_context, what, whole);
}

// ---- derivatives

// "rad/(N/m)"
static const char *unit_of(Arena *arena, const char *above, const char *below)
{
  if (!below[0] || strcmp(below, "1") == 0) return above;
  if (strcmp(above, below) == 0) return "";
  if (!above[0]) above = "1";
  return arena_format(arena, strpbrk(below, "/.") ? "%s/(%s)" : "%s/%s", above, below);
}

// Whatever stops or ends one of them earlier ends the derivatives.
static bool fill(void *context, long index, const double row[], double more[])
{
  Sensitivity *sensitivity = context;
  int width = sensitivity->width;
  for (int v = 0; v < sensitivity->value_count; v++) {
    const double *y[SENSITIVITY_RUNS];
    for (int r = 0; r < SENSITIVITY_RUNS; r++) {
      const SensitivityRows *found = &sensitivity->found[v * SENSITIVITY_RUNS + r];
      if (index >= found->count) return false;
      y[r] = found->rows + (size_t)index * (size_t)width;
      if (y[r][0] != row[0]) return false;
    }
    double h = sensitivity->steps[v];
    for (int c = 1; c < width; c++) {
      int place = (c - 1) * sensitivity->value_count + v;
      double near = y[2][c] - y[1][c], far = y[3][c] - y[0][c];
      more[place] = (8 * near - far) / (12 * h);
      double difference = fabs(more[place] - near / (2 * h));
      sensitivity->largest[place] = fmax(sensitivity->largest[place], fabs(more[place]));
      sensitivity->differing[place] = fmax(sensitivity->differing[place], difference);
    }
  }
  return true;
}

static void extend(Sensitivity *sensitivity, Arena *arena, const RowColumn columns[],
                   const char *const names[], const StatePlace places[])
{
  int values = sensitivity->value_count, count = (sensitivity->width - 1) * values;
  RowColumn *more = ARENA_ARRAY(arena, RowColumn, count + 1);
  for (int i = 0; i < count; i++) {
    const RowColumn *column = &columns[1 + i / values];
    const StatePlace *place = &places[i % values];
    const char *below = place->variable->unit;
    if (place->source == SOURCE_QD) below = arena_format(arena, "%s/s", below[0] ? below : "1");
    more[i] = (RowColumn){ arena_format(arena, "d(%s)/d(%s)", column->name, names[i % values]),
                           unit_of(arena, column->unit, below) };
  }
  sensitivity->largest = ARENA_ARRAY(arena, double, count + 1);
  sensitivity->differing = ARENA_ARRAY(arena, double, count + 1);
  sensitivity->extension = (RowExtension){ more, count, fill, sensitivity };
}

BielleStatus sensitivity_find(Sensitivity *sensitivity, StudyCall *call,
                              const BielleMechanism *mechanism, const BielleSimulateOptions *asked,
                              SimulateRun *run)
{
  StatePlace places[MOST_VALUES];
  const char *names[MOST_VALUES];
  int count = 0;
  if (!read_values(call, asked->sensitivity, places, names, &count)) return BIELLE_BAD_INPUT;
  double *steps = ARENA_ARRAY(call->arena, double, count + 1);
  *sensitivity = (Sensitivity){ .value_count = count, .steps = steps };
  sensitivity->found = memory_new((size_t)(SENSITIVITY_RUNS * count) + 1, sizeof(SensitivityRows));
  RowColumn *columns = NULL;
  Share share = { asked, 0, SENSITIVITY_RUNS * count + 1 };
  Progress progress = { asked->progress ? tell_share : NULL, &share, NULL, 0, false };
  for (; share.done < SENSITIVITY_RUNS * count; share.done++) {
    int v = share.done / SENSITIVITY_RUNS;
    double value = value_of(run, call->system->equations, places[v]);
    steps[v] = STEP * (value != 0 ? fabs(value) : 1);
    StateGiven given = { places[v], value + OFFSETS[share.done % SENSITIVITY_RUNS] * steps[v] };
    Text why = { 0 };
    bool is_good = move(mechanism, asked, &given, &progress, call->arena,
                        &sensitivity->found[share.done], &columns, &sensitivity->width, &why);
    if (!is_good) {
      diagnose(call->diagnostics, NULL, "there is no derivative by '%s': with %s = %.9g %s",
               names[v], names[v], given.value, text_string(&why));
    }
    text_free(&why);
    if (!is_good || progress.is_stopped) {
      sensitivity_free(sensitivity);
      return progress.is_stopped ? BIELLE_CANCELLED : BIELLE_BAD_INPUT;
    }
  }
  if (columns) extend(sensitivity, call->arena, columns, names, places);
  return BIELLE_OK;
}

void sensitivity_words(const Sensitivity *sensitivity, Text *out)
{
  double worst = 0;
  for (int i = 0; i < sensitivity->extension.count; i++) {
    if (sensitivity->largest[i] > 0)
      worst = fmax(worst, sensitivity->differing[i] / sensitivity->largest[i]);
  }
  text_format(out,
              "Derivatives by %d more motions; formulas of second and fourth order differ by %.0e "
              "of the largest\n",
              SENSITIVITY_RUNS * sensitivity->value_count, worst);
}

void sensitivity_free(Sensitivity *sensitivity)
{
  for (int i = 0; i < SENSITIVITY_RUNS * sensitivity->value_count; i++)
    free(sensitivity->found[i].rows);
  free(sensitivity->found);
  *sensitivity = (Sensitivity){ 0 };
}
