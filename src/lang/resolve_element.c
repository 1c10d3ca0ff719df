// resolve_element.c -- elements: a few statements under a name, resolved again at each use.
//
// A use has a scope of its own that holds the arguments and whatever the statements declare, and
// nothing else; so an element means the same wherever it is used. What it adds to the mechanism is
// named after the use (`coulomb1_friction`) and has its place there. An argument that is the name
// of a joint is both: the joint, and as a value its coordinate.
// SPDX-License-Identifier: MIT
#include "lang/library.h"
#include "lang/parser.h"
#include "lang/resolve_act.h"

#include <string.h>

enum { MOST_USES = 10000, DEEPEST_USE = 40 };

// ---- elements that there are

static const AstStatement *find_element(const AstStatement *first, const char *name)
{
  for (const AstStatement *statement = first; statement; statement = statement->next) {
    if (statement->word == WORD_ELEMENT && span_is(statement->name, name)) return statement;
  }
  return NULL;
}

// The user's elements come before those of the library.
static const AstStatement *element_named(Elements *elements, const char *name)
{
  const AstStatement *found = find_element(elements->text->first, name);
  if (found) return found;
  if (!elements->library) {
    Diagnostics *diagnostics = diagnostics_new();
    elements->library = parser_read(library_source(), diagnostics);
    diagnostics_free(diagnostics);
  }
  return find_element(elements->library->first, name);
}

void resolve_element(Resolver *resolver, const AstStatement *statement)
{
  const char *name = resolver_text(resolver, statement->name);
  const AstStatement *first = find_element(resolver->elements->text->first, name);
  if (first == statement) return;
  const char *hint = arena_format(resolver->scratch, "the first is the element at line %d",
                                  span_place(first->name).line);
  evaluate_error(resolver, statement->name, hint, "'%s' is declared twice", name);
}

static void report_unknown(Resolver *resolver, Span span, const char *name)
{
  enum { MOST = 64 };
  const char *names[MOST];
  int count = 0;
  const AstStatement *lists[] = { resolver->elements->text->first,
                                  resolver->elements->library->first };
  for (int i = 0; i < 2; i++) {
    for (const AstStatement *s = lists[i]; s && count < MOST; s = s->next) {
      if (s->word != WORD_ELEMENT) continue;
      names[count++] = resolver_text(resolver, s->name);
    }
  }
  const char *nearest = nearest_name(name, strlen(name), names, count);
  const char *hint = nearest ? arena_format(resolver->scratch, "did you mean '%s'?", nearest)
                             : "declare it: element NAME(arguments) { statements }";
  evaluate_error(resolver, span, hint, "unknown element '%s'", name);
}

// ---- arguments

static int position_of(const AstItem *formals, Span name)
{
  int position = 0;
  for (; formals; formals = formals->next, position++) {
    if (span_equal(formals->name, name)) return position;
  }
  return -1;
}

// "coulomb(J, fv, fs)"
static const char *hint_for_arguments(Resolver *resolver, const AstStatement *element)
{
  Text text = { 0 };
  text_put_bytes(&text, span_bytes(element->name), element->name.length);
  text_put_char(&text, '(');
  for (const AstItem *formal = element->element->formals; formal; formal = formal->next) {
    text_put_bytes(&text, span_bytes(formal->name), formal->name.length);
    if (formal->next) text_put(&text, ", ");
  }
  text_put_char(&text, ')');
  const char *hint = arena_format(resolver->scratch, "%s", text_string(&text));
  text_free(&text);
  return hint;
}

static bool place_argument(Resolver *resolver, const AstStatement *element, const AstItem *argument,
                           int position, const AstExpr *given[], int formal_count)
{
  bool has_name = argument->name.length > 0;
  if (has_name) position = position_of(element->element->formals, argument->name);
  int length = (int)element->name.length;
  const char *name = span_bytes(element->name);
  if (position < 0) {
    evaluate_error(resolver, argument->name, hint_for_arguments(resolver, element),
                   "'%.*s' has no argument '%.*s'", length, name, (int)argument->name.length,
                   span_bytes(argument->name));
    return false;
  }
  if (position >= formal_count) {
    evaluate_error(resolver, argument->value->span, hint_for_arguments(resolver, element),
                   "'%.*s' takes %d argument%s", length, name, formal_count,
                   formal_count == 1 ? "" : "s");
    return false;
  }
  if (given[position]) {
    evaluate_error(resolver, argument->value->span, "once is enough",
                   "this argument is given twice");
    return false;
  }
  given[position] = argument->value;
  return true;
}

