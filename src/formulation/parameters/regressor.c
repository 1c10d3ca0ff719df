// regressor.c -- the regressor of all parameters.
//
//   Y, pi     tau = Y pi + Y0 with the ten parameters of every link that carries a body
//   Yb, base  tau = Yb base + Y0 with the fewest parameters, base = base:K pi
//   Y0        what no parameter stands for: forces and moments that act
//
// The columns of base parameters are those of the same letters: regrouping counts elsewhere what
// the others would add.
//
// References: C. Atkeson, C. An, J. Hollerbach, "Estimation of inertial parameters of manipulator
// loads and links", Int. J. Robotics Research 5 (1986); Khalil and Dombre 2002, chapter 9.
// SPDX-License-Identifier: MIT
#include "formulation/parameters/regressor.h"

#include "formulation/recipes.h"
#include "symbolic/algebra.h"

#include <string.h>

RegressorColumn *regressor_add_column(Derivation *derivation, RegressorColumns *columns,
                                      const char *label, const Expr *value)
{
  Equations *equations = derivation->equations;
  RegressorColumn *column = &columns->items[columns->count++];
  column->label = label;
  column->value = value;
  column->entries = ARENA_ARRAY(equations->arena, const Expr *, equations->coordinate_count);
  for (int i = 0; i < equations->coordinate_count; i++)
    column->entries[i] = expr_integer(equations->pool, 0);
  return column;
}

RegressorColumns regressor_columns_new(const Derivation *derivation, const LinkTree *tree)
{
  int most = LINK_PARAMETERS * tree->count + 3 * derivation->equations->coordinate_count;
  return (RegressorColumns){ ARENA_ARRAY(derivation->equations->arena, RegressorColumn, most), 0 };
}

bool *regressor_links(const Derivation *derivation, const LinkTree *tree)
{
  const Mechanism *mechanism = derivation->mechanism;
  bool *has_body = ARENA_ARRAY(derivation->equations->arena, bool, tree->count);
  for (int b = 0; b < mechanism->body_count; b++) {
    int link = tree->places[mechanism->bodies[b].frame].link;
    if (link != LINK_GROUND) has_body[link] = true;
  }
  return has_body;
}

// ---- all parameters

static RegressorColumns standard_columns(Derivation *derivation)
{
  Equations *equations = derivation->equations;
  const LinkTree *tree = regressor_tree(derivation);
  const bool *has_body = regressor_links(derivation, tree);
  RegressorColumns columns = regressor_columns_new(derivation, tree);
  RegressorMotion motion = regressor_motion(derivation, tree);
  for (int i = 0; i < tree->count; i++) {
    if (!has_body[i]) continue;
    for (int k = 0; k < LINK_PARAMETERS; k++) {
      LinkInertia unit = link_inertia_zero(equations->pool);
      link_parameter_set(&unit, k, expr_integer(equations->pool, 1));
      const char *label = arena_format(equations->arena, "%s%d", link_parameter_letters(k), i + 1);
      const Expr *value = link_parameter(&tree->links[i].inertia, k);
      RegressorColumn *column = regressor_add_column(derivation, &columns, label, value);
      regressor_response(&motion, i, &unit, column->entries);
    }
  }
  regressor_add_friction(derivation, &columns);
  return columns;
}

// ---- quantities

const char **regressor_labels(const Derivation *derivation, const RegressorColumns *columns)
{
  const char **labels = ARENA_ARRAY(derivation->equations->arena, const char *, columns->count);
  for (int c = 0; c < columns->count; c++)
    labels[c] = columns->items[c].label;
  return labels;
}

Matrix regressor_matrix(const Derivation *derivation, const RegressorColumns *columns)
{
  Matrix Y = derivation_zeros(derivation, derivation->equations->coordinate_count, columns->count);
  for (int c = 0; c < Y.columns; c++) {
    for (int i = 0; i < Y.rows; i++)
      matrix_set(Y, i, c, columns->items[c].entries[i]);
  }
  return Y;
}

void regressor_add(Derivation *derivation, const char *key, const RegressorColumns *columns)
{
  equations_put(derivation->equations,
                (Quantity){ .key = key, .column_labels = regressor_labels(derivation, columns) },
                regressor_matrix(derivation, columns));
}

void regressor_add_parameters(Derivation *derivation, const char *key,
                              const RegressorColumns *columns)
{
  const Expr **values = equations_add(
      derivation->equations, (Quantity){ .key = key,
                                         .rows = columns->count,
                                         .labels = regressor_labels(derivation, columns) });
  for (int c = 0; c < columns->count; c++)
    values[c] = columns->items[c].value;
}

bool regressor_has_columns(const RegressorColumns *columns, Text *why)
{
  if (columns->count == 0) text_put(why, "no moving link carries a body: there are no parameters");
  return columns->count > 0;
}

bool derive_regressor(Derivation *derivation, const char *key, Text *why)
{
  RegressorColumns columns = standard_columns(derivation);
  if (!regressor_has_columns(&columns, why)) return false;
  if (strcmp(key, "Y") == 0) {
    regressor_add(derivation, key, &columns);
  } else {
    regressor_add_parameters(derivation, key, &columns);
  }
  return true;
}

bool derive_regressor_rest(Derivation *derivation, const char *key, Text *why)
{
  Matrix Y0 = outer_forces(derivation, why);
  if (!Y0.at) return false;
  RegressorColumns columns = regressor_columns_new(derivation, derivation_links(derivation));
  regressor_add_friction(derivation, &columns);
  for (int c = 0; c < columns.count; c++) {
    Matrix column = derivation_column(derivation, columns.items[c].entries, Y0.rows);
    Y0 = matrix_sub(Y0, matrix_scale(columns.items[c].value, column));
  }
  return derivation_put(derivation, key, Y0);
}
