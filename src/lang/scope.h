// scope.h -- names: which are declared so far, which come later in the file, and where.
//
// There are three kinds of names that do not disturb each other: values (parameters, definitions,
// coordinates), frames with points (fk:NAME must be clear), and bodies. A name is declared once and
// used below its declaration. SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_SCOPE_H
#define BIELLE_LANG_SCOPE_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/map.h"
#include "lang/quantity.h"

typedef enum NameKind {
  NAME_BROKEN,  // its declaration has an error; uses stay silent
  NAME_PARAMETER,
  NAME_DEFINITION,
  NAME_COORDINATE,
  NAME_FRAME,
  NAME_BODY,
  NAME_POINT
} NameKind;

typedef struct Name {
  const char *text;
  Span span;
  NameKind kind;
  int index;       // in the mechanism's array of that kind
  Quantity value;  // of a value
} Name;

typedef enum SpaceKind { SPACE_VALUES, SPACE_FRAMES, SPACE_BODIES, SPACE_COUNT } SpaceKind;

typedef struct Space {
  Map declared;  // text -> place in `names`
  Name *names;
  int count;
  int capacity;
  Map all;  // every declaration of the file: text -> place in `spans`
  Span *spans;
  int span_count;
  int span_capacity;
} Space;

typedef struct Scope {
  Arena *arena;  // of the texts
  Diagnostics *diagnostics;
  Space spaces[SPACE_COUNT];
  bool has_lost_names;  // after a syntax error: an unknown name may be one of those, so be silent
} Scope;

void scope_free(Scope *scope);

// Notes that the file declares the name somewhere, for messages about early use.
void scope_announce(Scope *scope, SpaceKind space, Span span);

// Declares the name. If it is there already, an error points to the first declaration, and the
// result is NULL; a broken declaration gives way silently. Borrowed until the next declaration.
Name *scope_declare(Scope *scope, SpaceKind space, Span span, NameKind kind, int index);

// The declared name, or NULL after an error message (or silently, if it is broken).
const Name *scope_find(Scope *scope, SpaceKind space, Span span);

#endif
