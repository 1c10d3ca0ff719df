// sensitivity.c -- the variables of a sensitivity, and the initial state as a function of them.
// SPDX-License-Identifier: MIT
#include "api/study/sensitivity.h"

#include "control/design.h"
#include "study/simulation/experiment.h"

#include <math.h>
#include <string.h>

enum { MAX_VALUES = 32 };

// ---- values

static bool may_differ(ValueSource source)
{
  return source == SOURCE_PARAMETERS || source == SOURCE_Q || source == SOURCE_QD ||
         source == SOURCE_INPUTS || source == SOURCE_STATES || source == SOURCE_DISCRETES;
}

static double *values_of(StateValues *values, ValueSource source)
{
  return source == SOURCE_PARAMETERS ? values->parameters : state_values(values, source);
}

static int index_of(const Equations *equations, StatePlace place)
{
  int count;
  ValueSource source = place.source == SOURCE_QD ? SOURCE_Q : place.source;
  return (int)(place.variable - variables_of_source(equations, source, &count));
}

// ---- initial state

// Derivatives of the described values that the state does not give.
static bool described_changes(StudyCall *call, const StateValues *named, const StateValues *start,
                              StateValues *change)
{
  const Equations *equations = call->system->equations;
  DescribedValues *described = described_values_new(equations, &call->why);
  DescribedArrays arrays = { change->inputs, change->q, change->states, change->discretes };
  if (!described) return false;
  described_values_at(described, start->parameters, start->time, arrays);
  described_values_along(described, change->parameters, 0, arrays);
  described_values_free(described);
  for (int i = 0; i < equations->coordinate_count; i++)
    change->q[i] = named->has_q[i] ? 0 : change->q[i];
  for (int i = 0; i < equations->state_count; i++)
    change->states[i] = named->has_states[i] ? 0 : change->states[i];
  for (int i = 0; i < equations->discrete_count; i++)
    change->discretes[i] = named->has_discretes[i] ? 0 : change->discretes[i];
  for (int i = 0; i < equations->input_count; i++)
    change->inputs[i] = start->has_inputs[i] ? 0 : change->inputs[i];
  return true;
}

static bool *copied_flags(Arena *arena, const bool flags[], int count)
{
  bool *copy = ARENA_ARRAY(arena, bool, count + 1);
  if (flags) memcpy(copy, flags, sizeof(bool) * (size_t)count);
  return copy;
}

static bool changes_of(StudyCall *call, const Task *experiment, const StateValues *named,
                       const StateValues *start, StateValues *change)
{
  const Equations *equations = call->system->equations;
  Arena *arena = call->arena;
  if (!described_changes(call, named, start, change)) return false;
  int n = equations->coordinate_count;
  ExperimentStart at = {
    .q = change->q,
    .qd = change->qd,
    .states = change->states,
    .discretes = change->discretes,
    .inputs = change->inputs,
    .has_q = copied_flags(arena, named->has_q, n),
    .has_qd = copied_flags(arena, named->has_qd, n),
    .has_states = copied_flags(arena, named->has_states, equations->state_count),
    .has_discretes = copied_flags(arena, named->has_discretes, equations->discrete_count),
    .has_inputs = copied_flags(arena, named->has_inputs, equations->input_count),
  };
  return !experiment || experiment_start_along(call->system, experiment, start->parameters,
                                               change->parameters, &at, &call->why);
}

// Derivatives of the parameters that the experiment sets by formulas of this one.
static bool follow_parameters(StudyCall *call, const Task *experiment, const StateValues *named,
                              const StateValues *start, int index, double change[])
{
  int count = call->system->equations->parameter_count;
  bool *is_given = copied_flags(call->arena, named->has_parameters, count);
  is_given[index] = true;
  return experiment_parameters_along(call->system, experiment, start->parameters, is_given, change,
                                     &call->why);
}

