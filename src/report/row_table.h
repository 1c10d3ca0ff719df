// row_table.h -- rows of a study as CSV, text, data and curves.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_ROW_TABLE_H
#define BIELLE_REPORT_ROW_TABLE_H

#include "base/memory/arena.h"
#include "base/record.h"
#include "report/plot.h"
#include "study/row_table.h"

// All rows with 17 digits, preceded by a line of names and units; values that are not finite are
// empty.
void row_table_csv(const RowTable *table, Text *out);
// A few rows and columns for display. Returns false if there are more.
bool row_table_words(const RowTable *table, Text *out);
// Adds "columns" and "rows".
void row_table_record(const RowTable *table, Record *out);
// A column of the whole table, with angles in degrees.
PlotColumn row_table_curve(const RowTable *table, int column, Arena *arena);

#endif
