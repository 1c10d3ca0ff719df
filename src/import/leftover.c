// leftover.c -- one warning for all that was not translated.
// SPDX-License-Identifier: MIT
#include "import/leftover.h"

#include "base/text.h"

void leftovers_add(Leftovers *leftovers, const char *word, Span span)
{
  if (leftovers->counts.count == 0) leftovers->first = span;
  int count = map_find(&leftovers->counts, word);
  map_put(&leftovers->counts, word, count < 0 ? 1 : count + 1);
}

void leftovers_report(const Leftovers *leftovers, Diagnostics *diagnostics)
{
  const Map *counts = &leftovers->counts;
  if (counts->count == 0) return;
  Text list = { 0 };
  for (int i = 0; i < counts->count; i++) {
    text_format(&list, "%s%d %s", i > 0 ? ", " : "", counts->entries[i].value,
                counts->entries[i].key);
  }
  diagnostics_add(diagnostics, SEVERITY_WARNING, leftovers->first, NULL, "not translated: %s",
                  text_string(&list));
  text_free(&list);
}

void leftovers_free(Leftovers *leftovers) { map_free(&leftovers->counts); }
