// number_rows.h -- reads rows of numbers from text, as written by spreadsheets and instruments.
//
// A row is a line, its numbers separated by commas, semicolons, blanks or tabs; it ends with LF, CR
// LF or CR. Empty lines, comments after # and a byte order mark are skipped.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_TEXT_NUMBER_ROWS_H
#define BIELLE_BASE_TEXT_NUMBER_ROWS_H

#include "base/text/text.h"

#include <stdbool.h>

typedef struct NumberRows {
  const char *start, *stop;  // of the row, without leading blanks and comment
  const char *next, *end;
  int line;
} NumberRows;

// Returns an iterator before the first row; the text is borrowed.
NumberRows number_rows(const Text *text);
// Advances to the next line that is not empty. Returns false at the end of the text.
bool number_rows_next(NumberRows *rows);
// Returns true if the row has numbers with a decimal comma, such as 0,5, separated by blanks or
// semicolons.
bool number_rows_has_commas(const NumberRows *row);
// Reads the number in the column, counted from 1. Returns false if there is no finite number.
bool number_rows_read(const NumberRows *row, int column, double *value);

#endif
