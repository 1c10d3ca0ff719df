// units.c -- lookup and exact values of units.
// SPDX-License-Identifier: MIT
#include "lang/evaluate/units.h"

#include "base/messages/diagnostics.h"

#include <string.h>

typedef struct UnitRow {
  const char *symbol;
  bool takes_prefix;
  Unit unit;
} UnitRow;

// clang-format off
#define IS_ONE(m, kg, s, A, K) ((m) == 0 && (kg) == 0 && (s) == 0 && (A) == 0 && (K) == 0)
static const UnitRow units[] = {
#define UNIT(symbol, prefix, numerator, denominator, pi, m, kg, s, A, K) \
  { symbol, prefix, { numerator, denominator, 0, pi, \
    { true, (pi) || IS_ONE(m, kg, s, A, K), { m, kg, s, A, K } } } },
#include "lang/evaluate/units.def"
};
// clang-format on

static const struct {
  const char *symbol;
  int power;
} prefixes[] = {
#define PREFIX(symbol, power) { symbol, power },
#include "lang/evaluate/units.def"
};

enum {
  UNIT_COUNT = sizeof units / sizeof units[0],
  PREFIX_COUNT = sizeof prefixes / sizeof prefixes[0]
};

static const UnitRow *find_plain(const char *bytes, size_t length)
{
  for (int i = 0; i < UNIT_COUNT; i++)
    if (text_is(units[i].symbol, bytes, length)) return &units[i];
  return NULL;
}

// An unprefixed unit has priority over a prefixed one: "min" is a minute, not a milli-inch.
bool unit_find(const char *bytes, size_t length, Unit *unit)
{
  const UnitRow *row = find_plain(bytes, length);
  if (row) {
    *unit = row->unit;
    return true;
  }
  for (int i = 0; i < PREFIX_COUNT; i++) {
    size_t prefix_length = strlen(prefixes[i].symbol);
    if (prefix_length >= length || memcmp(prefixes[i].symbol, bytes, prefix_length) != 0) continue;
    row = find_plain(bytes + prefix_length, length - prefix_length);
    if (!row || !row->takes_prefix) continue;
    *unit = row->unit;
    unit->ten_power = prefixes[i].power;
    return true;
  }
  return false;
}

const Expr *unit_value(Pool *pool, const Unit *unit, int exponent)
{
  const Expr *value = expr_rational(pool, unit->numerator, unit->denominator);
  const Expr *ten = expr_integer(pool, 10);
  value = expr_mul(value, expr_pow_integer(ten, unit->ten_power));
  if (unit->has_pi) value = expr_mul(value, expr_pi(pool));
  return expr_pow_integer(value, exponent);
}

// Common names of units and their symbols.
static const char *const spellings[][2] = {
  { "sec", "s" },       { "second", "s" },    { "seconds", "s" },   { "meter", "m" },
  { "meters", "m" },    { "metre", "m" },     { "metres", "m" },    { "degree", "deg" },
  { "degrees", "deg" }, { "radian", "rad" },  { "radians", "rad" }, { "newton", "N" },
  { "gram", "g" },      { "grams", "g" },     { "kilogram", "kg" }, { "kilograms", "kg" },
  { "Nm", "N.m" },      { "hz", "Hz" },       { "kilo", "kg" },     { "tr", "rev" },
  { "Kg", "kg" },       { "KG", "kg" },       { "MM", "mm" },       { "Ohm", "ohm" },
  { "minute", "min" },  { "minutes", "min" }, { "hour", "h" },      { "hours", "h" },
  { "watt", "W" },      { "volt", "V" },      { "amp", "A" },       { "kgm", "kg.m" },
  { "Nms", "N.m.s" },   { "Ns", "N.s" },      { "kmh", "km/h" },    { "kNm", "kN.m" },
};

const char *unit_nearest(const char *bytes, size_t length)
{
  for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
    if (text_is(spellings[i][0], bytes, length)) return spellings[i][1];
  const char *names[UNIT_COUNT + 4] = { "mm", "kg", "km", "ms" };
  int count = 4;
  for (int i = 0; i < UNIT_COUNT; i++)
    names[count++] = units[i].symbol;
  return nearest_name(bytes, length, names, count);
}
