// words.h -- names and numbers, as reports of studies write them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_WORDS_H
#define BIELLE_REPORT_WORDS_H

#include "base/text.h"
#include "formulation/equations.h"

const char *words_plural(int count);  // "s", or "" of one
// "  name", filled up to the width and two blanks.
void words_put_name(Text *out, const char *name, int width);
int words_widest(int width, const char *name);
// Six digits; 0 if it is not larger than `nothing`.
void words_put_number(Text *out, double value, double nothing);

// " rad", " rad/s", " 1/s^2": the unit of a coordinate over a power of time.
void words_put_unit(Text *out, const char *unit, const char *time);
// "q2 from 0 to 0.3 rad, q3 from 1 to 1.2 rad and 2 more": coordinates, or their rates with `time`
// "/s" or "/s^2", that differ. Nothing if all are the same.
void words_put_changes(Text *out, const Equations *equations, const double given[],
                       const double used[], const char *time);

#endif
