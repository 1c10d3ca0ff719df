// sincos.c -- pasted into generated C that has sines or cosines, with NAME replaced by the name of
// the model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Angles from here on are for libm, and those that are no numbers; all of them, where the compiler
// may take sums in another order.
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__)
enum { NAME_far = 0 };
#else
enum { NAME_far = sizeof(NAME_real) > sizeof(float) ? 100000 : 100 };
#endif

static void NAME_sincos_far(const NAME_real x[], NAME_real sine[], NAME_real cosine[], int count)
{
  for (int i = 0; i < count; i++) {
    if (fabs(x[i]) < NAME_far) continue;
    sine[i] = sin(x[i]);
    cosine[i] = cos(x[i]);
  }
}

static inline void NAME_sincos_near(const NAME_lanes *x, NAME_real sine[], NAME_real cosine[],
                                    NAME_lanes *sum)
{
  NAME_lanes s, c;
  NAME_sincos_lanes(x, &s, &c);
  memcpy(sine, &s, sizeof s);
  memcpy(cosine, &c, sizeof c);
  *sum += *x * *x;
}

// Sines and cosines, with room for a multiple of 4, of `count` angles. The sum of their squares
// tells whether one may be far.
static inline void NAME_sincos(const NAME_real x[], NAME_real sine[], NAME_real cosine[], int count)
{
  const int width = (int)(sizeof(NAME_lanes) / sizeof(NAME_real)), whole = count - count % width;
  const NAME_real far = NAME_far;
  NAME_lanes angle, sum = { 0 };
  NAME_real sums[sizeof(NAME_lanes) / sizeof(NAME_real)], total = 0;
  for (int i = 0; i < whole; i += width) {
    memcpy(&angle, x + i, sizeof angle);
    NAME_sincos_near(&angle, sine + i, cosine + i, &sum);
  }
  if (whole < count) {
    NAME_partial(x + whole, count - whole, &angle);
    NAME_sincos_near(&angle, sine + whole, cosine + whole, &sum);
  }
  memcpy(sums, &sum, sizeof sums);
  for (int i = 0; i < width; i++)
    total += sums[i];
  if (!(total < far * far)) NAME_sincos_far(x, sine, cosine, count);
}
