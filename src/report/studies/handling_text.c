// handling_text.c -- handling results as text and tables.
// SPDX-License-Identifier: MIT
#include "report/studies/handling_report.h"

#include "base/memory/table.h"
#include "report/words.h"

#include <math.h>
#include <string.h>

static const double DEGREES = 180 / 3.14159265358979323846;
static const double TURN = 2 * 3.14159265358979323846;
static const double G = 9.80665;
static const double NOTHING = 1e-9;

// ---- steady turns

static bool is_unit(const RowColumn *column, const char *unit)
{
  return strcmp(column->unit, unit) == 0;
}

// Selects columns for display: without the drive, without a roll angle that is zero, and with a
// limited number of outputs.
static int choose_columns(const Handling *handling, int chosen[])
{
  enum { ROLL = 5, DRIVE = 6, MOST = 8 };
  int count = 0;
  for (int i = 0; i < handling->column_count && count < MOST; i++) {
    bool is_level = i == ROLL;
    for (int k = 0; k < handling->row_count && is_level; k++)
      is_level = fabs(handling->rows[k * handling->column_count + i]) <= NOTHING;
    if (!is_level && i != DRIVE) chosen[count++] = i;
  }
  return count;
}

// Angles are displayed in degrees.
static const char *shown_unit(const RowColumn *column)
{
  return is_unit(column, "rad") ? "deg" : is_unit(column, "rad/s") ? "deg/s" : column->unit;
}

static void put_turn(const Handling *handling, int row, const int chosen[], int count, Table *table)
{
  for (int i = 0; i < count; i++) {
    const RowColumn *column = &handling->columns[chosen[i]];
    double value = handling->rows[row * handling->column_count + chosen[i]];
    bool is_angle = shown_unit(column) != column->unit;
    Text *cell = table_cell(table);
    if (isfinite(value)) words_put_number(cell, value * (is_angle ? DEGREES : 1), NOTHING);
    if (!isfinite(value)) text_put(cell, "-");
  }
}

static void put_turns(const Handling *handling, Text *out)
{
  enum { MOST = 8 };
  int chosen[MOST], count = choose_columns(handling, chosen), last = handling->row_count - 1;
  Table table = table_new(count);
  for (int i = 0; i < count; i++) {
    const RowColumn *column = &handling->columns[chosen[i]];
    Text *cell = table_cell(&table);
    text_put(cell, column->name);
    if (column->unit[0]) text_format(cell, " [%s]", shown_unit(column));
  }
  for (int k = 0; k <= last; k++) {
    if (k % 2 == 0 || k == last) put_turn(handling, k, chosen, count, &table);
  }
  table_finish(&table, out);
}

static void put_end(const Handling *handling, Text *out)
{
  if (handling->response.is_there && !handling->response.is_stable)
    text_put(out, "Straight running is unstable at this speed, and so are these turns.\n");
  if (handling->is_complete) return;
  text_format(
      out,
      "No steady turn was found beyond %.4g m/s^2 at this speed: the tyre forces saturate, or "
      "no steering angle leads there.\n",
      handling->most);
}

// ---- slight turns

static void put_balance(const Handling *handling, Text *out)
{
  double K = handling->wheelbase < 0 ? -handling->understeer : handling->understeer;
  text_put(out, "\nIn gentle turns: ");
  if (!handling->has_gains) {
    text_put(out, "none is steady at this speed and at half of it.\n");
    return;
  }
  text_format(out, "%s, K = %.6g rad.s^2/m = %.4g deg/g", handling_balance_word(handling->balance),
              K, K * DEGREES * G);
  if (handling->balance == UNDERSTEER)
    text_format(out, ", characteristic speed %.6g m/s = %.4g km/h", handling->special_speed,
                3.6 * handling->special_speed);
  if (handling->balance == OVERSTEER)
    text_format(out, ", critical speed %.6g m/s = %.4g km/h", handling->special_speed,
                3.6 * handling->special_speed);
  text_format(out, ".\nyaw gain %.6g 1/s, effective wheelbase %.6g m, sideslip %.4g deg/g",
              handling->yaw_gain, fabs(handling->wheelbase),
              handling->sideslip_gradient * DEGREES * G);
  if (fabs(handling->roll_gradient) > NOTHING)
    text_format(out, ", roll %.4g deg/g", handling->roll_gradient * DEGREES * G);
  text_put(out, ".\n");
  if (handling->wheelbase < 0)
    text_format(out, "Positive %s turns about -z; so do the turns of the table.\n",
                handling->steer.name);
  if (handling->balance == OVERSTEER && handling->speed > handling->special_speed)
    text_put(out, "Above the critical speed: it turns against its steering and is unstable without "
                  "control.\n");
}

