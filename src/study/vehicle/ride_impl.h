// ride_impl.h -- what the files of a ride share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_VEHICLE_RIDE_IMPL_H
#define BIELLE_STUDY_VEHICLE_RIDE_IMPL_H

#include "study/vehicle/ride.h"
#include "system/evaluator/evaluator.h"

enum { BOUNCE, PITCH, ROLL, DIRECTIONS };

typedef struct RideWork {
  Ride *ride;
  System *system;
  Arena *arena;
  ProgramState state;  // at the equilibrium; its arrays are these
  double *q, *qd, *qdd, *states, *inputs, *parameters, *torques;
  int n, state_count, size;
  const double *A;  // of the modes
  int *places;      // of its rows
  double *N;        // n x positions among them: all coordinates by those that are free
  Evaluator motion;
  double *accelerations, *rates;
  Evaluator reported;
  double *outputs;
  double *directions;  // DIRECTIONS x n: rates of the body by speeds
  // Derivatives of the outputs, each outputs x its number
  double *by_q, *by_qd, *by_qdd, *by_states;
  double *by_road;  // outputs x 3 by road
  double *b;        // size x 3 by road: of dx/dt
} RideWork;

// The derivative of dx/dt by a number of the state.
void ride_differentiate(const RideWork *work, double *number, double step, double out[]);
// Where it comes to rest under b, A x + b = 0: the body's directions.
bool ride_settle(const RideWork *work, const double b[], double out[DIRECTIONS]);
// Ride rates and frequencies of the body (ride_body.c). False with a sentence in `why`.
bool ride_find_body(RideWork *work, Text *why);
// Answers over frequency and their root mean squares (ride_response.c).
void ride_respond(RideWork *work);

#endif
