// scope.c -- declaration and lookup of names, with the messages that help.
// SPDX-License-Identifier: MIT
#include "lang/scope.h"

#include "base/memory.h"
#include "lang/units.h"

#include <stdlib.h>
#include <string.h>

// Of a kind of name: what messages call it.
static const char *const kind_texts[] = {
  [NAME_BROKEN] = "name",
  [NAME_PARAMETER] = "parameter",
  [NAME_DEFINITION] = "definition",
  [NAME_FUNCTION] = "function",
  [NAME_TABLE] = "table",
  [NAME_LIST] = "list",
  [NAME_COORDINATE] = "coordinate",
  [NAME_FRAME] = "frame",
  [NAME_BODY] = "body",
  [NAME_POINT] = "point",
  [NAME_PLACE] = "place",
  [NAME_INPUT] = "input",
  [NAME_STATE] = "state",
  [NAME_DISCRETE] = "discrete variable",
  [NAME_SPEED] = "speed",
  [NAME_ARGUMENT] = "argument",
  [NAME_LOOP] = "loop",
  [NAME_CONSTRAINT] = "constraint",
  [NAME_FORCE] = "force",
  [NAME_ENERGY] = "energy",
  [NAME_OUTPUT] = "output",
  [NAME_EXPERIMENT] = "experiment",
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
    Space *space = &scope->spaces[i];
    map_free(&space->declared);
    map_free(&space->all);
    free(space->names);
    free(space->spans);
  }
  map_free(&scope->uses);
}

void scope_announce(Scope *scope, SpaceKind space_kind, Span span)
{
  Space *space = &scope->spaces[space_kind];
  int place = map_add_n(&space->all, span_bytes(span), span.length, space->span_count);
  if (place < space->span_count) return;
  if (space->span_count == space->span_capacity) {
    space->span_capacity = 2 * space->span_capacity + 16;
    space->spans = memory_grow(space->spans, (size_t)space->span_capacity, sizeof *space->spans);
  }
  space->spans[space->span_count++] = span;
}

// Places and similar names are found by walks through all of the text or all of the names: not for
// messages that will not be kept.
static bool is_worth_a_walk(const Scope *scope)
{
  enum { MOST_ERRORS_KEPT = 100 };
  return diagnostics_error_count(scope->diagnostics) < MOST_ERRORS_KEPT;
}

static void report_twice(const Scope *scope, const Name *first, Span span)
{
  if (!is_worth_a_walk(scope)) {
    diagnostics_add(scope->diagnostics, SEVERITY_ERROR, span, NULL, "declared twice");
    return;
  }
  Place place = span_place(first->span);
  const char *hint = place.line == 0 ? "this frame is always there"
                                     : arena_format(scope->arena, "the first is the %s at line %d",
                                                    kind_texts[first->kind], place.line);
  diagnostics_add(scope->diagnostics, SEVERITY_ERROR, span, hint, "'%s' is declared twice",
                  first->text);
}

static Name *append(Scope *scope, Space *space, const char *text)
{
  if (space->count == space->capacity) {
    space->capacity = 2 * space->capacity + 16;
    space->names = memory_grow(space->names, (size_t)space->capacity, sizeof *space->names);
  }
  Name *name = ARENA_NEW(scope->arena, Name);
  name->text = arena_copy_text(scope->arena, text, strlen(text));
  space->names[space->count] = name;
  map_put(&space->declared, name->text, space->count++);
  return name;
}

Name *scope_declare(Scope *scope, SpaceKind space_kind, const char *text, Span span, NameKind kind,
                    int index)
{
  Space *space = &scope->spaces[space_kind];
  int found = map_find(&space->declared, text);
  bool is_taken = found >= 0 && space->names[found]->kind != NAME_BROKEN;
  if (is_taken) {
    if (kind != NAME_BROKEN) report_twice(scope, space->names[found], span);
    return NULL;
  }
  Name *name = found >= 0 ? space->names[found] : append(scope, space, text);
  name->span = span;
  name->kind = kind;
  name->index = index;
  return name;
}

Name *scope_set(Scope *scope, SpaceKind space_kind, const char *text, Span span, NameKind kind)
{
  Space *space = &scope->spaces[space_kind];
  int found = map_find(&space->declared, text);
  Name *name = found >= 0 ? space->names[found] : append(scope, space, text);
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
    const Space *space = &scope->spaces[space_kind];
    int found = map_find(&space->declared, text);
    const Name *name = found >= 0 ? space->names[found] : NULL;
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
  if (map_find(&scope->spaces[space].all, text) >= 0) return true;
  for (; scope; scope = scope->outer) {
    if (map_find(&scope->spaces[space].declared, text) >= 0) return true;
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
      const Space *space = &scope->spaces[i];
      int found = map_find(&space->declared, text);
      if (found >= 0 && space->names[found]->kind != NAME_BROKEN) return space->names[found];
    }
    *is_outside = true;
  }
  return NULL;
}

static const char *hint_for_unknown(const Scope *scope, SpaceKind space_kind, const char *text)
{
  if (!is_worth_a_walk(scope)) return NULL;
  const Space *space = &scope->spaces[space_kind];
  const char **texts = memory_new((size_t)space->count + 2, sizeof *texts);
  for (int i = 0; i < space->count; i++)
    texts[i] = space->names[i]->text;
  int count = space->count;
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
    diagnostics_add(scope->diagnostics, SEVERITY_ERROR, span,
                    "give it to the element as an argument",
                    "the %s '%s' is outside of the element", kind_texts[other->kind], text);
  } else if (other) {
    diagnostics_add(scope->diagnostics, SEVERITY_ERROR, span,
                    hint_for_other_kind(space, other->kind), "'%s' is a %s, not a %s", other->text,
                    kind_texts[other->kind], space == SPACE_VALUES ? "value" : space_texts[space]);
  } else {
    diagnostics_add(scope->diagnostics, SEVERITY_ERROR, span, hint_for_unknown(scope, space, text),
                    "unknown %s '%s'", space_texts[space], text);
  }
}

static void report_early_use(const Scope *scope, SpaceKind space, Span span, Span declaration)
{
  const char *hint = NULL;
  if (declaration.start <= span.start) {
    hint = "nothing can be made of itself";
  } else if (is_worth_a_walk(scope)) {
    hint = arena_format(scope->arena, "it is declared below, at line %d; move that up",
                        span_place(declaration).line);
  }
  diagnostics_add(scope->diagnostics, SEVERITY_ERROR, span, hint,
                  "%s '%.*s' is used before it is declared", space_texts[space], (int)span.length,
                  span_bytes(span));
}

const Name *scope_find(const Scope *scope, SpaceKind space, const char *text, Span span)
{
  const Name *name = find(scope, space, text);
  if (name) return name->kind == NAME_BROKEN ? NULL : name;
  int later = map_find(&scope->spaces[space].all, text);
  if (later >= 0) {
    report_early_use(scope, space, span, scope->spaces[space].spans[later]);
  } else if (!scope->has_lost_names) {
    report_unknown(scope, space, text, span);
  }
  return NULL;
}
