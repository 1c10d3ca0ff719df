// resolve.c -- the statements in order: parameters, definitions, gravity; joints and bodies are in
// files of their own.
//
// The arrays of the mechanism grow with what is declared (RESOLVER_GROW).
// Statements with errors leave something harmless behind, so that the ones below can be checked;
// at the end such a mechanism is thrown away.
// SPDX-License-Identifier: MIT
#include "lang/resolve.h"

#include "base/sha256.h"
#include "lang/resolve_act.h"

#include <string.h>

// Chooses the random points of fingerprints (symbolic/expr.h). Any number will do.
enum { POOL_SEED = 1 };

const char *resolver_name(Resolver *resolver, const char *local)
{
  if (!resolver->prefix) return arena_copy_text(resolver->arena, local, strlen(local));
  return arena_format(resolver->arena, "%s_%s", resolver->prefix, local);
}

const char *resolver_text(Resolver *resolver, Span span)
{
  return arena_copy_text(resolver->scratch, span_bytes(span), span.length);
}

const char *resolver_copy(Resolver *resolver, Span span)
{
  return resolver_name(resolver, resolver_text(resolver, span));
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
  mechanism->parameters =
      RESOLVER_GROW(resolver, Parameter, mechanism->parameters, mechanism->parameter_count);
  mechanism->parameters[mechanism->parameter_count++] =
      (Parameter){ .name = text,
                   .symbol = symbol,
                   .value = item->value ? value.at[0] : NULL,
                   .dimension = value.dimension,
                   .span = item->name };
  name->value = value.dimension.is_known ? quantity_of(symbol, value.dimension)
                                         : infer_symbol(&resolver->inference, symbol);
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
  value.bits = evaluate_bits(value.at[0], 0);  // numbers inside a name are not multiplied out
  mechanism->definitions =
      RESOLVER_GROW(resolver, Definition, mechanism->definitions, mechanism->definition_count);
  mechanism->definitions[mechanism->definition_count++] =
      (Definition){ .name = text, .value = value.at[0], .span = item->name };
  name->value = value;
}

static void declare_broken_coordinates(Resolver *resolver, const AstStatement *statement)
{
  Scope *scope = &resolver->scope;
  const AstCoordinate *given = statement->joint->coordinates;
  if (!given) scope_declare(scope, SPACE_VALUES, statement->name, NAME_BROKEN, 0);
  for (; given; given = given->next)
    scope_declare(scope, SPACE_VALUES, given->name, NAME_BROKEN, 0);
}

// Declares what a broken statement names, so that its uses stay silent.
void resolve_broken(Resolver *resolver, const AstStatement *statement)
{
  Scope *scope = &resolver->scope;
  resolve_broken_action(resolver, statement);
  for (const AstItem *item = statement->items; item; item = item->next) {
    scope_declare(scope, SPACE_VALUES, item->name, NAME_BROKEN, 0);
  }
  for (const AstCoordinate *c = statement->coordinates; c; c = c->next)
    scope_declare(scope, SPACE_VALUES, c->name, NAME_BROKEN, 0);
  if (statement->name.length == 0) return;
  if (statement->word == WORD_BODY) {
    scope_declare(scope, SPACE_BODIES, statement->name, NAME_BROKEN, 0);
  } else if (statement->word == WORD_POINT || statement->word == WORD_FRAME) {
    scope_declare(scope, SPACE_FRAMES, statement->name, NAME_BROKEN, 0);
  } else if (statement->word == WORD_JOINT) {
    scope_declare(scope, SPACE_FRAMES, statement->name, NAME_BROKEN, 0);
    declare_broken_coordinates(resolver, statement);
  } else if (statement->word == WORD_CHAIN || statement->word == WORD_DH) {
    scope->has_lost_names = true;  // the names that they make
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
    resolve_broken(resolver, statement);
    return;
  }
  for (const AstItem *item = statement->items; item; item = item->next) {
    if (statement->word == WORD_PARAM) resolve_parameter(resolver, item);
    if (statement->word == WORD_LET) resolve_definition(resolver, item);
  }
  if (statement->word == WORD_MECHANISM) resolve_title(resolver, statement, is_first);
  if (statement->word == WORD_GRAVITY) resolve_gravity(resolver, statement);
  if (statement->coordinates) resolve_coord(resolver, statement);
  if (statement->frame) resolve_frame(resolver, statement);
  if (statement->chain) resolve_chain(resolver, statement);
  if (statement->table) resolve_dh(resolver, statement);
  if (statement->joint) resolve_joint(resolver, statement);
  if (statement->body) resolve_body(resolver, statement);
  if (statement->point) resolve_point(resolver, statement);
  resolve_action(resolver, statement);
}

