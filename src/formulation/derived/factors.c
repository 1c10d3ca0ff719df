// factors.c -- named factors of the mass matrix, alone or with the constraints.
// SPDX-License-Identifier: MIT
#include "formulation/derived/factors.h"

#include "formulation/derived/forward.h"
#include "formulation/constraints/constraint_method.h"
#include "symbolic/algebra.h"

#include <assert.h>
#include <string.h>

// ---- names

typedef struct Names {
  const Derivation *derivation;
  const char *suffix;
  const char *separator;  // between two numbers that may have two digits
  SystemKind kind;
  const char *const *rows;
  const int *order;
  int count;
} Names;

// "x", "x and y", "x, y and z": the rows that are eliminated before this one; NULL: there are none;
// "those behind it": too many to list.
static const char *rows_behind(const Names *names, int row)
{
  enum { MOST = 3 };
  int place = 0;
  while ((names->order ? names->order[place] : place) != row)
    place++;
  int count = names->count - place - 1;
  if (count == 0) return NULL;
  if (count > MOST) return "those behind it";
  Text list = { 0 };
  for (int i = 0; i < count; i++) {
    int other = names->order ? names->order[place + 1 + i] : place + 1 + i;
    if (i > 0) text_put(&list, i == count - 1 ? " and " : ", ");
    text_put(&list, names->rows[other]);
  }
  Arena *arena = names->derivation->equations->arena;
  const char *result = arena_copy_text(arena, text_string(&list), list.length);
  text_free(&list);
  return result;
}

// The meaning of D, L, y and z: the text before and after the row's name.
typedef struct FactorWords {
  char letter;
  const char *before;
  const char *behind;
} FactorWords;

static const FactorWords WORDS[][4] = {
  [SYSTEM_OF_INERTIA] = { { 'D', "inertia that ", " feels" },
                          { 'L', "acceleration of free ", " against a unit one of " },
                          { 'y', "effort left to move ", "" },
                          { 'z', "acceleration of ", "" } },
  [SYSTEM_OF_RESPONSES] = { { 'D', "acceleration along ", " by a unit effort along it" },
                            { 'L', "effort along ", " against a unit one along " },
                            { 'y', "acceleration left along ", "" },
                            { 'z', "effort along ", "" } },
  [SYSTEM_OF_SHARES] = { { 'D', "squared pull of the drives on ", "" },
                         { 'L', "share of ", " against a unit one of " },
                         { 'y', "effort left to share on ", "" },
                         { 'z', "share of ", "" } },
};

static const char *meaning_of(const Names *names, char letter, int row, int column)
{
  if (names->kind == SYSTEM_OTHER) return NULL;
  const FactorWords *words = WORDS[names->kind];
  while (words->letter != letter)
    words++;
  Arena *arena = names->derivation->equations->arena;
  const char *own = names->rows[row];
  if (letter == 'L')
    return arena_format(arena, "%s%s%s%s", words->before, own, words->behind, names->rows[column]);
  const char *others = letter == 'z' ? NULL : rows_behind(names, row);
  if (!others) return arena_format(arena, "%s%s%s", words->before, own, words->behind);
  const char *state = names->kind == SYSTEM_OF_INERTIA ? "free" : "held";
  return arena_format(arena, "%s%s%s when %s %s %s", words->before, own, words->behind, others,
                      strchr(others, ' ') ? "are" : "is", state);
}

static const Expr *give_name(const void *context, const char *letter, int row, int column,
                             const Expr *value)
{
  const Names *names = context;
  Arena *arena = names->derivation->equations->arena;
  const char *name = column < 0 ? arena_format(arena, "%s%d%s", letter, row + 1, names->suffix)
                                : arena_format(arena, "%s%d%s%d%s", letter, row + 1,
                                               names->separator, column + 1, names->suffix);
  return derivation_name(names->derivation, name, 'F', meaning_of(names, letter[0], row, column),
                         value);
}

IntermediateNaming derivation_names(const Derivation *derivation, const char *suffix, int n,
                                    SystemKind kind, const char *const rows[], const int order[])
{
  if (derivation->writing == WRITTEN_OUT) return (IntermediateNaming){ 0 };
  Names *names = ARENA_NEW(derivation->equations->arena, Names);
  *names = (Names){ derivation, suffix, n > 9 ? "_" : "", kind, rows, order, n };
  return (IntermediateNaming){ give_name, names };
}

const Expr *pivot_margin(Matrix A, const SymmetricFactors *factors, int place)
{
  int row = factors->order ? factors->order[place] : place;
  const Expr *own = matrix_get(A, row, row), *pivot = factors->pivot[place];
  if (pivot == own || pivot->form->stage <= STAGE_PARAMETER) return pivot;
  return difference(pivot, product(expr_rational(A.pool, 1, 1L << 40), own));
}

// ---- the mass matrix

// Factors and pivots of the augmented system.
static bool bound_factors(Derivation *derivation, const ActiveConstraints *active,
                          MassFactors *mass, Text *why)
{
  Arena *arena = derivation->equations->arena;
  AugmentedFactors *augmented = ARENA_NEW(arena, AugmentedFactors);
  int most = most_pivots(derivation, active);
  ConstrainedMotion checks = { .pivots = ARENA_ARRAY(arena, Pivot, most) };
  if (!augmented_factors(derivation, active, augmented, why)) return false;
  augmented_add_pivots(derivation, augmented, &checks);
  *mass = (MassFactors){ .augmented = augmented,
                         .pivots = checks.pivots,
                         .pivot_count = checks.pivot_count };
  return true;
}

bool mass_factors(Derivation *derivation, MassFactors *mass, Text *why)
{
  const Equations *equations = derivation->equations;
  const ActiveConstraints *active = derivation_active_constraints(derivation, why);
  if (!active) return false;
  if (active->count > 0) return bound_factors(derivation, active, mass, why);
  if (!derivation_quantity(derivation, FORWARD_BY_FACTORS, why)) return false;
  const Quantity *forward = equations_find(equations, FORWARD_BY_FACTORS);
  mass->augmented = NULL;
  mass->pivots = forward->pivots;
  mass->pivot_count = forward->pivot_count;
  int *order = freedoms_by_tree(derivation, NULL);
  int singular = factors_of(derivation_require_matrix(derivation, "M"), order,
                            (IntermediateNaming){ 0 }, &mass->factors);
  assert(singular < 0 && "forward dynamics divided by the same pivots");
  return singular < 0;
}
