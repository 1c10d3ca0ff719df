// trajectory_text.c -- a trajectory as text, and all its rows as data.
// SPDX-License-Identifier: MIT
#include "base/memory/table.h"
#include "report/row_table.h"
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"
#include "report/words.h"

#include <math.h>

static const char *const LIMITS[LIMIT_COUNT] = { "lower",        "upper", "speed",
                                                 "acceleration", "jerk",  "effort" };

static const char *rate_unit(TrajectoryLimit limit)
{
  static const char *const TIMES[LIMIT_COUNT] = { "", "", "/s", "/s^2", "/s^3", "" };
  return TIMES[limit];
}

static void put_unit(const TrajectoryAxis *axis, TrajectoryLimit limit, Text *out)
{
  words_put_unit(out, limit == LIMIT_EFFORT ? axis->effort_unit : axis->unit, rate_unit(limit));
}

static int coordinates_of(const Trajectory *trajectory)
{
  return trajectory->mechanism->coordinate_count;
}

// ---- text

static void put_heading(const Trajectory *trajectory, Text *out)
{
  double end =
      trajectory->row_count > 0
          ? trajectory->rows[(size_t)(trajectory->row_count - 1) * (size_t)trajectory->column_count]
          : trajectory->begin;
  text_format(out, "%s: t from %.9g to %.9g s, %d row%s\n", trajectory->mechanism->name,
              trajectory->begin, end, trajectory->row_count, words_plural(trajectory->row_count));
}

// Corrections made by loop closure, and to begin where the motions begin.
static void put_start(const Trajectory *trajectory, Text *out)
{
  Text changes = { 0 };
  if (trajectory->row_count > 0)
    words_put_changes(&changes, trajectory->system->equations, trajectory->given,
                      trajectory->rows + 1, "");
  if (changes.length > 0) text_format(out, "Changed at the start: %s\n", text_string(&changes));
  text_free(&changes);
}

static void put_held(const Trajectory *trajectory, Text *out)
{
  int count = 0;
  for (int j = 0; j < coordinates_of(trajectory); j++) {
    if (!trajectory->axes[j].is_held) continue;
    text_format(out, "%s%s",
                count++ > 0 ? ", " : "Held at their initial value (no prescribed motion): ",
                trajectory->axes[j].name);
  }
  if (count > 0) text_put(out, "\n");
}

static void put_places(const Trajectory *trajectory, Text *out)
{
  for (int p = 0; p < trajectory->place_count; p++) {
    const TrajectoryPath *place = &trajectory->places[p];
    text_format(out, "%s along %s %s of %.6g m", place->name, place->law[0] == 'a' ? "an" : "a",
                place->law, place->length);
    if (place->angle > 0) text_format(out, ", turned by %.6g rad", place->angle);
    text_format(out, "; maximum path error %.1e m\n", place->error);
  }
}

static void put_decider(const Trajectory *trajectory, Text *out)
{
  if (!trajectory->options.is_shortest) return;
  int n = coordinates_of(trajectory);
  text_put(out, "Minimum duration under the limits, all motions scaled together: ");
  if (trajectory->decider < 0) {
    text_put(out, "not found\n");
  } else if (trajectory->decider >= n) {
    text_format(out, "set by the limits of '%s' along its path\n",
                trajectory->places[trajectory->decider - n].name);
  } else {
    const TrajectoryAxis *axis = &trajectory->axes[trajectory->decider];
    text_format(out, "set by the %s of '%s',", LIMITS[trajectory->decides], axis->name);
    text_format(out, " %.6g", axis->limits[trajectory->decides]);
    put_unit(axis, trajectory->decides, out);
    text_put(out, "\n");
  }
}

static void put_energy(const Trajectory *trajectory, Text *out)
{
  double scale = fmax(trajectory->energy_scale, 1e-300);
  double nothing = fmin(fmax(trajectory->audit, 1e-12 * scale), 1e-6 * scale);
  text_put(out, "Actuator work ");
  words_put_value(out, trajectory->work, nothing, "J");
  if (fabs(trajectory->other_work) > nothing) {
    text_put(out, ", work of other forces ");
    words_put_value(out, trajectory->other_work, nothing, "J");
  }
  text_put(out, "; energy ");
  words_put_value(out, trajectory->start_energy, nothing, "J");
  text_put(out, " at the start, ");
  words_put_value(out, trajectory->last_energy, nothing, "J");
  text_put(out, " at the end,\n");
  text_format(out, "  energy error at most %.1e J (%.0e of the peak |T| + |V|)\n",
              trajectory->audit, trajectory->audit / scale);
}

