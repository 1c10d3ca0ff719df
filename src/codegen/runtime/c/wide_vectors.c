// wide_vectors.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Numbers side by side in the loops of a product, as many as the processor takes at once; how many,
// changes no bit. 64 bytes from Ice Lake and Zen 4 on: before, processors slow down for them.
#if defined(__GNUC__) && defined(__AVX512VBMI2__)
#define NAME_wide_bytes 64
#elif defined(__GNUC__) && defined(__AVX__)
#define NAME_wide_bytes 32
#elif defined(__GNUC__) && (defined(__SSE2__) || defined(__aarch64__))
#define NAME_wide_bytes 16
#endif
#if defined(__clang__) && defined(__AVX512VBMI2__)
#define NAME_wide_vectors __attribute__((min_vector_width(512)))
#else
#define NAME_wide_vectors
#endif

#ifdef NAME_wide_bytes
#define NAME_aligned __attribute__((aligned(NAME_wide_bytes)))
typedef NAME_real NAME_wide __attribute__((vector_size(NAME_wide_bytes)));
static inline NAME_wide_vectors NAME_wide NAME_wide_at(const NAME_real *from)
{
  NAME_wide x;
  memcpy(&x, from, sizeof x);
  return x;
}
#else
#define NAME_aligned
#endif
