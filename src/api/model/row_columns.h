// row_columns.h -- what the columns of a table of states are. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MODEL_ROW_COLUMNS_H
#define BIELLE_API_MODEL_ROW_COLUMNS_H

#include "api/state/state_json.h"

// A value of a state: place `index` among those of its source.
typedef struct RowColumn {
  ValueSource source;
  int index;
  const char *name;
} RowColumn;

// Columns by their names, "q1, q1', u"; NULL: by their number (0: as many as there can be), the
// coordinates, then their speeds, then accelerations. NULL with diagnostics; `count` takes their
// number. They live in the arena.
RowColumn *row_columns_read(const Equations *equations, const char *names, int number, Arena *arena,
                            Diagnostics *diagnostics, int *count);

// The first place of a row that holds no finite number; -1: there is none.
int row_not_finite(const double row[], int count);
// Puts the numbers of a row in their places.
void row_columns_put(const RowColumn columns[], int count, const double row[], StateValues *state);

#endif
