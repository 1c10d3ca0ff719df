// kane_choice.c -- the generalised speeds of a model: those of `speed` statements, or rates.
//
// Without statements the speeds are the rates of all coordinates; under constraints, of as many as
// determine the others. Which ones is a matter of taste that exact ranks leave open: those by which
// the others are found with the least divisions by what vanishes somewhere.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"
#include "formulation/methods/kane.h"
#include "formulation/constraints/treatment.h"
#include "symbolic/algebra.h"

// ---- which rates

// Does a constraint hold the rate with a factor that depends on the configuration?
static bool is_awkward(const Bonds *bonds, int coordinate)
{
  for (int i = 0; i < bonds->count; i++) {
    if (matrix_get(bonds->J, i, coordinate)->form->stage > STAGE_PARAMETER) return true;
  }
  return false;
}

// Is it part of a platform, which three loops or more hold?
static bool is_shared(const Derivation *derivation, const Bonds *bonds, int coordinate)
{
  enum { SEVERAL = 3 };
  int loops = 0, last = -1;
  for (int i = 0; i < bonds->count; i++) {
    const ConstraintEquation *equation = &derivation->constraints->equations[bonds->places[i]];
    if (equation->origin != ORIGIN_LOOP || is_zero(matrix_get(bonds->J, i, coordinate))) continue;
    loops += equation->index != last;
    last = equation->index;
  }
  return loops >= SEVERAL;
}

// How little a coordinate should depend on others. Lengths may, as a wheel's place follows from its
// turns; then what constraints hold with constant factors, which never vanish; a platform had
// better not.
enum { SHARED = 3, MOST_RELUCTANT = 2 * SHARED };

static int reluctance_of(const Derivation *derivation, const Bonds *bonds, int coordinate)
{
  const bool *wanted = derivation->options ? derivation->options->independent : NULL;
  if (wanted && wanted[coordinate]) return MOST_RELUCTANT;
  int reluctance = is_shared(derivation, bonds, coordinate) ? SHARED : 0;
  if (derivation->mechanism->coordinates[coordinate].kind == COORDINATE_LENGTH) return reluctance;
  bool has_factors = is_awkward(bonds, coordinate);
  return reluctance + (has_factors ? 2 : 1);
}

// The last before the first of equals.
static void order_dependents(const Derivation *derivation, const Bonds *bonds, int order[])
{
  int n = derivation->equations->coordinate_count, count = 0;
  for (int reluctance = 0; reluctance <= MOST_RELUCTANT; reluctance++) {
    for (int j = n - 1; j >= 0; j--) {
      if (reluctance_of(derivation, bonds, j) == reluctance) order[count++] = j;
    }
  }
}

static void find_dependents(const Derivation *derivation, const Bonds *bonds, bool is_dependent[])
{
  Arena *arena = derivation->equations->arena;
  int n = derivation->equations->coordinate_count;
  int *order = ARENA_ARRAY(arena, int, n), *pivots = ARENA_ARRAY(arena, int, n);
  order_dependents(derivation, bonds, order);
  int rank = matrix_independent_columns(matrix_columns(bonds->J, order, n), pivots);
  for (int i = 0; i < rank; i++)
    is_dependent[order[pivots[i]]] = true;
}

// ---- speeds

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
  find_dependents(derivation, bonds, is_dependent);
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
  if (is_chosen) text_put(&note, "; the other rates follow from the constraints");
  equations_add_note(derivation->equations, text_string(&note));
  text_free(&note);
}
