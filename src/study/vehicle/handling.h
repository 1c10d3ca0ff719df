// handling.h -- steady-state cornering of a vehicle, and its yaw-rate response to steering about
// straight running.
//
// With the lateral acceleration a = V r and the radius R = V/r of the path of the centre of mass,
//
//   steering = L/R + K a
//
// L and K follow from the yaw gains r/steering of slight turns at V and V/2: V/gain = L + K V^2. K
// > 0 is understeer, with the characteristic speed sqrt(L/K); K < 0 is oversteer, with the critical
// speed sqrt(-L/K).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_VEHICLE_HANDLING_H
#define BIELLE_STUDY_VEHICLE_HANDLING_H

#include "study/row_table.h"
#include "study/vehicle/vehicle.h"

typedef struct HandlingOptions {
  const char *steer;  // name of the steering input; NULL: the only input that is an angle
  double speed;       // [m/s] V
  double lateral;     // [m/s^2] largest lateral acceleration
} HandlingOptions;

typedef enum HandlingBalance { UNDERSTEER, NEUTRAL_STEER, OVERSTEER } HandlingBalance;

// A real eigenvalue or a conjugate pair, at constant speed, without the position of the vehicle.
typedef struct HandlingMode {
  double real, imaginary;  // [1/s]
  // Magnitude of its part of the step response of the yaw rate, relative to the steady gain.
  double share;
} HandlingMode;

// Transfer function from steering to yaw rate.
typedef struct HandlingResponse {
  bool is_there;  // false: wheels that roll without slip leave no response
  bool is_stable;
  HandlingMode *modes;  // in ascending order of frequency
  int mode_count;
  int yaw_mode;               // the oscillation with clearly the largest share; -1: none
  double *hz, *gain, *phase;  // [Hz], [1/s], [rad]
  int count;
  double steady;         // [1/s] gain at low frequency
  double peak, peak_hz;  // of the gain [1/s, Hz]; 0 Hz: the gain decreases monotonically
  // [Hz] where the gain has fallen to 1/sqrt(2) of the steady one; NaN: nowhere.
  double bandwidth_hz;
  double looked_to_hz;  // [Hz] upper end of the search for it
} HandlingResponse;

typedef struct Handling {
  Arena *arena;
  const Equations *equations;  // borrowed, as are all names
  const char *chassis;
  Excitation steer;
  bool is_steer_found;    // found automatically, not named
  bool depends_on_place;  // the road is not flat
  double speed, lateral;
  bool runs_straight;  // false: there are no further results
  // Columns: a, steering, radius, sideslip, yaw rate, roll, force that maintains the speed,
  // outputs.
  RowColumn *columns;
  int column_count;
  double *rows;
  int row_count;
  bool is_complete;  // up to the requested lateral acceleration
  double most;       // [m/s^2] otherwise the largest lateral acceleration of a steady turn
  // Results for slight turns.
  bool has_gains;     // false: there is no slight turn at V or V/2
  double yaw_gain;    // [1/s] r/steering
  double wheelbase;   // [m] L; below 0: positive steering turns about -z
  double understeer;  // [rad s^2/m] K
  HandlingBalance balance;
  double special_speed;      // [m/s] characteristic or critical speed
  double sideslip_gradient;  // [rad s^2/m] with respect to a
  double roll_gradient;
  double *speeds, *gains;  // yaw gain over speed
  bool *are_stable;        // straight running, and therefore slight turns, at these speeds
  int speed_count;
  HandlingResponse response;
} Handling;

// Returns NULL with a message in `why`, and a correction in *hint if the state is the cause.
Handling *handling_new(System *system, const ProgramState *start, const HandlingOptions *options,
                       Text *why, const char **hint);
void handling_free(Handling *handling);  // NULL is allowed

// Computes the response at x, straight running, and the stability at each speed, for which
// `straight` is the state of straight running (NULL: there is none) (handling_response.c). Returns
// false with a message in `why`.
bool handling_respond(Handling *handling, Vehicle *vehicle, const double *const straight[],
                      const double x[], Text *why);

#endif
