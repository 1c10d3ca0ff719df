// resolve_element.c -- statements that insert others: use, for, include.
//
// A use of an element resolves its statements again, in a separate scope that contains the
// arguments and in which the constants of the file are visible, or those of the library for a
// library element. Their declarations are known outside with the name of the use as prefix: `use
// leg(base) as front` makes front.knee. An argument that is the name of a joint is both the joint
// and, as a value, its coordinate.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"
#include "lang/syntax/library.h"
#include "lang/resolve/resolve_impl.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { MAX_USE_DEPTH = 40 };

typedef struct ElementUse {
  const Element *element;
  const struct ElementUse *outer;
} ElementUse;

// ---- available elements

// If two elements have the same name, the first is kept.
void resolve_note_elements(Resolver *resolver, const Statement *first, Map *places)
{
  Elements *elements = &resolver->elements;
  for (const Statement *statement = first; statement; statement = statement->next) {
    if (statement->kind != STATEMENT_ELEMENT || !statement_has(statement, "name")) continue;
    Span name = statement_name(statement);
    if (map_add_n(places, span_bytes(name), name.length, elements->count) < elements->count)
      continue;
    Element *element = ARENA_NEW(resolver->arena, Element);
    *element = (Element){ statement, statement_value(statement, "formals"),
                          resolver_text(resolver, name) };
    *RESOLVER_ADD(resolver, elements->all, elements->count) = element;
  }
}

static const Element *find_element(const Elements *elements, Span name)
{
  int place = map_find_n(&elements->places, span_bytes(name), name.length);
  return place >= 0 ? elements->all[place] : NULL;
}

static bool is_of_library(const Element *element)
{
  return element->statement->span.source == library_source();
}

void resolve_library(Resolver *resolver)
{
  Elements *elements = &resolver->elements;
  Scope *scope = resolver->scope;
  if (elements->library) return;
  elements->library = document_read(library_source(), scope->diagnostics);
  resolve_note_elements(resolver, elements->library->first, &elements->in_library);
  elements->library_scope =
      (Scope){ .arena = resolver->file->arena, .diagnostics = scope->diagnostics };
  resolver->scope = &elements->library_scope;
  for (const Statement *let = elements->library->first; let; let = let->next)
    if (let->kind == STATEMENT_LET) resolve_let(resolver, let);
  resolver->scope = scope;
}

// Returns true if the unread text may contain an element, so that a long text is not read
// needlessly.
static bool may_follow(const Document *text)
{
  const Source *source = text->source;
  size_t start = text->last ? text->last->end : 0;
  return text->rest && memmem(source->bytes + start, source->length - start, "element", 7);
}

static const Element *find_in_library(const Elements *elements, Span name)
{
  int place = map_find_n(&elements->in_library, span_bytes(name), name.length);
  return place >= 0 ? elements->all[place] : NULL;
}

// The user's elements have priority over those of the library, except within the library itself.
static const Element *element_named(Resolver *resolver, Span name)
{
  Elements *elements = &resolver->elements;
  if (name.source == library_source()) return find_in_library(elements, name);
  if (!find_element(elements, name) && may_follow(elements->text))
    resolve_read_on(resolver, INT_MAX);
  const Element *found = find_element(elements, name);
  if (found) return found;
  resolve_library(resolver);
  int place = map_find_n(&elements->in_library, span_bytes(name), name.length);
  if (place >= 0) map_add_n(&elements->places, elements->all[place]->name, name.length, place);
  return find_element(elements, name);
}

void resolve_element(Resolver *resolver, const Statement *statement)
{
  Span span = statement_name(statement);
  const Element *first = find_element(&resolver->elements, span);
  const Statement *inner = statement->body;
  while (inner && inner->kind != STATEMENT_ELEMENT)
    inner = inner->next;
  if (!first || inner) {
    evaluate_error(resolver, inner ? inner->span : statement->span, "put it in front",
                   "an element cannot be made inside another statement");
  }
  if (!first || first->statement == statement) return;
  if (is_of_library(first)) {
    evaluate_error(resolver, span, "include this file before the first use",
                   "the element '%s' of the library has been used above", first->name);
    return;
  }
  const char *hint = arena_format(resolver->scratch, "the first is the element at line %d",
                                  span_place(statement_name(first->statement)).line);
  evaluate_error(resolver, span, hint, "'%s' is declared twice", first->name);
}

