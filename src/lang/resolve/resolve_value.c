// resolve_value.c -- named values: parameters, definitions, user functions and speeds.
//
// The components of a vector or a matrix have names, offset.x, J.xy. Those of a parameter are also
// parameters, except zeros and repeated entries of a symmetric matrix. A list consists of its
// elements: A[1], A[2].
// SPDX-License-Identifier: MIT
#include "lang/syntax/library.h"
#include "lang/resolve/resolve_impl.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"

#include <string.h>

// ---- parameters

// Adds one number; returns its symbol.
static const Expr *add_parameter(Resolver *resolver, const char *local, Span span,
                                 const Expr *value, Dimension dimension)
{
  Mechanism *mechanism = resolver->mechanism;
  const Expr *symbol = resolver_symbol(resolver, local, STAGE_PARAMETER);
  *RESOLVER_ADD(resolver, mechanism->parameters, mechanism->parameter_count) =
      (Parameter){ symbol->form->symbol->name, symbol, value, dimension, { 0 }, span };
  return symbol;
}

// Adds a number, a vector or a matrix; shape SHAPE_NONE: a number that remains symbolic.
static void add_parameters(Resolver *resolver, const char *local, Span span, Quantity value)
{
  int index = resolver->mechanism->parameter_count;
  Name *name = scope_declare(resolver->scope, SPACE_VALUES, local, span, NAME_PARAMETER, index);
  if (!name) return;
  Quantity symbols = value;
  if (value.shape <= SHAPE_NUMBER) {
    const Expr *number = value.shape == SHAPE_NUMBER ? value.at[0] : NULL;
    symbols.shape = SHAPE_NUMBER;
    symbols.at[0] = add_parameter(resolver, local, span, number, value.dimension);
  }
  for (int i = 0; value.shape > SHAPE_NUMBER && i < quantity_size(&value); i++) {
    if (expr_is_zero(value.at[i])) continue;  // a zero is not a parameter, which shortens formulas
    if (quantity_has_own(&value, i)) {
      const char *part = name_component(resolver->scratch, local, value.shape, i);
      symbols.at[i] = add_parameter(resolver, part, span, value.at[i], value.dimension);
    } else {
      symbols.at[i] = symbols.at[3 * (i % 3) + i / 3];
    }
  }
  symbols.is_plain = false;
  if (!value.dimension.is_known && !value.free) infer_free(&resolver->inference, &symbols);
  scope_set_value(resolver->scope, name, &symbols);
  scope_check_components(resolver->scope, name);
}

static bool parameter_value(Resolver *resolver, const Node *node, Quantity *value)
{
  const Requirement wanted = { .what = "the value of a parameter", .stage = STAGE_LITERAL };
  *value = evaluate(resolver, node);
  return value->shape != SHAPE_NONE && wanted_stage(resolver, value, &wanted, node->span);
}

// Returns the size of a list, `param A[6]`; 0: not a list, -1 after an error.
int resolve_list_size(Resolver *resolver, const Node *item)
{
  const Node *size = binding_part(item, TOKEN_BRACKET_OPEN);
  const Requirement wanted = { "the size of a list", dimension_of_number(), STAGE_LITERAL };
  const Expr *value;
  int number;
  if (!size) return 0;
  if (!require_number(resolver, size, &wanted, &value)) return -1;
  if (resolver_whole(value, 1, MAX_INDEX, &number))
    return resolve_repeat(resolver, number, 0, size->span) ? number : -1;
  evaluate_error(resolver, size->span, NULL, "a list has a whole number of members");
  return -1;
}

const char *resolve_list_name(Resolver *resolver, const Node *item)
{
  Span text = node_text(item);
  const char *bracket = memchr(span_bytes(text), '[', text.length);
  if (bracket) text.length = (uint32_t)(bracket - span_bytes(text));
  return arena_copy_text(resolver->scratch, span_bytes(text), text.length);
}

static void add_list(Resolver *resolver, const Node *item, int size)
{
  const Node *values = binding_part(item, TOKEN_ASSIGN);
  const char *name = resolve_list_name(resolver, item);
  bool is_list = !values || (values->kind == NODE_VECTOR && values->count == size);
  if (!is_list) {
    evaluate_error(resolver, values->span, "write them in brackets: [a, b, c]",
                   "the list '%s' has %d values", name, size);
    return;
  }
  scope_declare(resolver->scope, SPACE_VALUES, name, node_text(item), NAME_LIST, size);
  const Node *member = values ? values->first : NULL;
  for (int i = 1; i <= size; i++) {
    Quantity value = { .shape = SHAPE_NONE };
    const char *part = arena_format(resolver->scratch, "%s[%d]", name, i);
    if (member && !parameter_value(resolver, member, &value)) return;
    if (values && values->has_unit) value = evaluate_with_unit(resolver, value, values->unit);
    add_parameters(resolver, part, node_text(item), value);
    if (member) member = member->next;
  }
}

