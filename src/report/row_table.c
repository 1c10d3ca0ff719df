// row_table.c -- rows of a study as CSV, as data, and as curves.
// SPDX-License-Identifier: MIT
#include "report/row_table.h"

#include "base/memory/table.h"

#include <math.h>
#include <string.h>

static int place_of(const RowTable *table, int index)
{
  return table->chosen ? table->chosen[index] : index;
}

static double value_at(const RowTable *table, int row, int column)
{
  return table->rows[(size_t)row * (size_t)table->width + (size_t)column];
}

void row_table_csv(const RowTable *table, Text *out)
{
  for (int i = 0; i < table->count; i++) {
    const RowColumn *column = &table->columns[place_of(table, i)];
    const char *quote = strchr(column->name, ',') ? "\"" : "";
    text_format(out, "%s%s%s", i > 0 ? "," : "", quote, column->name);
    if (column->unit[0]) text_format(out, " [%s]", column->unit);
    text_put(out, quote);
  }
  text_put_char(out, '\n');
  for (int k = 0; k < table->row_count; k++) {
    for (int i = 0; i < table->count; i++) {
      double value = value_at(table, k, place_of(table, i));
      if (i > 0) text_put_char(out, ',');
      if (isfinite(value)) text_put_double_17(out, value);
    }
    text_put_char(out, '\n');
  }
}

// Rounding tolerance of a column, relative to its largest value.
static double nothing_of(const RowTable *table, int column)
{
  double largest = 0;
  for (int k = 0; k < table->row_count; k++)
    largest = fmax(largest, fabs(value_at(table, k, column)));
  return 1e-12 * largest;
}

bool row_table_words(const RowTable *table, Text *out)
{
  enum { MAX_COLUMNS = 8, SHORT_ROWS = 11 };
  int columns = table->count < MAX_COLUMNS ? table->count : MAX_COLUMNS;
  int rows = table->row_count, shown = rows < SHORT_ROWS ? rows : SHORT_ROWS;
  Table cells = table_new(columns);
  for (int i = 0; i < columns; i++) {
    const RowColumn *column = &table->columns[place_of(table, i)];
    Text *cell = table_cell(&cells);
    text_put(cell, column->name);
    if (column->unit[0]) text_format(cell, " [%s]", column->unit);
  }
  for (int k = 0; k < shown; k++) {
    int row = shown > 1 ? (int)lround((double)k * (rows - 1) / (shown - 1)) : 0;
    for (int i = 0; i < columns; i++) {
      double value = value_at(table, row, place_of(table, i));
      bool is_nothing = fabs(value) <= nothing_of(table, place_of(table, i));
      text_format(table_cell(&cells), "%.6g", is_nothing ? 0 : value);
    }
  }
  table_end(&cells, out);
  return rows == shown && table->width == columns;
}

void row_table_record(const RowTable *table, Record *out)
{
  Record *columns = record_list(out, "columns");
  for (int i = 0; i < table->count; i++) {
    Record *column = record_object(columns, NULL);
    record_text(column, "name", table->columns[place_of(table, i)].name);
    record_text(column, "unit", table->columns[place_of(table, i)].unit);
  }
  Record *rows = record_list(out, "rows");
  for (int k = 0; k < table->row_count; k++) {
    Record *row = record_list(rows, NULL);
    for (int i = 0; i < table->count; i++)
      record_number(row, NULL, value_at(table, k, place_of(table, i)), "");
  }
}

PlotColumn row_table_curve(const RowTable *table, int column, Arena *arena)
{
  static const double DEGREES = 180 / 3.14159265358979323846;
  const RowColumn *source = &table->columns[column];
  bool is_angle = strcmp(source->unit, "rad") == 0;
  double *values = ARENA_ARRAY(arena, double, table->row_count);
  for (int k = 0; k < table->row_count; k++)
    values[k] = value_at(table, k, column) * (is_angle ? DEGREES : 1);
  return (PlotColumn){ source->name, is_angle ? "deg" : source->unit, values };
}
