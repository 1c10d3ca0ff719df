// supports.c -- what a description holds and the equations do not yet: said, never ignored.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"

static bool report(Diagnostics *diagnostics, int count, const char *what, Span span)
{
  if (count == 0) return true;
  diagnostics_add(diagnostics, SEVERITY_WARNING, span, "the equations are those without",
                  "%s are not part of the equations yet", what);
  return false;
}

bool formulation_supports(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  const Span nowhere = { 0 };
  Span loop = mechanism->loop_count > 0 ? mechanism->loops[0].span : nowhere;
  Span constraint = mechanism->constraint_count > 0 ? mechanism->constraints[0].span : nowhere;
  Span rolling = mechanism->rolling_count > 0 ? mechanism->rollings[0].span : nowhere;
  Span speed = mechanism->speed_count > 0 ? mechanism->speeds[0].span : nowhere;
  Span force = mechanism->force_count > 0 ? mechanism->forces[0].span : nowhere;
  bool is_complete = report(diagnostics, mechanism->loop_count, "loops", loop);
  is_complete &= report(diagnostics, mechanism->constraint_count, "constraints", constraint);
  is_complete &= report(diagnostics, mechanism->rolling_count, "rolling wheels", rolling);
  is_complete &= report(diagnostics, mechanism->speed_count, "generalised speeds", speed);
  is_complete &= report(diagnostics, mechanism->force_count, "torques and forces", force);
  return is_complete;
}
