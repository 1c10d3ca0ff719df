// resolve_element.c -- statements that bring others: use, for, include.
//
// A use of an element resolves its statements again, in a scope of their own that holds the
// arguments and sees the constants of the file. What they declare is known outside behind the name
// of the use: `use leg(base) as front` makes front.knee. An argument that is the name of a joint is
// both: the joint, and as a value its coordinate.
// SPDX-License-Identifier: MIT
#include "base/file.h"
#include "lang/library.h"
#include "lang/resolve_impl.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { MOST_USES = 100000, DEEPEST_USE = 40 };

typedef struct ElementUse {
  const Statement *element;
  const struct ElementUse *outer;
  int depth;  // uses inside each other, this one included
} ElementUse;

// ---- elements that there are

// Of two with one name the first stays.
void resolve_note_elements(Resolver *resolver, const Statement *first)
{
  Elements *elements = &resolver->elements;
  for (const Statement *statement = first; statement; statement = statement->next) {
    if (statement->kind != STATEMENT_ELEMENT || !statement_has(statement, "name")) continue;
    Span name = statement_name(statement);
    if (map_find_n(&elements->places, span_bytes(name), name.length) >= 0) continue;
    map_put_n(&elements->places, span_bytes(name), name.length, elements->count);
    *RESOLVER_ADD(resolver, elements->statements, elements->count) = statement;
  }
}

static const Statement *find_element(const Elements *elements, const char *name)
{
  int place = map_find(&elements->places, name);
  return place >= 0 ? elements->statements[place] : NULL;
}

void resolve_library(Resolver *resolver)
{
  Elements *elements = &resolver->elements;
  Scope *scope = resolver->scope;
  if (elements->library) return;
  elements->library = document_read(library_source(), scope->diagnostics);
  resolve_note_elements(resolver, elements->library->first);
  elements->functions =
      (Scope){ .arena = resolver->file->arena, .diagnostics = scope->diagnostics };
  resolver->scope = &elements->functions;
  for (const Statement *let = elements->library->first; let; let = let->next)
    if (let->kind == STATEMENT_LET) resolve_let(resolver, let);
  resolver->scope = scope;
}

// The user's elements come before those of the library.
static const Statement *element_named(Resolver *resolver, const char *name)
{
  Elements *elements = &resolver->elements;
  const Statement *found = find_element(elements, name);
  if (!found && elements->text->rest) {
    resolve_read_on(resolver, INT_MAX);
    found = find_element(elements, name);
  }
  if (found) return found;
  resolve_library(resolver);
  return find_element(elements, name);
}

void resolve_element(Resolver *resolver, const Statement *statement)
{
  Span span = statement_name(statement);
  const char *name = resolver_text(resolver, span);
  const Statement *first = find_element(&resolver->elements, name);
  const Statement *inner = statement->body;
  while (inner && inner->kind != STATEMENT_ELEMENT)
    inner = inner->next;
  if (!first || inner) {
    evaluate_error(resolver, inner ? inner->span : statement->span, "put it in front",
                   "an element cannot be made inside another statement");
  }
  if (first == statement || !first) return;
  const char *hint = arena_format(resolver->scratch, "the first is the element at line %d",
                                  span_place(statement_name(first)).line);
  evaluate_error(resolver, span, hint, "'%s' is declared twice", name);
}

static void report_unknown(Resolver *resolver, Span span, const char *name)
{
  enum { MOST = 64 };
  const char *names[MOST];
  int count = 0;
  for (int i = 0; i < resolver->elements.count && count < MOST; i++)
    names[count++] = resolver_text(resolver, statement_name(resolver->elements.statements[i]));
  const char *nearest = nearest_name(name, strlen(name), names, count);
  const char *hint = nearest ? arena_format(resolver->scratch, "did you mean '%s'?", nearest)
                             : "declare it: element NAME(arguments) { statements }";
  evaluate_error(resolver, span, hint, "unknown element '%s'", name);
}

// ---- arguments

static const Node *formals_of(const Statement *element)
{
  return statement_value(element, "formals")->first;
}

