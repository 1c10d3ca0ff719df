// sweep_table.c -- all rows of a sweep, for programs.
// SPDX-License-Identifier: MIT
#include "study/sweep.h"

#include <math.h>
#include <string.h>

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

// ---- JSON

static void put_string(const char *string, Text *out)
{
  text_put_json_string(out, string, strlen(string));
}

// JSON has no word for what is no number.
static void put_number(double value, Text *out)
{
  if (isfinite(value)) {
    text_put_double_17(out, value);
  } else {
    text_put(out, "null");
  }
}

static void put_places(const Sweep *sweep, const char *key, SweepPlaceKind kind, Text *out)
{
  const Equations *equations = sweep->equations;
  const char *separator = "";
  text_format(out, " \"%s\": [", key);
  for (int k = 0; k < sweep->place_count; k++) {
    const SweepPlace *place = &sweep->places[k];
    if (place->kind != kind) continue;
    text_format(out, "%s\n  {\"input\": ", separator);
    put_number(place->input, out);
    text_put(out, ", \"q\": {");
    for (int i = 0; i < equations->coordinate_count; i++) {
      if (i > 0) text_put(out, ", ");
      put_string(equations->coordinates[i].name, out);
      text_put(out, ": ");
      put_number(place->q[i], out);
    }
    text_put(out, "}}");
    separator = ",";
  }
  text_put(out, "],\n");
}

void sweep_put_json(const Sweep *sweep, Text *out)
{
  text_put(out, "{\"input\": ");
  put_string(sweep->input_name, out);
  text_format(out, ",\n \"complete\": %s,\n", sweep->is_complete ? "true" : "false");
  put_places(sweep, "dead_points", PLACE_DEAD_POINT, out);
  put_places(sweep, "change_points", PLACE_CHANGE_POINT, out);
  put_places(sweep, "ends", PLACE_END, out);
  text_put(out, " \"columns\": [");
  for (int i = 0; i < count_of(sweep); i++) {
    text_put(out, i > 0 ? ", {\"name\": " : "{\"name\": ");
    put_string(sweep->columns[place_of(sweep, i)].name, out);
    text_put(out, ", \"unit\": ");
    put_string(sweep->columns[place_of(sweep, i)].unit, out);
    text_put_char(out, '}');
  }
  text_put(out, "],\n \"rows\": [");
  for (int k = 0; k < sweep->row_count; k++) {
    text_put(out, k > 0 ? ",\n  [" : "\n  [");
    for (int i = 0; i < count_of(sweep); i++) {
      if (i > 0) text_put(out, ", ");
      put_number(row_of(sweep, k)[place_of(sweep, i)], out);
    }
    text_put_char(out, ']');
  }
  text_put(out, "]}\n");
}
