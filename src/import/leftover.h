// leftover.h -- what a foreign file has and a mechanism has not: counted, and told in one warning.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_LEFTOVER_H
#define BIELLE_IMPORT_LEFTOVER_H

#include "base/diagnostics.h"
#include "base/map.h"

typedef struct Leftovers {
  Map counts;  // by word
  Span first;
} Leftovers;  // starts as { 0 }

// `word` is borrowed: it must live as long as the leftovers.
void leftovers_add(Leftovers *leftovers, const char *word, Span span);
// "not translated: 18 transmission, 36 gazebo", at the first of them; nothing if there is none.
void leftovers_report(const Leftovers *leftovers, Diagnostics *diagnostics);
void leftovers_free(Leftovers *leftovers);

#endif
