// resolve.c -- resolves the statements in order, each by its function, and declares their names.
// SPDX-License-Identifier: MIT
#include "lang/lang.h"

#include "base/text/letters.h"
#include "lang/resolve/resolve_impl.h"
#include "lang/evaluate/units.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Seed of the random points of fingerprints (symbolic/expr.h). Any value is suitable.
enum { POOL_SEED = 1, STATEMENTS_AT_ONCE = 1024 };

// ---- names

const char *resolver_text(Resolver *resolver, Span span)
{
  return arena_copy_text(resolver->arena, span_bytes(span), span.length);
}

bool resolver_whole(const Expr *value, int least, int most, int *out)
{
  double number = expr_is_number(value) ? expr_number_value(value) : least - 1.0;
  *out = number >= least && number <= most ? (int)number : least;
  return expr_is_integer(value, *out);
}

// Returns the value of an index, or 0 after an error.
static int index_value(Resolver *resolver, const Node *index)
{
  const Requirement wanted = { "an index", dimension_of_number(), STAGE_LITERAL };
  const Expr *value;
  int number;
  if (!require_number(resolver, index, &wanted, &value)) return 0;
  if (resolver_whole(value, 1, MAX_INDEX, &number)) return number;
  evaluate_error(resolver, index->span, NULL, "an index is a whole number from 1");
  return 0;
}

static void put_index(void *resolver, const Node *index, Text *name)
{
  text_format(name, "%d", index_value(resolver, index));
}

const char *resolver_name(Resolver *resolver, const Node *name)
{
  Span whole = node_text(name);
  if (!name->first || name->first->mark != TOKEN_BRACKET_OPEN)
    return arena_copy_text(resolver->scratch, span_bytes(whole), whole.length);
  Text text = { 0 };
  name_put(name, &text, put_index, resolver);
  return arena_take_text(resolver->scratch, &text);
}

const char *resolver_full_name(Resolver *resolver, const char *local)
{
  return arena_join(resolver->arena, resolver->prefix, local);
}

const Expr *resolver_symbol(Resolver *resolver, const char *local, Stage stage)
{
  const char *full = arena_join(resolver->scratch, resolver->prefix, local);
  return stage == STAGE_POSITION ? expr_coordinate(resolver->pool, full)
                                 : expr_symbol(resolver->pool, full, stage);
}

const char *resolver_declared_name(Resolver *resolver, const Statement *statement)
{
  return resolver_name(resolver, statement_value(statement, "name"));
}

// ---- declarations of a statement

typedef void Declaration(Resolver *resolver, NamespaceKind space, Span name);

// Returns true if the joint declares a coordinate with its own name: a joint without parentheses
// whose kind has one coordinate.
static bool makes_own_name(const Statement *statement)
{
  if (statement->kind != STATEMENT_JOINT || !statement_has(statement, "name")) return false;
  if (statement_has(statement, "coordinates") || statement_has(statement, "driver")) return false;
  for (int kind = 0; kind < JOINT_KIND_COUNT; kind++)
    if (span_is(statement_text(statement, "kind"), joint_info((JointKind)kind)->word))
      return joint_info((JointKind)kind)->coordinate_count == 1;
  return true;
}

// Calls `declare` for every name that the statement declares, as far as it was read.
static void each_declaration(Resolver *resolver, const Statement *statement, Declaration *declare)
{
  NamespaceKind space = statement_row(statement->kind)->space;
  if (space >= SPACE_COUNT) return;
  for (const Clause *clause = statement->first; clause; clause = clause->next) {
    if (!clause->value) continue;
    Syntax syntax = clause->row->syntax;
    if (syntax == SYNTAX_NEW_NAME) declare(resolver, space, node_text(clause->value));
    bool has_items = syntax == SYNTAX_ITEMS || syntax == SYNTAX_DEFINITIONS ||
                     syntax == SYNTAX_COORDINATES || syntax == SYNTAX_NEW_NAMES ||
                     syntax == SYNTAX_JOINT_COORDINATES;
    for (const Node *item = has_items ? clause->value->first : NULL; item; item = item->next)
      declare(resolver, SPACE_VALUES, node_text(item));
  }
  if (makes_own_name(statement)) declare(resolver, SPACE_VALUES, statement_name(statement));
}

