// negligible_quantity.c -- the quantities of a model without small terms.
//
// M, h and G are those of the reduced torques: tau = M qdd + h + G - Qe. The rows of M belong to
// different torques with different ranges, so that M need not be symmetric.
// SPDX-License-Identifier: MIT
#include "formulation/methods/lagrange.h"
#include "formulation/derived/negligible.h"
#include "symbolic/algebra.h"

#include <string.h>

static bool derive_mass(Derivation *derivation, const char *key, Text *why)
{
  const Reduction *reduction = reduction_of(derivation, why);
  if (!reduction) return false;
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  bool is_symmetric = true;
  for (int e = 0; e < n * n; e++)
    is_symmetric = is_symmetric && reduction->A[e] == reduction->A[e % n * n + e / n];
  bool has_labels = strcmp(key, "A") == 0;
  const Expr **M = equations_add(
      equations,
      (Quantity){ .key = key,
                  .title = is_symmetric
                               ? "coefficients of accelerations, symmetric"
                               : "coefficients of accelerations, row by row what each torque needs",
                  .shape = QUANTITY_MATRIX,
                  .rows = n,
                  .columns = n,
                  .is_symmetric = is_symmetric,
                  .labels = has_labels ? lagrange_labels(equations, key, n) : NULL });
  for (int e = 0; e < n * n; e++)
    M[e] = reduction->A[e];
  return true;
}

static bool derive_products(Derivation *derivation, const char *key, Text *why)
{
  const Reduction *reduction = reduction_of(derivation, why);
  if (!reduction) return false;
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count, count = 0;
  const Expr **kept = ARENA_ARRAY(equations->arena, const Expr *, n *n *n + 1);
  const char **labels = ARENA_ARRAY(equations->arena, const char *, n *n *n + 1);
  for (int e = 0; e < n * n * n; e++) {
    const int index[] = { e / (n * n), e / n % n, e % n };
    if (is_zero(reduction->B[e])) continue;
    labels[count] = lagrange_label(equations, key, index, 3);
    kept[count++] = reduction->B[e];
  }
  kept[count] = expr_integer(equations->pool, 0);
  const Expr **B = equations_add(
      equations, (Quantity){ .key = key,
                             .title = "coefficients of products of two speeds, those that are left",
                             .rows = count > 0 ? count : 1,
                             .labels = count > 0 ? labels : NULL });
  for (int e = 0; e < (count > 0 ? count : 1); e++)
    B[e] = kept[e];
  return true;
}

static bool derive_squares(Derivation *derivation, const char *key, Text *why)
{
  const Reduction *reduction = reduction_of(derivation, why);
  if (!reduction) return false;
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr **C = equations_add(
      equations, (Quantity){ .key = key, .labels = lagrange_labels(equations, key, n) });
  for (int e = 0; e < n * n; e++)
    C[e] = reduction->C[e];
  return true;
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  const Reduction *reduction = reduction_of(derivation, why);
  if (!reduction) return false;
  Equations *equations = derivation->equations;
  bool is_report = strcmp(key, "Q") == 0;
  const Expr **G = equations_add(equations, (Quantity){ .key = key });
  for (int i = 0; i < equations->coordinate_count; i++)
    G[i] = is_report ? negative(reduction->G[i]) : reduction->G[i];
  return true;
}

static bool derive_bias(Derivation *derivation, const char *key, Text *why)
{
  const Reduction *reduction = reduction_of(derivation, why);
  if (!reduction) return false;
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr **h = equations_add(equations, (Quantity){ .key = key });
  for (int i = 0; i < n; i++) {
    h[i] = expr_integer(equations->pool, 0);
    for (int j = 0; j < n; j++) {
      const Expr *factor = product(reduction->C[i * n + j], speed_of(equations, j));
      for (int k = j + 1; k < n; k++)
        factor = sum(factor, product(reduction->B[(i * n + j) * n + k], speed_of(equations, k)));
      h[i] = sum(h[i], product(speed_of(equations, j), factor));
    }
  }
  return true;
}

const Recipe NEGLIGIBLE_RECIPES[] = {
  { "tau", derive_tau_of_terms }, { "M", derive_mass },    { "h", derive_bias },
  { "G", derive_gravity },        { "A", derive_mass },    { "B", derive_products },
  { "Cc", derive_squares },       { "Q", derive_gravity }, { NULL, NULL },
};

// What acts and what moves is there as a whole.
static bool is_whole(const QuantityInfo *info)
{
  return info->group == GROUP_FORCES || info->group == GROUP_KINEMATICS;
}

bool negligible_has_key(const char *key, Text *why)
{
  const QuantityInfo *asked = quantity_find(key);
  if (recipe_find(NEGLIGIBLE_RECIPES, key) || (asked && is_whole(asked))) return true;
  text_format(why, "'%s' has no form without small terms; there are:", key);
  for (int i = 0; NEGLIGIBLE_RECIPES[i].key; i++)
    text_format(why, " %s", NEGLIGIBLE_RECIPES[i].key);
  for (int i = 0; quantity_info(i); i++) {
    if (is_whole(quantity_info(i))) text_format(why, " %s", quantity_info(i)->key);
  }
  return false;
}
