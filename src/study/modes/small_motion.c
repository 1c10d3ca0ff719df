// small_motion.c -- rows of lin:A_in, identified by name.
// SPDX-License-Identifier: MIT
#include "study/modes/small_motion.h"

#include <string.h>

// The rows are independent coordinates, then speeds, each in the order of all, then the states.
void small_motion_places(const Equations *equations, const Quantity *A, int places[])
{
  int n = equations->coordinate_count, states = equations->state_count, next = 0;
  for (int row = 0; row < A->rows - states; row++) {
    const char *label = A->row_labels[row];
    for (bool is_found = false; !is_found && next < 2 * n; next++) {
      const char *name = equations->coordinates[next % n].name;
      size_t length = strlen(name);
      is_found =
          strncmp(label, name, length) == 0 && strcmp(label + length, next < n ? "" : "'") == 0;
      if (is_found) places[row] = next;
    }
  }
  for (int i = 0; i < states; i++)
    places[A->rows - states + i] = 2 * n + i;
}
