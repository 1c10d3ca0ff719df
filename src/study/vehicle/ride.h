// ride.h -- how a vehicle follows its road: small motions about its equilibrium, the answer to the
// heights of the road below its wheels, and what people feel of it.
//
// The body is the heaviest one. Of it, `bounce` is the way of its centre of mass against gravity,
// `pitch` the turn about its y axis, nose down, `roll` that about its x axis. With springs and tyres
// together and wheels without inertia, K is the stiffness that the body feels in these directions:
//
//   ms z'' + Kzz z + Kzp p = 0,   Iy p'' + Kzp z + Kpp p = 0
//
// Wheels pass over the same road one after the other: the height below wheel i is that below the
// first, d_i/V earlier. Roads are those of ISO 8608, with the one-sided spectrum of heights
// G(n) = G0 (n/n0)^-2, n0 = 0.1 cycles/m, over n cycles/m: G0 n0^2 V / f^2 over the frequency f.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_VEHICLE_RIDE_H
#define BIELLE_STUDY_VEHICLE_RIDE_H

#include "study/vehicle/vehicle_input.h"
#include "study/modes/modes.h"

#include <complex.h>

enum { RIDE_MAX_ROADS = 16, RIDE_CLASSES = 5 };  // A to E

typedef struct RideRoad {
  Excitation input;
  double behind;  // the first [m]; NaN: to be found
  double rate;    // stiffness of springs and tyre together, as the body feels it [N/m]
  double ahead;   // where that acts, ahead of the centre of mass [m]
} RideRoad;

typedef struct RideOptions {
  const RideRoad *roads;  // inputs, with what is known of `behind`
  int road_count;         // 0: all inputs that are lengths
  double speed;           // V
} RideOptions;

// What is looked at: the body's acceleration first, then outputs.
typedef struct RideColumn {
  const char *name;
  const char *unit;
  double still;         // its value at the equilibrium
  bool is_felt;         // an acceleration, which is weighted
  double rms;           // on a road of class A; on each next one twice as much
  double weighted_rms;  // of what is felt
} RideColumn;

typedef struct RideMotion {  // of the body, with wheels that have no inertia
  double hz;
  double centre;  // of motion, ahead of the centre of mass [m]; infinite: it only goes up and down
} RideMotion;

typedef struct RideBody {
  const char *name;
  bool bounces, pitches, rolls;
  double bounce_hz, pitch_hz, roll_hz;  // each alone
  RideMotion coupled[2];                // slower one first
  int front_count;                      // of roads, where there are two axles; 0: there are not
  double front_rate, rear_rate;         // of both axles [N/m]
  double wheelbase;
  double centre_behind;  // centre of the springs behind that of mass, in wheelbases
} RideBody;

typedef struct Ride {
  Arena *arena;
  Modes *modes;                // owned
  const Equations *equations;  // borrowed
  double speed;
  bool is_still;  // at an equilibrium; otherwise the modes say why not, and there is nothing else
  RideBody body;
  RideRoad *roads;
  int road_count;
  RideColumn *columns;
  int column_count;
  // By frequency: |answer| of each column to a metre of road; at third octaves, and finer ones.
  double *third_hz, *thirds;
  int third_count;
  double *hz, *answers;
  int hz_count;
  bool has_rms;  // otherwise something goes on, or grows
} Ride;

// NULL with a sentence in `why`, and *hint what would help if it is about the state.
Ride *ride_new(System *system, const ProgramState *start, const RideOptions *options, Text *why,
               const char **hint);
void ride_free(Ride *ride);  // NULL is allowed

// Wk of ISO 2631-1 at a frequency [Hz]: how much of a vertical acceleration people feel.
double ride_weighting(double hz);
// Spectrum of heights [m^3] at n0 of a road of class A.
extern const double RIDE_CLASS_A;
double ride_road_spectrum(double speed, double hz);  // of class A [m^2/Hz]

#endif
