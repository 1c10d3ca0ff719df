// leftover.h -- what a foreign file has and a mechanism has not: counted, and told in one warning
// for each kind.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_LEFTOVER_H
#define BIELLE_IMPORT_LEFTOVER_H

#include "base/diagnostics.h"
#include "base/map.h"

typedef struct LeftoverKind {
  const char *element;  // whose attributes they are; NULL: whole elements
  Map counts;           // by word
  Span first;
} LeftoverKind;

typedef struct Leftovers {
  LeftoverKind *kinds;
  int count;
  int capacity;
} Leftovers;  // starts as { 0 }

// An element, or a part of its meaning. Words are borrowed: they must live as long as the
// leftovers.
void leftovers_add(Leftovers *leftovers, const char *word, Span span);
void leftovers_add_attribute(Leftovers *leftovers, const char *element, const char *name,
                             Span span);
// "not translated: 18 transmission, 36 gazebo", "not translated, attributes of <geom>: 2 rgba",
// each at the first of them; nothing if there is none.
void leftovers_report(const Leftovers *leftovers, Diagnostics *diagnostics);
void leftovers_free(Leftovers *leftovers);

#endif
