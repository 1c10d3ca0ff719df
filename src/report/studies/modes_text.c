// modes_text.c -- vibration modes as text and a table.
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "study/modes/modes.h"

#include "base/memory/table.h"
#include "report/words.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
// Smaller components of a mode shape are not printed; smaller phases are rounding errors.
static const double NO_PART = 1e-4;
static const double NO_PHASE = 1e-6;
static const double STILL = 1e-12;

// ---- state

static void put_values(const Modes *modes, const double values[], const char *mark,
                       const char *time, Text *out)
{
  const Equations *equations = modes->equations;
  const char *separator = "";
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Variable *coordinate = &equations->coordinates[i];
    bool is_shown = mark[0] == '\0' || fabs(values[i]) > STILL;
    if (!is_shown) continue;
    text_format(out, "%s%s%s = ", separator, coordinate->name, mark);
    words_put_number(out, values[i], STILL);
    words_put_unit(out, coordinate->unit, time);
    separator = ", ";
  }
}

static void put_state(const Modes *modes, Text *out)
{
  static const char *const WORDS[] = { [MODES_EQUILIBRIUM] = "About the equilibrium ",
                                       [MODES_STEADY] = "About the steady motion ",
                                       [MODES_PASSING] = "About " };
  const Equations *equations = modes->equations;
  const MotionStudy *motion = modes->motion;
  if (modes->is_searched && !modes->is_found) {
    text_put(out, "No equilibrium was found from here.\n");
  }
  text_put(out, WORDS[modes->state]);
  put_values(modes, motion->q, "", "", out);
  Text speeds = { 0 };
  put_values(modes, motion->qd, "'", "/s", &speeds);
  if (speeds.length > 0) text_format(out, "; %s", text_string(&speeds));
  text_free(&speeds);
  text_put(out, ".\n");
  if (modes->state == MODES_PASSING) {
    const Variable *fastest = &equations->coordinates[modes->fastest];
    text_format(out, "Not an equilibrium: acceleration of %s is ", fastest->name);
    words_put_number(out, motion->qdd[modes->fastest], 0);
    words_put_unit(out, fastest->unit, "/s^2");
    text_format(out, ". The modes below are valid at this instant only%s.\n",
                modes->is_searched ? "" : "; --equilibrium searches for one nearby");
  }
  if (motion->is_driven) {
    text_put(out, "Time-dependent inputs are frozen at t = ");
    words_put_value(out, motion->time, 0, "s");
    text_put(out, ".\n");
  }
}

// ---- result

// "modes 1 and 3 grow"
static void put_list(const Modes *modes, bool (*is_meant)(const Mode *mode), Text *out)
{
  int count = 0, reported = 0;
  for (int k = 0; k < modes->count; k++)
    count += is_meant(&modes->modes[k]);
  text_put(out, count == 1 ? "mode" : "modes");
  for (int k = 0; k < modes->count; k++) {
    if (!is_meant(&modes->modes[k])) continue;
    text_format(out, "%s %d", reported == 0 ? "" : reported == count - 1 ? " and" : ",", k + 1);
    reported++;
  }
}

static bool is_undamped(const Mode *mode) { return mode->kind == MODE_UNDAMPED; }

static void put_verdict(const Modes *modes, Text *out)
{
  int undamped = 0, growing = 0;
  for (int k = 0; k < modes->count; k++) {
    undamped += is_undamped(&modes->modes[k]);
    growing += mode_grows(&modes->modes[k]);
  }
  if (growing > 0) {
    text_put(out, "Unstable: ");
    put_list(modes, mode_grows, out);
    text_put(out, growing == 1 ? " grows.\n" : " grow.\n");
  } else if (undamped > 0) {
    text_put(out, "Marginally stable (linearised): no growing mode; undamped: ");
    put_list(modes, is_undamped, out);
    text_put(out, ".\n");
  } else if (modes->count > 0 && modes->zero_count > 0) {
    text_put(
        out,
        "No growing mode: all modes decay; zero eigenvalues leave a constant offset or drift.\n");
  } else if (modes->count > 0) {
    text_put(out, "Stable: every mode decays.\n");
  }
}

// ---- tables

static void put_cell(Table *table, bool has_value, double value)
{
  Text *cell = table_cell(table);
  if (has_value) words_put_number(cell, value, 0);
  if (!has_value) text_put(cell, "-");
}

