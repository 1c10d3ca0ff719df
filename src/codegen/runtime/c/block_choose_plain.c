// block_choose_plain.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
static inline NAME_block NAME_choose(int holds, NAME_block a, NAME_block b)
{
  return holds ? a : b;
}
