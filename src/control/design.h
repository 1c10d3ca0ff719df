// design.h -- redesign of regulator gains for changed cost parameters.
//
// Parameters that affect only the costs and weights of `lqr`, not the plant, are design parameters:
// the gains are recomputed for their present values, whatever sets them. Parameters that also
// affect the plant keep the values of the description, because these are known to the controller
// (model.h).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_DESIGN_H
#define BIELLE_CONTROL_DESIGN_H

#include "formulation/equations.h"
#include "mechanism/mechanism.h"

// Returns true if the parameter is a design parameter.
bool control_is_design(const RegulatorDesign *design, int parameter);
// Writes the gains for the present values into `parameters`, except where is_given is true. Returns
// false and explains in `why` if there are no such gains.
bool control_redesign(const Equations *equations, const bool is_given[], double parameters[],
                      Text *why);
void control_free_design(RegulatorDesign *design);  // NULL is allowed

#endif
