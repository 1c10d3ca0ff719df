// design.h -- gains of regulators for other values of what their costs are made of.
//
// Parameters that costs and weights of `lqr` depend on, and the plant does not, are the user's to
// choose: gains are those of their values in force, wherever these come from. What the plant depends
// on as well has the value of the description, for that is what a controller knows (model.h).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_DESIGN_H
#define BIELLE_CONTROL_DESIGN_H

#include "formulation/equations.h"
#include "mechanism/mechanism.h"

// Is it such a parameter?
bool control_is_design(const RegulatorDesign *design, int parameter);
// Puts the gains for these values of the parameters among them, but where one is given. False with a
// sentence in `why`: there are none.
bool control_redesign(const Equations *equations, const bool is_given[], double parameters[],
                      Text *why);
void control_free_design(RegulatorDesign *design);  // NULL is allowed

#endif