static void announce(Resolver *resolver, NamespaceKind space, Span name)
{
  // The value of an index is not known yet.
  bool has_index = memchr(span_bytes(name), '[', name.length) != NULL;
  if (!has_index) scope_announce(resolver->scope, space, name);
}

static void declare_broken(Resolver *resolver, NamespaceKind space, Span name)
{
  scope_declare(resolver->scope, space, resolver_text(resolver, name), name, NAME_BROKEN, 0);
}

void resolve_declare_only(Resolver *resolver, const Statement *statement)
{
  bool makes_names = statement->kind == STATEMENT_CHAIN || statement->kind == STATEMENT_DH ||
                     statement->kind == STATEMENT_USE || statement->kind == STATEMENT_CONTROL ||
                     statement->kind == STATEMENT_FOR || statement->kind == STATEMENT_ELEMENT;
  if (makes_names) resolver->scope->has_lost_names = true;
  each_declaration(resolver, statement, declare_broken);
}

// ---- mechanism, gravity

void resolve_mechanism(Resolver *resolver, const Statement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  bool is_first = statement == resolver->elements.text->first && !resolver->element;
  if (!is_first) {
    evaluate_error(resolver, statement->span, "it names the whole description",
                   "'mechanism' must be the first statement");
    return;
  }
  Span name = statement_name(statement);
  Span title = statement_text(statement, "title");
  mechanism->name = resolver_text(resolver, name);
  if (title.source) mechanism->title = resolver_text(resolver, title);
}

void resolve_gravity(Resolver *resolver, const Statement *statement)
{
  if (resolver->has_gravity) {
    evaluate_error(resolver, statement->span, "remove the duplicate", "'gravity' is given twice");
    return;
  }
  resolver->has_gravity = true;
  clause_vector(resolver, statement, "value", &resolver->mechanism->gravity);
}

// ---- all statements

static StatementResolver *const resolvers[STATEMENT_COUNT] = {
#define STATEMENT(KIND, word, resolver, space, joint, doc) resolver,
#include "lang/syntax/statements.def"
};

// Sets the kind of a coordinate declared by hand without a unit, once its dimension is inferred.
static void finish_coordinate(Coordinate *coordinate, Dimension dimension)
{
  if (coordinate->joint >= 0 || coordinate->kind != COORDINATE_NUMBER) return;
  if (dimension_equal(dimension, dimension_of_length())) coordinate->kind = COORDINATE_LENGTH;
  if (dimension.is_angle) coordinate->kind = COORDINATE_ANGLE;
}

// Sets the dimension of the object with this index in the array of the name's kind.
static void set_dimension(Mechanism *mechanism, const Name *name, int index, Dimension dimension,
                          Span place)
{
  if (name->kind == NAME_PARAMETER) {
    mechanism->parameters[index].dimension = dimension;
    mechanism->parameters[index].dimension_span = place;
  }
  if (name->kind == NAME_INPUT) {
    mechanism->inputs[index].dimension = dimension;
    mechanism->inputs[index].dimension_span = place;
  }
  if (name->kind == NAME_COORDINATE) finish_coordinate(&mechanism->coordinates[index], dimension);
  if (name->kind == NAME_STATE) mechanism->states[index].dimension = dimension;
  if (name_is_discrete(name)) mechanism->discretes[index].dimension = dimension;
}

// Stores the dimensions inferred from the use of the values.
static void finish_dimensions(Resolver *resolver)
{
  const Map *values = &resolver->scope->spaces[SPACE_VALUES];
  for (int i = 0; i < values->count; i++) {
    const Name *name = name_at(values, i);
    Quantity value = name_value(name);
    if (value.shape == SHAPE_NONE || name->kind == NAME_TABLE) continue;  // it has no symbol
    Dimension dimension = infer_dimension(&resolver->inference, &value);
    if (!dimension.is_known) continue;
    Span place = infer_place(&resolver->inference, &value);
    for (int k = 0, index = name->index; k < quantity_size(&value); k++)
      if (quantity_has_own(&value, k))
        set_dimension(resolver->mechanism, name, index++, dimension, place);
  }
}

static void announce_all(Resolver *resolver, const Statement *first)
{
  for (const Statement *statement = first; statement; statement = statement->next)
    each_declaration(resolver, statement, announce);
}

