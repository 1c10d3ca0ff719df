// resolve_force.c -- torques, forces, moments, energies, and their inputs.
//
// An undeclared name that is the whole of a value or of a component, as in `[Fu, 0, 0]`, becomes an
// input: an external force can be given by a name only.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"

#include "symbolic/calculus/derivative.h"

#include <string.h>

// ---- inputs

static Input *declare_input(Resolver *resolver, const char *local, Span span, Stage stage)
{
  Mechanism *mechanism = resolver->mechanism;
  int index = mechanism->input_count;
  Name *name = scope_declare(resolver->scope, SPACE_VALUES, local, span, NAME_INPUT, index);
  if (!name) return NULL;
  Input *input = RESOLVER_ADD(resolver, mechanism->inputs, mechanism->input_count);
  *input = (Input){ .symbol = resolver_symbol(resolver, local, stage), .span = span };
  input->name = input->symbol->form->symbol->name;
  Quantity value = infer_symbol(&resolver->inference, input->symbol);
  scope_set_value(resolver->scope, name, &value);
  return input;
}

// Warns if an undeclared name differs from a declared one by a typing error only.
static void warn_suspect_input(Resolver *resolver, Span name)
{
  enum { MAX_SUSPECT_INPUTS = 1000 };  // each requires a search through all names
  if (resolver->mechanism->input_count > MAX_SUSPECT_INPUTS) return;
  const char *meant = scope_slip(resolver->scope, resolver_text(resolver, name));
  if (!meant) return;
  diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, name,
                  arena_format(resolver->scratch, "did you mean '%s'?", meant),
                  "'%s' is not declared and becomes an input", resolver_text(resolver, name));
}

static void declare_if_new(Resolver *resolver, const Node *e)
{
  bool is_name = e->kind == NODE_NAME && e->primes == 0 && e->count == 0 &&
                 !memchr(span_bytes(node_text(e)), '.', node_text(e).length);
  if (!is_name || node_word(e) != WORD_NONE) return;
  const char *text = resolver_text(resolver, node_text(e));
  bool is_joint = resolve_coordinate_of_joint(resolver, text) >= 0;
  if (is_joint || scope_knows(resolver->scope, SPACE_VALUES, text)) return;
  if (resolver->scope->has_lost_names) return;
  warn_suspect_input(resolver, node_text(e));
  Input *input = declare_input(resolver, text, node_text(e), STAGE_INPUT);
  if (input) input->is_implied = true;
}

static void declare_new_inputs(Resolver *resolver, const Node *value)
{
  const Node *plain = value->kind == NODE_NEGATE ? value->first : value;
  declare_if_new(resolver, plain);
  if (value->kind != NODE_VECTOR) return;
  for (const Node *part = value->first; part; part = part->next)
    declare_if_new(resolver, part->kind == NODE_NEGATE ? part->first : part);
}

// Evaluates the value of the inputs, in their unit if one is given; returns false after an error.
static bool input_value(Resolver *resolver, const Statement *statement, Quantity *value)
{
  const Clause *given = statement_clause(statement, "value");
  const Node *unit = statement_value(statement, "unit");
  *value = quantity_plain(expr_integer(resolver->pool, 1));
  if (given) {
    const Requirement wanted = clause_wanted(given->row);
    const Expr *number;
    if (!require_number(resolver, given->value, &wanted, &number)) return false;
    *value = evaluate_part(resolver, given->value);
  }
  if (!unit) return true;
  if (infer_dimension(&resolver->inference, value).is_known)
    return resolver_error(resolver, unit->span, "one unit is enough",
                          "the value of the input has a unit already");
  value->is_plain = true;
  *value = evaluate_with_unit(resolver, *value, unit->unit);
  return value->shape != SHAPE_NONE;
}

// The time derivatives of a smooth input are separate inputs, which are also known functions of
// time.
static void add_rates(Resolver *resolver, Span span)
{
  const Quantity second = { .dimension = dimension_of_time() };
  Mechanism *mechanism = resolver->mechanism;
  for (int i = 0; i < 2; i++) {
    Input *rate = RESOLVER_ADD(resolver, mechanism->inputs, mechanism->input_count);
    const Input *before = rate - 1;
    Quantity like = quantity_of(before->symbol, before->dimension);
    if (before->dimension.is_known) infer_product(&resolver->inference, &like, &like, &second, -1);
    *rate = (Input){ .name = arena_format(resolver->arena, "%s'", before->name),
                     .is_rate = true,
                     .dimension = like.dimension,
                     .span = span };
    rate->symbol = expr_symbol(resolver->pool, rate->name, STAGE_TIME);
    expr_set_rate(before->symbol, rate->symbol);
    if (before->value) rate->value = expr_time_derivative(before->value);
  }
}

static void add_input(Resolver *resolver, const Statement *statement, const char *local, Span span,
                      const Quantity *value)
{
  bool is_smooth = statement_has(statement, "smooth");
  Input *input = declare_input(resolver, local, span, is_smooth ? STAGE_TIME : STAGE_INPUT);
  if (!input) return;
  if (statement_has(statement, "value")) input->value = value->at[0];
  const Node *multiplier = statement_value(statement, "multiplier");
  if (multiplier)
    input->multiplier = resolver_full_name(resolver, resolver_name(resolver, multiplier));
  input->dimension = infer_dimension(&resolver->inference, value);
  if (input->dimension.is_known) {
    Name *name = scope_set(resolver->scope, SPACE_VALUES, local, span, NAME_INPUT);
    Quantity known = quantity_of(input->symbol, input->dimension);
    scope_set_value(resolver->scope, name, &known);
  }
  if (is_smooth) add_rates(resolver, span);
}

