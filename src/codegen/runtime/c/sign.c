// sign.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// -1, 0 or 1: the sign of x; not a number if x is none.
static NAME_real NAME_sign(NAME_real x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
