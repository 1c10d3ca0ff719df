// parts.h -- additions of controllers to a mechanism; used in control/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_PARTS_H
#define BIELLE_CONTROL_PARTS_H

#include "mechanism/mechanism.h"

// Returns the dimension of the generalised force on the coordinate.
Dimension control_dimension_on(const Mechanism *mechanism, int coordinate);

Parameter *control_add_parameter(Mechanism *mechanism, Parameter parameter);
DiscreteVariable *control_add_discrete(Mechanism *mechanism, DiscreteVariable variable);
Sampling *control_add_sampling(Mechanism *mechanism, Sampling sampling);

#endif
