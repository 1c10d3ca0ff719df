// experiment.c -- times, tolerance, start and records of an experiment.
// SPDX-License-Identifier: MIT
#include "study/experiment.h"

#include "control/hold.h"
#include "mechanism/default_value.h"

#include <math.h>
#include <string.h>

static const char START[] = "start ";

const SimulationOptions EXPERIMENT_USUAL = { .end = 10, .tolerance = 1e-8, .step = NAN };

void experiment_complete(SimulationOptions *options)
{
  enum { USUAL_ROWS = 500 };
  if (isnan(options->step)) options->step = (options->end - options->begin) / USUAL_ROWS;
}

const Task *experiment_find(const Mechanism *mechanism, const char *name, Text *why)
{
  const Task *first = NULL;
  Text names = { 0 };
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (task->kind != TASK_EXPERIMENT) continue;
    if (name && strcmp(task->name, name) == 0) first = task;
    if (!name && !first) first = task;
    text_format(&names, "%s%s", names.length > 0 ? ", " : "", task->name);
  }
  if (!first && name) {
    text_format(why, "there is no experiment '%s'", name);
    if (names.length > 0) text_format(why, "; there is: %s", text_string(&names));
  }
  text_free(&names);
  return first;
}

// ---- values

static bool is_recorded(const TaskOption *option) { return strcmp(option->name, "record") == 0; }

static bool is_start(const TaskOption *option)
{
  return strncmp(option->name, START, strlen(START)) == 0;
}

// Values of options are functions of the parameters, but for what is recorded. `change` not NULL: how
// they change when the parameters do.
static double *values_of(System *system, const Task *experiment, const double parameters[],
                         const double change[], Text *why)
{
  int count = 0;
  for (int k = 0; k < experiment->option_count; k++)
    count += experiment->options[k].value_count;
  const Expr **entries = ARENA_ARRAY(system->arena, const Expr *, count + 1);
  count = 0;
  for (int k = 0; k < experiment->option_count; k++) {
    const TaskOption *option = &experiment->options[k];
    for (int e = 0; !is_recorded(option) && e < option->value_count; e++)
      entries[count++] = option->values[e];
  }
  double *values;
  Board board = board_of(system->derivation, system->arena, entries, count, &values);
  bool is_good = board_compile(&board, why);
  if (is_good && change) {
    board_differentiate(&board);
    board_stand_at(&board, &(ProgramState){ .parameters = parameters });
    board_go_along(&board, &(ProgramState){ .parameters = change });
    values = board_rate(&board, values);
  } else if (is_good) {
    board_evaluate(&board, &(ProgramState){ .parameters = parameters });
  }
  board_close(&board);
  return is_good ? values : NULL;
}

// ---- the start

static int find_variable(const Variable variables[], int count, const char *name, size_t length)
{
  for (int i = 0; i < count; i++) {
    if (strlen(variables[i].name) == length && memcmp(variables[i].name, name, length) == 0)
      return i;
  }
  return -1;
}

// "q1", "q1'", a state, a discrete variable or an input; parameters were there before.
static void put_start(const Equations *equations, const char *name, double value,
                      const ExperimentStart *start)
{
  size_t length = strcspn(name, "'");
  bool is_speed = name[length] == '\'';
  int i = find_variable(equations->coordinates, equations->coordinate_count, name, length);
  bool *is_given = is_speed ? start->gives_qd : start->gives_q;
  if (i >= 0 && !is_given[i]) {
    (is_speed ? start->qd : start->q)[i] = value;
    is_given[i] = true;
  }
  if (i >= 0) return;
  i = find_variable(equations->states, equations->state_count, name, length);
  if (i >= 0 && !start->gives_states[i]) start->states[i] = value;
  i = find_variable(equations->discretes, equations->discrete_count, name, length);
  if (i >= 0 && !start->gives_discretes[i]) start->discretes[i] = value;
  i = find_variable(equations->inputs, equations->input_count, name, length);
  if (i < 0 || start->gives_inputs[i]) return;
  start->inputs[i] = value;
  start->gives_inputs[i] = true;
}

const double *experiment_parameters(const System *system, const Task *experiment)
{
  const Equations *equations = system->equations;
  double *values = ARENA_ARRAY(system->arena, double, equations->parameter_count + 1);
  for (int i = 0; i < equations->parameter_count; i++)
    values[i] = NAN;
  for (int k = 0; k < experiment->option_count; k++) {
    const TaskOption *option = &experiment->options[k];
    if (!is_start(option)) continue;
    const char *name = option->name + strlen(START);
    int i = find_variable(equations->parameters, equations->parameter_count, name, strlen(name));
    if (i >= 0) values[i] = mechanism_default_value(system->mechanism, option->values[0]);
  }
  return values;
}

// ---- all of it

