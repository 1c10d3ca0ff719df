// fmu_model.h -- contents of a Functional Mock-up Unit. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_FMU_FMU_MODEL_H
#define BIELLE_API_FMU_FMU_MODEL_H

#include "api/study/study_call.h"
#include "codegen/fmu/fmu.h"
#include "study/motion/motion.h"

typedef struct FmuPlan {
  StudyCall *call;
  const StateValues *start;
  const StateValues *named;    // values that are given by the caller
  const Task *experiment;      // with further initial values; NULL: none
  const MotionStudy *motion;   // the initial state after loop closure, where the system selected
                               // its coordinates
  const char *const *outputs;  // keys; none: the outputs of the description
  int output_count;
  Fmu *fmu;
} FmuPlan;

// Derives the quantities of the unit, and lays out its variables, in the arena of the call. Returns
// false with a sentence in call->why.
bool fmu_model_fill(const FmuPlan *plan);

#endif
