// scope.c -- declaration and lookup of names, with hints in messages.
// SPDX-License-Identifier: MIT
#include "lang/resolve/scope.h"

#include "lang/evaluate/functions.h"
#include "lang/evaluate/units.h"

#include <string.h>

// Text in messages for each kind of name.
static const char *const kind_texts[] = {
#define NAME_KIND(NAME, text) [NAME_##NAME] = (text),
#include "lang/syntax/name_kinds.def"
};

// Text in messages for the names of each namespace.
static const char *const space_texts[SPACE_COUNT] = {
  [SPACE_VALUES] = "name",
  [SPACE_FRAMES] = "frame",
  [SPACE_BODIES] = "body",
  [SPACE_ACTIONS] = "name",
};

void scope_free(Scope *scope)
{
  for (int i = 0; i < SPACE_COUNT; i++)
    map_free(&scope->spaces[i]);
  map_free(&scope->uses);
}

// ---- values

Quantity name_value(const Name *name)
{
  Quantity value = { .shape = (Shape)name->shape,
                     .at = { name->number },
                     .dimension = name->dimension,
                     .free = name->free,
                     .is_plain = name->is_plain,
                     .bits = name->bits };
  for (int i = 0; value.shape > SHAPE_NUMBER && i < quantity_size(&value); i++)
    value.at[i] = name->components[i];
  return value;
}

const char *name_component(Arena *arena, const char *whole, Shape shape, int i)
{
  size_t length = strlen(whole);
  char *text = memcpy(arena_alloc(arena, length + 4), whole, length);
  text[length++] = '.';
  if (shape == SHAPE_MATRIX) text[length++] = "xyz"[i / 3];
  text[length] = "xyz"[i % 3];
  return text;
}

void scope_set_value(Scope *scope, Name *name, const Quantity *value)
{
  enum { MAX_BITS = (1 << 20) - 1 };
  name->shape = value->shape & SHAPE_MATRIX;
  name->dimension = value->dimension;
  name->free = value->free;
  name->is_plain = value->is_plain;
  name->bits = (unsigned)(value->bits < MAX_BITS ? value->bits : MAX_BITS) & MAX_BITS;
  name->number = value->at[0];
  if (value->shape <= SHAPE_NUMBER) return;
  const Expr **components = ARENA_ARRAY(scope->arena, const Expr *, quantity_size(value));
  memcpy(components, value->at, (size_t)quantity_size(value) * sizeof *components);
  name->components = components;
}

// ---- names declared on first use

// Returns the vector or matrix of which the text is a component, A.xy; NULL: none.
static const Name *whole_of(const Scope *scope, NamespaceKind space, const char *text,
                            int *component)
{
  const char *dot = space == SPACE_VALUES ? strrchr(text, '.') : NULL;
  int place = dot ? map_find_n(&scope->spaces[space], text, (size_t)(dot - text)) : -1;
  const Name *whole = place >= 0 ? name_at(&scope->spaces[space], place) : NULL;
  if (!whole || !whole->is_declared || whole->shape <= SHAPE_NUMBER) return NULL;
  size_t length = whole->shape == SHAPE_VECTOR ? 1 : 2;
  if (strlen(dot + 1) != length || strspn(dot + 1, "xyz") != length) return NULL;
  *component = length == 1 ? dot[1] - 'x' : 3 * (dot[1] - 'x') + dot[2] - 'x';
  return whole;
}

// A zero is not a parameter; in a symmetric matrix, both names denote the same entry.
static void make_component(Scope *scope, Name *name, const Name *whole, int component)
{
  Quantity value = name_value(whole);
  const Expr *number = value.at[component];
  bool is_made = whole->kind == NAME_DEFINITION || whole->kind == NAME_ARGUMENT;
  bool is_zero = expr_is_zero(number);
  name->index = is_zero && !is_made ? 0 : whole->index;
  for (int i = 0; !is_zero && !is_made && value.at[i] != number; i++)
    name->index += quantity_has_own(&value, i);
  name->is_declared = name->is_component = true;
  name->kind = is_zero ? NAME_DEFINITION : whole->kind;
  name->span = whole->span;
  value.shape = SHAPE_NUMBER;
  value.at[0] = number;
  scope_set_value(scope, name, &value);
}

