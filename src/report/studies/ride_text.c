// ride_text.c -- ride results as text and tables.
// SPDX-License-Identifier: MIT
#include "report/studies/ride_report.h"
#include "report/studies/study_text.h"

#include "base/memory/table.h"
#include "report/words.h"

#include <math.h>
#include <string.h>

// ---- the body

static void put_centre(const RideMotion *motion, Text *out)
{
  text_format(out, "%.5g Hz", motion->hz);
  if (!isfinite(motion->centre)) {
    text_put(out, " up and down");
  } else if (fabs(motion->centre) < 1e-9) {
    text_put(out, " about the centre of mass");
  } else {
    text_format(out, " about a point %.4g m %s it", fabs(motion->centre),
                motion->centre > 0 ? "ahead of" : "behind");
  }
}

static void put_body(const Ride *ride, Text *out)
{
  const RideBody *body = &ride->body;
  RideRule rules[RIDE_MAX_RULES];
  if (!body->bounces) {
    text_format(out, "\nNo restoring force acts on the height of %s, the heaviest body.\n",
                body->name);
    return;
  }
  text_format(out, "\n%s on springs and tyres, wheels without inertia: bounce %.5g Hz", body->name,
              body->bounce_hz);
  if (body->pitches) text_format(out, ", pitch %.5g Hz", body->pitch_hz);
  if (body->rolls) text_format(out, ", roll %.5g Hz", body->roll_hz);
  text_put(out, body->pitches || body->rolls ? ", each alone.\n" : ".\n");
  if (!body->pitches) return;
  text_put(out, "Bounce and pitch together: ");
  put_centre(&body->coupled[0], out);
  text_put(out, ", ");
  put_centre(&body->coupled[1], out);
  text_put(out, ".\n");
  if (body->front_count == 0) return;
  text_format(out, "Ride rates: front %.5g N/m, rear %.5g N/m, %.5g m apart. Olley's rules:\n",
              body->front_rate, body->rear_rate, body->wheelbase);
  int count = ride_rules(ride, rules);
  for (int k = 0; k < count; k++)
    text_format(out, "  %s: %.4g %s, %s\n", rules[k].words, rules[k].value, rules[k].unit,
                rules[k].is_kept ? "kept" : "not kept");
}

// ---- responses

static void put_roads(const Ride *ride, Text *out)
{
  text_format(out, "\nRoad below ");
  for (int k = 0; k < ride->road_count; k++) {
    const RideRoad *road = &ride->roads[k];
    text_format(out, "%s%s", k > 0 ? ", " : "", road->input.name);
    if (road->behind > 0) text_format(out, " %.5g m behind", road->behind);
  }
  text_format(out, ", at %.6g m/s = %.4g km/h. Amplitudes per metre of road:\n", ride->speed,
              3.6 * ride->speed);
}

// Every third of the third octaves, and a limited number of columns.
static void put_answers(const Ride *ride, Text *out)
{
  enum { MOST = 8, SINCE = 4 };  // 0.25 Hz
  Arena *arena = arena_new();
  RowTable rows = ride_table(ride, arena);
  int count = rows.width < MOST ? rows.width : MOST;
  Table table = table_new(count);
  for (int i = 0; i < count; i++) {
    Text *cell = table_cell(&table);
    text_put(cell, rows.columns[i].name);
    if (rows.columns[i].unit[0]) text_format(cell, " [%s]", rows.columns[i].unit);
  }
  for (int k = SINCE; k < rows.row_count; k += 3) {
    for (int i = 0; i < count; i++)
      text_format(table_cell(&table), "%.5g", rows.rows[k * rows.width + i]);
  }
  table_finish(&table, out);
  arena_free(arena);
}

// ---- root mean squares

static void put_rms_row(Table *table, const char *name, const char *unit, double rms)
{
  text_format(table_cell(table), "%s%s%s%s", name, unit[0] ? " [" : "", unit, unit[0] ? "]" : "");
  for (int k = 0; k < RIDE_CLASSES; k++)
    text_format(table_cell(table), "%.4g", rms * pow(2, k));
}

static void put_rms(const Ride *ride, Text *out)
{
  if (!ride->has_rms) {
    text_put(out, "\nThere is an undamped or growing mode: root mean squares do not exist.\n");
    return;
  }
  text_put(out, "\nRoot mean squares on roads of ISO 8608, from 0.01 Hz on:\n");
  Table table = table_with_headings("class|A|B|C|D|E");
  for (int c = 0; c < ride->column_count; c++) {
    const RideColumn *column = &ride->columns[c];
    put_rms_row(&table, column->name, column->unit, column->rms);
    if (column->is_felt) put_rms_row(&table, "  weighted, Wk", column->unit, column->weighted_rms);
    bool is_load = strcmp(column->unit, "N") == 0 && fabs(column->still) > 0;
    if (is_load)
      put_rms_row(&table, "  of the load at rest", "", column->rms / fabs(column->still));
  }
  table_finish(&table, out);
  text_put(out, "\nFelt in the body (ISO 2631-1): ");
  for (int k = 0; k < RIDE_CLASSES; k++)
    text_format(out, "%s%c %s", k > 0 ? ", " : "", 'A' + k,
                ride_comfort(ride->columns[0].weighted_rms * pow(2, k)));
  text_put(out, ".\n");
}

void ride_words(const Ride *ride, Text *out)
{
  if (!ride->is_still) {
    modes_words(ride->modes, out);
    return;
  }
  modes_words_brief(ride->modes, out);
  put_body(ride, out);
  if (ride->road_count == 0) {
    text_put(out, "\nNo input is a length, so there is no road. 'input zr [m]' is one, and\n"
                  "'input zr = bump(v*t) smooth', which follows from the time.\n");
    return;
  }
  put_roads(ride, out);
  put_answers(ride, out);
  put_rms(ride, out);
}
