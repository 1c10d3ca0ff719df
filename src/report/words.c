// words.c -- names and numbers in the format of reports.
// SPDX-License-Identifier: MIT
#include "report/words.h"

#include <math.h>

// Changes of a given value below this fraction of the largest are attributed to rounding in the
// input.
static const double UNCHANGED = 1e-6;
enum { MAX_NAMED = 4 };

const char *words_plural(int count) { return count == 1 ? "" : "s"; }

void words_put_heading(Text *out, const char *name, int coordinates, int equations)
{
  text_format(out, "%s: %d coordinate%s", name, coordinates, words_plural(coordinates));
  if (equations > 0) text_format(out, ", %d equation%s", equations, words_plural(equations));
}

void words_put_number(Text *out, double value, double nothing)
{
  text_format(out, "%.6g", fabs(value) <= nothing ? 0 : value);
}

void words_put_unit(Text *out, const char *unit, const char *time)
{
  if (unit[0] || time[0]) text_format(out, " %s%s", unit[0] || !time[0] ? unit : "1", time);
}

void words_put_value(Text *out, double value, double nothing, const char *unit)
{
  words_put_number(out, value, nothing);
  words_put_unit(out, unit, "");
}

// A list of names, limited to the first few.
typedef struct Names {
  Text *out;
  int count;
} Names;

// Returns true if the next name is to be printed, after printing a comma if necessary.
static bool names_next(Names *names)
{
  if (++names->count > MAX_NAMED) return false;
  if (names->count > 1) text_put(names->out, ", ");
  return true;
}

static void names_end(const Names *names)
{
  int others = names->count - MAX_NAMED;
  if (others > 0) text_format(names->out, " and %d more", others);
}

void words_put_changes(Text *out, const Equations *equations, const double given[],
                       const double used[], const char *time)
{
  Names names = { out, 0 };
  double largest = 0;
  for (int i = 0; i < equations->coordinate_count; i++)
    largest = fmax(largest, fmax(fabs(given[i]), fabs(used[i])));
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (fabs(used[i] - given[i]) <= UNCHANGED * largest || !names_next(&names)) continue;
    text_format(out, "%s from ", equations->coordinates[i].name);
    words_put_number(out, given[i], 0);
    text_put(out, " to ");
    words_put_number(out, used[i], UNCHANGED * largest);
    words_put_unit(out, equations->coordinates[i].unit, time);
  }
  names_end(&names);
}

bool words_put_changed(Text *out, const char *what, const Equations *equations,
                       const double given[], const double used[], const char *time)
{
  Text changes = { 0 };
  words_put_changes(&changes, equations, given, used, time);
  bool is_changed = changes.length > 0;
  if (is_changed) text_format(out, "%s: %s.\n", what, text_string(&changes));
  text_free(&changes);
  return is_changed;
}

// The motion's own coordinate first.
void words_put_motion(Text *out, const Equations *equations, const StaticsMotion *motion)
{
  const double NO_MOTION = 1e-9;
  Names names = { out, 0 };
  for (int k = -1; k < equations->coordinate_count; k++) {
    int i = k < 0 ? motion->coordinate : k;
    bool is_reported = k < 0 || (k != motion->coordinate && fabs(motion->speeds[k]) >= NO_MOTION);
    if (!is_reported || !names_next(&names)) continue;
    text_format(out, "%s by %.4g", equations->coordinates[i].name, k < 0 ? 1 : motion->speeds[k]);
    words_put_unit(out, equations->coordinates[i].unit, "");
  }
  names_end(&names);
}
