// scope.h -- declared names, names declared later in the file, and their positions.
//
// There are four independent namespaces (document.h): values, frames with points, bodies, and
// actions. A name is declared once and used after its declaration. The statements of an element
// have a separate scope inside that of the file, of which only constants are visible: parameters,
// definitions, functions, tables.
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
  NAME_KIND_MASK = 31  // all five bits of Name.kind
} NameKind;

// A table from a file or from the text; a grid has one row for each y.
typedef struct NamedTable {
  const struct TableFunction *function;  // one-dimensional table in x
  Quantity argument;                     // has the dimension of x; the value has that of y
  int row_count;                         // 0: not a grid
  const struct TableFunction **rows;     // in x
  const struct TableFunction **weights;  // in y: 1 at the row's y, 0 at the others
} NamedTable;

typedef struct NamedFunction {
  const Node *definition;
  struct Scope *scope;  // scope in which its body is evaluated
} NamedFunction;

// A name declared before or after the current position. A long description has millions of names,
// so the structure is kept small.
typedef struct Name {
  Span span;  // of the declaration; before it, of the first announcement
  int index;  // index in the mechanism's array (vector: of the first component); list: its size;
              // definition or argument: references read (resolve_references_since), 0: none
  unsigned is_declared : 1;
  unsigned is_announced : 1;  // declared somewhere in the file
  unsigned is_bound : 1;      // an argument bound to what it denotes
  unsigned is_component : 1;  // component of a vector or matrix, created on first use
  unsigned is_plain : 1;      // from here to `dimension`: the value, see name_value()
  unsigned shape : 2;         // a Shape
  unsigned bits : 20;
  unsigned kind : 5;  // a NameKind
  const DimensionTerm *free;
  union {
    const Expr *number;
    const Expr *const *components;
    const NamedFunction *function;
    const NamedTable *table;
    const FramePoint *place;  // NAME_PLACE
  };
  Dimension dimension;
  char text[];  // keys of the name maps point here
} Name;
_Static_assert(sizeof(Name) == offsetof(Name, text), "a name is copied without its text");

static inline bool name_is_discrete(const Name *name)
{
  return name->kind == NAME_DISCRETE || name->kind == NAME_SAMPLED;
}

// Returns the value; SHAPE_NONE if there is none.
Quantity name_value(const Name *name);
// Returns "A.xy", the name of a component of the vector or matrix with that name.
const char *name_component(Arena *arena, const char *whole, Shape shape, int component);
// Returns the name whose text is that key of a map of names.
static inline Name *name_at(const Map *names, int place)
{
  return (Name *)(names->entries[place].key - offsetof(Name, text));
}

typedef struct Scope {
  Arena *arena;  // owns the names, their texts and values
  Diagnostics *diagnostics;
  struct Scope *outer;      // NULL: that of the file
  bool sees_constants;      // of an element: only constants of the outer scope are visible
  Map spaces[SPACE_COUNT];  // text of the name -> index
  Map uses;                 // names of uses of elements; element -> number of uses without a name
  int event_count, sample_count;  // counted in this scope, for their names
  // Joints of the file create coordinates j_1 or j_x, which few descriptions use. Like components
  // of vectors, they are declared on first use. NULL: scope of an element, whose coordinates are
  // all declared immediately.
  const Mechanism *mechanism;
  bool has_underscores;             // some declared name contains an underscore
  bool has_lost_names;              // after a syntax error: unknown names are not reported
  void (*read_rest)(void *reader);  // announces the rest if a name is not found; NULL: no file
  void *reader;
} Scope;

void scope_free(Scope *scope);

// Returns "line 3", or "line 3 of 'x.bl'" if `from` is in another file.
const char *line_text(Arena *arena, Span place, Span from);

// Notes that the file declares the name somewhere, for messages about use before declaration.
void scope_announce(Scope *scope, NamespaceKind space, Span span);

// Declares the name; messages point to `span`. If the name is already declared, reports an error
// that refers to the first declaration and returns NULL; a broken declaration is replaced silently.
// The result is borrowed.
Name *scope_declare(Scope *scope, NamespaceKind space, const char *text, Span span, NameKind kind,
                    int index);
// Declares the name or replaces its meaning: the variable of a `for`.
Name *scope_set(Scope *scope, NamespaceKind space, const char *text, Span span, NameKind kind);

void scope_set_value(Scope *scope, Name *name, const Quantity *value);
// Reports an error if an earlier use of an element has the name of one of its components.
void scope_check_components(Scope *scope, const Name *whole);

// Returns true if the declaration of a joint's coordinate can be deferred until the name is used.
bool scope_can_wait(const Scope *scope, const char *text);

// Returns the name if it is declared and not broken; otherwise NULL, without a message. Borrowed.
const Name *scope_declared(Scope *scope, NamespaceKind space, const char *text);
// The same without the enclosing scopes.
const Name *scope_own(Scope *scope, NamespaceKind space, const char *text);
// Returns true if the name is declared, before or after the current position, or in an enclosing
// scope where it is not visible.
bool scope_knows(Scope *scope, NamespaceKind space, const char *text);
// The same, but later declarations only as far as the text has been read.
bool scope_has_met(Scope *scope, NamespaceKind space, const char *text);

// Returns a declared or announced value for which `text` may be a typing error (name_is_typo), but
// not an input that was never declared. NULL: none. Borrowed.
const char *scope_slip(Scope *scope, const char *text);
// Hint for a joint or coordinate that does not exist: "did you mean ..", or what to write.
const char *scope_similar(const Scope *scope, const char *text);

// Returns the declared name, or NULL after an error message (no message if it is broken).
const Name *scope_find(Scope *scope, NamespaceKind space, const char *text, Span span);

#endif
