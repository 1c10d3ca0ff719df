// block_mark_failed.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Results of states that have no answer are not numbers; returns how many such states there are.
static int NAME_mark_failed(const NAME_block lost[], size_t states, NAME_real *result, size_t n,
                            size_t size)
{
  NAME_real is_failed[NAME_block_size];
  int count = 0;
  memcpy(is_failed, lost, sizeof is_failed);
  for (size_t j = 0; j < states; j++) {
    if (!(is_failed[j] > 0)) continue;
    count++;
    for (size_t i = 0; i < size; i++)
      result[i * n + j] = (NAME_real)NAN;
  }
  return count;
}
