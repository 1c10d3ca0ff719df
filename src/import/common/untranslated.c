// untranslated.c -- reports untranslated contents in one warning per kind.
// SPDX-License-Identifier: MIT
#include "import/common/untranslated.h"

#include "base/text/text.h"

#include <string.h>

void untranslated_add(UntranslatedItems *leftovers, LeftoverKind kind, const char *words, Span span)
{
  Map *counts = &leftovers->counts[kind];
  int count = map_find(counts, words);
  if (counts->count == 0) leftovers->first[kind] = span;
  if (count < 0) words = arena_copy_text(leftovers->arena, words, strlen(words));
  map_put(counts, words, count < 0 ? 1 : count + 1);
}

void untranslated_report(const UntranslatedItems *leftovers, Diagnostics *diagnostics)
{
  static const char *const titles[] = { "", ", attributes" };
  enum { MOST = 12 };  // kinds listed in the warning
  for (int kind = 0; kind < LEFTOVER_KINDS; kind++) {
    const Map *counts = &leftovers->counts[kind];
    Text list = { 0 };
    for (int i = 0; i < counts->count && i < MOST; i++) {
      const MapEntry *entry = &counts->entries[i];
      text_format(&list, "%s %d %.80s", i == 0 ? ":" : ",", entry->value, entry->key);
    }
    if (counts->count > MOST) text_format(&list, " and %d other kinds", counts->count - MOST);
    if (counts->count > 0) {
      diagnostics_add(diagnostics, SEVERITY_WARNING, leftovers->first[kind], NULL,
                      "not translated%s%s", titles[kind], text_string(&list));
    }
    text_free(&list);
  }
}

void untranslated_free(UntranslatedItems *leftovers)
{
  for (int kind = 0; kind < LEFTOVER_KINDS; kind++)
    map_free(&leftovers->counts[kind]);
}