// Returns the coordinate of a joint whose name is declared on first use; -1 if there is none.
static int waiting_coordinate(const Scope *scope, NamespaceKind space, const char *text)
{
  bool may_be = space == SPACE_VALUES && scope->mechanism && strchr(text, '_') != NULL;
  return may_be && !strchr(text, '.') ? mechanism_find_coordinate(scope->mechanism, text) : -1;
}

static void make_coordinate(Scope *scope, Name *name, int index)
{
  const Coordinate *coordinate = &scope->mechanism->coordinates[index];
  Quantity value = quantity_of(coordinate->q, coordinate_dimension(coordinate, 0));
  value.dimension.is_known = true;  // a number, if it is neither an angle nor a length
  name->is_declared = true;
  name->kind = NAME_COORDINATE;
  name->index = index;
  name->span = coordinate->span;
  scope_set_value(scope, name, &value);
}

// ---- declarations

// Returns the name of the text; adds an undeclared one if there is none.
static Name *name_of(Scope *scope, NamespaceKind space, const char *text, size_t length)
{
  Map *names = &scope->spaces[space];
  int count = names->count;
  int place = map_add_n(names, text, length, count);
  if (place < count) return name_at(names, place);
  Name *name = arena_alloc(scope->arena, offsetof(Name, text) + length + 1);
  names->entries[place].key = memcpy(name->text, text, length);
  scope->has_underscores = scope->has_underscores || memchr(text, '_', length);
  int component;
  const Name *whole = whole_of(scope, space, name->text, &component);
  if (whole) make_component(scope, name, whole, component);
  int waiting = whole ? -1 : waiting_coordinate(scope, space, name->text);
  if (waiting >= 0) make_coordinate(scope, name, waiting);
  return name;
}

// Returns the name of the text, declared or not; NULL if there is none.
static const Name *known_name(Scope *scope, NamespaceKind space, const char *text)
{
  bool may_be_there = scope->has_underscores || !strchr(text, '_');
  int place = may_be_there ? map_find(&scope->spaces[space], text) : -1;
  if (place >= 0) return name_at(&scope->spaces[space], place);
  int component;
  bool is_waiting =
      whole_of(scope, space, text, &component) || waiting_coordinate(scope, space, text) >= 0;
  return is_waiting ? name_of(scope, space, text, strlen(text)) : NULL;
}

bool scope_can_wait(const Scope *scope, const char *text)
{
  bool is_free = !scope->has_underscores || map_find(&scope->spaces[SPACE_VALUES], text) < 0;
  return scope->mechanism && strchr(text, '_') && !strchr(text, '[') && is_free;
}

// Returns the name if it is declared, including broken declarations.
static const Name *own_name(Scope *scope, NamespaceKind space, const char *text)
{
  const Name *name = known_name(scope, space, text);
  return name && name->is_declared ? name : NULL;
}

static void read_rest(const Scope *scope)
{
  if (scope->read_rest) scope->read_rest(scope->reader);
}

void scope_announce(Scope *scope, NamespaceKind space, Span span)
{
  Name *name = name_of(scope, space, span_bytes(span), span.length);
  if (name->is_declared) return;
  if (!name->is_announced) name->span = span;
  name->is_announced = true;
}

const char *line_text(Arena *arena, Span place, Span from)
{
  int line = span_place(place).line;
  if (place.source == from.source) return arena_format(arena, "line %d", line);
  const char *path = place.source->name, *slash = strrchr(path, '/');
  return arena_format(arena, "line %d of '%s'", line, slash ? slash + 1 : path);
}

static void report_twice(const Scope *scope, const Name *first, Span span)
{
  if (diagnostics_is_full(scope->diagnostics)) {
    diagnostics_error(scope->diagnostics, span, NULL, "declared twice");
    return;
  }
  const char *hint = "this frame is always there";
  if (first->span.source)
    hint = arena_format(scope->arena, "the first is the %s at %s", kind_texts[first->kind],
                        line_text(scope->arena, first->span, span));
  diagnostics_error(scope->diagnostics, span, hint, "'%s' is declared twice", first->text);
}

