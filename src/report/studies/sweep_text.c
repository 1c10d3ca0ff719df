// sweep_text.c -- a sweep as text, with a table that fits a page.
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "base/memory/table.h"
#include "report/words.h"

#include <math.h>
#include <string.h>

static const double DEGREES = 180 / 3.14159265358979323846;
enum { SHOWN_ROWS = 13, SHOWN_COLUMNS = 7 };

// Smaller values relative to `size` are rounding errors, or below the accuracy at a change point.
static const double NOTHING = 1e-9, NOTHING_AT_CHANGE = 1e-7;

static void put_number(double value, double size, Text *out)
{
  text_format(out, "%.6g", fabs(value) < NOTHING * size ? 0 : value);
}

// Angles are displayed in degrees; their rates and all files are in SI units.
static bool is_turned(const char *unit) { return strcmp(unit, "rad") == 0; }

static double shown(double value, const char *unit)
{
  return is_turned(unit) ? value * DEGREES : value;
}

static bool is_angle(const Sweep *sweep) { return strcmp(sweep->input_unit, "rad") == 0; }

// "1.2 rad (68.7549 deg)"
static void put_input(const Sweep *sweep, double value, Text *out)
{
  put_number(value, fabs(sweep->options.to - sweep->options.from), out);
  words_put_unit(out, sweep->input_unit, "");
  if (!is_angle(sweep)) return;
  text_put(out, " (");
  put_number(value * DEGREES, DEGREES, out);
  text_put(out, " deg)");
}

static void put_heading(const Sweep *sweep, Text *out)
{
  const SweepOptions *options = &sweep->options;
  double size = fmax(fabs(options->from), fabs(options->to));
  const char *unit = sweep->input_unit;
  text_format(out, "%s: %s from ", sweep->equations->name, sweep->input_name);
  put_number(options->from, size, out);
  text_put(out, " to ");
  put_number(options->to, size, out);
  words_put_unit(out, unit, "");
  if (is_angle(sweep))
    text_format(out, " (%.6g to %.6g deg)", options->from * DEGREES, options->to * DEGREES);
  text_format(out, " in %d step%s", options->steps, words_plural(options->steps));
  if (options->input != SWEEP_TIME) text_format(out, ", at %.6g", options->speed);
  if (options->input != SWEEP_TIME) words_put_unit(out, unit, "/s");
  if (options->acceleration != 0) text_format(out, " and %.6g", options->acceleration);
  if (options->acceleration != 0) words_put_unit(out, unit, "/s^2");
  text_put(out, "\n");
}

static const double *row_of(const Sweep *sweep, int index)
{
  return sweep->rows + (size_t)index * (size_t)sweep->column_count;
}

// ---- range reached

static void put_reach(const Sweep *sweep, Text *out)
{
  if (sweep->is_complete) {
    text_put(out, "The whole range is reached.\n");
    return;
  }
  if (sweep->row_count == 0) {
    text_put(out, "No part of the range can be reached; the start closes at ");
    put_input(sweep, sweep->start, out);
    text_put(out, ".\n");
    return;
  }
  text_format(out, "Only a part of the range can be reached: %d of %d rows, from ",
              sweep->row_count, sweep->options.steps + 1);
  put_input(sweep, sweep->rows[0], out);
  text_put(out, " to ");
  put_input(sweep, row_of(sweep, sweep->row_count - 1)[0], out);
  text_put(out, ".\n");
}

static void put_place(const Sweep *sweep, const SweepSingularity *place, Text *out)
{
  static const char *const NAMES[] = {
    [PLACE_DEAD_POINT] = "Dead centre", [PLACE_CHANGE_POINT] = "Change point", [PLACE_END] = "End"
  };
  static const char *const MEANINGS[] = {
    [PLACE_DEAD_POINT] = "the input cannot advance further.",
    [PLACE_CHANGE_POINT] = "branches cross; the sweep continues on the smooth one.",
    [PLACE_END] = "beyond it the equations are undefined or not smooth."
  };
  double nothing = place->kind == PLACE_CHANGE_POINT ? NOTHING_AT_CHANGE : 0;
  const Equations *equations = sweep->equations;
  text_format(out, "%s at %s = ", NAMES[place->kind], sweep->input_name);
  put_input(sweep, fabs(place->input) < nothing ? 0 : place->input, out);
  text_format(out, ": %s", MEANINGS[place->kind]);
  const char *separator = " There ";
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (i == sweep->options.input || sweep->options.is_held[i]) continue;
    const char *unit = equations->coordinates[i].unit;
    text_format(out, "%s%s = ", separator, equations->coordinates[i].name);
    put_number(fabs(place->q[i]) < nothing ? 0 : shown(place->q[i], unit), shown(1, unit), out);
    words_put_unit(out, is_turned(unit) ? "deg" : unit, "");
    separator = ", ";
  }
  text_put(out, ".\n");
}