static void report_unknown(Resolver *resolver, Span span)
{
  enum { MOST = 256 };
  const char *names[MOST];
  int count = 0;
  for (; count < resolver->elements.count && count < MOST; count++)
    names[count] = resolver->elements.all[count]->name;
  const char *hint = nearest_hint(resolver->scratch, span_bytes(span), span.length, names, count,
                                  "declare it: element NAME(arguments) { statements }");
  evaluate_error(resolver, span, hint, "unknown element '%s'", resolver_text(resolver, span));
}

// ---- arguments

// Returns "coulomb(J, fv, fs)"; of many arguments only the required ones: "pac2002(wheel, FNOMIN,
// ..)".
static const char *hint_for_arguments(Resolver *resolver, const Element *element)
{
  enum { MOST = 20 };
  bool is_long = element->formals->count > MOST;
  Text text = { 0 };
  text_format(&text, "%s(", element->name);
  const char *between = "";
  for (const Node *formal = element->formals->first; formal; formal = formal->next) {
    if (is_long && binding_part(formal, TOKEN_ASSIGN)) continue;
    text_put(&text, between);
    text_put_bytes(&text, span_bytes(node_text(formal)), node_text(formal).length);
    between = ", ";
  }
  text_put(&text, is_long ? ", ..)" : ")");
  return arena_take_text(resolver->scratch, &text);
}

// Finds the position of the argument among those of the element; returns false after an error.
static bool place_argument(Resolver *resolver, const Element *element, const Node *argument,
                           int position, const Node *given[])
{
  const Node *formals = element->formals;
  const Node *value = argument;
  if (argument->kind == NODE_BINDING) {
    value = argument->last;
    const Node *formal = formals->first;
    for (position = 0; formal && !span_equal(node_text(formal), node_text(argument)); position++)
      formal = formal->next;
    if (!formal)
      return resolver_error(resolver, node_text(argument), hint_for_arguments(resolver, element),
                            "'%s' has no argument '%s'", element->name,
                            resolver_text(resolver, node_text(argument)));
  }
  if (position >= formals->count)
    return resolver_error(resolver, value->span, hint_for_arguments(resolver, element),
                          "'%s' takes %d argument%s", element->name, formals->count,
                          formals->count == 1 ? "" : "s");
  if (given[position])
    return resolver_error(resolver, value->span, "remove the duplicate",
                          "this argument is given twice");
  given[position] = value;
  return true;
}

// Returns the expression for each formal, or NULL after an error. Entries of defaults and of values
// from `file` remain NULL.
static const Node **place_arguments(Resolver *resolver, const Statement *use,
                                    const Element *element, const Text *file)
{
  const Node **given = ARENA_ARRAY(resolver->scratch, const Node *, element->formals->count);
  int position = 0;
  bool is_good = true;
  const Node *argument = statement_value(use, "arguments")->first;
  for (; argument; argument = argument->next)
    is_good = place_argument(resolver, element, argument, position++, given) && is_good;
  position = 0;
  for (const Node *formal = element->formals->first; formal; formal = formal->next) {
    double value;
    bool is_there = given[position++] || binding_part(formal, TOKEN_ASSIGN) || !is_good ||
                    argument_file_value(file, node_text(formal), &value);
    if (is_there) continue;
    evaluate_error(resolver, statement_text(use, "element"), hint_for_arguments(resolver, element),
                   "the argument '%s' of '%s' is missing",
                   resolver_text(resolver, node_text(formal)), element->name);
    is_good = false;
  }
  return is_good ? given : NULL;
}

static Name *declare_bound(Scope *inner, NamespaceKind space, const Node *formal, const Name *bound)
{
  const char *text =
      arena_copy_text(inner->arena, span_bytes(node_text(formal)), node_text(formal).length);
  Name *name = scope_declare(inner, space, text, node_text(formal), bound->kind, bound->index);
  if (!name) return NULL;
  Name copy = *bound;
  copy.span = node_text(formal);
  copy.is_announced = name->is_announced;
  copy.is_bound = copy.is_declared = true;
  *name = copy;
  return name;
}

