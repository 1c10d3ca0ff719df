// fmu_unit.c -- conversion of units such as "N.m/rad" to powers of the base units of FMI.
// SPDX-License-Identifier: MIT
#include "codegen/fmu/fmu.h"

#include <stdlib.h>
#include <string.h>

const char *const FMU_BASE_UNIT[FMU_BASE_UNITS] = { "kg", "m", "s", "A", "K", "mol", "cd", "rad" };

static const struct {
  const char *name;
  int power[FMU_BASE_UNITS];
} UNITS[] = {
  { "1", { 0 } },
  { "kg", { 1 } },
  { "m", { 0, 1 } },
  { "s", { 0, 0, 1 } },
  { "A", { 0, 0, 0, 1 } },
  { "K", { 0, 0, 0, 0, 1 } },
  { "mol", { 0, 0, 0, 0, 0, 1 } },
  { "cd", { 0, 0, 0, 0, 0, 0, 1 } },
  { "rad", { 0, 0, 0, 0, 0, 0, 0, 1 } },
  { "N", { 1, 1, -2 } },
  { "J", { 1, 2, -2 } },
  { "W", { 1, 2, -3 } },
  { "Pa", { 1, -1, -2 } },
  { "Hz", { 0, 0, -1 } },
  { "C", { 0, 0, 1, 1 } },
  { "V", { 1, 2, -3, -1 } },
  { "ohm", { 1, 2, -3, -2 } },
  { "F", { -1, -2, 4, 2 } },
  { "H", { 1, 2, -2, -2 } },
  { "Wb", { 1, 2, -2, -1 } },
  { "T", { 1, 0, -2, -1 } },
};

static const int *powers_of(const char *name, size_t length)
{
  for (size_t k = 0; k < sizeof UNITS / sizeof UNITS[0]; k++) {
    if (text_is(UNITS[k].name, name, length)) return UNITS[k].power;
  }
  return NULL;
}

bool codegen_fmu_unit(const char *unit, int power[FMU_BASE_UNITS])
{
  int sign = 1;
  memset(power, 0, sizeof(int) * FMU_BASE_UNITS);
  for (const char *at = unit; *at != '\0';) {
    size_t length = strcspn(at, ".*/^()");
    const int *powers = powers_of(at, length);
    if (!powers) return false;
    at += length;
    long exponent = 1;
    if (*at == '^') {
      char *end;
      exponent = strtol(at + 1, &end, 10);
      if (end == at + 1) return false;
      at = end;
    }
    for (int k = 0; k < FMU_BASE_UNITS; k++)
      power[k] += sign * (int)exponent * powers[k];
    if (*at == '\0') return true;
    if (*at != '.' && *at != '*' && *at != '/') return false;
    if (*at == '/') sign = -1;  // everything that follows is in the denominator
    at++;
  }
  return false;
}
