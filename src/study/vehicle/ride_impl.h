// ride_impl.h -- declarations shared by the files of a ride study.
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
  ProgramState state;  // at the equilibrium; its arrays are the members below
  double *q, *qd, *qdd, *states, *inputs, *parameters, *torques;
  int n, state_count, size;
  const double *A;  // of the modes
  int *places;      // by row of A: its index among (q, qd, s)
  double *N;  // n x positions: derivatives of all coordinates with respect to the independent ones
  Evaluator motion;
  double *accelerations, *rates;
  Evaluator reported;
  double *outputs;
  double *directions;  // DIRECTIONS x n: derivatives of the body's rates with respect to the speeds
  // Derivatives of the outputs, each outputs x number of variables.
  double *by_q, *by_qd, *by_qdd, *by_states;
  double *by_road;  // outputs x 3 by road
  double *b;        // size x 3 by road: derivatives of dx/dt
} RideWork;

// Computes the derivative of dx/dt with respect to a number of the state, by central differences.
void ride_differentiate(const RideWork *work, double *number, double step, double out[]);
// Solves A x + b = 0 for the static deflection, and returns it in the directions of the body.
// Returns false on a numerical failure.
bool ride_settle(const RideWork *work, const double b[], double out[DIRECTIONS]);
// Computes ride rates and frequencies of the body (ride_body.c). Returns false with a message in
// `why`.
bool ride_find_body(RideWork *work, Text *why);
// Computes frequency responses and their rms values (ride_response.c).
void ride_respond(RideWork *work);

#endif