// The expression for each formal; NULL after an error. Defaults are left open.
static const AstExpr **place_arguments(Resolver *resolver, const AstStatement *use,
                                       const AstStatement *element)
{
  int count = 0;
  for (const AstItem *formal = element->element->formals; formal; formal = formal->next)
    count++;
  const AstExpr **given = ARENA_ARRAY(resolver->scratch, const AstExpr *, count);
  int position = 0;
  bool is_good = true;
  for (const AstItem *argument = use->element->arguments; argument; argument = argument->next) {
    is_good = place_argument(resolver, element, argument, position++, given, count) && is_good;
  }
  position = 0;
  for (const AstItem *formal = element->element->formals; formal; formal = formal->next) {
    if (given[position++] || formal->value || !is_good) continue;
    evaluate_error(resolver, use->name, hint_for_arguments(resolver, element),
                   "the argument '%.*s' of '%.*s' is missing", (int)formal->name.length,
                   span_bytes(formal->name), (int)use->name.length, span_bytes(use->name));
    is_good = false;
  }
  return is_good ? given : NULL;
}

// Declares `formal` in `inner` as what the name `span` is outside.
static bool bind_name(Resolver *resolver, Scope *inner, Span formal, Span span)
{
  Name *frame = scope_declared(&resolver->scope, SPACE_FRAMES, span);
  Name *value = scope_declared(&resolver->scope, SPACE_VALUES, span);
  int coordinate =
      frame && frame->kind == NAME_FRAME ? resolve_coordinate_of_frame(resolver, frame->index) : -1;
  if (frame) scope_declare(inner, SPACE_FRAMES, formal, frame->kind, frame->index);
  if (coordinate >= 0) {
    const char *name = resolver->mechanism->coordinates[coordinate].name;
    Name *of_joint = scope_declared_text(&resolver->scope, SPACE_VALUES, name);
    if (of_joint) value = of_joint;
  }
  if (value) {
    Quantity quantity = value->value;
    Name *bound = scope_declare(inner, SPACE_VALUES, formal, value->kind, value->index);
    if (bound) bound->value = quantity;
  }
  if (frame || value) return true;
  scope_find(&resolver->scope, SPACE_VALUES, span);
  return false;
}

static bool bind_argument(Resolver *resolver, Scope *inner, Span formal, const AstExpr *given)
{
  bool is_word =
      given->kind == AST_NAME && word_of(span_bytes(given->text), given->text.length) != WORD_NONE;
  if (given->kind == AST_NAME && given->primes == 0 && !is_word) {
    return bind_name(resolver, inner, formal, given->text);
  }
  Quantity value = evaluate(resolver, given);
  if (value.shape == SHAPE_NONE) return false;
  // 0.1 for a coefficient: its unit is what the element makes of it
  bool is_plain = value.is_plain && value.shape == SHAPE_NUMBER;
  if (is_plain) value = infer_symbol(&resolver->inference, value.at[0]);
  Name *name = scope_declare(inner, SPACE_VALUES, formal, NAME_ARGUMENT, 0);
  if (name) name->value = value;
  return true;
}

static bool bind_arguments(Resolver *resolver, Scope *inner, const AstStatement *use,
                           const AstStatement *element)
{
  const AstExpr **given = place_arguments(resolver, use, element);
  bool is_good = given != NULL;
  int position = 0;
  for (const AstItem *formal = element->element->formals; formal && given; formal = formal->next) {
    const AstExpr *value = given[position] ? given[position] : formal->value;
    position++;
    is_good = bind_argument(resolver, inner, formal->name, value) && is_good;
  }
  return is_good;
}

// ---- use

// Messages about the statements of an element stand where it is used.
static void report_inside(Resolver *resolver, const Diagnostics *inside, const AstStatement *use)
{
  for (int i = 0; i < diagnostics_count(inside); i++) {
    diagnostics_add(resolver->diagnostics, diagnostics_severity(inside, i), use->name,
                    diagnostics_hint(inside, i), "in '%.*s': %s", (int)use->name.length,
                    span_bytes(use->name), diagnostics_message(inside, i));
  }
}

typedef struct Counts {
  int parameters, definitions, coordinates, frames, joints, bodies, points, shapes;
  int loops, constraints, rollings, speeds, inputs, forces, tasks;
} Counts;

