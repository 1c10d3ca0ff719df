// experiment.h -- evaluation of an experiment of the description.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SIMULATION_EXPERIMENT_H
#define BIELLE_STUDY_SIMULATION_EXPERIMENT_H

#include "study/simulation/simulation.h"

// Destination of the start: state arrays, with flags of the values that were given explicitly and
// are kept.
typedef struct ExperimentStart {
  double *q, *qd, *states, *discretes, *inputs;
  bool *has_q, *has_qd, *has_states, *has_discretes, *has_inputs;
} ExperimentStart;

// Returns the experiment of that name; if `name` is NULL, the first one, or NULL if there is none.
// Returns NULL with a message in `why` if no experiment has that name.
const Task *experiment_find(const Mechanism *mechanism, const char *name, Text *why);

// Returns the option that sets the start value of `name` ("q1", "q1'", a parameter, ..), or NULL.
const TaskOption *experiment_start(const Task *experiment, const char *name);

// Default options. Step, stride and resolution are NaN: experiment_complete() computes those that
// are missing from the time span.
extern const SimulationOptions EXPERIMENT_DEFAULTS;
void experiment_complete(SimulationOptions *options);
// Returns why completed options cannot be simulated, and the name of the faulty option in *name;
// NULL if they are valid.
const char *experiment_fault(const SimulationOptions *options, const char **name);
// Same check for an experiment of the description, including its method and treatment, as far as
// parameters have values. Returns false with a message in `why`; *option is the faulty option.
bool experiment_check(const Mechanism *mechanism, const Task *experiment, const TaskOption **option,
                      Text *why);

// Computes the values of the parameters that the experiment starts and that have no value yet
// (`has_value`, which is updated), each after those its formula depends on. Returns the first
// option that depends on itself, which experiment_check() rejects, or NULL.
const TaskOption *experiment_start_parameters(const Mechanism *mechanism, const Task *experiment,
                                              bool has_value[], double values[]);

// Fills the times, step, method, tolerance and records of the options, and the start, for these
// parameter values. Returns false with a message in `why` if a value is invalid; *option is the
// faulty option.
bool experiment_read(System *system, const Task *experiment, const double parameters[],
                     const ExperimentStart *start, SimulationOptions *options,
                     const TaskOption **option, Text *why);
// Computes the derivatives of the parameters that the experiment starts, given those in `change`,
// and stores them in `change`; parameters with is_given are not changed.
bool experiment_parameters_along(System *system, const Task *experiment, const double parameters[],
                                 const bool is_given[], double change[], Text *why);
// Computes the derivatives of the start along `change` of the parameters, into the arrays of
// `start`.
bool experiment_start_along(System *system, const Task *experiment, const double parameters[],
                            const double change[], const ExperimentStart *start, Text *why);
// Returns a copy of the mechanism with sampled controllers, if the experiment of that name requires
// it; otherwise NULL.
Mechanism *experiment_sampled(const Mechanism *mechanism, const char *name);

#endif
