// no_slp.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Of functions that store many numbers: gcc would collect them in wide vectors before it stores
// them, which takes longer, with vectors of 512 bits as long again as the whole function.
#if defined(__GNUC__) && !defined(__clang__)
#define NAME_no_slp __attribute__((optimize("no-tree-slp-vectorize")))
#else
#define NAME_no_slp
#endif
