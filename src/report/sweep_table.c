// sweep_table.c -- all rows of a sweep, for programs.
// SPDX-License-Identifier: MIT
#include "report/study_record.h"
#include "report/study_words.h"

#include <math.h>

static const double *row_of(const Sweep *sweep, int index)
{
  return sweep->rows + (size_t)index * (size_t)sweep->column_count;
}

static int count_of(const Sweep *sweep)
{
  return sweep->chosen ? sweep->chosen_count : sweep->column_count;
}

static int place_of(const Sweep *sweep, int index)
{
  return sweep->chosen ? sweep->chosen[index] : index;
}

void sweep_put_csv(const Sweep *sweep, Text *out)
{
  for (int i = 0; i < count_of(sweep); i++) {
    const SweepColumn *column = &sweep->columns[place_of(sweep, i)];
    text_format(out, "%s%s", i > 0 ? "," : "", column->name);
    if (column->unit[0]) text_format(out, " [%s]", column->unit);
  }
  text_put_char(out, '\n');
  for (int k = 0; k < sweep->row_count; k++) {
    for (int i = 0; i < count_of(sweep); i++) {
      double value = row_of(sweep, k)[place_of(sweep, i)];
      if (i > 0) text_put_char(out, ',');
      if (isfinite(value)) text_put_double_17(out, value);
    }
    text_put_char(out, '\n');
  }
}

// ---- data

static void put_places(Record *to, const char *name, const Sweep *sweep, SweepPlaceKind kind)
{
  const Equations *equations = sweep->equations;
  Record *list = record_list(to, name);
  for (int k = 0; k < sweep->place_count; k++) {
    const SweepPlace *place = &sweep->places[k];
    if (place->kind != kind) continue;
    Record *object = record_object(list, NULL);
    record_number(object, "input", place->input, sweep->input_unit);
    record_variables(object, "q", equations->coordinates, equations->coordinate_count, place->q);
  }
}

void sweep_record(const Sweep *sweep, Record *out)
{
  record_text(out, "input", sweep->input_name);
  record_flag(out, "complete", sweep->is_complete);
  put_places(out, "dead_points", sweep, PLACE_DEAD_POINT);
  put_places(out, "change_points", sweep, PLACE_CHANGE_POINT);
  put_places(out, "ends", sweep, PLACE_END);
  Record *columns = record_list(out, "columns");
  for (int i = 0; i < count_of(sweep); i++) {
    Record *column = record_object(columns, NULL);
    record_text(column, "name", sweep->columns[place_of(sweep, i)].name);
    record_text(column, "unit", sweep->columns[place_of(sweep, i)].unit);
  }
  Record *rows = record_list(out, "rows");
  for (int k = 0; k < sweep->row_count; k++) {
    Record *row = record_list(rows, NULL);
    for (int i = 0; i < count_of(sweep); i++)
      record_number(row, NULL, row_of(sweep, k)[place_of(sweep, i)], "");
  }
}
