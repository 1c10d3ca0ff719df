// npy.h -- arrays in NumPy's format (NEP 1): a textual header, followed by rows of doubles.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_NPY_H
#define BIELLE_CLI_NPY_H

#include "base/text/text.h"
#include "bielle/analyze.h"

#include <stdint.h>
#include <stdio.h>

// A file that is read sequentially.
typedef struct NpyReader {
  const char *path;
  FILE *file;
  uint64_t rows;
  int columns;
  int size;  // of a number: 8 bytes, or 4 for floats
} NpyReader;

// Opens the file and reads the header. Returns false with a sentence in `why` if it is not a
// row-major table of doubles or floats, or if the length of the file contradicts the header. It
// must be closed in any case.
bool npy_open(NpyReader *reader, const char *path, Text *why);
// Reads the next `count` rows, which must exist.
bool npy_read(const NpyReader *reader, size_t count, double rows[], Text *why);
void npy_close(NpyReader *reader);

// Appends the header of a row-major table of doubles.
void npy_put_header(Text *out, uint64_t rows, int columns);
// Appends the header of one column of doubles.
void npy_put_column_header(Text *out, uint64_t rows);
// Appends an array of UTF-8 strings with its header, all as wide as the widest.
void npy_put_words(Text *out, char *const words[], int count);
// Appends the header of an array of records with a named double for each column, "phi [rad]"; their
// number is zero. Returns the position of that number, which has NPY_COUNT_WIDTH digits.
enum { NPY_COUNT_WIDTH = 20 };
size_t npy_put_record_header(Text *out, const BielleColumn columns[], int count);
void npy_count_digits(uint64_t rows, char digits[NPY_COUNT_WIDTH + 1]);
// Appends numbers in the byte order of these files.
void npy_put_doubles(Text *out, const double values[], size_t count);

#endif
