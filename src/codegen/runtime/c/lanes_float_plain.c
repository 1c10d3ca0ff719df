// lanes_float_plain.c -- pasted into generated C that has sines or cosines, with NAME replaced by the name of
// the model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
typedef float NAME_lanes;
typedef uint32_t NAME_bits;

static inline void NAME_partial(const float x[], int count, NAME_lanes *lanes)
{
  (void)count;
  *lanes = x[0];
}