// "coulomb(J, fv, fs)"; of many, those that must be given: "pac2002(wheel, FNOMIN, ..)".
static const char *hint_for_arguments(Resolver *resolver, const Statement *element)
{
  enum { MOST = 20 };
  bool is_long = statement_value(element, "formals")->count > MOST;
  Text text = { 0 };
  Span name = statement_name(element);
  text_put_bytes(&text, span_bytes(name), name.length);
  text_put_char(&text, '(');
  const char *between = "";
  for (const Node *formal = formals_of(element); formal; formal = formal->next) {
    if (is_long && binding_part(formal, TOKEN_ASSIGN)) continue;
    text_put(&text, between);
    text_put_bytes(&text, span_bytes(node_text(formal)), node_text(formal).length);
    between = ", ";
  }
  text_put(&text, is_long ? ", ..)" : ")");
  return arena_take_text(resolver->scratch, &text);
}

// Finds the place of the argument among those of the element; false after an error.
static bool place_argument(Resolver *resolver, const Statement *element, const Node *argument,
                           int position, const Node *given[])
{
  const Node *formals = statement_value(element, "formals");
  const char *name = resolver_text(resolver, statement_name(element));
  const char *hint = hint_for_arguments(resolver, element);
  const Node *value = argument;
  if (argument->kind == NODE_BINDING) {
    value = argument->last;
    const Node *formal = formals->first;
    for (position = 0; formal && !span_equal(node_text(formal), node_text(argument)); position++)
      formal = formal->next;
    if (!formal)
      return resolver_error(resolver, node_text(argument), hint, "'%s' has no argument '%s'", name,
                            resolver_text(resolver, node_text(argument)));
  }
  if (position >= formals->count)
    return resolver_error(resolver, value->span, hint, "'%s' takes %d argument%s", name,
                          formals->count, formals->count == 1 ? "" : "s");
  if (given[position])
    return resolver_error(resolver, value->span, "once is enough", "this argument is given twice");
  given[position] = value;
  return true;
}

// The expression for each formal; NULL after an error. Defaults and what `file` gives are left open.
static const Node **place_arguments(Resolver *resolver, const Statement *use,
                                    const Statement *element, const Text *file)
{
  int count = statement_value(element, "formals")->count;
  const Node **given = ARENA_ARRAY(resolver->scratch, const Node *, count);
  int position = 0;
  bool is_good = true;
  const Node *argument = statement_value(use, "arguments")->first;
  for (; argument; argument = argument->next)
    is_good = place_argument(resolver, element, argument, position++, given) && is_good;
  position = 0;
  for (const Node *formal = formals_of(element); formal; formal = formal->next) {
    double value;
    bool is_there = given[position++] || binding_part(formal, TOKEN_ASSIGN) || !is_good ||
                    argument_file_value(file, node_text(formal), &value);
    if (is_there) continue;
    Span span = statement_text(use, "element");
    evaluate_error(resolver, span, hint_for_arguments(resolver, element),
                   "the argument '%s' of '%s' is missing",
                   resolver_text(resolver, node_text(formal)), resolver_text(resolver, span));
    is_good = false;
  }
  return is_good ? given : NULL;
}

static Name *declare_bound(Scope *inner, SpaceKind space, const Node *formal, const Name *bound)
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

// A default with a unit says in which unit the argument is given.
static bool check_unit(Resolver *resolver, const Node *formal, const Node *given,
                       const Quantity *value)
{
  const Node *usual = binding_part(formal, TOKEN_ASSIGN);
  if (!usual || usual == given || usual->kind != NODE_NUMBER || !usual->has_unit) return true;
  Quantity like = evaluate_part(resolver, usual);
  Quantity copy = *value;
  if (value->shape != SHAPE_NUMBER || infer_unify(&resolver->inference, &copy, &like)) return true;
  Text units = { 0 };
  dimension_print(infer_dimension(&resolver->inference, &like), &units);
  text_put(&units, ", not in ");
  dimension_print(infer_dimension(&resolver->inference, value), &units);
  evaluate_error(resolver, given->span, NULL, "the argument '%s' is in %s",
                 resolver_text(resolver, node_text(formal)), text_string(&units));
  text_free(&units);
  return false;
}