// A default with a unit determines the dimension of the argument.
static bool check_unit(Resolver *resolver, const Node *formal, const Node *given,
                       const Quantity *value)
{
  const Node *usual = binding_part(formal, TOKEN_ASSIGN);
  if (!usual || usual == given || usual->kind != NODE_NUMBER || !usual->has_unit) return true;
  Quantity like = evaluate_part(resolver, usual);
  Requirement wanted = { .dimension = infer_dimension(&resolver->inference, &like) };
  bool is_good =
      value->shape != SHAPE_NUMBER || infer_is(&resolver->inference, value, wanted.dimension);
  if (is_good) return true;
  wanted.what = arena_format(resolver->scratch, "the argument '%s'",
                             resolver_text(resolver, node_text(formal)));
  return require_dimension(resolver, value, &wanted, given->span);
}

// Declares the formal, of the same kind as `bound`, with this value. The dimension of a plain
// number such as 0.1 is inferred from its use in the element.
static void bind_value(Resolver *resolver, Scope *inner, const Node *formal, const Name *bound,
                       Quantity value)
{
  bool is_plain = value.is_plain && value.shape == SHAPE_NUMBER && bound->kind != NAME_TABLE;
  if (is_plain) value = infer_symbol(&resolver->inference, value.at[0]);
  Name *name = declare_bound(inner, SPACE_VALUES, formal, bound);
  if (name) scope_set_value(inner, name, &value);
}

// Declares the formal as everything the name denotes outside: a frame, a point, a value, or several
// of these.
static bool bind_name(Resolver *resolver, Scope *inner, const Node *formal, const Node *given)
{
  const char *text = resolver_name(resolver, given);
  const Name *frame = scope_declared(resolver->scope, SPACE_FRAMES, text);
  const Name *value = frame ? scope_declared(resolver->scope, SPACE_VALUES, text)
                            : resolve_function_name(resolver, text);
  const Name bound = { .kind = NAME_COORDINATE,
                       .index = resolve_coordinate_of_joint(resolver, text) };
  if (frame) declare_bound(inner, SPACE_FRAMES, formal, frame);
  if (bound.index >= 0) {
    bind_value(resolver, inner, formal, &bound, resolve_coordinate_value(resolver, bound.index));
  } else if (value) {
    Quantity outside = name_value(value);
    if (!check_unit(resolver, formal, given, &outside)) return false;
    bind_value(resolver, inner, formal, value, outside);
  }
  if (frame || value) return true;
  scope_find(resolver->scope, SPACE_VALUES, text, given->span);
  return false;
}

static bool bind_argument(Resolver *resolver, Scope *inner, const Node *formal, const Node *given)
{
  bool is_word = given->kind == NODE_NAME && node_word(given) != WORD_NONE;
  if (given->kind == NODE_NAME && given->primes == 0 && !is_word)
    return bind_name(resolver, inner, formal, given);
  if (given->kind == NODE_PLACE) {
    FramePoint *place = ARENA_NEW(inner->arena, FramePoint);
    const Name bound = { .kind = NAME_PLACE, .place = place };
    return resolve_place(resolver, given, "a place", place) &&
           declare_bound(inner, SPACE_FRAMES, formal, &bound);
  }
  int first_read = resolver->references.read_count;
  Quantity value = evaluate(resolver, given);
  if (value.shape == SHAPE_NONE || !check_unit(resolver, formal, given, &value)) return false;
  const Name bound = { .kind = NAME_ARGUMENT,
                       .index = resolve_references_since(resolver, first_read) };
  bind_value(resolver, inner, formal, &bound, value);
  return true;
}

// Binds a number from a file; its dimension is inferred from its use in the element.
static void bind_number(Resolver *resolver, Scope *inner, const Node *formal, double number)
{
  Text digits = { 0 };
  text_put_double(&digits, fabs(number));
  const Expr *value = expr_decimal(resolver->pool, text_string(&digits), digits.length);
  const Name bound = { .kind = NAME_ARGUMENT };
  bind_value(resolver, inner, formal, &bound, quantity_plain(number < 0 ? expr_neg(value) : value));
  text_free(&digits);
}

static bool report_no_number(Resolver *resolver, const Node *file, const Node *formal)
{
  return resolver_error(resolver, file->span, "numbers are written as 1.5 or 2e-3",
                        "'%.*s' has '%s', but that is not a number there",
                        (int)node_text(file).length, span_bytes(node_text(file)),
                        resolver_text(resolver, node_text(formal)));
}

