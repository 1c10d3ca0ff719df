// noinline.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Of parts of a long function: inlined again, they would be one that no compiler does well.
#if defined(__GNUC__)
#define NAME_noinline __attribute__((noinline))
#else
#define NAME_noinline
#endif
