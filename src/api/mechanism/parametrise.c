// parametrise.c -- changes of coordinates, through the public interface.
//
// An approximate initial state is closed in the coordinates of the description, to which its values
// refer: given values are kept, and the others follow. The new coordinates then begin there. A
// state that is given in addition has positions and speeds of the new coordinates: only its other
// values are used here.
// SPDX-License-Identifier: MIT
#include "transform/parametrise.h"

#include "api/state/state_list.h"
#include "api/study/study_call.h"
#include "base/memory/item_list.h"
#include "study/simulation/experiment.h"

#include <string.h>

// ---- values of a state other than positions, speeds, accelerations and torques

static bool is_of_motion(ValueSource source)
{
  return source == SOURCE_Q || source == SOURCE_QD || source == SOURCE_QDD ||
         source == SOURCE_TORQUES;
}

// Names that the equations do not have belong to new coordinates.
static void put_settings_of_list(const Equations *equations, const char *list, Text *out)
{
  Arena *scratch = arena_new();
  while (*list) {
    ListItem item;
    StatePlace place;
    list = list_next(list, &item);
    const char *name = arena_copy_text(scratch, item.name.text, item.name.length);
    if (!state_name_find(equations, name, &place) || is_of_motion(place.source)) continue;
    text_format(out, "%s%s = %.*s", out->length > 0 ? ", " : "", name, (int)item.value.length,
                item.value.text);
  }
  arena_free(scratch);
}

// Uses the first of a list of states.
static void put_settings_of_json(const char *json, Text *out)
{
  static const char *const MOTION[] = { "q", "qd", "qdd", "tau" };
  json_t *document = json_loads(json, 0, NULL);
  json_t *state = json_is_array(document) ? json_array_get(document, 0) : document;
  for (size_t k = 0; k < sizeof MOTION / sizeof MOTION[0] && state; k++)
    json_object_del(state, MOTION[k]);
  char *text = json_dumps(state, 0);
  if (text) text_put(out, text);
  free(text);
  json_decref(document);
}

static Text settings_of(const Equations *equations, BielleStart state)
{
  Text all = { 0 }, settings = { 0 };
  text_put_bytes(&all, state.text, state.length);
  const char *text = text_string(&all), *begin = text + strspn(text, " \t\r\n");
  if (*begin == '{' || *begin == '[') {
    put_settings_of_json(begin, &settings);
  } else {
    put_settings_of_list(equations, begin, &settings);
  }
  text_free(&all);
  return settings;
}

// ---- initial states

static bool read_experiment(StudyCall *call, const Task *experiment, StateValues *start)
{
  SimulationOptions options = EXPERIMENT_DEFAULTS;
  const TaskOption *option = NULL;
  ExperimentStart at = { start->q,         start->qd,         start->states,
                         start->discretes, start->inputs,     start->has_q,
                         start->has_qd,    start->has_states, start->has_discretes,
                         start->has_inputs };
  if (!experiment_read(call->system, experiment, start->parameters, &at, &options, &option,
                       &call->why)) {
    return false;
  }
  start->time = options.begin;
  return true;
}

static const double *copied(Arena *arena, const double values[], int count)
{
  double *copy = ARENA_ARRAY(arena, double, count + 1);
  for (int i = 0; i < count; i++)
    copy[i] = values[i];
  return copy;
}

static const bool *copied_flags(Arena *arena, const bool values[], int count)
{
  bool *copy = ARENA_ARRAY(arena, bool, count + 1);
  for (int i = 0; i < count; i++)
    copy[i] = values[i];
  return copy;
}

// Copies the inputs given in the state, without the initial values of the experiment.
static void take_inputs(StudyCall *call, const StateValues *start, Arena *arena,
                        ClosedStart *closed)
{
  int count = call->system->equations->input_count;
  if (!call->has_state) return;
  closed->inputs = copied(arena, start->inputs, count);
  closed->has_inputs = copied_flags(arena, start->has_inputs, count);
}

