// sweep_table.c -- a sweep as data.
// SPDX-License-Identifier: MIT
#include "report/row_table.h"
#include "report/studies/study_record.h"

static void put_places(Record *to, const char *name, const Sweep *sweep, SweepPlaceKind kind)
{
  const Equations *equations = sweep->equations;
  Record *list = record_list(to, name);
  for (int k = 0; k < sweep->place_count; k++) {
    const SweepSingularity *place = &sweep->places[k];
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
  RowTable table = sweep_table(sweep);
  row_table_record(&table, out);
}
