// ride_weighting.c -- frequency weighting for ride comfort, and road spectra.
// SPDX-License-Identifier: MIT
#include "study/vehicle/ride.h"

#include <math.h>

static double square(double a) { return a * a; }

// 1 + i f/(Q f0) - (f/f0)^2|
static double second_order(double hz, double corner, double Q)
{
  double ratio = hz / corner;
  return hypot(1 - square(ratio), ratio / Q);
}

// Weighting Wk of ISO 2631-1:1997, annex A, table A.1: band limits at 0.4 and 100 Hz, transition
// from acceleration to velocity at 12.5 Hz, upward step between 2.37 and 3.35 Hz.
double ride_weighting(double hz)
{
  static const double Q = 0.70710678118654752;
  double high_pass = square(hz / 0.4) / second_order(hz, 0.4, Q);
  double low_pass = 1 / second_order(hz, 100, Q);
  double transition = hypot(1, hz / 12.5) / second_order(hz, 12.5, 0.63);
  double step = second_order(hz, 2.37, 0.91) / second_order(hz, 3.35, 0.91) * square(2.37 / 3.35);
  return high_pass * low_pass * transition * step;
}

const double RIDE_CLASS_A = 16e-6;

double ride_road_spectrum(double speed, double hz)
{
  static const double N0 = 0.1;
  return RIDE_CLASS_A * square(N0) * speed / square(hz);
}
