// experiment.c -- times, tolerance, start and records of an experiment.
// SPDX-License-Identifier: MIT
#include "study/simulation/experiment.h"

#include "control/hold.h"
#include "mechanism/default_value.h"
#include "system/described_values.h"

#include <math.h>
#include <string.h>

static const char START[] = "start ";

const SimulationOptions EXPERIMENT_DEFAULTS = {
  .end = 10, .tolerance = 1e-8, .step = NAN, .absolute = NAN, .stride = NAN, .resolution = NAN
};

void experiment_complete(SimulationOptions *options)
{
  static const double DEFAULT_ROWS = 500, DEFAULT_STRIDES = 1000, MAX_STRIDE = 1e-3;
  double span = options->end - options->begin;
  if (isnan(options->step)) options->step = span / DEFAULT_ROWS;
  if (isnan(options->resolution)) options->resolution = span / DEFAULT_ROWS;
  if (isnan(options->stride)) options->stride = fmin(MAX_STRIDE, span / DEFAULT_STRIDES);
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
    if (names.length > 0) text_format(why, "; choose one of: %s", text_string(&names));
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

const TaskOption *experiment_start(const Task *experiment, const char *name)
{
  for (int k = 0; k < experiment->option_count; k++) {
    const TaskOption *option = &experiment->options[k];
    if (is_start(option) && strcmp(option->name + strlen(START), name) == 0) return option;
  }
  return NULL;
}

// Evaluates the options, which are functions of the parameters, except for recorded values. If
// `change` is not NULL, returns their directional derivatives along it.
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
  Evaluator evaluator =
      evaluator_of_expressions(system->derivation, system->arena, entries, count, &values);
  bool is_good = evaluator_compile(&evaluator, why);
  if (is_good && change) {
    evaluator_differentiate(&evaluator);
    evaluator_linearise_at(&evaluator, &(ProgramState){ .parameters = parameters });
    evaluator_directional(&evaluator, &(ProgramState){ .parameters = change });
    values = evaluator_derivative(&evaluator, values);
  } else if (is_good) {
    evaluator_evaluate(&evaluator, &(ProgramState){ .parameters = parameters });
  }
  evaluator_free(&evaluator);
  return is_good ? values : NULL;
}

// ---- start

static int find_variable(const Variable variables[], int count, const char *name, size_t length)
{
  for (int i = 0; i < count; i++) {
    if (strlen(variables[i].name) == length && memcmp(variables[i].name, name, length) == 0)
      return i;
  }
  return -1;
}

// Returns false with a message if the experiment starts a variable that does not exist: no start
// value is silently ignored.
static bool check_starts(const Mechanism *mechanism, const Task *experiment, Text *why)
{
  const char *name = mechanism_missing_start(mechanism, experiment);
  if (!name) return true;
  text_format(why, "the experiment '%s' starts '%s', which ", experiment->name, name);
  if (mechanism->held) {
    text_format(why, "is held still: %s; hold it at that start, or choose another experiment",
                mechanism->held);
  } else {
    text_put(why, "is not a coordinate, state, parameter or input");
  }
  return false;
}

// Sets the start value of a coordinate "q1", a speed "q1'", a state, a discrete variable or an
// input. Parameters are set before.
static void put_start(const Equations *equations, const char *name, double value,
                      const ExperimentStart *start)
{
  size_t length = strcspn(name, "'");
  bool is_speed = name[length] == '\'';
  int i = find_variable(equations->coordinates, equations->coordinate_count, name, length);
  bool *is_given = is_speed ? start->has_qd : start->has_q;
  if (i >= 0 && !is_given[i]) {
    (is_speed ? start->qd : start->q)[i] = value;
    is_given[i] = true;
  }
  if (i >= 0) return;
  i = find_variable(equations->states, equations->state_count, name, length);
  if (i >= 0 && !start->has_states[i]) start->states[i] = value;
  i = find_variable(equations->discretes, equations->discrete_count, name, length);
  if (i >= 0 && !start->has_discretes[i]) start->discretes[i] = value;
  i = find_variable(equations->inputs, equations->input_count, name, strlen(name));
  if (i < 0 || start->has_inputs[i]) return;
  start->inputs[i] = value;
  start->has_inputs[i] = true;
}

// ---- parameters

// Returns the parameter that the option starts, or -1.
static int started_parameter(const Mechanism *mechanism, const TaskOption *option)
{
  return is_start(option) ? mechanism_find_parameter(mechanism, option->name + strlen(START)) : -1;
}

