// random.h -- SplitMix64 (Steele, Lea and Flood 2014), with the same numbers on every machine.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_RANDOM_H
#define BIELLE_BASE_RANDOM_H

#include <stdint.h>

// Mixes the bits of x: every output bit depends on every input bit.
static inline uint64_t random_mix(uint64_t x)
{
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

// Next number of a sequence; any initial state is valid.
static inline uint64_t random_next(uint64_t *state)
{
  return random_mix(*state += UINT64_C(0x9e3779b97f4a7c15));
}

// Next number of the sequence, scaled to the range -1 to 1.
static inline double random_number(uint64_t *state)
{
  return (double)(int64_t)random_next(state) * 0x1p-63;
}

#endif