static Counts counts_of(const Mechanism *m)
{
  return (Counts){ m->parameter_count, m->definition_count, m->coordinate_count, m->frame_count,
                   m->joint_count,     m->body_count,       m->point_count,      m->shape_count,
                   m->loop_count,      m->constraint_count, m->rolling_count,    m->speed_count,
                   m->input_count,     m->force_count,      m->task_count };
}

// The place of everything that was added is the use: the element's text is not the user's.
static void set_places(Mechanism *m, const Counts *old, Span span)
{
#define SET_PLACES(field, count)                                                                   \
  for (int i = old->field; i < m->count; i++)                                                      \
  m->field[i].span = span
  SET_PLACES(parameters, parameter_count);
  SET_PLACES(definitions, definition_count);
  SET_PLACES(coordinates, coordinate_count);
  SET_PLACES(frames, frame_count);
  SET_PLACES(joints, joint_count);
  SET_PLACES(bodies, body_count);
  SET_PLACES(points, point_count);
  SET_PLACES(shapes, shape_count);
  SET_PLACES(loops, loop_count);
  SET_PLACES(constraints, constraint_count);
  SET_PLACES(rollings, rolling_count);
  SET_PLACES(speeds, speed_count);
  SET_PLACES(inputs, input_count);
  SET_PLACES(forces, force_count);
  SET_PLACES(tasks, task_count);
#undef SET_PLACES
  for (int i = old->bodies; i < m->body_count; i++) {
    m->bodies[i].mass_span = span;
    if (m->bodies[i].inertia_span.length > 0) m->bodies[i].inertia_span = span;
  }
}

static void resolve_inside(Resolver *resolver, const Scope *inner, const AstStatement *element,
                           const AstStatement *use)
{
  Resolver outside = *resolver;
  Elements *elements = resolver->elements;
  ElementUse current = { .element = element, .outer = elements->current, .depth = 1 };
  if (elements->current) current.depth += elements->current->depth;
  Counts old = counts_of(resolver->mechanism);
  Diagnostics *inside = diagnostics_new();
  elements->current = &current;
  resolver->scope = *inner;
  resolver->scope.diagnostics = inside;
  resolver->diagnostics = inside;
  resolver->element = arena_copy_text(resolver->arena, span_bytes(use->name), use->name.length);
  resolver->prefix = resolve_prefix(resolver, resolver->element);
  resolve_statements(resolver, element->element->body);
  scope_free(&resolver->scope);
  elements->current = current.outer;
  resolver->scope = outside.scope;
  resolver->diagnostics = outside.diagnostics;
  resolver->element = outside.element;
  resolver->prefix = outside.prefix;
  set_places(resolver->mechanism, &old, use->name);
  report_inside(resolver, inside, use);
  diagnostics_free(inside);
}

// Does the element use itself, directly or by others?
static bool is_inside_itself(const Elements *elements, const AstStatement *element)
{
  const ElementUse *use = elements->current;
  while (use && use->element != element)
    use = use->outer;
  return use != NULL;
}

// False, with an error for the first time, if there is no end to it.
static bool check_use(Resolver *resolver, const AstStatement *use, const AstStatement *element)
{
  Elements *elements = resolver->elements;
  int depth = elements->current ? elements->current->depth : 0;
  bool is_circle = is_inside_itself(elements, element);
  if (!is_circle && depth < DEEPEST_USE && ++elements->use_count <= MOST_USES) return true;
  if (!elements->has_reported) {
    const char *name = resolver_text(resolver, element->name);
    if (is_circle) {
      evaluate_error(resolver, use->name, "there would be no end to it",
                     "the element '%s' uses itself", name);
    } else {
      evaluate_error(resolver, use->name, "at most 40 inside each other, 10000 in all",
                     "too many uses of elements");
    }
  }
  elements->has_reported = true;
  return false;
}

void resolve_use(Resolver *resolver, const AstStatement *use)
{
  const char *name = resolver_text(resolver, use->name);
  const AstStatement *element = element_named(resolver->elements, name);
  if (!element) {
    report_unknown(resolver, use->name, name);
    return;
  }
  if (element->is_broken || !check_use(resolver, use, element)) return;
  Scope inner = { .arena = resolver->scratch, .diagnostics = resolver->diagnostics };
  resolve_declare_ground(&inner);
  if (bind_arguments(resolver, &inner, use, element)) {
    resolve_inside(resolver, &inner, element, use);
  } else {
    scope_free(&inner);
  }
}
