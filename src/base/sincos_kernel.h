// sincos_kernel.h -- sine and cosine: the arithmetic, for one angle or for several side by side.
//
// Whoever includes this, as often as is needed, has said what the NAMEs are: NAME_lanes a double or
// a vector of doubles, NAME_bits as many unsigned integers of 64 bits. The text goes into generated
// C as well (tools/embed_runtime.py), so that a number is the same bit for bit wherever it is
// computed. sincos.h has the form for one angle and says where the method ends.
//
// Reference: W. J. Cody, W. Waite, Software Manual for the Elementary Functions (1980), chapter 8;
// coefficients of fdlibm (k_sin.c, k_cos.c), within 2^-57 of sine and cosine up to pi/4.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Sines and cosines of angles below 1e5, each to less than a unit of its last place.
// x = n pi/2 + r + t, |r| <= pi/4: pi/2 is taken off in three parts, the first two of 36 bits, so
// that their products with n < 2^16 are exact, and t is what r lost by rounding. Polynomials give
// sine and cosine of r + t; the last bits of n say which is which, and their signs.
static inline void NAME_sincos_lanes(const NAME_lanes *x, NAME_lanes *sine, NAME_lanes *cosine)
{
  const double two_over_pi = 0x1.45f306dc9c883p-1;
  const double rounder = 0x1.8p+52;  // adding it leaves the nearest integer in the last bits
  const double part1 = 0x1.921fb5444p+0, part2 = 0x1.68c234c4cp-39, part3 = 0x1.98a2e03707345p-77;
  const NAME_lanes shifted = *x * two_over_pi + rounder;
  const NAME_lanes n = shifted - rounder;
  const NAME_lanes first = *x - n * part1, second = n * part2, r = first - second;
  const NAME_lanes t = ((first - r) - second) - n * part3;

  const NAME_lanes z = r * r, zz = z * z, half = 0.5 * z, rest = 1.0 - half;
  const NAME_lanes less = (1.66666666666666324348e-01 - z * 8.33333333332248946124e-03) +
                          zz * ((1.98412698298579493134e-04 - z * 2.75573137070700676789e-06) +
                                zz * (2.50507602534068634195e-08 - z * 1.58969099521155010221e-10));
  const NAME_lanes more = (4.16666666666666019037e-02 - z * 1.38888888888741095749e-03) +
                          zz * ((2.48015872894767294178e-05 - z * 2.75573143513906633035e-07) +
                                zz * (2.08757232129817482790e-09 - z * 1.13596475577881948265e-11));
  const NAME_lanes sine_r = r - (z * r * less + (half * t - t));  // of -0 it is -0
  const NAME_lanes cosine_r = rest + (zz * more + (((1.0 - rest) - half) - r * t));

  NAME_bits quadrant, s, c;
  memcpy(&quadrant, &shifted, sizeof quadrant);
  memcpy(&s, &sine_r, sizeof s);
  memcpy(&c, &cosine_r, sizeof c);
  const NAME_bits swap = (s ^ c) & (0 - (quadrant & 1));
  s ^= swap ^ ((quadrant & 2) << 62);
  c ^= swap ^ (((quadrant + 1) & 2) << 62);
  memcpy(sine, &s, sizeof s);
  memcpy(cosine, &c, sizeof c);
}
