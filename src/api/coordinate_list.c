// coordinate_list.c -- coordinates by name.
// SPDX-License-Identifier: MIT
#include "api/coordinate_list.h"

#include <string.h>

static int find_coordinate(const Mechanism *mechanism, const char *name, size_t length)
{
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const char *candidate = coordinate_name(&mechanism->coordinates[i]);
    if (strlen(candidate) == length && memcmp(candidate, name, length) == 0) return i;
  }
  return -1;
}

static void report_unknown(const Mechanism *mechanism, const char *name, size_t length,
                           const char *purpose, Diagnostics *diagnostics)
{
  Arena *arena = arena_new();
  const char **names = ARENA_ARRAY(arena, const char *, mechanism->coordinate_count);
  for (int i = 0; i < mechanism->coordinate_count; i++)
    names[i] = coordinate_name(&mechanism->coordinates[i]);
  const char *hint = nearest_or_all(arena, name, length, names, mechanism->coordinate_count);
  diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ 0 }, hint, "unknown coordinate '%.*s' %s",
                  (int)length, name, purpose);
  arena_free(arena);
}

bool coordinate_list_read(const char *list, const char *purpose, const Mechanism *mechanism,
                          bool is_listed[], Diagnostics *diagnostics)
{
  bool is_good = true;
  for (const char *name = list ? list : ""; *name;) {
    size_t length = strcspn(name, ", ");
    int index = find_coordinate(mechanism, name, length);
    if (index >= 0) {
      is_listed[index] = true;
    } else if (length > 0) {
      report_unknown(mechanism, name, length, purpose, diagnostics);
      is_good = false;
    }
    name += length;
    name += strspn(name, ", ");
  }
  return is_good;
}
