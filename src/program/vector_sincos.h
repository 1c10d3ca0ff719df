// vector_sincos.h -- sine and cosine of many angles at once, to about one unit in the last place.
//
// x = n*(pi/2) + r with |r| <= pi/4: pi/2 is subtracted in three parts, the first two of 36 bits so
// that their products with n < 2^16 are exact (Cody and Waite), and what rounding loses of r is
// kept as a second double. Taylor's series of sine and cosine about 0 then need eight terms; their
// error on |r| <= pi/4 is below 2^-60. Angles beyond 1e5 and those that are not finite go to libm.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_VECTOR_SINCOS_H
#define BIELLE_PROGRAM_VECTOR_SINCOS_H

#include "program/lanes.h"

#include <math.h>

// Largest |angle| for the vector path: n <= 63662 < 2^16.
#define VECTOR_SINCOS_LIMIT 1e5

typedef struct ReducedAngle {
  Vector high;          // r
  Vector low;           // what r lacks
  VectorBits quadrant;  // n; its last two bits count
} ReducedAngle;

LANES_INLINE void vector_reduce(const Vector *x, ReducedAngle *out)
{
  // pi/2 in parts, by rounding: 36 bits, the next 36, the next 53
  const double part1 = 0x1.921fb5444p+0, part2 = 0x1.68c234c4cp-39, part3 = 0x1.98a2e03707345p-77;
  const double two_over_pi = 0x1.45f306dc9c883p-1;
  const double rounder = 0x1.8p+52;  // adding it leaves the nearest integer in the last bits
  Vector shifted = *x * two_over_pi + rounder;
  Vector n = shifted - rounder;
  out->quadrant = (VectorBits)shifted;
  Vector first = *x - n * part1;  // exact
  Vector second = n * part2;      // exact
  Vector difference = first - second;
  Vector lost = (first - difference) - second;
  Vector third = n * part3;
  out->high = difference - third;
  out->low = ((difference - out->high) - third) + lost;
}

LANES_INLINE void vector_sine_near_zero(const ReducedAngle *angle, Vector *out)
{
  Vector r = angle->high, z = r * r;
  Vector series = z * (1.0 / 355687428096000.0) - 1.0 / 1307674368000.0;  // 1/17!, 1/15!
  series = series * z + 1.0 / 6227020800.0;
  series = series * z - 1.0 / 39916800.0;
  series = series * z + 1.0 / 362880.0;
  series = series * z - 1.0 / 5040.0;
  series = series * z + 1.0 / 120.0;
  series = series * z - 1.0 / 6.0;
  *out = r + (r * z * series + angle->low * (1.0 - 0.5 * z));
}

LANES_INLINE void vector_cosine_near_zero(const ReducedAngle *angle, Vector *out)
{
  Vector r = angle->high, z = r * r;
  Vector series = z * (1.0 / 20922789888000.0) - 1.0 / 87178291200.0;  // 1/16!, 1/14!
  series = series * z + 1.0 / 479001600.0;
  series = series * z - 1.0 / 3628800.0;
  series = series * z + 1.0 / 40320.0;
  series = series * z - 1.0 / 720.0;
  series = series * z + 1.0 / 24.0;
  Vector half = 0.5 * z, rest = 1.0 - half;  // 1 - z/2 with its rounding error
  *out = rest + (((1.0 - rest) - half) + (z * z * series - r * angle->low));
}

// sin(r + n*pi/2) is sin r, cos r, -sin r, -cos r for n = 0, 1, 2, 3; cosine is one step ahead.
LANES_INLINE void vector_sincos(const Vector *x, Vector *sine, Vector *cosine)
{
  ReducedAngle angle;
  vector_reduce(x, &angle);
  Vector s, c;
  vector_sine_near_zero(&angle, &s);
  vector_cosine_near_zero(&angle, &c);
  VectorMask is_odd = (VectorMask) - (angle.quadrant & 1);
  VectorBits sine_sign = (angle.quadrant & 2) << 62;
  VectorBits cosine_sign = ((angle.quadrant + 1) & 2) << 62;
  vector_choose(sine, &is_odd, &c, &s);
  vector_choose(cosine, &is_odd, &s, &c);
  *sine = (Vector)((VectorBits)*sine ^ sine_sign);
  *cosine = (Vector)((VectorBits)*cosine ^ cosine_sign);
}

LANES_INLINE void lanes_sincos(const Lanes *x, Lanes *sine, Lanes *cosine)
{
  VectorMask is_small = { -1, -1, -1, -1 };
  for (int k = 0; k < VECTORS; k++) {
    vector_sincos(&x->part[k], &sine->part[k], &cosine->part[k]);
    is_small &= (x->part[k] < VECTOR_SINCOS_LIMIT) & (x->part[k] > -VECTOR_SINCOS_LIMIT);
  }
  if (is_small[0] & is_small[1] & is_small[2] & is_small[3]) return;
  for (int k = 0; k < LANES; k++) {
    if (fabs(x->lane[k]) < VECTOR_SINCOS_LIMIT) continue;
    sine->lane[k] = sin(x->lane[k]);
    cosine->lane[k] = cos(x->lane[k]);
  }
}

#endif
