// block_each_table.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// A table, or its derivative of that order, in each lane.
static inline NAME_block NAME_each_table(NAME_real f(int, NAME_real), int order, NAME_block x)
{
  NAME_real lane[NAME_block_size];
  memcpy(lane, &x, sizeof x);
  for (int j = 0; j < NAME_block_size; j++)
    lane[j] = f(order, lane[j]);
  memcpy(&x, lane, sizeof x);
  return x;
}
