// block_load.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
static inline NAME_block NAME_load(const NAME_real *from)
{
  NAME_block x;
  memcpy(&x, from, sizeof x);
  return x;
}
