// words.c -- names and numbers, as people write them.
// SPDX-License-Identifier: MIT
#include "study/words.h"

#include <math.h>
#include <string.h>

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
