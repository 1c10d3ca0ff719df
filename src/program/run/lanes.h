// lanes.h -- many states in parallel: loops for vectorisation by the compiler.
//
// A register of the batched evaluator consists of LANES doubles, one per state. Every function is
// inlined into the loop that uses it, so that the loop can be compiled for several processors, each
// with its own vector width (batch.c). Each lane has the bits of a single evaluation.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_RUN_LANES_H
#define BIELLE_PROGRAM_RUN_LANES_H

#include "base/sincos.h"

#include <stdbool.h>

// 32 states: enough to amortise the dispatch of a run, few enough for the values of an arm's
// inverse dynamics (batch_plan.h) to stay in the first-level cache (benchmarks/bench_program.c).
enum { LANES = 32, CACHE_LINE = 64 };

typedef struct Lanes {
  _Alignas(CACHE_LINE) double lane[LANES];
} Lanes;

#define LANES_INLINE static inline __attribute__((always_inline))

LANES_INLINE void lanes_fill(Lanes *out, double value)
{
  for (int k = 0; k < LANES; k++)
    out->lane[k] = value;
}

// Returns true if any angle is outside the range of sincos.def or is not a number. The bits of
// non-negative doubles are ordered like their values, so the difference is then negative.
LANES_INLINE bool angles_are_far(const double angles[], int count)
{
  const double limit = SINCOS_LIMIT;
  uint64_t limit_bits, far = 0;
  memcpy(&limit_bits, &limit, sizeof limit);
#pragma omp simd reduction(| : far)
  for (int k = 0; k < count; k++) {
    uint64_t bits;
    memcpy(&bits, &angles[k], sizeof bits);
    far |= limit_bits - 1 - (bits & (UINT64_MAX >> 1));
  }
  return far >> 63;
}

// Sines and cosines of several angles; `count` is a compile-time constant, and the results do not
// overlap the angles.
LANES_INLINE void sincos_of_several(const double angles[], double sines[], double cosines[],
                                    int count)
{
#pragma omp simd
  for (int k = 0; k < count; k++)
    sincos_near(&angles[k], &sines[k], &cosines[k]);
  bool is_far = angles_are_far(angles, count);
  for (int k = 0; is_far && k < count; k++)
    sincos_of(angles[k], &sines[k], &cosines[k]);
}

#endif
