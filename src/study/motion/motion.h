// motion.h -- accelerations, energies and joint reactions at a state (forward dynamics).
//
// The state is first projected onto the constraints: coordinates are closed from approximate
// values, then the speeds receive the minimum-norm correction. With A = [Phi_q; H] and b = [Phi_t;
// b_nh]
//
//   Phi(q, t) = 0,   A qd + b = 0,   M qdd + A^T lambda = Q,   A qdd = gamma
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MOTION_MOTION_H
#define BIELLE_STUDY_MOTION_MOTION_H

#include "study/motion/reactions.h"
#include "system/assembly/assembly.h"
#include "system/system.h"

typedef struct MotionOptions {
  const bool *is_held;  // coordinates whose value and speed are not changed; NULL: none
  // Coordinates whose value is kept if the mechanism can be closed so; NULL: none.
  const bool *is_named;
  const bool *is_named_rate;  // likewise their speeds
  bool keeps_open;            // the state is not changed
  ConstraintMethod treatment;
} MotionOptions;

typedef struct MotionStudy {
  Arena *arena;
  const Mechanism *mechanism;  // borrowed
  const Equations *equations;  // borrowed
  Assembly *assembly;          // owned; NULL: there are no loops to close
  bool is_closed;              // false: the assembly reports what is open, and there is no result
  bool has_held;               // some coordinates were to be kept
  double time;
  const double *given_q;  // approximate
  const double *given_qd;
  double *q;
  double *qd;
  double *qdd;
  double *b;                // by row
  double kinetic_energy;    // [J]
  double potential_energy;  // [J] of weights, and of forces given by an energy
  double power;             // [W] of all loads except gravity
  double drive_power;       // [W] of time-driven motion: lambda . b of constraints, P_t of frames
  bool is_driven;           // some constraint or frame depends on time
  JointReactions joint_reactions;
} MotionStudy;

// `start` has parameters, inputs, torques, time, approximate coordinates and speeds. Returns NULL
// with a message in `why` if a constraint is invalid, or no body with inertia moves; or if the
// accelerations are not determined at this state, or no speeds satisfy the constraints: *hint is
// then a correction. The independent coordinates of the system are selected at that state.
MotionStudy *motion_study_new(System *system, const ProgramState *start,
                              const MotionOptions *options, Text *why, const char **hint);
// Computes only the start, in `arena`: coordinates that close and speeds that satisfy the
// constraints. Returns false if there are none. The constraints of the system must have been
// derived.
bool motion_close(System *system, const ProgramState *start, const MotionOptions *options,
                  Arena *arena, const double **q, const double **qd);
void motion_study_free(MotionStudy *study);  // NULL is allowed

#endif
