// resolve.c -- the statements in order: parameters, definitions, gravity; joints and bodies are in
// files of their own.
//
// The arrays of the mechanism are made at once, large enough for every statement of the tree.
// Statements with errors leave something harmless behind, so that the ones below can be checked;
// at the end such a mechanism is thrown away.
// SPDX-License-Identifier: MIT
#include "lang/resolve.h"

#include "base/sha256.h"
#include "lang/resolve_impl.h"

// Chooses the random points of fingerprints (symbolic/expr.h). Any number will do.
enum { POOL_SEED = 1 };

const char *resolver_copy(Resolver *resolver, Span span)
{
  return arena_copy_text(resolver->arena, span_bytes(span), span.length);
}

// ---- parameters and definitions

// The value of a parameter; false after an error.
static bool parameter_value(Resolver *resolver, const AstItem *item, Quantity *value)
{
  const Wanted wanted = { .what = "the value of a parameter", .stage = STAGE_LITERAL };
  *value = evaluate(resolver, item->value);
  if (value->shape == SHAPE_NONE) return false;
  if (value->shape != SHAPE_NUMBER) {
    evaluate_error(resolver, item->value->span, "use one parameter for each component",
                   "the value of a parameter is a number, not %s", shape_text(value->shape));
    return false;
  }
  return wanted_stage(resolver, value, &wanted, item->value->span);
}

static void resolve_parameter(Resolver *resolver, const AstItem *item)
{
  Mechanism *mechanism = resolver->mechanism;
  Quantity value = { .shape = SHAPE_NONE };
  bool is_good = !item->value || parameter_value(resolver, item, &value);
  int index = mechanism->parameter_count;
  NameKind kind = is_good ? NAME_PARAMETER : NAME_BROKEN;
  Name *name = scope_declare(&resolver->scope, SPACE_VALUES, item->name, kind, index);
  if (!name || !is_good) return;
  const char *text = resolver_copy(resolver, item->name);
  const Expr *symbol = expr_symbol(resolver->pool, text, STAGE_PARAMETER);
  mechanism->parameters[mechanism->parameter_count++] =
      (Parameter){ .name = text,
                   .symbol = symbol,
                   .value = item->value ? value.at[0] : NULL,
                   .dimension = value.dimension,
                   .span = item->name };
  name->value = quantity_of(symbol, value.dimension);
}

static void resolve_definition(Resolver *resolver, const AstItem *item)
{
  Mechanism *mechanism = resolver->mechanism;
  Quantity value = evaluate(resolver, item->value);
  if (value.shape == SHAPE_VECTOR || value.shape == SHAPE_MATRIX) {
    value = evaluate_error(resolver, item->value->span, "name its components one by one",
                           "'let' names a number, not %s", shape_text(value.shape));
  }
  bool is_good = value.shape == SHAPE_NUMBER;
  int index = mechanism->definition_count;
  NameKind kind = is_good ? NAME_DEFINITION : NAME_BROKEN;
  Name *name = scope_declare(&resolver->scope, SPACE_VALUES, item->name, kind, index);
  if (!name || !is_good) return;
  const char *text = resolver_copy(resolver, item->name);
  value.at[0] = expr_name(text, value.at[0]);
  mechanism->definitions[mechanism->definition_count++] =
      (Definition){ .name = text, .value = value.at[0], .span = item->name };
  name->value = value;
}

// Declares what a broken statement names, so that its uses stay silent.
static void declare_broken(Resolver *resolver, const AstStatement *statement)
{
  Scope *scope = &resolver->scope;
  for (const AstItem *item = statement->items; item; item = item->next) {
    scope_declare(scope, SPACE_VALUES, item->name, NAME_BROKEN, 0);
  }
  if (statement->name.length == 0) return;
  if (statement->word == WORD_BODY) {
    scope_declare(scope, SPACE_BODIES, statement->name, NAME_BROKEN, 0);
  } else if (statement->word == WORD_POINT) {
    scope_declare(scope, SPACE_FRAMES, statement->name, NAME_BROKEN, 0);
  } else if (statement->word == WORD_JOINT) {
    Span coordinate = statement->joint->coordinate;
    scope_declare(scope, SPACE_FRAMES, statement->name, NAME_BROKEN, 0);
    scope_declare(scope, SPACE_VALUES, coordinate.length > 0 ? coordinate : statement->name,
                  NAME_BROKEN, 0);
  }
}

// ---- mechanism, gravity

static void resolve_title(Resolver *resolver, const AstStatement *statement, bool is_first)
{
  Mechanism *mechanism = resolver->mechanism;
  if (!is_first) {
    evaluate_error(resolver, statement->span, "it names the whole description",
                   "'mechanism' must be the first statement");
    return;
  }
  mechanism->name = resolver_copy(resolver, statement->name);
  if (statement->title.source) mechanism->title = resolver_copy(resolver, statement->title);
}

