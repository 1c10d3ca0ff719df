// kane_choice.c -- the generalised speeds of a model: those of `speed` statements, or rates.
//
// Without statements the speeds are the rates of all coordinates; under constraints, of those that
// are independent (constraints/dependents.h).
// SPDX-License-Identifier: MIT
#include "formulation/constraints/dependents.h"
#include "formulation/constraints/treatment.h"
#include "formulation/methods/kane.h"

const char **kane_rate_names(const Equations *equations)
{
  const char **names = ARENA_ARRAY(equations->arena, const char *, equations->coordinate_count);
  for (int j = 0; j < equations->coordinate_count; j++)
    names[j] = arena_format(equations->arena, "%s'", equations->coordinates[j].name);
  return names;
}

static void take_rates(Derivation *derivation, const Bonds *bonds, KaneSpeeds *speeds)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const char **names = kane_rate_names(equations);
  bool *is_dependent = ARENA_ARRAY(equations->arena, bool, n);
  if (bonds->count > 0) find_dependents(derivation, bonds, is_dependent);
  for (int j = 0; j < n; j++) {
    if (is_dependent[j]) continue;
    speeds->names[speeds->count] = names[j];
    speeds->alpha[speeds->count++] = speed_of(equations, j);
  }
}

KaneSpeeds *kane_choose_speeds(Derivation *derivation, const Bonds *bonds)
{
  Arena *arena = derivation->equations->arena;
  const Mechanism *mechanism = derivation->mechanism;
  int n = derivation->equations->coordinate_count, most = mechanism->speed_count + n;
  KaneSpeeds *speeds = ARENA_NEW(arena, KaneSpeeds);
  speeds->names = ARENA_ARRAY(arena, const char *, most);
  speeds->alpha = ARENA_ARRAY(arena, const Expr *, most);
  speeds->is_constrained = bonds->count > 0;
  if (mechanism->speed_count == 0) take_rates(derivation, bonds, speeds);
  for (int i = 0; i < mechanism->speed_count; i++) {
    speeds->names[i] = mechanism->speeds[i].name;
    speeds->alpha[i] = derivation_speeds(derivation)[i];
    speeds->count++;
  }
  return speeds;
}

void kane_note_speeds(Derivation *derivation, const KaneSpeeds *speeds)
{
  bool is_chosen = derivation->mechanism->speed_count == 0;
  Text note = { 0 };
  text_put(&note, "generalised speeds:");
  for (int i = 0; i < speeds->count; i++) {
    text_format(&note, "%s %s", i == 0 ? "" : ",", speeds->names[i]);
    const Expr *alpha = speeds->alpha[i];
    if (alpha->form->op == OP_SYMBOL && !is_chosen)
      text_format(&note, " = %s", alpha->form->symbol->name);
  }
  derivation->equations->independent = speeds->names;
  derivation->equations->independent_count = speeds->count;
  if (is_chosen) text_put(&note, "; the other rates follow from the constraints");
  equations_add_note(derivation->equations, text_string(&note));
  text_free(&note);
}