void resolve_param(Resolver *resolver, const Statement *statement)
{
  for (const Node *item = statement_value(statement, "items")->first; item; item = item->next) {
    int size = resolve_list_size(resolver, item);
    const Node *node = binding_part(item, TOKEN_ASSIGN);
    Quantity value = { .shape = SHAPE_NONE };
    bool is_good = size >= 0 && (size > 0 || !node || parameter_value(resolver, node, &value));
    const char *name = resolve_list_name(resolver, item);
    if (!is_good) {
      scope_declare(resolver->scope, SPACE_VALUES, name, node_text(item), NAME_BROKEN, 0);
    } else if (size > 0) {
      add_list(resolver, item, size);
    } else {
      add_parameters(resolver, name, node_text(item), value);
    }
  }
}

// ---- definitions

// Names the number. Definitions of the library are not named, because the user would not know their
// names.
static const Expr *add_definition(Resolver *resolver, const char *local, Span span,
                                  const Expr *value)
{
  Mechanism *mechanism = resolver->mechanism;
  if (span.source == library_source()) return value;
  const char *text = resolver_full_name(resolver, local);
  value = expr_name(text, value);
  *RESOLVER_ADD(resolver, mechanism->definitions, mechanism->definition_count) =
      (Definition){ .name = text, .value = value, .span = span };
  return value;
}

static void add_function(Resolver *resolver, const Node *item)
{
  const char *local = resolve_list_name(resolver, item);
  Name *name =
      scope_declare(resolver->scope, SPACE_VALUES, local, node_text(item), NAME_FUNCTION, 0);
  if (!name) return;
  NamedFunction *function = ARENA_NEW(resolver->scope->arena, NamedFunction);
  *function = (NamedFunction){ item, resolver->scope };
  name->function = function;
}

static void add_value(Resolver *resolver, const Node *item)
{
  int first_read = resolver->references.read_count;
  Quantity value = evaluate(resolver, binding_part(item, TOKEN_ASSIGN));
  const char *local = resolver_name(resolver, item);
  bool is_good = value.shape != SHAPE_NONE;
  int index = resolve_references_since(resolver, first_read);
  NameKind kind = is_good ? NAME_DEFINITION : NAME_BROKEN;
  Name *name = scope_declare(resolver->scope, SPACE_VALUES, local, node_text(item), kind, index);
  if (!name) return;
  // A component is not named, since it may be equal to other expressions.
  if (value.shape == SHAPE_NUMBER)
    value.at[0] = add_definition(resolver, local, node_text(item), value.at[0]);
  value.bits = 0;
  for (int i = 0; i < quantity_size(&value); i++) {
    long bits = evaluate_bits(value.at[i], 0);  // numbers inside a named value are not expanded
    if (bits > value.bits) value.bits = bits;
  }
  scope_set_value(resolver->scope, name, &value);
  scope_check_components(resolver->scope, name);
}

void resolve_let(Resolver *resolver, const Statement *statement)
{
  for (const Node *item = statement_value(statement, "items")->first; item; item = item->next) {
    if (binding_part(item, TOKEN_PAREN_OPEN)) {
      add_function(resolver, item);
    } else {
      add_value(resolver, item);
    }
  }
}

// ---- speeds

// Returns true if the name, without its prime, is that of a coordinate.
static bool is_rate(Resolver *resolver, const char *name)
{
  size_t length = strlen(name) - 1;
  const char *plain = arena_copy_text(resolver->scratch, name, length);
  return name[length] == '\'' && mechanism_find_coordinate(resolver->mechanism, plain) >= 0;
}

// Returns true if the value is linear in the rates of the coordinates: its derivatives by them
// contain no rates.
static bool is_linear(Resolver *resolver, const Expr *value)
{
  bool is_linear = value->form->stage == STAGE_VELOCITY;
  Steps steps = steps_of(&value, 1);
  for (int i = 0; i < steps.count && is_linear; i++) {
    const Expr *rate = steps.at[i].node;
    if (steps.at[i].op != OP_SYMBOL || !is_rate(resolver, steps.at[i].form->symbol->name)) continue;
    is_linear = expr_derivative(value, rate)->form->stage < STAGE_VELOCITY;
  }
  steps_free(&steps);
  return is_linear;
}

static bool speed_value(Resolver *resolver, const Node *node, Quantity *value)
{
  const Requirement wanted = { .what = "a speed", .stage = STAGE_VELOCITY };
  *value = evaluate(resolver, node);
  if (!require_quantity(resolver, value, SHAPE_NUMBER, &wanted, node->span)) return false;
  if (is_linear(resolver, value->at[0])) return true;
  return resolver_error(resolver, node->span, "such as cos(theta)*x' + sin(theta)*y'",
                        "a speed is linear in the rates of the coordinates");
}

void resolve_speed(Resolver *resolver, const Statement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  for (const Node *item = statement_value(statement, "items")->first; item; item = item->next) {
    Quantity value;
    bool is_good = speed_value(resolver, binding_part(item, TOKEN_ASSIGN), &value);
    const char *local = resolver_name(resolver, item);
    Name *name = scope_declare(resolver->scope, SPACE_VALUES, local, node_text(item),
                               is_good ? NAME_SPEED : NAME_BROKEN, mechanism->speed_count);
    if (!name || !is_good) continue;
    const Expr *symbol = resolver_symbol(resolver, local, STAGE_VELOCITY);
    *RESOLVER_ADD(resolver, mechanism->speeds, mechanism->speed_count) =
        (Speed){ symbol->form->symbol->name, symbol, value.at[0], node_text(item) };
    value.at[0] = symbol;
    scope_set_value(resolver->scope, name, &value);
  }
}
