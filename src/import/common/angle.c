// angle.c -- recognition of exact angles.
// SPDX-License-Identifier: MIT
#include "import/common/angle.h"

#include "import/common/decimal.h"

#include <math.h>
#include <string.h>

static const double step = M_PI / 12;  // 15 degrees
static const double tolerance = 2e-5;  // [rad]; the error of 3.14159 is 2.7e-6, of 3.1416 7.3e-6
static const double single = 1e-6;     // [rad]; rounding error of single precision near 2 pi
static const double most_steps = 48;   // two full revolutions
static const double largest_dust =
    1e-12;  // [rad] or [m]: rounding error such as sin(pi) of a generator

enum { SHOWN = 6 };  // numbers quoted in the note

static Angle from_steps(Arena *arena, int steps)
{
  if (steps == 0) return (Angle){ .text = "0" };
  return (Angle){ .text = arena_format(arena, "%d deg", steps * 15), .value = steps * step };
}

Angle angle_from_degrees(Arena *arena, const char *decimal)
{
  if (decimal_is_zero(decimal)) return (Angle){ .text = "0" };
  return (Angle){ .text = arena_format(arena, "%s deg", decimal),
                  .value = decimal_value(decimal) * M_PI / 180 };
}

// Returns the weight of the last digit: 1e-4 for 1.5708.
static double last_digit(const char *decimal)
{
  if (strchr(decimal, 'e')) return 0;
  const char *point = strchr(decimal, '.');
  return point ? pow(10, -(double)strlen(point + 1)) : 1;
}

static bool is_meant(const char *decimal, double error)
{
  return error < tolerance && (error <= last_digit(decimal) || error < single);
}

static void remember(Snapping *snapping, const char *decimal, const char *exact, Span span)
{
  if (snapping->count++ == 0) snapping->first = span;
  if (map_find(&snapping->seen, decimal) >= 0) return;
  map_put(&snapping->seen, decimal, 1);
  if (snapping->seen.count > SHOWN) return;
  text_format(&snapping->report, "%s%s = %s", snapping->seen.count > 1 ? ", " : "", decimal, exact);
}

// Numbers below largest_dust are rounding errors of zero.
const char *length_snap(Snapping *snapping, const char *decimal, Span span)
{
  bool is_dust = snapping->is_on && fabs(decimal_value(decimal)) < largest_dust;
  if (decimal_is_zero(decimal) || !is_dust) return decimal;
  remember(snapping, decimal, "0", span);
  return "0";
}

Angle angle_from_radians(Arena *arena, Snapping *snapping, const char *decimal, Span span)
{
  if (decimal_is_zero(length_snap(snapping, decimal, span))) return (Angle){ .text = "0" };
  double value = decimal_value(decimal);
  double steps = nearbyint(value / step);
  bool may_snap = snapping->is_on && steps != 0 && fabs(steps) <= most_steps;
  if (may_snap && is_meant(decimal, fabs(value - steps * step))) {
    Angle angle = from_steps(arena, (int)steps);
    remember(snapping, decimal, angle.text, span);
    return angle;
  }
  return (Angle){ .text = arena_format(arena, "%s rad", decimal), .value = value };
}

bool angle_snap(Arena *arena, Snapping *snapping, double value, const char *shown, Span span,
                Angle *angle)
{
  double steps = nearbyint(value / step);
  if (!snapping->is_on || fabs(value - steps * step) >= tolerance) return false;
  *angle = from_steps(arena, (int)steps);
  remember(snapping, shown, angle->text, span);
  return true;
}

void snapping_report(const Snapping *snapping, Diagnostics *diagnostics)
{
  if (snapping->count == 0) return;
  const char *more = snapping->seen.count > SHOWN ? ", ..." : "";
  diagnostics_add(diagnostics, SEVERITY_NOTE, snapping->first, "--no-snap keeps the numbers",
                  "%d number%s made exact: %s%s", snapping->count,
                  snapping->count == 1 ? " was" : "s were", text_string(&snapping->report), more);
}

void snapping_free(Snapping *snapping)
{
  map_free(&snapping->seen);
  text_free(&snapping->report);
}
