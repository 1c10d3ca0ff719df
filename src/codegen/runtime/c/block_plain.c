// block_plain.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// The same value of several states, of one in portable C.
typedef NAME_real NAME_block;
enum { NAME_block_size = 1 };