static void put_table(const Modes *modes, Text *out)
{
  Table table = table_with_headings("mode|eigenvalue [1/s]|damped [Hz]|natural [Hz]|[rad/s]|"
                                    "damping|time constant [s]|");
  for (int k = 0; k < modes->count; k++) {
    const Mode *mode = &modes->modes[k];
    bool turns = mode->imaginary > 0;
    text_format(table_cell(&table), "%d", k + 1);
    Text *value = table_cell(&table);
    if (mode->real != 0 || !turns) words_put_number(value, mode->real, 0);
    if (turns) text_format(value, "%s+-%.6gi", mode->real != 0 ? " " : "", mode->imaginary);
    put_cell(&table, turns, mode->imaginary / (2 * PI));
    put_cell(&table, turns, mode->natural / (2 * PI));
    put_cell(&table, turns, mode->natural);
    put_cell(&table, turns, mode->damping);
    put_cell(&table, mode->real != 0, 1 / fabs(mode->real));
    text_format(table_cell(&table), "%s%s", mode_kind_word(mode->kind),
                mode_grows(mode) ? ": unstable" : "");
  }
  table_finish(&table, out);
}

static const Variable *part_of(const Equations *equations, int index)
{
  int n = equations->coordinate_count;
  return index < n ? &equations->coordinates[index] : &equations->states[index - n];
}

// "q1 1 rad, q2 0.5 rad at 90 deg"
static void put_shape(const Modes *modes, const double shape[], const double shape_im[], Text *out)
{
  const Equations *equations = modes->equations;
  int count = equations->coordinate_count + equations->state_count;
  const char *separator = "";
  for (int i = 0; i < count; i++) {
    const Variable *part = part_of(equations, i);
    double im = shape_im ? shape_im[i] : 0, size = hypot(shape[i], im);
    if (size < NO_PART) continue;
    bool is_real = fabs(im) <= NO_PHASE * size;
    text_format(out, "%s%s %.4g", separator, part->name, is_real ? shape[i] : size);
    words_put_unit(out, part->unit, "");
    if (!is_real) text_format(out, " at %.1f deg", atan2(im, shape[i]) * 180 / PI);
    separator = ", ";
  }
}

static void put_shapes(const Modes *modes, Text *out)
{
  if (modes->count == 0) return;
  text_put(out,
           "\nMode shapes, normalised to largest component 1, with phase unless 0 or 180 deg:\n");
  for (int k = 0; k < modes->count; k++) {
    text_format(out, "  mode %d: ", k + 1);
    put_shape(modes, modes->modes[k].shape, modes->modes[k].shape_im, out);
    text_put(out, "\n");
  }
}

static void put_zeros(const Modes *modes, Text *out)
{
  if (modes->zero_count == 0) return;
  int width = modes->equations->coordinate_count + modes->equations->state_count;
  int drifts = modes->zero_count - modes->null_count;
  text_format(out, "\n%d eigenvalue%s zero: %d for directions without restoring force",
              modes->zero_count, modes->zero_count == 1 ? " is" : "s are", modes->null_count);
  if (drifts > 0) text_format(out, ", %d for drift at constant speed", drifts);
  text_put(out, ". Directions without restoring force:\n");
  for (int k = 0; k < modes->null_count; k++) {
    text_put(out, "  ");
    put_shape(modes, modes->null + k * width, NULL, out);
    text_put(out, "\n");
  }
}

void modes_words_brief(const Modes *modes, Text *out)
{
  int freedoms = modes->size - modes->coordinates_in - modes->equations->state_count;
  text_format(out, "%s: %d degree%s of freedom, %d mode%s\n", modes->equations->name, freedoms,
              words_plural(freedoms), modes->count, words_plural(modes->count));
  if (!modes->is_found) motion_words_of_changes(modes->motion, true, out);
  put_state(modes, out);
  put_verdict(modes, out);
  put_table(modes, out);
}

void modes_words(const Modes *modes, Text *out)
{
  if (!modes->motion->is_closed) {
    assembly_words(modes->motion->assembly, out);
    return;
  }
  modes_words_brief(modes, out);
  put_shapes(modes, out);
  put_zeros(modes, out);
}
