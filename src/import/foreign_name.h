// foreign_name.h -- foreign symbols made valid names of the language, always the same one.
//
// A symbol keeps its letters, digits and '_'; other characters become '_'. One that begins with a
// digit gets a '_' in front (01MIN: _01MIN), a reserved word one behind (t: t_), and so does a name
// that would fall together with another. Where label.h invents a new label each time, here the same
// foreign symbol gives the same name.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_FOREIGN_NAME_H
#define BIELLE_IMPORT_FOREIGN_NAME_H

#include "base/arena.h"
#include "base/map.h"

#include <stdbool.h>
#include <stddef.h>

// One for each kind of name that the language keeps apart: values, frames with points, bodies.
typedef struct Names {
  Arena *arena;
  Map of_foreign;  // foreign name -> index into `names`
  Map taken;       // names that are in use
  const char **names;
  int count;
  int capacity;
} Names;  // starts as { .arena = arena }

void names_free(Names *names);

// The name for `foreign`; lives in the arena.
const char *names_of(Names *names, const char *foreign, size_t length);
// A name that no foreign one has: `wanted` or, if that is taken, with '_' behind it.
const char *names_new(Names *names, const char *wanted);

// A valid name made of any text, without looking at other names; "imported" for an empty one.
const char *name_from(Arena *arena, const char *text, size_t length);
// The name of a mechanism from that of its file: arm.def gives arm. `file_name` may be NULL.
const char *name_from_file(Arena *arena, const char *file_name);
bool name_is_reserved(const char *name);

#endif
