// foreign_name.h -- converts foreign symbols to valid and distinct names of the language.
//
// A symbol keeps its letters, digits and '_'; other characters become '_'. A symbol that begins
// with a digit is prefixed by '_' (01MIN: _01MIN), a reserved word is followed by '_' (t: t_), a
// name already in use by a number: wheel_2.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_FOREIGN_NAME_H
#define BIELLE_IMPORT_COMMON_FOREIGN_NAME_H

#include "base/memory/arena.h"
#include "base/memory/map.h"

#include <stdbool.h>
#include <stddef.h>

// One set for each namespace of the language: values with frames and points, bodies, actions.
typedef struct Names {
  Arena *arena;
  Map of_foreign;  // foreign name -> index into `names`
  Map taken;       // names in use -> the last number appended
  const char **names;
  int count;
} Names;  // initialised as { .arena = arena }

void names_free(Names *names);

// Returns a new name made from `wanted`, or from `otherwise` if that is NULL or empty.
const char *names_take(Names *names, const char *wanted, const char *otherwise);
// Returns a new name made from "stem_ending".
const char *names_join(Names *names, const char *stem, const char *ending);
// Returns the name for `foreign`, the same one for every call.
const char *names_of(Names *names, const char *foreign, size_t length);

// Returns a valid name made of any text, regardless of other names; "imported" for an empty text.
const char *name_from(Arena *arena, const char *text, size_t length);
// Returns the name of a mechanism from that of its file: arm for arm.def. `file_name` may be NULL.
const char *name_from_file(Arena *arena, const char *file_name);

#endif