static bool take_method(const TaskOption *option, SimulationOptions *options, Text *why)
{
  options->method = integrator_method(option->text);
  if (options->method < INTEGRATOR_METHODS) return true;
  text_format(why, "unknown method '%s'; there is: %s", option->text, INTEGRATOR_METHOD_WORDS);
  return false;
}

static bool take_treatment(const TaskOption *option, SimulationOptions *options, Text *why)
{
  options->treatment = simulation_treatment(option->text);
  if (options->treatment < SIMULATION_TREATMENTS) return true;
  text_format(why, "unknown treatment '%s'; there is: auto, projection, ggl, independent",
              option->text);
  return false;
}

// Times, step, tolerance and the words of method and treatment; of other options nothing.
static bool take_option(const TaskOption *option, const double value[], SimulationOptions *options,
                        Text *why)
{
  if (strcmp(option->name, "time") == 0) {
    options->begin = option->value_count > 1 ? value[0] : 0;
    options->end = value[option->value_count - 1];
  } else if (strcmp(option->name, "step") == 0) {
    options->step = value[0];
  } else if (strcmp(option->name, "tolerance") == 0) {
    options->tolerance = value[0];
  } else if (strcmp(option->name, "method") == 0) {
    return take_method(option, options, why);
  } else if (strcmp(option->name, "treatment") == 0) {
    return take_treatment(option, options, why);
  }
  return true;
}

const char *experiment_fault(const SimulationOptions *options, const char **name)
{
  static const double MOST_ROWS = 1e7;
  double span = options->end - options->begin;
  *name = "time";
  if (!(span > 0) || !isfinite(span)) return "it ends before it begins";
  *name = "step";
  if (!(options->step > 0)) return "the step must be above 0";
  if (span / options->step > MOST_ROWS) return "the step is too small: more than 10^7 rows";
  *name = "tolerance";
  bool is_usual = options->tolerance >= 1e-14 && options->tolerance <= 0.1;
  return is_usual ? NULL : "the tolerance must lie between 1e-14 and 0.1";
}

bool experiment_check(const Mechanism *mechanism, const Task *experiment, const TaskOption **at,
                      Text *why)
{
  SimulationOptions options = EXPERIMENT_USUAL;
  for (int k = 0; k < experiment->option_count; k++) {
    const TaskOption *option = *at = &experiment->options[k];
    double value[2] = { 0 };
    bool is_known = option->value_count <= 2;
    for (int i = 0; is_known && i < option->value_count; i++) {
      value[i] = mechanism_default_value(mechanism, option->values[i]);
      is_known = isfinite(value[i]);
    }
    if (is_known && !take_option(option, value, &options, why)) return false;
  }
  experiment_complete(&options);
  const char *name, *fault = experiment_fault(&options, &name);
  *at = task_option(experiment, name);
  if (fault) text_put(why, fault);
  return !fault;
}

bool experiment_read(System *system, const Task *experiment, const double parameters[],
                     const ExperimentStart *start, SimulationOptions *options,
                     const TaskOption **at, Text *why)
{
  const double *value = values_of(system, experiment, parameters, NULL, why);
  const TaskOption **records =
      ARENA_ARRAY(system->arena, const TaskOption *, experiment->option_count + 1);
  if (!value) return false;
  for (int k = 0; k < experiment->option_count; k++) {
    const TaskOption *option = *at = &experiment->options[k];
    if (is_recorded(option)) {
      records[options->record_count++] = option;
      continue;
    }
    if (is_start(option))
      put_start(system->equations, option->name + strlen(START), value[0], start);
    if (!take_option(option, value, options, why)) return false;
    value += option->value_count;
  }
  options->records = options->record_count > 0 ? records : NULL;
  return true;
}

bool experiment_start_along(System *system, const Task *experiment, const double parameters[],
                            const double change[], const ExperimentStart *start, Text *why)
{
  const double *value = values_of(system, experiment, parameters, change, why);
  if (!value) return false;
  for (int k = 0; k < experiment->option_count; k++) {
    const TaskOption *option = &experiment->options[k];
    if (is_start(option))
      put_start(system->equations, option->name + strlen(START), value[0], start);
    if (!is_recorded(option)) value += option->value_count;
  }
  return true;
}

Mechanism *experiment_sampled(const Mechanism *mechanism, const char *name)
{
  Text unused = { 0 };  // who reads the experiment says why there is none
  const Task *experiment = experiment_find(mechanism, name, &unused);
  text_free(&unused);
  const TaskOption *period = experiment ? task_option(experiment, "sample") : NULL;
  const TaskOption *delay = experiment ? task_option(experiment, "delay") : NULL;
  if (!period) return NULL;
  Mechanism *copy = mechanism_copy(mechanism);
  control_hold(copy, pool_twin(copy->pool, period->values[0]),
               delay ? pool_twin(copy->pool, delay->values[0]) : NULL);
  return copy;
}
