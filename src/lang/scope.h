// scope.h -- names: which are declared so far, which come later in the file, and where.
//
// There are four kinds of names that do not disturb each other: values (parameters, definitions,
// coordinates, inputs, speeds), frames with points (fk:NAME must be clear), bodies, and what acts
// or is done (loops, constraints, forces, outputs, experiments). A name is declared once and
// used below its declaration.
// SPDX-License-Identifier: MIT
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
  NAME_POINT,
  NAME_INPUT,
  NAME_SPEED,
  NAME_ARGUMENT,  // of an element: a value
  NAME_LOOP,
  NAME_CONSTRAINT,
  NAME_FORCE,
  NAME_OUTPUT,
  NAME_EXPERIMENT
} NameKind;

typedef struct Name {
  const char *text;
  Span span;
  NameKind kind;
  int index;       // in the mechanism's array of that kind
  Quantity value;  // of a value
} Name;

typedef enum SpaceKind {
  SPACE_VALUES,
  SPACE_FRAMES,
  SPACE_BODIES,
  SPACE_ACTIONS,  // loops, constraints, forces, outputs, experiments
  SPACE_COUNT
} SpaceKind;

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

// The same for a name that is made, not written: `span` is where the message points to.
Name *scope_declare_text(Scope *scope, SpaceKind space, const char *text, Span span, NameKind kind,
                         int index);

// The name, if it is declared and not broken; otherwise NULL, without a word. Borrowed until the
// next declaration.
Name *scope_declared(Scope *scope, SpaceKind space, Span span);
Name *scope_declared_text(Scope *scope, SpaceKind space, const char *text);
// Is it declared, here or below?
bool scope_knows(const Scope *scope, SpaceKind space, Span span);

// A name of the space, here or below, that a slip of the finger turns into `span`: one letter
// more, less or other, two letters exchanged, or another case. Not a name that differs by a digit
// only (F1, F2), by a letter in a short name (m1, L1), nor an input that was never declared. NULL:
// none. Borrowed.
const char *scope_slip(const Scope *scope, SpaceKind space, Span span);
// A hint for a joint or coordinate that does not exist: "did you mean ..", or what there is.
const char *scope_similar(const Scope *scope, Span span);

// The declared name, or NULL after an error message (or silently, if it is broken).
const Name *scope_find(Scope *scope, SpaceKind space, Span span);

#endif
