// motion_direction.h -- words of the statics report. For its files only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_MOTION_DIRECTION_H
#define BIELLE_REPORT_MOTION_DIRECTION_H

#include "study/statics.h"

// "q1 by 1 rad, q2 by -0.5 rad"
void words_put_motion(const Equations *equations, const StaticsMotion *motion, Text *out);

#endif