static bool are_all_stable(const Handling *handling)
{
  bool result = true;
  for (int k = 0; k < handling->speed_count; k++)
    result = result && handling->are_stable[k];
  return result;
}

static void put_gains(const Handling *handling, Text *out)
{
  if (!handling->has_gains) return;
  bool has_marks = !are_all_stable(handling);
  Table table =
      table_with_headings(has_marks ? "speed [m/s]|yaw gain [1/s]|" : "speed [m/s]|yaw gain [1/s]");
  for (int k = 1; k < handling->speed_count; k += 2) {
    words_put_number(table_cell(&table), handling->speeds[k], 0);
    Text *gain = table_cell(&table);
    if (isfinite(handling->gains[k])) words_put_number(gain, handling->gains[k], 0);
    if (!isfinite(handling->gains[k])) text_put(gain, "-");
    if (has_marks) table_put(&table, handling->are_stable[k] ? "" : "unstable");
  }
  table_finish(&table, out);
  if (has_marks)
    text_put(out, "Turns at the marked speeds are unstable: small disturbances grow.\n");
}

// ---- the response

static void put_modes(const HandlingResponse *response, Text *out)
{
  Table table = table_with_headings("mode|eigenvalue [1/s]|natural [Hz]|damping|yaw share|");
  for (int k = 0; k < response->mode_count; k++) {
    const HandlingMode *mode = &response->modes[k];
    double natural = hypot(mode->real, mode->imaginary);
    text_format(table_cell(&table), "%d", k + 1);
    Text *value = table_cell(&table);
    words_put_number(value, mode->real, NOTHING * natural);
    if (mode->imaginary > 0) text_format(value, " +-%.6gi", mode->imaginary);
    Text *hertz = table_cell(&table), *damping;
    if (mode->imaginary > 0) words_put_number(hertz, natural / TURN, 0);
    if (mode->imaginary == 0) text_put(hertz, "-");
    damping = table_cell(&table);
    if (mode->imaginary > 0) words_put_number(damping, -mode->real / natural, NOTHING);
    if (mode->imaginary == 0) text_put(damping, "-");
    text_format(table_cell(&table), "%.3f", mode->share);
    table_put(&table, mode->real > 0            ? "grows: unstable"
                      : k == response->yaw_mode ? "the yaw mode"
                                                : "");
  }
  table_finish(&table, out);
}

static void put_response(const Handling *handling, Text *out)
{
  const HandlingResponse *response = &handling->response;
  if (!response->is_there) {
    text_put(out, "\nIts speeds are coupled by rolling constraints or a loop: no "
                  "frequency response is computed.\n");
    return;
  }
  text_format(out, "\nAbout straight running at %.6g m/s, at constant speed: %s.\n",
              handling->speed, response->is_stable ? "stable" : "unstable");
  put_modes(response, out);
  if (!response->is_stable) return;
  text_put(out, "\nYaw rate over steering: ");
  if (response->peak_hz > 0) {
    text_format(out, "peak %.4g 1/s at %.4g Hz, %.4g of the steady gain; ", response->peak,
                response->peak_hz, response->peak / response->steady);
  } else {
    text_put(out, "no peak; ");
  }
  if (isfinite(response->bandwidth_hz))
    text_format(out, "bandwidth %.4g Hz (-3 dB).\n", response->bandwidth_hz);
  if (!isfinite(response->bandwidth_hz))
    text_format(out, "it does not fall by 3 dB up to %.4g Hz.\n", response->looked_to_hz);
}

void handling_words(const Handling *handling, Text *out)
{
  text_format(out, "%s: %s, steered by %s%s, at %.6g m/s = %.4g km/h\n", handling->equations->name,
              handling->chassis, handling->steer.name,
              handling->is_steer_found ? ", the only input that is an angle" : "", handling->speed,
              3.6 * handling->speed);
  if (!handling->runs_straight) {
    text_put(out, "No steady straight motion was found at this speed from the start. "
                  "Use --at for a closer start, with rotating wheels.\n");
    return;
  }
  if (handling->depends_on_place)
    text_put(out,
             "Accelerations depend on the position: the results hold at this position only.\n");
  put_turns(handling, out);
  put_end(handling, out);
  put_balance(handling, out);
  put_gains(handling, out);
  put_response(handling, out);
}
