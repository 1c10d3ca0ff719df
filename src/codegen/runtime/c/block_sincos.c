// block_sincos.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Sine and cosine of an angle in each lane; what is NULL is not asked for.
static inline void NAME_sincos_block(NAME_block *sine, NAME_block *cosine, NAME_block x)
{
  NAME_real angle[NAME_block_size], s[NAME_block_size + 3], c[NAME_block_size + 3];
  memcpy(angle, &x, sizeof x);
  NAME_sincos(angle, s, c, NAME_block_size);
  if (sine) memcpy(sine, s, sizeof x);
  if (cosine) memcpy(cosine, c, sizeof x);
}