// Arguments are evaluated in the scope of the use; defaults in that of the element, with the
// preceding arguments.
static bool bind_arguments(Resolver *resolver, Scope *inner, const Statement *use,
                           const Element *element)
{
  Text text = { 0 };
  const Node *file = statement_value(use, "from");
  bool is_good =
      !file || (resolve_read(resolver, file, &text) && argument_file_check(resolver, file, &text));
  const Node **given = is_good ? place_arguments(resolver, use, element, &text) : NULL;
  Scope *outer = resolver->scope;
  Diagnostics *outside = resolver->diagnostics;
  int position = 0;
  for (const Node *formal = element->formals->first; formal && given; formal = formal->next) {
    const Node *value = given[position++];
    double number;
    if (!value && argument_file_value(&text, node_text(formal), &number)) {
      if (isfinite(number)) bind_number(resolver, inner, formal, number);
      is_good = (isfinite(number) || report_no_number(resolver, file, formal)) && is_good;
      continue;
    }
    if (!value) {
      value = binding_part(formal, TOKEN_ASSIGN);
      resolver->scope = inner;
      resolver->diagnostics = inner->diagnostics;
    }
    is_good = bind_argument(resolver, inner, formal, value) && is_good;
    resolver->scope = outer;
    resolver->diagnostics = outside;
  }
  text_free(&text);
  return given && is_good;
}

// ---- use

void resolve_report_inside(Resolver *resolver, const Diagnostics *inside, Span span)
{
  // Line numbers of the library are of no use to the user.
  const Document *library = resolver->elements.library;
  for (int i = 0; i < diagnostics_count(inside); i++) {
    Span place = diagnostics_span(inside, i);
    bool has_line = place.source && !(library && place.source == library->source);
    const char *where = has_line ? line_text(resolver->scratch, place, span) : "";
    where = arena_format(resolver->scratch, has_line ? ", %s" : "%s", where);
    diagnostics_add(resolver->diagnostics, diagnostics_severity(inside, i), span,
                    diagnostics_hint(inside, i), "in '%s'%s: %s", resolver_text(resolver, span),
                    where, diagnostics_message(inside, i));
  }
}

// Sets the span of everything that was added to that of the use, since the element's text may not
// be the user's.
static void set_places(Mechanism *m, const Mechanism *old, Span span)
{
#define ARRAY(type, items, count)
#define PLACED_ARRAY(type, items, count)                                                           \
  for (int i = old->count; i < m->count; i++)                                                      \
    m->items[i].span = span;
#include "mechanism/arrays.def"
  for (int i = old->body_count; i < m->body_count; i++) {
    m->bodies[i].mass_span = span;
    if (m->bodies[i].inertia_span.length > 0) m->bodies[i].inertia_span = span;
  }
}

// Declares the names of the element outside, with the name of the use as prefix.
static void export_names(Resolver *resolver, const Scope *inner, const char *use, Span span)
{
  for (int space = 0; space < SPACE_COUNT; space++) {
    for (int i = 0; i < inner->spaces[space].count; i++) {
      const Name *name = name_at(&inner->spaces[space], i);
      if (!name->is_declared || name->is_bound || name->is_component) continue;
      if (name->kind == NAME_FUNCTION) continue;  // its body belongs to the inner scope
      const char *text = arena_join(resolver->scratch, use, name->text);
      Name *outside =
          scope_declare(resolver->scope, (NamespaceKind)space, text, span, name->kind, name->index);
      Quantity value = name_value(name);
      if (outside) scope_set_value(resolver->scope, outside, &value);
    }
  }
}

// Returns the name of the use, e.g. `front_left`, or the element's name and a number if it has
// none; NULL after an error.
static const char *name_of_use(Resolver *resolver, const Statement *use, const char *element)
{
  Map *uses = &resolver->scope->uses;
  Arena *arena = resolver->scope->arena;
  const Node *as = statement_value(use, "as");
  const char *name = as ? arena_join(arena, NULL, resolver_name(resolver, as)) : NULL;
  if (as && map_find(uses, name) >= 0) {
    evaluate_error(resolver, as->span, "choose another name", "'%s' is the name of another use",
                   name);
    return NULL;
  }
  int number = as ? 0 : map_find(uses, element);
  while (!name || (!as && map_find(uses, name) >= 0)) {
    number = number < 1 ? 1 : number + 1;
    name = arena_format(arena, "%s%d", element, number);
  }
  if (!as) map_put(uses, element, number);
  map_put(uses, name, 0);
  return name;
}

