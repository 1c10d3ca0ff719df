// untranslated.h -- contents of a foreign file that a mechanism cannot represent: counted, and
// reported in one warning for elements and one for attributes.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_UNTRANSLATED_H
#define BIELLE_IMPORT_COMMON_UNTRANSLATED_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"
#include "base/memory/map.h"

typedef enum LeftoverKind { LEFTOVER_ELEMENT, LEFTOVER_ATTRIBUTE, LEFTOVER_KINDS } LeftoverKind;

typedef struct UntranslatedItems {
  Arena *arena;
  Map counts[LEFTOVER_KINDS];  // by word
  Span first[LEFTOVER_KINDS];
} UntranslatedItems;  // initialised as { .arena = arena }

// Counts an element, or a part of its meaning; "NAME of <ELEMENT>" for an attribute.
void untranslated_add(UntranslatedItems *leftovers, LeftoverKind kind, const char *words,
                      Span span);
// Reports "not translated: 18 transmission, 36 gazebo" and "not translated, attributes: 2 rgba of
// <geom>", each at the first occurrence; nothing if there are none.
void untranslated_report(const UntranslatedItems *leftovers, Diagnostics *diagnostics);
void untranslated_free(UntranslatedItems *leftovers);

#endif
