// number_rows.h -- rows of numbers in a text, as spreadsheets and instruments write them.
//
// A row is a line, its numbers separated by commas, semicolons, blanks or tabs; it ends with LF, CR LF or
// CR. Empty lines and what stands behind # are passed over, and so is a mark of the byte order.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_TEXT_NUMBER_ROWS_H
#define BIELLE_BASE_TEXT_NUMBER_ROWS_H

#include "base/text/text.h"

#include <stdbool.h>

typedef struct NumberRows {
  const char *start, *stop;  // of the row, without blanks in front and a comment
  const char *next, *end;
  int line;
} NumberRows;

// Before the first row; the text is borrowed.
NumberRows number_rows(const Text *text);
// Goes on to the next line on which something stands; false: there is none.
bool number_rows_next(NumberRows *rows);
// Are there numbers such as 0,5 in the row, separated by blanks or semicolons?
bool number_rows_has_commas(const NumberRows *row);
// The number in the column, from 1; false if there is none.
bool number_rows_read(const NumberRows *row, int column, double *value);

#endif
