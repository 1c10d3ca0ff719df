// resolve_coordinate.c -- coordinates: of joints, and written by hand.
//
// A coordinate written by hand has the unit of its initial value or its limits. Without any, the
// first plain use as an angle or a length tells.
// SPDX-License-Identifier: MIT
#include "lang/resolve_geometry.h"
#include "mechanism/default_value.h"

#include <math.h>

// Angles without a unit are in rad. Two turns or more, written as a bare number, are most likely
// degrees.
void resolve_doubt_angle(Resolver *resolver, const AstExpr *e)
{
  const AstExpr *number = e->kind == AST_NEGATE ? e->first : e;
  if (number->kind != AST_NUMBER || number->unit) return;
  const Expr *value = expr_decimal(resolver->pool, span_bytes(number->text), number->text.length);
  if (expr_number_value(value) < 4 * acos(-1.0)) return;
  const char *hint = arena_format(resolver->scratch, "write '%.*s deg' for degrees",
                                  (int)number->text.length, span_bytes(number->text));
  diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, e->span, hint,
                  "this angle is in rad, two turns or more");
}

static Dimension dimension_of(CoordinateKind kind, bool is_unknown)
{
  switch (kind) {
  case COORDINATE_ANGLE: return dimension_of_angle();
  case COORDINATE_LENGTH: return dimension_of_length();
  case COORDINATE_NUMBER: break;
  }
  return (Dimension){ .is_known = !is_unknown };
}

// ---- limits and initial value

static void resolve_limits(Resolver *resolver, const CoordinateDraft *draft, Coordinate *coordinate,
                           Dimension dimension)
{
  const Wanted wanted = { "a limit", dimension, STAGE_PARAMETER };
  if (!draft->lower) return;
  bool has_lower = wanted_number(resolver, draft->lower, &wanted, &coordinate->lower);
  bool has_upper = wanted_number(resolver, draft->upper, &wanted, &coordinate->upper);
  if (!has_lower || !has_upper) return;
  if (dimension.is_angle) {
    resolve_doubt_angle(resolver, draft->lower);
    resolve_doubt_angle(resolver, draft->upper);
  }
  double lower = mechanism_default_value(resolver->mechanism, coordinate->lower);
  double upper = mechanism_default_value(resolver->mechanism, coordinate->upper);
  if (lower < upper || !(lower >= upper)) return;  // in order, or not known
  Span span = draft->lower->span;
  span.length = draft->upper->span.start + draft->upper->span.length - span.start;
  if (lower > upper) {
    evaluate_error(resolver, span, "the lower limit comes first", "the limits are reversed");
  } else {
    evaluate_error(resolver, span, NULL, "the limits leave no room to move");
  }
}

static void resolve_initial(Resolver *resolver, const CoordinateDraft *draft,
                            Coordinate *coordinate, Dimension dimension)
{
  const Wanted wanted = { "the initial value", dimension, STAGE_PARAMETER };
  if (!draft->initial) return;
  if (!wanted_number(resolver, draft->initial, &wanted, &coordinate->initial)) return;
  if (dimension.is_angle) resolve_doubt_angle(resolver, draft->initial);
  if (!coordinate->lower) return;
  double value = mechanism_default_value(resolver->mechanism, coordinate->initial);
  double lower = mechanism_default_value(resolver->mechanism, coordinate->lower);
  double upper = mechanism_default_value(resolver->mechanism, coordinate->upper);
  if (value < lower || value > upper) {
    diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, draft->initial->span, NULL,
                    "the initial value is outside the limits");
  }
}

// ---- any coordinate

static void make_symbols(Resolver *resolver, Coordinate *coordinate, const char *symbol)
{
  Pool *pool = resolver->pool;
  Arena *arena = resolver->scratch;
  coordinate->q = expr_symbol(pool, symbol, STAGE_POSITION);
  coordinate->qd = expr_symbol(pool, arena_format(arena, "%s'", symbol), STAGE_VELOCITY);
  coordinate->qdd = expr_symbol(pool, arena_format(arena, "%s''", symbol), STAGE_ACCELERATION);
  expr_set_rate(coordinate->q, coordinate->qd);
  expr_set_rate(coordinate->qd, coordinate->qdd);
}

// NULL after an error: the name is taken.
static Name *declare_coordinate(Resolver *resolver, const CoordinateDraft *draft, int index)
{
  Scope *scope = &resolver->scope;
  const Name *taken = scope_declared_text(scope, SPACE_VALUES, draft->name);
  if (taken && draft->has_made_name) {
    evaluate_error(resolver, draft->span, "name its coordinates in brackets behind the axis: (q)",
                   "the coordinate '%s' that this joint makes is declared already", draft->name);
    return NULL;
  }
  return scope_declare_text(scope, SPACE_VALUES, draft->name, draft->span, NAME_COORDINATE, index);
}

