// small_motion.h -- correspondence of the rows of lin:A_in to coordinates, speeds and states.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MODES_SMALL_MOTION_H
#define BIELLE_STUDY_MODES_SMALL_MOTION_H

#include "formulation/equations.h"

// By row: its index in the concatenation of all coordinates, all speeds and all states.
void small_motion_places(const Equations *equations, const Quantity *A, int places[]);

#endif
