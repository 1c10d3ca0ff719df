// sincos_float.c -- pasted into generated C of float that has sines or cosines, with NAME replaced by
// the name of the model. What follows the line of dashes is pasted; tools/embed_runtime.py makes
// text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
static void NAME_sincos(const float x[], float sine[], float cosine[], int count)
{
  for (int i = 0; i < count; i++) {
    sine[i] = sinf(x[i]);
    cosine[i] = cosf(x[i]);
  }
}
