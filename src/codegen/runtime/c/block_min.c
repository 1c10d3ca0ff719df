// block_min.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Lane by lane the smaller one; not a number if one of them is none.
static inline NAME_block NAME_block_min(NAME_block a, NAME_block b)
{
  return NAME_choose((a <= b) | (a != a), a, b);
}
