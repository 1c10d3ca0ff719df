// scope.c -- declaration and lookup of names, with the messages that help.
// SPDX-License-Identifier: MIT
#include "lang/scope.h"

#include "base/memory.h"
#include "lang/ast.h"
#include "lang/units.h"

#include <stdlib.h>
#include <string.h>

// Of a kind of name: what messages call it.
static const char *const kind_texts[] = {
  [NAME_BROKEN] = "name",
  [NAME_PARAMETER] = "parameter",
  [NAME_DEFINITION] = "definition",
  [NAME_COORDINATE] = "coordinate",
  [NAME_FRAME] = "frame",
  [NAME_BODY] = "body",
  [NAME_POINT] = "point",
  [NAME_INPUT] = "input",
  [NAME_SPEED] = "speed",
  [NAME_ARGUMENT] = "argument",
  [NAME_LOOP] = "loop",
  [NAME_CONSTRAINT] = "constraint",
  [NAME_FORCE] = "force",
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
}

void scope_announce(Scope *scope, SpaceKind space_kind, Span span)
{
  Space *space = &scope->spaces[space_kind];
  if (map_find_n(&space->all, span_bytes(span), span.length) >= 0) return;
  if (space->span_count == space->span_capacity) {
    space->span_capacity = 2 * space->span_capacity + 16;
    space->spans = memory_grow(space->spans, (size_t)space->span_capacity, sizeof *space->spans);
  }
  map_put_n(&space->all, span_bytes(span), span.length, space->span_count);
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

static Name *declare(Scope *scope, SpaceKind space_kind, const char *bytes, size_t length,
                     const Name *draft)
{
  Space *space = &scope->spaces[space_kind];
  int found = map_find_n(&space->declared, bytes, length);
  if (found >= 0 && space->names[found].kind == NAME_BROKEN) {
    space->names[found].kind = draft->kind;
    space->names[found].index = draft->index;
    return &space->names[found];
  }
  if (found >= 0) {
    if (draft->kind != NAME_BROKEN) report_twice(scope, &space->names[found], draft->span);
    return NULL;
  }
  if (space->count == space->capacity) {
    space->capacity = 2 * space->capacity + 16;
    space->names = memory_grow(space->names, (size_t)space->capacity, sizeof *space->names);
  }
  Name *name = &space->names[space->count];
  *name = *draft;
  name->text = arena_copy_text(scope->arena, bytes, length);
  map_put_n(&space->declared, name->text, length, space->count++);
  return name;
}

Name *scope_declare(Scope *scope, SpaceKind space, Span span, NameKind kind, int index)
{
  const Name draft = { .span = span, .kind = kind, .index = index };
  return declare(scope, space, span_bytes(span), span.length, &draft);
}

Name *scope_declare_text(Scope *scope, SpaceKind space, const char *text, Span span, NameKind kind,
                         int index)
{
  const Name draft = { .span = span, .kind = kind, .index = index };
  return declare(scope, space, text, strlen(text), &draft);
}

static Name *find_declared(Scope *scope, SpaceKind space_kind, const char *bytes, size_t length)
{
  Space *space = &scope->spaces[space_kind];
  int found = map_find_n(&space->declared, bytes, length);
  bool is_there = found >= 0 && space->names[found].kind != NAME_BROKEN;
  return is_there ? &space->names[found] : NULL;
}

Name *scope_declared(Scope *scope, SpaceKind space, Span span)
{
  return find_declared(scope, space, span_bytes(span), span.length);
}

Name *scope_declared_text(Scope *scope, SpaceKind space, const char *text)
{
  return find_declared(scope, space, text, strlen(text));
}

bool scope_knows(const Scope *scope, SpaceKind space_kind, Span span)
{
  const Space *space = &scope->spaces[space_kind];
  return map_find_n(&space->declared, span_bytes(span), span.length) >= 0 ||
         map_find_n(&space->all, span_bytes(span), span.length) >= 0;
}

// ---- lookup that fails

// A thing of another kind has that name.
static const Name *find_elsewhere(const Scope *scope, SpaceKind wanted, Span span)
{
  for (int i = 0; i < SPACE_COUNT; i++) {
    if (i == (int)wanted) continue;
    const Space *space = &scope->spaces[i];
    int found = map_find_n(&space->declared, span_bytes(span), span.length);
    if (found >= 0 && space->names[found].kind != NAME_BROKEN) return &space->names[found];
  }
  return NULL;
}

static const char *hint_for_unknown(const Scope *scope, SpaceKind space_kind, Span span)
{
  if (!is_worth_a_walk(scope)) return NULL;
  const Space *space = &scope->spaces[space_kind];
  const char **texts = memory_new((size_t)space->count + 2, sizeof *texts);
  for (int i = 0; i < space->count; i++)
    texts[i] = space->names[i].text;
  int count = space->count;
  if (space_kind == SPACE_VALUES) {
    texts[count++] = "pi";
    texts[count++] = "t";
  }
  const char *nearest = nearest_name(span_bytes(span), span.length, texts, count);
  free(texts);
  Unit unit;
  if (nearest) return arena_format(scope->arena, "did you mean '%s'?", nearest);
  if (space_kind != SPACE_VALUES) {
    return "frames are 'ground' and what joint, frame, chain and dh make";
  }
  if (unit_find(span_bytes(span), span.length, &unit)) {
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

static void report_unknown(const Scope *scope, SpaceKind space, Span span)
{
  int length = (int)span.length;
  const Name *other = find_elsewhere(scope, space, span);
  if (other) {
    diagnostics_add(scope->diagnostics, SEVERITY_ERROR, span,
                    hint_for_other_kind(space, other->kind), "'%s' is a %s, not a %s", other->text,
                    kind_texts[other->kind], space == SPACE_VALUES ? "value" : space_texts[space]);
    return;
  }
  diagnostics_add(scope->diagnostics, SEVERITY_ERROR, span, hint_for_unknown(scope, space, span),
                  "unknown %s '%.*s'", space_texts[space], length, span_bytes(span));
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

const Name *scope_find(Scope *scope, SpaceKind space_kind, Span span)
{
  const Space *space = &scope->spaces[space_kind];
  int found = map_find_n(&space->declared, span_bytes(span), span.length);
  if (found >= 0) {
    const Name *name = &space->names[found];
    return name->kind == NAME_BROKEN ? NULL : name;
  }
  int later = map_find_n(&space->all, span_bytes(span), span.length);
  if (later >= 0) {
    report_early_use(scope, space_kind, span, space->spans[later]);
  } else if (!scope->has_lost_names) {
    report_unknown(scope, space_kind, span);
  }
  return NULL;
}
