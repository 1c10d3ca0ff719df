// words.h -- names and numbers in the format of reports.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_WORDS_H
#define BIELLE_REPORT_WORDS_H

#include "base/text/text.h"
#include "study/statics/statics.h"

const char *words_plural(int count);  // "s", or "" for one
// "arm: 3 coordinates, 2 equations"; without the equations if there are none.
void words_put_heading(Text *out, const char *name, int coordinates, int equations);
// Six digits; 0 if the absolute value does not exceed `nothing`.
void words_put_number(Text *out, double value, double nothing);
// Followed by the unit; "": none.
void words_put_value(Text *out, double value, double nothing, const char *unit);

// " rad", " rad/s", " 1/s^2": the unit of a coordinate over a power of time; nothing if both are
// "".
void words_put_unit(Text *out, const char *unit, const char *time);
// "q1 by 1 rad, q2 by -0.5 rad"
void words_put_motion(Text *out, const Equations *equations, const StaticsMotion *motion);
// "q2 from 0 to 0.3 rad, q3 from 1 to 1.2 rad and 2 more": coordinates, or their rates with `time`
// "/s" or "/s^2", that differ. Nothing if all are equal.
void words_put_changes(Text *out, const Equations *equations, const double given[],
                       const double used[], const char *time);
// The same as a line, "WHAT: q2 from 0 to 0.3 rad."; returns false, and prints nothing, if all are
// equal.
bool words_put_changed(Text *out, const char *what, const Equations *equations,
                       const double given[], const double used[], const char *time);

#endif
