// experiment.h -- an experiment of the description in numbers.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SIMULATION_EXPERIMENT_H
#define BIELLE_STUDY_SIMULATION_EXPERIMENT_H

#include "study/simulation/simulation.h"

// Where the start goes: arrays of the state with flags of what somebody has given already, which
// stays.
typedef struct ExperimentStart {
  double *q, *qd, *states, *discretes, *inputs;
  bool *has_q, *has_qd, *has_states, *has_discretes, *has_inputs;
} ExperimentStart;

// The experiment of that name; `name` NULL: the first one, if there is any. NULL with a sentence if
// there is no such.
const Task *experiment_find(const Mechanism *mechanism, const char *name, Text *why);

// What the experiment starts under that name: "q1", "q1'", a parameter, ..; NULL: nothing.
const TaskOption *experiment_start(const Task *experiment, const char *name);

// What nobody says, without a step: experiment_complete() puts one where there is none yet.
extern const SimulationOptions EXPERIMENT_DEFAULTS;
void experiment_complete(SimulationOptions *options);
// Why options that are complete cannot be simulated, and the part of an experiment that says so;
// NULL: they can.
const char *experiment_fault(const SimulationOptions *options, const char **name);
// The same of an experiment of the description, with its method and treatment, as far as parameters
// have values. False with a sentence in `why`; *option is where.
bool experiment_check(const Mechanism *mechanism, const Task *experiment, const TaskOption **option,
                      Text *why);

// Fills the values of parameters that the experiment starts and that have none yet (`has_value`,
// which is updated), each after those that its formula depends on. Returns the first option that
// depends on itself, which experiment_check() refuses; NULL: there is none.
const TaskOption *experiment_start_parameters(const Mechanism *mechanism, const Task *experiment,
                                              bool has_value[], double values[]);

// Fills times, step, method, tolerance and records of the options, and the start, with these values
// of the parameters. False with a sentence in `why` if a value makes no sense; *option is where.
bool experiment_read(System *system, const Task *experiment, const double parameters[],
                     const ExperimentStart *start, SimulationOptions *options,
                     const TaskOption **option, Text *why);
// How parameters that the experiment starts change with those that `change` has, which it completes;
// those that are given stay.
bool experiment_parameters_along(System *system, const Task *experiment, const double parameters[],
                                 const bool is_given[], double change[], Text *why);
// How the start changes when the parameters do, into the arrays of `start`.
bool experiment_start_along(System *system, const Task *experiment, const double parameters[],
                            const double change[], const ExperimentStart *start, Text *why);
// The mechanism with controllers that are sampled, if the experiment of that name says so; otherwise
// NULL.
Mechanism *experiment_sampled(const Mechanism *mechanism, const char *name);

#endif
