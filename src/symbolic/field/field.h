// field.h -- arithmetic in two prime fields, p = 2^61 - 38893951 and p = 2^61 - 1082893951.
//
// 2^61 = gap (mod p) makes reduction cheap. p - 1 is 3 600 000 times a large number without small
// factors other than 3: each field contains roots of unity for every 0.0001 deg, including i, and
// the square roots of 2, 3 and 5, and an exponent n/d is a number modulo p - 1 for every d that is
// not divisible by 2, 3 or 5. Two different primes are needed because a number has the same value
// at every point of one field: the literal 2305843009174800001 must not be zero
// (docs/decisions/0002).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_FIELD_FIELD_H
#define BIELLE_SYMBOLIC_FIELD_FIELD_H

#include <stddef.h>
#include <stdint.h>

typedef struct Field {
  uint64_t prime;
  uint64_t gap;         // 2^61 - prime
  uint64_t unity;       // a primitive root of unity of order UNITY_ORDER: e^{i 0.0001 deg}
  uint64_t i;           // unity^(UNITY_ORDER/4), a square root of -1
  uint64_t nonresidue;  // an element without a square root in the field
} Field;

enum { FIELD_COUNT = 2, UNITY_ORDER = 3600000 };

static const Field FIELD[FIELD_COUNT] = {
  { UINT64_C(2305843009174800001), 38893951, UINT64_C(1285711682492960724),
    UINT64_C(2282469870088476589), 17 },
  { UINT64_C(2305843008130800001), 1082893951, UINT64_C(532474496122316336),
    UINT64_C(2247594470486488618), 7 },
};

__extension__ typedef unsigned __int128 FieldProduct;

static inline uint64_t field_reduce(Field field, uint64_t x)
{
  return x >= field.prime ? x - field.prime : x;
}

// x modulo p for any word; using 2^61 = gap, as in field_mul(), is faster than a division.
static inline uint64_t field_residue(Field field, uint64_t x)
{
  return field_reduce(field, (x >> 61) * field.gap + (x & ((UINT64_C(1) << 61) - 1)));
}

static inline uint64_t field_add(Field field, uint64_t a, uint64_t b)
{
  return field_reduce(field, a + b);
}

static inline uint64_t field_neg(Field field, uint64_t a) { return a == 0 ? 0 : field.prime - a; }

static inline uint64_t field_sub(Field field, uint64_t a, uint64_t b)
{
  return field_reduce(field, a + field.prime - b);
}

// a*b = high*2^61 + low = gap*high + low (mod p), which is below 2^92; after a second folding it is
// below 2p.
static inline uint64_t field_mul(Field field, uint64_t a, uint64_t b)
{
  const uint64_t low_mask = (UINT64_C(1) << 61) - 1;
  FieldProduct product = (FieldProduct)a * b;
  FieldProduct folded = (product >> 61) * field.gap + ((uint64_t)product & low_mask);
  uint64_t twice = (uint64_t)(folded >> 61) * field.gap + ((uint64_t)folded & low_mask);
  return field_reduce(field, twice);
}

uint64_t field_power(Field field, uint64_t base, uint64_t exponent);
uint64_t field_inverse(Field field, uint64_t a);  // field_inverse(0) = 0
uint64_t field_root(Field field, uint64_t a);     // a square root; 0 if there is none

// Keyed hash of bytes, uniform in [1, p-1]. `seed` selects the random point, `domain` separates
// different uses of the same name.
uint64_t field_hash(Field field, uint64_t seed, uint64_t domain, const void *bytes, size_t length);

#endif
