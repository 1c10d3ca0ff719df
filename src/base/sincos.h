// sincos.h -- sine and cosine, bit-identical in every evaluator and in generated C.
//
// Below SINCOS_LIMIT they are computed by sincos.def; for larger angles and NaN by libm. The choice
// depends on the angle alone, never on other elements of a vector.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_SINCOS_H
#define BIELLE_BASE_SINCOS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

// rad; about 16000 revolutions. The kernel requires fewer than 2^16 quarter turns.
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
