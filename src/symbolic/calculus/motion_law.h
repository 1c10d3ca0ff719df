// motion_law.h -- laws of motion: a coordinate as a function of time, from rest to rest.
//
// Every law takes s from 0 to 1 in a time T. `quintic` and `septic` are polynomials over the whole
// time; `trapezoid`, `s_curve` and `sin2` speed up in a time `ramp`, go on evenly, and slow down as
// they sped up; `bang_bang` speeds up half of the time. With stations on the way the coordinate
// stops at each, but for `spline` and `quintic_spline`, which go through them (spline.h).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_CALCULUS_MOTION_LAW_H
#define BIELLE_SYMBOLIC_CALCULUS_MOTION_LAW_H

#include "symbolic/expr.h"

#include <stdbool.h>

enum { MOTION_ORDERS = 3 };  // velocity, acceleration, jerk

// What a statement asks for; all expressions are of one pool and without coordinates and time.
typedef struct MotionPlan {
  const char *law;               // "quintic"
  const Expr *const *waypoints;  // where it starts, stops on the way, ends; at least two
  int station_count;
  const Expr *start;         // time
  const Expr *duration;      // of the whole, shared equally by the steps; NULL: as the limits allow
  const Expr *const *times;  // when it is at the stations on the way, since the start; NULL: equal
                             // parts of the duration, which must be given otherwise
  const Expr *ramp;          // time to speed up, in each step; NULL: as limits of the velocity and
                             // of what follows it allow, without both a third of the step's
  const Expr *limits[MOTION_ORDERS];  // greatest velocity, acceleration, jerk; NULL: none
} MotionPlan;

// Is there such a law, and does it stop at its stations?
bool motion_law_is_rest_to_rest(const char *law);
// Does it go through its stations? Then it needs a duration, and nothing is said of its peaks.
bool motion_is_spline(const char *law);
// Has the law a time of speeding up of its own?
bool motion_has_ramp(const char *law);
// Is the derivative of that order (0: velocity) bounded? The jerk of a trapezoid is not.
bool motion_is_bounded(const char *law, int order);

// The time of step `step`, from a station to the next.
const Expr *motion_duration(const MotionPlan *plan, int step);
// The greatest velocity, acceleration or jerk of the step, positive; the law must bound it.
const Expr *motion_peak(const MotionPlan *plan, int step, int order);
// When it ends.
const Expr *motion_end(const MotionPlan *plan);
// The coordinate over time, at rest before the start and behind the end.
const Expr *motion_position(const MotionPlan *plan);

#endif
