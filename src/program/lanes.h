// lanes.h -- many states side by side: vector types of GCC and clang, no intrinsics.
//
// A register of the batched evaluator is LANES doubles, one per state. The compiler splits a Vector
// into what the processor has; every function is inlined into the loop that uses it, so that the
// loop may be compiled for more than one processor (batch.c). Each lane has the bits that one state
// alone would have.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_LANES_H
#define BIELLE_PROGRAM_LANES_H

#include "base/sincos.h"

// 16 states: enough to hide the dispatch of a run, few enough for what the inverse dynamics of a
// robot keeps (batch_plan.h) to stay in the first-level cache (benchmarks/bench_program.c).
enum { VECTOR_WIDTH = 4, LANES = 16, VECTORS = LANES / VECTOR_WIDTH };

typedef double Vector __attribute__((vector_size(VECTOR_WIDTH * sizeof(double))));
typedef int64_t VectorMask __attribute__((vector_size(VECTOR_WIDTH * sizeof(int64_t))));

typedef uint64_t VectorBits __attribute__((vector_size(VECTOR_WIDTH * sizeof(uint64_t))));

typedef union Lanes {
  Vector part[VECTORS];
  double lane[LANES];
} Lanes;

#define LANES_INLINE static inline __attribute__((always_inline))

LANES_INLINE void lanes_fill(Lanes *out, double value)
{
  for (int k = 0; k < LANES; k++)
    out->lane[k] = value;
}

// Vectors are handed around by address: without AVX, passing one by value has no fixed convention.

LANES_INLINE void vector_choose(Vector *out, const VectorMask *mask, const Vector *yes,
                                const Vector *no)
{
  *out = (Vector)(((VectorMask)*yes & *mask) | ((VectorMask)*no & ~*mask));
}

// 1 where the mask is set, 0 elsewhere.
LANES_INLINE void vector_truth(Vector *out, const VectorMask *mask)
{
  const Vector one = { 1, 1, 1, 1 };
  *out = (Vector)((VectorMask)one & *mask);
}

LANES_INLINE void vector_sincos(const Vector *x, Vector *sine, Vector *cosine);
#define NAME_lanes Vector
#define NAME_bits VectorBits
#define NAME_sincos_lanes vector_sincos
#include "base/sincos.def"
#undef NAME_lanes
#undef NAME_bits
#undef NAME_sincos_lanes

LANES_INLINE void lanes_sincos(const Lanes *x, Lanes *sine, Lanes *cosine)
{
  VectorMask is_near = { -1, -1, -1, -1 };
  for (int k = 0; k < VECTORS; k++) {
    vector_sincos(&x->part[k], &sine->part[k], &cosine->part[k]);
    is_near &= (x->part[k] < SINCOS_LIMIT) & (x->part[k] > -SINCOS_LIMIT);
  }
  if (is_near[0] & is_near[1] & is_near[2] & is_near[3]) return;
  for (int k = 0; k < LANES; k++)
    sincos_of(x->lane[k], &sine->lane[k], &cosine->lane[k]);
}

#endif
