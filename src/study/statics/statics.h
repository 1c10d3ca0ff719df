// statics.h -- mechanisms at rest: what holds them, where they stay by themselves, what joints
// bear.
//
//   S(q, u) + A^T lambda = tau,   A = [Phi_q; H],   Phi(q) = 0
//
// S are the generalised forces of weights, springs and all else that acts (key S), lambda the
// multipliers of loops, constraints and wheels, tau what holds the mechanism. Two questions:
// holding, where q is given, up to closing the loops, and the efforts of the drives are not; and
// equilibrium, where the inputs are given and q is not.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_STATICS_STATICS_H
#define BIELLE_STUDY_STATICS_STATICS_H

#include "study/motion/reactions.h"
#include "system/assembly/assembly.h"
#include "system/system.h"

// ---- questions

// What can hold the mechanism: a generalised force on a coordinate, or an input.
typedef struct StaticsDrive {
  bool is_input;
  int index;      // of the coordinate or input
  double weight;  // of its square in the sum that is made least where there are too many drives
} StaticsDrive;

typedef struct StaticsOptions {
  const bool *is_held;         // coordinates that stay where they are; NULL: none
  const bool *is_named;        // likewise, if it can be closed so
  const StaticsDrive *drives;  // of holding
  int drive_count;             // 0: independent coordinates, one for each freedom
  bool are_given;              // because the state gives values to all that are described
  bool is_equilibrium;
  bool keeps_open;    // holds it where it is, also where loops are open
  bool requests_all;  // every equilibrium that many starts find
} StaticsOptions;

// The free inputs of torque statements, weight 1, in `arena`; none if there are no such.
StaticsDrive *statics_default_drives(const Mechanism *mechanism, Arena *arena, int *count);

// ---- answers

// Parts of the largest force below this are rounding.
#define STATICS_ZERO_TOLERANCE 1e-9

// A small motion that the constraints allow and no drive works on. Its own coordinate moves by 1.
typedef struct StaticsMotion {
  int coordinate;
  double *speeds;  // by coordinate
  double force;    // on the own coordinate, which would balance it: N.m or N
} StaticsMotion;

typedef enum Stability {
  STABILITY_UNKNOWN,  // not asked for, or not found
  STABILITY_STABLE,
  STABILITY_UNSTABLE,
  STABILITY_GYROSCOPIC,       // the energy is not least, but nothing grows
  STABILITY_NONCONSERVATIVE,  // motions grow, fed by forces, though none lacks stiffness
  STABILITY_NEUTRAL,          // to second order
  STABILITY_RIGID,            // nothing can move
  STABILITY_NO_ENERGY,  // the forces have no potential, and something that moves has no inertia
} Stability;

// One configuration at rest.
typedef struct StaticConfiguration {
  double *q;
  double *efforts;        // by drive
  int independent_count;  // of the efforts; less than the drives: the least of many that hold it
  double *inputs;         // with the efforts
  double *torques;        // on coordinates: given, by drives, missing
  StaticsMotion *free;    // motions that no drive works on
  int free_count;
  JointReactions joint_reactions;  // multipliers, reactions
  double scale;                    // of the generalised forces, to tell what is nothing
  Stability stability;
  bool has_energy;        // the forces come from one, as far as the stiffness tells
  double growth;          // of what grows fastest [1/s]; 0: nothing does, or it is not known
  bool is_alone;          // every motion has a stiffness: no other equilibrium is near
  bool is_one_of_many;    // of a curve of equilibria, of which others were left out
  StaticsMotion softest;  // of least stiffness, [N.m/rad, N/m]; coordinate -1: none
} StaticConfiguration;

typedef struct Statics {
  Arena *arena;
  const System *system;  // borrowed
  Assembly *assembly;    // owned; NULL: nothing to close
  StaticsDrive *drives;  // in an equilibrium, the coordinates that are held
  int drive_count;
  bool has_default_drives;
  bool are_given;  // likewise, because the drives that are described have values
  bool is_equilibrium;
  bool is_closed;    // otherwise the assembly says what is open, and there is no answer
  bool is_balanced;  // otherwise a free motion of rests[0] has a force
  StaticConfiguration *rests;
  int count;
  int starts;  // of the search for equilibria
} Statics;

// NULL with a sentence in `why` if a loop can never be closed, if a force makes no sense or has no
// value there, if a drive is not proportional to its input, or after a bug of ours.
Statics *statics_new(System *system, const ProgramState *state, const StaticsOptions *options,
                     Text *why);
void statics_free(Statics *statics);  // NULL is allowed

#endif
