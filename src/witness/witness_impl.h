// witness_impl.h -- declarations shared by the files of witness/.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_WITNESS_IMPL_H
#define BIELLE_WITNESS_IMPL_H

#include "witness/pose.h"
#include "witness/tape.h"
#include "witness/witness.h"

struct ReferenceModel {
  const Mechanism *mechanism;
  Arena *arena;
  Tape *tape;  // all expressions of the mechanism
  TapeAlias *aliases;
  const char **names;     // state_names()
  bool *is_drive;         // by force: it is a torque that contains a free input
  bool has_acceleration;  // a force contains an acceleration
};

// Derivatives of the variables along a path; NULL means zero. The rates and accelerations of
// coordinates are independent variables.
typedef struct Path {
  int order;
  const Ball *dq;
  const Ball *ddq;
  const Ball *qd;
  const Ball *dqd;
  const Ball *qdd;
  bool has_time;  // dt = 1
} Path;

// All values along one path.
typedef struct Run {
  const ReferenceModel *witness;
  const WitnessState *state;
  int order;
  Ball *values;     // of the tape
  JetPose *frames;  // by frame, relative to ground
} Run;

Run reference_run(const ReferenceModel *witness, const WitnessState *state, const Path *path);
void run_free(Run *run);

Jet run_value(const Run *run, const Expr *e);  // NULL: zero
JetVector run_vector(const Run *run, Vec3 v);
// The pose of frame `of` relative to `from`, computed along the tree between them.
JetPose run_pose_between(const Run *run, int of, int from);
// The pose of a frame relative to one of its ancestors.
JetPose run_pose_from_ancestor(const Run *run, int of, int ancestor);
int common_ancestor(const Mechanism *mechanism, int a, int b);

// Velocities of the frames per unit rate of each coordinate: [frame][coordinate], velocity of the
// origin and angular velocity, in ground axes.
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
// The velocity, per unit rate of the coordinate, of the point of `frame` that is currently at x.
Ball3 twists_point(const Twists *twists, const Run *run, int frame, int coordinate, Ball3 x);

// Generalised forces at the rates and accelerations of the run: those of the drives if `drives` is
// true, otherwise those of all other forces.
void reference_forces(const Run *run, const Twists *twists, bool drives, Ball Q[]);

// ---- constraints

typedef struct Residual {
  Jet value;
  bool may_be_void;  // omitted if no coordinate changes it (positions), or if zero (speeds)
} Residual;

// Fills `out`, unless it is NULL, and returns the number of residuals. Residuals of velocity
// constraints have an order one less than the run, whose path must be the motion: its dq are the
// rates.
int position_residuals(const Run *run, Residual out[]);
int speed_residuals(const Run *run, Residual out[]);

#endif
