// motion_law.h -- laws of motion: a coordinate as a function of time, from rest to rest.
//
// Every law moves s from 0 to 1 in a time T. `quintic` and `septic` are polynomials over the whole
// time; `trapezoid`, `s_curve` and `sin2` accelerate during a time `ramp`, continue at constant
// velocity, and decelerate symmetrically; `bang_bang` accelerates during half of the time. The
// coordinate stops at each waypoint, except with `spline` and `quintic_spline`, which pass through
// them (spline.h).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_CALCULUS_MOTION_LAW_H
#define BIELLE_SYMBOLIC_CALCULUS_MOTION_LAW_H

#include "symbolic/expr.h"

#include <stdbool.h>

enum { MOTION_ORDERS = 3 };  // velocity, acceleration, jerk

// Specification of a motion; all expressions are of one pool and depend neither on coordinates nor
// on time.
typedef struct MotionPlan {
  const char *law;               // "quintic"
  const Expr *const *waypoints;  // start, intermediate stops, end; at least two
  int station_count;
  const Expr *start;         // start time
  const Expr *duration;      // total; NULL: determined by the limits
  const Expr *const *times;  // of the intermediate waypoints, since the start, if a duration is
                             // given; NULL: all steps take equal parts of the duration
  const Expr *ramp;          // acceleration time in each step; NULL: determined by the limits of
                             // velocity and higher derivatives; without both, T/3 of the step
  const Expr *limits[MOTION_ORDERS];  // maximum velocity, acceleration, jerk; NULL: none
} MotionPlan;

// Returns true if the law exists and stops at its waypoints.
bool motion_law_is_rest_to_rest(const char *law);
// Returns true if the law passes through its waypoints without stopping. It then requires a
// duration, and its peaks are not available.
bool motion_is_spline(const char *law);
// Returns true if the acceleration time (`ramp`) of the law can be chosen.
bool motion_has_ramp(const char *law);
// Returns true if the derivative of the given order (0: velocity) is bounded. The jerk of a
// trapezoid is not.
bool motion_is_bounded(const char *law, int order);

// Duration of step `step`, from one waypoint to the next.
const Expr *motion_duration(const MotionPlan *plan, int step);
// Maximum absolute velocity, acceleration or jerk in the step, which the law must bound.
const Expr *motion_peak(const MotionPlan *plan, int step, int order);
// End time of the motion.
const Expr *motion_end(const MotionPlan *plan);
// The coordinate as a function of time, at rest before the start and after the end.
const Expr *motion_position(const MotionPlan *plan);

#endif
