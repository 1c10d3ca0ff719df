// simulate.c -- simulation over a time interval, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/study/sensitivity.h"
#include "api/study/simulation_notes.h"
#include "report/row_table.h"
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"
#include "study/simulation/experiment.h"

#include <string.h>

// ---- options

static bool read_method(StudyCall *call, const char *word, IntegratorMethod *method)
{
  if (!word) return true;
  *method = integrator_method(word);
  if (*method < INTEGRATOR_METHODS) return true;
  diagnose(call->diagnostics, NULL, "unknown method '%s'; choose one of: %s", word,
           INTEGRATOR_METHOD_WORDS);
  return false;
}

static bool read_treatment(StudyCall *call, const char *word, ConstraintEnforcement *treatment)
{
  if (!word) return true;
  *treatment = simulation_treatment(word);
  if (*treatment < SIMULATION_TREATMENTS) return true;
  diagnose(call->diagnostics, NULL,
           "unknown treatment '%s'; choose one of: auto, projection, ggl, independent", word);
  return false;
}

static bool read_compiling(StudyCall *call, const char *word, CompileMode *compiling)
{
  static const char *const WORDS[] = {
    [COMPILING_NEVER] = "never", [COMPILING_AUTO] = "auto", [COMPILING_ALWAYS] = "always"
  };
  *compiling = COMPILING_AUTO;
  for (size_t i = 0; word && i < sizeof WORDS / sizeof WORDS[0]; i++) {
    *compiling = (CompileMode)i;
    if (strcmp(word, WORDS[i]) == 0) return true;
  }
  if (!word) return true;
  diagnose(call->diagnostics, NULL,
           "'%s' is not a value of compiled; choose one of: auto, never, always", word);
  return false;
}

// Reports the error at the option of the experiment; options of the command line have no position.
static void reject(StudyCall *call, const TaskOption *option, const char *wrong)
{
  if (option) {
    diagnostics_add(call->local, SEVERITY_ERROR, option->span, NULL, "this cannot be simulated: %s",
                    wrong);
  } else {
    diagnose(call->diagnostics, NULL, "this cannot be simulated: %s", wrong);
  }
}

static bool are_possible(StudyCall *call, const BielleSimulateOptions *asked,
                         const Task *experiment, const SimulationOptions *options)
{
  const char *name, *wrong = experiment_fault(options, &name);
  if (!wrong) return true;
  bool is_asked = (strcmp(name, "time") == 0 && asked->until) ||  // by the command line
                  (strcmp(name, "tolerance") == 0 && asked->tolerance) ||
                  (strcmp(name, "absolute") == 0 && asked->absolute) ||
                  (strcmp(name, "stride") == 0 && asked->stride) ||
                  (strcmp(name, "resolution") == 0 && asked->resolution);
  reject(call, experiment && !is_asked ? task_option(experiment, name) : NULL, wrong);
  return false;
}

static bool read_options(StudyCall *call, const BielleSimulateOptions *asked,
                         const Task *experiment, StateValues *start, SimulationOptions *options)
{
  const Dimension SECONDS = { .is_known = true, .power = { 0, 0, 1 } },
                  NUMBER = { .is_known = true };
  const TaskOption *option = NULL;
  *options = EXPERIMENT_DEFAULTS;
  ExperimentStart at = { start->q,         start->qd,         start->states,
                         start->discretes, start->inputs,     start->has_q,
                         start->has_qd,    start->has_states, start->has_discretes,
                         start->has_inputs };
  if (experiment && !experiment_read(call->system, experiment, start->parameters, &at, options,
                                     &option, &call->why)) {
    if (option) reject(call, option, text_string(&call->why));
    if (option) text_clear(&call->why);
    return false;
  }
  if (!study_read_measure(call, "time", asked->until, SECONDS, &options->end) ||
      !study_read_measure(call, "tolerance", asked->tolerance, NUMBER, &options->tolerance) ||
      !study_read_measure(call, "absolute", asked->absolute, NUMBER, &options->absolute) ||
      !study_read_measure(call, "stride", asked->stride, SECONDS, &options->stride) ||
      !study_read_measure(call, "resolution", asked->resolution, SECONDS, &options->resolution) ||
      !read_method(call, asked->method, &options->method) ||
      !read_treatment(call, asked->treatment, &options->treatment) ||
      !read_compiling(call, asked->compiled, &options->compiling)) {
    return false;
  }
  experiment_complete(options);
  return are_possible(call, asked, experiment, options);
}

// ---- rows

