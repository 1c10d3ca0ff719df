// sincos.c -- pasted into generated C that has sines or cosines, with NAME replaced by the name of
// the model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Angles from here on are for libm, and those that are no numbers; all of them, where the compiler
// may take sums in another order.
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__)
enum { NAME_far = 0 };
#else
enum { NAME_far = 100000 };
#endif

static void NAME_sincos_far(const double x[], double sine[], double cosine[], int count)
{
  for (int i = 0; i < count; i++) {
    if (fabs(x[i]) < NAME_far) continue;
    sine[i] = sin(x[i]);
    cosine[i] = cos(x[i]);
  }
}

// Adds |x| to `sum`.
static inline void NAME_sincos_near(const NAME_lanes *x, double sine[], double cosine[],
                                    NAME_lanes *sum)
{
  NAME_lanes s, c, size;
  NAME_bits bits;
  NAME_sincos_lanes(x, &s, &c);
  memcpy(sine, &s, sizeof s);
  memcpy(cosine, &c, sizeof c);
  memcpy(&bits, x, sizeof bits);
  bits &= UINT64_MAX >> 1;
  memcpy(&size, &bits, sizeof size);
  *sum += size;
}

// Sines and cosines, with room for a multiple of 4, of `count` angles.
static inline void NAME_sincos(const double x[], double sine[], double cosine[], int count)
{
  const int width = (int)(sizeof(NAME_lanes) / sizeof(double)), whole = count - count % width;
  NAME_lanes angle, sum = { 0 };
  double sums[sizeof(NAME_lanes) / sizeof(double)], total = 0;
  for (int i = 0; i < whole; i += width) {
    memcpy(&angle, x + i, sizeof angle);
    NAME_sincos_near(&angle, sine + i, cosine + i, &sum);
  }
  if (whole < count) {
    NAME_few(x + whole, count - whole, &angle);
    NAME_sincos_near(&angle, sine + whole, cosine + whole, &sum);
  }
  memcpy(sums, &sum, sizeof sums);
  for (int i = 0; i < width; i++)
    total += sums[i];
  if (!(total < NAME_far)) NAME_sincos_far(x, sine, cosine, count);
}
