// block_each1.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// A function of one state in each lane.
static inline NAME_block NAME_each1(NAME_real f(NAME_real), NAME_block x)
{
  NAME_real lane[NAME_block_size];
  memcpy(lane, &x, sizeof x);
  for (int j = 0; j < NAME_block_size; j++)
    lane[j] = f(lane[j]);
  memcpy(&x, lane, sizeof x);
  return x;
}