// Smaller values relative to the largest of all coordinates are rounding errors.
static const double DUST = 1e-11;

static double largest_peak(const Trajectory *trajectory, TrajectoryLimit limit)
{
  double largest = 0;
  for (int j = 0; j < coordinates_of(trajectory); j++)
    largest = fmax(largest, trajectory->axes[j].peaks[limit].value);
  return largest;
}

static void put_part(double value, double largest, Table *table)
{
  text_format(table_cell(table), "%.5g", fabs(value) > DUST * largest ? value : 0);
}

static void put_peak(const Trajectory *trajectory, int axis, TrajectoryLimit limit, Table *table)
{
  Text *cell = table_cell(table);
  const TrajectoryPeak *peak = &trajectory->axes[axis].peaks[limit];
  if (isnan(peak->value)) {
    text_put(cell, "unbounded");
  } else if (peak->value > DUST * largest_peak(trajectory, limit)) {
    text_format(cell, "%.5g at %.4g s", peak->value, peak->time);
  } else {
    text_put(cell, "0");
  }
}

// One line per coordinate; SI units.
static void put_peaks(const Trajectory *trajectory, Text *out)
{
  static const char *const HEADINGS[] = { "",       "speed",      "acceleration", "jerk",
                                          "effort", "RMS effort", "work [J]" };
  enum { COLUMNS = sizeof HEADINGS / sizeof HEADINGS[0] };
  Table table = table_new(COLUMNS);
  for (int c = 0; c < COLUMNS; c++)
    text_put(table_cell(&table), HEADINGS[c]);
  for (int j = 0; j < coordinates_of(trajectory); j++) {
    const TrajectoryAxis *axis = &trajectory->axes[j];
    Text *name = table_cell(&table);
    text_put(name, axis->name);
    if (axis->unit[0]) text_format(name, " [%s", axis->unit);
    if (axis->unit[0] && axis->is_driven) text_format(name, ", %s", axis->effort_unit);
    if (axis->unit[0]) text_put(name, "]");
    for (int k = LIMIT_SPEED; k <= LIMIT_JERK; k++)
      put_peak(trajectory, j, (TrajectoryLimit)k, &table);
    if (axis->is_driven) {
      put_peak(trajectory, j, LIMIT_EFFORT, &table);
      put_part(axis->rms, largest_peak(trajectory, LIMIT_EFFORT), &table);
      text_format(table_cell(&table), "%.5g",
                  fabs(axis->work) > trajectory->audit ? axis->work : 0);
    } else {
      for (int c = 0; c < 3; c++)
        table_cell(&table);
    }
  }
  table_end(&table, out);
}

static void put_excess(const Trajectory *trajectory, const TrajectoryExcess *excess, Text *out)
{
  const TrajectoryAxis *axis = &trajectory->axes[excess->coordinate];
  bool is_end = excess->limit == LIMIT_LOWER || excess->limit == LIMIT_UPPER;
  if (axis->joint) {
    text_format(out, "'%s' (%s) ", axis->joint, axis->name);
  } else {
    text_format(out, "'%s' ", axis->name);
  }
  text_format(out, "%s its %.6g", is_end ? "passes" : "exceeds", axis->limits[excess->limit]);
  put_unit(axis, excess->limit, out);
  text_format(out, " at %.4g s: %.6g", excess->since, excess->worst.value);
  put_unit(axis, excess->limit, out);
  text_format(out, " at %.4g s\n", excess->worst.time);
}

static void put_limits(const Trajectory *trajectory, Text *out)
{
  bool has_any = false;
  for (int i = 0; i < trajectory->excess_count; i++)
    put_excess(trajectory, &trajectory->excesses[i], out);
  for (int k = 0; k < coordinates_of(trajectory) * LIMIT_COUNT; k++)
    has_any = has_any || isfinite(trajectory->axes[k / LIMIT_COUNT].limits[k % LIMIT_COUNT]);
  if (trajectory->excess_count == 0)
    text_put(out, has_any ? "All limits are satisfied.\n" : "The description has no limits.\n");
}

// Time, positions and efforts.
static void put_rows(const Trajectory *trajectory, Text *out)
{
  enum { MOST = 64 };
  int chosen[MOST], n = coordinates_of(trajectory), drives = 0;
  RowTable table = trajectory_table(trajectory);
  for (int j = 0; j < n; j++)
    drives += trajectory->axes[j].is_driven;
  table.chosen = chosen;
  table.count = 0;
  for (int c = 0; c < table.width && table.count < MOST; c++) {
    bool is_effort = c > 3 * n && c <= 3 * n + drives;
    if (c <= n || is_effort) chosen[table.count++] = c;
  }
  if (row_table_words(&table, out)) return;
  text_format(out, "All %d rows and %d columns: --as csv, or -o FILE.csv\n", table.row_count,
              table.width);
}

