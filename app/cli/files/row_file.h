// row_file.h -- rows of numbers that are written to a file while they are computed.
//
//   CSV    complete lines, names and units in the first
//   .npz   of NumPy: an array for each column
//
// Until the last row is written, rows are in a file of this process in the same folder,
// FILE.csv.1234.rows.csv, or FILE.npz.1234.rows.npy, one array of records whose header has their
// number. It replaces FILE at the end. If the program ends before, by Ctrl-C, kill -9 or a full
// disk, FILE is unchanged, and the temporary file is valid and has the rows until then.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_ROW_FILE_H
#define BIELLE_CLI_ROW_FILE_H

#include "base/text/text.h"
#include "bielle/analyze.h"

typedef struct RowFile RowFile;

// Returns true if the name is that of a file of rows, FILE.csv or FILE.npz.
bool row_file_is_named(const char *path);
// NULL or "-" is standard output; a name that does not end in .npz is CSV. No file is opened before
// the first row.
RowFile *row_file_new(const char *path);
// Writes all rows of a result, its "columns" and "rows"; returns false if it has none.
bool row_file_take_record(RowFile *file, const BielleRecord *answer);
// A BielleRowListener; `file` is a RowFile. Returns nonzero if the user has terminated the program,
// or the disk is full.
int row_file_take(void *file, const BielleColumn columns[], int count, const double row[]);
// Writes the remaining rows and renames the file, unless the user has terminated the program.
// Returns false with a sentence in `why` if the file was not written, and where the rows written so
// far are.
bool row_file_close(RowFile *file, Text *why);

#endif
