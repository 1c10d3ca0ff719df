// handling.h -- how a vehicle answers to its steering: steady turns, and small motions about
// straight running.
//
// With the lateral acceleration a = V r and the radius R = V/r of the path of the centre of mass,
//
//   steering = L/R + K a
//
// L and K from the yaw gains r/steering of slight turns at V and V/2: V/gain = L + K V^2. K > 0 is
// understeer, with the characteristic speed sqrt(L/K), K < 0 oversteer, with the critical speed
// sqrt(-L/K).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_VEHICLE_HANDLING_H
#define BIELLE_STUDY_VEHICLE_HANDLING_H

#include "study/row_table.h"
#include "study/vehicle/vehicle.h"

typedef struct HandlingOptions {
  const char *steer;  // its name; NULL: the only input that is an angle
  double speed;       // V
  double lateral;     // acceleration up to which it turns
} HandlingOptions;

typedef enum HandlingBalance { UNDERSTEER, NEUTRAL_STEER, OVERSTEER } HandlingBalance;

// An eigenvalue, or two that are conjugate: the speed is held, and where it is does not count.
typedef struct HandlingMode {
  double real, imaginary;  // [1/s]
  double share;            // |its part| of the yaw rate's answer to a step, by the steady gain
} HandlingMode;

// Yaw rate over steering.
typedef struct HandlingResponse {
  bool is_there;  // otherwise wheels that roll without slip leave none
  bool is_stable;
  HandlingMode *modes;  // slowest first
  int mode_count;
  int yaw_mode;               // the oscillation with by far the largest share; -1: none is
  double *hz, *gain, *phase;  // [Hz], [1/s], [rad]
  int count;
  double steady;         // gain of slow steering [1/s]
  double peak, peak_hz;  // of the gain; 0 Hz: it only falls
  double bandwidth_hz;   // where it has fallen to 1/sqrt(2) of the steady one; NaN: nowhere
  double looked_to_hz;   // up to where that was sought
} HandlingResponse;

typedef struct Handling {
  Arena *arena;
  const Equations *equations;  // borrowed, as all names
  const char *chassis;
  Excitation steer;
  bool is_steer_found;    // it was not named
  bool depends_on_place;  // the road is not flat
  double speed, lateral;
  bool runs_straight;  // otherwise there is nothing else
  // a, steering, radius, sideslip, yaw rate, roll, force that holds the speed, outputs
  RowColumn *columns;
  int column_count;
  double *rows;
  int row_count;
  bool is_complete;  // up to the lateral acceleration that is asked for
  double most;       // otherwise the largest of a steady turn
  // Of slight turns.
  bool has_gains;     // otherwise there is no slight turn at V or V/2
  double yaw_gain;    // r/steering [1/s]
  double wheelbase;   // L [m]; below 0: positive steering turns about -z
  double understeer;  // K [rad s^2/m]
  HandlingBalance balance;
  double special_speed;      // characteristic or critical [m/s]
  double sideslip_gradient;  // by a [rad s^2/m]
  double roll_gradient;
  double *speeds, *gains;  // yaw gain over speed
  bool *are_stable;        // straight running, and so slight turns, at these speeds
  int speed_count;
  HandlingResponse response;
} Handling;

// NULL with a sentence in `why`, and *hint what would help if it is about the state.
Handling *handling_new(System *system, const ProgramState *start, const HandlingOptions *options,
                       Text *why, const char **hint);
void handling_free(Handling *handling);  // NULL is allowed

// Fills the response at x, straight running, and which of the speeds are stable, at each of which
// `straight` is such a state (NULL: there is none) (handling_response.c). False with a sentence in `why`.
bool handling_respond(Handling *handling, Vehicle *vehicle, const double *const straight[],
                      const double x[], Text *why);

#endif