static void announce(Resolver *resolver, const AstStatement *statement)
{
  resolve_announce_action(resolver, statement);
  Scope *scope = &resolver->scope;
  for (const AstItem *item = statement->items; item; item = item->next) {
    scope_announce(scope, SPACE_VALUES, item->name);
  }
  for (const AstCoordinate *c = statement->coordinates; c; c = c->next)
    scope_announce(scope, SPACE_VALUES, c->name);
  if (statement->name.length == 0) return;
  if (statement->frame) scope_announce(scope, SPACE_FRAMES, statement->name);
  if (statement->body) scope_announce(scope, SPACE_BODIES, statement->name);
  if (statement->point) scope_announce(scope, SPACE_FRAMES, statement->name);
  if (statement->joint) {
    const AstCoordinate *given = statement->joint->coordinates;
    scope_announce(scope, SPACE_FRAMES, statement->name);
    if (!given) scope_announce(scope, SPACE_VALUES, statement->name);
    for (; given; given = given->next)
      scope_announce(scope, SPACE_VALUES, given->name);
  }
}

// What the use of parameters and inputs has told about their dimensions.
static void finish_dimensions(Resolver *resolver)
{
  Mechanism *mechanism = resolver->mechanism;
  const Space *values = &resolver->scope.spaces[SPACE_VALUES];
  for (int i = 0; i < values->count; i++) {
    const Name *name = &values->names[i];
    Dimension dimension = infer_dimension(&resolver->inference, &name->value);
    if (!dimension.is_known) continue;
    if (name->kind == NAME_PARAMETER) mechanism->parameters[name->index].dimension = dimension;
    if (name->kind == NAME_INPUT) mechanism->inputs[name->index].dimension = dimension;
  }
}

void resolve_statements(Resolver *resolver, const AstStatement *first)
{
  const AstStatement *outer = resolver->statements;
  resolver->statements = first;
  for (const AstStatement *statement = first; statement; statement = statement->next)
    announce(resolver, statement);
  for (const AstStatement *statement = first; statement; statement = statement->next)
    resolve_statement(resolver, statement, statement == first && !resolver->element);
  finish_dimensions(resolver);
  resolve_finish_coordinates(resolver);
  resolver->statements = outer;
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
  return mechanism;
}

static void add_ground(Resolver *resolver)
{
  Mechanism *mechanism = resolver->mechanism;
  mechanism->frames = RESOLVER_GROW(resolver, Frame, mechanism->frames, mechanism->frame_count);
  mechanism->frames[mechanism->frame_count++] = (Frame){ .name = "ground", .parent = -1 };
  resolve_declare_ground(&resolver->scope);
}

void resolve_declare_ground(Scope *scope)
{
  static const Source builtin = { .name = "", .bytes = "ground", .length = 6 };
  const Span span = { &builtin, 0, 6 };
  Name *ground = scope_declare(scope, SPACE_FRAMES, span, NAME_FRAME, FRAME_GROUND);
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
  resolver.inference = (Inference){ .arena = resolver.scratch, .is_active = ast->has_units };
  resolver.scope = (Scope){ .arena = resolver.scratch,
                            .diagnostics = diagnostics,
                            .has_lost_names = ast->has_lost_names };
  Elements elements = { .text = ast };
  resolver.elements = &elements;
  add_ground(&resolver);
  resolve_statements(&resolver, ast->first);
  mechanism_check(mechanism, diagnostics);
  scope_free(&resolver.scope);
  ast_free(elements.library);
  map_free(&elements.taken);
  inference_free(&resolver.inference);
  arena_free(resolver.scratch);
  if (diagnostics_error_count(diagnostics) == 0) return mechanism;
  mechanism_free(mechanism);
  return NULL;
}
