// absolute_turns.c -- counts full revolutions of a joint in space.
//
// Two frames determine the angle between them modulo 2 pi: m = atan2(S, C). If a law is not
// periodic, that of a spring for example, a state s with s' = m' follows the angle, and
//
//   s + atan2(S cos s - C sin s, C cos s + S sin s)
//
// is m shifted by the multiple of 2 pi that is nearest to s: integration errors of s do not affect
// it.
// SPDX-License-Identifier: MIT
#include "transform/coordinates/absolute_coordinates.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

// ---- dependence on revolutions

// Returns true if a full revolution of q changes the value.
static bool depends_on_turns(const Expr *e, const Expr *q, const Expr *shifted)
{
  return expr_depends_on(e, q) && !expr_same_value(expr_substitute(e, &q, &shifted, 1), e);
}

typedef struct Search {
  const CountedTurn *turn;
  bool is_found;
} Search;

static void look_at(const Expr **e, void *context)
{
  Search *search = context;
  const CountedTurn *turn = search->turn;
  search->is_found = search->is_found || depends_on_turns(*e, turn->q, turn->shifted);
}

// The expressions that may contain states: not constraints, generalised speeds or energies.
static Mechanism laws_of(const Mechanism *mechanism)
{
  Mechanism laws = *mechanism;
  laws.constraint_count = laws.speed_count = laws.energy_count = 0;
  return laws;
}

static bool is_needed(const Mechanism *mechanism, const CountedTurn *turn)
{
  Search search = { .turn = turn };
  Mechanism laws = laws_of(mechanism);
  mechanism_visit(&laws, look_at, &search);
  return search.is_found;
}

// Warns of energies that are not periodic: an energy is a function of coordinates only.
static void report_energies(const Transform *transform, const CountedTurn *turn)
{
  const Mechanism *mechanism = transform->mechanism;
  for (int i = 0; i < mechanism->energy_count; i++) {
    const Energy *energy = &mechanism->energies[i];
    if (!depends_on_turns(energy->value, turn->q, turn->shifted)) continue;
    diagnostics_add(transform->diagnostics, SEVERITY_WARNING, energy->span,
                    "its forces are right in every turn",
                    "the energy '%s' is that of the joint within half a turn of '%s' from 0",
                    energy->name, turn->q->form->symbol->name);
  }
}

// ---- counting

static const Expr *counted(Absolute *absolute, int f, const Coordinate *coordinate)
{
  Transform *transform = absolute->transform;
  const CutJoint *cut = &absolute->cut[f];
  const Expr *amount = cut->moves[cut->articulation.first].amount;
  const char *name =
      arena_format(transform->scratch, "%s_turned", transform->mechanism->frames[f].name);
  const Expr *sine, *cosine;
  turn_in_space(absolute, f, &sine, &cosine);
  const Expr *rate = expr_time_derivative(expr_call2(OP_ATAN2, sine, cosine));
  const Expr *s = transform_add_state(transform, name, amount, rate, coordinate->span);
  const Expr *cos_s = expr_call(OP_COS, s), *sin_s = expr_call(OP_SIN, s);
  const Expr *across = difference_of_products(sine, cos_s, cosine, sin_s);
  return sum(s, expr_call2(OP_ATAN2, across, sum_of_products(cosine, cos_s, sine, sin_s)));
}

void count_turns(Absolute *absolute, int f, const Coordinate *coordinate, const Expr *slope,
                 const Expr *rest)
{
  Transform *transform = absolute->transform;
  const Expr *half_turn = quotient(expr_pi(expr_pool(slope)), slope);
  CountedTurn turn = { .q = coordinate->q,
                       .shifted = sum(coordinate->q, sum(half_turn, half_turn)) };
  report_energies(transform, &turn);
  if (!is_needed(transform->mechanism, &turn)) return;
  turn.value = quotient(difference(counted(absolute, f, coordinate), rest), slope);
  absolute->turns[absolute->turn_count++] = turn;
}

// ---- substitution

// Uses the states only where the value depends on full revolutions.
static void put_law(const Expr **e, void *context)
{
  const Absolute *absolute = context;
  const Mechanism *mechanism = absolute->transform->mechanism;
  Arena *scratch = arena_new();
  Substitution list = substitution_new(mechanism, scratch);
  for (int i = 0; i < absolute->known.count; i++)
    substitution_add(&list, absolute->known.from[i], absolute->known.to[i]);
  for (int i = 0; i < absolute->turn_count; i++) {
    const CountedTurn *turn = &absolute->turns[i];
    if (!depends_on_turns(*e, turn->q, turn->shifted)) continue;
    for (int k = 0; k < list.count; k++)
      if (list.from[k] == turn->q) list.to[k] = turn->value;
  }
  *e = substituted(&list, *e);
  arena_free(scratch);
}

void put_measures(Absolute *absolute)
{
  Mechanism *mechanism = absolute->transform->mechanism;
  Mechanism laws = laws_of(mechanism);
  if (absolute->turn_count > 0) mechanism_visit(&laws, put_law, absolute);
  mechanism_substitute(mechanism, &absolute->known);
}