void trajectory_words(const Trajectory *trajectory, Text *out)
{
  if (!trajectory->is_closed) {
    assembly_words(trajectory->assembly, out);
    return;
  }
  put_heading(trajectory, out);
  put_start(trajectory, out);
  put_held(trajectory, out);
  put_places(trajectory, out);
  if (trajectory->left_out)
    text_format(out, "The path of %s is not followed; name it as an argument to follow it.\n",
                trajectory->left_out);
  put_decider(trajectory, out);
  if (trajectory->failure.length > 0)
    text_format(out, "Trajectory failed: %s\n", text_string(&trajectory->failure));
  if (trajectory->row_count == 0) return;
  put_limits(trajectory, out);
  put_energy(trajectory, out);
  text_put_char(out, '\n');
  put_peaks(trajectory, out);
  text_put_char(out, '\n');
  put_rows(trajectory, out);
}

// ---- data

static void record_axis(const TrajectoryAxis *axis, Record *out)
{
  static const char *const TIMES[LIMIT_COUNT] = { "",       "",        "speed_t", "acceleration_t",
                                                  "jerk_t", "effort_t" };
  record_text(out, "name", axis->name);
  record_flag(out, "moved", axis->is_moved);
  record_flag(out, "held", axis->is_held);
  record_flag(out, "driven", axis->is_driven);
  for (int k = LIMIT_SPEED; k <= (axis->is_driven ? LIMIT_EFFORT : LIMIT_JERK); k++) {
    record_number(out, LIMITS[k], axis->peaks[k].value, k == LIMIT_EFFORT ? axis->effort_unit : "");
    record_number(out, TIMES[k], axis->peaks[k].time, "s");
  }
  if (!axis->is_driven) return;
  record_number(out, "rms", axis->rms, axis->effort_unit);
  record_number(out, "work", axis->work, "J");
}

static void record_shortest(const Trajectory *trajectory, Record *out)
{
  int n = coordinates_of(trajectory);
  if (trajectory->decider < 0) return;
  Record *shortest = record_object(out, "shortest");
  bool is_place = trajectory->decider >= n;
  record_text(shortest, "decides",
              is_place ? trajectory->places[trajectory->decider - n].name
                       : trajectory->axes[trajectory->decider].name);
  record_text(shortest, "limit", is_place ? "way" : LIMITS[trajectory->decides]);
}

void trajectory_record(const Trajectory *trajectory, Record *out)
{
  record_flag(out, "closed", trajectory->is_closed);
  record_number(out, "begin", trajectory->begin, "s");
  record_number(out, "end", trajectory->end, "s");
  record_number(out, "stretch", trajectory->stretch, "");
  record_shortest(trajectory, out);
  record_text(out, "failure", text_string(&trajectory->failure));
  record_number(out, "work", trajectory->work, "J");
  record_number(out, "other_work", trajectory->other_work, "J");
  record_number(out, "energy_start", trajectory->start_energy, "J");
  record_number(out, "energy_end", trajectory->last_energy, "J");
  record_number(out, "audit", trajectory->audit, "J");
  Record *axes = record_list(out, "axes");
  for (int j = 0; trajectory->row_count > 0 && j < coordinates_of(trajectory); j++)
    record_axis(&trajectory->axes[j], record_object(axes, NULL));
  Record *places = record_list(out, "places");
  for (int p = 0; p < trajectory->place_count; p++) {
    Record *place = record_object(places, NULL);
    record_text(place, "name", trajectory->places[p].name);
    record_text(place, "law", trajectory->places[p].law);
    record_number(place, "length", trajectory->places[p].length, "m");
    record_number(place, "angle", trajectory->places[p].angle, "rad");
    record_number(place, "error", trajectory->places[p].error, "m");
  }
  Record *exceeded = record_list(out, "exceeded");
  for (int i = 0; i < trajectory->excess_count; i++) {
    const TrajectoryExcess *excess = &trajectory->excesses[i];
    Record *one = record_object(exceeded, NULL);
    record_text(one, "name", trajectory->axes[excess->coordinate].name);
    record_text(one, "limit", LIMITS[excess->limit]);
    record_number(one, "value", trajectory->axes[excess->coordinate].limits[excess->limit], "");
    record_number(one, "since", excess->since, "s");
    record_number(one, "worst", excess->worst.value, "");
    record_number(one, "t", excess->worst.time, "s");
  }
  RowTable table = trajectory_table(trajectory);
  row_table_record(&table, out);
}
