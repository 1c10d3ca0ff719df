// supports.c -- what a description holds and the equations do not yet: said, never ignored.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"

#include <string.h>

static bool report(Diagnostics *diagnostics, int count, const char *what, Span span)
{
  if (count == 0) return true;
  diagnostics_add(diagnostics, SEVERITY_WARNING, span, "the equations are those without",
                  "%s are not part of the equations yet", what);
  return false;
}

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
  const Span nowhere = { 0 };
  Span loop = mechanism->loop_count > 0 ? mechanism->loops[0].span : nowhere;
  Span constraint = mechanism->constraint_count > 0 ? mechanism->constraints[0].span : nowhere;
  Span rolling = mechanism->rolling_count > 0 ? mechanism->rollings[0].span : nowhere;
  bool is_complete = report(diagnostics, mechanism->loop_count, "loops", loop);
  is_complete &= report(diagnostics, mechanism->constraint_count, "constraints", constraint);
  is_complete &= report(diagnostics, mechanism->rolling_count, "rolling wheels", rolling);
  if (uses_speeds(method)) return is_complete;
  return report_speeds(diagnostics, mechanism) && is_complete;
}
