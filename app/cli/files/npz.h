// npz.h -- columns of numbers as NumPy's .npz: a zip archive of .npy files without compression.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_NPZ_H
#define BIELLE_CLI_NPZ_H

#include <stdint.h>
#include <sys/types.h>

typedef struct NpzColumn {
  char *name;
  char *unit;
} NpzColumn;

// Rows of doubles stored in a file.
typedef struct NpzRows {
  int descriptor;
  off_t begin;
  uint64_t count;
  int columns;
  const NpzColumn *names;
} NpzRows;

// Writes an array for each column under its name, and "[units]", the units in the same order. The
// file is written completely or not at all. Returns an errno, or 0.
int npz_write(const char *path, const NpzRows *rows);

#endif
