// evaluate_control.c -- functions for control laws: the reference of a coordinate, the maximum
// effort of its actuator, and terms of the model, which are represented by symbols until the whole
// text is read.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"

#include <string.h>

// Returns the effort limit of the coordinate's joint; 0 if none is declared.
static Quantity effort_of(Resolver *resolver, int coordinate)
{
  const Mechanism *mechanism = resolver->mechanism;
  int joint = mechanism->coordinates[coordinate].joint;
  const Expr *effort = joint >= 0 ? mechanism->joints[joint].effort : NULL;
  if (!effort) effort = expr_integer(resolver->pool, 0);
  return quantity_of(effort, resolve_dimension_on(resolver, coordinate));
}

static bool read_given(Resolver *resolver, const Node *e, ModelTerm *term)
{
  Requirement wanted = { "this argument", (Dimension){ 0 }, STAGE_INPUT };
  if (term->kind >= MODEL_RATE) {
    Vec3 vector;
    wanted.dimension = dimension_of_length();
    wanted.dimension.power[2] = term->kind == MODEL_RATE ? -1 : -2;
    if (!resolve_place(resolver, e->first->next, "a place", &term->place)) return false;
    if (!require_vector(resolver, e->first->next->next, &wanted, &vector)) return false;
    memcpy(term->given, vector.at, sizeof term->given);
    return true;
  }
  int count = 0, primes = term->kind == MODEL_DYNAMICS ? 2 : 0;
  int of = term->kind == MODEL_LQR ? -1 : term->coordinate;
  wanted.dimension = resolve_dimension_of(resolver, of, primes);
  for (const Node *given = e->first->next; given; given = given->next)
    if (!require_number(resolver, given, &wanted, &term->given[count++])) return false;
  return true;
}

static Quantity model_term(Resolver *resolver, const Node *e, ModelTermKind kind, int coordinate)
{
  Mechanism *mechanism = resolver->mechanism;
  ModelTerm term = { .kind = kind, .coordinate = coordinate, .span = e->span };
  if (!read_given(resolver, e, &term)) return quantity_none();
  Dimension dimension = resolve_dimension_on(resolver, coordinate);
  if (kind >= MODEL_RATE)
    dimension = resolve_dimension_of(resolver, coordinate, kind == MODEL_RATE ? 1 : 2);
  uint32_t key[9] = { kind, (uint32_t)coordinate, (uint32_t)term.place.frame };
  for (int i = 0; i < 3; i++) {
    key[3 + i] = term.given[i] ? term.given[i]->id + 1 : 0;
    key[6 + i] = kind >= MODEL_RATE ? term.place.position_F.at[i]->id : 0;
  }
  const char *kept = arena_copy_text(resolver->arena, (const char *)key, sizeof key);
  int place = map_add_n(&resolver->model_terms, kept, sizeof key, mechanism->model_term_count);
  if (place < mechanism->model_term_count)
    return quantity_of(mechanism->model_terms[place].symbol, dimension);
  const char *name = arena_format(resolver->scratch, "term %d", place + 1);
  term.symbol = expr_symbol(resolver->pool, name, STAGE_INPUT);
  *RESOLVER_ADD(resolver, mechanism->model_terms, mechanism->model_term_count) = term;
  return quantity_of(term.symbol, dimension);
}

Quantity evaluate_control(Resolver *resolver, const Node *e, Function function)
{
  if (e->first->kind != NODE_NAME || e->first->primes > 0) {
    return evaluate_error(resolver, e->first->span, NULL, "'%s' takes a joint or a coordinate",
                          resolver_text(resolver, node_text(e)));
  }
  int coordinate = resolve_target(resolver, e->first);
  if (coordinate < 0) return quantity_none();
  if (function == FUNCTION_REFERENCE) return resolve_reference(resolver, coordinate);
  if (function == FUNCTION_EFFORT) return effort_of(resolver, coordinate);
  return model_term(resolver, e, (ModelTermKind)(function - FUNCTION_GRAVITY_TORQUE), coordinate);
}
