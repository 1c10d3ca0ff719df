// sensitivity.h -- values of the start by which a simulation is differentiated, and how what is given
// changes with each. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STUDY_SENSITIVITY_H
#define BIELLE_API_STUDY_SENSITIVITY_H

#include "api/study/study_call.h"
#include "study/simulation/simulation.h"

// "m1, k, phi'" into options->by. `named` is the start as the state alone has it, `start` with what the
// experiment (NULL: none) gives besides. False: it is told why not.
bool sensitivity_read(StudyCall *call, const char *list, const Task *experiment,
                      const StateValues *named, StateValues *start, SimulationOptions *options);

#endif
