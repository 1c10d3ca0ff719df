// sensitivity.h -- initial values with respect to which a simulation is differentiated, and the
// derivatives of the initial state. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STUDY_SENSITIVITY_H
#define BIELLE_API_STUDY_SENSITIVITY_H

#include "api/study/study_call.h"
#include "study/simulation/simulation.h"

// Reads "m1, k, phi'" into options->by. `named` is the initial state as given, `start` the one
// completed by the experiment (NULL: none). Returns false after reporting the reason.
bool sensitivity_read(StudyCall *call, const char *list, const Task *experiment,
                      const StateValues *named, StateValues *start, SimulationOptions *options);

#endif
