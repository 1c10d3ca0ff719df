// sincos.h -- sine and cosine, the same bit for bit in every evaluator and in generated C.
//
// Up to SINCOS_LIMIT they are those of sincos.def; beyond, and where the angle is no number,
// those of libm. Which it is depends on the angle alone, never on its neighbours in a vector.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_SINCOS_H
#define BIELLE_BASE_SINCOS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

// rad; about 16000 turns. The kernel counts quarters of a turn below 2^16.
#define SINCOS_LIMIT 1e5

#define NAME_lanes double
#define NAME_bits uint64_t
#define NAME_sincos_lanes sincos_near
#include "base/sincos.def"
#undef NAME_lanes
#undef NAME_bits
#undef NAME_sincos_lanes

static inline void sincos_of(double angle, double *sine, double *cosine)
{
  if (fabs(angle) < SINCOS_LIMIT) {
    sincos_near(&angle, sine, cosine);
  } else {
    *sine = sin(angle);
    *cosine = cos(angle);
  }
}

#endif
