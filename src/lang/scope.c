// scope.c -- declaration and lookup of names, with the messages that help.
// SPDX-License-Identifier: MIT
#include "lang/scope.h"

#include "base/memory.h"
#include "lang/units.h"

#include <stdlib.h>
#include <string.h>

// Of a kind of name: what messages call it.
static const char *const kind_texts[] = {
#define NAME_KIND(NAME, text) [NAME_##NAME] = (text),
#include "lang/name_kinds.def"
};

// Of a space: what is looked for in it.
static const char *const space_texts[SPACE_COUNT] = {
  [SPACE_VALUES] = "name",
  [SPACE_FRAMES] = "frame",
  [SPACE_BODIES] = "body",
  [SPACE_ACTIONS] = "name",
};

void scope_free(Scope *scope)
{
  for (int i = 0; i < SPACE_COUNT; i++) {
    map_free(&scope->spaces[i].places);
    free(scope->spaces[i].entries);
  }
  map_free(&scope->uses);
}

// ---- values

// Most values are numbers: only the components that there are take room.
typedef struct NameValue {
  Dimension dimension;
  uint8_t shape;  // a Shape
  bool is_plain;
  int bits;
  const DimensionTerm *free;
  const Expr *at[];
} NameValue;

Quantity name_value(const Name *name)
{
  const NameValue *kept = name->kept;
  if (!kept) return quantity_none();
  Quantity value = { .shape = (Shape)kept->shape,
                     .dimension = kept->dimension,
                     .free = kept->free,
                     .is_plain = kept->is_plain,
                     .bits = kept->bits };
  for (int i = 0; i < quantity_size(&value); i++)
    value.at[i] = kept->at[i];
  return value;
}

void scope_set_value(Scope *scope, Name *name, const Quantity *value)
{
  int size = quantity_size(value);
  NameValue *kept =
      arena_alloc(scope->arena, sizeof(NameValue) + (size_t)size * sizeof value->at[0]);
  *kept = (NameValue){ .dimension = value->dimension,
                       .shape = (uint8_t)value->shape,
                       .is_plain = value->is_plain,
                       .free = value->free,
                       .bits = (int)value->bits };
  for (int i = 0; i < size; i++)
    kept->at[i] = value->at[i];
  name->kept = kept;
}

// ---- declarations

// The entry of the text, a new one if there was none. A new one keeps `text`, which must last.
static SpaceEntry *entry_of(Space *space, const char *text, size_t length)
{
  int place = map_add_n(&space->places, text, length, space->count);
  if (place == space->count) {
    space->entries =
        memory_room(space->entries, space->count, &space->capacity, sizeof *space->entries);
    space->entries[space->count++] = (SpaceEntry){ 0 };
  }
  return &space->entries[place];
}

// The entry of the text; NULL: there is none.
static SpaceEntry *find_entry(const Space *space, const char *text)
{
  int place = map_find(&space->places, text);
  return place >= 0 ? &space->entries[place] : NULL;
}

static void read_rest(const Scope *scope)
{
  if (scope->read_rest) scope->read_rest(scope->reader);
}

void scope_announce(Scope *scope, SpaceKind space, Span span)
{
  SpaceEntry *entry = entry_of(&scope->spaces[space], span_bytes(span), span.length);
  if (!entry->announced.source) entry->announced = span;
}

static void report_twice(const Scope *scope, const Name *first, Span span)
{
  if (diagnostics_is_full(scope->diagnostics)) {
    diagnostics_error(scope->diagnostics, span, NULL, "declared twice");
    return;
  }
  Place place = span_place(first->span);
  const char *hint = place.line == 0 ? "this frame is always there"
                                     : arena_format(scope->arena, "the first is the %s at line %d",
                                                    kind_texts[first->kind], place.line);
  diagnostics_error(scope->diagnostics, span, hint, "'%s' is declared twice", first->text);
}

// The name of that text, a new one without a kind if there was none.
static Name *name_of(Scope *scope, Space *space, const char *text)
{
  SpaceEntry *entry = find_entry(space, text);
  if (entry && entry->name) return entry->name;
  Name *name = ARENA_NEW(scope->arena, Name);
  name->text = arena_copy_text(scope->arena, text, strlen(text));
  if (!entry) entry = entry_of(space, name->text, strlen(text));
  name->order = space->name_count++;
  entry->name = name;
  return name;
}

Name *scope_declare(Scope *scope, SpaceKind space, const char *text, Span span, NameKind kind,
                    int index)
{
  Name *name = name_of(scope, &scope->spaces[space], text);
  if (name->kind != NAME_BROKEN) {
    if (kind != NAME_BROKEN) report_twice(scope, name, span);
    return NULL;
  }
  name->span = span;
  name->kind = kind;
  name->index = index;
  return name;
}

Name *scope_set(Scope *scope, SpaceKind space, const char *text, Span span, NameKind kind)
{
  Name *name = name_of(scope, &scope->spaces[space], text);
  name->span = span;
  name->kind = kind;
  return name;
}

static bool is_constant(NameKind kind)
{
  return kind == NAME_PARAMETER || kind == NAME_DEFINITION || kind == NAME_FUNCTION ||
         kind == NAME_TABLE || kind == NAME_LIST || kind == NAME_ARGUMENT;
}

