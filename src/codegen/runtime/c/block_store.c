// block_store.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
static inline void NAME_store(NAME_real *to, NAME_block x) { memcpy(to, &x, sizeof x); }
