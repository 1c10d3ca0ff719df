// statics_words.h -- words of the statics report. For its files only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_STATICS_WORDS_H
#define BIELLE_STUDY_STATICS_WORDS_H

#include "study/statics.h"

// "  name", filled up to the width and two blanks.
void words_put_name(Text *out, const char *name, int width);
int words_widest(int width, const char *name);
// Six digits; 0 if it is not larger than `nothing`.
void words_put_number(Text *out, double value, double nothing);
// "q1 by 1 rad, q2 by -0.5 rad"
void words_put_motion(const Equations *equations, const StaticsMotion *motion, Text *out);

// What loops, constraints, wheels and joints bear.
void statics_put_bearing(const Statics *statics, const StaticsRest *rest, Text *out);

#endif
