// field.c -- powers, inverses and hashes in the prime fields.
// SPDX-License-Identifier: MIT
#include "symbolic/field/field.h"

#include "base/random.h"

#include <flint/ulong_extras.h>

#include <string.h>

uint64_t field_power(Field field, uint64_t base, uint64_t exponent)
{
  uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = field_mul(field, result, base);
    base = field_mul(field, base, base);
  }
  return result;
}

// The inverse of zero is zero: a value may vanish in one field and not in the other.
uint64_t field_inverse(Field field, uint64_t a) { return a == 0 ? 0 : n_invmod(a, field.prime); }

// Tonelli-Shanks algorithm: x^2 = a t, where t is a power of g, whose order 2^n decreases.
uint64_t field_root(Field field, uint64_t a)
{
  enum { TWOS = 7 };  // exponent of 2 in p - 1
  if (a == 0) return 0;
  uint64_t odd = (field.prime - 1) >> TWOS, w = field_power(field, a, odd / 2);
  uint64_t x = field_mul(field, a, w), t = field_mul(field, x, w);
  uint64_t g = field_power(field, field.unity, UNITY_ORDER >> TWOS);
  for (int n = TWOS; t != 1;) {
    int order = 0;
    for (uint64_t power = t; power != 1; power = field_mul(field, power, power))
      order++;
    if (order == n) return 0;
    for (; n > order + 1; n--)
      g = field_mul(field, g, g);
    x = field_mul(field, x, g);
    g = field_mul(field, g, g);
    t = field_mul(field, t, g);
    n = order;
  }
  return x;
}

uint64_t field_hash(Field field, uint64_t seed, uint64_t domain, const void *bytes, size_t length)
{
  uint64_t state = random_mix(seed + UINT64_C(0x9e3779b97f4a7c15)) ^ random_mix(domain + field.gap);
  const unsigned char *next = bytes;
  for (size_t left = length; left > 0;) {
    uint64_t word = 0;
    size_t step = left < sizeof word ? left : sizeof word;
    memcpy(&word, next, step);
    state = random_mix(state ^ word) + UINT64_C(0x9e3779b97f4a7c15) * (left + 1);
    next += step;
    left -= step;
  }
  // Two mixed words give 122 bits before the reduction, so the result is uniform.
  uint64_t high = random_mix(state), low = random_mix(state ^ UINT64_C(0xd1b54a32d192ed03));
  uint64_t folded = field_mul(field, field_residue(field, high), (UINT64_C(1) << 60));
  uint64_t value = field_add(field, folded, field_residue(field, low));
  return value == 0 ? 1 : value;
}
