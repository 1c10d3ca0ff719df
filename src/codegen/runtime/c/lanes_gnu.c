// lanes_gnu.c -- pasted into generated C that has sines or cosines, with NAME replaced by the name of
// the model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Numbers side by side, as many as the processor takes at once; how many, changes no bit.
// NAME_partial() takes `count` of them from x, fewer than there is room for.
#if defined(__GNUC__) && defined(__AVX__)
typedef double NAME_lanes __attribute__((vector_size(32)));
typedef uint64_t NAME_bits __attribute__((vector_size(32)));
static inline __attribute__((always_inline)) void NAME_partial(const double x[], int count,
                                                               NAME_lanes *lanes)
{
  const NAME_lanes few = { x[0], x[count > 1 ? 1 : 0], x[count > 2 ? 2 : 0], x[0] };
  *lanes = few;
}
#elif defined(__GNUC__) && (defined(__SSE2__) || defined(__aarch64__))
typedef double NAME_lanes __attribute__((vector_size(16)));
typedef uint64_t NAME_bits __attribute__((vector_size(16)));
static inline __attribute__((always_inline)) void NAME_partial(const double x[], int count,
                                                               NAME_lanes *lanes)
{
  const NAME_lanes few = { x[0], x[0] };
  (void)count;
  *lanes = few;
}
#else
typedef double NAME_lanes;
typedef uint64_t NAME_bits;
static inline void NAME_partial(const double x[], int count, NAME_lanes *lanes)
{
  (void)count;
  *lanes = x[0];
}
#endif

#if defined(__GNUC__)
static inline void NAME_sincos_lanes(const NAME_lanes *x, NAME_lanes *sine, NAME_lanes *cosine)
    __attribute__((always_inline));
static inline void NAME_sincos_near(const NAME_lanes *x, NAME_real sine[], NAME_real cosine[],
                                    NAME_lanes *sum) __attribute__((always_inline));
static inline void NAME_sincos(const NAME_real x[], NAME_real sine[], NAME_real cosine[], int count)
    __attribute__((always_inline));
static void NAME_sincos_far(const NAME_real x[], NAME_real sine[], NAME_real cosine[], int count)
    __attribute__((cold, noinline));
#endif
