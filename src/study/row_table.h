// row_table.h -- rows of numbers under names with units: what sweeps and simulations give.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_ROW_TABLE_H
#define BIELLE_STUDY_ROW_TABLE_H

#include <stdbool.h>

typedef struct RowColumn {
  const char *name;  // "phi3'", "E.x''"
  const char *unit;  // "rad/s"; "" if it is not known
} RowColumn;

// All borrowed.
typedef struct RowTable {
  const RowColumn *columns;
  int width;          // of a row
  const int *chosen;  // columns that are shown, in order; NULL: all
  int count;          // of these
  const double *rows;
  int row_count;
} RowTable;

// Takes rows as they are made. False: it can take no more of them.
typedef bool RowListener(void *context, const RowColumn columns[], int count, const double row[]);

#endif