// Returns true if its formula depends on a parameter that is started but has no value yet.
static bool is_waiting(const Mechanism *mechanism, const Task *experiment, const TaskOption *option,
                       const bool has_value[])
{
  for (int k = 0; k < experiment->option_count; k++) {
    int i = started_parameter(mechanism, &experiment->options[k]);
    if (i >= 0 && !has_value[i] &&
        expr_depends_on(option->values[0], mechanism->parameters[i].symbol))
      return true;
  }
  return false;
}

const TaskOption *experiment_start_parameters(const Mechanism *mechanism, const Task *experiment,
                                              bool has_value[], double values[])
{
  const TaskOption *open = NULL;
  for (bool goes_on = true; goes_on;) {
    open = NULL;
    goes_on = false;
    for (int k = 0; k < experiment->option_count; k++) {
      const TaskOption *option = &experiment->options[k];
      int i = started_parameter(mechanism, option);
      if (i < 0 || has_value[i]) continue;
      if (is_waiting(mechanism, experiment, option, has_value)) {
        if (!open) open = option;
        continue;
      }
      values[i] = mechanism_value_with(mechanism, values, option->values[0]);
      has_value[i] = goes_on = true;
    }
  }
  return open;
}

// Returns the parameter values of the description and of the experiment; NaN: no value.
static const double *default_parameters(const Mechanism *mechanism, const Task *experiment,
                                        Arena *arena, const TaskOption **cyclic)
{
  double *values = ARENA_ARRAY(arena, double, mechanism->parameter_count + 1);
  bool *has_value = ARENA_ARRAY(arena, bool, mechanism->parameter_count + 1);
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Expr *value = mechanism->parameters[i].value;
    values[i] = value ? mechanism_default_value(mechanism, value) : NAN;
  }
  *cyclic = experiment_start_parameters(mechanism, experiment, has_value, values);
  return values;
}

// ---- options

static bool take_method(const TaskOption *option, SimulationOptions *options, Text *why)
{
  options->method = integrator_method(option->text);
  if (options->method < INTEGRATOR_METHODS) return true;
  text_format(why, "unknown method '%s'; choose one of: %s", option->text, INTEGRATOR_METHOD_WORDS);
  return false;
}

static bool take_treatment(const TaskOption *option, SimulationOptions *options, Text *why)
{
  options->treatment = simulation_treatment(option->text);
  if (options->treatment < SIMULATION_TREATMENTS) return true;
  text_format(why, "unknown treatment '%s'; choose one of: auto, projection, ggl, independent",
              option->text);
  return false;
}

// Applies times, step, tolerances, method and treatment; ignores other options.
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
  } else if (strcmp(option->name, "absolute") == 0) {
    options->absolute = value[0];
  } else if (strcmp(option->name, "stride") == 0) {
    options->stride = value[0];
  } else if (strcmp(option->name, "resolution") == 0) {
    options->resolution = value[0];
  } else if (strcmp(option->name, "method") == 0) {
    return take_method(option, options, why);
  } else if (strcmp(option->name, "treatment") == 0) {
    return take_treatment(option, options, why);
  }
  return true;
}

const char *experiment_fault(const SimulationOptions *options, const char **name)
{
  static const double MAX_ROWS = 1e7, MAX_STEPS = 1e9;
  double span = options->end - options->begin;
  *name = "time";
  if (!(span > 0) || !isfinite(span)) return "it ends before it begins";
  *name = "step";
  if (!(options->step > 0)) return "the step must be above 0";
  if (span / options->step > MAX_ROWS) return "the step is too small: more than 10^7 rows";
  *name = "stride";
  if (!(options->stride > 0)) return "the stride must be above 0";
  if (integrator_method_is_fixed(options->method) && span / options->stride > MAX_STEPS)
    return "the stride is too small: more than 10^9 steps";
  *name = "resolution";
  if (!(options->resolution > 0)) return "the resolution must be above 0";
  if (span / options->resolution > MAX_STEPS)
    return "the resolution is too small: more than 10^9 looks";
  *name = "absolute";
  if (options->absolute <= 0) return "the absolute tolerance must be above 0";
  *name = "tolerance";
  bool is_default = options->tolerance >= 1e-14 && options->tolerance <= 0.1;
  return is_default ? NULL : "the tolerance must lie between 1e-14 and 0.1";
}