static void report_early_use(const Scope *scope, NamespaceKind space, Span span, Span declaration)
{
  const char *hint = NULL;
  if (declaration.source == span.source && declaration.start <= span.start) {
    hint = "remove the circular definition";
  } else if (!diagnostics_is_full(scope->diagnostics)) {
    hint = arena_format(scope->arena, "it is declared below, at %s; move that up",
                        line_text(scope->arena, declaration, span));
  }
  diagnostics_error(scope->diagnostics, span, hint, "%s '%.*s' is used before it is declared",
                    space_texts[space], (int)span.length, span_bytes(span));
}

// Reports, once, a name that a sample has already declared implicitly and that is declared here.
static bool is_early_sample(Scope *scope, NamespaceKind space, const char *text, Span span)
{
  if (scope->sample_count == 0 || space > SPACE_FRAMES) return false;
  Name *name = (Name *)own_name(scope, SPACE_VALUES, text);
  if (!name || name->kind != NAME_SAMPLED) return false;
  if (!name->is_announced) report_early_use(scope, SPACE_VALUES, name->span, span);
  name->is_announced = true;
  return space == SPACE_VALUES;
}

// A value may have the name of a function of the language, but a function or table may not: a call
// would mean that of the language.
static bool is_function_already(const Scope *scope, NameKind kind, const char *text, Span span)
{
  bool is_function = kind == NAME_FUNCTION || kind == NAME_TABLE;
  if (!is_function || function_of(text, strlen(text)) == FUNCTION_NONE) return false;
  diagnostics_error(scope->diagnostics, span, "choose another name",
                    "'%s' is a function of the language", text);
  return true;
}

Name *scope_declare(Scope *scope, NamespaceKind space, const char *text, Span span, NameKind kind,
                    int index)
{
  if (is_function_already(scope, kind, text, span)) kind = NAME_BROKEN;
  if (strstr(text, "[0]")) return NULL;  // a wrong index, already reported
  if (kind != NAME_BROKEN && is_early_sample(scope, space, text, span)) return NULL;
  Name *name = name_of(scope, space, text, strlen(text));
  name->is_declared = true;
  if (name->kind != NAME_BROKEN) {
    if (kind != NAME_BROKEN) report_twice(scope, name, span);
    return NULL;
  }
  name->span = span;
  name->kind = kind & NAME_KIND_MASK;
  name->index = index;
  return name;
}

Name *scope_set(Scope *scope, NamespaceKind space, const char *text, Span span, NameKind kind)
{
  Name *name = name_of(scope, space, text, strlen(text));
  name->is_declared = true;
  name->span = span;
  name->kind = kind & NAME_KIND_MASK;
  return name;
}

void scope_check_components(Scope *scope, const Name *whole)
{
  Quantity value = name_value(whole);
  bool may_be = map_find(&scope->uses, whole->text) >= 0;
  for (int i = 0; may_be && i < quantity_size(&value); i++) {
    const char *text = name_component(scope->arena, whole->text, value.shape, i);
    int place = map_find(&scope->spaces[SPACE_VALUES], text);
    if (place >= 0) report_twice(scope, name_at(&scope->spaces[SPACE_VALUES], place), whole->span);
  }
}

static bool is_constant(NameKind kind)
{
  return kind == NAME_PARAMETER || kind == NAME_DEFINITION || kind == NAME_FUNCTION ||
         kind == NAME_TABLE || kind == NAME_LIST || kind == NAME_ARGUMENT;
}

// Finds the name in this scope or an enclosing one, including broken declarations.
static const Name *find(Scope *scope, NamespaceKind space, const char *text)
{
  bool sees_all = true;
  for (; scope; scope = scope->outer) {
    const Name *name = own_name(scope, space, text);
    if (name && (sees_all || name->kind == NAME_BROKEN || is_constant(name->kind))) return name;
    sees_all = sees_all && !scope->sees_constants;
  }
  return NULL;
}

