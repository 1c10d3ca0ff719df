// small_motion.h -- which numbers the rows of lin:A_in are.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MODES_SMALL_MOTION_H
#define BIELLE_STUDY_MODES_SMALL_MOTION_H

#include "formulation/equations.h"

// By row: its place among all coordinates, all speeds and all states, one behind the other.
void small_motion_places(const Equations *equations, const Quantity *A, int places[]);

#endif