// Same as experiment_check(), with these parameter values.
static bool check_with(const Mechanism *mechanism, const Task *experiment,
                       const double parameters[], const TaskOption **at, Text *why)
{
  SimulationOptions options = EXPERIMENT_DEFAULTS;
  for (int k = 0; k < experiment->option_count; k++) {
    const TaskOption *option = *at = &experiment->options[k];
    double value[2] = { 0 };
    bool is_known = option->value_count <= 2;
    for (int i = 0; is_known && i < option->value_count; i++) {
      value[i] = mechanism_value_with(mechanism, parameters, option->values[i]);
      is_known = isfinite(value[i]);
    }
    if (is_known && !take_option(option, value, &options, why)) return false;
  }
  experiment_complete(&options);
  const char *name, *fault = experiment_fault(&options, &name);
  *at = task_option(experiment, name);
  // Options that are not given follow from the time.
  if (!*at) *at = task_option(experiment, "time");
  if (fault) text_put(why, fault);
  return !fault;
}

bool experiment_check(const Mechanism *mechanism, const Task *experiment, const TaskOption **at,
                      Text *why)
{
  const TaskOption *cyclic;
  Arena *arena = arena_new();
  const double *parameters = default_parameters(mechanism, experiment, arena, &cyclic);
  bool is_good = !cyclic && check_with(mechanism, experiment, parameters, at, why);
  if (cyclic) {
    *at = cyclic;
    text_format(why, "the value of '%s' depends on itself", cyclic->name + strlen(START));
  }
  arena_free(arena);
  return is_good;
}

// Evaluates the laws of inputs at the start time; inputs that were given are kept.
static bool begin_inputs(System *system, const double parameters[], double begin,
                         const ExperimentStart *start, Text *why)
{
  const Equations *equations = system->equations;
  DescribedValues *described = begin != 0 ? described_values_new(equations, why) : NULL;
  if (!described) return begin == 0;
  Arena *arena = system->arena;
  double *inputs = ARENA_ARRAY(arena, double, equations->input_count + 1);
  described_values_at(
      described, parameters, begin,
      (DescribedArrays){ .inputs = inputs,
                         .q = ARENA_ARRAY(arena, double, equations->coordinate_count + 1),
                         .states = ARENA_ARRAY(arena, double, equations->state_count + 1),
                         .discretes = ARENA_ARRAY(arena, double, equations->discrete_count + 1) });
  described_values_free(described);
  for (int i = 0; i < equations->input_count; i++) {
    if (!start->has_inputs[i] && isfinite(inputs[i])) start->inputs[i] = inputs[i];
  }
  return true;
}

bool experiment_read(System *system, const Task *experiment, const double parameters[],
                     const ExperimentStart *start, SimulationOptions *options,
                     const TaskOption **at, Text *why)
{
  if (!check_starts(system->mechanism, experiment, why)) return false;
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
  described_values_hold(system->equations, start->inputs, start->has_inputs);
  options->records = options->record_count > 0 ? records : NULL;
  return begin_inputs(system, parameters, options->begin, start, why);
}

// The formulas are acyclic: each round propagates the changes by one level.
bool experiment_parameters_along(System *system, const Task *experiment, const double parameters[],
                                 const bool is_given[], double change[], Text *why)
{
  for (int round = 0; round < experiment->option_count; round++) {
    bool is_same = true;
    const double *value = values_of(system, experiment, parameters, change, why);
    if (!value) return false;
    for (int k = 0; k < experiment->option_count; k++) {
      const TaskOption *option = &experiment->options[k];
      int i = started_parameter(system->mechanism, option);
      if (i >= 0 && !is_given[i]) {
        is_same = is_same && change[i] == value[0];
        change[i] = value[0];
      }
      if (!is_recorded(option)) value += option->value_count;
    }
    if (is_same) break;
  }
  return true;
}

bool experiment_start_along(System *system, const Task *experiment, const double parameters[],
                            const double change[], const ExperimentStart *start, Text *why)
{
  if (!check_starts(system->mechanism, experiment, why)) return false;
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
  // experiment_find() is called again, with its message, where the experiment is read.
  Text unused = { 0 };
  const Task *experiment = experiment_find(mechanism, name, &unused);
  text_free(&unused);
  const TaskOption *period = experiment ? task_option(experiment, "sample") : NULL;
  const TaskOption *delay = experiment ? task_option(experiment, "delay") : NULL;
  if (!period) return NULL;
  Mechanism *copy = mechanism_copy(mechanism);
  control_sample_and_hold(copy, pool_counterpart(copy->pool, period->values[0]),
                          delay ? pool_counterpart(copy->pool, delay->values[0]) : NULL);
  return copy;
}