static void resolve_gravity(Resolver *resolver, const AstStatement *statement)
{
  const Wanted wanted = { .what = "gravity",
                          .dimension = { .is_known = true, .power = { 1, 0, -2, 0, 0 } },
                          .stage = STAGE_PARAMETER };
  if (resolver->has_gravity) {
    evaluate_error(resolver, statement->span, "once is enough", "'gravity' is given twice");
    return;
  }
  resolver->has_gravity = true;
  wanted_vector(resolver, statement->value, &wanted, &resolver->mechanism->gravity);
}

// ---- all statements

static void resolve_statement(Resolver *resolver, const AstStatement *statement, bool is_first)
{
  if (statement->is_broken) {
    declare_broken(resolver, statement);
    return;
  }
  for (const AstItem *item = statement->items; item; item = item->next) {
    if (statement->word == WORD_PARAM) resolve_parameter(resolver, item);
    if (statement->word == WORD_LET) resolve_definition(resolver, item);
  }
  if (statement->word == WORD_MECHANISM) resolve_title(resolver, statement, is_first);
  if (statement->word == WORD_GRAVITY) resolve_gravity(resolver, statement);
  if (statement->joint) resolve_joint(resolver, statement);
  if (statement->body) resolve_body(resolver, statement);
  if (statement->point) resolve_point(resolver, statement);
}

static void announce(Resolver *resolver, const AstStatement *statement)
{
  Scope *scope = &resolver->scope;
  for (const AstItem *item = statement->items; item; item = item->next) {
    scope_announce(scope, SPACE_VALUES, item->name);
  }
  if (statement->name.length == 0) return;
  if (statement->body) scope_announce(scope, SPACE_BODIES, statement->name);
  if (statement->point) scope_announce(scope, SPACE_FRAMES, statement->name);
  if (statement->joint) {
    Span coordinate = statement->joint->coordinate;
    scope_announce(scope, SPACE_FRAMES, statement->name);
    scope_announce(scope, SPACE_VALUES, coordinate.length > 0 ? coordinate : statement->name);
  }
}

// Room for everything that the tree may declare.
static void make_room(Mechanism *mechanism, const Ast *ast)
{
  int items = 0;
  int statements = 0;
  for (const AstStatement *statement = ast->first; statement; statement = statement->next) {
    statements++;
    for (const AstItem *item = statement->items; item; item = item->next)
      items++;
  }
  Arena *arena = mechanism->arena;
  mechanism->parameters = ARENA_ARRAY(arena, Parameter, items);
  mechanism->definitions = ARENA_ARRAY(arena, Definition, items);
  mechanism->coordinates = ARENA_ARRAY(arena, Coordinate, statements);
  mechanism->frames = ARENA_ARRAY(arena, Frame, statements + 1);
  mechanism->joints = ARENA_ARRAY(arena, Joint, statements);
  mechanism->bodies = ARENA_ARRAY(arena, Body, statements);
  mechanism->points = ARENA_ARRAY(arena, Point, statements);
}

static Mechanism *new_mechanism(const Ast *ast)
{
  Arena *arena = arena_new();
  Mechanism *mechanism = ARENA_NEW(arena, Mechanism);
  mechanism->arena = arena;
  mechanism->pool = pool_new(POOL_SEED);
  mechanism->name = "mechanism";
  mechanism->gravity = vec3_zero(mechanism->pool);
  sha256_hex(ast->source->bytes, ast->source->length, mechanism->source_hash);
  make_room(mechanism, ast);
  mechanism->frames[mechanism->frame_count++] = (Frame){ .name = "ground", .parent = -1 };
  return mechanism;
}

static void declare_ground(Resolver *resolver)
{
  static const Source builtin = { .name = "", .bytes = "ground", .length = 6 };
  const Span span = { &builtin, 0, 6 };
  Name *ground = scope_declare(&resolver->scope, SPACE_FRAMES, span, NAME_FRAME, FRAME_GROUND);
  ground->span = (Span){ 0 };
}

Mechanism *resolve(const Ast *ast, Diagnostics *diagnostics)
{
  Mechanism *mechanism = new_mechanism(ast);
  Resolver resolver = { .mechanism = mechanism,
                        .pool = mechanism->pool,
                        .arena = mechanism->arena,
                        .scratch = arena_new(),
                        .diagnostics = diagnostics };
  resolver.scope = (Scope){ .arena = resolver.scratch,
                            .diagnostics = diagnostics,
                            .has_lost_names = ast->has_lost_names };
  declare_ground(&resolver);
  for (const AstStatement *statement = ast->first; statement; statement = statement->next) {
    announce(&resolver, statement);
  }
  for (const AstStatement *statement = ast->first; statement; statement = statement->next) {
    resolve_statement(&resolver, statement, statement == ast->first);
  }
  mechanism_check(mechanism, diagnostics);
  scope_free(&resolver.scope);
  arena_free(resolver.scratch);
  if (diagnostics_error_count(diagnostics) == 0) return mechanism;
  mechanism_free(mechanism);
  return NULL;
}
