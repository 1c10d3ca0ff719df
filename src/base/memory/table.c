// table.c -- rows of short texts in aligned columns.
// SPDX-License-Identifier: MIT
#include "base/memory/table.h"

#include "base/memory/memory.h"

#include <stdlib.h>
#include <string.h>

Table table_new(int columns) { return (Table){ .columns = columns }; }

Table table_with_headings(const char *headings)
{
  int columns = 1;
  for (const char *c = headings; *c; c++)
    columns += *c == '|';
  Table table = table_new(columns);
  for (int i = 0; i < columns; i++) {
    size_t length = strcspn(headings, "|");
    text_put_bytes(table_cell(&table), headings, length);
    headings += length + 1;
  }
  return table;
}

void table_free(Table *table)
{
  text_free(&table->cells);
  free(table->starts);
  *table = (Table){ 0 };
}

Text *table_cell(Table *table)
{
  if (table->count > 0) text_put_char(&table->cells, '\0');
  if (table->count == table->capacity) {
    table->capacity = 2 * table->capacity + 16;
    table->starts = memory_grow(table->starts, (size_t)table->capacity, sizeof *table->starts);
  }
  table->starts[table->count++] = (int)table->cells.length;
  return &table->cells;
}

void table_put(Table *table, const char *string) { text_put(table_cell(table), string); }

static int cell_width(const Table *table, int cell)
{
  const char *bytes = text_string(&table->cells) + table->starts[cell];
  return text_columns(bytes, strlen(bytes));
}

// Blanks are only written before a further cell, so that no line ends in one.
static void print_row(const Table *table, int first_cell, const int widths[], Text *out)
{
  int blanks = 2;
  for (int column = 0; column < table->columns && first_cell + column < table->count; column++) {
    int cell = first_cell + column;
    int width = cell_width(table, cell);
    if (width > 0) {
      text_repeat(out, ' ', blanks);
      text_put(out, text_string(&table->cells) + table->starts[cell]);
      blanks = 0;
    }
    blanks += widths[column] - width + 2;
  }
  text_put_char(out, '\n');
}

void table_print(Table *table, Text *out)
{
  int *widths = memory_new((size_t)table->columns, sizeof *widths);
  for (int cell = 0; cell < table->count; cell++) {
    int width = cell_width(table, cell);
    int column = cell % table->columns;
    if (width > widths[column]) widths[column] = width;
  }
  for (int cell = 0; cell < table->count; cell += table->columns) {
    print_row(table, cell, widths, out);
  }
  free(widths);
}

void table_end(Table *table, Text *out)
{
  table_print(table, out);
  table_free(table);
}

void table_finish(Table *table, Text *out)
{
  bool has_rows = table->count > table->columns;
  if (has_rows) text_put_char(out, '\n');
  if (has_rows) table_print(table, out);
  table_free(table);
}
