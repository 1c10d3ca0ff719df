// ride_record.c -- ride results as data and as curves.
// SPDX-License-Identifier: MIT
#include "report/studies/ride_report.h"
#include "report/studies/study_record.h"

#include <math.h>
#include <string.h>

// ---- common functions

// Olley's rules (1934) for a flat ride, with the limits of docs/commands.md.
int ride_rules(const Ride *ride, RideRule rules[RIDE_MAX_RULES])
{
  const RideBody *body = &ride->body;
  if (body->front_count == 0) return 0;
  double bounce = body->bounce_hz, pitch = body->pitch_hz;
  double fastest = fmax(body->coupled[1].hz, body->rolls ? body->roll_hz : 0);
  double roll = body->roll_hz / sqrt(bounce * pitch);
  int count = 0;
  rules[count++] =
      (RideRule){ "springs act behind the centre of mass, by at least 0.065 wheelbases",
                  body->centre_behind, "wheelbases", body->centre_behind >= 0.065 };
  rules[count++] = (RideRule){ "bounce is at most 1.2 times as fast as pitch", bounce / pitch,
                               "times", bounce <= 1.2 * pitch };
  rules[count++] = (RideRule){ "nothing is faster than 1.3 Hz", fastest, "Hz", fastest <= 1.3 };
  if (body->rolls)
    rules[count++] = (RideRule){ "roll is about as fast as bounce and pitch, within a quarter",
                                 roll, "times", roll >= 0.8 && roll <= 1.25 };
  return count;
}

const char *ride_comfort(double weighted_rms)
{
  static const struct {
    double below;
    const char *words;
  } COMFORT[] = { { 0.315, "not uncomfortable" },
                  { 0.63, "a little uncomfortable" },
                  { 1, "fairly uncomfortable" },
                  { 1.6, "uncomfortable" },
                  { 2.5, "very uncomfortable" } };
  for (size_t k = 0; k < sizeof COMFORT / sizeof COMFORT[0]; k++) {
    if (weighted_rms < COMFORT[k].below) return COMFORT[k].words;
  }
  return "extremely uncomfortable";
}

// Unit per metre of road: "m/s^2/m", simplified to 1/s^2 or 1 where possible.
static const char *per_metre(const char *unit, Arena *arena)
{
  if (strcmp(unit, "m/s^2") == 0) return "1/s^2";
  if (strcmp(unit, "m") == 0) return "1";
  if (strcmp(unit, "m/s") == 0) return "1/s";
  return arena_format(arena, "%s/m", unit[0] && strcmp(unit, "1") != 0 ? unit : "1");
}

RowTable ride_table(const Ride *ride, Arena *arena)
{
  enum { BEFORE = 2 };
  int width = BEFORE + ride->column_count;
  RowColumn *columns = ARENA_ARRAY(arena, RowColumn, width);
  double *rows = ARENA_ARRAY(arena, double, ride->third_count *width + 1);
  columns[0] = (RowColumn){ "frequency", "Hz" };
  columns[1] = (RowColumn){ "Wk", "" };
  for (int c = 0; c < ride->column_count; c++)
    columns[BEFORE + c] =
        (RowColumn){ ride->columns[c].name, per_metre(ride->columns[c].unit, arena) };
  for (int k = 0; k < ride->third_count; k++) {
    rows[k * width] = ride->third_hz[k];
    rows[k * width + 1] = ride_weighting(ride->third_hz[k]);
    for (int c = 0; c < ride->column_count; c++)
      rows[k * width + BEFORE + c] = ride->thirds[k * ride->column_count + c];
  }
  return (RowTable){
    .columns = columns, .width = width, .count = width, .rows = rows, .row_count = ride->third_count
  };
}

// ---- data

static void put_body(Record *out, const Ride *ride)
{
  const RideBody *body = &ride->body;
  RideRule rules[RIDE_MAX_RULES];
  Record *to = record_object(out, "body");
  record_text(to, "name", body->name);
  if (body->bounces) record_number(to, "bounce_Hz", body->bounce_hz, "Hz");
  if (body->pitches) {
    record_number(to, "pitch_Hz", body->pitch_hz, "Hz");
    Record *list = record_list(to, "coupled");
    for (int k = 0; k < 2; k++) {
      Record *object = record_object(list, NULL);
      record_number(object, "natural_Hz", body->coupled[k].hz, "Hz");
      record_number(object, "centre", body->coupled[k].centre, "m");
    }
  }
  if (body->rolls) record_number(to, "roll_Hz", body->roll_hz, "Hz");
  if (body->front_count == 0) return;
  record_number(to, "front_rate", body->front_rate, "N/m");
  record_number(to, "rear_rate", body->rear_rate, "N/m");
  record_number(to, "wheelbase", body->wheelbase, "m");
  Record *list = record_list(to, "olley");
  int count = ride_rules(ride, rules);
  for (int k = 0; k < count; k++) {
    Record *object = record_object(list, NULL);
    record_text(object, "rule", rules[k].words);
    record_number(object, "value", rules[k].value, rules[k].unit);
    record_flag(object, "kept", rules[k].is_kept);
  }
}

