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
    const Name *name = space->names[i];
    if (!name->is_declared || (name->kind == NAME_INPUT && !name->is_announced)) continue;
    if (name_is_slip(name->text, strlen(name->text), text, strlen(text))) return name->text;
  }
  for (int i = 0; i < space->count; i++) {
    const char *other = space->names[i]->text;
    if (space->names[i]->is_announced && name_is_slip(other, strlen(other), text, strlen(text)))
      return other;
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
    if (frames->names[i]->is_declared) texts[count++] = frames->names[i]->text;
  }
  for (int i = 0; i < values->count; i++) {
    const Name *name = values->names[i];
    if (name->kind == NAME_COORDINATE) texts[count++] = name->text;
  }
  const char *nearest = nearest_name(text, strlen(text), texts, count);
  free(texts);
  if (nearest) return arena_format(scope->arena, "did you mean '%s'?", nearest);
  return "write the name of a joint, or of one of its coordinates";
}
