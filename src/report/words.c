// words.c -- names and numbers, as people write them.
// SPDX-License-Identifier: MIT
#include "report/words.h"

#include <math.h>
#include <string.h>

// Changes of a given value below this part of the largest are rounding of whoever wrote it down.
static const double UNCHANGED = 1e-6;
enum { MOST_NAMED = 4 };

const char *words_plural(int count) { return count == 1 ? "" : "s"; }

int words_widest(int width, const char *name)
{
  int columns = text_columns(name, strlen(name));
  return columns > width ? columns : width;
}

void words_put_name(Text *out, const char *name, int width)
{
  text_format(out, "  %s", name);
  text_repeat(out, ' ', width - text_columns(name, strlen(name)) + 2);
}

void words_put_number(Text *out, double value, double nothing)
{
  text_format(out, "%.6g", fabs(value) <= nothing ? 0 : value);
}

void words_put_unit(Text *out, const char *unit, const char *time)
{
  if (unit[0] || time[0]) text_format(out, " %s%s", unit[0] || !time[0] ? unit : "1", time);
}

void words_put_changes(Text *out, const Equations *equations, const double given[],
                       const double used[], const char *time)
{
  int named = 0, others = 0;
  double largest = 0;
  for (int i = 0; i < equations->coordinate_count; i++)
    largest = fmax(largest, fmax(fabs(given[i]), fabs(used[i])));
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (fabs(used[i] - given[i]) <= UNCHANGED * largest) continue;
    if (named == MOST_NAMED) {
      others++;
      continue;
    }
    text_format(out, "%s%s from ", named++ > 0 ? ", " : "", equations->coordinates[i].name);
    words_put_number(out, given[i], 0);
    text_put(out, " to ");
    words_put_number(out, used[i], UNCHANGED * largest);
    words_put_unit(out, equations->coordinates[i].unit, time);
  }
  if (others > 0) text_format(out, " and %d more", others);
}
