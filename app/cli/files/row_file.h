// row_file.h -- rows of numbers that go to a file while they are made.
//
//   CSV    whole lines, names and units in the first
//   .npz   of NumPy: an array for each column
//
// Until the last row is there they are in a file of this process beside it, FILE.csv.1234.rows.csv, or
// FILE.npz.1234.rows.npy, one array of records whose header counts them. It takes the place of FILE at
// the end. However the program ends before, by Ctrl-C, kill -9 or a full disk, FILE is what it was, and
// the file beside it is a valid one of the rows until then.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_ROW_FILE_H
#define BIELLE_CLI_ROW_FILE_H

#include "base/text/text.h"
#include "bielle/analyze.h"

typedef struct RowFile RowFile;

// Is the name that of a file of rows, FILE.csv or FILE.npz?
bool row_file_is_named(const char *path);
// NULL or "-" is standard output; what does not end in .npz is CSV. Nothing is opened before the first
// row.
RowFile *row_file_new(const char *path);
// All rows of an answer, its "columns" and "rows"; false: it has none.
bool row_file_take_record(RowFile *file, const BielleRecord *answer);
// A BielleRowListener; `file` is a RowFile. Not 0: the user has ended the program, or the disk is full.
int row_file_take(void *file, const BielleColumn columns[], int count, const double row[]);
// Writes what is left and puts the file in its place, unless the user has ended the program. False with
// a sentence in `why` if it is not there, and where the rows are that were taken before.
bool row_file_close(RowFile *file, Text *why);

#endif
