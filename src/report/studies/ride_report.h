// ride_report.h -- ride results as text, data and curves.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_STUDIES_RIDE_REPORT_H
#define BIELLE_REPORT_STUDIES_RIDE_REPORT_H

#include "base/record.h"
#include "report/row_table.h"
#include "study/vehicle/ride.h"

void ride_words(const Ride *ride, Text *out);
// `start` as for modes_record().
void ride_record(const Ride *ride, const ProgramState *start, Record *out);
// Responses to the road, and the weighted spectrum on an average road, class C.
void ride_svg(const Ride *ride, Text *out);
// At third octaves: frequency, weighting, responses; in `arena`.
RowTable ride_table(const Ride *ride, Arena *arena);

// Olley's rules for the body, if there are two axles.
typedef struct RideRule {
  const char *words;
  double value;
  const char *unit;
  bool is_kept;
} RideRule;
enum { RIDE_MAX_RULES = 4 };
int ride_rules(const Ride *ride, RideRule rules[RIDE_MAX_RULES]);
// Comfort rating of a weighted root mean square [m/s^2], ISO 2631-1, annex C; the first range that
// includes it.
const char *ride_comfort(double weighted_rms);

#endif
