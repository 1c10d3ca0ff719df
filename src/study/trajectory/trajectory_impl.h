// trajectory_impl.h -- what the files of a trajectory share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_TRAJECTORY_TRAJECTORY_IMPL_H
#define BIELLE_STUDY_TRAJECTORY_TRAJECTORY_IMPL_H

#include "study/trajectory/trajectory.h"
#include "system/evaluator/evaluator.h"
#include "system/constraints/constraint_system.h"
#include "system/described_values.h"

// A motion that is followed.
typedef struct FollowedMotion {
  Task *task;                 // of the own mechanism
  int coordinate;             // -1: of a place
  int frame, point;           // of a place: the frame, and the point on it; -1: the frame's origin
  double begin;               // [s]
  double duration;            // NAN: it has no end
  const Expr *part;           // of a place: of its way, from 0 to 1, over time
  struct CartesianPath *way;  // trajectory_places.c
  TrajectoryPath *place;
  int first_row, row_count;  // of Phi: where it is
} FollowedMotion;

// A moment of the way, in its own time.
typedef struct WayPoint {
  double t;
  const double *q, *qd, *qdd;
} WayPoint;

// A part of the way without breaks, and its samples.
typedef struct WayPiece {
  int first, count;
  double interval;  // between two [s]
} WayPiece;

typedef struct TrajectoryWork {
  Trajectory *trajectory;
  const Mechanism *described;
  Arena *arena;  // of the trajectory
  int n;
  ProgramState state;  // parameters, inputs, states of the start
  double *q0;          // where it starts, closed
  FollowedMotion *motions;
  int motion_count;
  ConstraintSystem constraints;
  int *free;  // coordinates that are not held
  int free_count;
  Evaluator bias;
  double *gamma;
  // The way by samples, in its own time. Rows that are asked for are elsewhere.
  double *times, *q, *qd, *qdd;
  int samples;  // found so far
  WayPiece *pieces;
  int piece_count;
  double nudge;     // by which the ends of a piece are seen from inside [s]
  double *here[3];  // q, qd, qdd at a moment between samples
  double *curve;    // values at samples
  Evaluator laws;   // third derivatives of laws
  double *jerks;    // by motion
  int *own_rows;    // of Phi: those of the mechanism itself
  int own_count;
  int *drives;  // coordinates
  int drive_count;
  Evaluator forces;
  double *tau, *Qu, *T, *V, *P, *P_t;
  double *effort;            // by drive
  double other_power;        // of what acts besides, at the same moment
  double *moving, *turning;  // speeds and accelerations, stretched
  double *equations, *right, *unknowns;
  DescribedValues *inputs_over_time;
  DescribedArrays now;
  double *inputs;
  Text *why;
  const char **hint;
  Span *place;
} TrajectoryWork;

// ---- trajectory_motions.c

// The motions that are asked for, in a mechanism of their own.
bool trajectory_choose(TrajectoryWork *work);
// Their times, all together if the shortest is sought. Lengths of ways are known.
bool trajectory_set_times(TrajectoryWork *work);
const Expr *trajectory_number(Pool *pool, double value);

// ---- trajectory_places.c

bool motion_is_of_place(const Task *task);
// From where the system is closed at the start to where the motions lead.
bool trajectory_plan_places(TrajectoryWork *work, System *system);
// Rows of Phi for them.
void trajectory_add_places(TrajectoryWork *work);
// Their distance from the way, as the rows were evaluated last.
void trajectory_see_places(TrajectoryWork *work);

// ---- trajectory_path.c

// Closes the start of the system; q0 becomes it. False after a bug, or open.
bool trajectory_close(TrajectoryWork *work, System *system);
// What is held, and the whole way.
bool trajectory_follow(TrajectoryWork *work);
WayPoint trajectory_sample(const TrajectoryWork *work, int k);
// The last sample that is not after t.
int trajectory_sample_before(const TrajectoryWork *work, double t);
// At any moment of the way that was found. False: nothing closes there.
bool trajectory_at(TrajectoryWork *work, double t, WayPoint *point);
// Says what went wrong; always false.
bool trajectory_fail(TrajectoryWork *work, Span place, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// ---- trajectory_forces.c

bool trajectory_choose_drives(TrajectoryWork *work);
// Efforts at a moment with speeds times `rate`.
bool trajectory_efforts(TrajectoryWork *work, const WayPoint *point, double rate);

// ---- trajectory_breaks.c

// Where laws go over from one formula to the next, in order, the begin and the end of the way among
// them; returns how many, 0 with the reason in `why` if they cannot be found.
int trajectory_breaks(TrajectoryWork *work, double **times);

// ---- trajectory_curves.c

// A number along the way whose extremes are sought.
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
  double rate;     // speeds are times this
  double sign;     // 1: greatest values are sought, -1: least ones, 0: greatest absolute values
  double *values;  // at samples, with their sign
} WayCurve;

// Of the laws, for jerks.
bool trajectory_open_curves(TrajectoryWork *work);
// Values at all samples. False: an effort has none.
bool trajectory_fill_curve(WayCurve *curve);
// The extreme to the last digits, the first of several that differ by rounding, with its sign; its
// time is that of the way.
TrajectoryPeak trajectory_extreme(WayCurve *curve);
// When the curve is first beyond `bound`, which `peak` is beyond.
double trajectory_passes(WayCurve *curve, double bound, double slack, TrajectoryPeak peak);

// ---- trajectory_limits.c

void trajectory_read_limits(TrajectoryWork *work);
// The least stretching that keeps all limits.
bool trajectory_shorten(TrajectoryWork *work);
void trajectory_find_peaks(TrajectoryWork *work);

// ---- trajectory_rows.c

// Rows at the times that are asked for, and the energies along the way. False with a sentence.
bool trajectory_fill_rows(TrajectoryWork *work);

#endif