// In this scope or one around it; broken names, too.
static const Name *find(const Scope *scope, SpaceKind space_kind, const char *text)
{
  bool sees_all = true;
  for (; scope; scope = scope->outer) {
    const SpaceEntry *entry = find_entry(&scope->spaces[space_kind], text);
    const Name *name = entry ? entry->name : NULL;
    if (name && (sees_all || name->kind == NAME_BROKEN || is_constant(name->kind))) return name;
    sees_all = sees_all && !scope->sees_constants;
  }
  return NULL;
}

const Name *scope_declared(const Scope *scope, SpaceKind space, const char *text)
{
  const Name *name = find(scope, space, text);
  return name && name->kind != NAME_BROKEN ? name : NULL;
}

bool scope_knows(const Scope *scope, SpaceKind space, const char *text)
{
  if (find_entry(&scope->spaces[space], text)) return true;
  read_rest(scope);
  if (find_entry(&scope->spaces[space], text)) return true;
  for (scope = scope->outer; scope; scope = scope->outer) {
    const SpaceEntry *entry = find_entry(&scope->spaces[space], text);
    if (entry && entry->name) return true;
  }
  return false;
}

// ---- lookup that fails

// A thing of another kind has that name, or one of a scope that is not seen here.
static const Name *find_elsewhere(const Scope *scope, const char *text, bool *is_outside)
{
  *is_outside = false;
  for (; scope; scope = scope->outer) {
    for (int i = 0; i < SPACE_COUNT; i++) {
      const SpaceEntry *entry = find_entry(&scope->spaces[i], text);
      if (entry && entry->name && entry->name->kind != NAME_BROKEN) return entry->name;
    }
    *is_outside = true;
  }
  return NULL;
}

static const char *hint_for_unknown(const Scope *scope, SpaceKind space_kind, const char *text)
{
  if (diagnostics_is_full(scope->diagnostics)) return NULL;
  const Space *space = &scope->spaces[space_kind];
  const char **texts = memory_new((size_t)space->count + 2, sizeof *texts);
  for (int i = 0; space->entries && i < space->count; i++) {
    const Name *name = space->entries[i].name;
    if (name) texts[name->order] = name->text;
  }
  int count = space->name_count;
  bool is_value = space_kind == SPACE_VALUES;
  if (is_value) texts[count++] = "pi";
  const char *nearest = nearest_name(text, strlen(text), texts, count);
  free(texts);
  Unit unit;
  if (nearest) return arena_format(scope->arena, "did you mean '%s'?", nearest);
  if (!is_value) return "frames are 'ground' and what joint, frame, chain and dh make";
  if (unit_find(text, strlen(text), &unit)) {
    return "a unit stands behind a number; its factors touch: 2 kg.m^2, 3 m/s";
  }
  return "declare it with 'param' or 'let', or as the coordinate of a joint";
}

// A thing of kind `found` stands where one of `space` is wanted.
static const char *hint_for_other_kind(SpaceKind space, NameKind found)
{
  if (space == SPACE_FRAMES && found == NAME_COORDINATE) return "write the name of the joint";
  if (space == SPACE_FRAMES) return "write the frame that it is on";
  if (found == NAME_FRAME) return "the coordinate of a joint is the name in its brackets";
  return NULL;
}

static void report_unknown(const Scope *scope, SpaceKind space, const char *text, Span span)
{
  bool is_outside;
  const Name *other = find_elsewhere(scope, text, &is_outside);
  if (other && is_outside) {
    diagnostics_error(scope->diagnostics, span, "give it to the element as an argument",
                      "the %s '%s' is outside of the element", kind_texts[other->kind], text);
  } else if (other) {
    const char *kind = kind_texts[other->kind], *article = strchr("aeio", kind[0]) ? "an" : "a";
    diagnostics_error(scope->diagnostics, span, hint_for_other_kind(space, other->kind),
                      "'%s' is %s %s, not a %s", other->text, article, kind,
                      space == SPACE_VALUES ? "value" : space_texts[space]);
  } else {
    diagnostics_error(scope->diagnostics, span, hint_for_unknown(scope, space, text),
                      "unknown %s '%s'", space_texts[space], text);
  }
}

static void report_early_use(const Scope *scope, SpaceKind space, Span span, Span declaration)
{
  const char *hint = NULL;
  if (declaration.start <= span.start) {
    hint = "nothing can be made of itself";
  } else if (!diagnostics_is_full(scope->diagnostics)) {
    hint = arena_format(scope->arena, "it is declared below, at line %d; move that up",
                        span_place(declaration).line);
  }
  diagnostics_error(scope->diagnostics, span, hint, "%s '%.*s' is used before it is declared",
                    space_texts[space], (int)span.length, span_bytes(span));
}

// Is it a component of what is broken, r.x?
static bool is_of_broken(const Scope *scope, SpaceKind space, const char *text)
{
  const char *dot = strrchr(text, '.');
  const Name *whole =
      dot ? find(scope, space, arena_copy_text(scope->arena, text, (size_t)(dot - text))) : NULL;
  return whole && whole->kind == NAME_BROKEN;
}

const Name *scope_find(const Scope *scope, SpaceKind space, const char *text, Span span)
{
  const Name *name = find(scope, space, text);
  if (name) return name->kind == NAME_BROKEN ? NULL : name;
  if (is_of_broken(scope, space, text)) return NULL;
  read_rest(scope);
  const SpaceEntry *later = find_entry(&scope->spaces[space], text);
  if (later && later->announced.source) {
    report_early_use(scope, space, span, later->announced);
  } else if (!scope->has_lost_names) {
    report_unknown(scope, space, text, span);
  }
  return NULL;
}
