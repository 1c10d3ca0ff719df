// fmu_model.h -- what a Functional Mock-up Unit is made of. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_FMU_FMU_MODEL_H
#define BIELLE_API_FMU_FMU_MODEL_H

#include "api/study/study_call.h"
#include "codegen/fmu/fmu.h"
#include "study/motion/motion.h"

typedef struct FmuPlan {
  StudyCall *call;
  const StateValues *start;
  const StateValues *named;    // what of it comes from outside
  const Task *experiment;      // that says more of it; NULL: none does
  const MotionStudy *motion;   // the start, closed; the system is decided there
  const char *const *outputs;  // keys; none: the outputs of the description
  int output_count;
  Fmu *fmu;
} FmuPlan;

// Derives what the unit computes, and lays out its variables; all in the arena of the call. False
// with a sentence in call->why.
bool fmu_model_fill(const FmuPlan *plan);

#endif
