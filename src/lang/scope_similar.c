// scope_similar.c -- names that were probably meant.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "lang/scope.h"

#include <stdlib.h>
#include <string.h>

const char *scope_slip(const Scope *scope, SpaceKind space_kind, const char *text)
{
  const Space *space = &scope->spaces[space_kind];
  for (int i = 0; i < space->count; i++) {
    const Name *name = space->entries[i].name;
    bool is_announced = space->entries[i].announced.source;
    if (!name || (name->kind == NAME_INPUT && !is_announced)) continue;
    if (name_is_slip(name->text, strlen(name->text), text, strlen(text))) return name->text;
  }
  for (int i = 0; i < space->count; i++) {
    Span other = space->entries[i].announced;
    if (!other.source || !name_is_slip(span_bytes(other), other.length, text, strlen(text)))
      continue;
    return arena_copy_text(scope->arena, span_bytes(other), other.length);
  }
  return NULL;
}

const char *scope_similar(const Scope *scope, const char *text)
{
  const Space *frames = &scope->spaces[SPACE_FRAMES];
  const Space *values = &scope->spaces[SPACE_VALUES];
  if (diagnostics_is_full(scope->diagnostics)) return NULL;
  int most = frames->count + values->count;
  const char **texts = memory_new((size_t)most + 1, sizeof *texts);
  int count = 0;
  for (int i = 0; i < frames->count; i++) {
    if (frames->entries[i].name) texts[count++] = frames->entries[i].name->text;
  }
  for (int i = 0; i < values->count; i++) {
    const Name *name = values->entries[i].name;
    if (name && name->kind == NAME_COORDINATE) texts[count++] = name->text;
  }
  const char *nearest = nearest_name(text, strlen(text), texts, count);
  free(texts);
  if (nearest) return arena_format(scope->arena, "did you mean '%s'?", nearest);
  return "write the name of a joint, or of one of its coordinates";
}