static bool changes_gains(StudyCall *call, const double change[])
{
  const Equations *equations = call->system->equations;
  for (int i = 0; i < equations->parameter_count; i++) {
    if (change[i] == 0 || !control_is_design(equations->design, i)) continue;
    text_format(&call->why, "there is no derivative by '%s': the gains of 'lqr' are made of it",
                equations->parameters[i].name);
    return true;
  }
  return false;
}

// Returns true, with a sentence, if the times of samples depend on the variable.
static bool moves_samples(StudyCall *call, const double change[])
{
  const Mechanism *mechanism = call->mechanism;
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Expr *symbol = mechanism->parameters[i].symbol;
    for (int k = 0; change[i] != 0 && k < mechanism->sample_count; k++) {
      const Sampling *sampling = &mechanism->samples[k];
      if (!expr_depends_on(sampling->period, symbol) &&
          !(sampling->delay && expr_depends_on(sampling->delay, symbol)))
        continue;
      text_format(&call->why, "there is no derivative by '%s': the moments of '%s' change with it",
                  mechanism->parameters[i].name, sampling->name);
      return true;
    }
  }
  return false;
}

// Reads one variable. Loop closure keeps its value, as well as those given in the state.
static bool read_value(StudyCall *call, const char *name, StatePlace place, const Task *experiment,
                       const StateValues *named, StateValues *start,
                       const SimulationOptions *options, SensitivityVariable *by)
{
  const Equations *equations = call->system->equations;
  Arena *arena = call->arena;
  int n = equations->coordinate_count, index = index_of(equations, place);
  StateValues change = state_values_new(equations, arena);
  double value = values_of(start, place.source)[index];
  bool *stays = copied_flags(arena, options->constraints.is_named, n);
  bool *stays_rate = copied_flags(arena, options->constraints.is_named_rate, n);
  const char *unit = place.variable->unit;
  if (place.source == SOURCE_Q) stays[index] = true;
  if (place.source == SOURCE_QD) {
    stays_rate[index] = true;
    unit = arena_format(arena, "%s/s", unit[0] ? unit : "1");
  }
  values_of(&change, place.source)[index] = place.source == SOURCE_PARAMETERS;
  if (place.source == SOURCE_PARAMETERS && experiment &&
      !follow_parameters(call, experiment, named, start, index, change.parameters))
    return false;
  if (changes_gains(call, change.parameters) || moves_samples(call, change.parameters))
    return false;
  if (!changes_of(call, experiment, named, start, &change)) return false;
  values_of(&change, place.source)[index] = 1;
  *by = (SensitivityVariable){ .name = name,
                               .unit = unit,
                               .source = place.source,
                               .scale = value != 0 ? fabs(value) : 1,
                               .start = start_state_program(&change),
                               .stays = stays,
                               .stays_rate = stays_rate };
  return true;
}

bool sensitivity_read(StudyCall *call, const char *list, const Task *experiment,
                      const StateValues *named, StateValues *start, SimulationOptions *options)
{
  SensitivityVariable *by = ARENA_ARRAY(call->arena, SensitivityVariable, MAX_VALUES);
  StatePlace place;
  int count = 0;
  for (const char *at = list + strspn(list, " ,"); *at; at += strspn(at, " ,")) {
    size_t length = strcspn(at, " ,");
    const char *name = arena_copy_text(call->arena, at, length);
    at += length;
    if (count == MAX_VALUES) {
      diagnose(call->diagnostics, NULL,
               "this cannot be simulated: derivatives by more than %d values", MAX_VALUES);
      return false;
    }
    if (!state_name_find(call->system->equations, name, &place) || !may_differ(place.source)) {
      diagnose(call->diagnostics, NULL,
               "there is no '%s' to differentiate by: parameters, coordinates, speeds, inputs and "
               "states at the start",
               name);
      return false;
    }
    if (!read_value(call, name, place, experiment, named, start, options, &by[count++]))
      return false;
  }
  if (count == 0) diagnose(call->diagnostics, NULL, "'%s' is not a value of sensitivity", list);
  options->by = by;
  options->by_count = count;
  return count > 0;
}