static void resolve_inside(Resolver *resolver, Scope *inner, const Element *element,
                           const Statement *use, const char *name)
{
  Resolver outside = *resolver;
  Elements *elements = &resolver->elements;
  const ElementUse current = { element, elements->current };
  const Mechanism old = *resolver->mechanism;
  Span span = statement_text(use, "element");
  elements->current = &current;
  resolver->scope = inner;
  resolver->diagnostics = inner->diagnostics;
  resolver->element = element->name;
  resolver->prefix = arena_join(resolver->scratch, outside.prefix, name);
  resolve_statements(resolver, element->statement->body);
  elements->current = current.outer;
  resolver->scope = outside.scope;
  resolver->diagnostics = outside.diagnostics;
  resolver->element = outside.element;
  resolver->prefix = outside.prefix;
  export_names(resolver, inner, name, span);
  set_places(resolver->mechanism, &old, span);
  bool commands = use->kind == STATEMENT_CONTROL;
  for (int i = old.force_count; commands && i < resolver->mechanism->force_count; i++)
    resolver->mechanism->forces[i].is_command = true;
  for (int i = old.state_count; commands && i < resolver->mechanism->state_count; i++)
    resolver->mechanism->states[i].is_of_controller = true;
}

// ---- limits of repetition

bool resolve_repeat(Resolver *resolver, int times, size_t length, Span span)
{
  enum {
    MOST = 64 << 20,
    OF_TEXT = 200,
    SHORTEST = 32
  };  // [byte], multiple of the length of the
      // user's text, [byte]
  Elements *elements = &resolver->elements;
  elements->repeated += (size_t)times * (length + SHORTEST);
  if (elements->repeated <= MOST + OF_TEXT * elements->text_length) return true;
  if (!elements->has_reported) {
    evaluate_error(resolver, span,
                   "what 'use', 'for', functions and lists repeat is at most 64 MiB of text, and "
                   "200 times the file",
                   "too many repetitions");
  }
  elements->has_reported = true;
  return false;
}

// Returns false, with an error at the first time, if the use is recursive or nested too deeply.
static bool check_use(Resolver *resolver, const Element *element, Span span)
{
  Elements *elements = &resolver->elements;
  bool is_circle = false;  // true if the element uses itself, directly or indirectly
  int depth = 0;
  for (const ElementUse *use = elements->current; use; use = use->outer, depth++)
    is_circle = is_circle || use->element == element;
  size_t length = element->statement->end - element->statement->span.start;
  if (!is_circle && depth < MAX_USE_DEPTH) return resolve_repeat(resolver, 1, length, span);
  if (!elements->has_reported && is_circle) {
    evaluate_error(resolver, span, "there would be no end to it", "the element '%s' uses itself",
                   element->name);
  } else if (!elements->has_reported) {
    evaluate_error(resolver, span, "at most 40", "too many uses of elements inside each other");
  }
  elements->has_reported = true;
  return false;
}

// Returns the scope of names that the element does not declare. The names of the user's file are
// not visible in the library.
static Scope *scope_around(Resolver *resolver, const Element *element)
{
  return element && is_of_library(element) ? &resolver->elements.library_scope : resolver->file;
}

void resolve_use(Resolver *resolver, const Statement *use)
{
  Span span = statement_text(use, "element");
  const Element *element = element_named(resolver, span);
  Scope inner = { .arena = resolver->scratch,  // names exported from the element are copied
                  .diagnostics = diagnostics_new(),
                  .outer = scope_around(resolver, element),
                  .sees_constants = true };
  int first_read = resolver->references.read_count, first_force = resolver->mechanism->force_count;
  resolve_declare_ground(&inner);
  if (!element) report_unknown(resolver, span);
  bool is_good = element && !element->statement->is_broken && check_use(resolver, element, span) &&
                 bind_arguments(resolver, &inner, use, element);
  const char *own = is_good ? name_of_use(resolver, use, element->name) : NULL;
  if (own) {
    resolve_inside(resolver, &inner, element, use, own);
    if (use->kind == STATEMENT_CONTROL) resolve_follow(resolver, first_read, span);
    if (!resolver->element) resolve_note_servos(resolver, first_read, first_force);
  } else {
    resolve_declare_only(resolver, use);
  }
  resolve_report_inside(resolver, inner.diagnostics, span);
  diagnostics_free(inner.diagnostics);
  scope_free(&inner);
}

