// supports.c -- what a description holds and the equations do not yet: said, never ignored.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"

#include <string.h>

// Only Kane's equations are over generalised speeds.
static bool uses_speeds(const FormulationInfo *method)
{
  return method && strcmp(method->name, "kane") == 0;
}

static bool report_speeds(Diagnostics *diagnostics, const Mechanism *mechanism)
{
  if (mechanism->speed_count == 0) return true;
  diagnostics_add(diagnostics, SEVERITY_WARNING, mechanism->speeds[0].span,
                  "the equations are over the rates of the coordinates",
                  "generalised speeds are used by method kane only");
  return false;
}

bool formulation_supports(const Mechanism *mechanism, const FormulationInfo *method,
                          Diagnostics *diagnostics)
{
  if (uses_speeds(method)) return true;
  return report_speeds(diagnostics, mechanism);
}