const Name *scope_declared(Scope *scope, NamespaceKind space, const char *text)
{
  const Name *name = find(scope, space, text);
  return name && name->kind != NAME_BROKEN ? name : NULL;
}

const Name *scope_own(Scope *scope, NamespaceKind space, const char *text)
{
  const Name *name = own_name(scope, space, text);
  return name && name->kind != NAME_BROKEN ? name : NULL;
}

bool scope_has_met(Scope *scope, NamespaceKind space, const char *text)
{
  if (known_name(scope, space, text)) return true;
  for (scope = scope->outer; scope; scope = scope->outer)
    if (own_name(scope, space, text)) return true;
  return false;
}

bool scope_knows(Scope *scope, NamespaceKind space, const char *text)
{
  int count = scope->spaces[space].count;
  if (scope_has_met(scope, space, text)) return true;
  read_rest(scope);
  return scope->spaces[space].count > count && known_name(scope, space, text);
}

// ---- failed lookup

// Finds the name in another namespace, or in a scope that is not visible here.
static const Name *find_elsewhere(Scope *scope, const char *text, bool *is_outside)
{
  *is_outside = false;
  for (; scope; scope = scope->outer) {
    for (int i = 0; i < SPACE_COUNT; i++) {
      const Name *name = scope_own(scope, (NamespaceKind)i, text);
      if (name) return name;
    }
    *is_outside = true;
  }
  return NULL;
}

// Returns "did you mean ..", from the declared names of that kind (BROKEN: any) and `another`; NULL
// if no name is similar.
static const char *hint_of_nearest(const Scope *scope, NamespaceKind space, NameKind kind,
                                   const char *another, const char *text)
{
  if (diagnostics_is_full(scope->diagnostics)) return NULL;
  const Map *names = &scope->spaces[space];
  const Mechanism *waiting = space == SPACE_VALUES ? scope->mechanism : NULL;
  Arena *arena = arena_new();
  const char **texts = NULL;
  int count = 0;
  for (int i = 0; i < names->count; i++) {
    const Name *name = name_at(names, i);
    if (name->is_declared && (kind == NAME_BROKEN || name->kind == kind))
      *ARENA_PUSH(arena, texts, count) = name->text;
  }
  for (int i = 0; kind == NAME_BROKEN && i < names->count; i++) {
    const Name *name = name_at(names, i);
    Quantity value = name_value(name);
    for (int k = 0; value.shape > SHAPE_NUMBER && k < quantity_size(&value); k++)
      *ARENA_PUSH(arena, texts, count) = name_component(arena, name->text, value.shape, k);
  }
  for (int i = 0; waiting && i < waiting->coordinate_count; i++)
    *ARENA_PUSH(arena, texts, count) = coordinate_name(&waiting->coordinates[i]);
  if (another) *ARENA_PUSH(arena, texts, count) = another;
  const char *hint = nearest_hint(scope->arena, text, strlen(text), texts, count, NULL);
  arena_free(arena);
  return hint;
}

// Returns true if the text is a rate in another notation: qdot, q_dot, q.dot, qd, dq.
static bool is_rate(Scope *scope, NamespaceKind space, const char *text)
{
  size_t stem = strlen(text);
  while (stem > 0 && strchr("_.dot", text[stem - 1]))
    stem--;
  const char *of = *text == 'd' ? text + 1 : arena_copy_text(scope->arena, text, stem);
  const Name *name = strchr("_.d", text[stem]) || of == text + 1 ? find(scope, space, of) : NULL;
  return name && name->kind != NAME_BROKEN && name->kind != NAME_PARAMETER;
}

