// minimum.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// The smaller one; not a number if one of them is none.
static NAME_real NAME_min(NAME_real a, NAME_real b) { return a <= b || a != a ? a : b; }