// Names inside an element are also scratch data until the element is resolved.
static void resolve_one(Resolver *resolver, const Statement *statement)
{
  ArenaMark mark = arena_mark(resolver->scratch);
  resolver->statements = statement;
  if (statement->is_broken) {
    resolve_declare_only(resolver, statement);
  } else {
    resolvers[statement->kind](resolver, statement);
  }
  if (resolver->scope == resolver->file) arena_rewind(resolver->scratch, mark);
}

void resolve_statements(Resolver *resolver, const Statement *first)
{
  const Statement *outer = resolver->statements;
  announce_all(resolver, first);
  for (const Statement *statement = first; statement; statement = statement->next)
    resolve_one(resolver, statement);
  resolver->statements = outer;
}

// Returns true if the statement must be kept: elements are looked up later, the bodies of functions
// are nodes, and names generated by the parser are allocated next to their statement.
static bool is_needed_later(const Statement *statement)
{
  const Source *source = statement_name(statement).source;
  if (source && source != statement->span.source) return true;
  if (statement->kind == STATEMENT_ELEMENT) return true;
  for (const Statement *inner = statement->body; inner; inner = inner->next)
    if (is_needed_later(inner)) return true;
  const Node *items = statement->kind == STATEMENT_LET ? statement_value(statement, "items") : NULL;
  for (const Node *item = items ? items->first : NULL; item; item = item->next)
    if (binding_part(item, TOKEN_PAREN_OPEN)) return true;
  return false;
}

void resolve_read_on(Resolver *resolver, int count)
{
  Document *document = resolver->elements.text;
  const Statement *last = resolver->elements.announced;
  document_read_on(document, count);
  const Statement *first = last ? last->next : document->first;
  resolver->elements.announced = document->last;
  Scope *inner = resolver->scope;
  resolver->scope = resolver->file;
  announce_all(resolver, first);
  resolve_note_elements(resolver, first, &resolver->elements.places);
  resolver->inference.is_active = resolver->inference.is_active || document->has_units;
  resolver->scope->has_lost_names = resolver->scope->has_lost_names || document->has_lost_names;
  resolver->scope = inner;
}

static void read_rest(void *resolver) { resolve_read_on(resolver, INT_MAX); }

// Role of a byte of the text in the search for units.
typedef enum ByteKind { BYTE_MARK, BYTE_BLANK, BYTE_BRACKET, BYTE_LETTER, BYTE_DIGIT } ByteKind;

static ByteKind kind_of_byte(char c)
{
  if (c >= '0' && c <= '9') return BYTE_DIGIT;
  if (is_plain_part(c) || (c & 0x80) != 0) return BYTE_LETTER;
  if (c == ']' || c == ')' || c == '[') return BYTE_BRACKET;
  return c == ' ' || c == '\t' ? BYTE_BLANK : BYTE_MARK;
}

// Returns true if the text may contain a unit: a name after a number or a bracket, or in brackets.
// Reading a long text for this test and keeping it until it is resolved would take more memory than
// its mechanism.
static bool may_have_units(const Source *source)
{
  uint8_t kinds[256];
  for (int c = 0; c < 256; c++)
    kinds[c] = (uint8_t)kind_of_byte((char)c);
  const unsigned char *at = (const unsigned char *)source->bytes, *end = at + source->length;
  bool is_behind = false;  // the last non-blank is a number or a bracket
  const void *other = at;  // the last name that is not a unit; the next name is often the same
  size_t other_length = 0;
  while (at < end) {
    const unsigned char *name = at;
    ByteKind kind = kinds[*at++];
    if (kind < BYTE_LETTER) {
      if (kind != BYTE_BLANK) is_behind = kind == BYTE_BRACKET;
      continue;
    }
    while (at < end && kinds[*at] >= BYTE_LETTER)
      at++;
    while (kind == BYTE_DIGIT && name < at && (kinds[*name] == BYTE_DIGIT || (*name | 32) == 'e'))
      name++;  // skips the number in 20mm, 2e3m
    size_t length = (size_t)(at - name);
    bool may_be = length > 0 && (is_behind || kind == BYTE_DIGIT);
    is_behind = kind == BYTE_DIGIT;
    if (!may_be || (length == other_length && memcmp(name, other, length) == 0)) continue;
    Unit unit;
    if (unit_find((const char *)name, length, &unit)) return true;
    other = name;
    other_length = length;
  }
  return false;
}

