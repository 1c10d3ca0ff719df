// npy.h -- tables of numbers in NumPy's format (NEP 1): a header in words, then rows of doubles.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_NPY_H
#define BIELLE_CLI_NPY_H

#include "base/text.h"

#include <stdint.h>
#include <stdio.h>

// A file that is read from its first row to the last.
typedef struct NpyReader {
  const char *path;
  FILE *file;
  uint64_t rows;
  int columns;
  int size;  // of a number: 8, or 4 for floats
} NpyReader;

// Reads the header. False with a sentence in `why` if it is no table of doubles or floats, row by
// row, or if the file is not as long as the header says. Close it in any case.
bool npy_open(NpyReader *reader, const char *path, Text *why);
// The next `count` rows, of as many as there are.
bool npy_read(const NpyReader *reader, size_t count, double rows[], Text *why);
void npy_close(NpyReader *reader);

// The header of a table of doubles, row by row.
void npy_put_header(Text *out, uint64_t rows, int columns);

#endif