// ---- for

// Reads a bound of the range as an integer; returns false after an error.
static bool whole_bound(Resolver *resolver, const Node *node, int *out)
{
  const Requirement wanted = { "the range", dimension_of_number(), STAGE_LITERAL };
  const Expr *value;
  if (!require_number(resolver, node, &wanted, &value)) return false;
  if (resolver_whole(value, -MAX_INDEX, MAX_INDEX, out)) return true;
  return resolver_error(resolver, node->span, NULL, "the range of 'for' is made of whole numbers");
}

void resolve_for(Resolver *resolver, const Statement *statement)
{
  const Node *range = statement_value(statement, "range");
  Span variable = statement_text(statement, "variable");
  const char *name = resolver_text(resolver, variable);
  int first, last;
  if (!whole_bound(resolver, range->first, &first) || !whole_bound(resolver, range->last, &last)) {
    resolve_declare_only(resolver, statement);
    return;
  }
  // A name of the element may hide one of the file.
  if (scope_own(resolver->scope, SPACE_VALUES, name)) {
    evaluate_error(resolver, variable, "choose another name", "'%s' is declared already", name);
    return;
  }
  size_t length = statement->end - statement->span.start;
  for (int i = first; i <= last && resolve_repeat(resolver, 1, length, range->span); i++) {
    Name *counter = scope_set(resolver->scope, SPACE_VALUES, name, variable, NAME_ARGUMENT);
    counter->is_bound = true;
    Quantity value = quantity_plain(expr_integer(resolver->pool, i));
    scope_set_value(resolver->scope, counter, &value);
    resolve_statements(resolver, statement->body);
  }
  scope_set(resolver->scope, SPACE_VALUES, name, variable, NAME_BROKEN)->is_declared = false;
}

// ---- include

// Returns the document of this file, or NULL if it has not been read.
static const Document *document_of(const Elements *elements, const char *path)
{
  for (int i = 0; i < elements->included_count; i++)
    if (file_is_same(elements->included[i]->source->name, path)) return elements->included[i];
  const char *own = elements->text->source->name;
  return own && file_is_same(own, path) ? elements->text : NULL;
}

void resolve_include(Resolver *resolver, const Statement *statement)
{
  Elements *elements = &resolver->elements;
  const Node *file = statement_value(statement, "file");
  const char *found = resolve_path(resolver, node_text(file));
  const char *path = arena_copy_text(resolver->arena, found, strlen(found));
  const Document *before = document_of(elements, path);
  Text text = { 0 };
  if (resolver->element) {
    evaluate_error(resolver, statement->span, "put it in front", "an element includes no file");
  } else if (before && !before->is_resolved) {
    evaluate_error(resolver, file->span, "there would be no end to it", "'%s' includes itself",
                   resolver_text(resolver, node_text(file)));
  } else if (!before && resolve_read(resolver, file, &text)) {
    Source *source = ARENA_NEW(resolver->arena, Source);
    char *bytes = arena_copy_text(resolver->arena, text_string(&text), text.length);
    *source = (Source){ .name = path, .bytes = bytes, .length = text.length };
    Document *document = document_read(source, resolver->diagnostics);
    *RESOLVER_ADD(resolver, elements->included, elements->included_count) = document;
    resolve_note_elements(resolver, document->first, &elements->places);
    resolver->inference.is_active = resolver->inference.is_active || document->has_units;
    resolver->scope->has_lost_names = resolver->scope->has_lost_names || document->has_lost_names;
    elements->text_length += source->length;
    const Statement *first = document->first;
    bool has_heading = first && first->kind == STATEMENT_MECHANISM;
    resolve_statements(resolver, has_heading ? first->next : first);
    document->is_resolved = true;
  }
  text_free(&text);
}