static void put_roads(Record *out, const Ride *ride)
{
  Record *list = record_list(out, "roads");
  for (int k = 0; k < ride->road_count; k++) {
    const RideRoad *road = &ride->roads[k];
    Record *object = record_object(list, NULL);
    record_text(object, "name", road->input.name);
    record_number(object, "behind", road->behind, "m");
    if (ride->body.bounces) record_number(object, "rate", road->rate, "N/m");
    if (ride->body.pitches) record_number(object, "ahead_of_mass", road->ahead, "m");
  }
}

static void put_rms(Record *out, const Ride *ride)
{
  if (!ride->has_rms) return;
  Record *list = record_list(out, "rms");
  for (int c = 0; c < ride->column_count; c++) {
    const RideColumn *column = &ride->columns[c];
    Record *object = record_object(list, NULL);
    double rms[RIDE_CLASSES], weighted[RIDE_CLASSES];
    for (int k = 0; k < RIDE_CLASSES; k++) {
      rms[k] = column->rms * pow(2, k);
      weighted[k] = column->weighted_rms * pow(2, k);
    }
    record_text(object, "name", column->name);
    record_number(object, "still", column->still, column->unit);
    record_numbers(object, "classes_A_to_E", rms, RIDE_CLASSES, column->unit);
    if (!column->is_felt) continue;
    record_numbers(object, "weighted", weighted, RIDE_CLASSES, column->unit);
    Record *comfort = record_list(object, "comfort");
    for (int k = 0; k < RIDE_CLASSES; k++)
      record_text(comfort, NULL, ride_comfort(weighted[k]));
  }
}

void ride_record(const Ride *ride, const ProgramState *start, Record *out)
{
  record_flag(out, "at_rest", ride->is_still);
  modes_record(ride->modes, start, record_object(out, "about"));
  if (!ride->is_still) return;
  record_number(out, "speed", ride->speed, "m/s");
  put_body(out, ride);
  put_roads(out, ride);
  if (ride->road_count == 0) return;
  put_rms(out, ride);
  Arena *arena = arena_new();
  RowTable table = ride_table(ride, arena);
  row_table_record(&table, out);
  arena_free(arena);
}

// ---- curves

enum { CLASS_C = 4 };  // ratio of its heights to those of class A

static const double *column_of(const Ride *ride, int column, Arena *arena)
{
  double *values = ARENA_ARRAY(arena, double, ride->hz_count);
  for (int k = 0; k < ride->hz_count; k++)
    values[k] = ride->answers[k * ride->column_count + column];
  return values;
}

static const double *spectrum_of(const Ride *ride, bool is_weighted, Arena *arena)
{
  double *values = ARENA_ARRAY(arena, double, ride->hz_count);
  for (int k = 0; k < ride->hz_count; k++) {
    double answer = CLASS_C * ride->answers[k * ride->column_count];
    if (is_weighted) answer *= ride_weighting(ride->hz[k]);
    values[k] = answer * answer * ride_road_spectrum(ride->speed, ride->hz[k]);
  }
  return values;
}

void ride_svg(const Ride *ride, Text *out)
{
  if (ride->hz_count == 0) return;
  Arena *arena = arena_new();
  const Equations *equations = ride->equations;
  const char *name = equations->title[0] ? equations->title : equations->name;
  PlotColumn *answers = ARENA_ARRAY(arena, PlotColumn, ride->column_count);
  PlotColumn across = { "frequency", "Hz", ride->hz };
  for (int c = 0; c < ride->column_count; c++)
    answers[c] = (PlotColumn){ ride->columns[c].name, per_metre(ride->columns[c].unit, arena),
                               column_of(ride, c, arena) };
  PlotColumn felt[] = { { "body", "m^2/s^4/Hz", spectrum_of(ride, false, arena) },
                        { "weighted by Wk", "m^2/s^4/Hz", spectrum_of(ride, true, arena) } };
  Plot plots[] = {
    { .title = arena_format(arena, "%s: answers to the road at %g m/s", name, ride->speed),
      .across = across,
      .curves = answers,
      .curve_count = ride->column_count,
      .rows = ride->hz_count,
      .is_logarithmic = true },
    { .title = arena_format(arena, "Spectrum of the body's acceleration, road of class C, %g m/s",
                            ride->speed),
      .across = across,
      .curves = felt,
      .curve_count = 2,
      .rows = ride->has_rms ? ride->hz_count : 0,
      .is_logarithmic = true },
  };
  plots_svg(plots, 2, out);
  arena_free(arena);
}
