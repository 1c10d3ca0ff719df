// block_all.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// A number in all lanes. Minus zero keeps its sign.
static inline NAME_block NAME_all(NAME_real x) { return x - (NAME_block){ 0 }; }
