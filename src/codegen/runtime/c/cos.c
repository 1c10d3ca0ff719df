// cos.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
static NAME_real NAME_cos(NAME_real x)
{
  NAME_real sine[4], cosine[4];
  NAME_sincos(&x, sine, cosine, 1);
  return cosine[0];
}