// Columns in the public format.
typedef struct RowCall {
  const BielleSimulateOptions *asked;
  Arena *arena;
  BielleColumn *columns;
} RowCall;

static bool pass_row(void *context, const RowColumn columns[], int count, const double row[])
{
  RowCall *call = context;
  if (!call->columns) {
    call->columns = ARENA_ARRAY(call->arena, BielleColumn, count);
    for (int c = 0; c < count; c++)
      call->columns[c] = (BielleColumn){ columns[c].name, columns[c].unit };
  }
  return call->asked->row(call->asked->row_context, call->columns, count, row) == 0;
}

// ---- result

// Plots what is recorded, or by default all columns except speeds.
static void put_plot(StudyCall *call, const Simulation *simulation)
{
  RowTable table = simulation_table(simulation);
  int count = 0, n = call->mechanism->coordinate_count;
  PlotColumn *curves = ARENA_ARRAY(call->arena, PlotColumn, simulation->column_count);
  for (int c = 1; c < simulation->column_count; c++) {
    bool is_speed = !simulation->options.records && c > n && c <= 2 * n;
    if (!is_speed) curves[count++] = row_table_curve(&table, c, call->arena);
  }
  const Equations *equations = simulation->system->equations;
  Plot plot = { .title = equations->title[0] ? equations->title : equations->name,
                .across = row_table_curve(&table, 0, call->arena),
                .curves = curves,
                .curve_count = count,
                .rows = simulation->row_count };
  plot_svg(&plot, &call->answer->picture);
}

// A simulation with its initial state.
typedef struct SimulateRun {
  StateValues start;
  SimulationOptions options;
} SimulateRun;

static bool prepare(StudyCall *call, const BielleSimulateOptions *asked, SimulateRun *run)
{
  const Task *experiment = experiment_find(call->mechanism, asked->experiment, &call->why);
  if (asked->experiment && !experiment) return false;
  call->defaults.experiment = experiment;
  StateValues *start = &run->start;
  SimulationOptions *options = &run->options;
  if (!study_read_state(call, start) || !study_check_rates(call, start, false)) return false;
  StateValues named = state_values_names(call->arena, call->system->equations, start);
  if (!read_options(call, asked, experiment, start, options)) return false;
  options->has_inputs = start->has_inputs;
  options->lacks_event_rows = asked->sensitivity;  // derivatives have two one-sided values there
  options->constraints.keeps_open = call->keeps_open;
  study_named_values(call, start, NULL, &options->constraints.is_named,
                     &options->constraints.is_named_rate);
  return !asked->sensitivity ||
         sensitivity_read(call, asked->sensitivity, experiment, &named, start, options);
}

static void put_answer(StudyCall *call, const Simulation *simulation, bool has_table)
{
  simulation_notes(call->mechanism, simulation, call->local);
  simulation_words(simulation, &call->answer->words);
  simulation_record(simulation, call->answer->record);
  RowTable table = simulation_table(simulation);
  if (has_table) row_table_csv(&table, &call->answer->table);
  if (simulation->row_count > 0) put_plot(call, simulation);
}

static BielleStatus solve(StudyCall *call, const BielleSimulateOptions *asked)
{
  SimulateRun run;
  const char *hint = NULL;
  if (!prepare(call, asked, &run)) return BIELLE_BAD_INPUT;
  Progress progress = { asked->progress, asked->progress_context, NULL, 0, false };
  RowCall rows = { asked, call->arena, NULL };
  run.options.progress = &progress;
  run.options.listener = asked->row ? pass_row : NULL;
  run.options.listener_context = &rows;
  ProgramState state = start_state_program(&run.start);
  Simulation *simulation = simulation_new(call->system, &state, &run.options, &call->why, &hint);
  if (!simulation) return study_fail(call, hint);
  study_report_motions(call, &run.start, simulation->motion->q);
  put_answer(call, simulation, !asked->row);
  bool holds = simulation->motion->is_closed && simulation->failure.length == 0;
  bool is_cancelled = progress.is_cancelled || simulation->listener_stopped;
  simulation_free(simulation);
  if (is_cancelled) return BIELLE_CANCELLED;
  return holds ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

BielleStatus bielle_simulate(const BielleMechanism *mechanism, const BielleSimulateOptions *options,
                             BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleSimulateOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  BielleMechanism sampled = { .mechanism =
                                  experiment_sampled(mechanism->mechanism, options->experiment) };
  if (sampled.mechanism) mechanism = &sampled;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  BielleStatus status = study_end(&call, solve(&call, options), out);
  mechanism_free(sampled.mechanism);
  return status;
}
