// leftover.c -- one warning for all of a kind that was not translated.
// SPDX-License-Identifier: MIT
#include "import/leftover.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static bool is_kind(const LeftoverKind *kind, const char *element)
{
  if (!kind->element || !element) return kind->element == element;
  return strcmp(kind->element, element) == 0;
}

static LeftoverKind *find_kind(Leftovers *leftovers, const char *element)
{
  for (int i = 0; i < leftovers->count; i++) {
    if (is_kind(&leftovers->kinds[i], element)) return &leftovers->kinds[i];
  }
  if (leftovers->count == leftovers->capacity) {
    leftovers->capacity = 2 * leftovers->capacity + 8;
    leftovers->kinds =
        memory_grow(leftovers->kinds, (size_t)leftovers->capacity, sizeof *leftovers->kinds);
  }
  LeftoverKind *kind = &leftovers->kinds[leftovers->count++];
  *kind = (LeftoverKind){ .element = element };
  return kind;
}

void leftovers_add_attribute(Leftovers *leftovers, const char *element, const char *name, Span span)
{
  LeftoverKind *kind = find_kind(leftovers, element);
  if (kind->counts.count == 0) kind->first = span;
  int count = map_find(&kind->counts, name);
  map_put(&kind->counts, name, count < 0 ? 1 : count + 1);
}

void leftovers_add(Leftovers *leftovers, const char *word, Span span)
{
  leftovers_add_attribute(leftovers, NULL, word, span);
}

static void report(const LeftoverKind *kind, Diagnostics *diagnostics)
{
  Text list = { 0 };
  if (kind->element) text_format(&list, ", attributes of <%s>", kind->element);
  for (int i = 0; i < kind->counts.count; i++) {
    text_format(&list, "%s %d %s", i == 0 ? ":" : ",", kind->counts.entries[i].value,
                kind->counts.entries[i].key);
  }
  diagnostics_add(diagnostics, SEVERITY_WARNING, kind->first, NULL, "not translated%s",
                  text_string(&list));
  text_free(&list);
}

void leftovers_report(const Leftovers *leftovers, Diagnostics *diagnostics)
{
  for (int i = 0; i < leftovers->count; i++)
    report(&leftovers->kinds[i], diagnostics);
}

void leftovers_free(Leftovers *leftovers)
{
  for (int i = 0; i < leftovers->count; i++)
    map_free(&leftovers->kinds[i].counts);
  free(leftovers->kinds);
  *leftovers = (Leftovers){ 0 };
}
