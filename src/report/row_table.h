// row_table.h -- rows of a study for programs and for plots.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_ROW_TABLE_H
#define BIELLE_REPORT_ROW_TABLE_H

#include "base/memory/arena.h"
#include "base/record.h"
#include "report/plot.h"
#include "study/row_table.h"

// All rows with 17 digits, a line with names and units first; what is not finite is empty.
void row_table_csv(const RowTable *table, Text *out);
// A few rows and columns for people. False: there are more.
bool row_table_words(const RowTable *table, Text *out);
// "columns" and "rows".
void row_table_record(const RowTable *table, Record *out);
// A column of the whole table, angles in degrees, as people read them.
PlotColumn row_table_curve(const RowTable *table, int column, Arena *arena);

#endif
