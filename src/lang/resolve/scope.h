// scope.h -- names: which are declared so far, which come later in the file, and where.
//
// There are four kinds of names that do not disturb each other (document.h): values, frames with
// points, bodies, and what acts or is done. A name is declared once and used below its declaration.
// The statements of an element have a scope of their own inside that of the file, of which they see
// constants only: parameters, definitions, functions, tables.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_RESOLVE_SCOPE_H
#define BIELLE_LANG_RESOLVE_SCOPE_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"
#include "base/memory/map.h"
#include "lang/syntax/document.h"
#include "lang/evaluate/quantity.h"
#include "mechanism/mechanism.h"

typedef enum NameKind {
#define NAME_KIND(NAME, text) NAME_##NAME,
#include "lang/syntax/name_kinds.def"
  NAME_KIND_MASK = 31  // there are no more
} NameKind;

// A table of a file or of the text; a grid has a row for each y.
typedef struct NamedTable {
  const struct TableFunction *function;  // of a table by x alone
  Quantity argument;                     // like its x; its value is like its y
  int row_count;                         // 0: no grid
  const struct TableFunction **rows;     // by x
  const struct TableFunction **weights;  // by y: 1 at the row's own, 0 at those of the others
} NamedTable;

typedef struct NamedFunction {
  const Node *definition;
  struct Scope *scope;  // where its body has its meaning
} NamedFunction;

// One text that is a name, here or below. A long description is millions of these: they are small.
typedef struct Name {
  Span span;  // where it is declared; until then, where the file declares it first
  int index;  // in the mechanism's array of that kind, of a vector the first; of a list, its size; of
              // a definition or an argument, what it reads (resolve_references_since), 0: nothing
  unsigned is_declared : 1;
  unsigned is_announced : 1;  // the file declares it
  unsigned is_bound : 1;      // an argument: it belongs to what it stands for
  unsigned is_component : 1;  // of a vector or matrix, which waited for somebody to ask
  unsigned is_plain : 1;      // the value, which name_value() gives: from here to `dimension`
  unsigned shape : 2;         // a Shape
  unsigned bits : 20;
  unsigned kind : 5;  // a NameKind
  const DimensionTerm *free;
  union {
    const Expr *number;
    const Expr *const *components;
    const NamedFunction *function;
    const NamedTable *table;
    const FramePoint *place;  // of NAME_PLACE
  };
  Dimension dimension;
  char text[];  // where a map of names points to
} Name;
_Static_assert(sizeof(Name) == offsetof(Name, text), "a name is copied without its text");

static inline bool name_is_discrete(const Name *name)
{
  return name->kind == NAME_DISCRETE || name->kind == NAME_SAMPLED;
}

// The value; SHAPE_NONE: it has none.
Quantity name_value(const Name *name);
// "A.xy": the name of a component of the vector or matrix with that name.
const char *name_component(Arena *arena, const char *whole, Shape shape, int component);
// The name whose text is that key of a map of names.
static inline Name *name_at(const Map *names, int place)
{
  return (Name *)(names->entries[place].key - offsetof(Name, text));
}

typedef struct Scope {
  Arena *arena;  // of the names, their texts and their values
  Diagnostics *diagnostics;
  struct Scope *outer;      // NULL: that of the file
  bool sees_constants;      // of the outer scope, nothing else: an element
  Map spaces[SPACE_COUNT];  // the texts of names -> their places
  Map uses;  // names of uses of elements; of an element, how many have none of their own
  int event_count, sample_count;  // of its own, for their names
  // Joints of the file make coordinates, j_1 or j_x, that few descriptions ask for: they become names
  // when one does, as components of vectors do. NULL: coordinates of an element, which are all there
  // at once.
  const Mechanism *mechanism;
  bool has_underscores;  // some name is written like one of those
  bool has_lost_names;   // after a syntax error: an unknown name may be one of those, so be silent
  void (*read_rest)(void *reader);  // and announce it, when a name is not found; NULL: no file
  void *reader;
} Scope;

void scope_free(Scope *scope);

// "line 3"; "line 3 of 'x.bl'" where `from` is of another file.
const char *line_text(Arena *arena, Span place, Span from);

// Notes that the file declares the name somewhere, for messages about early use.
void scope_announce(Scope *scope, NamespaceKind space, Span span);

// Declares the name; `span` is where messages point to. If it is there already, an error points to
// the first declaration, and the result is NULL; a broken declaration gives way silently. Borrowed.
Name *scope_declare(Scope *scope, NamespaceKind space, const char *text, Span span, NameKind kind,
                    int index);
// Declares it, or gives it another meaning: the variable of a `for`.
Name *scope_set(Scope *scope, NamespaceKind space, const char *text, Span span, NameKind kind);

void scope_set_value(Scope *scope, Name *name, const Quantity *value);
// An error if a use of an element before it has made a name of one of its components.
void scope_check_components(Scope *scope, const Name *whole);

// May the name of a coordinate that a joint makes wait until somebody asks for it?
bool scope_can_wait(const Scope *scope, const char *text);

// The name, if it is declared and not broken; otherwise NULL, without a word. Borrowed.
const Name *scope_declared(Scope *scope, NamespaceKind space, const char *text);
// The same without the scopes around it.
const Name *scope_own(Scope *scope, NamespaceKind space, const char *text);
// Is it declared, here or below, or outside where it is not seen?
bool scope_knows(Scope *scope, NamespaceKind space, const char *text);
// The same, below only as far as the text has been read.
bool scope_has_met(Scope *scope, NamespaceKind space, const char *text);

// A value, here or below, whose name_is_typo() of `text`; not an input that was never declared.
// NULL: none. Borrowed.
const char *scope_slip(Scope *scope, const char *text);
// A hint for a joint or coordinate that does not exist: "did you mean ..", or what there is.
const char *scope_similar(const Scope *scope, const char *text);

// The declared name, or NULL after an error message (or silently, if it is broken).
const Name *scope_find(Scope *scope, NamespaceKind space, const char *text, Span span);

#endif
