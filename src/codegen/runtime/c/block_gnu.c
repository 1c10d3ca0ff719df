// block_gnu.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// The same value of several states, side by side in a vector where the compiler knows registers
// that hold one.
#if defined(__GNUC__) && defined(__AVX__)
typedef NAME_real NAME_block __attribute__((vector_size(32)));
#elif defined(__GNUC__) && (defined(__SSE2__) || defined(__aarch64__))
typedef NAME_real NAME_block __attribute__((vector_size(16)));
#else
typedef NAME_real NAME_block;
#endif
enum { NAME_block_size = sizeof(NAME_block) / sizeof(NAME_real) };
