// ride.h -- ride of a vehicle: small motions about its equilibrium, the response to the road
// heights below its wheels, and ride comfort.
//
// The body is the heaviest one. `bounce` is the displacement of its centre of mass against gravity,
// `pitch` the rotation about its y axis, nose down, `roll` that about its x axis. With springs and
// tyres combined and massless wheels, K is the stiffness of the body in these directions:
//
//   ms z'' + Kzz z + Kzp p = 0,   Iy p'' + Kzp z + Kpp p = 0
//
// The wheels pass over the same road one after the other: the height below wheel i is that below
// the first wheel, d_i/V earlier. Roads are those of ISO 8608, with the one-sided spectrum of
// heights G(n) = G0 (n/n0)^-2, n0 = 0.1 cycles/m, over n cycles/m: G0 n0^2 V / f^2 over the
// frequency f.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_VEHICLE_RIDE_H
#define BIELLE_STUDY_VEHICLE_RIDE_H

#include "study/vehicle/vehicle_input.h"
#include "study/modes/modes.h"

#include <complex.h>

enum { RIDE_MAX_ROADS = 16, RIDE_CLASSES = 5 };  // A to E

typedef struct RideRoad {
  Excitation input;
  double behind;  // [m] distance behind the first wheel; NaN: to be computed
  double rate;    // [N/m] combined stiffness of springs and tyre, acting on the body
  double ahead;   // [m] point of action ahead of the centre of mass
} RideRoad;

typedef struct RideOptions {
  const RideRoad *roads;  // inputs, with `behind` where known
  int road_count;         // 0: all inputs that are lengths
  double speed;           // [m/s] V
} RideOptions;

// A response variable: the acceleration of the body first, then outputs.
typedef struct RideColumn {
  const char *name;
  const char *unit;
  double still;         // value at the equilibrium
  bool is_felt;         // an acceleration, to which the frequency weighting applies
  double rms;           // on a road of class A; it doubles with each further class
  double weighted_rms;  // frequency-weighted rms of accelerations
} RideColumn;

typedef struct RideMotion {  // of the body, with massless wheels
  double hz;
  double centre;  // [m] centre of motion ahead of the centre of mass; infinite: pure bounce
} RideMotion;

typedef struct RideBody {
  const char *name;
  bool bounces, pitches, rolls;
  double bounce_hz, pitch_hz, roll_hz;  // uncoupled
  RideMotion coupled[2];                // the slower one first
  int front_count;               // number of front roads, if there are two axles; otherwise 0
  double front_rate, rear_rate;  // [N/m] of each axle
  double wheelbase;
  // Distance of the spring centre behind the centre of mass, relative to the wheelbase.
  double centre_behind;
} RideBody;

typedef struct Ride {
  Arena *arena;
  Modes *modes;                // owned
  const Equations *equations;  // borrowed
  double speed;
  // At an equilibrium; false: the modes contain the reason, and there are no further results.
  bool is_still;
  RideBody body;
  RideRoad *roads;
  int road_count;
  RideColumn *columns;
  int column_count;
  // By frequency: magnitude of the response of each column to the road height, per metre; at third
  // octaves, and at a finer grid.
  double *third_hz, *thirds;
  int third_count;
  double *hz, *answers;
  int hz_count;
  bool has_rms;  // false: some motion persists undamped, or grows
} Ride;

// Returns NULL with a message in `why`, and a correction in *hint if the state is the cause.
Ride *ride_new(System *system, const ProgramState *start, const RideOptions *options, Text *why,
               const char **hint);
void ride_free(Ride *ride);  // NULL is allowed

// Returns the frequency weighting Wk of ISO 2631-1 for vertical acceleration at a frequency [Hz].
double ride_weighting(double hz);
// [m^3] Spectral density of heights at n0 of a road of class A.
extern const double RIDE_CLASS_A;
double ride_road_spectrum(double speed, double hz);  // of class A [m^2/Hz]

#endif
