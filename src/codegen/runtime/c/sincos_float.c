// sincos_float.c -- pasted into generated C that has sines or cosines, with NAME replaced by the name of
// the model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Sines and cosines of angles below 100, each to about a unit of its last place.
// x = n pi/2 + r + t, |r| <= pi/4: pi/2 is taken off in three parts, the first two of 18 bits, so
// that their products with n < 2^6 are exact, and t is what r lost by rounding. Polynomials give
// sine and cosine of r + t; the last bits of n say which is which, and their signs.
static inline void NAME_sincos_lanes(const NAME_lanes *x, NAME_lanes *sine, NAME_lanes *cosine)
{
  const float two_over_pi = 0x1.45f306p-1f;
  const float rounder = 0x1.8p+23f;  // adding it leaves the nearest integer in the last bits
  const float part1 = 0x1.921f8p+0f, part2 = 0x1.aa22p-19f, part3 = 0x1.68c234p-39f;
  const NAME_lanes shifted = *x * two_over_pi + rounder;
  const NAME_lanes n = shifted - rounder;
  const NAME_lanes first = *x - n * part1, second = n * part2, r = first - second;
  const NAME_lanes t = ((first - r) - second) - n * part3;

  const NAME_lanes z = r * r, zz = z * z, half = 0.5f * z, rest = 1.0f - half;
  const NAME_lanes less = (1.6666654611e-01f - z * 8.3321608736e-03f) + zz * 1.9515295891e-04f;
  const NAME_lanes more = (4.1666645683e-02f - z * 1.3887316255e-03f) + zz * 2.4433157118e-05f;
  const NAME_lanes sine_r = r - (z * r * less + (half * t - t));  // of -0 it is -0
  const NAME_lanes cosine_r = rest + (zz * more + (((1.0f - rest) - half) - r * t));

  NAME_bits quadrant, s, c;
  memcpy(&quadrant, &shifted, sizeof quadrant);
  memcpy(&s, &sine_r, sizeof s);
  memcpy(&c, &cosine_r, sizeof c);
  const NAME_bits swap = (s ^ c) & (0 - (quadrant & 1));
  s ^= swap ^ ((quadrant & 2) << 30);
  c ^= swap ^ (((quadrant + 1) & 2) << 30);
  memcpy(sine, &s, sizeof s);
  memcpy(cosine, &c, sizeof c);
}
