// npy.h -- tables of numbers in NumPy's format (NEP 1): a header in words, then rows of doubles.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_NPY_H
#define BIELLE_CLI_NPY_H

#include "base/text/text.h"
#include "bielle/analyze.h"

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
// Of one column of doubles.
void npy_put_column_header(Text *out, uint64_t rows);
// Of words in UTF-8, all as wide as the widest; the words follow.
void npy_put_words(Text *out, char *const words[], int count);
// Of records with a named double for each column, "phi [rad]"; none is counted yet. Returns the place
// of the number of records, which has room for NPY_COUNT_WIDTH digits.
enum { NPY_COUNT_WIDTH = 20 };
size_t npy_put_record_header(Text *out, const BielleColumn columns[], int count);
void npy_count_digits(uint64_t rows, char digits[NPY_COUNT_WIDTH + 1]);
// Numbers as they stand in these files.
void npy_put_doubles(Text *out, const double values[], size_t count);

#endif
