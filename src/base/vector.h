// vector.h -- vectors with three components, and quaternions.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_VECTOR_H
#define BIELLE_BASE_VECTOR_H

#include <math.h>

static inline double vector_dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double vector_length(const double a[3]) { return sqrt(vector_dot(a, a)); }

static inline void vector_cross(const double a[3], const double b[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

// out = factor * a
static inline void vector_scale(double factor, const double a[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = factor * a[i];
}

// out = a + factor * b
static inline void vector_add(const double a[3], double factor, const double b[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = a[i] + factor * b[i];
}

// Unit quaternion of a rotation by `angle` [rad] about a unit vector; normalisation of a
// quaternion.
static inline void quaternion_of_turn(double angle, const double axis[3], double e[4])
{
  e[0] = cos(angle / 2);
  vector_scale(sin(angle / 2), axis, e + 1);
}
static inline void quaternion_normalise(double e[4])
{
  double length = hypot(e[0], vector_length(e + 1));
  e[0] /= length;
  vector_scale(1 / length, e + 1, e + 1);
}

// Rotates a by a unit quaternion: a + 2 v x (e0 a + v x a)
static inline void vector_turn_by_quaternion(const double e[4], double a[3])
{
  double c[3], d[3];
  vector_cross(e + 1, a, c);
  vector_add(c, e[0], a, c);
  vector_cross(e + 1, c, d);
  vector_add(a, 2, d, a);
}

// out = R a, R row-major
static inline void vector_turn(const double R[9], const double a[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = vector_dot(R + 3 * i, a);
}

#endif