static const char *hint_for_unknown(Scope *scope, NamespaceKind space, const char *text)
{
  const Name *list = find(scope, space, arena_copy_text(scope->arena, text, strcspn(text, "[")));
  bool is_one = find(scope, space, arena_copy_text(scope->arena, text, strcspn(text, "]") + 1));
  if (list && list->kind == NAME_LIST && !is_one)
    return arena_format(scope->arena, "the list '%s' has %d values", list->text, list->index);
  if (list && list->shape == SHAPE_VECTOR) return "components of a vector are v.x, v.y, v.z";
  if (is_rate(scope, space, text)) return "a rate is written q', the next q''";
  const char *another = space == SPACE_VALUES ? "pi" : NULL;
  const char *hint = hint_of_nearest(scope, space, NAME_BROKEN, another, text);
  if (!hint && another) hint = hint_of_nearest(scope, SPACE_FRAMES, NAME_BROKEN, NULL, text);
  Unit unit;
  if (hint || diagnostics_is_full(scope->diagnostics)) return hint;
  if (!another) return "frames are 'ground' and what joint, frame, chain and dh make";
  if (unit_find(text, strlen(text), &unit))
    return "a unit follows its number; its factors touch: 2 kg.m^2, 3 m/s";
  hint = spelling_hint(text, strlen(text), true);
  return hint ? hint : "declare it with 'param' or 'let', or as the coordinate of a joint";
}

// Hint for a name of kind `found` where one of `space` is required.
static const char *hint_for_other_kind(NamespaceKind space, NameKind found)
{
  if (space == SPACE_FRAMES && found == NAME_COORDINATE) return "write the name of the joint";
  if (space == SPACE_FRAMES) return "write the frame that it is on";
  if (found == NAME_FRAME) return "the coordinate of a joint is the name in its brackets";
  return NULL;
}

static void report_unknown(Scope *scope, NamespaceKind space, const char *text, Span span)
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

// Returns true if the text is a component, r.x, of a broken declaration.
static bool is_of_broken(Scope *scope, NamespaceKind space, const char *text)
{
  const char *dot = strrchr(text, '.');
  const Name *whole =
      dot ? find(scope, space, arena_copy_text(scope->arena, text, (size_t)(dot - text))) : NULL;
  return whole && whole->kind == NAME_BROKEN;
}

const Name *scope_find(Scope *scope, NamespaceKind space, const char *text, Span span)
{
  const Name *name = find(scope, space, text);
  if (name) return name->kind == NAME_BROKEN ? NULL : name;
  if (is_of_broken(scope, space, text) || strstr(text, "[0]")) return NULL;
  read_rest(scope);
  const Name *later = known_name(scope, space, text);
  if (later && later->is_announced) {
    report_early_use(scope, space, span, later->span);
  } else if (!scope->has_lost_names) {
    report_unknown(scope, space, text, span);
  }
  return NULL;
}

// ---- suggestions for misspelt names

// Returns the name of the component that `text` is without its dot; NULL: none.
static const char *slip_of_component(Scope *scope, const char *text)
{
  int length = (int)strlen(text);
  for (int n = length - 1; n > 0 && n >= length - 2; n--) {
    const char *part = arena_format(scope->arena, "%.*s.%s", n, text, text + n);
    if (own_name(scope, SPACE_VALUES, part) && name_is_typo(part, strlen(part), text, strlen(text)))
      return part;
  }
  return NULL;
}

const char *scope_slip(Scope *scope, const char *text)
{
  const Map *names = &scope->spaces[SPACE_VALUES];
  const char *below = NULL, *part = slip_of_component(scope, text);
  if (part) return part;
  for (int i = 0; i < names->count; i++) {
    const Name *name = name_at(names, i);
    if (!name_is_typo(name->text, strlen(name->text), text, strlen(text))) continue;
    if (name->is_declared && (name->kind != NAME_INPUT || name->is_announced)) return name->text;
    if (name->is_announced && !below) below = name->text;
  }
  for (int i = 0; scope->mechanism && i < scope->mechanism->coordinate_count; i++) {
    const char *name = coordinate_name(&scope->mechanism->coordinates[i]);
    if (name_is_typo(name, strlen(name), text, strlen(text))) return name;
  }
  return below;
}

const char *scope_similar(const Scope *scope, const char *text)
{
  const char *hint = hint_of_nearest(scope, SPACE_FRAMES, NAME_BROKEN, NULL, text);
  if (!hint) hint = hint_of_nearest(scope, SPACE_VALUES, NAME_COORDINATE, NULL, text);
  if (hint || diagnostics_is_full(scope->diagnostics)) return hint;
  return "write the name of a joint, or of one of its coordinates";
}