// Closes the initial state. Without constraints, only the given inputs are needed.
static bool close_start(StudyCall *call, const Task *experiment, Arena *arena, ClosedStart *closed)
{
  System *system = call->system;
  StateValues start;
  MotionOptions options = { 0 };
  Text unused = { 0 };
  bool is_constrained = system_derive_constraints(system, &unused) && system->rows->count > 0;
  text_free(&unused);
  if (!is_constrained && !call->has_state) return false;
  call->defaults.experiment = experiment;
  *closed = (ClosedStart){ .experiment = experiment ? experiment->name : NULL };
  if (!study_read_state(call, &start)) return false;
  take_inputs(call, &start, arena, closed);
  if (!is_constrained) return true;
  if (experiment && !read_experiment(call, experiment, &start)) return false;
  study_named_values(call, &start, NULL, &options.is_named, &options.is_named_rate);
  ProgramState state = start_state_program(&start);
  if (!motion_close(system, &state, &options, arena, &closed->q, &closed->qd)) return false;
  closed->parameters = copied(arena, start.parameters, system->equations->parameter_count);
  return true;
}

// Adds the initial state of the experiment, or of the description; if it cannot be assembled,
// simulations report the reason.
static void add_start(const BielleMechanism *mechanism, const Task *experiment, BielleStart state,
                      Arena *arena, ClosedStarts *starts)
{
  BielleDiagnostics *unused = bielle_diagnostics_new();
  BielleAnswer *answer = NULL;
  StudyCall call = study_begin(mechanism, (BielleStart){ 0 }, unused);
  Text settings = { 0 };
  if (state.text) settings = settings_of(call.system->equations, state);
  call.has_state = settings.length > 0;
  if (call.has_state)
    call.source = start_state_source(text_string(&settings), settings.length, state.name);
  if (close_start(&call, experiment, arena, &starts->at[starts->count])) starts->count++;
  study_end(&call, BIELLE_BAD_INPUT, &answer);
  text_free(&settings);
  bielle_diagnostics_free(unused);
}

static ClosedStarts closed_starts(const BielleMechanism *mechanism, BielleStart state, Arena *arena)
{
  const Mechanism *described = mechanism->mechanism;
  ClosedStarts starts = { .at = ARENA_ARRAY(arena, ClosedStart, described->task_count + 1) };
  if (!mechanism_is_constrained(described) && !state.text) return starts;
  add_start(mechanism, NULL, state, arena, &starts);
  for (int i = 0; i < described->task_count; i++) {
    const Task *task = &described->tasks[i];
    if (task->kind == TASK_EXPERIMENT) add_start(mechanism, task, state, arena, &starts);
  }
  return starts;
}

// ---- the call

BielleStatus bielle_mechanism_parametrise_at(BielleMechanism *mechanism, const char *to,
                                             const char *state, size_t length,
                                             BielleDiagnostics *diagnostics)
{
  Parametrisation parametrisation = parametrisation_of(to);
  if (parametrisation == PARAMETRISATION_COUNT) {
    diagnose(diagnostics, "choose one of: minimal, relative, cartesian",
             "unknown parametrisation '%s'", to);
    return BIELLE_BAD_INPUT;
  }
  Arena *arena = arena_new();
  Diagnostics *local = diagnostics_new();
  BielleStart start = { .text = state, .length = length, .name = "state" };
  ClosedStarts starts = closed_starts(mechanism, start, arena);
  bool is_good = mechanism_parametrise(mechanism->mechanism, parametrisation, &starts, local);
  adopt_diagnostics(diagnostics, local);
  arena_free(arena);
  return is_good ? BIELLE_OK : BIELLE_BAD_INPUT;
}

BielleStatus bielle_mechanism_parametrise(BielleMechanism *mechanism, const char *to,
                                          BielleDiagnostics *diagnostics)
{
  return bielle_mechanism_parametrise_at(mechanism, to, NULL, 0, diagnostics);
}
