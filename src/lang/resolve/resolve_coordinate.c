// resolve_coordinate.c -- coordinates of joints, and coordinates declared by hand.
//
// A coordinate declared by hand has the unit of its initial value or its limits. Without either,
// its first direct use as an angle or a length determines its kind.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"
#include "mechanism/default_value.h"

#include <math.h>

// Angles without a unit are in rad. Two full revolutions or more, written as a plain number, are
// most likely degrees.
void warn_unitless_angle(Resolver *resolver, const Node *e)
{
  const Node *number = e->kind == NODE_NEGATE ? e->first : e;
  if (number->kind != NODE_NUMBER || number->has_unit) return;
  const Expr *value =
      expr_decimal(resolver->pool, span_bytes(node_text(number)), node_text(number).length);
  if (expr_number_value(value) < 4 * acos(-1.0)) return;
  const char *hint = arena_format(resolver->scratch, "write '%s deg' for degrees",
                                  resolver_text(resolver, node_text(number)));
  diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, e->span, hint,
                  "this angle is in rad, two turns or more");
}

// ---- limits and initial value

static void resolve_limits(Resolver *resolver, const CoordinateDraft *draft, Coordinate *coordinate,
                           Dimension dimension)
{
  const Requirement wanted = { "a limit", dimension, STAGE_PARAMETER };
  if (!draft->limits) return;
  const Node *first = draft->limits->first;
  const Node *last = draft->limits->last;
  bool has_lower = require_number(resolver, first, &wanted, &coordinate->lower);
  bool has_upper = require_number(resolver, last, &wanted, &coordinate->upper);
  if (!has_lower || !has_upper) return;
  if (dimension.is_angle) {
    warn_unitless_angle(resolver, first);
    warn_unitless_angle(resolver, last);
  }
  double lower = mechanism_default_value(resolver->mechanism, coordinate->lower);
  double upper = mechanism_default_value(resolver->mechanism, coordinate->upper);
  if (lower < upper || !(lower >= upper)) return;  // in order, or not known
  bool is_reversed = lower > upper;
  evaluate_error(resolver, draft->limits->span, is_reversed ? "the lower limit comes first" : NULL,
                 is_reversed ? "the limits are reversed" : "the limits leave no room to move");
}

