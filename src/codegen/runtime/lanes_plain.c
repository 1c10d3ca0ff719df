// lanes_plain.c -- lanes_gnu.c without vectors: what is pasted into portable C.
// SPDX-License-Identifier: MIT
// ---- pasted from here
typedef double NAME_lanes;
typedef uint64_t NAME_bits;

static inline void NAME_few(const double x[], int count, NAME_lanes *lanes)
{
  (void)count;
  *lanes = x[0];
}
