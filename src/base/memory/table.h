// table.h -- rows of short texts in aligned columns, for display.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MEMORY_TABLE_H
#define BIELLE_BASE_MEMORY_TABLE_H

#include "base/text/text.h"

typedef struct Table {
  Text cells;   // the texts, each terminated by NUL
  int *starts;  // offset of each cell in `cells`
  int count;
  int capacity;
  int columns;
} Table;

Table table_new(int columns);
// Returns a table whose first row holds the headings, which are separated by '|'.
Table table_with_headings(const char *headings);
void table_free(Table *table);

// Starts the next cell, row by row. Everything appended to the returned text before the next call
// is the content of the cell.
Text *table_cell(Table *table);
void table_put(Table *table, const char *string);  // adds a complete cell

// Prints each row on a line, indented by two blanks, with two blanks between columns and no
// trailing blanks.
void table_print(Table *table, Text *out);
// Prints the table and frees it.
void table_end(Table *table, Text *out);
// Prints a blank line and the table, if it has rows below its headings. Frees it.
void table_finish(Table *table, Text *out);

#endif
