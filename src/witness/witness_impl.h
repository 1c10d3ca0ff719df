// witness_impl.h -- what the files of witness/ share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_WITNESS_IMPL_H
#define BIELLE_WITNESS_IMPL_H

#include "witness/pose.h"
#include "witness/tape.h"
#include "witness/witness.h"

struct ReferenceModel {
  const Mechanism *mechanism;
  Arena *arena;
  Tape *tape;  // of all expressions of the mechanism
  TapeAlias *aliases;
  const char **names;     // state_names()
  bool *is_drive;         // by force: a torque that holds a free input
  bool has_acceleration;  // a force holds one
};

// How the variables change along a path: NULL is zero. Rates and accelerations of coordinates are
// variables of their own.
typedef struct Path {
  int order;
  const Ball *dq;
  const Ball *ddq;
  const Ball *qd;
  const Ball *dqd;
  const Ball *qdd;
  bool has_time;  // dt = 1
} Path;

// Everything along one path.
typedef struct Run {
  const ReferenceModel *witness;
  const WitnessState *state;
  int order;
  Ball *values;     // of the tape
  JetPose *frames;  // by frame, seen from ground
} Run;

Run reference_run(const ReferenceModel *witness, const WitnessState *state, const Path *path);
void run_free(Run *run);

Jet run_value(const Run *run, const Expr *e);  // NULL: zero
JetVector run_vector(const Run *run, Vec3 v);
// The pose of frame `of` seen from `from`, along the tree between them.
JetPose run_pose_between(const Run *run, int of, int from);
// The pose of a frame seen from one that carries it.
JetPose run_pose_from_ancestor(const Run *run, int of, int ancestor);
int common_ancestor(const Mechanism *mechanism, int a, int b);

// How frames move per unit of each coordinate's rate: [frame][coordinate], ground axes, velocity of
// the origin and angular velocity.
typedef struct Ball3 {
  Ball at[3];
} Ball3;
typedef struct Twists {
  Ball3 *origin;
  Ball3 *angular;
  int n;
} Twists;
Ball3 run_values(const JetVector *v);
Ball3 ball3_sub(Ball3 a, Ball3 b);
Ball ball3_dot(Ball3 a, Ball3 b);
// Of the point of frame `frame` that is at x now.
Ball3 twists_point(const Twists *twists, const Run *run, int frame, int coordinate, Ball3 x);

// Generalised forces of what acts, at the rates and accelerations of the run: drives or the others.
void reference_forces(const Run *run, const Twists *twists, bool drives, Ball Q[]);

// ---- constraints

typedef struct Residual {
  Jet value;
  bool may_be_void;  // left out if no coordinate changes it (positions), or if it is zero (speeds)
} Residual;

// Fills `out`, unless it is NULL, and returns the number. Residuals of constraints on speeds have
// one order less than the run, whose path is the motion: its dq are the rates.
int position_residuals(const Run *run, Residual out[]);
int speed_residuals(const Run *run, Residual out[]);

#endif
