// trajectory_impl.h -- declarations shared by the files of a trajectory.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_TRAJECTORY_TRAJECTORY_IMPL_H
#define BIELLE_STUDY_TRAJECTORY_TRAJECTORY_IMPL_H

#include "study/trajectory/trajectory.h"
#include "system/evaluator/evaluator.h"
#include "system/constraints/constraint_system.h"
#include "system/described_values.h"

// A motion that is followed.
typedef struct FollowedMotion {
  Task *task;      // in the owned copy of the mechanism
  int coordinate;  // -1: motion of a point or frame
  // Of a point or frame: the frame, and the point on it; point -1: the origin of the frame.
  int frame, point;
  double begin;               // [s]
  double duration;            // NAN: it has no end
  const Expr *part;           // of a point or frame: path parameter from 0 to 1 over time
  struct CartesianPath *way;  // trajectory_places.c
  TrajectoryPath *place;
  int first_row, row_count;  // its rows of Phi
} FollowedMotion;

// State at one instant of the path, in unscaled time.
typedef struct WayPoint {
  double t;
  const double *q, *qd, *qdd;
} WayPoint;

// A segment of the path without discontinuities, and its samples.
typedef struct WayPiece {
  int first, count;
  double interval;  // [s] between two samples
} WayPiece;

typedef struct TrajectoryWork {
  Trajectory *trajectory;
  const Mechanism *described;
  Arena *arena;  // arena of the trajectory
  int n;
  ProgramState state;  // parameters, inputs, states of the start
  double *q0;          // start configuration, closed
  FollowedMotion *motions;
  int motion_count;
  ConstraintSystem constraints;
  int *free;  // coordinates that are not held
  int free_count;
  Evaluator bias;
  double *gamma;
  // Samples of the path, in unscaled time. The requested rows are stored elsewhere.
  double *times, *q, *qd, *qdd;
  int samples;  // number computed so far
  WayPiece *pieces;
  int piece_count;
  double nudge;     // [s] distance from the ends of a segment at which one-sided values are taken
  double *here[3];  // q, qd, qdd at an instant between samples
  double *curve;    // values at the samples
  Evaluator laws;   // third derivatives of the laws
  double *jerks;    // by motion
  int *own_rows;    // rows of Phi that belong to the mechanism itself
  int own_count;
  int *drives;  // coordinates
  int drive_count;
  Evaluator forces;
  double *tau, *Qu, *T, *V, *P, *P_t;
  double *effort;            // by drive
  double other_power;        // [W] of all other loads, at the same instant
  double *moving, *turning;  // speeds and accelerations in scaled time
  double *equations, *right, *unknowns;
  DescribedValues *inputs_over_time;
  DescribedArrays now;
  double *inputs;
  Text *why;
  const char **hint;
  Span *place;
} TrajectoryWork;

// ---- trajectory_motions.c

// Chooses the requested motions, in an owned copy of the mechanism.
bool trajectory_choose(TrajectoryWork *work);
// Sets the times of the motions; they run simultaneously if the shortest time is requested. The
// path lengths must be known.
bool trajectory_set_times(TrajectoryWork *work);
const Expr *trajectory_number(Pool *pool, double value);

// ---- trajectory_places.c

bool motion_is_of_place(const Task *task);
// Plans the paths of points and frames, from the closed start of the system to their targets.
bool trajectory_plan_places(TrajectoryWork *work, System *system);
// Adds rows of Phi for them.
void trajectory_add_places(TrajectoryWork *work);
// Updates their distances from the path, from the rows evaluated last.
void trajectory_see_places(TrajectoryWork *work);

// ---- trajectory_path.c

// Closes the start of the system and stores it in q0. Returns false after an internal error, or if
// it cannot be closed.
bool trajectory_close(TrajectoryWork *work, System *system);
// Chooses the held coordinates, and computes all samples of the path.
bool trajectory_follow(TrajectoryWork *work);
WayPoint trajectory_sample(const TrajectoryWork *work, int k);
// Returns the last sample at or before t.
int trajectory_sample_before(const TrajectoryWork *work, double t);
// Computes the state at any instant of the computed path. Returns false if the constraints have no
// solution there.
bool trajectory_at(TrajectoryWork *work, double t, WayPoint *point);
// Stores message, hint and place of a failure; always returns false.
bool trajectory_fail(TrajectoryWork *work, Span place, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// ---- trajectory_forces.c

bool trajectory_choose_drives(TrajectoryWork *work);
// Computes the efforts at an instant, with speeds multiplied by `rate`.
bool trajectory_efforts(TrajectoryWork *work, const WayPoint *point, double rate);

// ---- trajectory_breaks.c

// Computes the times at which laws change from one formula to the next, in ascending order,
// including the begin and the end of the path. Returns their number, or 0 with a message in `why`
// if they cannot be found.
int trajectory_breaks(TrajectoryWork *work, double **times);

// ---- trajectory_curves.c

// A quantity along the path whose extremes are required.
typedef enum CurveKind {
  CURVE_POSITION,
  CURVE_SPEED,
  CURVE_ACCELERATION,
  CURVE_JERK,
  CURVE_EFFORT
} CurveKind;

typedef struct WayCurve {
  TrajectoryWork *work;
  CurveKind kind;
  int place;       // a coordinate, or a drive
  double rate;     // speeds are multiplied by this
  double sign;     // 1: maxima, -1: minima, 0: largest absolute values
  double *values;  // at the samples, with their sign
} WayCurve;

// Compiles the third derivatives of the laws, for jerks.
bool trajectory_open_curves(TrajectoryWork *work);
// Computes the values at all samples. Returns false if an effort has no value.
bool trajectory_fill_curve(WayCurve *curve);
// Returns the extreme value to rounding accuracy, with its sign, and its unscaled time; the first
// one of several that differ by rounding.
TrajectoryPeak trajectory_extreme(WayCurve *curve);
// Returns the time at which the curve first exceeds `bound`, which `peak` exceeds.
double trajectory_passes(WayCurve *curve, double bound, double slack, TrajectoryPeak peak);

// ---- trajectory_limits.c

void trajectory_read_limits(TrajectoryWork *work);
// Determines the smallest time scale that satisfies all limits.
bool trajectory_shorten(TrajectoryWork *work);
void trajectory_find_peaks(TrajectoryWork *work);

// ---- trajectory_rows.c

// Computes the rows at the requested times, and the energies along the path. Returns false with a
// message.
bool trajectory_fill_rows(TrajectoryWork *work);

#endif