// ---- tables

static void put_column_name(const char *name, const char *unit, Text *out)
{
  text_put(out, name);
  if (unit[0]) text_format(out, " [%s]", is_turned(unit) ? "deg" : unit);
}

static void put_at(const Sweep *sweep, double input, Table *table)
{
  const char *unit = sweep->input_unit;
  put_number(shown(input, unit), fabs(shown(sweep->options.to, unit)), table_cell(table));
}

// For a full revolution of the input: ratio of the durations of the two strokes; 0: not two
// strokes.
static double time_ratio(const Sweep *sweep, int coordinate)
{
  static const double TURN = 2 * 3.14159265358979323846;
  const SweepExtremes *extremes = &sweep->extremes[coordinate];
  double range = fabs(sweep->options.to - sweep->options.from);
  bool is_turn = is_angle(sweep) && fabs(range - TURN) < NOTHING_AT_CHANGE && sweep->is_complete;
  const double *first = row_of(sweep, 0), *last = row_of(sweep, sweep->row_count - 1);
  int column = sweep_find_column(sweep, sweep->equations->coordinates[coordinate].name);
  double swing = extremes->greatest - extremes->least;
  bool returns = fabs(last[column] - first[column]) <= NOTHING_AT_CHANGE * swing;
  if (!is_turn || !returns || !(swing > NOTHING)) return 0;
  double there = fabs(remainder(extremes->greatest_at - extremes->least_at, TURN));
  return (TURN - there) / there;
}

static Table table_of_extremes(const Sweep *sweep, const char *more)
{
  Text headings = { 0 };
  text_format(&headings, "|least|at %s|greatest|at %s%s", sweep->input_name, sweep->input_name,
              more);
  Table table = table_with_headings(text_string(&headings));
  text_free(&headings);
  return table;
}

static void put_extreme(const Sweep *sweep, double value, double size, double at, Table *table)
{
  put_number(value, size, table_cell(table));
  put_at(sweep, at, table);
}

static void put_extremes(const Sweep *sweep, Text *out)
{
  const Equations *equations = sweep->equations;
  bool has_ratio = false;
  for (int i = 0; i < equations->coordinate_count; i++) {
    bool is_free = i != sweep->options.input && !sweep->options.is_held[i];
    has_ratio = has_ratio || (is_free && time_ratio(sweep, i) > 0);
  }
  Table table = table_of_extremes(sweep, has_ratio ? "|swing|time ratio" : "|swing");
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (i == sweep->options.input || sweep->options.is_held[i]) continue;
    const SweepExtremes *extremes = &sweep->extremes[i];
    const char *unit = equations->coordinates[i].unit;
    double least_size = is_turned(unit) ? DEGREES * NOTHING_AT_CHANGE / NOTHING : 1;
    double least = shown(extremes->least, unit), greatest = shown(extremes->greatest, unit);
    double size = fmax(least_size, fmax(fabs(least), fabs(greatest)));
    put_column_name(equations->coordinates[i].name, unit, table_cell(&table));
    put_extreme(sweep, least, size, extremes->least_at, &table);
    put_extreme(sweep, greatest, size, extremes->greatest_at, &table);
    put_number(greatest - least, size, table_cell(&table));
    if (!has_ratio) continue;
    double ratio = time_ratio(sweep, i);
    if (ratio > 0) put_number(ratio, 0, table_cell(&table));
    if (!(ratio > 0)) table_put(&table, "-");
  }
  table_finish(&table, out);
}

// ---- forces

// The rows at which a column is least and greatest; returns false if it has no finite value.
static bool find_extremes(const Sweep *sweep, int column, int *least, int *greatest)
{
  *least = *greatest = -1;
  for (int k = 0; k < sweep->row_count; k++) {
    double value = row_of(sweep, k)[column];
    if (!isfinite(value)) continue;
    if (*least < 0 || value < row_of(sweep, *least)[column]) *least = k;
    if (*greatest < 0 || value > row_of(sweep, *greatest)[column]) *greatest = k;
  }
  return *least >= 0;
}

