// trajectory.h -- motions that are prescribed, followed over their time: positions, speeds,
// accelerations, and what the drives must give for them.
//
// The motions of the description are rows of Phi(q, t) = 0 beside those that close loops; motions of
// points and frames become such rows, too (trajectory_places.c). At every moment
//
//   Phi(q, t) = 0,   A qd + Phi_t = 0,   A qdd = gamma,   tau(q, qd, qdd) - Qu + A_c^T lambda = E u
//
// with A_c the rows of the mechanism itself and u the efforts of its drives: the coordinates that
// motions name, and as many others as are needed. What no motion moves is held where it starts.
// With the way fixed, the time may be stretched: at c t speeds are qd/c, accelerations qdd/c^2. The
// shortest time is the least c at which all limits are kept.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_TRAJECTORY_TRAJECTORY_H
#define BIELLE_STUDY_TRAJECTORY_TRAJECTORY_H

#include "base/messages/progress.h"
#include "study/row_table.h"
#include "system/assembly/assembly.h"
#include "system/system.h"

typedef struct TrajectoryOptions {
  const char
      *motions;  // "q1, q2", what the motions followed are of; NULL: those of coordinates, or
                 // if there are none all
  const bool *is_held;     // coordinates to be held first where something must be; NULL: none
  const bool *is_named;    // as MotionOptions
  const bool *has_inputs;  // by input: its value is held instead of its law; NULL: of none
  double end;              // [s]; NAN: when the last motion ends
  double step;             // between rows [s]; NAN: a 500th
  bool is_shortest;        // otherwise the times are those of the description
  bool keeps_sides;        // as System.keeps_sides
  Progress *progress;      // NULL: nobody asks
} TrajectoryOptions;

// A greatest absolute value and when.
typedef struct TrajectoryPeak {
  double value;
  double time;
} TrajectoryPeak;

typedef enum TrajectoryLimit {
  LIMIT_LOWER,
  LIMIT_UPPER,
  LIMIT_SPEED,
  LIMIT_ACCELERATION,
  LIMIT_JERK,
  LIMIT_EFFORT,
  LIMIT_COUNT
} TrajectoryLimit;

// One coordinate along the way.
typedef struct TrajectoryAxis {
  const char *name;
  const char *joint;        // NULL: of no joint of its own
  const char *unit;         // "rad", "m", ""
  const char *effort_unit;  // "N.m", "N"
  bool is_moved;            // by a motion of its own
  bool is_held;
  bool is_driven;                     // has an effort
  double limits[LIMIT_COUNT];         // infinite: none
  TrajectoryPeak peaks[LIMIT_COUNT];  // of speed, acceleration, jerk, effort; jerk NAN: no bound
  double rms;                         // of the effort
  double work;                        // that its drive gives [J]
} TrajectoryAxis;

// A limit that is not kept.
typedef struct TrajectoryExcess {
  int coordinate;
  TrajectoryLimit limit;
  double since;  // when it is passed first
  TrajectoryPeak worst;
} TrajectoryExcess;

// A point or frame that is led.
typedef struct TrajectoryPath {
  const char *name;
  const char *law;  // "line", "arc"
  double length;    // of its way [m]
  double angle;     // that it turns [rad]
  double demand;    // by how much the limits along it ask for a longer time
  double error;     // largest distance from the way at a row [m]
} TrajectoryPath;

typedef struct Trajectory {
  Arena *arena;
  const Mechanism *mechanism;  // borrowed: as it is described
  Mechanism *own;              // with the motions that are followed
  const char *left_out;  // the first line or arc that is not, since nobody named it; NULL: none
  System *system;        // of it
  Assembly *assembly;    // of the start; NULL: nothing to close
  bool is_closed;        // there
  const double *given;   // coordinates of the start, rough
  TrajectoryOptions options;
  double begin, end;  // [s]
  double stretch;     // c; 1: as described
  TrajectoryAxis *axes;
  TrajectoryPath *places;
  int place_count;
  int decider;  // of the shortest time: a coordinate, or n and more: a place; -1: nobody asked
  TrajectoryLimit decides;
  TrajectoryExcess *excesses;
  int excess_count;
  RowColumn *columns;  // time first
  int column_count;
  double *rows;
  int row_count;
  Text failure;         // why it could not go on; empty: it did
  double work;          // of all drives [J]
  double other_work;    // of what acts besides
  double start_energy;  // T + V
  double last_energy;
  double audit;  // by how much the energies are off at most
  double energy_scale;
} Trajectory;

// `start` has parameters, inputs and rough coordinates. NULL with a sentence in `why`, *hint what
// would help (NULL: none) and *place the statement that it is about (its source NULL: none).
Trajectory *trajectory_new(const Mechanism *mechanism, const ProgramState *start,
                           const TrajectoryOptions *options, Text *why, const char **hint,
                           Span *place);
RowTable trajectory_table(const Trajectory *trajectory);
void trajectory_free(Trajectory *trajectory);  // NULL is allowed

#endif
