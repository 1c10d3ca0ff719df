// trajectory.h -- prescribed motions over time: positions, speeds, accelerations, and the required
// drive efforts (inverse dynamics).
//
// The motions of the description are rows of Phi(q, t) = 0 in addition to those that close loops;
// motions of points and frames also become such rows (trajectory_places.c). At every instant
//
//   Phi(q, t) = 0,   A qd + Phi_t = 0,   A qdd = gamma,   tau(q, qd, qdd) - Qu + A_c^T lambda = E u
//
// with A_c the rows of the mechanism itself and u the efforts of its drives: the coordinates that
// have motions, and as many others as are needed. Coordinates that no motion determines are held at
// their start values. With the path fixed, time may be scaled: at time c t speeds are qd/c,
// accelerations qdd/c^2. The shortest time is the smallest c at which all limits are satisfied.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_TRAJECTORY_TRAJECTORY_H
#define BIELLE_STUDY_TRAJECTORY_TRAJECTORY_H

#include "base/messages/progress.h"
#include "study/row_table.h"
#include "system/assembly/assembly.h"
#include "system/system.h"

typedef struct TrajectoryOptions {
  // Names of the motions to follow, "q1, q2"; NULL: all motions of coordinates, or if there are
  // none all motions.
  const char *motions;
  const bool *is_held;   // coordinates that are preferred if some must be held; NULL: none
  const bool *is_named;  // as in MotionOptions
  // By input: its value is constant instead of following its law; NULL: none.
  const bool *has_inputs;
  double end;          // [s]; NAN: the end of the last motion
  double step;         // [s] between rows; NAN: 1/500 of the duration
  bool is_shortest;    // minimise the time; false: use the times of the description
  bool keeps_sides;    // as System.keeps_sides
  Progress *progress;  // NULL: no progress callback
} TrajectoryOptions;

// The largest absolute value and its time.
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

// One coordinate along the path.
typedef struct TrajectoryAxis {
  const char *name;
  const char *joint;        // NULL: it does not have a joint of its own
  const char *unit;         // "rad", "m", ""
  const char *effort_unit;  // "N.m", "N"
  bool is_moved;            // by a motion of its own
  bool is_held;
  bool is_driven;                     // has an effort
  double limits[LIMIT_COUNT];         // infinite: none
  TrajectoryPeak peaks[LIMIT_COUNT];  // of speed, acceleration, jerk, effort; jerk NAN: unbounded
  double rms;                         // root mean square of the effort
  double work;                        // [J] work of its drive
} TrajectoryAxis;

// A limit that is exceeded.
typedef struct TrajectoryExcess {
  int coordinate;
  TrajectoryLimit limit;
  double since;  // [s] when it is first exceeded
  TrajectoryPeak worst;
} TrajectoryExcess;

// A point or frame that follows a prescribed path.
typedef struct TrajectoryPath {
  const char *name;
  const char *law;  // "line", "arc"
  double length;    // [m] length of the path
  double angle;     // [rad] angle of rotation
  double demand;    // factor by which the limits along the path would lengthen the time
  double error;     // [m] largest distance from the path at a sample
} TrajectoryPath;

typedef struct Trajectory {
  Arena *arena;
  const Mechanism *mechanism;  // borrowed: as described
  Mechanism *own;              // owned copy with only the motions that are followed
  // The first line or arc that is omitted because it was not named; NULL: none.
  const char *left_out;
  System *system;       // of the owned copy
  Assembly *assembly;   // of the start; NULL: there are no loops to close
  bool is_closed;       // at the start
  const double *given;  // start coordinates, approximate
  TrajectoryOptions options;
  double begin, end;  // [s]
  double stretch;     // time scale c; 1: as described
  TrajectoryAxis *axes;
  TrajectoryPath *places;
  int place_count;
  // What limits the shortest time: coordinate < n, or n + index of a place; -1: not requested.
  int decider;
  TrajectoryLimit decides;
  TrajectoryExcess *excesses;
  int excess_count;
  RowColumn *columns;  // the first one is the time
  int column_count;
  double *rows;
  int row_count;
  Text failure;         // why the trajectory could not continue; empty: it did not fail
  double work;          // [J] of all drives
  double other_work;    // [J] of all other loads
  double start_energy;  // [J] T + V
  double last_energy;
  double audit;  // [J] largest error of the energy balance
  double energy_scale;
} Trajectory;

// `start` has parameters, inputs and approximate coordinates. Returns NULL with a message in `why`,
// a correction in *hint (NULL: none) and the position of the statement concerned in *place (its
// source is NULL: none).
Trajectory *trajectory_new(const Mechanism *mechanism, const ProgramState *start,
                           const TrajectoryOptions *options, Text *why, const char **hint,
                           Span *place);
RowTable trajectory_table(const Trajectory *trajectory);
void trajectory_free(Trajectory *trajectory);  // NULL is allowed

#endif