// Declares the formal as what the name is outside: a frame, a point, a value, or several of these.
static bool bind_name(Resolver *resolver, Scope *inner, const Node *formal, const Node *given)
{
  const char *text = resolver_name(resolver, given);
  const Name *frame = scope_declared(resolver->scope, SPACE_FRAMES, text);
  const Name *value = frame ? scope_declared(resolver->scope, SPACE_VALUES, text)
                            : resolve_function_name(resolver, text);
  bool is_frame = frame && frame->kind == NAME_FRAME;
  int coordinate = is_frame ? resolve_coordinate_of_frame(resolver, frame->index) : -1;
  if (frame) declare_bound(inner, SPACE_FRAMES, formal, frame);
  if (coordinate >= 0) {
    const Coordinate *of_joint = &resolver->mechanism->coordinates[coordinate];
    Dimension dimension = of_joint->kind == COORDINATE_ANGLE    ? dimension_of_angle()
                          : of_joint->kind == COORDINATE_LENGTH ? dimension_of_length()
                                                                : (Dimension){ 0 };
    Name bound = { .kind = NAME_COORDINATE, .index = coordinate };
    Quantity q = quantity_of(of_joint->q, dimension);
    scope_set_value(inner, &bound, &q);
    declare_bound(inner, SPACE_VALUES, formal, &bound);
  } else if (value) {
    Quantity outside = name_value(value);
    if (!check_unit(resolver, formal, given, &outside)) return false;
    declare_bound(inner, SPACE_VALUES, formal, value);
  }
  if (frame || value) return true;
  scope_find(resolver->scope, SPACE_VALUES, text, given->span);
  return false;
}

static bool bind_place(Resolver *resolver, Scope *inner, const Node *formal, const Node *given)
{
  JointPlace *place = ARENA_NEW(inner->arena, JointPlace);
  const Name bound = { .kind = NAME_PLACE, .place = place };
  if (!resolve_place(resolver, given, "a place", place)) return false;
  declare_bound(inner, SPACE_FRAMES, formal, &bound);
  return true;
}

static bool bind_argument(Resolver *resolver, Scope *inner, const Node *formal, const Node *given)
{
  bool is_word = given->kind == NODE_NAME && node_word(given) != WORD_NONE;
  if (given->kind == NODE_NAME && given->primes == 0 && !is_word)
    return bind_name(resolver, inner, formal, given);
  if (given->kind == NODE_PLACE) return bind_place(resolver, inner, formal, given);
  Name bound = { .kind = NAME_ARGUMENT };
  Quantity value = evaluate(resolver, given);
  if (value.shape == SHAPE_NONE) return false;
  if (!check_unit(resolver, formal, given, &value)) return false;
  // 0.1 for a coefficient: its unit is what the element makes of it
  bool is_plain = value.is_plain && value.shape == SHAPE_NUMBER;
  if (is_plain) value = infer_symbol(&resolver->inference, value.at[0]);
  scope_set_value(inner, &bound, &value);
  declare_bound(inner, SPACE_VALUES, formal, &bound);
  return true;
}

// A number of a file: its unit is what the element makes of it.
static void bind_number(Resolver *resolver, Scope *inner, const Node *formal, double number)
{
  Text digits = { 0 };
  Name bound = { .kind = NAME_ARGUMENT };
  text_put_double(&digits, fabs(number));
  const Expr *value = expr_decimal(resolver->pool, text_string(&digits), digits.length);
  Quantity quantity = infer_symbol(&resolver->inference, number < 0 ? expr_neg(value) : value);
  scope_set_value(inner, &bound, &quantity);
  declare_bound(inner, SPACE_VALUES, formal, &bound);
  text_free(&digits);
}

static bool report_no_number(Resolver *resolver, const Node *file, const Node *formal)
{
  return resolver_error(resolver, file->span, "numbers are written as 1.5 or 2e-3",
                        "'%.*s' has '%s', but that is no number there", (int)node_text(file).length,
                        span_bytes(node_text(file)), resolver_text(resolver, node_text(formal)));
}