// Resolves the statements of the text. Each is read shortly before it is resolved and released
// afterwards, because a long text and its mechanism do not fit in memory together.
static void resolve_text(Resolver *resolver, const Document *document)
{
  bool may_have = may_have_units(document->source);
  do {
    resolve_read_on(resolver, STATEMENTS_AT_ONCE);
  } while (may_have && document->rest && !document->has_units);
  const void *kept = document;
  int count = 0;
  for (const Statement *statement = document->first, *next; statement; statement = next) {
    resolve_one(resolver, statement);
    if (!statement->next) resolve_read_on(resolver, STATEMENTS_AT_ONCE);
    next = statement->next;
    if (is_needed_later(statement)) kept = next;
    if (++count % STATEMENTS_AT_ONCE == 0 && next) arena_release(document->arena, kept, next);
  }
}

static Mechanism *new_mechanism(const Document *document)
{
  Arena *arena = arena_new();
  Mechanism *mechanism = ARENA_NEW(arena, Mechanism);
  mechanism->arena = arena;
  mechanism->pool = pool_new(POOL_SEED);
  mechanism->name = "mechanism";
  mechanism->gravity = vec3_zero(mechanism->pool);
  mechanism->source = *document->source;
  return mechanism;
}

static void add_ground(Resolver *resolver)
{
  Mechanism *mechanism = resolver->mechanism;
  *RESOLVER_ADD(resolver, mechanism->frames, mechanism->frame_count) =
      (Frame){ .name = "ground", .parent = -1 };
  resolve_declare_ground(resolver->scope);
}

void resolve_declare_ground(Scope *scope)
{
  scope_declare(scope, SPACE_FRAMES, "ground", (Span){ 0 }, NAME_FRAME, FRAME_GROUND)->is_bound =
      true;
}

Mechanism *lang_resolve(Document *document, Diagnostics *diagnostics)
{
  Mechanism *mechanism = new_mechanism(document);
  Arena *scratch = arena_new();
  Arena *names = arena_new();
  arena_alloc(scratch, 0);  // allocates the first block, which all statements share
  Scope scope = { .arena = names, .diagnostics = diagnostics, .read_rest = read_rest };
  UnitValues units = { 0 };
  Resolver resolver = { .mechanism = mechanism,
                        .units = &units,
                        .literals = ARENA_ARRAY(names, Literal, LITERAL_COUNT),
                        .given = ARENA_ARRAY(names, CachedOperand, GIVEN_COUNT),
                        .pool = mechanism->pool,
                        .arena = mechanism->arena,
                        .scratch = scratch,
                        .scope = &scope,
                        .file = &scope,
                        .inference = { .arena = names },
                        .elements = { .text = document, .text_length = document->source->length },
                        .diagnostics = diagnostics };
  scope.reader = &resolver;
  scope.mechanism = mechanism;
  add_ground(&resolver);
  resolve_text(&resolver, document);
  finish_dimensions(&resolver);
  if (diagnostics_error_count(diagnostics) == 0) resolve_check_references(&resolver);
  mechanism_check(mechanism, diagnostics);
  scope_free(&scope);
  scope_free(&resolver.elements.library_scope);
  document_free(resolver.elements.library);
  map_free(&resolver.elements.places);
  map_free(&resolver.elements.in_library);
  for (int i = 0; i < resolver.elements.included_count; i++)
    document_free(resolver.elements.included[i]);
  inference_free(&resolver.inference);
  map_free(&units.places);
  free(units.values);
  free(resolver.motions);
  map_free(&resolver.driven[0]);
  map_free(&resolver.driven[1]);
  map_free(&resolver.memories);
  map_free(&resolver.references.early);
  map_free(&resolver.model_terms);
  arena_free(scratch);
  arena_free(names);
  if (diagnostics_error_count(diagnostics) == 0) return mechanism;
  diagnostics_own_sources(diagnostics, document->source);
  mechanism_free(mechanism);
  return NULL;
}

Mechanism *lang_read(const Source *source, Diagnostics *diagnostics)
{
  Document *document = document_open(source, diagnostics);
  Mechanism *mechanism = lang_resolve(document, diagnostics);
  document_free(document);
  return mechanism;
}
