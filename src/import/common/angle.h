// angle.h -- angles as text: exact degrees where they are clearly meant.
//
// 1.5708 in a file means a right angle. With snapping on, a number of radians within 2e-5 of a
// multiple of 15 degrees, and no further from it than its last digit can say (or than single
// precision can), is written in degrees, which the language keeps exactly. Each such number is
// remembered for one note to the user.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_ANGLE_H
#define BIELLE_IMPORT_COMMON_ANGLE_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"
#include "base/memory/map.h"
#include "base/text/text.h"

#include <stdbool.h>

typedef struct Angle {
  const char *text;  // with its unit: "90 deg", "0.3 rad"; "0" for zero
  double value;      // rad
} Angle;

typedef struct Snapping {
  bool is_on;
  Span first;   // place of the first snapped number
  int count;    // of snapped numbers
  Map seen;     // their texts, each once
  Text report;  // "1.5708 = 90 deg, 3.14159 = 180 deg"
} Snapping;

Angle angle_from_degrees(Arena *arena, const char *decimal);
Angle angle_from_radians(Arena *arena, Snapping *snapping, const char *decimal, Span span);

// A calculated angle of `value` rad, shown as `shown` in the note: true if it is within 2e-5 of a
// multiple of 15 degrees; then `angle` is that. False also when snapping is off.
bool angle_snap(Arena *arena, Snapping *snapping, double value, const char *shown, Span span,
                Angle *angle);

// A length or the component of a direction; "0" if it is below 1e-12.
const char *length_snap(Snapping *snapping, const char *decimal, Span span);

// One note for all numbers that were made exact; nothing if there was none.
void snapping_report(const Snapping *snapping, Diagnostics *diagnostics);
void snapping_free(Snapping *snapping);

#endif
