// motion.h -- how a mechanism moves on from a state, and what it bears meanwhile.
//
// The state is made one of the mechanism first: coordinates are closed from rough values, then the
// speeds are changed as little as the constraints allow. With A = [Phi_q; H] and b = [Phi_t; b_nh]
//
//   Phi(q, t) = 0,   A qd + b = 0,   M qdd + A^T lambda = Q,   A qdd = gamma
//
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MOTION_MOTION_H
#define BIELLE_STUDY_MOTION_MOTION_H

#include "study/motion/reactions.h"
#include "system/assembly/assembly.h"
#include "system/system.h"

typedef struct MotionOptions {
  const bool *is_held;        // coordinates whose value and speed stay as given; NULL: none
  const bool *is_named;       // coordinates whose value stays, if it can be closed so; NULL: none
  const bool *is_named_rate;  // likewise their speeds
  bool keeps_open;            // the state stays as it is
  ConstraintMethod treatment;
} MotionOptions;

typedef struct MotionStudy {
  Arena *arena;
  const Mechanism *mechanism;  // borrowed
  const Equations *equations;  // borrowed
  Assembly *assembly;          // owned; NULL: nothing to close
  bool is_closed;              // otherwise the assembly says what is open, and there is no answer
  bool has_held;               // coordinates that were to stay as given
  double time;
  const double *given_q;  // rough
  const double *given_qd;
  double *q;
  double *qd;
  double *qdd;
  double *b;                // by row
  double kinetic_energy;    // [J]
  double potential_energy;  // of weights, and of forces whose energy is given [J]
  double power;             // of all that acts but gravity [W]
  double drive_power;  // of what follows the clock: lambda . b of constraints, P_t of frames [W]
  bool is_driven;      // by the clock
  JointReactions joint_reactions;
} MotionStudy;

// `start` has parameters, inputs, torques, time, rough coordinates and speeds. NULL with a sentence
// in `why` if a constraint makes no sense, or nothing inert moves; or if the motion is not
// determined at this very state or no speeds fit there: *hint is then what would help.
// The system is decided at that state.
MotionStudy *motion_study_new(System *system, const ProgramState *start,
                              const MotionOptions *options, Text *why, const char **hint);
// The start alone: coordinates that close, and speeds that fit, in `arena`. False if there are none.
// The ties of the system are derived.
bool motion_close(System *system, const ProgramState *start, const MotionOptions *options,
                  Arena *arena, const double **q, const double **qd);
void motion_study_free(MotionStudy *study);  // NULL is allowed

#endif
