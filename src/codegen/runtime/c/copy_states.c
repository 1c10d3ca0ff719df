// copy_states.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Copies states that lie side by side: entry i of them begins at i * n.
static void NAME_copy_states(size_t states, size_t entries, const NAME_real *from, size_t from_n,
                             NAME_real *to, size_t to_n)
{
  for (size_t i = 0; i < entries; i++) {
    for (size_t j = 0; j < states; j++)
      to[i * to_n + j] = from[i * from_n + j];
  }
}
