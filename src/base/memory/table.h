// table.h -- rows of short texts in aligned columns, for people.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MEMORY_TABLE_H
#define BIELLE_BASE_MEMORY_TABLE_H

#include "base/text/text.h"

typedef struct Table {
  Text cells;   // the texts, each closed by a NUL
  int *starts;  // of each cell in `cells`
  int count;
  int capacity;
  int columns;
} Table;

Table table_new(int columns);
// With the headings, separated by '|', as first row.
Table table_with_headings(const char *headings);
void table_free(Table *table);

// Begins the next cell, row by row. What is added to the returned text until the next call is the
// cell's content.
Text *table_cell(Table *table);
void table_put(Table *table, const char *string);  // a whole cell

// Every row on a line behind two blanks, columns two blanks apart, no blanks at a line's end.
void table_print(Table *table, Text *out);
// Prints it, if there is anything in it, and frees it.
void table_end(Table *table, Text *out);
// A blank line and the table, if there is anything below its headings. Frees it.
void table_finish(Table *table, Text *out);

#endif
