// lanes.h -- many states side by side: loops that the compiler makes vectors of.
//
// A register of the batched evaluator is LANES doubles, one per state. Every function is inlined into
// the loop that uses it, so that the loop may be compiled for more than one processor, each with
// vectors as wide as it has (batch.c). Each lane has the bits that one state alone would have.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_RUN_LANES_H
#define BIELLE_PROGRAM_RUN_LANES_H

#include "base/sincos.h"

#include <stdbool.h>

// 32 states: enough to hide the dispatch of a run, few enough for what the inverse dynamics of an
// arm keeps (batch_plan.h) to stay in the first-level cache (benchmarks/bench_program.c).
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

// Does sincos.def end before one of these angles, or are they no numbers? By bits, of which doubles
// without sign have the order: the difference is negative.
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

// Several angles, a number that the compiler knows; results lie elsewhere.
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
