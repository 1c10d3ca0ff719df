// vector.h -- three numbers in space.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_VECTOR_H
#define BIELLE_STUDY_VECTOR_H

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

// out = R a, R row-major
static inline void vector_turn(const double R[9], const double a[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = vector_dot(R + 3 * i, a);
}

#endif
