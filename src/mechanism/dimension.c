// dimension.c -- arithmetic of dimensions and their names.
//
// Names are written in the syntax of units of the description language: "kg.m^2/s", "s^-1".
// SPDX-License-Identifier: MIT
#include "mechanism/dimension.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool dimension_equal(Dimension a, Dimension b)
{
  return memcmp(a.power, b.power, sizeof a.power) == 0;
}

// Exponents out of range do not occur for real quantities; the dimension then becomes unknown.
static bool set_power(Dimension *dimension, int unit, int power)
{
  dimension->power[unit] = (signed char)power;
  return abs(power) <= SCHAR_MAX;
}

Dimension dimension_multiply(Dimension a, Dimension b)
{
  Dimension product = { .is_known = true, .is_angle = a.is_angle || b.is_angle };
  if (!a.is_known || !b.is_known) return (Dimension){ 0 };
  for (int unit = 0; unit < BASE_UNIT_COUNT; unit++)
    if (!set_power(&product, unit, a.power[unit] + b.power[unit])) return (Dimension){ 0 };
  return product;
}

Dimension dimension_power(Dimension a, int exponent)
{
  Dimension power = { .is_known = true, .is_angle = a.is_angle };
  if (!a.is_known || abs(exponent) > SCHAR_MAX) return (Dimension){ 0 };
  for (int unit = 0; unit < BASE_UNIT_COUNT; unit++)
    if (!set_power(&power, unit, a.power[unit] * exponent)) return (Dimension){ 0 };
  return power;
}

// ---- names

typedef struct DerivedUnit {
  const char *name;
  bool is_angle;
  signed char power[BASE_UNIT_COUNT];
} DerivedUnit;

// Torque and energy have the same dimension; N.m is used for both.
static const DerivedUnit derived_units[] = {
  { "rad", true, { 0, 0, 0, 0, 0 } },     { "1", false, { 0, 0, 0, 0, 0 } },
  { "rad/s", true, { 0, 0, -1, 0, 0 } },  { "rad/s^2", true, { 0, 0, -2, 0, 0 } },
  { "N", false, { 1, 1, -2, 0, 0 } },     { "N.m", false, { 2, 1, -2, 0, 0 } },
  { "N/m", false, { 0, 1, -2, 0, 0 } },   { "N.s/m", false, { 0, 1, -1, 0, 0 } },
  { "N.m.s", false, { 2, 1, -1, 0, 0 } }, { "Pa", false, { -1, 1, -2, 0, 0 } },
  { "W", false, { 2, 1, -3, 0, 0 } },     { "V", false, { 2, 1, -3, -1, 0 } },
  { "ohm", false, { 2, 1, -3, -2, 0 } },  { "H", false, { 2, 1, -2, -2, 0 } },
  { "F", false, { -2, -1, 4, 2, 0 } },    { "N.m/A", false, { 2, 1, -2, -1, 0 } },
};

static const char *derived_name(Dimension dimension)
{
  const size_t count = sizeof derived_units / sizeof derived_units[0];
  for (size_t i = 0; i < count; i++) {
    const DerivedUnit *unit = &derived_units[i];
    bool fits = memcmp(unit->power, dimension.power, sizeof unit->power) == 0;
    if (fits && (!unit->is_angle || dimension.is_angle)) return unit->name;
  }
  return NULL;
}

static void print_factor(const char *mark, int unit, int power, Text *out)
{
  // kg comes first, as in kg.m^2
  static const char *const names[BASE_UNIT_COUNT] = { "m", "kg", "s", "A", "K" };
  text_put(out, mark);
  text_put(out, names[unit]);
  if (power != 1) text_format(out, "^%d", power);
}

void dimension_print(Dimension dimension, Text *out)
{
  static const int order[BASE_UNIT_COUNT] = { 1, 0, 2, 3, 4 };
  if (!dimension.is_known) return;
  const char *name = derived_name(dimension);
  if (name) {
    text_put(out, name);
    return;
  }
  bool is_first = true;
  for (int i = 0; i < BASE_UNIT_COUNT; i++) {
    int unit = order[i];
    if (dimension.power[unit] <= 0) continue;
    print_factor(is_first ? "" : ".", unit, 0 + dimension.power[unit], out);
    is_first = false;
  }
  for (int i = 0; i < BASE_UNIT_COUNT; i++) {
    int unit = order[i];
    if (dimension.power[unit] >= 0) continue;
    print_factor(is_first ? "" : "/", unit, (is_first ? 1 : -1) * dimension.power[unit], out);
    is_first = false;
  }
}
