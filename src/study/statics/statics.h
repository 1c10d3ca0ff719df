// statics.h -- static analysis: actuator efforts, equilibria and stability, joint reactions.
//
//   S(q, u) + A^T lambda = tau,   A = [Phi_q; H],   Phi(q) = 0
//
// S are the generalised forces of weights, springs and all other loads (key S), lambda the
// multipliers of loops, constraints and wheels, tau the holding forces. There are two problems:
// holding, where q is given except for closing the loops, and the efforts of the drives are
// unknown; and equilibrium, where the inputs are given and q is unknown.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_STATICS_STATICS_H
#define BIELLE_STUDY_STATICS_STATICS_H

#include "study/motion/reactions.h"
#include "system/assembly/assembly.h"
#include "system/system.h"

// ---- problem

// A drive that can hold the mechanism: a generalised force on a coordinate, or an input.
typedef struct StaticsDrive {
  bool is_input;
  int index;  // of the coordinate or input
  // Factor of its square in the weighted sum that is minimised if there are redundant drives.
  double weight;
} StaticsDrive;

typedef struct StaticsOptions {
  const bool *is_held;         // coordinates that are not changed; NULL: none
  const bool *is_named;        // coordinates that are not changed if the mechanism can be closed so
  const StaticsDrive *drives;  // drives for holding
  int drive_count;             // 0: independent coordinates, one per degree of freedom
  bool are_given;              // drive_count is 0 because all described drives have given values
  bool is_equilibrium;
  bool keeps_open;    // uses the given configuration, even if loops are open
  bool requests_all;  // finds all equilibria that can be reached from many starts
} StaticsOptions;

// Returns the free inputs of torque statements with weight 1, allocated in `arena`; *count may be
// 0.
StaticsDrive *statics_default_drives(const Mechanism *mechanism, Arena *arena, int *count);

// ---- results

// Values below this fraction of the largest force are rounding errors.
#define STATICS_ZERO_TOLERANCE 1e-9

// A small motion that the constraints admit and on which no drive does work. Its own coordinate
// moves by 1.
typedef struct StaticsMotion {
  int coordinate;
  double *speeds;  // by coordinate
  double force;    // force on its own coordinate that would balance it [N.m | N]
} StaticsMotion;

typedef enum Stability {
  STABILITY_UNKNOWN,  // not requested, or not determined
  STABILITY_STABLE,
  STABILITY_UNSTABLE,
  STABILITY_GYROSCOPIC,  // the energy has no minimum, but no motion grows
  // Non-conservative forces make motions grow although no stiffness is negative.
  STABILITY_NONCONSERVATIVE,
  STABILITY_NEUTRAL,    // to second order
  STABILITY_RIGID,      // no motion is possible
  STABILITY_NO_ENERGY,  // the forces have no potential, and some motion has no inertia
} Stability;

// One static configuration.
typedef struct StaticConfiguration {
  double *q;
  double *efforts;  // by drive
  // Rank of the efforts; if less than the number of drives, the weighted minimum-norm solution was
  // chosen.
  int independent_count;
  double *inputs;       // including the efforts
  double *torques;      // on coordinates: given, by drives, and missing for balance
  StaticsMotion *free;  // motions on which no drive does work
  int free_count;
  JointReactions joint_reactions;  // multipliers and joint reactions
  double scale;                    // magnitude of the generalised forces, the reference for zero
  Stability stability;
  bool has_energy;        // the stiffness matrix is symmetric, as for forces with a potential
  double growth;          // [1/s] of the fastest growing motion; 0: none grows, or unknown
  bool is_alone;          // every motion has a stiffness: the equilibrium is isolated
  bool is_one_of_many;    // one point of a curve of equilibria; others were omitted
  StaticsMotion softest;  // motion of least stiffness [N.m/rad | N/m]; coordinate -1: none
} StaticConfiguration;

typedef struct Statics {
  Arena *arena;
  const System *system;  // borrowed
  Assembly *assembly;    // owned; NULL: there are no loops to close
  StaticsDrive *drives;  // in an equilibrium: the held coordinates
  int drive_count;
  bool has_default_drives;
  bool are_given;  // default drives are used because all described drives have given values
  bool is_equilibrium;
  bool is_closed;    // false: the assembly reports what is open, and there is no result
  bool is_balanced;  // false: a free motion of rests[0] has a force
  StaticConfiguration *rests;
  int count;
  int starts;  // number of starts of the search for equilibria
} Statics;

// Returns NULL with a message in `why` if a loop can never be closed, if a force is invalid or has
// no value at the configuration, if a drive is not proportional to its input, or after an internal
// error.
Statics *statics_new(System *system, const ProgramState *state, const StaticsOptions *options,
                     Text *why);
void statics_free(Statics *statics);  // NULL is allowed

#endif
