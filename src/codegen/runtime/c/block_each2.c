// block_each2.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// A function of two numbers of one state in each lane.
static inline NAME_block NAME_each2(NAME_real f(NAME_real, NAME_real), NAME_block x, NAME_block y)
{
  NAME_real lane[NAME_block_size], other[NAME_block_size];
  memcpy(lane, &x, sizeof x);
  memcpy(other, &y, sizeof y);
  for (int j = 0; j < NAME_block_size; j++)
    lane[j] = f(lane[j], other[j]);
  memcpy(&x, lane, sizeof x);
  return x;
}