int resolve_coordinate(Resolver *resolver, const CoordinateDraft *draft)
{
  Mechanism *mechanism = resolver->mechanism;
  mechanism->coordinates =
      RESOLVER_GROW(resolver, Coordinate, mechanism->coordinates, mechanism->coordinate_count);
  int index = mechanism->coordinate_count++;
  Coordinate *coordinate = &mechanism->coordinates[index];
  Dimension dimension = dimension_of(draft->kind, draft->is_of_unknown_unit);
  coordinate->name = resolver_name(resolver, draft->name);
  coordinate->span = draft->span;
  coordinate->kind = draft->kind;
  coordinate->joint = draft->joint;
  resolve_limits(resolver, draft, coordinate, dimension);
  resolve_initial(resolver, draft, coordinate, dimension);

  Name *name = declare_coordinate(resolver, draft, index);
  // a name that is taken stays with its first owner; '#' is in no name
  const char *symbol = name ? coordinate->name : arena_format(resolver->scratch, "#%d", index);
  make_symbols(resolver, coordinate, symbol);
  if (!name) return index;
  name->value = dimension.is_known ? quantity_of(coordinate->q, dimension)
                                   : infer_symbol(&resolver->inference, coordinate->q);
  return index;
}

// ---- coordinates written by hand

// What the unit of the value says; COORDINATE_NUMBER: nothing. Errors are reported later.
static CoordinateKind kind_of_value(Resolver *resolver, const AstExpr *e)
{
  if (!e) return COORDINATE_NUMBER;
  int errors = diagnostics_error_count(resolver->diagnostics);
  Quantity value = evaluate(resolver, e);
  if (diagnostics_error_count(resolver->diagnostics) > errors) return COORDINATE_NUMBER;
  Dimension dimension = infer_dimension(&resolver->inference, &value);
  if (value.is_plain || !dimension.is_known) return COORDINATE_NUMBER;
  if (dimension_equal(dimension, dimension_of_length())) return COORDINATE_LENGTH;
  return dimension.is_angle ? COORDINATE_ANGLE : COORDINATE_NUMBER;
}

// `pi` in a limit is an angle, though it is a plain number. As deep as the tree, which the parser
// limits.
static bool mentions_pi(const AstExpr *e)
{
  if (e->kind == AST_NAME) return word_of(span_bytes(e->text), e->text.length) == WORD_PI;
  for (const AstExpr *child = e->first; child; child = child->next) {
    if (mentions_pi(child)) return true;
  }
  return false;
}

static CoordinateKind kind_of(Resolver *resolver, const AstCoordinate *ast)
{
  const AstExpr *const values[] = { ast->initial, ast->lower, ast->upper };
  for (int i = 0; i < 3; i++) {
    if (values[i] && mentions_pi(values[i])) return COORDINATE_ANGLE;
    CoordinateKind kind = kind_of_value(resolver, values[i]);
    if (kind != COORDINATE_NUMBER) return kind;
  }
  return COORDINATE_NUMBER;
}

void resolve_coord(Resolver *resolver, const AstStatement *statement)
{
  for (const AstCoordinate *ast = statement->coordinates; ast; ast = ast->next) {
    CoordinateKind kind = kind_of(resolver, ast);
    resolve_coordinate(resolver, &(CoordinateDraft){ .name = resolver_text(resolver, ast->name),
                                                     .span = ast->name,
                                                     .kind = kind,
                                                     .joint = -1,
                                                     .initial = ast->initial,
                                                     .lower = ast->lower,
                                                     .upper = ast->upper,
                                                     .is_of_unknown_unit = true });
  }
}

static void note_kind_of_name(Resolver *resolver, const AstExpr *e, CoordinateKind kind)
{
  if (e->kind != AST_NAME || e->primes > 0) return;
  const Name *name = scope_declared(&resolver->scope, SPACE_VALUES, e->text);
  if (!name || name->kind != NAME_COORDINATE) return;
  Coordinate *coordinate = &resolver->mechanism->coordinates[name->index];
  if (coordinate->joint < 0 && coordinate->kind == COORDINATE_NUMBER) coordinate->kind = kind;
}

void resolve_note_kind(Resolver *resolver, const AstExpr *e, CoordinateKind kind)
{
  note_kind_of_name(resolver, e, kind);
  if (e->kind != AST_SUM && e->kind != AST_NEGATE) return;
  for (const AstExpr *child = e->first; child; child = child->next) {
    note_kind_of_name(resolver, child, kind);
  }
}

void resolve_finish_coordinates(Resolver *resolver)
{
  const Space *values = &resolver->scope.spaces[SPACE_VALUES];
  for (int i = 0; i < values->count; i++) {
    const Name *name = &values->names[i];
    if (name->kind != NAME_COORDINATE) continue;
    Coordinate *coordinate = &resolver->mechanism->coordinates[name->index];
    if (coordinate->joint >= 0 || coordinate->kind != COORDINATE_NUMBER) continue;
    Dimension dimension = infer_dimension(&resolver->inference, &name->value);
    bool is_length = dimension.is_known && dimension_equal(dimension, dimension_of_length());
    if (is_length) coordinate->kind = COORDINATE_LENGTH;
    if (dimension.is_known && dimension.is_angle) coordinate->kind = COORDINATE_ANGLE;
  }
}
