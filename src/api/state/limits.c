// limits.c -- reports coordinates that leave their limits.
// SPDX-License-Identifier: MIT
#include "api/state/limits.h"

#include "mechanism/default_value.h"

#include <math.h>

static const double TWO_PI = 2 * 3.14159265358979323846;

// Rounding tolerance of a value at its limit.
static const double ROUNDING = 1e-9;

// "-1.5 .. 1.5 rad"
static void put_limits(const Coordinate *coordinate, double lower, double upper, Text *out)
{
  static const char *const UNITS[] = {
    [COORDINATE_ANGLE] = " rad", [COORDINATE_LENGTH] = " m", [COORDINATE_NUMBER] = ""
  };
  text_format(out, "%.6g .. %.6g%s", lower, upper, UNITS[coordinate->kind]);
}

void note_limits(const Mechanism *mechanism, const double parameters[], int index, double least,
                 double greatest, const char *where, Diagnostics *diagnostics)
{
  const Coordinate *coordinate = &mechanism->coordinates[index];
  if (!coordinate->lower || !coordinate->upper) return;
  double lower = mechanism_value_with(mechanism, parameters, coordinate->lower);
  double upper = mechanism_value_with(mechanism, parameters, coordinate->upper);
  if (isnan(lower) || isnan(upper)) return;
  double turns = 0;  // full revolutions that bring it as near to the limits as possible
  if (coordinate->kind == COORDINATE_ANGLE && least == greatest) {
    turns = TWO_PI * round(((lower + upper) / 2 - least) / TWO_PI);
  }
  double slack = ROUNDING * fmax(1, fmax(fabs(lower), fabs(upper)));
  bool is_below = least + turns < lower - slack;
  bool is_above = greatest + turns > upper + slack;
  if (!is_below && !is_above) return;
  Text limits = { 0 };
  put_limits(coordinate, lower, upper, &limits);
  diagnostics_add(diagnostics, SEVERITY_NOTE, (Span){ 0 }, NULL,
                  "'%s' leaves its limits %s%s%s: it is %.6g", coordinate_name(coordinate),
                  text_string(&limits), where[0] ? " " : "", where, is_below ? least : greatest);
  text_free(&limits);
}
