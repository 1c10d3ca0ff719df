// handling_record.c -- handling results as data and as curves.
// SPDX-License-Identifier: MIT
#include "report/studies/handling_report.h"

#include <math.h>

static const double TURN = 2 * 3.14159265358979323846;

static void put_modes(Record *to, const HandlingResponse *response)
{
  Record *list = record_list(to, "modes");
  for (int k = 0; k < response->mode_count; k++) {
    const HandlingMode *mode = &response->modes[k];
    const double eigenvalue[] = { mode->real, mode->imaginary };
    double natural = hypot(mode->real, mode->imaginary);
    Record *object = record_object(list, NULL);
    record_numbers(object, "eigenvalue", eigenvalue, 2, "1/s");
    record_number(object, "natural_Hz", natural / TURN, "Hz");
    record_number(object, "damping_ratio", -mode->real / natural, "");
    record_number(object, "share", mode->share, "");
    record_flag(object, "yaw", k == response->yaw_mode);
  }
}

static void put_response(Record *out, const HandlingResponse *response)
{
  if (!response->is_there) return;
  record_flag(out, "stable", response->is_stable);
  put_modes(out, response);
  Record *object = record_object(out, "response");
  record_number(object, "peak_gain", response->peak_hz > 0 ? response->peak : NAN, "1/s");
  record_number(object, "peak_Hz", response->peak_hz > 0 ? response->peak_hz : NAN, "Hz");
  record_number(object, "bandwidth_Hz", response->bandwidth_hz, "Hz");
  record_numbers(object, "frequency", response->hz, response->count, "Hz");
  record_numbers(object, "gain", response->gain, response->count, "1/s");
  record_numbers(object, "phase", response->phase, response->count, "rad");
}

const char *handling_balance_word(HandlingBalance balance)
{
  static const char *const WORDS[] = {
    [UNDERSTEER] = "understeer", [NEUTRAL_STEER] = "neutral", [OVERSTEER] = "oversteer"
  };
  return WORDS[balance];
}

static void put_gains(Record *out, const Handling *handling)
{
  record_number(out, "yaw_gain", handling->yaw_gain, "1/s");
  record_number(out, "wheelbase", fabs(handling->wheelbase), "m");
  record_number(out, "understeer_gradient", handling->understeer, "rad.s^2/m");
  record_text(out, "balance", handling_balance_word(handling->balance));
  if (handling->balance != NEUTRAL_STEER)
    record_number(out, handling->balance == UNDERSTEER ? "characteristic_speed" : "critical_speed",
                  handling->special_speed, "m/s");
  record_number(out, "sideslip_gradient", handling->sideslip_gradient, "rad.s^2/m");
  record_number(out, "roll_gradient", handling->roll_gradient, "rad.s^2/m");
  Record *object = record_object(out, "yaw_gain_over_speed");
  record_numbers(object, "speed", handling->speeds, handling->speed_count, "m/s");
  record_numbers(object, "yaw_gain", handling->gains, handling->speed_count, "1/s");
  Record *stable = record_list(object, "stable");
  for (int k = 0; k < handling->speed_count; k++)
    record_flag(stable, NULL, handling->are_stable[k]);
}

RowTable handling_table(const Handling *handling)
{
  return (RowTable){ .columns = handling->columns,
                     .width = handling->column_count,
                     .count = handling->column_count,
                     .rows = handling->rows,
                     .row_count = handling->row_count };
}

void handling_record(const Handling *handling, Record *out)
{
  record_text(out, "chassis", handling->chassis);
  record_text(out, "steer", handling->steer.name);
  record_number(out, "speed", handling->speed, "m/s");
  record_flag(out, "runs_straight", handling->runs_straight);
  if (!handling->runs_straight) return;
  record_flag(out, "complete", handling->is_complete);
  record_number(out, "largest_lateral_acceleration", handling->most, "m/s^2");
  if (handling->has_gains) put_gains(out, handling);
  put_response(out, &handling->response);
  RowTable table = handling_table(handling);
  row_table_record(&table, out);
}

// ---- curves

static double *in_degrees(const double values[], int count, Arena *arena)
{
  double *out = ARENA_ARRAY(arena, double, count);
  for (int k = 0; k < count; k++)
    out[k] = values[k] * 360 / TURN;
  return out;
}

void handling_svg(const Handling *handling, Text *out)
{
  enum { STEER = 1, SIDESLIP = 3, ROLL = 5, OUTPUTS = 7 };
  Arena *arena = arena_new();
  const HandlingResponse *response = &handling->response;
  const Equations *equations = handling->equations;
  RowTable table = handling_table(handling);
  PlotColumn *turns = ARENA_ARRAY(arena, PlotColumn, handling->column_count);
  int count = 0;
  turns[count++] = row_table_curve(&table, STEER, arena);
  turns[count++] = row_table_curve(&table, SIDESLIP, arena);
  if (handling->roll_gradient != 0) turns[count++] = row_table_curve(&table, ROLL, arena);
  for (int k = OUTPUTS; k < handling->column_count; k++)
    turns[count++] = row_table_curve(&table, k, arena);
  PlotColumn gain = { "yaw gain", "1/s", handling->gains };
  PlotColumn bode[] = { { "gain", "1/s", response->gain },
                        { "phase", "deg", in_degrees(response->phase, response->count, arena) } };
  const char *name = equations->title[0] ? equations->title : equations->name;
  Plot plots[] = {
    { .title = arena_format(arena, "%s: steady turns at %g m/s", name, handling->speed),
      .across = row_table_curve(&table, 0, arena),
      .curves = turns,
      .curve_count = count,
      .rows = handling->row_count },
    { .title = arena_format(arena, "Yaw rate over %s in slight turns", handling->steer.name),
      .across = { "speed", "m/s", handling->speeds },
      .curves = &gain,
      .curve_count = 1,
      .rows = handling->has_gains ? handling->speed_count : 0 },
    { .title =
          arena_format(arena, "Yaw rate over %s at %g m/s", handling->steer.name, handling->speed),
      .across = { "frequency", "Hz", response->hz },
      .curves = bode,
      .curve_count = 2,
      .rows = response->count,
      .is_logarithmic = true },
  };
  plots_svg(plots, 3, out);
  arena_free(arena);
}