static void resolve_initial(Resolver *resolver, const CoordinateDraft *draft,
                            Coordinate *coordinate, Dimension dimension)
{
  const Requirement wanted = { "the initial value", dimension, STAGE_PARAMETER };
  if (!draft->initial) return;
  if (!require_number(resolver, draft->initial, &wanted, &coordinate->initial)) return;
  if (dimension.is_angle) warn_unitless_angle(resolver, draft->initial);
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

// Returns NULL after an error: the name is already declared.
static Name *declare_coordinate(Resolver *resolver, const CoordinateDraft *draft, int index)
{
  Scope *scope = resolver->scope;
  const Name *taken = scope_declared(scope, SPACE_VALUES, draft->name);
  if (taken && taken->kind != NAME_SAMPLED && draft->has_made_name) {
    evaluate_error(resolver, draft->span, "write its coordinate in parentheses after the axis: (q)",
                   "the coordinate '%s' that this joint makes is declared already", draft->name);
    return NULL;
  }
  return scope_declare(scope, SPACE_VALUES, draft->name, draft->span, NAME_COORDINATE, index);
}

// Returns the new symbol of a coordinate whose name is declared on first use, or NULL if it must be
// declared now.
static const Expr *waiting_symbol(Resolver *resolver, const CoordinateDraft *draft)
{
  int count = pool_symbol_count(resolver->pool);
  if (!draft->has_made_name || !scope_can_wait(resolver->scope, draft->name)) return NULL;
  const Expr *q = resolver_symbol(resolver, draft->name, STAGE_POSITION);
  return q->form->symbol->index >= count ? q : NULL;
}

static void name_coordinate(Resolver *resolver, const CoordinateDraft *draft, Dimension dimension,
                            Coordinate *coordinate)
{
  int index = resolver->mechanism->coordinate_count;
  Name *name = declare_coordinate(resolver, draft, index);
  // A declared name keeps its first symbol. No name contains a blank, so this one is unique and is
  // not similar to any name.
  const char *symbol = draft->name;
  if (!name) symbol = arena_format(resolver->scratch, "%s (taken, coordinate %d)", symbol, index);
  coordinate->q = resolver_symbol(resolver, symbol, STAGE_POSITION);
  if (!name) return;
  Quantity value = dimension.is_known ? quantity_of(coordinate->q, dimension)
                                      : infer_symbol(&resolver->inference, coordinate->q);
  scope_set_value(resolver->scope, name, &value);
}

int resolve_coordinate(Resolver *resolver, const CoordinateDraft *draft)
{
  Mechanism *mechanism = resolver->mechanism;
  Coordinate coordinate = { .span = draft->span, .kind = draft->kind, .joint = draft->joint };
  Dimension dimension = coordinate_dimension(&coordinate, 0);
  dimension.is_known = dimension.is_known || !draft->is_of_unknown_unit;
  resolve_limits(resolver, draft, &coordinate, dimension);
  resolve_initial(resolver, draft, &coordinate, dimension);
  coordinate.q = waiting_symbol(resolver, draft);
  if (!coordinate.q) name_coordinate(resolver, draft, dimension, &coordinate);
  *RESOLVER_ADD(resolver, mechanism->coordinates, mechanism->coordinate_count) = coordinate;
  resolve_single_meaning(resolver, draft->name, draft->span);
  return mechanism->coordinate_count - 1;
}

// ---- coordinates declared by hand

// Returns the kind that the unit of the value implies; COORDINATE_NUMBER: none. Errors are reported
// later.
static CoordinateKind kind_of_value(Resolver *resolver, const Node *e)
{
  if (!e) return COORDINATE_NUMBER;
  int errors = diagnostics_error_count(resolver->diagnostics);
  Quantity value = evaluate(resolver, e);
  if (diagnostics_error_count(resolver->diagnostics) > errors) return COORDINATE_NUMBER;
  Dimension dimension = infer_dimension(&resolver->inference, &value);
  if (value.is_plain || !dimension.is_known) return COORDINATE_NUMBER;
  if (dimension_equal(dimension, dimension_of_length())) return COORDINATE_LENGTH;
  const Requirement number = { .what = "a coordinate, if no angle or length,",
                               .dimension = { .is_known = true } };
  if (!dimension.is_angle) require_dimension(resolver, &value, &number, e->span);
  return dimension.is_angle ? COORDINATE_ANGLE : COORDINATE_NUMBER;
}

// `pi` as a factor of a number is an angle although it is a plain number: pi/2, 2*pi. In a product
// with a quantity that has a unit it is a number: 2*pi*r.
static bool is_multiple_of_pi(const Node *e)
{
  bool has_pi = e->kind == NODE_NAME && node_word(e) == WORD_PI;
  if (e->kind == NODE_NAME) return has_pi;
  if (e->kind != NODE_PRODUCT && e->kind != NODE_NEGATE && e->kind != NODE_SUM) return false;
  for (const Node *child = e->first; child; child = child->next) {
    bool is_pi = is_multiple_of_pi(child);
    if (!is_pi && (child->kind != NODE_NUMBER || child->has_unit)) return false;
    has_pi = has_pi || is_pi;
  }
  return has_pi;
}

static CoordinateKind kind_of(Resolver *resolver, const Node *item)
{
  const Node *limits = binding_part(item, TOKEN_RANGE);
  const Node *const values[] = { binding_part(item, TOKEN_ASSIGN), limits ? limits->first : NULL,
                                 limits ? limits->last : NULL };
  for (int i = 0; i < 3; i++) {
    if (values[i] && is_multiple_of_pi(values[i])) return COORDINATE_ANGLE;
    CoordinateKind kind = kind_of_value(resolver, values[i]);
    if (kind != COORDINATE_NUMBER) return kind;
  }
  return COORDINATE_NUMBER;
}

void resolve_coord(Resolver *resolver, const Statement *statement)
{
  for (const Node *item = statement_value(statement, "items")->first; item; item = item->next) {
    int errors = diagnostics_error_count(resolver->diagnostics);
    CoordinateDraft draft = { .name = resolver_name(resolver, item),
                              .span = node_text(item),
                              .kind = kind_of(resolver, item),
                              .joint = -1,
                              .initial = binding_part(item, TOKEN_ASSIGN),
                              .limits = binding_part(item, TOKEN_RANGE),
                              .is_of_unknown_unit = true };
    // A value without a valid unit was already reported.
    bool is_reported = diagnostics_error_count(resolver->diagnostics) > errors;
    if (is_reported) draft.initial = draft.limits = NULL;
    resolve_coordinate(resolver, &draft);
  }
}

static void note_kind_of_name(Resolver *resolver, const Node *e, CoordinateKind kind)
{
  if (e->kind != NODE_NAME || e->primes > 0) return;
  const Name *name = scope_declared(resolver->scope, SPACE_VALUES, resolver_name(resolver, e));
  if (!name || name->kind != NAME_COORDINATE) return;
  Coordinate *coordinate = &resolver->mechanism->coordinates[name->index];
  if (coordinate->joint < 0 && coordinate->kind == COORDINATE_NUMBER) coordinate->kind = kind;
}

void resolve_note_kind(Resolver *resolver, const Node *e, CoordinateKind kind)
{
  note_kind_of_name(resolver, e, kind);
  if (e->kind != NODE_SUM && e->kind != NODE_NEGATE) return;
  for (const Node *child = e->first; child; child = child->next)
    note_kind_of_name(resolver, child, kind);
}
