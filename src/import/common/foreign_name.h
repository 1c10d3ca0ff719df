// foreign_name.h -- foreign symbols made valid and distinct names of the language.
//
// A symbol keeps its letters, digits and '_'; other characters become '_'. One that begins with a
// digit gets a '_' in front (01MIN: _01MIN), a reserved word one behind (t: t_), a name that is
// taken a number: wheel_2.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_FOREIGN_NAME_H
#define BIELLE_IMPORT_COMMON_FOREIGN_NAME_H

#include "base/memory/arena.h"
#include "base/memory/map.h"

#include <stdbool.h>
#include <stddef.h>

// One for each kind of name that the language keeps apart: values with frames and points, bodies,
// actions.
typedef struct Names {
  Arena *arena;
  Map of_foreign;  // foreign name -> index into `names`
  Map taken;       // names that are in use -> the last number behind them
  const char **names;
  int count;
} Names;  // starts as { .arena = arena }

void names_free(Names *names);

// A new name made from `wanted`; NULL or empty: from `otherwise`.
const char *names_take(Names *names, const char *wanted, const char *otherwise);
// A new name made from "stem_ending".
const char *names_join(Names *names, const char *stem, const char *ending);
// The name for `foreign`, always the same one.
const char *names_of(Names *names, const char *foreign, size_t length);

// A valid name made of any text, without looking at other names; "imported" for an empty one.
const char *name_from(Arena *arena, const char *text, size_t length);
// The name of a mechanism from that of its file: arm.def gives arm. `file_name` may be NULL.
const char *name_from_file(Arena *arena, const char *file_name);

#endif