void resolve_input(Resolver *resolver, const Statement *statement)
{
  Quantity value;
  if (!input_value(resolver, statement, &value)) {
    resolve_declare_only(resolver, statement);
    return;
  }
  for (const Node *item = statement_value(statement, "items")->first; item; item = item->next) {
    int size = resolve_list_size(resolver, item);
    const char *local = resolve_list_name(resolver, item);
    if (size == 0) add_input(resolver, statement, local, node_text(item), &value);
    if (size > 0)
      scope_declare(resolver->scope, SPACE_VALUES, local, node_text(item), NAME_LIST, size);
    for (int i = 1; i <= size; i++) {
      const char *part = arena_format(resolver->scratch, "%s[%d]", local, i);
      add_input(resolver, statement, part, node_text(item), &value);
    }
  }
}

// ---- forces

Dimension resolve_dimension_on(const Resolver *resolver, int coordinate)
{
  // The displacement conjugate to the force: their product is an energy.
  Dimension way = resolve_dimension_of(resolver, coordinate, 0);
  if (!way.is_known) return way;
  return (Dimension){ true, false, { (signed char)(2 - way.power[0]), 1, -2 } };
}

// Adds the named force; the name is declared after the other clauses are read.
static Force *add_force(Resolver *resolver, const Statement *statement, ForceKind kind)
{
  Mechanism *mechanism = resolver->mechanism;
  Force *force = RESOLVER_ADD(resolver, mechanism->forces, mechanism->force_count);
  const Vec3 zero = vec3_zero(resolver->pool);
  const char *name = resolver_declared_name(resolver, statement);
  *force = (Force){ .name = resolver_full_name(resolver, name),
                    .kind = kind,
                    .coordinate = -1,
                    .position_F = zero,
                    .vector = zero,
                    .element = resolver->element,
                    .span = statement_name(statement) };
  return force;
}

static void declare_force(Resolver *resolver, const Statement *statement)
{
  scope_declare(resolver->scope, SPACE_ACTIONS, resolver_declared_name(resolver, statement),
                statement_name(statement), NAME_FORCE, resolver->mechanism->force_count - 1);
}

void resolve_torque(Resolver *resolver, const Statement *statement)
{
  int first_read = resolver->references.read_count, first_force = resolver->mechanism->force_count;
  Force *force = add_force(resolver, statement, FORCE_TORQUE);
  const Clause *value = statement_clause(statement, "value");
  force->coordinate = resolve_target(resolver, statement_value(statement, "on"));
  const Requirement wanted = { value->row->what, resolve_dimension_on(resolver, force->coordinate),
                               value->row->stage };
  declare_new_inputs(resolver, value->value);
  require_number(resolver, value->value, &wanted, &force->amount);
  if (!resolver->element) resolve_note_servos(resolver, first_read, first_force);
  declare_force(resolver, statement);
}

// Reads the value, its axes and the frame that carries the reaction.
static void resolve_vector(Resolver *resolver, const Statement *statement, Force *force)
{
  const Node *axes = statement_value(statement, "in");
  const Clause *against = statement_clause(statement, "against");
  FramePoint reaction = { 0 };
  declare_new_inputs(resolver, statement_value(statement, "value"));
  clause_vector(resolver, statement, "value", &force->vector);
  if (axes) force->axes = resolve_frame_name(resolver, axes);
  if (against && resolve_place(resolver, against->value, against->row->what, &reaction)) {
    force->second_frame = reaction.frame;
    if (force->frame == reaction.frame) {
      diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, against->value->span,
                      "it does nothing", "it acts between '%s' and itself",
                      resolver->mechanism->frames[force->frame].name);
    }
  }
  declare_force(resolver, statement);
}

void resolve_force(Resolver *resolver, const Statement *statement)
{
  Force *force = add_force(resolver, statement, FORCE_AT_POINT);
  const Clause *at = statement_clause(statement, "at");
  FramePoint place;
  resolve_place(resolver, at->value, at->row->what, &place);
  force->frame = place.frame;
  force->position_F = place.position_F;
  resolve_vector(resolver, statement, force);
}

void resolve_moment(Resolver *resolver, const Statement *statement)
{
  Force *force = add_force(resolver, statement, FORCE_MOMENT);
  force->frame = resolve_frame_name(resolver, statement_value(statement, "on"));
  resolve_vector(resolver, statement, force);
}

void resolve_energy(Resolver *resolver, const Statement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  const char *name = resolver_declared_name(resolver, statement);
  Energy energy = { .name = resolver_full_name(resolver, name),
                    .element = resolver->element,
                    .span = statement_name(statement) };
  clause_number(resolver, statement, "value", &energy.value);
  scope_declare(resolver->scope, SPACE_ACTIONS, name, energy.span, NAME_ENERGY,
                mechanism->energy_count);
  *RESOLVER_ADD(resolver, mechanism->energies, mechanism->energy_count) = energy;
}
