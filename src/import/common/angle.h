// angle.h -- angles as text, in exact degrees if they are close to them.
//
// 1.5708 in a file usually means a right angle. If snapping is enabled, a number of radians within
// 2e-5 of a multiple of 15 degrees, and within the rounding of its last digit (or of single
// precision), is written in degrees, which the language represents exactly. These numbers are
// collected for a single note to the user.
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
  Span first;   // position of the first snapped number
  int count;    // number of snapped numbers
  Map seen;     // their texts, without repetition
  Text report;  // "1.5708 = 90 deg, 3.14159 = 180 deg"
} Snapping;

Angle angle_from_degrees(Arena *arena, const char *decimal);
Angle angle_from_radians(Arena *arena, Snapping *snapping, const char *decimal, Span span);

// Returns true if a computed angle of `value` rad, shown as `shown` in the note, is within 2e-5 of
// a multiple of 15 degrees; `angle` is then that multiple. Returns false if snapping is disabled.
bool angle_snap(Arena *arena, Snapping *snapping, double value, const char *shown, Span span,
                Angle *angle);

// Returns a length or a component of a direction; "0" if it is below 1e-12.
const char *length_snap(Snapping *snapping, const char *decimal, Span span);

// Reports one note for all numbers that were snapped; nothing if there are none.
void snapping_report(const Snapping *snapping, Diagnostics *diagnostics);
void snapping_free(Snapping *snapping);

#endif
