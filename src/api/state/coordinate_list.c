// coordinate_list.c -- coordinates by name.
// SPDX-License-Identifier: MIT
#include "api/state/coordinate_list.h"

#include "lang/evaluate/value_list.h"

#include <string.h>

bool coordinate_list_read(const char *list, const char *purpose, const Mechanism *mechanism,
                          bool is_listed[], Diagnostics *diagnostics)
{
  bool is_good = true;
  for (const char *name = list ? list : ""; *name;) {
    size_t length = strcspn(name, ", ");
    Text why = { 0 };
    int index =
        length > 0 ? coordinate_named(mechanism, (Piece){ name, length }, purpose, &why) : -1;
    if (index >= 0) is_listed[index] = true;
    if (why.length > 0) {
      diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ 0 }, NULL, "%s", text_string(&why));
      is_good = false;
    }
    text_free(&why);
    name += length;
    name += strspn(name, ", ");
  }
  return is_good;
}