// Actuator efforts, and magnitudes of the forces in joints and loops, at the rows of their
// extremes.
static void put_forces(const Sweep *sweep, Text *out)
{
  Table table = table_of_extremes(sweep, "");
  for (int c = sweep->first_force; c < sweep->first_force + sweep->force_count; c++) {
    const RowColumn *column = &sweep->columns[c];
    bool is_effort = strncmp(column->name, "tau[", 4) == 0;
    int least, greatest;
    const char *dot = strrchr(column->name, '.');
    if (!is_effort && (!dot || strcmp(dot, ".F") != 0)) continue;
    if (!find_extremes(sweep, c, &least, &greatest)) continue;
    double low = row_of(sweep, least)[c], high = row_of(sweep, greatest)[c];
    double size = fmax(fabs(low), fabs(high));
    put_column_name(column->name, column->unit, table_cell(&table));
    put_extreme(sweep, low, size, row_of(sweep, least)[0], &table);
    put_extreme(sweep, high, size, row_of(sweep, greatest)[0], &table);
  }
  if (table.count > table.columns) {
    text_put(
        out,
        "\nForces at the rows: tau of driven and fixed coordinates, .F the magnitude of the force "
        "in a joint or loop\n");
    table_print(&table, out);
  }
  table_free(&table);
  if (sweep->has_unclear_forces) {
    text_put(out, "Forces that redundant constraints make non-unique are omitted.\n");
  }
}

static void put_transmission(const Sweep *sweep, Text *out)
{
  int least, greatest, column = sweep->transmission;
  if (column == 0 || !find_extremes(sweep, column, &least, &greatest)) return;
  text_put(out, "\nTransmission angle, between coupler and output: ");
  put_number(row_of(sweep, least)[column] * DEGREES, 1, out);
  text_put(out, " to ");
  put_number(row_of(sweep, greatest)[column] * DEGREES, 1, out);
  text_put(out, " deg at the rows (90 deg is best).\n");
}

static double largest_of(const Sweep *sweep, const int columns[], int count)
{
  double result = 0;
  for (int k = 0; k < sweep->row_count; k++) {
    for (int i = 0; i < count; i++)
      result = fmax(result, fabs(row_of(sweep, k)[columns[i]]));
  }
  return result;
}

static int add_columns(int first, int end, int columns[SHOWN_COLUMNS], int count)
{
  for (int i = first; i < end && count < SHOWN_COLUMNS; i++)
    columns[count++] = i;
  return count;
}

// Columns that fit a page: the input, the outputs and the coordinates, rates and accelerations as
// long as all of a kind fit, then points. Returns their number.
static int choose_columns(const Sweep *sweep, int columns[SHOWN_COLUMNS])
{
  const SweepOptions *options = &sweep->options;
  for (int i = 0; i < sweep->chosen_count && i < SHOWN_COLUMNS; i++)
    columns[i] = sweep->chosen[i];
  if (sweep->chosen)
    return sweep->chosen_count < SHOWN_COLUMNS ? sweep->chosen_count : SHOWN_COLUMNS;
  int given = options->input == SWEEP_TIME ? 0 : 1, coordinates = 0;
  for (int i = 0; i < sweep->equations->coordinate_count; i++)
    coordinates += i != options->input && !options->is_held[i];
  int count = add_columns(0, 1, columns, 0), end = sweep->first_output + sweep->output_count;
  count = add_columns(sweep->first_output, end, columns, count);
  count = add_columns(1, 1 + coordinates, columns, count);
  for (int order = 1; order < 3 && count + coordinates <= SHOWN_COLUMNS; order++) {
    int first = 1 + order * (coordinates + given);
    count = add_columns(first, first + coordinates, columns, count);
  }
  return add_columns(1 + 3 * coordinates + 2 * given, sweep->first_output, columns, count);
}

// Some rows, evenly spaced, beginning with the first.
static void put_rows(const Sweep *sweep, Text *out)
{
  int columns[SHOWN_COLUMNS], count = choose_columns(sweep, columns);
  int every = (sweep->row_count + SHOWN_ROWS - 3) / (SHOWN_ROWS - 1);
  double largest = largest_of(sweep, columns, count);
  Table table = table_new(count);
  for (int i = 0; i < count; i++) {
    const RowColumn *column = &sweep->columns[columns[i]];
    put_column_name(column->name, column->unit, table_cell(&table));
  }
  for (int k = 0; k<sweep->row_count; k += every> 0 ? every : 1) {
    for (int i = 0; i < count; i++) {
      const char *unit = sweep->columns[columns[i]].unit;
      put_number(shown(row_of(sweep, k)[columns[i]], unit), shown(largest, unit),
                 table_cell(&table));
    }
  }
  text_put(out, "\n");
  table_end(&table, out);
  text_format(out, "\nAll %d rows and %d columns: --as csv, or -o FILE.csv\n", sweep->row_count,
              sweep->chosen ? sweep->chosen_count : sweep->column_count);
}

void sweep_words(const Sweep *sweep, Text *out)
{
  put_heading(sweep, out);
  put_reach(sweep, out);
  for (int k = 0; k < sweep->place_count; k++)
    put_place(sweep, &sweep->places[k], out);
  if (sweep->row_count == 0) return;
  put_extremes(sweep, out);
  put_transmission(sweep, out);
  put_forces(sweep, out);
  put_rows(sweep, out);
}
