// four_bar_json.c -- the numbers of a four-bar, for programs.
// SPDX-License-Identifier: MIT
#include "study/four_bar.h"

#include <math.h>

// JSON has no word for what is no number.
static void put_value(double value, Text *out)
{
  if (isfinite(value)) {
    text_put_double_17(out, value);
  } else {
    text_put(out, "null");
  }
}

static void put_number(const char *key, double value, Text *out)
{
  text_format(out, "\"%s\": ", key);
  put_value(value, out);
}

static void put_numbers(const char *key, const double values[3], Text *out)
{
  text_format(out, "\"%s\": [", key);
  for (int i = 0; i < 3; i++) {
    if (i > 0) text_put(out, ", ");
    put_value(values[i], out);
  }
  text_put_char(out, ']');
}

static void put_branch(const FourBarCase *values, int sign, Text *out)
{
  FourBarMotion motion = { .angle = { values->input[0] },
                           .rate = { values->input[1] },
                           .acceleration = { values->input[2] } };
  if (!four_bar_solve(&values->size, sign, &motion)) {
    text_put(out, "null");
    return;
  }
  text_put_char(out, '{');
  put_numbers("phi", motion.angle, out);
  text_put(out, ", ");
  put_numbers("rate", motion.rate, out);
  text_put(out, ", ");
  put_numbers("acceleration", motion.acceleration, out);
  text_put(out, ", ");
  put_number("determinant", motion.determinant, out);
  text_put_char(out, '}');
}

static void put_classes(const FourBarGrashof *grashof, Text *out)
{
  text_put(out, " \"fixed\": {");
  for (int i = 0; i < BAR_COUNT; i++) {
    text_format(out, "%s\"%s\": \"", i > 0 ? ", " : "", bar_name((Bar)i));
    four_bar_put_class(grashof, (Bar)i, out);
    text_put_char(out, '"');
  }
  text_put(out, "},\n");
}

void four_bar_put_json(const FourBarCase *values, Text *out)
{
  const FourBarSize *size = &values->size;
  FourBarGrashof grashof = four_bar_grashof(size);
  FourBarTerms terms = four_bar_terms(size, values->input[0]);
  text_put(out, "{\"lengths\": {");
  for (int i = 0; i < BAR_COUNT; i++) {
    if (i > 0) text_put(out, ", ");
    put_number(bar_name((Bar)i), four_bar_length(size, (Bar)i), out);
  }
  text_put(out, "},\n ");
  put_number("shortest_and_longest", grashof.extremes, out);
  text_put(out, ", ");
  put_number("others", grashof.others, out);
  text_put(out, ",\n");
  put_classes(&grashof, out);
  text_put_char(out, ' ');
  put_number("K", terms.K, out);
  text_put(out, ", ");
  put_number("L", terms.L, out);
  text_put(out, ", ");
  put_number("M", terms.M, out);
  text_put(out, ",\n \"branch_plus\": ");
  put_branch(values, 1, out);
  text_put(out, ",\n \"branch_minus\": ");
  put_branch(values, -1, out);
  text_put(out, ",\n ");
  put_number("singular_stretched", four_bar_singular_angle(size, true), out);
  text_put(out, ", ");
  put_number("singular_folded", four_bar_singular_angle(size, false), out);
  text_put(out, "}\n");
}