// Arguments mean what they mean outside; defaults are evaluated inside, with the arguments before.
static bool bind_arguments(Resolver *resolver, Scope *inner, const Statement *use,
                           const Statement *element)
{
  Text text = { 0 };
  const Node *file = statement_value(use, "from");
  bool is_good =
      !file || (resolve_read(resolver, file, &text) && argument_file_check(resolver, file, &text));
  const Node **given = is_good ? place_arguments(resolver, use, element, &text) : NULL;
  Scope *outer = resolver->scope;
  is_good = given != NULL;
  int position = 0;
  for (const Node *formal = formals_of(element); formal && given; formal = formal->next) {
    const Node *value = given[position++];
    double number;
    if (!value && argument_file_value(&text, node_text(formal), &number)) {
      if (isfinite(number)) bind_number(resolver, inner, formal, number);
      is_good = (isfinite(number) || report_no_number(resolver, file, formal)) && is_good;
      continue;
    }
    if (!value) resolver->scope = inner;
    if (!value) value = binding_part(formal, TOKEN_ASSIGN);
    is_good = bind_argument(resolver, inner, formal, value) && is_good;
    resolver->scope = outer;
  }
  text_free(&text);
  return is_good;
}

// ---- use

void resolve_report_inside(Resolver *resolver, const Diagnostics *inside, Span span)
{
  const Document *library = resolver->elements.library;  // its lines would say nothing
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

// The place of everything that was added is the use: the element's text is not the user's.
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

// Makes what the element declared known outside, behind the name of the use.
static void export_names(Resolver *resolver, const Scope *inner, const char *use, Span span)
{
  for (int space = 0; space < SPACE_COUNT; space++) {
    for (int i = 0; i < inner->spaces[space].count; i++) {
      const Name *name = name_at(&inner->spaces[space], i);
      if (!name->is_declared || name->is_bound || name->kind == NAME_FUNCTION)
        continue;  // its body is of the inside
      const char *text = arena_format(resolver->scratch, "%s.%s", use, name->text);
      Name *outside =
          scope_declare(resolver->scope, (SpaceKind)space, text, span, name->kind, name->index);
      if (!outside) continue;
      Name copy = *name;
      copy.is_announced = outside->is_announced;
      copy.span = span;
      *outside = copy;
    }
  }
}

// `front_left`, or the element's name and a number of the uses without a name; NULL after an error.
static const char *name_of_use(Resolver *resolver, const Statement *use, const char *element)
{
  Map *uses = &resolver->scope->uses;
  Arena *arena = resolver->scope->arena;
  const Node *as = statement_value(use, "as");
  if (!as) {
    int number = map_find(uses, element);
    const char *made;
    do {
      number = number < 1 ? 1 : number + 1;
      made = arena_format(arena, "%s%d", element, number);
    } while (map_find(uses, made) >= 0);
    map_put(uses, arena_format(arena, "%s", element), number);
    map_put(uses, made, 0);
    return made;
  }
  const char *name = arena_format(arena, "%s", resolver_name(resolver, as));
  if (map_find(uses, name) >= 0) {
    evaluate_error(resolver, as->span, "choose another name", "'%s' is the name of another use",
                   name);
    return NULL;
  }
  map_put(uses, name, 0);
  return name;
}

static void resolve_inside(Resolver *resolver, Scope *inner, const Statement *element,
                           const Statement *use, const char *name)
{
  Resolver outside = *resolver;
  Elements *elements = &resolver->elements;
  ElementUse current = { .element = element, .outer = elements->current, .depth = 1 };
  if (elements->current) current.depth += elements->current->depth;
  const Mechanism old = *resolver->mechanism;
  Diagnostics *inside = diagnostics_new();
  Span span = statement_text(use, "element");
  elements->current = &current;
  resolver->scope = inner;
  inner->diagnostics = inside;
  resolver->diagnostics = inside;
  resolver->element = resolver_text(resolver, span);
  resolver->prefix = outside.prefix ? arena_format(resolver->arena, "%s.%s", outside.prefix, name)
                                    : arena_copy_text(resolver->arena, name, strlen(name));
  resolve_statements(resolver, element->body);
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
  resolve_report_inside(resolver, inside, span);
  diagnostics_free(inside);
}

// Does the element use itself, directly or by others?
static bool is_inside_itself(const Elements *elements, const Statement *element)
{
  const ElementUse *use = elements->current;
  while (use && use->element != element)
    use = use->outer;
  return use != NULL;
}

// False, with an error for the first time, if there is no end to it.
static bool check_use(Resolver *resolver, const Statement *use, const Statement *element)
{
  Elements *elements = &resolver->elements;
  int depth = elements->current ? elements->current->depth : 0;
  bool is_circle = is_inside_itself(elements, element);
  if (!is_circle && depth < DEEPEST_USE && ++elements->use_count <= MOST_USES) return true;
  Span span = statement_text(use, "element");
  if (!elements->has_reported && is_circle) {
    evaluate_error(resolver, span, "there would be no end to it", "the element '%s' uses itself",
                   resolver_text(resolver, statement_name(element)));
  } else if (!elements->has_reported) {
    evaluate_error(resolver, span, "at most 40 inside each other, 100000 in all",
                   "too many uses of elements");
  }
  elements->has_reported = true;
  return false;
}

void resolve_use(Resolver *resolver, const Statement *use)
{
  Span span = statement_text(use, "element");
  const char *name = resolver_text(resolver, span);
  const Statement *element = element_named(resolver, name);
  Scope inner = { .arena = resolver->file->arena,
                  .diagnostics = resolver->diagnostics,
                  .outer = resolver->file,
                  .sees_constants = true };
  resolve_declare_ground(&inner);
  if (!element) report_unknown(resolver, span, name);
  bool is_good = element && !element->is_broken && check_use(resolver, use, element) &&
                 bind_arguments(resolver, &inner, use, element);
  const char *own = is_good ? name_of_use(resolver, use, name) : NULL;
  if (own) {
    resolve_inside(resolver, &inner, element, use, own);
  } else {
    resolve_broken(resolver, use);
  }
  scope_free(&inner);
}

// ---- for

// A bound of the range as a whole number; false after an error.
static bool whole_bound(Resolver *resolver, const Node *node, int *out)
{
  enum { LARGEST = 1000000000 };
  const Wanted wanted = { "the range", dimension_of_number(), STAGE_LITERAL };
  const Expr *value;
  if (!wanted_number(resolver, node, &wanted, &value)) return false;
  if (resolver_whole(value, -LARGEST, LARGEST, out)) return true;
  return resolver_error(resolver, node->span, NULL, "the range of 'for' is made of whole numbers");
}

// Loops inside loops end together, after one error.
static bool may_go_round(Resolver *resolver, const Node *range)
{
  enum { MOST_IN_ALL = 1000000 };
  int count = resolver->elements.round_count;
  if (count > MOST_IN_ALL) return false;
  resolver->elements.round_count++;
  return count < MOST_IN_ALL ||
         resolver_error(resolver, range->span, NULL, "at most %d rounds in all", MOST_IN_ALL);
}

void resolve_for(Resolver *resolver, const Statement *statement)
{
  enum { MOST_ROUNDS = 10000 };
  const Node *range = statement_value(statement, "range");
  Span variable = statement_text(statement, "variable");
  const char *name = resolver_text(resolver, variable);
  int first, last;
  if (!whole_bound(resolver, range->first, &first) || !whole_bound(resolver, range->last, &last)) {
    resolve_broken(resolver, statement);
    return;
  }
  Scope inside = *resolver->scope;
  inside.outer = NULL;  // an element's counter hides that of the file
  if (scope_declared(&inside, SPACE_VALUES, name)) {
    evaluate_error(resolver, variable, "choose another name", "'%s' is declared already", name);
    return;
  }
  if (last - first >= MOST_ROUNDS) {
    evaluate_error(resolver, range->span, NULL, "at most %d rounds", MOST_ROUNDS);
    return;
  }
  for (int i = first; i <= last && may_go_round(resolver, range); i++) {
    Name *counter = scope_set(resolver->scope, SPACE_VALUES, name, variable, NAME_ARGUMENT);
    counter->is_bound = true;
    Quantity value = quantity_plain(expr_integer(resolver->pool, i));
    scope_set_value(resolver->scope, counter, &value);
    resolve_statements(resolver, statement->body);
  }
  scope_set(resolver->scope, SPACE_VALUES, name, variable, NAME_BROKEN)->is_declared = false;
}

// ---- include

// The document of this file; NULL: it is not read yet.
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
    resolve_note_elements(resolver, document->first);
    resolver->inference.is_active = resolver->inference.is_active || document->has_units;
    resolver->scope->has_lost_names = resolver->scope->has_lost_names || document->has_lost_names;
    const Statement *first = document->first;
    bool has_heading = first && first->kind == STATEMENT_MECHANISM;
    resolve_statements(resolver, has_heading ? first->next : first);
    document->is_resolved = true;
  }
  text_free(&text);
}
