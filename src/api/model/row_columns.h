// row_columns.h -- meaning of the columns of a table of states. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MODEL_ROW_COLUMNS_H
#define BIELLE_API_MODEL_ROW_COLUMNS_H

#include "api/state/state_json.h"

// A value of a state: element `index` of its source.
typedef struct RowColumn {
  ValueSource source;
  int index;
  const char *name;
} RowColumn;

// Columns by name, "q1, q1', u"; NULL: by their number (0: the maximum), the coordinates, then
// their speeds, then accelerations. Returns NULL with diagnostics on error; `count` receives their
// number. Allocated in the arena.
RowColumn *row_columns_read(const Equations *equations, const char *names, int number, Arena *arena,
                            Diagnostics *diagnostics, int *count);

// Index of the first number of a row that is not finite; -1: none.
int row_not_finite(const double row[], int count);
// Copies the numbers of a row into a state.
void row_columns_put(const RowColumn columns[], int count, const double row[], StateValues *state);

#endif
